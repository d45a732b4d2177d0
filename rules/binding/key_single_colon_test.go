package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestKeySingleColon(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, binding.KeySingleColon, map[string]string{
		"Puppetfile":       "mod 'puppetlabs/ntp', '9.0.0'\n",
		"data/common.yaml": "ntp:servers: [a] # want warning \"has a single colon\"\nchrony:servers: [a]\n",
	})
	ruletest.Run(t, binding.KeySingleColon, ruletest.Common(`---
lookup_options:
  apt::update:loglevel: {merge: hash} # want error "single colon"
  '^apt:.*': {merge: hash}
  '^apt::update:log.*': {merge: hash} # want error "single colon"
  '^apt::update:?level$': {merge: hash}
  '^apt::sources:$': {merge: hash} # want error "ends in a colon"
  '^apt::pins:': {merge: hash}
  '^apt::keys:*$': {merge: hash}
  '^apt::$': {merge: hash}
  '^apt::(?:a|b)$': {merge: hash}
  '^apt::[[:alpha:]]+$': {merge: hash}
apt::update::timeout: 60
apt::update:frequency: daily # want error "single colon"
apt:::sources: {} # want error "too many colons"
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
kdc_servers:: [a] # want warning "ends in a colon"
kdc_servers: [b]
`))
}

// TestKeySingleColonComputed checks keys that may be looked up by a name that code computes.
func TestKeySingleColonComputed(t *testing.T) {
	t.Parallel()
	code := "define site::proxy { $a = lookup(\"${name}::vhost::header\") }\n"
	ruletest.RunAll(t, binding.KeySingleColon, map[string]map[string]string{
		"others in the namespace": {
			"data/common.yaml": "site:api::vhost::header: x # want \"single colon\"\nsite::api::vhost::port: 80\n", "modules/site/manifests/proxy.pp": code,
		},
		"no other": {
			"data/common.yaml": "site:api::vhost::header: x\nsite::web::vhost::port: 80\n", "modules/site/manifests/proxy.pp": code,
		},
		"only by the name with one colon": {
			"data/common.yaml":                "site:api::vhost::header: x\nsite::api::vhost::port: 80\n",
			"modules/site/manifests/proxy.pp": "define site::proxy { $a = lookup(\"site:${name}::vhost::header\") }\n",
		},
	})
}

func TestKeySingleColonFix(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, fixed string }{
		{"class with the parameter", "app:web::port: 1 # want \"single\"\n", "app::web::port: 1\n"},
		{"parameter of another type", "app:web::name: [x] # want \"single\"\n", ""},
		{"class without the parameter", "app::web:prot: 1 # want \"single\"\n", ""},
		{"missing class", "app:wbe::port: 1 # want \"single\"\n", ""},
		{"single", "apt::a: 1\napt::b:c: 1 # want \"single\"\n", "apt::a: 1\napt::b::c: 1\n"},
		{"quoted", "apt::a: 1\n'apt::b:c': 1 # want \"single\"\n", "apt::a: 1\n'apt::b::c': 1\n"},
		{"at the end", "apt::a: 1\napt::b:: 1 # want \"ends\"\n", "apt::a: 1\napt::b: 1\n"},
		{"at the end of a pattern", "apt::a: 1\nlookup_options:\n  '^apt::b:$': {merge: hash} # want \"ends in a colon\"\n", "apt::a: 1\nlookup_options:\n  '^apt::b$': {merge: hash}\n"},
		{"in a pattern", "apt::a: 1\nlookup_options:\n  '^apt::b:c::.*': {merge: hash} # want \"single\"\n", "apt::a: 1\nlookup_options:\n  '^apt::b::c::.*': {merge: hash}\n"},
		{"taken", "apt::b::c: 1\napt::b:c: 1 # want \"single\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := ruletest.Common(tt.text)
			files["environment.conf"], files["modules/app/manifests/web.pp"] = "modulepath = modules\n", "class app::web($port, String $name) { }\n"
			found := ruletest.Run(t, binding.KeySingleColon, files)
			fixed := ""
			if len(found) == 1 && len(found[0].Fixes) == 1 {
				fixed = ruletest.Apply(found[0].Fixes[0])
			}
			if fixed != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", fixed, tt.fixed)
			}
			if isTaken := tt.name == "taken"; (found[0].Help == "remove it; `apt::b::c` is already set here, to the same value") != isTaken {
				t.Errorf("help %q", found[0].Help)
			}
		})
	}
}

// TestSingleColonInList checks names of classes in arrays.
func TestSingleColonInList(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.KeySingleColon, map[string]map[string]string{
		"beside other classes": ruletest.Common("classes:\n  - profile::base\n  - profile::osg::ce:install # want warning \"`profile::osg::ce:install` has a single colon\"\n"),
		"alone":                ruletest.Common("classes:\n  - profile::osg::ce:install\n"),
		"only single colons":   ruletest.Common("tags:\n  - profile::base\n  - monitor:node\n"),
		"something else":       ruletest.Common("tags:\n  - profile::base\n  - 'http://[::1]:80/a::b:c'\n  - fe80::1:2\n  - fe80::a:b\n"),
		"included by code": {
			"data/common.yaml": "classes:\n  - profile::base\n  - profile::osg::ce:install\n", "manifests/site.pp": "lookup('classes').include\n",
		},
	})
	found := ruletest.Run(t, binding.KeySingleColon, ruletest.Common("classes: [app::web, 'app::web:nginx'] # want \"single\"\n"))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "classes: [app::web, 'app::web::nginx']\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}

// TestKeyWithColonAtItsEnd checks keys without a namespace that end in a colon.
func TestKeyWithColonAtItsEnd(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"looked up":     {"data/common.yaml": "servers:: [a] # want \"ends in a colon\"\n", "manifests/site.pp": "$x = lookup('servers')\n"},
		"referred to":   {"data/common.yaml": "servers:: [a] # want \"ends in a colon\"\nb: \"%{lookup('servers')}\"\n"},
		"nothing reads": {"data/common.yaml": "servers:: [a]\n", "manifests/site.pp": "include app\n"},
		"its real name": {"data/common.yaml": "servers:: [a]\n", "manifests/site.pp": "$x = lookup('servers:')\n$y = lookup('servers')\n"},
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, binding.KeySingleColon, files) })
	}
}
