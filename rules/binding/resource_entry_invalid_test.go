package binding_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestResourceEntryInvalid(t *testing.T) {
	t.Parallel()
	const (
		sites    = "create_resources('app::site', lookup('sites'))\n"
		wrong    = "sites: {a: {prot: 80}} # want error \"defined type `app::site` has no parameter `prot`\"\n"
		app      = "class app(Hash $sites = {}) { create_resources('app::site', $sites) }\n"
		ofClass  = "app::sites: {a: {prot: 80}} # want error \"no parameter `prot`\"\n"
		above    = "version: 5\nhierarchy:\n  - {name: Above, path: above.yaml}\n  - {name: Common, path: common.yaml}\n"
		required = "define app::site($port, $cert = '') { }\n"
		private  = ruletest.RoleLevels + "  - {name: Private, path: private.yaml, datadir: /etc/private}\n"
		perhaps  = "app::sites: {a: {prot: 80}} # want warning \"no parameter `prot`\"\n"
	)
	tests := map[string]map[string]string{
		"times of cron": {"data/common.yaml": "jobs:\n  a: {hour: '0,12', minute: 60, weekday: [Mon, '8'], month: 1-13/2} # want error \"`hour` of a `cron` resource does not accept `0,12`\" \"does not accept `60`\" \"does not accept `8`\"\n" +
			"  b: {hour: '*/2', minute: 0, weekday: [mon, Tuesday, 7], month: Jan, monthday: '*'}\n  c: {hour: absent, minute: \"%{x}\", monthday: ['', '01', '31']} # want \"`monthday` of a `cron` resource does not accept ``\"\n  d:\n    minute: 4,12,20 # want \"does not accept `41220`\"\n",
			"manifests/site.pp": "create_resources('cron', lookup('jobs'))\n"},
		"times of another type":           {"data/common.yaml": "jobs: {a: {hour: '0,12'}}\n", "manifests/site.pp": "create_resources('cron::job', lookup('jobs'))\n"},
		"misspelled":                      {"data/common.yaml": wrong},
		"all right":                       {"data/common.yaml": "sites: {a: {port: 80, ensure: present, require: 'File[x]', name: b}, b: {}}\n"},
		"reserved":                        {"data/common.yaml": "sites: {a: {title: b}} # want \"no parameter `title`\"\n"},
		"capital letters":                 {"data/common.yaml": "sites: {a: {Port: 80}} # want \"no parameter `Port`\"\n"},
		"knockouts":                       {"data/common.yaml": "sites: {a: {--prot: 80, '%{x}': 1}}\n"},
		"empty":                           {"data/common.yaml": "sites:\n  a: # want error \"`a` must be a hash of attributes, but is empty\"\n  b: {}\n"},
		"text":                            {"data/common.yaml": "sites: {a: x} # want error \"`a` must be a hash of attributes, but is a string\"\n"},
		"tokens":                          {"data/common.yaml": "sites: {a: \"%{alias('b')}\"}\nb: {prot: 80}\n"},
		"set elsewhere":                   {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "sites: {a: ~}\n", "data/common.yaml": "lookup_options: {sites: {merge: deep}}\nsites: {a: {port: 80}}\n"},
		"set outside the tree":            {"modules/app/manifests/site.pp": required, "hiera.yaml": private, "data/common.yaml": "lookup_options: {sites: {merge: deep}}\nsites: {a: {cert: x}}\n"},
		"set outside the tree, by code":   {"modules/app/manifests/site.pp": required, "hiera.yaml": private, "data/common.yaml": "sites: {a: {cert: x}}\n", "manifests/site.pp": "create_resources('app::site', lookup('sites', Hash, {'strategy' => 'deep'}))\n"},
		"not merged with what is outside": {"modules/app/manifests/site.pp": required, "hiera.yaml": private, "data/common.yaml": "sites: {a: {cert: x}} # want error \"lacks parameter `port`\"\n"},
		"merged by code":                  {"hiera.yaml": above, "data/above.yaml": "sites: {b: {}}\n", "data/common.yaml": "sites: {a: {port: x}} # want error \"parameter `port` .* expects an Integer\"\n", "manifests/site.pp": "create_resources('app::site', hiera_hash('sites'))\n", "modules/app/manifests/site.pp": "define app::site(Integer $port = 80) { }\n"},
		"not merged by code":              {"hiera.yaml": above, "data/above.yaml": "sites: {b: {}}\n", "data/common.yaml": "sites: {a: {port: x}}\n", "modules/app/manifests/site.pp": "define app::site(Integer $port = 80) { }\n"},
		"no hash":                         {"data/common.yaml": "sites: [a] # want error \"`sites` must be a hash of resources, but is an array\"\n"},
		"false":                           {"data/common.yaml": "sites: false # want error \"`sites` must be a hash of resources, but is a boolean\"\n"},
		"false, and other lookups":        {"data/common.yaml": "sites: false\n", "modules/app/manifests/init.pp": "class app { if lookup('sites') { include app::all } }\n", "modules/app/manifests/all.pp": "class app::all { create_resources('app::site', lookup('sites')) }\n", "manifests/site.pp": "include app\n"},
		"false below a hash":              {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "sites: {a: {}}\n", "data/common.yaml": "sites: false\n"},
		"no hash, of ensure":              {"data/common.yaml": "a: {sites: x} # want error \"`a.sites` must be a hash of resources, but is a string\"\n", "manifests/site.pp": "ensure_resources('app::site', lookup('a.sites'))\n"},
		"no hash, if there are any":       {"data/common.yaml": "sites: false\n", "manifests/site.pp": "$sites = lookup('sites')\nif $sites { create_resources('app::site', $sites) }\n"},
		"no hash, of each":                {"data/common.yaml": "sites: [a]\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => $v } }\n"},
		"no hash, with a type":            {"data/common.yaml": "sites: [a]\n", "manifests/site.pp": "create_resources('app::site', lookup('sites', Hash))\n"},
		"no hash, converted":              {"data/common.yaml": "lookup_options: {sites: {convert_to: Hash}}\nsites: [a, {}]\n"},
		"no hash, but a reference":        {"data/common.yaml": "sites: \"%{alias('b')}\"\nb: {}\n"},
		"not used so":                     {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "$x = lookup('sites')\n"},
		"of each":                         {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => $v } }\n"},
		"of ensure":                       {"data/common.yaml": wrong, "manifests/site.pp": "ensure_resources('app::site', lookup('sites'), {ensure => present})\n"},
		"of ensure in each":               {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { ensure_resource('app::site', $k, $v) }\n"},
		"ensure, empty":                   {"data/common.yaml": "sites: {a: ~, b: x} # want error \"`b` must be a hash of attributes, but is a string\"\n", "manifests/site.pp": "ensure_resources('app::site', lookup('sites'), {ensure => present})\n"},
		"of one entry":                    {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { create_resources('app::site', {$k => $v}, {ensure => present}) }\n"},
		"passed on to a class":            {"data/common.yaml": "profile::sites: {a: {prot: 80}} # want error \"no parameter `prot`\"\n", "modules/app/manifests/init.pp": app, "modules/profile/manifests/init.pp": "class profile($sites) { class { 'app': sites => $sites } }\n", "manifests/site.pp": "include profile\n"},
		"looked up and passed on":         {"data/common.yaml": "profile: {sites: {a: {prot: 80}}}\nsites: {a: {prot: 80}} # want error \"no parameter `prot`\"\n", "modules/app/manifests/init.pp": app, "manifests/site.pp": "include profile\n", "modules/profile/manifests/init.pp": "class profile { class { 'app': sites => lookup('sites') } }\n"},
		"by title":                        {"data/common.yaml": wrong, "manifests/site.pp": "$sites = lookup('sites') $sites.each |$k, $v| { app::site { $k: * => $sites[$k] } }\n"},
		"by key":                          {"data/common.yaml": wrong, "manifests/site.pp": "$sites = lookup('sites') keys($sites).each |$k| { app::site { $k: * => $sites[$k] } }\n"},
		"by some keys":                    {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "$sites = lookup('sites') keys($sites).filter |$k| { $k != a }.each |$k| { app::site { $k: * => $sites[$k] } }\n"},
		"by another title":                {"data/common.yaml": "sites: {a: {prot: 80}}\nnames: [b]\n", "manifests/site.pp": "$sites = lookup('sites') lookup('names').each |$k| { app::site { $k: * => $sites[$k] } }\n"},
		"with a string":                   {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { \"${k}\": * => $v } }\n"},
		"added":                           {"data/common.yaml": wrong, "manifests/site.pp": "$defaults = {port => 1} lookup('sites').each |$k, $v| { app::site { $k: * => ($defaults + $v) } }\n"},
		"added before":                    {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => $v + {port => 1} } }\n"},
		"merged in each":                  {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => merge({port => 1}, $v) } }\n"},
		"of two entries":                  {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { create_resources('app::site', {$k => $v, b => {}}) }\n"},
		"with others":                     {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites', Hash).each |String $k, Hash $v| { app::site { $k: ensure => present, * => $v, ; default: port => 80 } }\n"},
		"added to others":                 {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { $all = $v + {port => 1} app::site { $k: * => $all } }\n"},
		"without others":                  {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { $some = $v - 'prot' app::site { $k: * => $some } }\n"},
		"a single one":                    {"data/common.yaml": "site: {prot: 80, port: 80, ensure: present} # want error \"no parameter `prot`\"\n", "manifests/site.pp": "app::site { 'a': * => lookup('site') }\n"},
		"single in a class":               {"data/common.yaml": "app::site: {prot: 80} # want error \"no parameter `prot`\"\n", "modules/app/manifests/init.pp": "class app(Hash $site = {}) { app::site { $name: tag => x, * => {port => 1} + $site } }\n"},
		"single if any":                   {"data/common.yaml": "site: {prot: 80} # want warning \"no parameter `prot`\"\n", "manifests/site.pp": "$site = lookup('site') if $site { app::site { 'a': * => $site } }\n"},
		"one of two types":                {"data/common.yaml": "repo: {prot: 80}\n", "manifests/site.pp": "$repo = lookup('repo') case $facts['os']['family'] { 'Debian': { app::site { 'a': * => $repo } } default: { other::site { 'a': * => $repo } } }\n"},
		"single, in part":                 {"data/common.yaml": "site: {prot: 80}\n", "manifests/site.pp": "app::site { 'a': * => lookup('site') - 'prot' } app::site { 'b': * => lookup('site').filter |$k, $v| { $k == 'port' } }\n"},
		"single of a part":                {"data/common.yaml": "all: {site: {prot: 80}, b: {prot: 80}} # want \"`prot`\"\n", "manifests/site.pp": "app::site { 'a': * => lookup('all.site') }\n"},
		"single of ensure":                {"data/common.yaml": "site: {prot: 80} # want error \"no parameter `prot`\"\n", "manifests/site.pp": "ensure_resource('app::site', 'a', lookup('site'))\n"},
		"single built in":                 {"data/common.yaml": "cron: {day: 1, monthday: 1} # want error \"resource type `cron` has no parameter `day`\"\n", "manifests/site.pp": "cron { 'a': command => '/bin/true', * => lookup('cron') }\n"},
		"a class":                         {"data/common.yaml": "app: {prot: 80, port: 80} # want error \"class `app` has no parameter `prot`\"\n", "manifests/site.pp": "class { '::app': * => lookup('app') }\n", "modules/app/manifests/init.pp": "class app($port) { }\n"},
		"an unknown class":                {"data/common.yaml": "app: {prot: 80}\n", "manifests/site.pp": "class { 'other': * => lookup('app') }\n"},
		"other titles":                    {"data/common.yaml": wrong, "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { \"x-${k}\": * => $v } }\n"},
		"part of an entry":                {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => $v - 'prot' } }\n"},
		"deeper":                          {"data/common.yaml": "sites: {a: {b: {prot: 80}}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { $v.each |$l, $w| { app::site { $l: * => $w } } }\n"},
		"if it has one":                   {"data/common.yaml": "sites: {a: ~, b: {prot: 80}} # want warning \"no parameter `prot`\"\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { if $v { app::site { $k: * => $v } } }\n"},
		"filtered":                        {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "create_resources('app::site', lookup('sites').filter |$k, $v| { $v['port'] })\n"},
		"in a variable":                   {"data/common.yaml": wrong, "manifests/site.pp": "$all = hiera_hash('sites', {})\ncreate_resources(app::site, $all, {port => 1})\n"},
		"merged":                          {"data/common.yaml": wrong, "manifests/site.pp": "create_resources('app::site', merge({b => {}}, lookup('sites')))\n"},
		"virtual":                         {"data/common.yaml": wrong, "manifests/site.pp": "create_resources('@app::site', lookup('sites'))\n"},
		"part of a hash":                  {"data/common.yaml": "all: {sites: {a: {prot: 80}}, b: {prot: 80}} # want \"`prot`\"\n", "manifests/site.pp": "create_resources('app::site', lookup('all.sites'))\n"},
		"a parameter":                     {"data/common.yaml": ofClass, "modules/app/manifests/init.pp": app},
		"of a given one":                  {"data/common.yaml": perhaps, "modules/app/manifests/init.pp": app, "manifests/site.pp": "class { 'app': sites => {} }\n"},
		"of another type":                 {"data/common.yaml": "app::sites: {a: x}\n", "modules/app/manifests/init.pp": "class app(Hash[String, Hash] $sites = {}) { create_resources('app::site', $sites) }\n"},
		"conditional":                     {"data/common.yaml": perhaps, "modules/app/manifests/init.pp": "class app(Hash $sites = {}) { if $facts['x'] { create_resources('app::site', $sites) } }\n"},
		"nothing":                         {"data/common.yaml": "sites: # want warning \"`sites` must be a hash of resources, but is empty\"\n", "manifests/site.pp": "class x { create_resources('app::site', hiera('sites', {})) }\n"},
		"nothing, each":                   {"data/common.yaml": "sites: ~ # want warning \"is empty\"\n", "manifests/site.pp": "$sites = lookup('sites')\n$sites.each |$k, $v| { app::site { $k: * => $v } }\n"},
		"nothing on some nodes":           {"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "sites: {}\n", "data/role/web.yaml": "sites: ~\n", "manifests/site.pp": "class x { create_resources('app::site', hiera('sites', {})) }\n"},
		"nothing, picked":                 {"data/common.yaml": "sites: ~\n", "manifests/site.pp": "create_resources('app::site', pick(lookup('sites'), {}))\ncreate_resources('app::site', lookup('sites') + {})\nensure_resources('app::site', lookup('sites'))\n"},
		"nothing, on a condition":         {"data/common.yaml": "sites: ~\n", "manifests/site.pp": "$sites = lookup('sites')\nif $sites { create_resources('app::site', $sites) }\n"},
		"nothing, a parameter":            {"data/common.yaml": "app::sites: ~\n", "modules/app/manifests/init.pp": "class app($sites = {}) { create_resources('app::site', $sites) }\n"},
		"nothing, required":               {"data/common.yaml": "app::sites: ~\n", "modules/app/manifests/init.pp": "class app(Hash $sites) { create_resources('app::site', $sites) }\n"},
		"unless empty":                    {"data/common.yaml": "app::sites: {a: ~} # want warning \"is empty\"\n", "modules/app/manifests/init.pp": "class app($sites = {}) { unless empty($sites) { create_resources('app::site', $sites) } }\n"},
		"built in":                        {"data/common.yaml": "users: {a: {passwd: x, uid: 1, require: 'Group[a]'}} # want error \"resource type `user` has no parameter `passwd`\"\n", "manifests/site.pp": "create_resources('user', lookup('users'))\n"},
		"attributes without a title":      {"data/common.yaml": "sites: # comment\n  port: 80 # want error \"`port` is an attribute of defined type `app::site`, not the title of a resource\"\n  ensure: present\n"},
		"attributes beside titles":        {"data/common.yaml": "sites:\n  a: {}\n  port: 80 # want error \"`port` must be a hash of attributes, but is a number\"\n"},
		"data of a module":                {"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": ofClass, "modules/app/manifests/init.pp": app},
		"nothing, no type":                {"data/common.yaml": "sites: {a: ~, b: x, c: {prot: 80}} # want error \"`a` must be a hash\" \"`b` must be a hash\"\n", "manifests/site.pp": "create_resources('other::site', lookup('sites'))\n"},
		"of no known type":                {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "create_resources('other::site', lookup('sites'))\n"},
		"without some":                    {"data/common.yaml": "sites: {a: {prot: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { create_resources('app::site', {$k => delete($v, 'prot')}) }\n"},
		"of classes":                      {"data/common.yaml": "sites: {app: {prot: 80}}\n", "manifests/site.pp": "create_resources('class', lookup('sites'))\n"},
	}
	common := map[string]string{
		"manifests/site.pp": sites, "modules/app/manifests/site.pp": "define app::site($port = 80, $ensure = present) { }\n",
	}
	for _, files := range tests {
		for path, text := range common {
			if _, ok := files[path]; !ok {
				files[path] = text
			}
		}
	}
	ruletest.RunAll(t, binding.ResourceEntryInvalid, tests)
}

func TestResourceEntryInvalidFix(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"users:\n  a: {passwrd: x}\n":              "users:\n  a: {password: x}\n",
		"users:\n  a: {grups: [b], groups: [c]}\n": "",
		"users: {a: ~}\n":                          "",
		"users:\n  a: {member: b}\n":               "",
		"users:\n  a: {password_max: 9}\n":         "users:\n  a: {password_max_age: 9}\n",
	} {
		found := ruletest.Check(t, filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\n", "manifests/site.pp": "create_resources('user', lookup('users'))\n", "data/common.yaml": text,
		}))
		i := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == binding.ResourceEntryInvalid.Descriptor() })
		if i < 0 {
			t.Errorf("%q: nothing reported", text)
			continue
		}
		if fixes := found[i].Fixes; len(fixes) > 0 != (want != "") || want != "" && (ruletest.Apply(fixes[0]) != want || fixes[0].Safe) {
			t.Errorf("%q: %v", text, fixes)
		}
	}
}

func TestCronTimesFix(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"'0,30'": "[0, 30]", "0, 6": "[0, 6]", "*/5, 1-3": "", "'*/15,1-3'": "['*/15', '1-3']", "4,12,20": "[4, 12, 20]", "'0,x'": "", "60": ""} {
		got := fixedEntry(t, "cron", "\n    minute: "+text)
		if _, got, _ = strings.Cut(got, "minute: "); got != want {
			t.Errorf("%s: fixed %q, want %q", text, got, want)
		}
	}
}

// fixedEntry returns what the first fix of the rule makes of the line of an entry in a hash of resources; "" if there is none.
func fixedEntry(t *testing.T, typ, entry string) string {
	t.Helper()
	found := ruletest.Check(t, filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n", "manifests/site.pp": "create_resources('" + typ + "', lookup('all'))\n", "data/common.yaml": "all:\n  /a: " + entry + "\n",
	}))
	i := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == binding.ResourceEntryInvalid.Descriptor() })
	if i < 0 || len(found[i].Fixes) == 0 {
		return ""
	}
	return strings.TrimSpace(ruletest.Apply(found[i].Fixes[0]))
}

// TestResourceParameters checks the values of the parameters of a defined type.
func TestResourceParameters(t *testing.T) {
	t.Parallel()
	const site = "define app::site(String $root, Integer $port = 80, Array[String] $names = [], Optional[String] $owner = undef) { }\n"
	tests := map[string]map[string]string{
		"all right":     {"data/common.yaml": "sites: {a: {root: /a, port: 8080, names: [b], owner: ~}, b: {root: /b}}\n"},
		"missing":       {"data/common.yaml": "sites:\n  a: {port: 80} # want error \"`a` lacks parameter `root` of defined type `app::site`\"\n"},
		"undefined":     {"data/common.yaml": "sites:\n  a: {root: ~, port: ~} # want \"parameter `root` of defined type `app::site` expects a String value, got Undef\"\n  b:\n    root: # want \"got Undef\"\n"},
		"wrong type":    {"data/common.yaml": "sites: {a: {root: /a, port: '80'}} # want error \"parameter `port` of defined type `app::site` expects an Integer value, got String\"\n"},
		"wrong element": {"data/common.yaml": "sites: {a: {root: /a, names: [b, 1]}} # want \"parameter `names` of defined type `app::site` index 1 expects a String value, got Integer\"\n"},
		"tokens":        {"data/common.yaml": "sites: {a: {root: \"%{facts.x}\", port: \"%{alias('p')}\", names: \"%{alias('b')}\"}}\nb: [c]\np: 80\n"},
		"a fact":        {"data/common.yaml": "sites: {a: {root: /a, port: \"%{facts.x}\"}} # want error \"parameter `port` of defined type `app::site` expects an Integer value, got String\"\n"},
		"a fact in a key": {
			"data/common.yaml": "sites: {a: {bind: {\"%{facts.ip}:80\": []}}}\n", "modules/app/manifests/site.pp": "define app::site(Hash $bind) { }\n",
		},
		"a lookup": {"data/common.yaml": "sites: {a: {root: /a, port: \"%{lookup('p')}\"}} # want error \"expects an Integer value, got String\"\np: 80\n"},
		"a fact, if it may be a string": {
			"data/common.yaml": "sites: {a: {root: \"%{facts.x}\", mode: \"%{facts.x}\"}}\n", "modules/app/manifests/site.pp": "define app::site(Enum['a'] $root, Variant[Integer, Pattern[/1/]] $mode) { }\n",
		},
		"given":          {"data/common.yaml": "sites: {a: {port: 80}}\n", "manifests/site.pp": "create_resources('app::site', lookup('sites'), {root => '/'})\n"},
		"given by each":  {"data/common.yaml": "sites: {a: {port: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: root => $k, * => $v } }\n"},
		"added to it":    {"data/common.yaml": "sites: {a: {port: 80}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => {root => $k} + $v } }\n"},
		"added to some":  {"data/common.yaml": "sites: {a: {port: 80}}\n", "manifests/site.pp": "$d = {} lookup('sites').each |$k, $v| { app::site { $k: * => $d + {port => 1} + $v } }\n"},
		"given a hash":   {"data/common.yaml": "sites: {a: {port: 80}}\n", "manifests/site.pp": "create_resources('app::site', lookup('sites'), $x)\n"},
		"replaced":       {"data/common.yaml": "sites: {a: {port: x}}\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { $all = $v + {port => 1, root => x} app::site { $k: * => $all } }\n"},
		"a single one":   {"data/common.yaml": "site: # want error \"`site` lacks parameter `root`\"\n  port: x # want error \"parameter `port` of defined type `app::site` expects an Integer\"\n", "manifests/site.pp": "app::site { 'a': * => lookup('site') }\n"},
		"single, given":  {"data/common.yaml": "site: {port: 1}\n", "manifests/site.pp": "app::site { 'a': root => x, * => lookup('site') } app::site { 'b': * => {root => x} + lookup('site') }\n"},
		"a class":        {"data/common.yaml": "app: {port: x} # want error \"parameter `port` of class `app` expects an Integer\"\n", "manifests/site.pp": "class { 'app': * => lookup('app') }\n", "modules/app/manifests/init.pp": "class app(String $root, Integer $port = 80) { }\n"},
		"single, merged": {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "site: {port: 81}\n", "data/common.yaml": "lookup_options: {site: {merge: hash}}\nsite: {root: /a}\n", "manifests/site.pp": "app::site { 'a': * => lookup('site') }\n"},
		"of each":        {"data/common.yaml": "sites:\n  a: {port: 80} # want \"lacks parameter `root`\"\n", "manifests/site.pp": "lookup('sites').each |$k, $v| { app::site { $k: * => $v } }\n"},
		"defaults":       {"data/common.yaml": "sites: {a: {port: 80}}\n", "modules/app/manifests/init.pp": "class app { App::Site { root => '/' } }\n"},
		"an override":    {"data/common.yaml": "sites: {a: {port: 80}}\n", "modules/app/manifests/init.pp": "class app { App::Site['a'] { root => '/' } }\n"},
		"a collector":    {"data/common.yaml": "sites: {a: {port: 80}}\n", "modules/app/manifests/init.pp": "class app { App::Site <| |> { root => '/' } }\n"},
		"only collected": {"data/common.yaml": "sites:\n  a: {port: 80} # want \"lacks\"\n", "modules/app/manifests/init.pp": "class app { App::Site <| |> -> File['a'] }\n"},
		"merged":         {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "sites: {a: {port: 81}}\n", "data/common.yaml": "lookup_options: {sites: {merge: deep}}\nsites: {a: {root: /a}}\n"},
		"overridden": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "sites: {a: {port: 81}}\n", "data/common.yaml": "lookup_options: {sites: {merge: deep}}\nsites: {a: {root: /a, port: 'x'}} # want \"parameter `port` of defined type `app::site` expects\"\n",
		},
		"never used": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml}, {name: B, path: common.yaml}]\n", "data/a.yaml": "lookup_options: {sites: {merge: deep}}\nsites: {a: {port: 81}}\n", "data/common.yaml": "sites: {a: {root: /a, port: 'x'}}\n",
		},
		"several types": {"data/common.yaml": "sites: {a: {root: {x: 1}}} # want \"parameter `root` of defined type `app::site` does not accept this value\"\n", "modules/app/manifests/site.pp": "define app::site(Variant[String, Array[Integer], Hash[String, String]] $root) { }\n"},
		"checked": {
			"data/common.yaml":              "sites: {a: {root: 1, names: ~}} # want error \"parameter `root` of defined type `app::site` expects a String value, got Integer\"\n",
			"modules/app/manifests/site.pp": "define app::site($root, $names = []) { validate_string($root) validate_array($names) }\n",
		},
		"checked, undefined": {"data/common.yaml": "sites: {a: {root: ~}}\n", "modules/app/manifests/site.pp": "define app::site($root) { validate_string($root) }\n"},
		"of an unknown type": {"data/common.yaml": "sites: {a: {root: /a, port: 'x'}}\n", "modules/app/manifests/site.pp": "define app::site(Other::Root $root, Other::Port $port = 80) { }\n"},
		"attributes that are no hash": {
			"data/common.yaml":  "a: # want error \"`a` must be a hash of attributes, but is empty\"\nb: [x] # want error \"`b` must be a hash of attributes, but is an array\"\nc: 1\nd: '%{x}'\n",
			"manifests/site.pp": "app::site { 'a': * => lookup('a') }\napp::site { 'b': * => lookup('b') }\nif $x { app::site { 'c': * => lookup('c') } }\napp::site { 'd': * => lookup('d') }\n",
		},
		"attributes that are no hash in a parameter": {
			"data/common.yaml": "app::a: ~\n", "modules/app/manifests/init.pp": "class app($a = {}) { app::site { 'a': * => $a } }\n",
		},
		"attributes that are no hash in one of several files": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: a, paths: [a.yaml, common.yaml]}]\n", "data/a.yaml": "a: {root: x, port: 1}\n", "data/common.yaml": "a: 1\n",
			"manifests/site.pp": "app::site { 'a': * => lookup('a') }\n",
		},
		"conditionally": {
			"data/common.yaml": "app::sites: {a: {port: 80}}\n", "modules/app/manifests/init.pp": "class app($sites = {}, $master = false) { if $master { create_resources('app::site', $sites) } }\n",
		},
		"from a parameter": {"data/common.yaml": "app::sites: {a: {root: 1}} # want warning \"parameter `root` of defined type `app::site` expects a String value, got Integer\"\n", "modules/app/manifests/init.pp": "class app($sites = {}) { if $facts['x'] { create_resources('app::site', $sites) } }\n"},
	}
	for _, files := range tests {
		for path, text := range map[string]string{"manifests/site.pp": "create_resources('app::site', lookup('sites'))\n", "modules/app/manifests/site.pp": site} {
			if _, ok := files[path]; !ok {
				files[path] = text
			}
		}
	}
	ruletest.RunAll(t, binding.ResourceEntryInvalid, tests)
}

// TestResourceParametersFix checks how values of a wrong type are corrected.
func TestResourceParametersFix(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]struct{ help, fixed string }{
		"port: '80'":                  {"remove the quotes", "port: 80"},
		"port: \"%{lookup('port')}\"": {"use `alias` to keep the type of the value", "port: \"%{alias('port')}\""},
		"port: 080":                   {"write `80`", "port: 80"},
		"port: \"%{facts.x}\"":        {"use a value of type `Integer`", ""},
		"label: 1.10":                 {"quote it", "label: '1.10'"},
		"enabled: 'yes'":              {"write `true`", "enabled: true"},
		"names: a":                    {"make it an array", "names: [a]"},
		"level: worn":                 {"did you mean `warn`?", "level: warn"},
		"size: {widht: 1}":            {"did you mean `width`?", "size: {width: 1}"},
		"either: x":                   {"use a value of type `Variant[Integer, Array[Integer]]`", ""},
	} {
		before := "port: 80\nsites:\n  a: {" + value + "}\n"
		found := ruletest.Run(t, binding.ResourceEntryInvalid, map[string]string{
			"hiera.yaml": "version: 5\n", "manifests/site.pp": "create_resources('app::site', lookup('sites'))\n", "data/common.yaml": strings.TrimSuffix(before, "\n") + " # want\n",
			"modules/app/manifests/site.pp": "define app::site(Integer $port = 1, Boolean $enabled = true, Array[String] $names = [], Enum[warn, info] $level = info, Struct[{Optional[width] => Integer}] $size = {}, Variant[Integer, Array[Integer]] $either = 1, String $label = x) { }\n",
		})
		if len(found) == 0 {
			continue
		}
		fixed := ""
		if len(found[0].Fixes) > 0 {
			fixed = ruletest.Apply(found[0].Fixes[0])
		}
		if found[0].Help != want.help || want.fixed == "" != (fixed == "") || want.fixed != "" && fixed != strings.ReplaceAll(before, value, want.fixed) {
			t.Errorf("%s: help %q, fixed %q", value, found[0].Help, fixed)
		}
	}
}

// messages returns the message of the last finding of some rules about each root key.
func messages(t *testing.T, dir string, rules ...*rule.Rule) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, d := range ruletest.Check(t, dir) {
		if slices.ContainsFunc(rules, func(r *rule.Rule) bool { return d.Rule == r.Descriptor() }) {
			found[d.Key[0].Name] = d.Message
		}
	}
	return found
}

// TestResourceEntryInvalidInPuppet compares what the rule says of entries, declared in many ways, with what Puppet says
// when it compiles a catalog with each.
func TestResourceEntryInvalidInPuppet(t *testing.T) {
	t.Parallel()
	entries := []string{
		"{}", "~", "''", "1", "[]", "[a]", "{port: 1}", "{prot: 1}", "{Port: 1}", "{name: x}", "{title: x}", "{require: []}", "{export: x}", "{loglevel: info}",
		"{port: 1, any: 1}", "{port: ~, any: 1}", "{port: '1', any: 1}", "{port: 1, any: ~}", "{port: 1, any: 1, free: x}", "{port: 1, any: 1, free: ~}", "{port: 1, any: 1, free: 1}", "{port: 1, any: 1, free: x, list: [a, 1]}", "{any: 1}", "{port: 1, any: 1, free: x, list: ~}",
	}
	ways := []string{
		"create_resources('%[2]s', lookup('%[1]s'))", "create_resources('@%[2]s', lookup('%[1]s'))", "$h = lookup('%[1]s') create_resources(%[2]s, $h, {tag => x})",
		"lookup('%[1]s').each |$k, $v| { %[2]s { $k: * => $v } }", "$h = lookup('%[1]s') $h.each |$k, $v| { %[2]s { $k: * => $v; default: loglevel => debug } }",
		"lookup('%[1]s').each |$k, $v| { %[2]s { \"${k}\": * => {loglevel => debug} + $v } }", "lookup('%[1]s').each |$k, $v| { create_resources(%[2]s, {$k => $v}) }",
		"%[2]s { 'a': * => lookup('%[1]s.a') }", "lookup('%[1]s').each |$k, $v| { %[2]s { \"x-${k}\": * => $v } }",
	}
	tree := map[string]string{
		"hiera.yaml": "version: 5\n", "manifests/site.pp": "", "modules/app/manifests/init.pp": "class app { }\n", "modules/app/manifests/site.pp": "define app::site($port = 80) { }\n",
		"modules/app/manifests/strict.pp": "define app::strict(Integer $port, $any, Optional[String] $free, Array[String] $list = []) { }\n", "modules/app/manifests/free.pp": "define app::free(Integer $port, $any, Optional[String] $free = undef, Array[String] $list = []) { }\n",
	}
	var keys []string
	entryOf := map[string]string{}
	var text strings.Builder
	for _, typ := range []string{"app::site", "notify", "app::strict", "app::free"} {
		for i, entry := range entries {
			for j, way := range ways {
				if typ == "notify" && j > 0 {
					break
				}
				key := fmt.Sprintf("%s_%d_%d", strings.TrimPrefix(typ, "app::"), i, j)
				keys, entryOf[key] = append(keys, key), entry
				fmt.Fprintf(&text, "%s: {a: %s}\n", key, entry)
				tree["modules/role/manifests/"+key+".pp"] = fmt.Sprintf("class role::%s { %s }\n", key, fmt.Sprintf(way, key, typ))
			}
		}
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	found := messages(t, dir, binding.ResourceEntryInvalid)
	keys = reference.Sample(keys)
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	failures := 0
	for _, key := range keys {
		answer := string(puppet.Line(t, []byte("role::"+key)))
		fails := strings.Contains(answer, "o parameter named") || strings.Contains(answer, "no implicit conversion") || strings.Contains(answer, "Expected value of type Hash") || strings.Contains(answer, " expects a") || strings.Contains(answer, "'+' expression")
		if fails {
			failures++
		}
		if isVirtual := strings.HasSuffix(key, "_1"); isVirtual && strings.Contains(entryOf[key], "list: ~") {
			continue // only virtual resources do not get their defaults
		}
		if strings.HasSuffix(key, "_5") && entryOf[key] == "[]" {
			continue // not reported: added to a hash, an empty array is valid if no parameter is required
		}
		if fails != (found[key] != "") {
			t.Errorf("%s with %s: reported %q; Puppet: %s", tree["modules/role/manifests/"+key+".pp"], entryOf[key], found[key], answer)
		}
	}
	if failures < len(keys)/4 {
		t.Errorf("Puppet fails in %d of %d cases only", failures, len(keys))
	}
}

// TestOtherResourcesInPuppet compares what the rule says of values that are not hashes with what Puppet says.
func TestOtherResourcesInPuppet(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"hiera.yaml": "version: 5\n", "manifests/site.pp": ""}
	var text strings.Builder
	values := []string{"~", "[a]", "[]", "x", "''", "1", "true", "false", "{}", "{a: {}}", "[[a, {}]]", "'{}'"}
	for i, value := range values {
		key := fmt.Sprintf("k%d", i)
		fmt.Fprintf(&text, "%s: %s\n", key, value)
		tree["modules/role/manifests/"+key+".pp"] = fmt.Sprintf("class role::%s { create_resources('notify', lookup('%[1]s')) }\n", key)
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	found := messages(t, dir, binding.ResourceEntryInvalid)
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	for i, value := range values {
		key := fmt.Sprintf("k%d", i)
		if answer := strings.TrimSpace(string(puppet.Line(t, []byte("role::"+key)))); (answer != "null") != (found[key] != "") {
			t.Errorf("%s: reported %q; Puppet: %s", value, found[key], answer)
		}
	}
}
