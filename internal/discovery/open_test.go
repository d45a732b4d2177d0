package discovery_test

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

// TestModuleAroundData checks that a repository that is a module is found if it also contains the data of servers.
func TestModuleAroundData(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"the namespace of its classes": {map[string]string{"manifests/db.pp": "class shop::db($host) { }\n", "manifests/web.pp": "class shop::web { }\n"}, "shop"},
		"in folders":                   {map[string]string{"manifests/web/front.pp": "class shop::web::front { }\n", "manifests/db.pp": "\n", "metadata.json": `{"name": "acme-shop", "dependencies": []}`}, "shop"},
		"no class":                     {map[string]string{"manifests/db.pp": "include shop\n"}, ""},
		"a hierarchy of its own":       {map[string]string{"manifests/db.pp": "class shop::db { }\n", "hiera.yaml": common, "metadata.json": `{"name": "acme-shop", "dependencies": []}`}, ""},
		"nodes":                        {map[string]string{"manifests/db.pp": "class shop::db { }\nnode default { }\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{".git/HEAD": "", "hiera/hiera.yaml": v3("/etc/puppet/hiera/data"), "hiera/data/common.yaml": "shop::db::port: 1\n"}
			maps.Copy(files, tt.files)
			p := load(t, filetree.Write(t, files))
			for _, env := range p.Environments {
				if env.Global == nil || env.Global.Config.Version != 3 {
					continue
				}
				got := ""
				for _, m := range env.Environment.Modules() {
					got += m.Name
				}
				if got != tt.want || tt.want != "" && env.Module(tt.want) == nil {
					t.Errorf("modules: got %q, want %q", got, tt.want)
				}
				return
			}
			t.Error("no environment with the hierarchy")
		})
	}
}
