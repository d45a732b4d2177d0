package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules/interpolation"
)

// manyFacts returns a tree with n files that use the same legacy fact, and one that uses another.
func manyFacts(n int) map[string]string {
	tree := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a: \"%{facts.hostname}\"\n",
	}
	for i := range n {
		tree[fmt.Sprintf("data/role/r%02d.yaml", i)] = "b: \"%{facts.osfamily}\"\n"
	}
	return tree
}

func TestUnited(t *testing.T) {
	for _, tt := range []struct{ places, shown int }{{20, 21}, {21, 2}, {40, 2}} {
		found := run(t, load(t, filetree.Write(t, manyFacts(tt.places))), runner.Options{Rules: []*rule.Rule{interpolation.LegacyFact}}).Diagnostics
		if len(found) != tt.places+1 {
			t.Fatalf("%d findings, want %d", len(found), tt.places+1)
		}
		shown := runner.CombineRepeated(found)
		if len(shown) != tt.shown {
			t.Errorf("got %d of %d findings, want %d", len(shown), len(found), tt.shown)
		}
		if last := shown[1]; tt.shown == 2 {
			if want := fmt.Sprintf("`osfamily` is a legacy fact (and %d more with the same cause)", tt.places-1); last.Message != want {
				t.Errorf("message: got %q, want %q", last.Message, want)
			}
			if last.Count != tt.places || len(last.Related) != tt.places-1 || !strings.HasSuffix(last.File.Path, "r00.yaml") {
				t.Errorf("count %d, %d related, in %s", last.Count, len(last.Related), last.File.Path)
			}
			if len(last.Fixes) != 1 || len(last.Fixes[0].Edits) != tt.places {
				t.Errorf("fixes %+v", last.Fixes)
			}
		}
	}
}

// TestUnitedAreSuppressedOneByOne checks that suppressions and the baseline apply to findings
// before they are united.
func TestUnitedAreSuppressedOneByOne(t *testing.T) {
	tree := manyFacts(30)
	for i := range 8 {
		tree[fmt.Sprintf("data/role/r%02d.yaml", i)] += "# hieralint:ignore legacy-fact -- old agents\nc: \"%{facts.osfamily}\"\n"
	}
	dir := filetree.Write(t, tree)
	all := run(t, load(t, dir), runner.Options{})
	if len(all.Suppressed) != 8 || len(all.Diagnostics) != 31 {
		t.Fatalf("%d findings, %d suppressed", len(all.Diagnostics), len(all.Suppressed))
	}
	known := runner.NewBaseline(dir, all.Diagnostics[5:])
	rest := run(t, load(t, dir), runner.Options{Baseline: known})
	if shown := runner.CombineRepeated(rest.Diagnostics); len(shown) != 5 || len(rest.Stale) > 0 {
		t.Errorf("%d findings not in the baseline, want 5; stale: %v", len(shown), rest.Stale)
	}
}

// TestUnitedFixes checks that findings of one cause are combined by what fixing does to them.
func TestUnitedFixes(t *testing.T) {
	t.Parallel()
	shadowed := &diagnostic.Descriptor{Name: "shadowed-value"}
	file := source.New("common.yaml", []byte("a: 1\n"))
	edits := []diagnostic.TextEdit{diagnostic.Insert(file, 0, "#")}
	safe, unsafe := diagnostic.Fix{Message: "safe", Safe: true, Edits: edits}, diagnostic.Fix{Message: "unsafe", Edits: edits}
	for _, tt := range []struct {
		none, unsafe, safe int
		want               string
	}{
		{21, 0, 0, "21 "},
		{0, 0, 21, "21 safe 21"},
		{10, 10, 0, strings.Repeat("0 , ", 10) + strings.TrimSuffix(strings.Repeat("0 unsafe 1, ", 10), ", ")},
		{2, 18, 1, "2 , 18 unsafe 18, 0 safe 1"},
	} {
		var found []diagnostic.Diagnostic
		for kind, n := range []int{tt.none, tt.unsafe, tt.safe} {
			for range n {
				fixes := [][]diagnostic.Fix{nil, {unsafe}, {unsafe, safe}}[kind]
				found = append(found, diagnostic.Diagnostic{Rule: shadowed, Cause: "c", File: file, Fixes: fixes})
			}
		}
		var got []string
		for _, d := range runner.CombineRepeated(found) {
			text := fmt.Sprint(d.Count, " ")
			if len(d.Fixes) > 0 {
				fix := d.SafeFirst()[0]
				text += fmt.Sprint(fix.Message, " ", len(fix.Edits))
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("got %q, want %q", strings.Join(got, ", "), tt.want)
		}
	}
}
