package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestEnvironmentConfInvalid(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, fixed string }{
		{"all is well", "# where modules are\nmodulepath = site-modules:modules:$basemodulepath\nmanifest = manifests\nenvironment_timeout = 0\n", ""},
		{"unknown setting", "module_path = site # want warning \"unknown setting `module_path`\"\n", "modulepath = site\n"},
		{"unknown setting like no other", "color = blue # want warning \"unknown setting `color`\"\n", ""},
		{"unknown variable", "modulepath = a:$basemodulpath # want error \"undefined setting `basemodulpath`\"\n", "modulepath = a:$basemodulepath\n"},
		{"repeated", "modulepath = a\nmodulepath = b # want warning \"set twice\"\n", ""},
		{"an invalid line", "modulepath: site # want error \"invalid line in\"\n", ""},
		{"section", "[agent] # want warning \"no sections\"\nmodulepath = a\n", ""},
		{"main", "[main]\nmodulepath = a\n", ""},
		{"spaces", "modulepath = a : b: c # want warning \"part of the directory name\"\n", ""},
		{"a comment after a value", "modulepath = a #b # want warning \"does not start a comment\"\n", ""},
		{"the environment in its own path", "modulepath = $environment/a:b # want warning \"is undefined\"\n", ""},
		{"an empty entry", "modulepath = a::b # want warning \"empty modulepath entry\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, hierarchy.EnvironmentConfInvalid, map[string]string{"environment.conf": tt.text, "data/common.yaml": "a: 1\n"})
			switch {
			case len(found) != 1:
			case tt.fixed == "" && len(found[0].Fixes) > 0:
				t.Errorf("unexpected fix: %q", ruletest.Apply(found[0].Fixes[0]))
			case tt.fixed != "" && (len(found[0].Fixes) != 1 || ruletest.Apply(found[0].Fixes[0]) != tt.fixed):
				t.Errorf("fixes: %+v", found[0].Fixes)
			}
		})
	}
}

// TestMisnamedModules checks modulepaths with directories that do not exist.
func TestMisnamedModules(t *testing.T) {
	t.Parallel()
	const want = " # want warning \"lists `site`, which does not exist, but not `site-modules`\"\n"
	ruletest.RunAll(t, hierarchy.EnvironmentConfInvalid, map[string]map[string]string{
		"moved":                          {"environment.conf": "modulepath = site:modules" + want, "site-modules/app/manifests/init.pp": "class app {}\n"},
		"moved, installed modules there": {"environment.conf": "modulepath = site:modules" + want, "site-modules/app/manifests/init.pp": "class app {}\n", "modules/ntp/manifests/init.pp": "class ntp {}\n"},
		"none in the repository":         {"environment.conf": "modulepath = site:modules\n", "README.md": ""},
		"not installed":                  {"environment.conf": "modulepath = site-modules:modules\n", "site-modules/app/manifests/init.pp": "class app {}\n"},
		"two candidates":                 {"environment.conf": "modulepath = site:modules\n", "site-modules/app/manifests/init.pp": "class app {}\n", "dist/ntp/manifests/init.pp": "class ntp {}\n"},
		"on Windows":                     {"environment.conf": "modulepath = modules;c:\\puppet\\site;C:\\puppet\\modules\n", "modules/app/manifests/init.pp": "class app {}\n"},
		"on the server":                  {"environment.conf": "modulepath = /opt/site:modules\n", "site-modules/app/manifests/init.pp": "class app {}\n"},
		"in a directory of it": {
			"environment.conf":                        "modulepath = site:local:modules # want warning \"lists `site`, which does not exist, but not `modules/site`\" \"lists `local`\"\n",
			"modules/site/profile/manifests/web.pp":   "class profile::web {}\n",
			"modules/site/role/manifests/web.pp":      "class role::web {}\n",
			"modules/local/fw/manifests/init.pp":      "class fw {}\n",
			"modules/local/vim/manifests/init.pp":     "class vim {}\n",
			"modules/local/vim/manifests/settings.pp": "class vim::settings {}\n",
		},
		"a module with its name":                  {"environment.conf": "modulepath = site:modules\n", "modules/site/manifests/init.pp": "class site {}\n", "modules/ntp/manifests/init.pp": "class ntp {}\n"},
		"in a directory of it that is listed":     {"environment.conf": "modulepath = site:modules/site\n", "modules/site/app/manifests/init.pp": "class app {}\n", "modules/site/ntp/manifests/init.pp": "class ntp {}\n"},
		"in several directories":                  {"environment.conf": "modulepath = site:modules\n", "a/site/app/manifests/init.pp": "class app {}\n", "a/site/ntp/manifests/init.pp": "class ntp {}\n", "b/site/app/manifests/init.pp": "class app {}\n", "b/site/ntp/manifests/init.pp": "class ntp {}\n"},
		"in another environment":                  {"environment.conf": "modulepath = site:modules\n", "environments/test/site/app/manifests/init.pp": "class app {}\n", "environments/test/site/ntp/manifests/init.pp": "class ntp {}\n"},
		"in the fixtures of a module's own tests": {"environment.conf": "modulepath = site:modules\n", "modules/app/manifests/init.pp": "class app {}\n", "modules/app/spec/fixtures/site/a/manifests/init.pp": "class a {}\n", "modules/app/spec/fixtures/site/b/manifests/init.pp": "class b {}\n"},
	})
}

// TestMissingModuleDirs checks that one of several missing directories is not replaced.
func TestMissingModuleDirs(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, hierarchy.EnvironmentConfInvalid, map[string]string{
		"environment.conf": "modulepath = forge:local # want \"lists `forge`\"\n", "modules/app/manifests/init.pp": "class app {}\n",
	})
	if len(found) != 1 || found[0].Meant != "" || len(found[0].Fixes) > 0 || found[0].Help != "add `modules` to the modulepath" {
		t.Errorf("found: %v", found)
	}
}
