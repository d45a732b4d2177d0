package runner_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/runner"
)

// TestSameFindingInEnvironments checks that the same one of several findings is kept if environments with the same data
// differ in a related place.
func TestSameFindingInEnvironments(t *testing.T) {
	t.Parallel()
	lists, code := "", ""
	for i := range 20 { // sorting a few findings would be stable
		lists += fmt.Sprintf("list%d: [app, app::nothing]\n", i)
		code += fmt.Sprintf("include lookup('list%d')\n", i)
	}
	tree := map[string]string{"hiera.yaml": ":hierarchy: [common]\n:yaml:\n  :datadir: /etc/puppet/data\n", "data/common.yaml": lists}
	for _, env := range []string{"a", "b", "c", "d"} {
		tree["environments/"+env+"/manifests/site.pp"] = code
		tree["environments/"+env+"/modules/app/manifests/init.pp"] = "class app {}\n"
	}
	dir := filetree.Write(t, tree)
	related := func() []string {
		var all []string
		for _, d := range run(t, load(t, dir), runner.Options{}).Diagnostics {
			for _, r := range d.Related {
				all = append(all, r.File.Path)
			}
		}
		return all
	}
	first := related()
	if len(first) == 0 {
		t.Fatal("no finding has a related place")
	}
	for range 10 {
		if diff := cmp.Diff(first, related()); diff != "" {
			t.Fatal(diff)
		}
	}
}
