package manifest

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestCrash checks that a crash in hieralint affects a single file, which counts as unreadable.
func TestCrash(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"a.pp": "class a {}\n"})
	r := NewIndexer(data.NewStore())
	x := newIndex([]*module{{name: "a", found: []found{r.guarded(codeFile{path: dir + "/a.pp", name: "a"})}}}) // without a module, guarded crashes
	if len(x.Crashes) != 1 || !strings.Contains(x.Crashes[0].Error(), "hieralint crashed on the file ") {
		t.Errorf("crashes: %v", x.Crashes)
	}
	if _, presence := x.Class("a"); presence != Unknown {
		t.Errorf("presence of the class: got %v, want Unknown", presence)
	}
}
