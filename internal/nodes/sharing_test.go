package nodes_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestSharing checks that results are the same whether environments and nodes share resolved levels
// or not. HIERALINT_TEST_TREES names further trees.
func TestSharing(t *testing.T) {
	t.Parallel()
	trees := filepath.SplitList(os.Getenv("HIERALINT_TEST_TREES"))
	for _, pattern := range []string{filepath.Join("..", "..", "testdata", "*"), filepath.Join(reference.Dir(t), "corpus", "*", "*")} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, found...)
	}
	for _, tree := range trees {
		t.Run(filepath.Base(tree), func(t *testing.T) {
			t.Parallel()
			compareShared(t, tree)
		})
	}
}

// TestSharingOfLevels checks the same for levels that depend on several variables, of which one may
// be part of another, and for values with variables.
func TestSharingOfLevels(t *testing.T) {
	t.Parallel()
	for name, tree := range variedTrees() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareShared(t, filetree.Write(t, tree))
		})
	}
}

// variedTrees returns control repos with the same data and different hierarchies.
func variedTrees() map[string]map[string]string {
	data := map[string]string{
		"data/role/web.yaml":       "lookup_options: {own: {merge: deep}}\nk: {a: 1}\nlist: [web]\nown: {a: 1}\nsays: \"%{facts.role} %{facts.site} %{os.name} %{os}\"\n",
		"data/role/db.yaml":        "k: {b: 1}\nlist: [db]\nsays: \"%{lookup('name')}\"\n",
		"data/site/osl.yaml":       "k: {a: 2}\nlist: [osl]\nown: {b: 2}\nname: osl\n",
		"data/site/web.yaml":       "k: {a: 2}\nlist: [--web]\nname: web\n",
		"data/osl/web.yaml":        "k: {c: 1}\nlist: [both]\nname: both\n",
		"data/os/Debian/12.yaml":   "k: {d: 1}\nlist: [twelve]\n",
		"data/os/RedHat/9.yaml":    "k: {d: 1}\n",
		"data/team/ops.yaml":       "k: {t: 1}\nlist: [ops]\n",
		"data/team/web.yaml":       "k: {t: 2}\nlist: [web]\n",
		"data/common.yaml":         "lookup_options: {k: {merge: deep}, list: {merge: unique}}\nname: common\nlist: []\ncalled: \"%{lookup('name')}\"\n",
		"data/UPPER/case.yaml":     "k: {u: 1}\n",
		"modules/m/hiera.yaml":     "version: 5\nhierarchy:\n  - {name: OS, path: \"os/%{facts.os.name}.yaml\"}\n  - {name: Site, path: \"site/%{facts.site}.yaml\"}\n",
		"modules/m/data/os/A.yaml": "lookup_options: {'m::x': {merge: hash}}\nm::x: {a: 1}\n", "modules/m/data/site/osl.yaml": "m::x: {b: 1}\n",
	}
	trees := map[string]map[string]string{}
	for name, levels := range map[string]string{
		"two":     hierarchy(`path: "role/%{facts.role}.yaml"`, `path: "%{facts.site}/%{facts.role}.yaml"`, `path: "site/%{facts.site}.yaml"`, `path: common.yaml`),
		"paths":   hierarchy(`paths: ["%{facts.site}/%{facts.role}.yaml", "role/%{facts.role}.yaml", "os/%{facts.os.name}/%{facts.os.release.major}.yaml"]`, `paths: ["site/%{site}.yaml", "common.yaml"]`),
		"globs":   hierarchy(`glob: "%{facts.site}/*.yaml"`, `globs: ["role/%{role}.yaml", "os/%{os.name}/*.yaml"]`, `path: common.yaml`),
		"mapped":  hierarchy(`mapped_paths: [teams, team, "team/%{team}.yaml"]`, `path: "role/%{facts.role}.yaml"`, `path: common.yaml`),
		"nested":  hierarchy(`path: "role/%{facts.os.name}.yaml"`, `path: "site/%{facts.os}.yaml"`, `path: "%{facts.site}/%{facts.os.name}.yaml"`, `path: common.yaml`),
		"datadir": hierarchy(`path: "role/%{role}.yaml"`, `datadir: "data/%{site}", path: "%{role}.yaml"`, `path: "site/%{site}.yaml"`, `path: common.yaml`),
		"default": hierarchy(`path: "role/%{facts.role}.yaml"`, `path: "site/%{facts.site}.yaml"`, `path: common.yaml`) + "default_hierarchy:\n  - {name: D, path: \"%{facts.site}/%{facts.role}.yaml\"}\n",
		"named":   hierarchy(`path: "role/%{role}.yaml"`, `path: "site/%{environment}.yaml"`, `path: common.yaml`),
	} {
		trees[name] = map[string]string{"hiera.yaml": levels}
		maps.Copy(trees[name], data)
	}
	return trees
}

// TestSharingOfEnvironments checks the same for two environments with the same hierarchy.
func TestSharingOfEnvironments(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]string{"plain": "", "name": "of: \"%{environment}\"\n", "scope": "of: \"%{scope('settings::environment')}\"\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareShared(t, filetree.Write(t, map[string]string{
				"hiera.yaml":                           strings.ReplaceAll(hierarchy(`path: "role/%{facts.role}.yaml"`, `path: common.yaml`), "hierarchy:", "defaults: {datadir: data, data_hash: yaml_data}\nhierarchy:"),
				"data/common.yaml":                     "lookup_options: {k: {merge: unique}}\nk: [a]\nv: 1\n" + more,
				"data/role/web.yaml":                   "k: [b]\nv: 2\n",
				"environments/one/manifests/site.pp":   "",
				"environments/other/manifests/site.pp": "",
			}))
			compareShared(t, filetree.Write(t, map[string]string{
				"hiera.yaml":                           ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{environment}\", common]\n",
				"hieradata/common.yaml":                "k: [a]\nv: 1\n" + more,
				"hieradata/staging.yaml":               "k: [b]\nv: 2\n",
				"environments/one/manifests/site.pp":   "",
				"environments/other/manifests/site.pp": "",
			}))
		})
	}
}

func compareShared(t *testing.T, tree string) {
	t.Helper()
	shared := inventory(t, tree)
	names := make([][]string, len(shared.Fleets))
	got := make([]map[string]string, len(shared.Fleets))
	for i, env := range shared.Fleets {
		names[i], got[i] = env.Names(), map[string]string{}
	}
	var mu sync.Mutex
	if err := shared.Keys(context.Background(), names, func(i int, k *nodes.Key) {
		text := describe(k)
		mu.Lock()
		defer mu.Unlock()
		got[i][k.Name] = text
	}); err != nil {
		t.Fatal(err)
	}
	for i, env := range inventory(t, tree).Fleets {
		env.ResolveEach()
		want := map[string]string{}
		for name, k := range keys(t, env) {
			want[name] = describe(k)
		}
		if diff := cmp.Diff(want, got[i]); diff != "" {
			t.Errorf("environment %d (-not shared +shared):\n%s", i, diff)
		}
	}
}

func inventory(t *testing.T, tree string) *nodes.Inventory {
	t.Helper()
	return nodes.New(load(t, tree), nodes.Options{Puppet: 8, Workers: 2})
}

// describe formats everything about a key that rules can see.
func describe(k *nodes.Key) string {
	var b strings.Builder
	for i, c := range k.Cases {
		fmt.Fprintf(&b, "case %d of %d nodes: %v %v, needed %v\n", i, c.Count, c.NotFound, c.Err, c.Needed)
		if c.Result.Value != nil {
			fmt.Fprintf(&b, "  value %s\n", rubytext.Inspect(c.Result.Value))
		}
		if c.Entry != nil && c.Entry.KeyNode != nil {
			fmt.Fprintf(&b, "  options at %v, %v\n", c.Entry.KeyNode.Span, c.Entry.Err)
		}
		for _, v := range c.Values {
			fmt.Fprintf(&b, "  %s in %s\n", rubytext.Inspect(v.Value), v.Key.Node().Doc.File.Path)
		}
		for _, u := range c.Result.Unknown {
			fmt.Fprintf(&b, "  unknown %s\n", u)
		}
		for _, o := range c.Result.Observations {
			fmt.Fprintf(&b, "  observed %v %s\n", o.Kind, o.Name)
		}
		for _, n := range c.Nodes {
			fmt.Fprintf(&b, "  on %v\n", n.Variables())
		}
		fmt.Fprintf(&b, "  extent %+v\n", k.Extent(func(other *nodes.Case) bool { return other == c }))
	}
	for _, d := range k.Definitions() {
		fmt.Fprintf(&b, "defined in %s, read with %v\n", d.File.Path, slices.IndexFunc(k.Definitions(), d.IsReadWith))
	}
	return b.String()
}
