package binding_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// withCode returns a tree with data and code.
func withCode(text string) map[string]string {
	return map[string]string{"data/common.yaml": text, "manifests/site.pp": "include stdlib\n"}
}

func TestKeyNeverBound(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, binding.KeyNeverBound, withCode(`---
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
::ntp::servers: [a] # want warning "leading"
"%{facts.role}::port": 1 # want warning "interpolation token in key"
"%{alias('x')}": 1 # want warning "interpolation token in key"
profile::tokens: {"%{facts.role}": 1}
"::ntp::pools": [a] # want warning "leading"
Profile::web::port: 80 # want warning "is not a valid class name: it contains uppercase letters"
profile::webServer::port: 80 # want warning "it contains uppercase letters"
profile::web::Port: 80 # want warning "is not a valid parameter name: it starts with an uppercase letter"
profile::my-app::port: 80 # want warning "is not a valid class name: it contains a hyphen"
profile::app::max-clients: 80 # want warning "is not a valid parameter name: it contains a hyphen"
profile::3scale::port: 80 # want warning "starts with a digit"
profile::web ::host: a # want warning "it contains a space"
profile::web::vhosts.shop: a # want warning "contains a dot"
profile::wwü::x: a # want warning "it contains .ü. .U.00FC."
profile::web::a::: a
profile::web::b+c: a # want warning "it contains ."
profile::web::$docRoot: a # want warning "is not a valid parameter name: it contains .\$."
profile::web::$webRoot: a # want warning "it contains"
users::john-doe: a # want note "hyphen"
users::jane-doe: a # want note "hyphen"
:profile::symbol: a proper key
`))
	// Puppet 3 accepted hyphens in the names of modules and classes.
	ruletest.Run(t, binding.KeyNeverBound, map[string]string{
		"environment.conf": "", "data/common.yaml": "my-app::port: 80\nmy-app::host: a # want warning \"hyphen\"\nold-app::port: 80\n",
		"modules/my-app/manifests/init.pp": "class my-app {\n  $port = hiera('my-app::port')\n}\n",
		"modules/old/manifests/old-app.pp": "class old-app {\n  $port = hiera('old-app::port')\n}\n",
	})
	ruletest.Run(t, binding.KeyNeverBound, ruletest.Common("profile::my-app::port: 80 # want note \"hyphen\"\n::ntp::servers: [a] # want warning \"leading `::`\"\n")) // code elsewhere may look up the keys
	ruletest.Run(t, binding.KeyNeverBound, ruletest.Common("%{facts.os.name}: 80\n"))
	ruletest.Run(t, binding.KeyNeverBound, ruletest.Common("app.port: 80 # want note \"contains a dot\"\n"))
	ruletest.Run(t, binding.KeyNeverBound, withCode("app.port: 80 # want warning \"contains a dot\"\n"))
	noProfiles := withCode("app::my-port: 80 # want note \"hyphen\"\n")
	noProfiles["Puppetfile"] = "mod 'profile', :git => 'https://git.example.com/profile.git'\nmod 'puppetlabs-stdlib', '9.0.0'\n"
	ruletest.Run(t, binding.KeyNeverBound, noProfiles)
	ruletest.Run(t, binding.KeyNeverBound, map[string]string{
		"data/common.yaml": `---
app::options:
  timeout: 5
  app::port: 80 # want warning "is part of the value of .app::options."
  app::gone: 1
  app::shared: 1 # want warning "is part of the value of .app::options."
app::hosts:
  www:
    root: /srv
    app::tags: [x] # want warning "is part of the value"
app::overrides:
  app::port: 81
app::flow: {timeout: 5, app::port: 80}
overrides:
  timeout: 5
  app::port: 82
packages:
  vim: latest
  app::port: 83 # want warning "is part of the value of .packages."
lookup_options:
  app::port: {merge: first}
`,
		"modules/app/manifests/init.pp": "class app($port, $options, $hosts, $tags, $overrides, $flow) { lookup('packages') lookup('app::shared') }\n",
	})
	ruletest.Run(t, binding.KeyNeverBound, ruletest.Roles(map[string]string{
		"data/role/web.yaml": "site::node:\n  disks: 2\n  htcondor::cpus: 16 # want warning \"is part of the value of .site::node.\"\n  htcondor::gpus: 1\n  htcondor::name: [a]\n",
		"data/common.yaml":   "htcondor::cpus: 8\nhtcondor::name: b\n",
	}))
	ruletest.Run(t, binding.KeyNeverBound, ruletest.Common("a.example.com: 80 # want note \"contains a dot\"\nb.example.com: 80 # want note \"contains a dot\"\n"))
}

func TestKeyNeverBoundFix(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, fixed string }{
		{"leading colons", "::a::b: 1 # want \"leading\"\n", "a::b: 1\n"},
		{"leading colons in quotes", "'::a::b': 1 # want \"leading\"\n", "'a::b': 1\n"},
		{"hyphen", "a::b-c::d: 1 # want \"hyphen\"\n", "a::b_c::d: 1\n"},
		{"a namespace in capitals", "NET::a: 1 # want note \"uppercase\"\nNET::10-0-0-0: 1 # want note \"uppercase\"\nWEB::a: 1 # want warning \"uppercase\"\na::d: 1\n", ""},
		{"capitals", "A::B::c: 1 # want \"uppercase\"\na::d: 1\n", "a::b::c: 1\na::d: 1\n"},
		{"switched off", "DISABLEDa::c: 1 # want note \"uppercase\"\nOFF_a::e: 1 # want note \"uppercase\"\nAa::c: 1 # want warning \"uppercase\"\na::d: 1\n", ""},
		{"taken", "a::b-c: 1 # want \"hyphen\"\na::b_c: 2\n", ""},
		{"no such parameter", "a::b::c-d: 1 # want \"hyphen\"\n", ""},
		{"an unknown module", "docker::log-opt: 1 # want \"hyphen\"\n", ""},
		{"an unknown module, with other data", "docker::log-opt: 1 # want \"hyphen\"\ndocker::log_opts: 2\n", ""},
		{"dot", "a.b: 1 # want \"dot\"\n", ""},
		{"dollar sign", "a::$b: 1 # want \"is not a valid parameter name: it contains .\\$.\"\n", "a::b: 1\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := withCode(tt.text)
			files["modules/a/manifests/init.pp"] = "class a($b, $b_c) { }\n"
			files["modules/a/manifests/b.pp"] = "class a::b($c) { }\n"
			files["modules/a/manifests/b_c.pp"] = "class a::b_c($d) { }\n"
			found := ruletest.Run(t, binding.KeyNeverBound, files)
			fixed := ""
			if len(found) == 1 && len(found[0].Fixes) == 1 {
				fixed = ruletest.Apply(found[0].Fixes[0])
			}
			if fixed != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", fixed, tt.fixed)
			}
		})
	}
}

// TestKeysElsewhere checks that data that other code may read is not reported.
func TestKeysElsewhere(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, binding.KeyNeverBound, map[string]string{
		"data/common.yaml":       "a::b: 1\n",
		"data/dns/zones.yaml":    "www.example.com: 192.0.2.1\nA::b: 1\n",
		"modules/m/data/os.yaml": "A::b: 1\n", // of a module without a hiera.yaml
	})
}

// TestLookups checks keys that code looks up by name.
func TestLookups(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]string{
		"by name":       "lookup('apt::update:y')\nhiera('apt::my-list')\n",
		"by a function": "site::value('apt::update:y', 'apt::my-list')\n",
		"in part":       "lookup(\"apt::update:${x}\")\nlookup(\"apt::${x}-list\")\n",
	} {
		t.Run(name, func(t *testing.T) {
			files := ruletest.Common("apt::update::x: 1\napt::update:y: 1\napt::my-list: [a]\n")
			files["manifests/site.pp"] = code
			ruletest.Run(t, binding.KeySingleColon, files)
			ruletest.Run(t, binding.KeyNeverBound, files)
		})
	}
	for _, code := range []string{"lookup($x)\n", "lookup(\"${x}::${y}\")\n", "include apt\n"} {
		files := map[string]string{
			"manifests/site.pp": code,
			"data/common.yaml":  "apt::update::x: 1\napt::update:y: 1 # want \"single colon\"\n",
		}
		ruletest.Run(t, binding.KeySingleColon, files)
		files["data/common.yaml"] = "apt::my-list: [a] # want \"it contains a hyphen\"\n"
		ruletest.Run(t, binding.KeyNeverBound, files)
	}
}

// TestDottedLookups checks keys with a dot that code looks up without quotes.
func TestDottedLookups(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.KeyNeverBound, map[string]map[string]string{
		"in a namespace, unread": {
			"data/common.yaml":                   "keys::dyn.example.com: 1 # want warning \"`keys::dyn.example.com` contains a dot, which separates a root key\"\nkeys::a::b.c: 1 # want warning \"it contains a dot\"\nkeys.x::b: 1 # want warning \"not a valid class name\"\n",
			"manifests/site.pp":                  "include keys::a\n",
			"modules/keys/manifests/a.pp":        "class keys::a($b) { }\n",
			"modules/keys/manifests/rejected.pp": "define keys::rejected($name) { lookup(\"keys::${name}\") }\n",
		},
		"with a namespace": {
			"data/common.yaml":  "es::node.data: true # want warning \"contains a dot, which separates a root key from a subkey\"\n",
			"manifests/site.pp": "hiera('es::node.data')\n",
		},
		"without one": {
			"data/common.yaml":  "web.example.com: true # want warning \"contains a dot\"\nother.example.com: true\n",
			"manifests/site.pp": "lookup('web.example.com')\nnotice('other.example.com')\n",
		},
		"computed": {
			"data/common.yaml":  "keys::dyn.example.com: {a: 1} # want warning \"contains a dot\"\nother::dyn.example.com: 1\n",
			"manifests/site.pp": "lookup(\"keys::${name}\")\nlookup(\"'other::${name}'\")\n",
		},
		"computed, in a hash": {"data/common.yaml": "keys::dyn.x: 1\nkeys::dyn: {x: 1}\n", "manifests/site.pp": "lookup(\"keys::${name}\")\n"},
		"in quotes":           {"data/common.yaml": "es::node.data: true\nb.c: 1\n", "manifests/site.pp": "lookup(\"'es::node.data'\")\nlookup(\"'b.c'\")\n"},
		"another path":        {"data/common.yaml": "es::node.data: true\n", "manifests/site.pp": "lookup('es::node.data.x')\nsite::value('es::node.data')\n"},
	})
}

// TestMetaparameters checks keys of metaparameters, whose classes may be outside the tree.
func TestMetaparameters(t *testing.T) {
	t.Parallel()
	files := withCode(`---
pool::require: Vcsrepo[/etc/project] # want warning "metaparameter"
pool::server::before: ['Class[ntp]', "Package['ntp']"] # want warning "metaparameter"
pool::notify: admins@example.com
pool::noop: true
pool::subscribe: []
pool::used::require: Class[ntp]
app::require: Class[ntp]
app::gone::require: Class[ntp]
`)
	files["manifests/site.pp"] = "include app, pool\nlookup('pool::used::require')\n"
	files["modules/app/manifests/init.pp"] = "class app($require) { }\n"
	ruletest.Run(t, binding.KeyNeverBound, files)
}

// TestSeveralEnvironments checks that a finding always refers to the same class if several environments define it.
func TestSeveralEnvironments(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, env := range []string{"a", "b", "c", "d", "e"} {
		dir := "environments/" + env + "/"
		files[dir+"data/common.yaml"] = "m::sizes:\n  m::port: 80 # want \"part of the value of `m::sizes`\"\n  small: 1\n"
		files[dir+"hiera.yaml"] = "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n"
		files[dir+"modules/m/manifests/init.pp"] = "class m($port, $sizes) {}\n"
	}
	for _, d := range ruletest.Run(t, binding.KeyNeverBound, files) {
		if got, want := filepath.ToSlash(d.Related[0].File.Path), "environments/a/modules/m/manifests/init.pp"; !strings.HasSuffix(got, want) {
			t.Errorf("the parameter is in %s, want %s", got, want)
		}
	}
}

// TestRenamedKeyIsBound checks that the fixes that rename a key do not write the key of a parameter that its class does not have.
func TestRenamedKeyIsBound(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		rule  *rule.Rule
		key   string
		isFix bool
	}{
		"a hyphen":                {binding.KeyNeverBound, "app::max-clients", true},
		"a hyphen, no parameter":  {binding.KeyNeverBound, "app::max-servers", false},
		"a colon":                 {binding.KeySingleColon, "app:max_clients", true},
		"a colon, no parameter":   {binding.KeySingleColon, "app::server:::port", false},
		"a colon, no class known": {binding.KeySingleColon, "other::server:port", true},
		"foreign":                 {binding.ModuleDataForeignKey, "max_clients", true},
		"foreign, no parameter":   {binding.ModuleDataForeignKey, "max_servers", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := "data/common.yaml"
			if test.rule == binding.ModuleDataForeignKey {
				file = "modules/app/data/common.yaml"
			}
			found := ruletest.Run(t, test.rule, map[string]string{
				file:                              test.key + ": 1 # want \"max|server\"\n",
				"hiera.yaml":                      "version: 5\n",
				"environment.conf":                "",
				"modules/app/hiera.yaml":          "version: 5\n",
				"modules/app/manifests/init.pp":   "class app($max_clients) { }\n",
				"modules/app/manifests/server.pp": "class app::server() { }\n",
			})
			if len(found) != 1 || (len(found[0].Fixes) == 1) != test.isFix {
				t.Errorf("findings %+v, want a fix: %v", found, test.isFix)
			}
		})
	}
}
