package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestMisspelledAttribute(t *testing.T) {
	t.Parallel()
	const (
		plugins = "jenkins::plugins:\n  git: {version: '1'}\n  ssh: {version: '2'}\n  slack: {version: '3'}\n"
		jobs    = "cron:\n  a: {user: root, hour: 1, command: x}\n  b: {user: root, hour: 2, command: x}\n  c: {user: root, hour: 3, command: x}\n  d: {minute: 1}\n  e: {minute: 2}\n  f: {minute: 3}\n  g: {minute: 4}\n"
	)
	ruletest.RunAll(t, yaml.MisspelledAttribute, map[string]map[string]string{
		"missing letter":  ruletest.Common(plugins + "  mail: {vrsion: '1'} # want warning \"attribute `vrsion` here, but `version` in 3 other entries of `jenkins::plugins`\"\n"),
		"swapped letters": ruletest.Common(plugins + "  mail:\n    'verison': '1' # want \"`verison`\"\n"),
		"other separator": ruletest.Common("a:\n  - {log_level: 1, x: 1}\n  - {log_level: 2, x: 1}\n  - {log_level: 3, x: 1}\n  - {log-level: 4, x: 1} # want \"but `log_level`\"\n  - {loglevel: 5, x: 1} # want \"`loglevel`\"\n"),
		"another file":    {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "jenkins::plugins:\n  mail: {verson: '1'} # want \"`verson`\"\n", "data/common.yaml": plugins},
		"copies": {
			"hiera.yaml":        "version: 5\nhierarchy: [{name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}]\n",
			"data/nodes/a.yaml": plugins + "  mail: {verson: '1'} # want \"`verson`\"\n", "data/nodes/b.yaml": plugins + "  mail: {verson: '1'} # want \"`verson`\"\n",
			"data/nodes/c.yaml": plugins + "  mail: {verson: '1'} # want \"`verson`\"\n",
		},
		"copies of few others": {
			"hiera.yaml":        "version: 5\nhierarchy: [{name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}]\n",
			"data/nodes/a.yaml": "p:\n  git: {version: 1}\n  mail: {verson: 1}\n", "data/nodes/b.yaml": "p:\n  git: {version: 1}\n  mail: {verson: 1}\n",
			"data/nodes/c.yaml": "p:\n  git: {version: 1}\n  mail: {verson: 1}\n",
		},
		"same kind of entry": ruletest.Common(jobs + "  h: {user: root, hour: 4, comand: x} # want \"`command` in 3 other entries of `cron`\"\n"),

		"other attribute":                   ruletest.Common(plugins + "  mail: {versions: '1'}\n  x: {digest: a}\n  y: {version1: a}\n"),
		"entry has both":                    ruletest.Common(plugins + "  mail: {vrsion: '1', version: '2'}\n"),
		"few others":                        ruletest.Common("a:\n  b: {version: 1}\n  c: {version: 1}\n  d: {vrsion: 1}\n"),
		"often":                             ruletest.Common(plugins + "  a: {vrsion: '1'}\n  b: {vrsion: '1'}\n"),
		"another kind of entry":             ruletest.Common(jobs + "  h: {hour: 4, comand: x}\n"),
		"between two":                       ruletest.Common("a:\n  b: {source_path: 1, source-path: 1}\n  c: {source_path: 1, source-path: 1}\n  d: {source_path: 1, source-path: 1}\n  e: {sourcepath: 1}\n"),
		"merged":                            ruletest.Common("x: &x {version: 1}\n" + plugins + "  mail:\n    <<: *x\n    vrsion: 1\n"),
		"titles":                            ruletest.Common("a:\n  b: {/etc/group: 1}\n  c: {/etc/group: 1}\n  d: {/etc/group: 1}\n  e: {/etc/gruop: 1}\n"),
		"names of machines, not attributes": ruletest.Common("a:\n  b: {web01.example.com: 1}\n  c: {web01.example.com: 1}\n  d: {web01.example.com: 1}\n  e: {wbe01.example.com: 1}\n"),
		"lookup_options":                    ruletest.Common("lookup_options:\n  a: {merge: hash}\n  b: {merge: hash}\n  c: {merge: hash}\n  d: {mrege: hash}\n"),
		"code uses the name":                {"data/common.yaml": plugins + "  mail: {vrsion: '1'}\n", "manifests/site.pp": "notice($x['vrsion'])\n"},
		"parameter in code":                 {"data/common.yaml": plugins + "  mail: {vrsion: '1'}\n", "modules/a/manifests/b.pp": "define a::b($vrsion) { }\n"},
		"no entries":                        ruletest.Common("a: [1, {}]\nb: 1\nc: {}\n"),
	})
}

func TestMisspelledAttributeFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.MisspelledAttribute, false, map[string]string{
		"a:\n  b: {version: 1}\n  c: {version: 1}\n  d: {version: 1}\n  e: {'vrsion': 1} # want \"attribute\"\n": "a:\n  b: {version: 1}\n  c: {version: 1}\n  d: {version: 1}\n  e: {version: 1}\n",
	})
}
