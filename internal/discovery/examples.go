package discovery

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
)

// onlyExamples returns the files that a location would read if they existed, and of which the tree
// contains an example.
func (u *unseenFinder) onlyExamples(at *locate.Location) []string {
	var missing []string
	for _, path := range u.examples {
		meant := recognize.ExampleOf(path)
		stands := func(f glob.Match) bool { return recognize.StandsFor(path, f.Values) }
		if !slices.ContainsFunc(at.Pattern.Find(filepath.ToSlash(meant)), stands) {
			continue
		}
		if !u.Exists(meant) && u.byName[meant] == nil {
			missing = append(missing, meant)
		}
	}
	return missing
}

// excludeExamples finds the examples in the data directories. A level that would read them for a
// value such as `production.example` is not meant for them: they are intentionally unread.
func (g *gatherer) excludeExamples() {
	for path := range g.candidates {
		if recognize.ExampleOf(path) != "" {
			g.examples = append(g.examples, path)
		}
	}
	slices.Sort(g.examples)
	for _, path := range g.examples {
		f := g.byName[path]
		if f == nil {
			continue
		}
		represented := g.index.Matches(recognize.ExampleOf(path))
		f.Matches = slices.DeleteFunc(f.Matches, func(m project.Match) bool {
			return len(m.Vars) > 0 && recognize.StandsFor(path, m.Vars) && slices.ContainsFunc(represented, func(of project.Match) bool { return of.ID() == m.ID() })
		})
		if len(f.Matches) == 0 {
			f.Stray = project.Example
		}
	}
}
