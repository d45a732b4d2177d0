package yaml_test

import (
	"strconv"
	"strings"
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
	// hosts is a list of entries of which six have two attributes with long names, and the last has others.
	hosts := func(name, others string) string {
		text := "hosts:\n"
		for i := range 6 {
			text += "  h" + strconv.Itoa(i) + ": {provisioning_ipv4_address: " + strconv.Itoa(i) + ", authentication_mode: x}\n"
		}
		return text + others + "  other: {" + name + ": 1, authentication_mode: x}"
	}
	hosts4 := func(name, last string) string {
		return "a:\n  a: {" + name + ": 1}\n  b: {" + name + ": 2}\n  c: {" + name + ": 3}\n  d: {" + last + ": 4}"
	}
	const services = "services:\n  a: {icinga: {check_command: 1}}\n  b: {icinga: {check_command: 2}}\n  c: {icinga: {check_command: 3}}\n"
	const users = "users:\n  a: {comment: A}\n  b: {comment: B}\n  c: {comment: C}\n  d: {comment: D}\n  e: {comment: E}\n  f: {comment: F}\n"
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

		"nested":                    ruletest.Common(services + "  d: {icinga: {check_comand: 4}} # want warning \"attribute `check_comand` here, but `check_command` in 3 other hashes at `icinga` in `services`\"\n"),
		"nested twice, in an array": ruletest.Common("a:\n  - {x: {y: [{version: 1}, {version: 2}]}}\n  - {x: {y: [{version: 3}]}}\n  - x:\n      y:\n      - verison: 4 # want \"hashes at `x.y` in `a`\"\n"),
		"nested, in one entry":      ruletest.Common("a:\n  b: {rules: [{version: 1}, {version: 2}, {version: 3}, {verison: 4}]} # want\n"),
		"nested, in another file":   {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "services:\n  d: {icinga: {check_comand: 4}} # want\n", "data/common.yaml": services},
		"titles in titles":          ruletest.Common("a:\n  x: {b: {version: 1}}\n  y: {c: {version: 2}}\n  z: {d: {version: 3}, e: {verison: 4}} # want \"but `version` in 3 other hashes in the entries of `a`\"\n"),
		"titles, nested":            ruletest.Common("a:\n  x: {y: {b: {version: 1}}}\n  w: {y: {c: {version: 2}}}\n  z: {y: {d: {version: 3}, e: {verison: 4}}} # want \"3 other hashes at `y.*` in `a`\"\n"),
		"titles and attributes":     ruletest.Common("a:\n  x: {b: {version: 1}, n: 1}\n  y: {c: {version: 2}}\n  z: {d: {version: 3}, e: {verison: 4}}\n"),
		"few titles":                ruletest.Common("a:\n  x: {b: {version: 1}, c: {verison: 2}}\n  y: {b: {version: 3}}\n  z: {b: {version: 4}}\n"),
		"several letters":           ruletest.Common(hosts("provisinionig_ipv4_address", "") + " # want \"but `provisioning_ipv4_address` in 6 other entries\"\n"),
		"several words":             ruletest.Common(hosts("provisoning_ipv4_adress", "") + " # want \"but `provisioning_ipv4_address`\"\n"),

		"plural":   ruletest.Common(users + "  g: {comments: G} # want \"attribute `comments` here, but `comment` in 6 other entries\"\n"),
		"singular": ruletest.Common(strings.ReplaceAll(users, "comment", "comments") + "  g: {comment: G} # want \"but `comments`\"\n"),

		"plural, code for others":           {"data/common.yaml": users + "  g: {comments: G} # want \"but `comment` in 6\"\n", "modules/a/manifests/b.pp": "define a::b($comments) { }\n", "modules/a/manifests/c.pp": "define a::c($comment) { }\n"},
		"plural, code for both":             {"data/common.yaml": users + "  g: {comments: G}\n", "modules/a/manifests/b.pp": "define a::b($comment = $x['comments']) { }\n"},
		"shortened":                         {"data/common.yaml": hosts4("chain_filename", "chain_file") + " # want \"attribute `chain_file` here, but `chain_filename` in 3 other entries\"\n", "manifests/site.pp": "notice($x['chain_filename'])\n"},
		"without its first word":            {"data/common.yaml": hosts4("starman_workers", "workers") + " # want \"but `starman_workers`\"\n", "manifests/site.pp": "notice($x['starman_workers'])\n"},
		"without half a word":               {"data/common.yaml": hosts4("starman_workers", "man_workers") + "\n", "manifests/site.pp": "notice($x['starman_workers'])\n"},
		"shortened, code unknown":           {"data/common.yaml": hosts4("chain_filename", "chain_file") + "\n"},
		"shortened, in code":                {"data/common.yaml": hosts4("chain_filename", "chain_file") + "\n", "manifests/site.pp": "notice($x['chain_filename'], $x['chain_file'])\n"},
		"shortened, missing elsewhere":      {"data/common.yaml": hosts4("chain_filename", "chain_file") + "\n  e: {other: 1}\n", "manifests/site.pp": "notice($x['chain_filename'])\n"},
		"plural, another kind of value":     ruletest.Common(users + "  g: {comments: [G]}\n"),
		"plural, others of another kind":    ruletest.Common(users + "  h: {comment: 1}\n  g: {comments: G}\n"),
		"plural, in code":                   {"data/common.yaml": users + "  g: {comments: G}\n", "manifests/site.pp": "notice('comments')\n"},
		"plural, few others":                ruletest.Common("users:\n  a: {comment: A}\n  b: {comment: B}\n  c: {comment: C}\n  g: {comments: G}\n"),
		"nested under another attribute":    ruletest.Common(services + "  d: {nagios: {check_comand: 4}}\n"),
		"nested, merged":                    ruletest.Common("x: &x {check_command: 1}\n" + services + "  d: {icinga: {<<: *x, check_comand: 4}}\n"),
		"nested titles":                     ruletest.Common("a:\n  b: {hosts: {web: {ip: 1}, wbe: {ip: 1}}}\n  c: {hosts: {web: {ip: 1}}}\n  d: {hosts: {web: {ip: 1}}}\n"),
		"several letters, another word":     ruletest.Common(hosts("deprovisioning_ipv4_address", "") + "\n"),
		"several letters, another number":   ruletest.Common(hosts("provisioning_ipv6_address", "") + "\n"),
		"several letters, entry has both":   ruletest.Common(hosts("provisinionig_ipv4_address: 1, provisioning_ipv4_address", "") + "\n"),
		"several letters, missing in many":  ruletest.Common(hosts("provisinionig_ipv4_address", "  a: {b: 1}\n  c: {b: 2}\n  d: {b: 3}\n") + "\n"),
		"several letters, few others":       ruletest.Common("a:\n  b: {provisioning: 1}\n  c: {provisioning: 2}\n  d: {provisioning: 3}\n  e: {provisinionig: 4}\n"),
		"several letters, in three entries": ruletest.Common(hosts("provisinionig_ipv4_address", "  a: {provisinionig_ipv4_address: 1}\n  b: {provisinionig_ipv4_address: 2}\n") + "\n"),
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
