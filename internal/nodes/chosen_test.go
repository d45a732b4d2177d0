package nodes_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
)

// TestNamesAt checks that NamesAt returns the keys whose values may depend on the selected files.
func TestNamesAt(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera.yaml":        hierarchy(`path: "role/%{facts.role}.yaml"`, "path: common.yaml", "path: options.yaml"),
		"data/common.yaml":  "a: 1\nb: \"%{lookup('a')}\"\nc: \"%{alias('b')}\"\nd: 4\ne: 5\n",
		"data/role/x.yaml":  "a: 2\nm::x: 1\n",
		"data/role/y.yaml":  "d: \"%{lookup('nowhere')}\"\n",
		"data/role/z.yaml":  "nowhere: 1\n",
		"data/options.yaml": "lookup_options:\n  b: {merge: unique}\n  '^m::': {merge: hash}\n",
	}
	everything := "a b c d e m::x nowhere"
	for files, want := range map[string]string{
		"role/x": "a b c m::x", "role/y": "d", "role/z": "d nowhere", "role/x role/z": "a b c d m::x nowhere",
		"common": "a b c d e", "options": "b c m::x", "none": "", "hiera": "",
	} {
		env := only(t, tree)
		chosen := func(path string) bool {
			for file := range strings.FieldsSeq(files) {
				if strings.HasSuffix(path, "/"+file+".yaml") {
					return true
				}
			}
			return false
		}
		if got := strings.Join(env.NamesAt(chosen), " "); got != want {
			t.Errorf("%s: %s, want %s", files, got, want)
		}
	}

	// A change of hiera.yaml itself affects evaluation only if it has more than paths and variables.
	inHierarchy := func(path string) bool { return strings.HasSuffix(path, "/hiera.yaml") }
	for levels, want := range map[string]string{
		`glob: "role/*.yaml"`:                      "",
		`path: "%{facts.site}/x.yaml"`:             "",
		`glob: "%{facts.site}/*.yaml"`:             "",
		`path: x.yaml, datadir: "%{facts.site}"`:   "",
		`glob: "*{a,b}.yaml"`:                      everything,
		`path: x.yaml, datadir: "%{lookup('a')}"`:  everything,
		`glob: "**/*.yaml"`:                        everything,
		`path: "%{lookup('a')}.yaml"`:              everything,
		`uri: "http://%{facts.role}"`:              everything,
		`mapped_paths: [facts.a, b, "%{b}.yaml"]`:  everything,
		`path: x.yaml, lookup_key: ours::lookup`:   everything,
		`path: x.yaml, options: {a: "%{facts.b}"}`: everything,
		`path: [1]`: everything,
	} {
		with := maps.Clone(tree)
		with["hiera.yaml"] = hierarchy(`path: "role/%{facts.role}.yaml"`, "path: common.yaml", "path: options.yaml", levels)
		if got := strings.Join(only(t, with).NamesAt(inHierarchy), " "); got != want {
			t.Errorf("%s: %s, want %s", levels, got, want)
		}
	}

	// These lookup_options may apply to any key.
	inX := func(path string) bool { return strings.HasSuffix(path, "/x.yaml") }
	for _, options := range []string{"lookup_options: {'^(': {merge: hash}}\n", "lookup_options: {b: {merge: \"%{x}\"}}\n"} {
		tree["data/role/x.yaml"] = options
		if got := strings.Join(only(t, tree).NamesAt(inX), " "); got != strings.ReplaceAll(everything, " m::x", "") {
			t.Errorf("%s: %s", options, got)
		}
	}
	tree["data/role/x.yaml"] = ""
	known, err := facts.Parse("node.json", []byte(`{"certname": "n", "facts": {"role": "%{lookup('a')}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(only(t, tree, known...).NamesAt(inX), " "); got != "a b c d e nowhere" {
		t.Errorf("with a token in a fact: %s", got)
	}
}
