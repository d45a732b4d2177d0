package nodes_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
)

// TestCompareInterrupted checks that after a comparison was canceled at the first key that differs,
// no other key is reported, in any phase.
func TestCompareInterrupted(t *testing.T) {
	t.Parallel()
	known, err := facts.Parse("nodes.json", []byte(`[{"certname": "a", "facts": {"role": "db"}}, {"certname": "b", "facts": {"role": "web"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	expensive := []string{"m00", "m01", "m02", "m03"} // need more references than a lookup may follow
	for _, tt := range []struct {
		name  string
		keys  []string
		nodes []*facts.Node
	}{
		{"derived nodes", []string{"k0", "k1", "k2"}, nil},
		{"derived nodes, expensive keys", expensive, nil},
		{"real nodes", []string{"k0", "k1", "k2"}, known},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			side := func(value string) *nodes.Fleet {
				var common strings.Builder
				for i := range 30 {
					fmt.Fprintf(&common, "m%02d: \"%%{lookup('m%02d')}%%{lookup('m%02d')}\"\n", i, i+1, i+1)
				}
				fmt.Fprintf(&common, "m30: %s\nk0: %s\nk1: %s\nk2: %s\n", value, value, value, value)
				dir := filetree.Write(t, map[string]string{
					"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
					"data/common.yaml": common.String(), "data/role/web.yaml": "other: 1\n",
				})
				return nodes.New(load(t, dir), nodes.Options{Puppet: 8, Workers: 1, Nodes: tt.nodes}).Fleets[0]
			}
			name := func(string) string { return "" }
			sides := &nodes.Sides{Before: side("1"), After: side("2"), NameBefore: name, NameAfter: name}
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			var observed atomic.Int32
			err := sides.Keys(ctx, tt.keys, func(string, *nodes.Case, *nodes.Case) bool { return true }, func(*nodes.Compared) {
				observed.Add(1)
				stop()
			})
			if !errors.Is(err, context.Canceled) || observed.Load() != 1 {
				t.Errorf("%d keys were reported, error %v", observed.Load(), err)
			}
		})
	}
}

// TestCompareOnFewNodes checks that a key is only evaluated on nodes that read a changed file with
// another value for it, unless something else may differ, too.
func TestCompareOnFewNodes(t *testing.T) {
	t.Parallel()
	tree := func(change map[string]string) map[string]string {
		files := map[string]string{
			"hiera.yaml": `version: 5
hierarchy:
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Tier, path: "tier/%{facts.tier}.yaml"}
  - {name: Common, path: common.yaml}
`,
			"data/common.yaml": "k: 0\nreferring: \"%{lookup('k')}\"\n", "data/tier/prod.yaml": "k: prod\n",
		}
		for i := range 8 {
			files[fmt.Sprintf("data/role/r%d.yaml", i)] = fmt.Sprintf("k: %d\n", i)
		}
		maps.Copy(files, change)
		return files
	}
	for _, tt := range []struct {
		name     string
		change   map[string]string
		defaults []string
		nodes    int // for each key
		where    string
	}{
		// The two roles, each alone and with the tier.
		{"files", map[string]string{"data/role/r3.yaml": "k: x\n", "data/role/r9.yaml": "k: x\n"}, nil, 4, "nodes with `facts.role` = `r3` or `facts.role` = `r9`"},
		{"another file", map[string]string{"data/role/r3.yaml": "k: x\n", "data/common.yaml": "k: 0\nreferring: \"%{lookup('k')}\"\nother: 1\n"}, nil, 2, "nodes with `facts.role` = `r3`"},
		{"options", map[string]string{"data/role/r3.yaml": "k: x\n", "data/common.yaml": "k: 0\nreferring: \"%{lookup('k')}\"\nlookup_options: {other: {merge: first}}\n"}, nil, 11, "nodes with `facts.role` = `r3`"},
		{"a default", map[string]string{"data/role/r3.yaml": "k: x\n"}, []string{"k", "referring"}, 11, "nodes with `facts.role` = `r3`"},
		{"functions", map[string]string{"data/role/r3.yaml": "k: x\n", "hiera.yaml": tree(nil)["hiera.yaml"] + "  - {name: Site, lookup_key: site::find}\n"}, nil, 11, "nodes with `facts.role` = `r3`"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			side := func(change map[string]string) (*nodes.Fleet, func(string) string) {
				dir := filetree.Write(t, tree(change))
				return nodes.New(load(t, dir), nodes.Options{Puppet: 8, Workers: 1}).Fleets[0], func(path string) string {
					base := filepath.Base(dir) + "/" // the directory around it may end in the same way
					return path[strings.LastIndex(path, base)+len(base):]
				}
			}
			sides := &nodes.Sides{Defaults: tt.defaults}
			was := map[string]string{}
			if text, ok := tt.change["hiera.yaml"]; ok {
				was["hiera.yaml"] = text
			}
			sides.Before, sides.NameBefore = side(was)
			sides.After, sides.NameAfter = side(tt.change)
			differ := func(name string, before, after *nodes.Case) bool {
				return name != "other" && before.Result.Value.Hash() != after.Result.Value.Hash()
			}
			touched := sides.Touched(false)
			seen := 0
			err := sides.Keys(t.Context(), touched, differ, func(c *nodes.Compared) {
				seen++
				if w := c.Where(c.Pairs); c.Nodes != tt.nodes || w.Text != tt.where {
					t.Errorf("%s: evaluated on %d nodes, differs on %s", c.Name, c.Nodes, w.Text)
				}
			})
			if err != nil || seen != 2 {
				t.Errorf("%d keys of %q differ, error %v", seen, touched, err)
			}
		})
	}
}
