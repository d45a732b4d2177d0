package rules_test

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

const roleLevels = "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n"

// strict is a tree that is checked in the strict profile.
func strict(files map[string]string) map[string]string {
	tree := map[string]string{".hieralint.yaml": "profile: strict\n"}
	maps.Copy(tree, files)
	return tree
}

// roles is a tree with a level for nodes, one for roles and one for all.
func roles(files map[string]string) map[string]string {
	tree := map[string]string{"hiera.yaml": roleLevels}
	maps.Copy(tree, files)
	return tree
}

func TestInterpolationMissingKey(t *testing.T) {
	tests := map[string]map[string]string{
		"nowhere":     common("a: \"%{lookup('nowhere')}\" # want error \"there is no key `nowhere` in any data\"\n"),
		"hiera":       common("a: \"x %{hiera('nowhere')}\" # want error \"nowhere\"\n"),
		"alias":       common("a: \"%{alias('nowhere')}\" # want error \"nowhere\"\n"),
		"in a list":   common("a:\n  - b: \"%{lookup('nowhere')}\" # want \"nowhere\"\n"),
		"a sub key":   common("h: {x: 1}\na: \"%{lookup('h.y')}\" # want error \"`h` has no `y`\"\n"),
		"below":       common("h: {x: {}}\na: \"%{lookup('h.x.z')}\" # want error \"`h` has no `x` on the way to `h.x.z`\"\n"),
		"it exists":   common("a: \"%{lookup('b')} %{lookup('h.x')} %{lookup('l.0')}\"\nb: 1\nh: {x: 1}\nl: [1]\n"),
		"quoted dots": common("a: \"%{lookup('''b.c''')}\"\n'b.c': 1\n"),
		"each once":   common("a: \"%{lookup('b')}\"\nb: \"%{lookup('nowhere')}\" # want \"nowhere\"\nc: \"%{lookup('b')}\"\n"),
		"on all nodes of a role": roles(map[string]string{
			"data/role/web.yaml": "x: 1\n", "data/role/db.yaml": "y: 1\n",
			"data/common.yaml": "a: \"%{lookup('x')}\" # want warning \"`x` does not exist on some nodes that use this value\"\n",
		}),
		"nobody knows of another role": roles(map[string]string{"data/role/web.yaml": "x: 1\n", "data/common.yaml": "a: \"%{lookup('x')}\"\n"}),
		"the role that asks has it":    roles(map[string]string{"data/role/web.yaml": "a: \"%{lookup('x')}\"\nx: 1\n", "data/role/db.yaml": "y: 1\n"}),
		"a level by a function": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: vault_lookup}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\"\n",
		},
		"a file that is made later": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\"\n",
		},
		"a module that is not installed": {
			"Puppetfile": "mod 'puppetlabs/ntp', '9.0.0'\n", "data/common.yaml": "a: \"%{lookup('ntp::servers')}\"\nb: \"%{lookup('nto::servers')}\" # want error \"nto::servers\"\n",
		},
		"of modules nothing is known":   common("a: \"%{lookup('ntp::servers')}\" # want warning \"ntp::servers\"\n"),
		"likely a mistake all the same": common("a: \"%{lookup('ntp::servres')}\" # want error \"ntp::servres\"\nntp::servers: []\n"),
		"a module that is installed": {
			"modules/ntp/hiera.yaml": "version: 5\n", "modules/ntp/data/common.yaml": "ntp::servers: 1\n",
			"data/common.yaml": "a: \"%{lookup('ntp::servers')} %{lookup('ntp::nothing')}\" # want error \"ntp::nothing\"\n",
		},
		"in a file that no system reads": {
			"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: System, path: \"os/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/os/common.yaml": "x: 1\n", "data/common.yaml": "a: \"%{lookup('x')}\"\n",
		},
		"in a directory that is not there": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Secrets, path: \"secrets/%{facts.location}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('x')}\"\n",
		},
		"in a directory of nodes that is not there": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('x')}\" # want error \"no key `x`\"\n",
		},
		"nowhere, asked for by a role":         roles(map[string]string{"data/role/web.yaml": "a: \"%{lookup('x')}\" # want error \"no key `x`\"\n", "data/role/db.yaml": "b: 1\n", "data/common.yaml": "c: 1\n"}),
		"a near name without parts":            common("dns_servers: text\na: \"%{lookup('dns_serverz.1')}\" # want error \"no key `dns_serverz`\"\n"),
		"lookup_options has a rule of its own": common("a: \"%{lookup('lookup_options')}\"\n"),
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) { run(t, rules.InterpolationMissingKey, files) })
	}
	found := run(t, rules.InterpolationMissingKey, common("db::host: 1\na: 'x %{lookup(\"db::hots\")} y' # want \"db::hots\"\n"))
	if got := underlined(found[0]); got != "db::hots" {
		t.Errorf("underlined %q", got)
	}
	if got, want := apply(found[0].Fixes[0]), "db::host: 1\na: 'x %{lookup(\"db::host\")} y'\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}

func TestInterpolationStringifiesStructure(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a hash":      common("h: {x: 1}\na: \"x %{lookup('h')}\" # want \"`h` is a hash, which becomes a text here\"\n"),
		"a list":      common("l: [1]\na: \"%{hiera('l')}\" # want \"`l` is a list\"\n"),
		"alias":       common("l: [1]\na: \"%{alias('l')}\"\n"),
		"a fact":      common("a: \"%{facts.os} %{::networking}\" # want warning \"`facts.os` is a hash\" \"`::networking` is a hash\"\nb: \"%{scope('trusted')}\" # want \"`trusted`\"\nc: \"%{trusted.extensions}\" # want \"hash\"\n"),
		"no fact":     common("a: \"%{facts.os.family} %{facts.disks} %{trusted.certname} %{facts.kernel} %{role} %{server_facts.environment}\"\n"),
		"a part":      common("h: {x: 1}\na: \"%{lookup('h.x')}\"\n"),
		"on one role": roles(map[string]string{"data/role/web.yaml": "x: [1]\n", "data/common.yaml": "x: 1\na: \"%{lookup('x')}\" # want \"`x` is a list\"\n"}),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.InterpolationStringifiesStructure, files) })
	}
	found := run(t, rules.InterpolationStringifiesStructure, common("l: [1]\na: \"%{hiera('l')}\" # want \"list\"\n"))
	if got, want := apply(found[0].Fixes[0]), "l: [1]\na: \"%{alias('l')}\"\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}

func TestInterpolationCycle(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"itself":            common("a: \"x%{lookup('a')}\" # want error \"`a` refers to itself$\"\n"),
		"by way of another": common("a: \"%{lookup('b')}\" # want \"`a` refers to itself by way of `b`\"\nb: \"%{alias('a')}\" # want \"`b` refers to itself by way of `a`\"\n"),
		"what leads to it":  common("a: \"%{lookup('a')}\" # want \"`a`\"\nc: \"%{lookup('a')}\"\n"),
		"a lower level":     roles(map[string]string{"data/role/web.yaml": "a: \"x%{lookup('a')}\" # want \"`a` refers to itself\"\n", "data/common.yaml": "a: 1\n"}),
		"where two files meet": roles(map[string]string{
			"data/nodes/web01.yaml": "a: \"%{lookup('b')}\" # want warning \"`a` refers to itself by way of `b`\"\n",
			"data/role/web.yaml":    "b: \"%{lookup('a')}\" # want warning \"`b` refers to itself by way of `a`\"\n",
			"data/common.yaml":      "a: 1\nb: 1\n",
		}),
		"where they cannot": roles(map[string]string{
			"data/role/db.yaml": "a: \"%{lookup('b')}\"\n", "data/role/web.yaml": "b: \"%{lookup('a')}\"\n", "data/common.yaml": "a: 1\nb: 1\n",
		}),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.InterpolationCycle, files) })
	}
}

func TestLookupOptionsMergeConflict(t *testing.T) {
	options := func(merge string) string { return "lookup_options:\n  a: {merge: " + merge + "}\n" }
	for name, files := range map[string]map[string]string{
		"hash with a list": roles(map[string]string{"data/role/web.yaml": "a: [1] # want error \"`a` is a list here and a hash in .*, which `hash` cannot merge\"\n", "data/common.yaml": options("hash") + "a: {x: 1}\n"}),
		"hash below":       roles(map[string]string{"data/role/web.yaml": "a: {x: 1}\n", "data/common.yaml": options("hash") + "a: text # want error \"`a` is a text here\"\n"}),
		"unique with a hash": roles(map[string]string{
			"data/role/web.yaml": "a: {x: 1} # want error \"`a` is a hash here\"\n", "data/common.yaml": options("unique") + "a: [x]\n",
		}),
		"deep with a text": roles(map[string]string{"data/role/web.yaml": "a: x # want error \"which `deep` cannot merge\"\n", "data/common.yaml": options("deep") + "a: {x: 1}\n"}),
		"deep with a subkey of another kind": roles(map[string]string{
			"data/role/web.yaml": "a:\n  b: {x: [1]}\n  c: [1] # want warning \"`a.c` is a list here and a hash in .*common.yaml, which `deep` cannot merge\"\n  d:\n    e: {y: 1} # want warning \"`a.d.e` is a hash here and a text\"\n",
			"data/common.yaml":   options("deep") + "a:\n  b: {x: [2]}\n  c: {y: 1}\n  d: {e: on call}\n",
		}),
		"deep with a subkey of another kind, perhaps": strict(roles(map[string]string{
			"data/nodes/web01.yaml": "a: {b: [1]} # want note \"`a.b` is a list here\"\n", "data/role/web.yaml": options("deep") + "a: {b: {x: 1}}\n",
		})),
		"deep with subkeys that are turned off": roles(map[string]string{
			"data/role/web.yaml": "a: {b: false, c: absent, d: {}, e: ~, f: [], g: 1, h: [1], i: x}\n", "data/common.yaml": options("deep") + "a: {b: {x: 1}, c: {x: 1}, d: [1], e: {x: 1}, f: {x: 1}, g: [2], h: 1, i: \"%{facts.os}\"}\n",
		}),
		"deep and turned off": roles(map[string]string{"data/role/web.yaml": "a: false\n", "data/role/db.yaml": "a: absent\n", "data/role/mail.yaml": "a: []\n", "data/common.yaml": options("deep") + "a: {x: 1}\n"}),
		"hash in code": roles(map[string]string{
			"data/role/web.yaml": "a: [1] # want warning \"`a` is a list here and a hash in .*, which `hash` cannot merge\"\n", "data/common.yaml": "a: {x: 1}\n", "manifests/site.pp": "$a = hiera_hash('a')\n",
		}),
		"deep in code": roles(map[string]string{
			"data/role/web.yaml": "a: {b: [1]} # want warning \"`a.b` is a list here\"\n", "data/common.yaml": "a: {b: {x: 1}}\n", "manifests/site.pp": "$a = lookup({'name' => 'a', 'merge' => {'strategy' => 'deep'}})\n",
		}),
		"asked for in both":  roles(map[string]string{"data/role/web.yaml": "a: [1] # want error \"a list here\"\n", "data/common.yaml": options("hash") + "a: {x: 1}\n", "manifests/site.pp": "$a = hiera_hash('a')\n"}),
		"unique in code":     roles(map[string]string{"data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: [2]\n", "manifests/site.pp": "$a = hiera_array('a')\n"}),
		"a merge in options": roles(map[string]string{"data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: {x: 1}\n", "manifests/site.pp": "$a = lookup('a', $options)\n"}),
		"deep with null":     roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": options("deep") + "a: {x: 1}\n"}),
		"one value":          roles(map[string]string{"data/common.yaml": options("hash") + "a: [1]\n"}),
		"they do not meet":   roles(map[string]string{"data/role/web.yaml": "a: [1]\n", "data/role/db.yaml": "a: {x: 1}\n", "data/common.yaml": options("hash")}),
		"two guesses": roles(map[string]string{
			"data/nodes/web01.yaml": "a: [1] # want warning \"`a` is a list here\"\n", "data/role/web.yaml": "a: {x: 1}\n", "data/common.yaml": options("hash"),
		}),
		"a reference":    roles(map[string]string{"data/role/web.yaml": "a: \"%{alias('b')}\"\nb: {y: 1}\n", "data/common.yaml": options("hash") + "a: {x: 1}\n"}),
		"lists and text": roles(map[string]string{"data/role/web.yaml": "a: x\n", "data/common.yaml": options("unique") + "a: [y]\n"}),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.LookupOptionsMergeConflict, files) })
	}
}

func TestMissingMergeBehavior(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"hashes of things":             roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}} # want warning \"`m::a` replaces a hash of a lower level; `bob` there is lost\"\n", "data/common.yaml": "m::a: {bob: {}}\n", "modules/m/manifests/init.pp": "class m($a) {}"}),
		"of a module that is not here": roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}} # want note \"`bob` there is lost\"\n", "data/common.yaml": "m::a: {bob: {}}\n"}),
		"of a module to be installed":  roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}}\n", "data/common.yaml": "m::a: {bob: {}}\n", "Puppetfile": "mod 'x/m', '1.0.0'\n"}),
		"settings":                     roles(map[string]string{"data/role/web.yaml": "m::a: {x: 1} # want note \"`y` there is lost\"\n", "data/common.yaml": "m::a: {y: 3}\n", "modules/m/manifests/init.pp": "class m($a) {}"}),
		"an override":                  roles(map[string]string{"data/role/web.yaml": "m::a: {x: 1} # want note \"`y` there is lost\"\n", "data/common.yaml": "m::a: {x: 2, y: 3}\n"}),
		"lists":                        roles(map[string]string{"data/role/web.yaml": "m::a: [x] # want note \"`y` there is lost\"\n", "data/common.yaml": "m::a: [y]\n"}),
		"nothing is lost":              roles(map[string]string{"data/role/web.yaml": "m::a: [x, y]\nm::b: {x: 1, y: 2}\n", "data/common.yaml": "m::a: [y]\nm::b: {x: 2}\n"}),
		"meant":                        roles(map[string]string{"data/role/web.yaml": "m::a: [x]\n", "data/common.yaml": "lookup_options:\n  m::a: {merge: first}\nm::a: [y]\n"}),
		"merged":                       roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}}\n", "data/common.yaml": "lookup_options:\n  ^m::: {merge: deep}\nm::a: {bob: {}}\n"}),
		"asked for by a key that is not known": roles(map[string]string{
			"data/role/web.yaml": "m::a: {x: 1}\nm::b: {x: 1} # want note \"`y` there is lost\"\n",
			"data/common.yaml":   "lookup_options:\n  \"%{facts.tier}::a\": {merge: deep}\nm::a: {y: 3}\nm::b: {y: 3}\n"}),
		"asked for wrongly": roles(map[string]string{
			"data/role/web.yaml": "m::list: [x]\nm::word: [x]\nm::name: [x]\nm::late: [x]\nm::other: [x] # want note \"`y` there is lost\"\n",
			"data/common.yaml": "lookup_options:\n  m::late: {merge: unique}\nlookup_options:\n  'm::.*list$': {merge: unique}\n  m::word: unique\n  m::nmae: {merge: unique}\n" +
				"m::list: [y]\nm::word: [y]\nm::name: [y]\nm::late: [y]\nm::other: [y]\n",
		}),
		"emptied":            roles(map[string]string{"data/role/web.yaml": "m::a: []\nm::b: {}\n", "data/common.yaml": "m::a: [y]\nm::b: {x: 1}\n"}),
		"no class parameter": roles(map[string]string{"data/role/web.yaml": "classes: [x]\n", "data/common.yaml": "classes: [y]\n"}),
		"looked up without a merge": roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}} # want warning \"`users` replaces a hash of a lower level\"\npackages: [x] # want note \"`y` there is lost\"\n",
			"data/common.yaml":   "users: {bob: {}}\npackages: [y]\n", "manifests/site.pp": "$users = lookup('users')\n$packages = hiera('packages', [])\n",
		}),
		"looked up with a merge": roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}}\npackages: [x]\nclasses: [x]\nm::users: {carol: {}}\nm::a: {carol: {}}\n",
			"data/common.yaml":   "users: {bob: {}}\npackages: [y]\nclasses: [y]\nm::users: {bob: {}}\nm::a: {bob: {}}\n",
			"manifests/site.pp":  "lookup('users', Hash, 'deep')\nhiera_array('packages')\nhiera_include('classes')\nlookup({'name' => 'm::users', 'merge' => 'hash'})\n$a = lookup('m::a', $options)\n",
		}),
		"looked up both ways": roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}}\n", "data/common.yaml": "users: {bob: {}}\n", "manifests/site.pp": "lookup('users')\nlookup('users', Hash, 'hash')\n",
		}),
		"a class parameter that is looked up with a merge too": roles(map[string]string{
			"data/role/web.yaml": "m::a: {carol: {}}\nm::b: {carol: {}}\n", "data/common.yaml": "m::a: {bob: {}}\nm::b: {bob: {}}\n",
			"modules/m/manifests/init.pp": "class m(Hash $a, Hash $b) { lookup('m::a', Hash, 'hash') }\n", "modules/m/templates/b.erb": "<%= scope.call_function('lookup', ['m::b', nil, 'hash']) %>\n",
		}),
		"the same things under other names": roles(map[string]string{
			"data/role/web.yaml": "m::a: {'100 web': {dport: [80]}} # want note \"`010 http` there\"\n", "data/common.yaml": "m::a: {'010 http': {dport: '80'}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"another kind of things": roles(map[string]string{
			"data/role/web.yaml": "m::a: {vhosts: {www: {port: 80}}} # want note \"`mail` there\"\n", "data/common.yaml": "m::a: {mail: {port: 81}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"things without details": roles(map[string]string{
			"data/role/web.yaml": "m::a: {tcpdump: {ensure: present}} # want warning \"`curl` there\"\n", "data/common.yaml": "m::a: {curl: {ensure: present}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"version 3 with two backends over one directory": {
			"hiera.yaml":         "---\n:backends: [yaml, eyaml]\n:hierarchy: ['role/%{role}', common]\n:yaml:\n  :datadir: data\n:eyaml:\n  :datadir: data\n  :extension: yaml\n",
			"data/role/web.yaml": "m::a: {carol: {}} # want warning \"`bob` there\"\n", "data/common.yaml": "m::a: {bob: {}}\nm::b: {bob: {}}\n", "data/role/db.yaml": "m::b: {bob: {}}\n", "modules/m/manifests/init.pp": "class m($a, $b) {}",
		},
		"the defaults of a module": {
			"modules/m/hiera.yaml": roleLevels, "modules/m/data/role/web.yaml": "m::a: [x]\n", "modules/m/data/common.yaml": "m::a: [y]\n",
			"data/common.yaml": "m::a: [z]\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, rules.MissingMergeBehavior, strict(files))
			run(t, rules.MissingMergeBehavior, withoutNotes(files))
		})
	}
	for _, tt := range []struct{ higher, lower, fixed string }{
		{"m::a: {x: 1} # want \".\"\n", "---\n# all\nm::a: {x: 2, y: 3}\n", "---\n# all\nlookup_options:\n  m::a:\n    merge: deep\nm::a: {x: 2, y: 3}\n"},
		{"m::a: {x: {}} # want \".\"\n", "m::a: {y: {}}\n", "lookup_options:\n  m::a:\n    merge: hash\nm::a: {y: {}}\n"},
		{"m::a: [x] # want \".\"\n", "b: 1\nlookup_options:\n    b: {convert_to: Integer}\nm::a: [y]\n", "b: 1\nlookup_options:\n    m::a:\n      merge: unique\n    b: {convert_to: Integer}\nm::a: [y]\n"},
		{"m::a: [x] # want \".\"\n", "lookup_options: {b: {merge: first}}\nm::a: [y]\n", ""},
		{"m::a: [x] # want \".\"\n", "lookup_options:\n  m::a: {convert_to: Array}\nm::a: [y]\n", ""},
		{"m::a: [x] # want \".\"\n", "{m::a: [y]}\n", ""},
	} {
		found := run(t, rules.MissingMergeBehavior, strict(roles(map[string]string{"data/role/web.yaml": tt.higher, "data/common.yaml": tt.lower})))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 0 != (tt.fixed != ""):
			t.Errorf("%s: found %v", tt.lower, found)
		case tt.fixed != "" && (apply(found[0].Fixes[0]) != tt.fixed || found[0].Fixes[0].Safe):
			t.Errorf("%s: fixed: %s", tt.lower, apply(found[0].Fixes[0]))
		}
	}
}

// withoutNotes is a tree in which no notes are expected.
func withoutNotes(files map[string]string) map[string]string {
	tree := map[string]string{}
	for name, text := range files {
		tree[name] = regexp.MustCompile(`(?m)\s*# want note .*$`).ReplaceAllString(text, "")
	}
	return tree
}

func TestShadowedValue(t *testing.T) {
	constant := "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Override, path: override.yaml}\n  - {name: Common, path: common.yaml}\n"
	for name, files := range map[string]map[string]string{
		"always": {"hiera.yaml": constant, "data/override.yaml": "a: 1\n", "data/common.yaml": "a: 2 # want warning \"this value of `a` is never used; .*override.yaml always has one\"\n"},
		"the global layer": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: G, path: g.yaml, datadir: global}, {name: R, path: 'role/%{facts.role}.yaml', datadir: global}]\n", "global/g.yaml": "a: 1\n", "global/role/web.yaml": "b: 1\n",
			"environments/production/hiera.yaml": "version: 5\n", "environments/production/data/common.yaml": "a: 2 # want warning \"never used; .*g.yaml always\"\nb: 2\n",
		},
		"on some nodes":    {"hiera.yaml": constant, "data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: 2\n"},
		"merged":           {"hiera.yaml": constant, "data/override.yaml": "a: [1]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\na: [2]\n"},
		"lists of a class": {"hiera.yaml": constant, "data/override.yaml": "m::a: [x]\nm::b: [x]\n", "data/common.yaml": "m::a: [y] # want warning \"never used\"\nm::b: [y]\n", "modules/m/manifests/init.pp": "class m($a) {}"},
		"a merge is missing": {
			"hiera.yaml": constant, "data/override.yaml": "m::a: {x: {}}\n", "data/common.yaml": "m::a: {y: {}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		},
		"lists that code merges": {
			"hiera.yaml": constant, "data/override.yaml": "m::a: [x]\n", "data/common.yaml": "m::a: [y]\n", "modules/m/manifests/init.pp": "class m { lookup('m::a', Array, 'unique') }",
		},
		"read twice": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, paths: [common.yaml, 'role/%{facts.role}.yaml', common.yaml]}\n", "data/role/web.yaml": "m::a: 1 # want warning \"never used\"\n", "data/common.yaml": "m::a: 2\n",
		},
		"lists that a function merges": {"hiera.yaml": constant, "data/override.yaml": "classes: [x]\n", "data/common.yaml": "classes: [y]\n"},
		"the default of a module": {
			"modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "m::a: 1\n", "data/common.yaml": "m::a: 2\n",
		},
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.ShadowedValue, files) })
	}
	found := run(t, rules.ShadowedValue, map[string]string{"hiera.yaml": constant, "data/override.yaml": "a: 1\n", "data/common.yaml": "b: 1\na: 2 # want \"never\"\n"})
	if got := apply(found[0].Fixes[0]); got != "b: 1\n" || found[0].Fixes[0].Safe {
		t.Errorf("fixed %q, safe: %v", got, found[0].Fixes[0].Safe)
	}
}

func TestRedundantOverride(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"the same": roles(map[string]string{"data/role/web.yaml": "b: 1\na: {x: 1} # want note \"`a` has this value in .*common.yaml too\"\n", "data/common.yaml": "a: {x: 1}\n"}),
		"another":  roles(map[string]string{"data/role/web.yaml": "a: 2\n", "data/common.yaml": "a: 1\n"}),
		"a level between may differ": roles(map[string]string{
			"data/nodes/web01.yaml": "a: 1\n", "data/role/web.yaml": "a: 2\n", "data/common.yaml": "a: 1\n",
		}),
		"another type": roles(map[string]string{"data/role/web.yaml": "a: '1'\n", "data/common.yaml": "a: 1\n"}),
		"merged":       roles(map[string]string{"data/role/web.yaml": "a: [1]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\na: [1]\n"}),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.RedundantOverride, files) })
	}
	for _, tt := range []struct{ name, file, fixed string }{
		{"an entry", "b: 1\na: {x: 1} # want \"`a`\"\nc: 1\n", "b: 1\nc: 1\n"},
		{"its comment", "b: 1\n# why\n# and so\na: {x: 1} # want \"`a`\"\n\nc: 1\n", "b: 1\n\nc: 1\n"},
		{"the comment of the next", "b: 1\n\n# why\na: {x: 1} # want \"`a`\"\n# else\nc: 1\n", "b: 1\n\n# else\nc: 1\n"},
		{"a comment about two", "b: 1\n\n# why\na: {x: 1} # want \"`a`\"\nc: 1\n", ""},
		{"a comment about two, further up", "# why\nb: 1\na: {x: 1} # want \"`a`\"\nc: 1\n", ""},
		{"another group", "# why\nb: 1\n\na: {x: 1} # want \"`a`\"\nc: 1\n", "# why\nb: 1\n\nc: 1\n"},
		{"the head of the file", "# why\na: {x: 1} # want \"`a`\"\n\nc: 1\n", ""},
		{"a text that looks like a comment", "b: |\n  # why\na: {x: 1} # want \"`a`\"\nc: 1\n", "b: |\n  # why\nc: 1\n"},
		{"between braces", "{b: 1, a: {x: 1}, c: 1} # want \"`a`\"\n", "{b: 1, c: 1}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := roles(map[string]string{"data/role/web.yaml": tt.file, "data/common.yaml": "a: {x: 1}\n"})
			found := run(t, rules.RedundantOverride, files)
			switch fixes := found[0].Fixes; {
			case tt.fixed == "" && len(fixes) > 0, tt.fixed != "" && len(fixes) != 1:
				t.Errorf("fixes: %v", fixes)
			case tt.fixed != "" && (apply(fixes[0]) != tt.fixed || fixes[0].Safe):
				t.Errorf("fixed %q, safe: %v", apply(fixes[0]), fixes[0].Safe)
			}
		})
	}
}

func TestNullHidesLowerValue(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"empty":             roles(map[string]string{"data/role/web.yaml": "a: # want warning \"`a` has no value here, which hides the one in\"\n", "data/common.yaml": "a: 1\n"}),
		"written":           roles(map[string]string{"data/role/web.yaml": "a: ~ # want note \"`a` has no value here\"\n", "data/common.yaml": "a: 1\n"}),
		"nothing below":     roles(map[string]string{"data/role/web.yaml": "a:\n", "data/role/db.yaml": "a: 1\n"}),
		"nothing at all":    roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": "a:\n"}),
		"merged":            roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": "lookup_options: {a: {merge: deep}}\na: {x: 1}\n"}),
		"default in module": {"modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "m::a: 1\n", "data/common.yaml": "m::a:\n"},
		"written for a default": roles(map[string]string{
			"data/role/web.yaml":          "m::a: ~\nm::b: ~\nm::c: ~ # want error \"no value\"\nm::d: # want error \"no value\"\nm::e: # want warning \"no value\"\nm::f: ~ # want note \"no value\"\n",
			"data/common.yaml":            "m::a: 1\nm::b: 1\nm::c: 1\nm::d: 1\nm::e: 1\nm::f: 1\n",
			"modules/m/manifests/init.pp": "class m(Integer $a = 2, Optional[Integer] $b, Integer $c, Integer $d, $e = 1) { }\n",
		}),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.NullHidesLowerValue, strict(files)) })
	}
	run(t, rules.NullHidesLowerValue, roles(map[string]string{
		"data/role/web.yaml": "m::a:\nm::b: ~\nm::c: ~ # want error \"no value\"\n", "data/common.yaml": "m::a: 1\nm::b: 1\nm::c: 1\n",
		"modules/m/manifests/init.pp": "class m($a = 1, $b = 1, Integer $c) { }\n",
	}))
}

func TestConversions(t *testing.T) {
	options := "lookup_options:\n  a: {convert_to: Integer}\n"
	for name, files := range map[string]map[string]string{
		"a text":                    common(options + "a: http # want error \"the value of `a` cannot be converted\"\n"),
		"a number":                  common(options + "a: '80'\n"),
		"on one role":               roles(map[string]string{"data/role/web.yaml": "a: x # want error \"the value of `a`\"\n", "data/common.yaml": options + "a: '1'\n"}),
		"a wrong type is said once": common("lookup_options:\n  a: {convert_to: Integr} # want error \"there is no type\"\na: 1\n"),
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.LookupOptionsBadConvert, files) })
	}
}

func TestLookupFails(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a name for a position": common("l: [1]\na: \"%{lookup('l.x')}\" # want error \"`l.x` does not fit the value of `l`\"\n"),
		"on one role":           roles(map[string]string{"data/role/web.yaml": "l: [1]\n", "data/common.yaml": "l: {x: 1}\na: \"%{lookup('l.x')}\" # want error \"`l.x`\"\n"}),
		"fine":                  common("l: [1]\na: \"%{lookup('l.0')}\"\n"),
		"an invalid hiera.yaml": {"hiera.yaml": "version: 5\nhierarchy:\n  - name: C\n    path: common.yaml\n    options: {a: b}\n", "data/common.yaml": "a: 1\n"},
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.LookupFails, files) })
	}
}

// TestExtensionsAreNoFacts: what the certificate of a node says does not stand in the files of facter.
func TestExtensionsAreNoFacts(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: R, path: \"role/%{trusted.extensions.pp_role}.yaml\"}\n  - {name: F, path: \"%{facts.site}.yaml\"}\n  - {name: C, path: common.yaml}\n",
		"data/common.yaml": "a: \"%{trusted.extensions.pp_zone} %{facts.zone}\"\n",
	})
	p, err := project.Load(context.Background(), []string{dir}, project.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"certname": "web01", "facts": {"kernel": "Linux"}}`:                                              "facts.site facts.zone",
		`{"certname": "web01", "facts": {"kernel": "Linux"}, "trusted": {"extensions": {"pp_role": "a"}}}`: "facts.site facts.zone trusted.extensions.pp_zone",
	} {
		nodes, err := facts.Parse("nodes.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		result, err := runner.Run(context.Background(), p, runner.Options{
			Rules: []*rule.Rule{rules.InterpolationUndefinedVariable, rules.HierarchyPathUndefinedVariable}, PuppetVersion: 8, Nodes: nodes,
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range result.Diagnostics {
			name, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "`"), "`")
			got = append(got, name)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: reported %q, want %q", text, got, want)
		}
	}
}
