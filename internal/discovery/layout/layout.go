// Package layout finds the environments and modules of a tree with their hierarchies, and the directories
// from which these read data.
//
//   - Survey finds what Puppet finds by default: the hiera.yaml files of environments, modules, and code
//     directories (survey.go), and data without a hierarchy (loose.go).
//   - Weigh decides whether other configurations in the tree are used (weigh.go, contenders.go,
//     fitting.go), and by which environments (attach.go).
//   - UnreadFinder finds files that look like data but that no level reads (unread.go).
package layout

import (
	"slices"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Layout is the result of a survey: environments with their hierarchies, and the directories from
// which these read their data.
type Layout struct {
	Environments []*project.Environment
	Roots        []*project.Root
	ByPath       map[string]*project.Root // the roots by the path of their hiera.yaml; nil for one that cannot be read

	Locations []*locate.Location
	Datadirs  []UsedDatadir
	IsDatadir map[string]bool // directories of datadirs

	Loose      map[string]bool       // data files without a known hierarchy; see loose.go
	Named      map[string]bool       // requested files
	bare       []*environment.Module // modules without a hiera.yaml
	BareData   map[string]string     // data files of modules without a hiera.yaml, with the name of the hiera.yaml they lack
	readByCode []string              // data directories of such modules that their code mentions
	Unknown    []string              // requested files that are neither data nor a configuration by their name
	Templates  map[string]bool       // templates of configurations, as shown to users
}

// UsedDatadir is a data directory of a hierarchy: files in it that look like data are data.
type UsedDatadir struct {
	Dir  string
	Root *project.Root
}

// InDatadir reports whether path is in a data directory of a hierarchy.
func (y *Layout) InDatadir(path string) bool {
	return lists.Any(rooted.Up(path), func(dir string) bool { return y.IsDatadir[dir] })
}

// EnclosingEnvironment returns the innermost environment that contains a path; nil if there is none.
func (y *Layout) EnclosingEnvironment(path string) *project.Environment {
	var nearest *project.Environment
	for _, env := range y.Environments {
		if env.Dir != "" && rooted.IsBelow(path, env.Dir) && (nearest == nil || len(env.Dir) > len(nearest.Dir)) {
			nearest = env
		}
	}
	return nearest
}

// environmentsBelow returns the environments in a directory, starting with production.
func (y *Layout) environmentsBelow(dir string) []*project.Environment {
	all := lists.Filter(y.Environments, func(env *project.Environment) bool { return env.Dir != "" && rooted.IsBelow(env.Dir, dir) })
	slices.SortStableFunc(all, func(a, b *project.Environment) int {
		return lists.CompareBool(a.Name != "production", b.Name != "production")
	})
	return all
}

// environmentIn returns the environment in exactly this directory; nil if there is none.
func (y *Layout) environmentIn(dir string) *project.Environment {
	return lists.Find(y.Environments, func(env *project.Environment) bool { return env.Dir == dir })
}
