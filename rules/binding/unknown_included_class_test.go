package binding_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestUnknownIncludedClass(t *testing.T) {
	t.Parallel()
	const site = "lookup('classes', Array[String], 'unique').include\n"
	tests := map[string]map[string]string{
		"misspelled":                   {"data/common.yaml": "classes: [app, 'app::sever'] # want error \"no class `app::sever` in module `app`\"\n"},
		"ignored by Git":               {".gitignore": "app/\n", "data/common.yaml": "classes: ['app::sever'] # want warning \"no class `app::sever` in module `app`, unless a manifest that Git ignores defines it\"\n"},
		"they exist":                   {"data/common.yaml": "classes: [app, '::app::server']\n"},
		"in each file":                 {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "classes: ['app::sever'] # want \"sever\"\n", "data/common.yaml": "classes:\n  - '::app::sever' # want \"sever\"\n"},
		"one class":                    {"data/common.yaml": "role: app::sever # want error \"app::sever\"\n", "manifests/site.pp": "include(lookup('role'))\n"},
		"the classic way":              {"data/common.yaml": "classes: ['app::sever'] # want error \"app::sever\"\n", "manifests/site.pp": "hiera_include('classes', [])\n"},
		"in a variable":                {"data/common.yaml": "classes: ['app::sever'] # want error \"app::sever\"\n", "manifests/site.pp": "$classes = lookup('classes')\n$classes.each |$c| { contain $c }\n"},
		"in a class":                   {"data/common.yaml": "site::classes: ['app::sever'] # want error \"app::sever\"\n", "modules/site/manifests/init.pp": "class site { include(lookup('site::classes')) }\n"},
		"a parameter":                  {"data/common.yaml": "site::classes: ['app::sever'] # want error \"app::sever\"\n", "modules/site/manifests/init.pp": "class site($classes) { include $classes }\n"},
		"each of a parameter":          {"data/common.yaml": "site::classes: ['app::sever'] # want error \"app::sever\"\n", "modules/site/manifests/init.pp": "class site(Array $classes = ['app']) { $classes.each |$c| { include $c } }\n"},
		"data of the module":           {"modules/site/hiera.yaml": "version: 5\n", "modules/site/data/common.yaml": "site::classes: ['app::sever'] # want error \"app::sever\"\n", "modules/site/manifests/init.pp": "class site { lookup('site::classes').each |$c| { contain $c } }\n"},
		"data of another module":       {"modules/site/hiera.yaml": "version: 5\n", "modules/site/data/common.yaml": "app::classes: ['app::sever']\n", "modules/site/manifests/init.pp": "class site { lookup('app::classes').each |$c| { contain $c } }\n"},
		"an optional one":              {"data/common.yaml": "site::role: app::sever # want warning \"app::sever\"\n", "modules/site/manifests/init.pp": "class site($role = undef) { if $role { include $role } }\n"},
		"with others":                  {"data/common.yaml": "site::classes: ['app::sever'] # want error \"app::sever\"\n", "modules/site/manifests/init.pp": "class site(Array $classes = []) { include unique($classes + ['app']) }\n"},
		"part of the name":             {"data/common.yaml": "site::role: sever # want error \"no class `app::sever` in module `app`\"\n", "modules/site/manifests/init.pp": "class site($role) { include \"app::${role}\" }\n"},
		"parts of names":               {"data/common.yaml": "parts: [server, sever] # want error \"no class `app::sever`\"\n", "manifests/site.pp": "lookup('parts').each |$p| { include \"::app::${p}\" }\n"},
		"parts, in a variable":         {"data/common.yaml": "parts: [server, sever] # want error \"no class `app::sever`\"\n", "manifests/site.pp": "$parts = hiera_array('parts')\neach($parts) |$p| {\n  $class = \"app::${p}\"\n  include $class\n}\n"},
		"parts after a prefix":         {"data/common.yaml": "parts: [server, sever] # want error \"no class `app::sever`\"\n", "manifests/site.pp": "include prefix(lookup('parts'), 'app::')\n"},
		"parts before a suffix":        {"data/common.yaml": "parts: [server, sever] # want error \"no class `app::sever_x`\"\n", "manifests/site.pp": "$named = regsubst(lookup('parts'), '^', 'app::')\ninclude suffix($named, '_x')\n", "modules/app/manifests/server_x.pp": "class app::server_x { }\n"},
		"parts of all kinds":           {"data/common.yaml": "parts: ['', 1, true, [sever], -server, 'a b', \"%{facts.role}\", Server] # want \"app::sever\"\n", "manifests/site.pp": "lookup('parts').each |$p| { include \"app::${p}\" }\n"},
		"parts with hyphens":           {"data/common.yaml": "parts: [web-server] # want error \"`app::web-server` is not a valid class name: it contains a hyphen\"\n", "manifests/site.pp": "lookup('parts').each |$p| { include \"app::${p}\" }\n"},
		"parts, excluded":              {"data/common.yaml": "parts: [sever, none]\n", "manifests/site.pp": "lookup('parts').each |$p| { if $p != 'sever' and $p != 'none' { include \"app::${p}\" } }\n"},
		"parts, if they are classes":   {"data/common.yaml": "parts: [sever]\n", "manifests/site.pp": "lookup('parts').each |$p| { if defined(\"app::${p}\") { include \"app::${p}\" } }\n"},
		"parts, sometimes":             {"data/common.yaml": "parts: [sever] # want warning \"app::sever\"\n", "manifests/site.pp": "lookup('parts').each |$p| { if $facts['x'] { include \"app::${p}\" } }\n"},
		"parts, changed":               {"data/common.yaml": "parts: [sever]\n", "manifests/site.pp": "include prefix(regsubst(lookup('parts'), 'sever', 'server'), 'app::')\n"},
		"parts with modules":           {"data/common.yaml": "parts: [apq]\n", "manifests/site.pp": "lookup('parts').each |$p| { include \"${p}::server\" }\n"},
		"two parts":                    {"data/common.yaml": "parts: [sever]\n", "manifests/site.pp": "lookup('parts').each |$p| { include \"app::${p}::${facts['x']}\" }\n"},
		"keys of a hash":               {"data/common.yaml": "parts: {sever: {}}\n", "manifests/site.pp": "lookup('parts').each |$p, $v| { include \"app::${p}\" }\n"},
		"set in code":                  {"data/common.yaml": "site::role: app::sever # want warning \"app::sever\"\n", "modules/site/manifests/init.pp": "class site($role) { include $role }\n", "manifests/site.pp": "class { 'site': role => 'app' }\n"},
		"of a defined type":            {"data/common.yaml": "site::x::role: app::sever\n", "modules/site/manifests/x.pp": "define site::x($role) { include $role }\n"},
		"under a condition":            {"data/common.yaml": "classes: ['app::sever'] # want warning \"app::sever\"\n", "manifests/site.pp": "if $facts['x'] { lookup('classes').include }\n"},
		"some of them":                 {"data/common.yaml": "classes: ['app::sever'] # want warning \"app::sever\"\n", "manifests/site.pp": "lookup('classes').filter |$c| { $c != $facts['x'] }.include\n"},
		"a function":                   {"data/common.yaml": "classes:\n  - include app::server # want error \"`include app::server` is not a valid class name: it contains the function `include`\"\n"},
		"several in one string":        {"data/common.yaml": "classes:\n  - app # want error \"`app app::server` is not a valid class name: it contains several names\"\n    app::server\n  - app::server, app # want error \"several names\"\n  - App and others\n"},
		"a string that is split":       {"data/common.yaml": "classes: app app::server\n", "manifests/site.pp": "include split(lookup('classes'), ' ')\n"},
		"a hyphen":                     {"data/common.yaml": "classes: ['app::my-server'] # want error \"it contains a hyphen\"\n"},
		"a value to remove":            {"data/common.yaml": "classes: ['-app', -app]\n"},
		"a hyphen, broken":             {"data/common.yaml": "classes: ['app::my-server'] # want error \"it contains a hyphen\"\n", "modules/app/manifests/my-server.pp": "class app::my-server { }\n"},
		"a rejected manifest":          {"data/common.yaml": "classes: ['app::bad', 'app::bad::inner', app] # want error \"class `app::bad` cannot be loaded\" \"class `app::bad::inner` cannot be loaded\"\n", "modules/app/manifests/bad.pp": "class app::bad($x, $x) { }\n"},
		"in the file of another class": {"data/common.yaml": "classes: ['app::sever'] # want error \"class `app::sever` is in a file where Puppet does not look for it\"\n", "modules/app/manifests/other.pp": "class app::sever { }\n"},
		"a single colon":               {"data/common.yaml": "classes: ['app:server', 'other::mod:rewrite', 'app:::server', 'app::'] # want error \"separated by two colons\" \"other::mod:rewrite\" \"app:::server\" \"app::. is not a valid\"\n"},
		"a space":                      {"data/common.yaml": "classes: ['app ', ' app::server', 'no class'] # want error \"app. is not a valid class name: it begins or ends with a space\" \"app::server\"\n"},
		"an array in an array":         {"data/common.yaml": "classes:\n  - - app::sever # want error \"app::sever\"\n    - [app]\n"},
		"a defined type":               {"data/common.yaml": "classes: ['app::vhost'] # want error \"`app::vhost` is a defined type, not a class\"\n", "modules/app/manifests/vhost.pp": "define app::vhost() { }\n"},
		"no such module":               {"data/common.yaml": "classes: [app, never] # want note \"no module `never` in the modulepath or the Puppetfile\"\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"no such module, but such a class": {
			"data/common.yaml": "classes: [app, 'profile::web'] # want warning \"class `profile::web` is in a file where Puppet does not look for it\"\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n",
			"modules/profiles/manifests/web.pp": "class profile::web { }\n",
		},
		"no such module, with classes":         {"data/common.yaml": "classes: [app, 'never::client'] # want note \"no module `never`\"\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"no such module, but code mentions it": {"data/common.yaml": "classes: [app, 'never::client']\n", "manifests/site.pp": site + "if $x { include never::server }\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"nearly a class":                       {"data/common.yaml": "classes: [app, site_sever] # want warning \"no module `site_sever`\"\n", "manifests/site.pp": site + "class site_server { }\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"nearly a module":                      {"data/common.yaml": "classes: ['postgreslq::client'] # want warning \"no module `postgreslq`\"\nother: ['postgreslq::client']\n", "Puppetfile": "mod 'puppetlabs/postgresql', '1.0.0'\n"},
		"a plural":                             {"data/common.yaml": "classes: ['users::client', users, user]\n", "Puppetfile": "mod 'acme/user', '1.0.0'\nmod 'hiera', :git => \"#{x}\"\n"},
		"in the Puppetfile":                    {"data/common.yaml": "classes: [app, ntp]\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"in the main manifest":                 {"data/common.yaml": "classes: ['site::base']\n", "manifests/site.pp": site + "class site::base { }\n"},
		"tokens":                               {"data/common.yaml": "classes: [\"app::%{facts.role}\", 'app::%{facts.role}']\n"},
		"knockouts":                            {"data/common.yaml": "lookup_options: {classes: {merge: {strategy: deep, knockout_prefix: '--'}}}\nclasses: ['--app::sever']\n"},
		"capital letters":                      {"data/common.yaml": "classes: ['App::Server', 'no class at all', ~]\n"},
		"hashes":                               {"data/common.yaml": "classes: [{app: {x: 1}}]\n", "manifests/site.pp": "lookup('classes').each |$c| { create_resources('class', $c) }\n"},
		"no array":                             {"data/common.yaml": "classes: ''\n"},
		"no names, filtered":                   {"data/common.yaml": "classes: ['', app]\n", "manifests/site.pp": "lookup('classes').filter |$c| { $c != '' }.include\n"},
		"an entry":                             {"data/common.yaml": "site:\n  classes: ['app::sever'] # want \"app::sever\"\n  other: ['app::sever']\n", "manifests/site.pp": "lookup('site.classes').include\n"},
		"no such entry":                        {"data/common.yaml": "site: ['app::sever']\n", "manifests/site.pp": "lookup('site.classes').include\n"},
		"each entry":                           {"data/common.yaml": "classes:\n  default: ['app::sever'] # want \"app::sever\"\n  more: {a: ['app::sever']}\n", "manifests/site.pp": "lookup(\"classes.${facts['x']}\").include\n"},
		"elements of an array":                 {"data/common.yaml": "classes: ['app::sever']\n", "manifests/site.pp": "lookup(\"classes.${facts['x']}\").include\n"},
		"part of a segment":                    {"data/common.yaml": "classes: {a1: ['app::sever']}\n", "manifests/site.pp": "lookup(\"classes.a${facts['x']}\").include\n"},
		"a hash":                               {"data/common.yaml": "classes: {default: ['app::sever']}\n"},
		"no names":                             {"data/common.yaml": "classes:\n  - '' # want warning \"the empty string in an array of class names\"\n  - 1 # want warning \"a number in an array\"\n  - [true] # want warning \"a boolean\"\n"},
		"not included":                         {"data/common.yaml": "classes: ['app::sever']\n", "manifests/site.pp": "$x = lookup('classes')\n"},
		"its file is broken":                   {"data/common.yaml": "classes: ['app::broken'] # want error \"class `app::broken` cannot be loaded, since Puppet rejects its manifest\"\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"a module that is excluded":            {"data/common.yaml": "site::time: skip\n", "modules/site/manifests/init.pp": "class site($time) { case $time { 'ntp': { class { $time: } } default: { } } }\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"most is elsewhere":                    {"data/common.yaml": "classes: ['part::a', 'part::b']\n", "modules/part/manifests/init.pp": "class part { }\n"},
		"no classes, and no value on other nodes": {
			"hiera.yaml":       "version: 5\nhierarchy: [{name: A, path: 'nodes/%{trusted.certname}.yaml'}, {name: B, path: 'os/%{facts.os.family}.yaml'}]\n",
			"data/common.yaml": "", "data/nodes/web01.yaml": "x: 1\n",
			"data/os/RedHat.yaml": "classes: # want error \"`classes` is empty, so that Puppet includes undef\"\n",
			"manifests/site.pp":   "hiera_include('classes')\n",
		},
		"no classes":                 {"data/common.yaml": "classes: # want error \"`classes` is empty, so that Puppet includes undef\"\n", "manifests/site.pp": "hiera_include('classes')\n"},
		"no classes, with a default": {"data/common.yaml": "classes: ~ # want error \"empty\"\n", "manifests/site.pp": "node default { lookup('classes', {merge => unique, default_value => []}).include }\n"},
		"no classes on some nodes":   {"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "classes: [app]\n", "data/role/web.yaml": "classes: # want error \"empty\"\n", "manifests/site.pp": "$c = lookup('classes', {merge => unique})\ninclude $c\n"},
		"no classes, but others":     {"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "classes:\n", "data/role/web.yaml": "classes: [app]\n", "manifests/site.pp": "if $facts['role'] { lookup('classes').include }\n"},
		"no classes, merged deeply":  {"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "classes: [app]\n", "data/role/web.yaml": "classes:\n", "manifests/site.pp": "include(lookup('classes', {merge => deep}))\n"},
		"no classes, but a type":     {"data/common.yaml": "classes:\n"},
		"no classes, picked":         {"data/common.yaml": "classes:\n", "manifests/site.pp": "include pick(lookup('classes'), [])\nlookup('classes').filter |$c| { $c }.include\n$c = delete_undef_values([lookup('classes')])\ninclude $c\n"},
		"no classes, on a condition": {"data/common.yaml": "classes:\n", "manifests/site.pp": "$c = lookup('classes')\nif $c { include $c }\n"},
		"no classes, in a class":     {"data/common.yaml": "site::classes:\n", "modules/site/manifests/init.pp": "class site { include(lookup('site::classes')) }\n"},
		"no classes, of a parameter": {"data/common.yaml": "site::classes:\n", "modules/site/manifests/init.pp": "class site($classes = []) { include $classes }\n", "manifests/site.pp": "include site\n"},
		"YAML alias":                 {"data/common.yaml": "other: &list ['app::sever'] # want \"app::sever\"\nclasses: *list\n"},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) {
			tree := map[string]string{"manifests/site.pp": site}
			maps.Copy(tree, files)
			ruletest.Run(t, binding.UnknownIncludedClass, appModule(tree))
		})
	}
}

// TestUnknownIncludedClassOnCondition checks which elements of an array are reported if conditions may exclude them: all with
// the name of a class that does not exist, except those listed.
func TestUnknownIncludedClassOnCondition(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ code, excluded string }{
		{"case $c { 'app::a', 'app::b': { include $c } default: { notify { 'x': } } }", "app::c app::d"},
		{"case $c { 'app::a': { } /b$/: { } 'app::b', 'app::c': { include $c } }", "app::a app::b app::d"},
		{"case $c { 'app::a': { } default: { include $c } }", "app::a"},
		{"case $c { String: { } 'app::a': { } default: { include $c } }", "app::a"},
		{"case downcase($c) { 'app::a': { } default: { include $c } }", "app::a"},
		{"case $facts['x'] { 'app::a': { } default: { include $c } }", ""},
		{"if $c in ['app::a', 'App::B'] { include $c }", "app::c app::d"},
		{"if $c in 'app::a' { include $c }", "app::a"},
		{"if $c == 'app::a' { include $c }", "app::b app::c app::d"},
		{"if $c == 'app::a' { include $c } elsif $c != 'app::b' { contain $c }", "app::b"},
		{"if 'app::a' != $c { include $c }", "app::a"},
		{"if $c != 'app::a' and $facts['x'] { include $c }", "app::a"},
		{"if $c == 'app::a' or $facts['x'] { include $c }", ""},
		{"if $facts['x'] != 'app::a' { include $c }", ""},
		{"if $c =~ /[ab]$/ { include $c }", "app::c app::d"},
		{"if \"${c}\" !~ /[ab]$/ { include $c }", "app::a app::b"},
		{"if !empty($c) { include $c }", ""},
		{"if defined($c) { include $c }", "app::a app::b app::c app::d"},
		{"if $facts['x'] and defined(Class[$c]) { include $c }", "app::a app::b app::c app::d"},
		{"unless defined(Class[$c]) { include $c }", ""},
		{"if defined(Class['app']) { include $c }", ""},
		{"unless $c == 'app::a' { include $c }", "app::a"},
		{"unless $c in ['app::a', 'app::b'] { include $c } else { if $c != 'app::a' { include $c } }", "app::a"},
		{"unless $c { include $c }", "app::a app::b app::c app::d"},
		{"if $c { include $c }", ""},
		{"if $c == 'app::a' { next() } include $c", "app::a"},
		{"if $facts['x'] { if $c == 'app::a' { next() } } include $c", "app::a"},
		{"unless $c in ['app::a', 'app::b'] { next() } class { $c: }", "app::c app::d"},
		{"$d = $c if $d != 'app::a' { include $d }", "app::a"},
		{"$d = $c ? { 'app::a' => 'app', default => $c } include $d", "app::a"},
		{"$d = if $c == 'app::a' { 'app' } else { $c } include $d", "app::a"},
		{"$d = case $c { 'app::a': { 'app' } default: { $c } } include $d", "app::a"},
	} {
		tree := appModule(map[string]string{"manifests/site.pp": "lookup('classes').each |$c| { " + test.code + " }\n"})
		checkElements(t, tree, test.code, test.excluded)
	}
	for code, excluded := range map[string]string{
		"include $classes - ['app::a', 'app::b']":                                                                         "app::a app::b",
		"include delete($classes, 'app::a')":                                                                              "app::a",
		"include difference($classes, ['app::a', $x])":                                                                    "app::a",
		"include $classes.filter |$c| { $c in ['app::a'] }":                                                               "app::b app::c app::d",
		"$classes.filter |$c| { $c != 'app::a' }.each |$c| { include $c }":                                                "app::a",
		"if $x != 'app::a' { include $classes }":                                                                          "app::a",
		"if $classes { include $classes }":                                                                                "",
		"unless 'app::a' in $classes { include $classes }":                                                                "app::a",
		"if $classes == 'app::a' { return() } include $classes":                                                           "app::a",
		"$classes.each |$c| { if $c == 'app::a' { next() } } include $classes":                                            "",
		"$classes.each |$c| { if $c == 'app::a' { include $c } } $classes.each |$c| { if $c == 'app::b' { include $c } }": "app::c app::d",
	} {
		tree := appModule(map[string]string{"manifests/site.pp": "include site\n", "modules/site/manifests/init.pp": "class site($classes = lookup('classes')) { " + code + " }\n"})
		checkElements(t, tree, code, excluded)
	}
	checkElements(t, appModule(map[string]string{"manifests/site.pp": "case lookup('classes') { 'app::a': { } default: { hiera_include('classes') } }\n"}), "hiera_include", "app::a")
	checkElements(t, appModule(map[string]string{
		"manifests/site.pp": strings.Repeat("if lookup('classes') != 'app::a' {\n", 60) + "include lookup('classes')" + strings.Repeat("}\n", 60),
	}), "many conditions", "app::a app::b app::c app::d")
	checkElements(t, appModule(map[string]string{
		"manifests/site.pp": "if lookup('classes') in [" + strings.Repeat("'x',", 30_000) + "] { include lookup('classes') }",
	}), "a long condition", "app::a app::b app::c app::d")
}

// checkElements checks which of four classes that do not exist are reported in the array classes: all but those excluded.
func checkElements(t *testing.T, tree map[string]string, code, excluded string) {
	t.Helper()
	text := "classes:\n"
	for _, class := range []string{"app::a", "app::b", "app::c", "app::d"} {
		text += "  - " + class
		if !strings.Contains(excluded, class) {
			text += " # want \"no class `" + class + "`\""
		}
		text += "\n"
	}
	tree["data/common.yaml"] = text
	for i := range 4 { // so that most of the module is in the tree
		tree[fmt.Sprintf("modules/app/manifests/more%d.pp", i)] = fmt.Sprintf("class app::more%d { }\n", i)
	}
	t.Run(code, func(t *testing.T) { ruletest.Run(t, binding.UnknownIncludedClass, tree) })
}

// TestUnknownIncludedClassOfEnvironments checks a class in data that environments with the same modules read.
func TestUnknownIncludedClassOfEnvironments(t *testing.T) {
	t.Parallel()
	const conf = "modulepath = /etc/puppet/modules\n"
	ruletest.Run(t, binding.UnknownIncludedClass, map[string]string{
		"hiera.yaml": ":backends: [yaml]\n:hierarchy: [common]\n:yaml:\n  :datadir: /etc/puppet/data\n", "Puppetfile": "mod 'puppetlabs/apt', '1.0.0'\n",
		"environments/a/environment.conf": conf, "environments/a/manifests/site.pp": "hiera_include('classes')\n", "modules/ntp/manifests/init.pp": "class ntp { }\n",
		"data/common.yaml": "classes: [ntp, apt, 'app::server'] # want note \"no module `app`\"\n",
	})
	ruletest.Run(t, binding.UnknownIncludedClass, map[string]string{
		"hiera.yaml":                      ":backends: [yaml]\n:hierarchy: [common]\n:yaml:\n  :datadir: /etc/puppet/data\n",
		"environments/a/environment.conf": conf, "environments/a/manifests/site.pp": "hiera_include('classes')\n",
		"environments/b/environment.conf": conf, "environments/b/manifests/site.pp": "hiera_include('classes')\n",
		"modules/app/manifests/init.pp": "class app($server {\n", "modules/ntp/manifests/init.pp": "class ntp { }\n",
		"data/common.yaml": "classes: [ntp, 'app::server'] # want error \"`app::server` cannot be loaded, since Puppet rejects a manifest of its module\"\n",
	})
}

func TestUnknownIncludedClassHelp(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		class, help string
		files       map[string]string
	}{
		"a similar class":            {"app::sever", "did you mean `app::server`?", nil},
		"several names":              {"app, app::server", "write each name as an element of an array: `[app, app::server]`", nil},
		"a hyphen":                   {"app::my-server", "did you mean `app::my_server`?", map[string]string{"modules/app/manifests/my_server.pp": "class app::my_server { }\n"}},
		"a class with a hyphen":      {"app::my-server", "rename the class, and write its new name here", map[string]string{"modules/app/manifests/my-server.pp": "class app::my-server { }\n"}},
		"like a class with a hyphen": {"app::my_server", "remove it, or correct its name", map[string]string{"modules/app/manifests/my-server.pp": "class app::my-server { }\n"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tree := map[string]string{"manifests/site.pp": "include(lookup('classes', Array[String], 'unique'))\n", "data/common.yaml": "classes: ['" + test.class + "'] # want \"" + test.class + "\"\n"}
			maps.Copy(tree, test.files)
			found := ruletest.Run(t, binding.UnknownIncludedClass, appModule(tree))
			if len(found) != 1 || found[0].Help != test.help {
				t.Errorf("findings %+v, want help %q", found, test.help)
			}
		})
	}
}

// TestUnknownIncludedClassInPuppet checks that the rule agrees with Puppet's compiler on arrays of
// classes, included in many ways.
func TestUnknownIncludedClassInPuppet(t *testing.T) {
	t.Parallel()
	elements := []string{"app", "app::server", "::app::server", "app::sever", "::app::sever", "app::vhost", "app::my-server", "app::server::sever", "app:server", "app ", "app::", ""}
	ways := []string{
		"include(lookup('%s'))", "lookup('%s', Array[String], 'unique').include", "hiera_include('%s')", "$c = lookup('%s') include $c", "lookup('%s').each |$c| { contain $c }",
		"require lookup('%s')", "class { lookup('%s'): }",
	}
	// Those on conditions ignore the empty string, which is not reported then.
	conditional := []string{
		"lookup('%s').each |$c| { if $c != 'app::sever' { include $c } }", "lookup('%s').each |$c| { if $c in ['APP', 'app::my-server'] { include $c } }",
		"lookup('%s').each |$c| { case $c { /:server/, 'app::vhost': { include $c } default: { } } }", "lookup('%s').each |$c| { case $c { 'app': { } /ver$/: { } default: { include $c } } }",
		"lookup('%s').each |$c| { if $c =~ /h/ { next() } include $c }", "lookup('%s').each |$c| { if !$c { include $c } }",
		"include lookup('%s') - 'app::sever'", "include lookup('%s').filter |$c| { $c == 'app::sever' or $c =~ /^:/ }",
		"lookup('%s').each |$c| { $d = $c ? { /sever/ => 'app', default => $c } include $d }",
	}
	tree := appModule(map[string]string{"hiera.yaml": "version: 5\n", "modules/app/manifests/vhost.pp": "define app::vhost() { }\n", "manifests/site.pp": ""})
	for i := range 3 { // so that most of the module is in the tree
		tree[fmt.Sprintf("modules/app/manifests/more%d.pp", i)] = fmt.Sprintf("class app::more%d { }\n", i)
	}
	parts := []string{"server", "sever", "vhost", "my-server", "server::sever"}
	ofParts := []string{
		"lookup('%s').each |$p| { include \"app::${p}\" }", "include regsubst(lookup('%s'), '^', 'app::')", "lookup('%s').each |$p| { $c = \"::app::${p}\" contain $c }",
		"include lookup('%s').map |$p| { \"app::${p}\" }", "include lookup('%s').filter |$p| { $p != 'sever' }.map |$p| { \"app::${p}\" }",
		"lookup('%s').each |$p| { if $p != 'vhost' { include \"app::${p}\" } }",
	}
	var keys []string
	var text strings.Builder
	add := func(element, way string) {
		key := "k" + strconv.Itoa(len(keys))
		keys = append(keys, key)
		fmt.Fprintf(&text, "%s: ['%s']\n", key, element)
		tree["modules/role/manifests/"+key+".pp"] = fmt.Sprintf("class role::%s { %s }\n", key, fmt.Sprintf(way, key))
	}
	for _, element := range elements {
		for j, way := range slices.Concat(ways, conditional) {
			if element == "" && j >= len(ways) {
				break
			}
			add(element, way)
		}
	}
	for _, part := range parts {
		for _, way := range ofParts {
			add(part, way)
		}
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	found := messages(t, dir, binding.UnknownIncludedClass)
	keys = reference.Sample(keys)
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	failures := 0
	for _, key := range keys {
		answer := string(puppet.Line(t, []byte("role::"+key)))
		fails := strings.Contains(answer, "Could not find class") || strings.Contains(answer, "Could not find declared class") || strings.Contains(answer, "Cannot use empty string") || strings.Contains(answer, "Empty string title")
		if fails {
			failures++
		}
		if fails != (found[key] != "") {
			t.Errorf("%s: reported %q; Puppet: %s", tree["modules/role/manifests/"+key+".pp"], found[key], answer)
		}
	}
	if failures < len(keys)/4 {
		t.Errorf("Puppet fails in only %d of %d cases", failures, len(keys))
	}
}
