package project

import (
	"slices"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// layout is the result of a survey: environments with their hierarchies, and the directories from
// which these read their data.
type layout struct {
	environments []*Environment
	roots        []*Root
	byPath       map[string]*Root // the roots by the path of their hiera.yaml; nil for one that cannot be read

	locations []*location
	datadirs  []usedDatadir
	isDatadir map[string]bool // directories of datadirs

	loose     map[string]bool       // data files without a known hierarchy; see loose.go
	named     map[string]bool       // requested files
	bare      []*environment.Module // modules without a hiera.yaml
	bareData  map[string]string     // data files of modules without a hiera.yaml, with the name of the hiera.yaml they lack
	unknown   []string              // requested files that are neither data nor a configuration by their name
	templates map[string]bool       // templates of configurations, as shown to users
}

// usedDatadir is a data directory of a hierarchy: files in it that look like data are data.
type usedDatadir struct {
	dir  string
	root *Root
}

// inDatadir reports whether path is in a data directory of a hierarchy.
func (y *layout) inDatadir(path string) bool {
	for dir := range rooted.Up(path) {
		if y.isDatadir[dir] {
			return true
		}
	}
	return false
}

// enclosingEnvironment returns the innermost environment that contains a path; nil if there is none.
func (y *layout) enclosingEnvironment(path string) *Environment {
	var nearest *Environment
	for _, env := range y.environments {
		if env.Dir != "" && rooted.IsBelow(path, env.Dir) && (nearest == nil || len(env.Dir) > len(nearest.Dir)) {
			nearest = env
		}
	}
	return nearest
}

// environmentsBelow returns the environments in a directory, starting with production.
func (y *layout) environmentsBelow(dir string) []*Environment {
	all := lists.Filter(y.environments, func(env *Environment) bool { return env.Dir != "" && rooted.IsBelow(env.Dir, dir) })
	slices.SortStableFunc(all, func(a, b *Environment) int { return lists.CompareBool(a.Name != "production", b.Name != "production") })
	return all
}

// environmentIn returns the environment in exactly this directory; nil if there is none.
func (y *layout) environmentIn(dir string) *Environment {
	for _, env := range y.environments {
		if env.Dir == dir {
			return env
		}
	}
	return nil
}
