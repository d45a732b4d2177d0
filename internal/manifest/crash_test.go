package manifest

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestCrash checks that a mistake of hieralint costs one file: it counts as one that could not be read.
func TestCrash(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"a.pp": "class a {}\n"})
	r := NewIndexer(data.NewStore())
	x := newIndex([]*module{{name: "a", found: []found{r.guarded(codeFile{path: dir + "/a.pp", name: "a"})}}}) // of no module
	if len(x.Crashes) != 1 || !strings.Contains(x.Crashes[0].Error(), "hieralint crashed on the file ") {
		t.Errorf("crashes: %v", x.Crashes)
	}
	if _, presence := x.Class("a"); presence != Unknown {
		t.Errorf("the presence of the class is %v", presence)
	}
}
