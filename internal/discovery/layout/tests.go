package layout

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
)

// testDirs lists the directories for tests of a module, whose hierarchies are not searched for otherwise.
var testDirs = []string{"spec", "acceptance", "test", "tests"}

// maxTestDepth is the number of directories below one for tests that are searched for a hierarchy.
const maxTestDepth = 3

// IsReadByTests reports whether a hierarchy for the tests of a module or environment reads a file. It looks for
// hierarchies when it is first asked, since few data directories have files that nothing else reads.
func (w *Weigher) IsReadByTests(root *project.Root, path string) bool {
	index, known := w.tests[root.Dir]
	if !known {
		var locations []*locate.Location
		if f := w.Folder(root.Dir); f != nil {
			locations = lists.FlatMap(testDirs, func(name string) []*locate.Location {
				return w.locationsOfTests(w.Sub(f, name), maxTestDepth)
			})
		}
		index = locate.IndexLocations(locations)
		w.tests[root.Dir] = index
	}
	return len(index.Matches(path)) > 0
}

// locationsOfTests returns the locations of the hierarchies in a directory, which may be nil, and below. Modules that tests
// install are passed over.
func (w *Weigher) locationsOfTests(f *worktree.Folder, depth int) []*locate.Location {
	if f == nil || depth == 0 || !w.Enter(f.Dir) {
		return nil
	}
	var found []*locate.Location
	for _, e := range f.Entries {
		path := filepath.Join(f.Dir, e.Name)
		switch {
		case e.Err != nil || e.Dir && (e.Link || e.Name == "modules"):
		case e.Dir:
			found = append(found, w.locationsOfTests(w.Folder(path), depth-1)...)
		case strings.Contains(e.Name, "hiera") && strings.Contains(e.Name, ".y"):
			if doc, err := w.Store.Document(path, data.YAML); err != nil || !recognize.IsHierarchy(doc) {
				continue
			}
			if c := w.contenderNamed(path); c != nil {
				found = append(found, c.Locations...)
			}
		}
	}
	return found
}
