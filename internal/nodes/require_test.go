package nodes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
)

func TestRequire(t *testing.T) {
	tree := func() map[string]string {
		return map[string]string{
			"hiera.yaml":            hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "role/%{facts.role}.yaml"`, "path: common.yaml"),
			"data/nodes/web01.yaml": "a::x: 1\n",
			"data/role/db.yaml":     "a::y: 1\n",
			"data/common.yaml":      "a::z: 1\n",
		}
	}
	names := map[nodes.Where]*manifest.Inclusion{nodes.Named("web01"): nil, nodes.Named("web02"): nil}
	require := func(env *nodes.Fleet) {
		env.Require([]nodes.Requirement{
			{Key: "a::nowhere", Everywhere: true}, {Key: "a::x", Where: names}, {Key: "a::y", Where: names}, {Key: "a::z", Where: names}, {Key: "a.b", Everywhere: true},
		})
	}
	lack := func(c *nodes.Case) bool { return c.Needed && c.NotFound }

	env := only(t, tree())
	if got := env.Certnames(); !slices.Equal(got, []string{"web01"}) {
		t.Errorf("Certnames() = %q", got)
	}
	require(env)
	if got := len(env.Names()); got != 4 {
		t.Errorf("got %d keys", got)
	}
	all := keys(t, env)
	if all["a.b"] != nil {
		t.Error("a.b was not treated as a subkey")
	}
	if e := all["a::nowhere"].Extent(lack); !e.Everywhere {
		t.Errorf("a::nowhere: missing on %s", e.Text)
	}
	for key, want := range map[string]string{"a::x": "web02", "a::y": "", "a::z": ""} {
		var lacking []string
		for _, w := range all[key].EveryoneWhere(lack) {
			name, _ := w.Certname()
			lacking = append(lacking, name)
		}
		if got := strings.Join(lacking, " "); got != want {
			t.Errorf("%s is missing on %q, want %q", key, got, want)
		}
		for _, c := range all[key].Cases {
			if got, want := all[key].Extent(func(other *nodes.Case) bool { return other == c }).Text, "nodes with "; got == want {
				t.Errorf("%s: extent does not cover a case", key)
			}
		}
	}

	var real []*facts.Node
	for _, name := range []string{"web01", "web02", "web03"} {
		read, err := facts.Parse("nodes.json", fmt.Appendf(nil, `{"certname": %q, "facts": {"role": "web"}}`, name))
		if err != nil {
			t.Fatal(err)
		}
		real = append(real, read...)
	}
	env = only(t, tree(), real...)
	if got := fmt.Sprint(env.Certnames()); got != "[web01 web02 web03]" {
		t.Errorf("Certnames() = %s", got)
	}
	require(env)
	all = keys(t, env)
	for key, want := range map[string]int{"a::nowhere": 3, "a::x": 1, "a::y": 2, "a::z": 0} {
		if got := all[key].Extent(lack).Real; got != want {
			t.Errorf("%s: missing on %d nodes, want %d", key, got, want)
		}
	}
}

// TestExtensionsNotKnown checks that a value that depends on a certificate extension may exist if
// the facts were written by facter, which does not include extensions.
func TestExtensionsNotKnown(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":         hierarchy(`path: "role/%{trusted.extensions.pp_role}.yaml"`, "path: common.yaml"),
		"data/role/web.yaml": "a::x: 1\n",
		"data/common.yaml":   "a::z: 1\n",
	}
	for text, known := range map[string]bool{
		`{"certname": "web01", "facts": {"kernel": "Linux"}}`:                                               false,
		`{"certname": "web01", "facts": {"kernel": "Linux"}, "trusted": {"certname": "web01"}}`:             false,
		`{"certname": "web01", "facts": {"kernel": "Linux"}, "trusted": {"extensions": {"pp_role": "db"}}}`: true,
	} {
		real, err := facts.Parse("nodes.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		env := only(t, tree, real...)
		if got := env.KnowsExtensions(); got != known {
			t.Errorf("%s: KnowsExtensions() = %t", text, got)
		}
		env.Require([]nodes.Requirement{{Key: "a::x", Everywhere: true}, {Key: "a::y", Everywhere: true}})
		all := keys(t, env)
		for key, want := range map[string]bool{"a::x": known, "a::y": true} {
			if got := slices.ContainsFunc(all[key].Cases, func(c *nodes.Case) bool { return c.Needed && c.NotFound }); got != want {
				t.Errorf("%s: %s certainly missing: got %t", text, key, got)
			}
		}
	}
}
