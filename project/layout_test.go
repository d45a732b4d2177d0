package project_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestDirectories tells where data and modules were found.
func TestDirectories(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"environment.conf":                 "modulepath = site:modules:$basemodulepath\n",
		"hiera.yaml":                       v5 + "  - {name: More, datadir: more, path: x.yaml}\n",
		"data/common.yaml":                 "",
		"more/x.yaml":                      "",
		"site/profile/manifests/a/deep.pp": "class profile::a::deep { }",
	}))
	p := load(t, ".")
	if diff := cmp.Diff([]string{"data", "more"}, p.Roots[0].Datadirs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"site"}, p.Environments[0].ModuleDirs); diff != "" {
		t.Error(diff)
	}
	if !p.Environments[0].HasCode() {
		t.Error("the manifests of the module were not seen")
	}
	t.Chdir(filetree.Write(t, map[string]string{"hiera.yaml": v5, "data/common.yaml": "", "manifests/": ""}))
	if load(t, ".").Environments[0].HasCode() {
		t.Error("there is no code")
	}
}
