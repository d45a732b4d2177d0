package project_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestModulesWithoutEnvironmentConf checks which directories with modules are found if the
// modulepath is a setting of the server.
func TestModulesWithoutEnvironmentConf(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":                                "version: 5\n",
		"data/common.yaml":                          "a: 1\n",
		"modules/ntp/manifests/init.pp":             "class ntp { }\n",
		"site/profile/manifests/init.pp":            "class profile { }\n",
		"site-modules/role/manifests/init.pp":       "class role { }\n",
		"dist/app/js/main.js":                       "",
		"modules/profile2/site/x/manifests/init.pp": "class x { }\n",
	}
	for name, tt := range map[string]struct {
		conf string
		want map[string]bool
	}{
		"no environment.conf": {"", map[string]bool{"ntp": true, "profile": true, "role": true, "app": false, "x": false}},
		"other settings":      {"environment_timeout = 0\n", map[string]bool{"ntp": true, "profile": true, "role": true}},
		"it says where":       {"modulepath = modules\n", map[string]bool{"ntp": true, "profile": false, "role": false}},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(tree)
			if tt.conf != "" {
				files["environment.conf"] = tt.conf
			}
			p := load(t, filetree.Write(t, files))
			if len(p.Environments) != 1 {
				t.Fatalf("%d environments", len(p.Environments))
			}
			for module, want := range tt.want {
				if got := p.Environments[0].Module(module) != nil; got != want {
					t.Errorf("module %s: %v, want %v", module, got, want)
				}
			}
		})
	}
}

// TestModuleBesideManifests checks that a module in the directory of the environment itself is
// found, which some repositories link into the modulepath.
func TestModuleBesideManifests(t *testing.T) {
	p := load(t, filetree.Write(t, map[string]string{
		"hiera.yaml":                       v5in("data"),
		"data/common.yaml":                 "shop::web::prot: 1\n",
		"manifests/site.pp":                "node default { }\n",
		"modules/README":                   "",
		"shop/manifests/web/backend.pp":    "class shop::web::backend { }\n",
		"vagrant/manifests/server.pp":      "class site { }\n",
		"provision/ansible/manifest.yaml":  "",
		"tests/manifests/all.pp":           "class tests::all { }\n",
		"data/nodes/shop.example.org.yaml": "",
	}))
	if len(p.Environments) != 1 {
		t.Fatalf("%d environments", len(p.Environments))
	}
	if p.Environments[0].Module("shop") == nil {
		t.Error("module shop not found")
	}
}
