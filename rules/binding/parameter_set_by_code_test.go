package binding_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestParameterSetByCode(t *testing.T) {
	t.Parallel()
	const wrong, right = "app::port: 81 # want warning \"code sets `port` in every declaration of class `app`\"\n", "app::port: 81\n"
	tree := func(data string, files map[string]string) map[string]string {
		all := map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": data, "modules/app/manifests/init.pp": "class app($port = 80, $host = 'a') { }\n",
			"manifests/site.pp": "include profile\n",
		}
		maps.Copy(all, files)
		return all
	}
	profile := func(code string) map[string]string {
		return map[string]string{"modules/profile/manifests/init.pp": "class profile(Integer $number, Optional[Integer] $perhaps, $any, String[1] $text = 'x') { " + code + " }\n"}
	}
	ruletest.RunAll(t, binding.ParameterSetByCode, map[string]map[string]string{
		"literal":             tree(wrong, profile("class { 'app': port => 80 }")),
		"leading colons":      tree(wrong, profile("class { '::app': port => 80 }")),
		"typed parameter":     tree(wrong, profile("class { 'app': port => $number }")),
		"text, array, hash":   tree(wrong, profile("if $any { class { 'app': port => \"x${any}\" } } else { class { 'app': port => [1] } }")),
		"another parameter":   tree(wrong+"app::host: b\n", profile("class { 'app': port => 80 }")),
		"two files":           tree(wrong, map[string]string{"data/role/web.yaml": wrong, "manifests/site.pp": "class { 'app': port => 80 }\n"}),
		"class not in tree":   tree("other::port: 1 # want note \"code sets `port`\"\n", profile("class { 'other': port => 80 }")),
		"default of a module": tree(wrong, map[string]string{"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": right, "manifests/site.pp": "class { 'app': port => 80 }\n"}),

		"class that others inherit":   tree("other::globals::port: 1\n", profile("class { 'other::globals': port => 80 }")),
		"not set":                     tree(right, profile("class { 'app': host => 'x' }")),
		"undef":                       tree(right, profile("class { 'app': port => undef }")),
		"parameter that may be undef": tree(right, profile("class { 'app': port => $perhaps }")),
		"parameter without a type":    tree(right, profile("class { 'app': port => $any }")),
		"other variable":              tree(right, profile("$x = 80 class { 'app': port => $x }")),
		"function":                    tree(right, profile("class { 'app': port => f($any) }")),
		"included elsewhere":          tree(right, profile("if $any { class { 'app': port => 80 } } else { include app }")),
		"declared elsewhere":          tree(right, profile("if $any { class { 'app': port => 80 } } else { class { 'app': } }")),
		"inherited":                   tree(right, map[string]string{"modules/profile/manifests/init.pp": "class profile { class { 'app': port => 80 } }\n", "modules/app/manifests/x.pp": "class app::x inherits app { }\n"}),
		"attributes from a hash":      tree(right, profile("class { 'app': * => $any }")),
		"computed name":               tree("app::x::port: 81\n", map[string]string{"modules/app/manifests/x.pp": "class app::x($port = 80) { }\n", "manifests/site.pp": "class { 'app::x': port => 80 }\ninclude \"app::${facts['role']}\"\n"}),
		"names from a hash":           tree(right, profile("class { 'app': port => 80 } create_resources('class', $any)")),
		"other names of a hash":       tree(wrong, profile("class { 'app': port => 80 } create_resources('class', { 'other' => $any })")),
		"its name in a hash":          tree(right, profile("class { 'app': port => 80 } create_resources('class', { 'app' => $any })")),
		"in data":                     tree(right+"classes: [app]\n", profile("class { 'app': port => 80 } lookup('classes').include")),
		"looked up":                   tree(right, profile("class { 'app': port => 80 } $x = lookup('app::port')")),
		"referenced":                  tree(right+"profile::any: \"%{lookup('app::port')}\"\n", profile("class { 'app': port => 80 }")),
		"anchor":                      tree("app::port: &port 81\nprofile::number: *port\n", profile("class { 'app': port => 80 }")),
		"included in another environment": {
			"environments/a/hiera.yaml": "version: 5\n", "environments/a/manifests/site.pp": "class { 'app': port => 80 }\n", "environments/a/modules/app/manifests/init.pp": "class app($port = 80) { }\n",
			"environments/a/data/common.yaml": right, "environments/b/hiera.yaml": "version: 5\ndefaults: {datadir: ../a/data}\n", "environments/b/manifests/site.pp": "include app\n",
			"environments/b/modules/app/manifests/init.pp": "class app($port = 80) { }\n",
		},
	})
}
