package binding_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestLookupMissingKey(t *testing.T) {
	t.Parallel()
	// lookingUp returns a tree whose code makes a call.
	lookingUp := func(call string, more map[string]string) map[string]string {
		tree := site(map[string]string{
			"hiera.yaml":              "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
			"data/common.yaml":        "title: x\nbackup_dir: /srv\napp::x::hosts: []\n",
			"site/app/manifests/x.pp": "class app::x($hosts) { $x = " + call + "\n}\n",
		})
		maps.Copy(tree, more)
		return tree
	}
	const want = " # want warning \"no data defines the key `other`\""
	const note = " # want note \"no data defines the key `other`\""
	const levels = "version: 5\nhierarchy: [{name: Node, path: \"nodes/%{trusted.certname}.yaml\"}, {name: Common, path: common.yaml}]\n"
	ruletest.RunAll(t, binding.LookupMissingKey, map[string]map[string]string{
		"lookup":                     lookingUp("lookup('other')"+want, nil),
		"with a type and a strategy": lookingUp("lookup('other', Hash, 'deep')"+want, nil),
		"with options":               lookingUp("lookup('other', {merge => 'unique'})"+want, nil),
		"hiera":                      lookingUp("hiera_hash('other')"+want, nil),
		"a subkey":                   lookingUp("lookup('other.port')"+want, nil),
		"a missing subkey":           lookingUp("lookup('ports.smtp') # want warning \"no data defines `ports.smtp`\"", map[string]string{"data/common.yaml": "title: x\nports: {http: 80}\n"}),
		"a subkey of a hash below": lookingUp("lookup('app.name.port') # want warning \"no data defines `app.name.port`\"", map[string]string{
			"hiera.yaml": levels, "data/common.yaml": "title: x\napp: {name: {main: {port: 80}}, port: 1}\n",
		}),
		"an element of hashes":        lookingUp("lookup('ports.0') # want note \"no data defines `ports.0`\"", map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "title: x\nports: {http: 80}\n", "data/role/web.yaml": "ports: {https: 443}\n"}),
		"an element of merged values": lookingUp("lookup('ports.1', {merge => unique})", map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "title: x\nports: [80]\n", "data/role/web.yaml": "ports: [443]\n"}),
		"a subkey beside tokens":      lookingUp("lookup('app.hosts') # want warning \"no data defines `app.hosts`\"", map[string]string{"data/common.yaml": "title: x\napp: {a: \"%{facts.x}\", b: 1}\n"}),
		"a subkey of a token":         lookingUp("lookup('app.a.hosts')", map[string]string{"data/common.yaml": "title: x\napp: {a: \"%{alias('b')}\", b: 1}\n"}),
		"a subkey beside a token":     lookingUp("lookup('app.hosts')", map[string]string{"data/common.yaml": "title: x\napp: {\"%{facts.x}\": 1}\n"}),
		"a slip in a subkey": lookingUp("lookup('app.hsots') # want warning \"no data defines `app.hsots`\"", map[string]string{
			"hiera.yaml": levels, "data/common.yaml": "title: x\napp: {hosts: []}\n",
		}),
		"a subkey, and a level has no file": lookingUp("lookup('app.users') # want note \"no data defines `app.users`\"", map[string]string{
			"hiera.yaml": levels, "data/common.yaml": "title: x\napp: {hosts: [], a: {users: 1}, b: {users: 2}}\n",
		}),
		"a subkey of a string":                      lookingUp("lookup('title.short') # want warning \"`title.short` names a subkey that the value of `title` cannot have\"", nil),
		"a subkey of a string, and a default":       lookingUp("lookup('title.short', {default_value => 1}) # want warning \"`title.short` names a subkey\"", nil),
		"a subkey of a string, and a default third": lookingUp("lookup('title.short', undef, undef, 1) # want warning \"`title.short` names a subkey\"", nil),
		"a subkey of a string, and hiera":           lookingUp("hiera('title.short', 1) # want warning \"`title.short` names a subkey\"", nil),
		"a subkey of a string, and a block":         lookingUp("lookup('title.short') |$k| { 1 } # want warning \"`title.short` names a subkey\"", nil),
		"a subkey of a string, and an override":     lookingUp("lookup('title.short', {override => {'title.short' => 1}})", nil),
		"a subkey of an array, and a default":       lookingUp("lookup('list.a', {default_value => 1}) # want warning \"`list.a` names a subkey\"", map[string]string{"data/common.yaml": "title: x\nlist: [a]\n"}),
		"a subkey of a string in a hash":            lookingUp("lookup('ports.http.tls', {default_value => 1}) # want warning \"`ports.http.tls` names a subkey\"", map[string]string{"data/common.yaml": "title: x\nports: {http: a}\n"}),
		"a subkey of null, and a default":           lookingUp("lookup('none.a', {default_value => 1})", map[string]string{"data/common.yaml": "title: x\nnone: ~\n"}),
		"an element beyond the last, and a default": lookingUp("lookup('list.1', {default_value => 1})", map[string]string{"data/common.yaml": "title: x\nlist: [a]\n"}),
		"an element of a string made an array":      lookingUp("lookup('title.0', Array, 'unique')", nil),
		"a subkey of a string on some nodes": lookingUp("lookup('ports.smtp', {default_value => 1})", map[string]string{
			"hiera.yaml": levels, "data/nodes/a.example.com.yaml": "ports: none\n", "data/common.yaml": "title: x\nports: {http: 80}\n",
		}),
		"a subkey of a string that few nodes have": lookingUp("lookup('ports.smtp', {default_value => 1}) # want warning \"`ports.smtp` names a subkey\"", map[string]string{
			"hiera.yaml": levels, "data/nodes/a.example.com.yaml": "ports: none\n",
		}),
		"a subkey that is there":  lookingUp("lookup('ports.http')", map[string]string{"data/common.yaml": "title: x\nports: {http: 80}\n"}),
		"a subkey and a default":  lookingUp("lookup('ports.smtp', Integer, 'first', 25)", map[string]string{"data/common.yaml": "title: x\nports: {http: 80}\n"}),
		"a subkey of a reference": lookingUp("lookup('ports.smtp')", map[string]string{"data/common.yaml": "title: x\nports: \"%{alias('more')}\"\nmore: {smtp: 25}\n"}),
		"a subkey in another file": lookingUp("lookup('ports.smtp', Hash, 'hash')", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml}, {name: Common, path: common.yaml}]\n", "data/a.yaml": "ports: {http: 80}\n", "data/common.yaml": "title: x\nports: {smtp: 25}\n",
		}),
		"an element of a merge": lookingUp("lookup('list.1')", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml}, {name: Common, path: common.yaml}]\n", "data/a.yaml": "lookup_options: {list: {merge: unique}}\nlist: [a]\n", "data/common.yaml": "title: x\nlist: [b]\n",
		}),
		"an element":                    lookingUp("lookup('list.1') # want \"no data defines `list.1`\"", map[string]string{"data/common.yaml": "title: x\nlist: [a]\n"}),
		"a parameter's default":         lookingUp("1", map[string]string{"site/app/manifests/y.pp": "class app::y(\n  $x = lookup('other')," + want + "\n) { }\n"}),
		"a slip":                        lookingUp("lookup('app::x::hsots') # want warning \"no data defines the key `app::x::hsots`\"", nil),
		"a slip, and a level is unseen": lookingUp("lookup('app::x::hsots') # want warning \"no data defines the key `app::x::hsots`\"", map[string]string{"hiera.yaml": levels}),
		"a single colon":                lookingUp("lookup('app:x:hosts') # want warning \"no data defines the key `app:x:hosts`\"", map[string]string{"hiera.yaml": levels}),
		"its data is in the tree":       lookingUp("lookup('title')", nil),
		"a slip and a default":          lookingUp("lookup('app::x::hsots', {default_value => []}) # want warning \"no data defines the key `app::x::hsots`$\"", nil),
		"another name and a default":    lookingUp("lookup('app::x::host', {default_value => []})", nil),
		"a default":                     lookingUp("lookup('other', String, 'first', 'none')", nil),
		"a default in the options":      lookingUp("lookup('other', {default_value => 1})", nil),
		"a computed default":            lookingUp("lookup('other') |$key| { 1 }", nil),
		"a default of hiera":            lookingUp("hiera('other', 1)", nil),
		"after a test":                  lookingUp("if lookup('other', {default_value => undef}) { lookup('other') }", nil),
		"after a test that fails":       lookingUp("unless hiera('other', '') == '' { hiera_include('other') }", nil),
		"after a test of another key":   lookingUp("if lookup('title', {default_value => undef}) { lookup('other')"+want+"\n}", nil),
		"after a test, and below it":    lookingUp("if lookup('other', {default_value => undef}) { 1 }\n lookup('other')"+want, nil),
		"after a test of a variable":    lookingUp("1\n $all = lookup('other', {default_value => []})\n case $all { []: { } default: { $all.each |$a| { include lookup('other') } } }", nil),
		"after a test in a selector":    lookingUp("(lookup('other', {default_value => 1}) ? { 1 => 2, default => lookup('other') })", nil),
		"after a test in a conjunction": lookingUp("lookup('other', {default_value => false}) and lookup('other')", nil),
		"an empty key":                  lookingUp("1", map[string]string{"site/app/manifests/y.pp": "class app::y($key = '') { if $key != '' { hiera($key, {}) } }\n"}),
		"a parameter with a default": lookingUp("lookup('app::y::port') # want warning \"no data defines the key `app::y::port`\"", map[string]string{
			"site/app/manifests/y.pp": "class app::y($port = 80) { }\n",
		}),
		"a required parameter":           lookingUp("lookup('app::y::port')"+strings.ReplaceAll(want, "other", "app::y::port"), map[string]string{"site/app/manifests/y.pp": "class app::y($port) { }\n"}),
		"several keys":                   lookingUp("lookup(['other', 'title'])", nil),
		"a computed key":                 lookingUp("lookup(\"other_${x}\")", nil),
		"options in a variable":          lookingUp("lookup('other', $options)", nil),
		"a template":                     lookingUp("1", map[string]string{"site/app/templates/x.erb": "<%= scope.function_hiera(['other']) %>"}),
		"another file is invalid":        lookingUp("lookup('other')"+want, map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/nodes/a.example.com.yaml": "x: 1\n", "data/role/web.yaml": "others: [a\n"}),
		"its file is invalid":            lookingUp("lookup('other')", map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/nodes/a.example.com.yaml": "x: 1\n", "data/role/web.yaml": "a: [b\nother: 1\n"}),
		"a level without files":          lookingUp("lookup('other')"+note, map[string]string{"hiera.yaml": levels}),
		"a missing data directory":       lookingUp("lookup('other')", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}, {name: More, datadir: more, path: common.yaml}]\n"}),
		"a function serves a level":      lookingUp("lookup('other')", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}, {name: Vault, lookup_key: \"app::vault\"}]\n"}),
		"no hiera.yaml":                  lookingUp("lookup('other')", map[string]string{"hiera.yaml": "version: 3\n"}),
		"unreachable data":               lookingUp("lookup('other')", map[string]string{"data/more.yaml": "other: 1\n"}),
		"a module that is not installed": lookingUp("lookup('ntp::other')", map[string]string{"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\nmod 'app', local: true\n"}),
		"a slip, and a module is missing": lookingUp("lookup('ntp::sevrers') # want warning \"no data defines the key `ntp::sevrers`\"", map[string]string{
			"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\nmod 'app', local: true\n", "data/common.yaml": "title: x\nntp::servers: [a]\n",
		}),
		"an installed module":   lookingUp("1", map[string]string{"modules/ntp/manifests/init.pp": "class ntp { lookup('other') }\n", "modules/ntp/checksums.json": "{}"}),
		"an invalid data file":  lookingUp("lookup('other')", map[string]string{"data/common.yaml": "title: [\n"}),
		"unused-key reports it": lookingUp("lookup('backup_dirs')", nil),
	})
}

// TestLookupMissingKeyOnNodes checks keys that some of the nodes that look them up have no value for.
func TestLookupMissingKeyOnNodes(t *testing.T) {
	t.Parallel()
	// tree returns a tree in which the role web has a value for a key that the class app looks up.
	tree := func(site, class string, more map[string]string) map[string]string {
		files := map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "manifests/site.pp": site + "\n", "modules/app/manifests/init.pp": "class app {\n" + class + "\n}\n",
			"data/nodes/n1.yaml": "x: 1\n", "data/role/web.yaml": "port: 80\n", "data/role/db.yaml": "x: 2\n", "data/common.yaml": "x: 3\n",
		}
		maps.Copy(files, more)
		return files
	}
	const want = " # want warning \"`port` has no value on nodes with `facts.role` = `db`, and the lookup has no default\""
	subkeys := map[string]string{"data/role/web.yaml": "port: {a: 1}\n", "data/role/db.yaml": "port: {b: 1}\n"}
	none := map[string]string{"data/role/web.yaml": "y: 1\n", "data/nodes/n1.yaml": "port: 1\n"}
	ruletest.RunAll(t, binding.LookupMissingKey, map[string]map[string]string{
		"in a class":           tree("include app", "$x = lookup('port')"+want, nil),
		"in the main manifest": tree("$x = lookup('port')"+want, "", nil),
		"in both":              tree("$x = lookup('port')"+want+"\ninclude app", "$y = hiera('port')", nil),
		"in a list of classes": tree("lookup('classes').include", "$x = lookup('port', Integer)"+want, map[string]string{"data/common.yaml": "classes: [app]\n"}),
		"on a node":            tree("node 'n2' { include app }\nnode default { }", "$x = lookup('port') # want warning \"`port` has no value on the node `n2`, and the lookup has no default\"", none),
		"on a node with a short name": tree("node 'n2' { include app }\nnode default { }", "$x = lookup('port')", map[string]string{
			"hiera.yaml":         "version: 5\nhierarchy: [{name: Node, path: \"nodes/%{facts.networking.fqdn}.yaml\"}, {name: Common, path: common.yaml}]\n",
			"data/role/web.yaml": "", "data/nodes/n2.example.com.yaml": "port: 80\n",
		}),
		"on a node with a short name, without a value": tree("node 'n2' { include app }\nnode default { }", "$x = lookup('port') # want warning \"no value on the node `n2.example.com`\"", map[string]string{
			"hiera.yaml":         "version: 5\nhierarchy: [{name: Node, path: \"nodes/%{facts.networking.fqdn}.yaml\"}, {name: Common, path: common.yaml}]\n",
			"data/role/web.yaml": "", "data/nodes/n2.example.com.yaml": "y: 1\n", "data/nodes/n1.example.com.yaml": "port: 80\n",
		}),
		"in a file for all nodes beside those of nodes": tree("$x = lookup('port')", "", map[string]string{
			"hiera.yaml":                  "version: 5\nhierarchy: [{name: A, paths: ['%{facts.networking.fqdn}.yaml', lists.yaml, common.yaml]}]\n",
			"data/web01.example.com.yaml": "port: 80\n", "data/lists.yaml": "x: 2\n", "data/role/web.yaml": "", "data/role/db.yaml": "", "data/nodes/n1.yaml": "",
		}),
		"in the classes of two roles": tree("include \"role::${facts['role']}\"", "", map[string]string{
			"modules/role/manifests/web.pp": "class role::web { $x = lookup('port') }\n", "modules/role/manifests/db.pp": "class role::db { $x = lookup('port') }" + want + "\n",
		}),
		"in a defined type": tree("include app", "app::site { 'a': }", map[string]string{
			"modules/app/manifests/site.pp": "define app::site() { app::part { [$title]: } }\n", "modules/app/manifests/part.pp": "define app::part() { $x = lookup('port') }" + want + "\n",
		}),
		"a parameter with a default": tree("include app::other", "", map[string]string{
			"data/role/web.yaml":             "app::other::port: 80\n",
			"modules/app/manifests/other.pp": "class app::other(\n  $port = 80\n) {\n  $x = lookup('app::other::port') # want warning \"`app::other::port` has no value on nodes with `facts.role` = `db`\"\n}\n",
		}),
		"a subkey":                       tree("include app", "$x = lookup('port.a')"+strings.Replace(want, "`port`", "`port.a`", 1), map[string]string{"data/role/web.yaml": "port: {a: 1}\n"}),
		"a subkey that some values have": tree("include app", "$x = lookup('port.a')"+strings.Replace(want, "`port`", "`port.a`", 1), subkeys),

		"in a defined type without resources": tree("include app", "$names = [] app::site { $names: } app::site { []: } @app::site { 'b': } if $facts['x'] { app::site { 'c': } }", map[string]string{
			"modules/app/manifests/site.pp": "define app::site() { $x = lookup('port') }\n",
		}),
		"on nodes without the class":    tree("if $facts['x'] { include app }", "$x = lookup('port')", nil),
		"under a condition":             tree("include app", "if $facts['x'] { $x = lookup('port') }", nil),
		"in a condition":                tree("include app", "if $facts['x'] and lookup('port') == 1 { }", nil),
		"with a default":                tree("include app", "$x = lookup('port', {default_value => 1})", nil),
		"in the default of a parameter": tree("include app", "", map[string]string{"modules/app/manifests/init.pp": "class app($port = lookup('port')) { }\n"}),
		"a subkey that some values have, and several lookups": tree("include app", "$x = lookup('port.a')\n$y = lookup('port.b', {default_value => 1})", subkeys),
		"a subkey that some values have, and a default":       tree("include app", "$x = lookup('port.a', {default_value => 1})", subkeys),
		"a subkey that some values have, merged":              tree("include app", "$x = lookup('port.a', Integer, 'hash')", subkeys),
		"a subkey that some values have, merged by options":   tree("include app", "$x = lookup('port.a')", map[string]string{"data/role/web.yaml": "port: {a: 1}\n", "data/role/db.yaml": "port: {b: 1}\n", "data/common.yaml": "lookup_options: {port: {merge: hash}}\n"}),
		"one of several keys":                                 tree("include app", "$x = lookup(['port', 'x'])", nil),
		"after a return":                                      tree("include app", "if $facts['x'] { return() }\n$x = lookup('port')", nil),
		"in a level outside the tree": tree("include app", "$x = lookup('port')", map[string]string{
			"hiera.yaml": ruletest.RoleLevels + "  - {name: Private, path: /etc/private.yaml}\n",
		}),
		"null": tree("include app", "$x = lookup('port')", map[string]string{"data/common.yaml": "port: ~\n"}),
	})
}

// TestLookupMissingKeyQuoted checks keys in which the name of an entry has dots.
func TestLookupMissingKeyQuoted(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"vhosts.www.example.com.port": "did you mean `vhosts.'www.example.com'.port`?",
		"vhosts.www.example.com":      "did you mean `vhosts.'www.example.com'`?",
		"vhosts.www.example.net":      "define it, or give the lookup a default",
	} {
		found := ruletest.Run(t, binding.LookupMissingKey, map[string]string{
			"manifests/site.pp": "$x = lookup('" + path + "') # want \"no data defines\"\n", "data/common.yaml": "vhosts: {www.example.com: {port: 80}}\n",
		})
		if len(found) == 1 && found[0].Help != want {
			t.Errorf("%s: help %q, want %q", path, found[0].Help, want)
		}
	}
}

// TestLookupWithAnotherHierarchy checks that a key is not missing if another hierarchy for the same code reads it: Puppet may combine
// both.
func TestLookupWithAnotherHierarchy(t *testing.T) {
	t.Parallel()
	for _, d := range ruletest.Check(t, filetree.Write(t, map[string]string{
		"hiera-bootstrap.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n", "data/common.yaml": "classes: [app]\n",
		"hiera-global.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml, datadir: global}]\n", "global/common.yaml": "app::x: 1\n",
		"manifests/site.pp": "lookup('classes', Array[String], 'unique').include\n", "modules/app/manifests/init.pp": "class app($x = 2) { }\n",
	})) {
		if d.Rule == binding.LookupMissingKey.Descriptor() {
			t.Errorf("reported: %s", d.Message)
		}
	}
}
