package classify

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/serverpath"
)

// Argument is a requested path.
type Argument struct {
	Path string // absolute
	Dir  bool
	// Whole reports that the path is an environment, a code directory, or a module, including
	// everything that belongs to it.
	Whole bool
}

// Request describes what to load.
type Request struct {
	Options worktree.Options // with absolute paths of environments
	Paths   []string         // absolute
	Args    []Argument       // for the paths that exist
	Bases   []string         // the directories to search for projects; see lookAround
	// shown are hidden directories that are searched like others: requested ones, those around what was requested, and those
	// around a hierarchy that a Vagrantfile names.
	shown map[string]bool
}

// IsHidden reports whether a file or directory is passed over because its name starts with a dot.
func (q *Request) IsHidden(path string) bool {
	return strings.HasPrefix(filepath.Base(path), ".") && !q.shown[path]
}

// show ends the hiding of directories around a path, and of the path itself, within top. It returns the outermost of those
// that were hidden; "" if there are none.
func (q *Request) show(path, top string) (outermost string) {
	for dir := path; dir != top && rooted.IsBelow(dir, top) && filepath.Base(dir) != ".git"; dir = filepath.Dir(dir) {
		if q.IsHidden(dir) {
			q.shown[dir] = true
			outermost = dir
		}
	}
	return outermost
}

// OptionsFor returns the options of the environment in a directory; nil if there are none.
func (q *Request) OptionsFor(dir string) *worktree.EnvironmentOptions {
	for i := range q.Options.Environments {
		if o := &q.Options.Environments[i]; o.Dir == dir {
			return o
		}
	}
	return nil
}

// MappingsFor returns the data directories that Options maps for a configuration, in the
// environment that contains or names it.
func (q *Request) MappingsFor(path string) []serverpath.Mapping {
	var all serverpath.Map
	for _, o := range q.Options.Environments {
		if o.HieraConfig == "" && !rooted.IsBelow(path, o.Dir) || o.HieraConfig != "" && o.HieraConfig != path {
			continue
		}
		for _, written := range slices.Sorted(maps.Keys(o.Datadirs)) {
			all.Add(written, o.Datadirs[written])
		}
	}
	return all.Mappings
}

// Asked reports whether path or a directory that contains it was requested. Installed modules are
// not included unless the module or something in it was requested.
func (q *Request) Asked(path string, installed []string) bool {
	return slices.ContainsFunc(q.Paths, func(asked string) bool {
		return rooted.IsBelow(path, asked) && !slices.ContainsFunc(installed, func(dir string) bool { return rooted.IsBelow(path, dir) && !rooted.IsBelow(asked, dir) })
	})
}

// Excluded reports whether a path is excluded. It is not if it, or an excluded directory that
// contains it, was requested.
func (q *Request) Excluded(path string) bool {
	if q.Options.Exclude == nil || !q.Options.Exclude(path) {
		return false
	}
	return q.Options.ForceExclude || !slices.ContainsFunc(q.Paths, func(asked string) bool { return rooted.IsBelow(path, asked) && q.Options.Exclude(asked) })
}
