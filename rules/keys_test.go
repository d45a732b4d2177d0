package rules_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

func TestKeySingleColon(t *testing.T) {
	run(t, rules.KeySingleColon, common(`---
lookup_options:
  apt::update:loglevel: {merge: hash} # want error "single colon"
  '^apt:.*': {merge: hash}
apt::update::timeout: 60
apt::update:frequency: daily # want error "single colon"
apt:::sources: {} # want error "more colons"
apt::keys:: [a] # want error "ends in a colon"
apt:pins: {} # want warning "single colon"
unknown::class:param: 1 # want error "single colon"
db:host: a name of the site
right::referred:key: a
right::reference: "%{lookup('right::referred:key')}"
right::nested:
  apt::update:frequency: daily
fe80::a:b: an address
00:16:3e:aa:bb:cc: another
http://example.com/a::b:c: 1
a::b.c:d: 1
:symbol:x: 1
"quoted": 1
`))
}

func TestKeySingleColonFix(t *testing.T) {
	tests := []struct{ name, text, fixed string }{
		{"single", "apt::a: 1\napt::b:c: 1 # want \"single\"\n", "apt::a: 1\napt::b::c: 1\n"},
		{"quoted", "apt::a: 1\n'apt::b:c': 1 # want \"single\"\n", "apt::a: 1\n'apt::b::c': 1\n"},
		{"at the end", "apt::a: 1\napt::b:: 1 # want \"ends\"\n", "apt::a: 1\napt::b: 1\n"},
		{"taken", "apt::b::c: 1\napt::b:c: 1 # want \"single\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := run(t, rules.KeySingleColon, common(tt.text))
			fixed := ""
			if len(found) == 1 && len(found[0].Fixes) == 1 {
				fixed = apply(found[0].Fixes[0])
			}
			if fixed != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", fixed, tt.fixed)
			}
		})
	}
}

// withCode is a tree with this data and some code.
func withCode(text string) map[string]string {
	return map[string]string{"data/common.yaml": text, "manifests/site.pp": "include stdlib\n"}
}

func TestKeyNeverBound(t *testing.T) {
	run(t, rules.KeyNeverBound, withCode(`---
lookup_options:
  '::x::y': {merge: hash}
profile::web::port: 80
profile::web::docRoot: /srv
profile::web::_private: 1
profile::x::y: one letter
profile::v2::x1: digits
classes: [a]
my-key: no namespace
MyKey: 1
x_default: &x {a: 1}
.hidden: 1
web.defaults: &web {a: 1}
profile::referred-to::key: 1
profile::reference: "%{lookup('profile::referred-to::key')} %{lookup(\"'site.name'\")}"
site.name: reachable in quotes
profile::nested: {My-Key.x: 1}
::ntp::servers: [a] # want warning "begins with"
"::ntp::pools": [a] # want warning "begins with"
Profile::web::port: 80 # want warning "cannot be the name of a class: it has capital letters"
profile::webServer::port: 80 # want warning "it has capital letters"
profile::web::Port: 80 # want warning "cannot be the name of a parameter: it begins with a capital letter"
profile::my-app::port: 80 # want warning "cannot be the name of a class: it has a hyphen"
profile::app::max-clients: 80 # want warning "cannot be the name of a parameter: it has a hyphen"
profile::3scale::port: 80 # want warning "begins with a digit"
profile::web ::host: a # want warning "it has a space"
profile::web::vhosts.shop: a # want warning "it has a dot"
profile::ww\u00fc::x: a # want warning "character"
profile::web::a::: a
profile::web::b+c: a # want warning "character"
users::john-doe: a # want note "hyphen"
users::jane-doe: a # want note "hyphen"
:profile::symbol: a proper key
`))
	run(t, rules.KeyNeverBound, common("profile::my-app::port: 80 # want note \"hyphen\"\n::ntp::servers: [a] # want warning \"begins with\"\n")) // code elsewhere may ask for it
	run(t, rules.KeyNeverBound, common("%{facts.os.name}: 80\n"))
	run(t, rules.KeyNeverBound, common("app.port: 80 # want warning \"dot parts it\"\n"))
	run(t, rules.KeyNeverBound, common("a.example.com: 80 # want note \"dot parts it\"\nb.example.com: 80 # want note \"dot parts it\"\n"))
}

func TestKeyNeverBoundFix(t *testing.T) {
	tests := []struct{ name, text, fixed string }{
		{"leading colons", "::a::b: 1 # want \"begins\"\n", "a::b: 1\n"},
		{"leading colons in quotes", "'::a::b': 1 # want \"begins\"\n", "'a::b': 1\n"},
		{"hyphen", "a::b-c::d: 1 # want \"hyphen\"\n", "a::b_c::d: 1\n"},
		{"capitals", "A::B::c: 1 # want \"capital\"\na::d: 1\n", "a::b::c: 1\na::d: 1\n"},
		{"switched off", "DISABLEDa::c: 1 # want note \"capital\"\nOFF_a::e: 1 # want note \"capital\"\nAa::c: 1 # want warning \"capital\"\na::d: 1\n", ""},
		{"taken", "a::b-c: 1 # want \"hyphen\"\na::b_c: 2\n", ""},
		{"dot", "a.b: 1 # want \"dot\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := run(t, rules.KeyNeverBound, withCode(tt.text))
			fixed := ""
			if len(found) == 1 && len(found[0].Fixes) == 1 {
				fixed = apply(found[0].Fixes[0])
			}
			if fixed != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", fixed, tt.fixed)
			}
		})
	}
}

// TestKeysElsewhere is about data that other code reads.
func TestKeysElsewhere(t *testing.T) {
	run(t, rules.KeyNeverBound, map[string]string{
		"data/common.yaml":       "a::b: 1\n",
		"data/dns/zones.yaml":    "www.example.com: 192.0.2.1\nA::b: 1\n",
		"modules/m/data/os.yaml": "A::b: 1\n", // a module without a hiera.yaml
	})
}

// TestKeysReadByCode is about levels that are served by functions of the site: they may make other keys of
// what is in the file.
func TestKeysReadByCode(t *testing.T) {
	files := map[string]string{
		"hiera.yaml":                   "version: 5\nhierarchy: [{name: A, path: common.yaml, lookup_key: 'site::data'}]\n",
		"data/common.yaml":             "A::b: \"%{fact.x} %{osfamily} %{IP:x}\"\n",
		"modules/web/hiera.yaml":       "version: 5\nhierarchy: [{name: A, path: common.yaml, data_hash: 'web::data'}]\n",
		"modules/web/data/common.yaml": "ntp::b: 1\n",
	}
	for _, r := range []*rule.Rule{rules.KeyNeverBound, rules.InterpolationUndefinedVariable, rules.LegacyFact, rules.InterpolationAccidental, rules.ModuleDataForeignKey} {
		run(t, r, files)
	}
}

// TestLookups is about keys that manifests look up by their names.
func TestLookups(t *testing.T) {
	for name, code := range map[string]string{
		"by name":       "lookup('apt::update:y')\nhiera('apt::my-list')\n",
		"by a function": "site::value('apt::update:y', 'apt::my-list')\n",
		"in part":       "lookup(\"apt::update:${x}\")\nlookup(\"apt::${x}-list\")\n",
	} {
		t.Run(name, func(t *testing.T) {
			files := common("apt::update::x: 1\napt::update:y: 1\napt::my-list: [a]\n")
			files["manifests/site.pp"] = code
			run(t, rules.KeySingleColon, files)
			run(t, rules.KeyNeverBound, files)
		})
	}
	for _, code := range []string{"lookup($x)\n", "lookup(\"${x}::${y}\")\n", "include apt\n"} {
		files := map[string]string{
			"manifests/site.pp": code,
			"data/common.yaml":  "apt::update::x: 1\napt::update:y: 1 # want \"single colon\"\n",
		}
		run(t, rules.KeySingleColon, files)
		files["data/common.yaml"] = "apt::my-list: [a] # want \"it has a hyphen\"\n"
		run(t, rules.KeyNeverBound, files)
	}
}

func TestModuleDataForeignKey(t *testing.T) {
	// Version 3 in a module is for a server: Puppet refuses it there.
	run(t, rules.ModuleDataForeignKey, map[string]string{
		"environment.conf": "modulepath = site\n", "site/web/manifests/init.pp": "class web { }", "site/web/data/common.yaml": "ntp::servers: [a]\n",
		"site/web/hiera.yaml": ":backends: [yaml]\n:hierarchy: [common]\n:yaml:\n  :datadir: /srv/web/data\n",
	})
	found := run(t, rules.ModuleDataForeignKey, map[string]string{
		"data/common.yaml":              "anything: 1\nother::key: 2\n",
		"modules/ntp/hiera.yaml":        "version: 5\n",
		"modules/ntp/metadata.json":     `{"name": "acme-ntp", "version": "1.0.0", "author": "a", "license": "x", "source": "x", "dependencies": []}`,
		"modules/ntp/data/common.yaml":  "lookup_options:\n  ntp::servers: {merge: unique}\nntp::servers: [a]\n:ntp::pools: [a]\nntp::nested: {other::key: 1}\napache::port: 80 # want error \"not a key of the module .ntp.\"\nservers: [b] # want error \"not a key\"\n'::ntp::x': 1 # want error \"not a key\"\nnpt::x: 1 # want error \"not a key\"\nntp: 1 # want error \"not a key\"\nbase: &base {a: 1} # want warning \"not a key\"\n",
		"modules/web/hiera.yaml":        "version: 5\nhierarchy: [{name: A, path: a.eyaml, lookup_key: eyaml_lookup_key}]\n",
		"modules/web/data/a.eyaml":      "web::x: 1\nntp::x: 2 # want error \"not a key\"\n",
		"modules/bare/data/common.yaml": "anything: 1\n",
	})
	helps := map[string]string{}
	for _, d := range found {
		helps[underlined(d)] = d.Help
	}
	for key, help := range map[string]string{
		"apache::port": "set it in the data of the environment",
		"servers":      "write `ntp::servers`, or set it in the data of the environment",
		"'::ntp::x'":   "did you mean `ntp::x`?",
		"npt::x":       "did you mean `ntp::x`?",
	} {
		if helps[key] != help {
			t.Errorf("%s: help %q, want %q", key, helps[key], help)
		}
	}
}
