package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLMissingIndentation(t *testing.T) {
	t.Parallel()
	const (
		jobs  = "cron:\n  first: {user: root, command: 'a'}\n  probe:\n    user: root\n    minute: 5\n"
		hosts = "site::vhosts:\n  first:\n    port: 80\n    docroot: /srv/first\n\n"
	)
	ruletest.RunAll(t, yaml.YAMLMissingIndentation, map[string]map[string]string{
		"an attribute":                ruletest.Common(jobs + "command: probe # want warning \"`command` is not indented, so it is not part of `cron.probe` above\"\n"),
		"used in another file":        {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "cron:\n  probe:\n    user: root\ncommand: probe # want \"command\"\n", "data/common.yaml": jobs},
		"several attributes":          ruletest.Common(jobs + "tags: # want \"`tags` is not indented, so it is not part of `cron.probe` above\"\n  - a\nnote: > # want \"`cron.probe` above\"\n  x\ncommand: probe # want \"`cron.probe` above\"\nother: 1\n"),
		"attributes apart":            ruletest.Common(jobs + "tags: x\n\ncommand: probe\n"),
		"attributes below a comment":  ruletest.Common(jobs + "tags: x\n# a probe\ncommand: probe\n"),
		"an attribute after a lookup": {"data/common.yaml": jobs + "tags: x\ncommand: probe\n", "manifests/site.pp": "$x = lookup('tags')\n"},
		"deeper than an attribute":    ruletest.Common("site::checks:\n  cpu:\n    options:\n      name: a\n      unit: '%'\n  disk:\n    options:\n      name: b\nunit: GB # want \"`unit` is not indented, so it is not part of `site::checks.disk.options` above\"\n"),
		"deeper, another hash":        ruletest.Common("site::checks:\n  cpu:\n    other:\n      unit: '%'\n  disk:\n    options:\n      name: b\nunit: GB\n"),
		"an entry":                    ruletest.Common(hosts + "second: # want \"`second` is not indented, so it is not part of `site::vhosts` above\"\n    port: 80\n    docroot: /srv/second\n"),
		"several entries":             ruletest.Common(hosts + "second: # want \"second\"\n  port: 80\n  docroot: /a\nthird: # want \"`site::vhosts` above\"\n  port: 81\n  docroot: /b\n"),
		"a few keys differ":           ruletest.Common("a:\n  b:\n    c: 1\n    d: 1\n    e: 1\nf: # want \"f\"\n  c: 1\n  d: 1\n  e: 1\n  g: 1\n"),
		"a single key":                ruletest.Common("a:\n  b:\n    content:\n      c: 1\n      d: 1\nf: # want \"`f` is not indented\"\n  content:\n    c: 2\n    d: 2\n"),
		"a single key, then others":   ruletest.Common("a:\n  b:\n    content:\n      c: 1\n      d: 1\nf:\n  content:\n    e: 2\n    d: 2\n"),
		"quoted":                      ruletest.Common(hosts + "'second': # want \"second\"\n  port: 80\n  docroot: /a\n"),

		"an attribute of an entry":              ruletest.Common("cron:\n  a: {user: root, command: x}\n  b: {user: root, command: y}\n  c:\n    user: root\n  command: z # want warning \"`command` is not indented far enough to be part of `cron.c` above\"\n"),
		"an attribute in the middle":            ruletest.Common("net:\n  hosts:\n    a: {name: x, text: y}\n    b:\n      name: x\n    text: y # want \"far enough to be part of `net.hosts.b` above\"\n    c: {name: x, text: y}\n"),
		"an attribute that is an array":         ruletest.Common("cron:\n  a: {user: root, tags: x}\n  b: {user: root, tags: y}\n  c:\n    user: root\n  tags: # want \"`tags` is not indented far enough\"\n  - z\n"),
		"an attribute that only one entry has":  ruletest.Common("cron:\n  a: {user: root, command: x}\n  c:\n    user: root\n  command: z\n"),
		"an attribute that the entry above has": ruletest.Common("cron:\n  a: {user: root, command: x}\n  b: {user: root, command: y}\n  command: z\n"),
		"an attribute before all entries":       ruletest.Common("cron:\n  command: z\n  a: {user: root, command: x}\n  b: {user: root, command: y}\n"),
		"an attribute among others":             ruletest.Common("cron:\n  a: {user: root, command: x}\n  b: {user: root, command: y}\n  c:\n    user: root\n  command: z\n  ensure: present\n"),

		"below a key without a value": ruletest.Common("keys:\n  a: {type: rsa, key: x}\n  b:\n  type: rsa # want warning \"`type` is not indented further than `b`, so `b` has no value\"\n  key: y\n"),
		"deeper":                      ruletest.Common("users:\n  bob:\n    keys:\n      b:\n      type: rsa # want \"`b` has no value\"\n      key: y\n      a:\n        type: rsa\n        key: x\n"),
		"the only entry":              ruletest.Common("users:\n  bob:\n    keys:\n      b:\n      type: rsa # want \"`type` is not indented further than `b`\"\n      key: y\n  eve:\n    keys:\n      a:\n        type: rsa\n        key: x\n"),
		"the only entry of a root key": {
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "keys:\n  a: {type: rsa, key: x}\n",
			"data/role/web.yaml": "keys:\n    b:\n    type: rsa # want \"`type` is not indented further than `b`\"\n    key: y\n",
		},
		"attributes in other files": {
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "keys: {type: rsa, key: x}\n",
			"data/role/web.yaml": "keys:\n    b:\n    type: rsa\n    key: y\n",
		},
		"other keys beside it":             ruletest.Common("users:\n  bob:\n    keys:\n      b:\n      type: rsa\n      key: y\n  eve:\n    other:\n      a:\n        type: rsa\n        key: x\n    keys:\n      a:\n        name: x\n"),
		"an entry in flow style":           ruletest.Common("users:\n  bob: {uid: 1, gid: 1}\n  eve: {uid: 2, gid: 2}\nmax: {uid: 3, gid: 3} # want warning \"`max` is not indented, so it is not part of `users` above\"\nother: 1\n"),
		"an entry in flow style apart":     ruletest.Common("users:\n  bob: {uid: 1, gid: 1}\n\nroot: {uid: 0, gid: 0}\n"),
		"one after entries in block style": ruletest.Common("users:\n  bob:\n    uid: 1\n    gid: 1\nroot: {uid: 0, gid: 0}\n"),
		"only one":                         ruletest.Common("keys:\n  a: {type: rsa}\n  b:\n  type: rsa\n"),
		"other keys below":                 ruletest.Common("keys:\n  a: {type: rsa, key: x}\n  b:\n  type: rsa\n  port: 1\n"),
		"other entries are no hashes":      ruletest.Common("keys:\n  c: 1\n  a: {type: rsa, key: x}\n  b:\n  type: rsa\n  key: y\n"),
		"an explicit null":                 ruletest.Common("keys:\n  a: {type: rsa, key: x}\n  b: ~\n  type: rsa\n  key: y\n"),
		"the end of a hash":                ruletest.Common("keys:\n  a: {type: rsa, key: x}\n  b:\nc: 1\nd: 2\n"),
		"several of them":                  ruletest.Common("keys:\n  a: {type: rsa, key: x}\n  b:\n  type: rsa\n  key: y\n  c:\n"),
		"apart":                            ruletest.Common("keys:\n  b:\n  type: rsa\n  a: {type: rsa, key: x}\n  key: y\n"),

		"below a parameter without a value": ruletest.Common("site::repos:\nmain: # want warning \"`main` is not indented further than `site::repos`, so `site::repos` has no value\"\nensure: present\n\nsite::users:\nbob: # want \"`site::users` has no value\"\n  uid: 1\n"),
		"a null parameter":                  ruletest.Common("site::repos:\nport: 80\n\nsite::users: ~\nbob:\n  uid: 1\nsite::keys:\n\nusers:\n  eve: {}\nsite::a:\nsite::b:\n  x: 1\nsite::c:\nlookup_options:\n  site::c: {merge: hash}\n"),
		"a hash that code looks up":         {"data/common.yaml": "site::repos:\nmain:\n  x: 1\n", "manifests/site.pp": "$x = lookup('main')\n"},

		"code looks it up":             {"data/common.yaml": jobs + "command: probe\n", "manifests/site.pp": "$x = lookup('command')\n"},
		"data refers to it":            ruletest.Common(jobs + "command: probe\nother: \"%{lookup('command')}\"\n"),
		"set in another file":          {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "command: x\n", "data/common.yaml": jobs + "command: probe\n"},
		"no entry has it":              ruletest.Common("cron:\n  probe:\n    user: root\ncommand: probe\n"),
		"the entry has it":             ruletest.Common("cron:\n  probe:\n    command: a\ncommand: probe\n"),
		"the last entry is not a hash": ruletest.Common("cron:\n  first: {command: a}\n  probe: 1\ncommand: probe\n"),
		"the hash has the entry":       ruletest.Common(hosts + "first:\n  port: 80\n  docroot: /a\n"),
		"other keys":                   ruletest.Common(hosts + "second:\n  port: 80\n  command: a\n"),
		"one key":                      ruletest.Common("a:\n  b:\n    c: 1\nd:\n  c: 1\n"),
		"a namespace":                  ruletest.Common(hosts + "site::second:\n  port: 80\n  docroot: /a\n"),
		"something between":            ruletest.Common(hosts + "other: 1\nsecond:\n  port: 80\n  docroot: /a\n"),
		"flow":                         ruletest.Common("{a: {b: {c: 1, d: 1}}, e: {c: 1, d: 1}}\n"),
		"flow value":                   ruletest.Common("a: {b: {c: 1, d: 1}}\ne: {c: 1, d: 1}\n"),
		"an indented root":             ruletest.Common(" a:\n   b:\n     c: 1\n     d: 1\n e:\n   c: 1\n   d: 1\n"),
		"JSON":                         {"data/common.json": "{\"a\": {\"b\": {\"c\": 1, \"d\": 1}}, \"e\": {\"c\": 1, \"d\": 1}}\n"},
		"empty":                        ruletest.Common("a: {}\nb:\nc: {}\n"),
	})
}

func TestYAMLMissingIndentationFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLMissingIndentation, false, map[string]string{
		"cron:\n  a: {c: x}\n  b:\n    u: r\nc: y # want \"c\"\n":                            "cron:\n  a: {c: x}\n  b:\n    u: r\n    c: y\n",
		"a:\n  b:\n    c: 1\n    d: 1\ne: # want \"e\"\n    c: 2\n    d: 2\nf: 1\n":          "a:\n  b:\n    c: 1\n    d: 1\n  e:\n    c: 2\n    d: 2\nf: 1\n",
		"a:\n  b:\n    c: 1\n    d: 1\n\ne: # want \"e\"\n  c: 2\n\n  d: |\n    x\n     y\n": "a:\n  b:\n    c: 1\n    d: 1\n\n  e:\n    c: 2\n\n    d: |\n      x\n       y\n",
	})
}

func TestYAMLMissingIndentationInHashFix(t *testing.T) {
	t.Parallel()
	const others = "cron:\n  a: {user: root, command: x, tags: 1}\n  b: {user: root, command: y, tags: 2}\n  c:\n      user: root\n"
	ruletest.Fixes(t, yaml.YAMLMissingIndentation, false, map[string]string{
		others + "  command: z # want \"command\"\n":       others + "      command: z\n",
		others + "  tags: # want \"tags\"\n  - a\n  - b\n": others + "      tags:\n      - a\n      - b\n",
	})
}
