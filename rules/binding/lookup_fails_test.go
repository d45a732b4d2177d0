package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestLookupFails(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.LookupFails, map[string]map[string]string{
		"a name for a position": ruletest.Common("l: [1]\na: \"%{lookup('l.x')}\" # want error \"`l.x` names a subkey that the value of `l` cannot have\"\n"),
		"on one role":           ruletest.Roles(map[string]string{"data/role/web.yaml": "l: [1]\n", "data/common.yaml": "l: {x: 1}\na: \"%{lookup('l.x')}\" # want error \"`l.x`\"\n"}),
		"a merge of a reference": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: \"%{alias('b')}\" # want error \"lookup of `a` fails\"\nb: [1]\n", "data/common.yaml": "lookup_options:\n  a: {merge: hash}\na: {x: 1}\n",
		}),
		"a merge of hashes with numbers as keys": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: {80: x} # want error \"lookup of `a` fails\"\n", "data/common.yaml": "lookup_options:\n  a: {merge: hash}\na: {443: y}\n",
		}),
		"a merge reported by another rule": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: [1]\n", "data/common.yaml": "lookup_options:\n  a: {merge: hash}\na: {x: y}\nb: \"%{lookup('a')}\"\n",
		}),
		"fine":                               ruletest.Common("l: [1]\na: \"%{lookup('l.0')}\"\n"),
		"an undefined variable in a datadir": {"hiera.yaml": ":backends: [eyaml]\n:hierarchy: [common]\n:eyaml:\n  :extension: yaml\n  :datadir: '%{::settings::manifestdir}/../data' # want error \"every lookup fails\"\n", "data/common.yaml": "a: 1\nb: 2\n"},
		"a structured fact in a path": {
			"hiera.yaml":             "version: 5\nhierarchy:\n  - {name: Release, path: \"os/%{facts.os}-%{facts.os.release.major}.yaml\"}\n  - {name: OS, path: \"os/%{facts.os}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/os/Debian-12.yaml": "a: 1\n", "data/os/Debian.yaml": "a: 2\n", "data/common.yaml": "a: 3\n",
		},
		"an empty name as the default of a parameter": site(map[string]string{
			"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.eyaml, lookup_key: eyaml_lookup_key}]\n", "data/common.eyaml": "app::x::a: 1\n",
			"site/app/manifests/x.pp": "class app::x($a, $profile = '') { unless empty($profile) { $all = hiera($profile, {}) }\n}\n",
		}),
		"an empty name":         {"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.eyaml, lookup_key: eyaml_lookup_key}]\n", "data/common.eyaml": "'': 1\na: 2\n"},
		"an invalid hiera.yaml": {"hiera.yaml": "version: 5\nhierarchy:\n  - name: C\n    path: common.yaml\n    options: {a: b}\n", "data/common.yaml": "a: 1\n"},
	})
}
