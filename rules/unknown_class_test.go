package rules_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/rules"
)

// appModule is a module with a class that has parameters, beside which other files are put.
func appModule(files map[string]string) map[string]string {
	tree := map[string]string{
		"modules/app/manifests/init.pp":   "class app(Integer $port = 80, Optional[String] $log_level = undef) { }\n",
		"modules/app/manifests/server.pp": "class app::server(Hash $settings = {}) { }\n",
	}
	maps.Copy(tree, files)
	return tree
}

func TestUnknownClassParameter(t *testing.T) {
	tests := map[string]map[string]string{
		"misspelt":       {"data/common.yaml": "app::prot: 1 # want warning \"the class `app` has no parameter `prot`\"\n"},
		"nothing like":   {"data/common.yaml": "app::nothing: 1 # want warning \"no parameter `nothing`\"\n"},
		"it exists":      {"data/common.yaml": "app::port: 1\napp::log_level: x\napp::server::settings: {}\n"},
		"every place":    {"hiera.yaml": roleLevels, "data/role/web.yaml": "app::prot: 1 # want \"prot\"\n", "data/common.yaml": "app::prot: 1 # want \"prot\"\n"},
		"without module": {"data/common.yaml": "other::prot: 1\n"},
		"looked up": {
			"data/common.yaml":               "app::prot: 1\napp::a: 1\napp::b: 1\napp::c: {d: 1}\n",
			"modules/app/manifests/other.pp": "class app::other { lookup('app::prot') hiera('app::a') $x = lookup({'name' => 'app::b'}) lookup('app::c.d') }\n",
		},
		"looked up in the main manifest": {"data/common.yaml": "app::prot: 1\n", "manifests/site.pp": "$x = lookup('app::prot')\n"},
		"looked up in a function":        {"data/common.yaml": "app::prot: 1\n", "modules/app/functions/f.pp": "function app::f() { lookup('app::prot') }\n"},
		"looked up in Ruby":              {"data/common.yaml": "app::prot: 1\n", "modules/app/lib/puppet/functions/app/g.rb": "Puppet::Functions.create_function(:'app::g') do\n  def g\n    call_function('lookup', 'app::prot')\n  end\nend\n"},
		"looked up in a template":        {"data/common.yaml": "app::prot: 1\n", "modules/app/templates/x.erb": "<%= scope.function_hiera(['app::prot']) %>\n", "modules/app/templates/y.epp": "<%= lookup('app::prot') %>\n"},
		"looked up in part":              {"data/common.yaml": "app::prot: 1\n", "modules/app/manifests/other.pp": "class app::other($x) { lookup(\"app::${x}\") }\n"},
		"by a suffix":                    {"data/common.yaml": "app::prot: 1\napp::prat: 1 # want \"prat\"\n", "modules/app/manifests/other.pp": "define app::other() { lookup(\"${title}::prot\") }\n"},
		"handed to a function":           {"data/common.yaml": "app::prot: 1\n", "manifests/site.pp": "$x = site::value('app::prot')\n"},
		"named in data":                  {"data/common.yaml": "app::prot: 1\nsite::keys: ['app::prot']\n"},
		"a class of the same name":       {"data/common.yaml": "app::server: 1 # want \"no parameter `server`\"\nclasses: ['app::server']\n", "manifests/site.pp": "include app::server\n"},
		"referred to":                    {"data/common.yaml": "app::prot: 1\nsite::x: \"%{lookup('app::prot')}\"\n"},
		"any key may be looked up":       {"data/common.yaml": "app::other: 1 # want note \"other\"\napp::prot: 1 # want warning \"prot\"\n", "manifests/site.pp": "define site::x($key) { lookup($key) }\n"},
		"a class in two parts":           {"data/common.yaml": "app::other: 1 # want note \"other\"\n", "manifests/site.pp": "define site::x($a, $b) { lookup(\"${a}::${b}\") }\n"},
		"modules from elsewhere compute keys of their own": {
			"Puppetfile": "mod 'acme/other', '1.0.0'\n", "data/common.yaml": "app::prot: 1 # want warning \"prot\"\n",
			"modules/other/manifests/init.pp": "class other($key) { lookup($key) }\n",
		},
		"a manifest that cannot be read names it": {"data/common.yaml": "app::prot: 1\n", "modules/app/manifests/broken.pp": "class app::broken { lookup('app::prot') \n"},
		"no name of a parameter":                  {"data/common.yaml": "app::my-port: 1\napp::Port: 1\n"},
		"a parameter of the parent": {
			"data/common.yaml":               "app::child::port: 1 # want \"the class `app::child` has no parameter `port`\"\n",
			"modules/app/manifests/child.pp": "class app::child inherits app { }\n",
		},
		"the class is in the main manifest": {"data/common.yaml": "site::x: 1\nsite::y: 1 # want \"y\"\n", "manifests/site.pp": "class site($x) { }\n"},
		"data of the module itself": {
			"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::prot: 1 # want \"prot\"\napp::port: 1\n",
		},
		"data of a module from elsewhere": {
			"Puppetfile": "mod 'acme/app', '1.0.0'\n", "modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::prot: 1\n",
		},
		"a metaparameter": {"data/common.yaml": "app::noop: true # want \"no parameter `noop`\"\n"},
		"a module inside a class": {
			"data/common.yaml":               "app::outer::inner::x: 1\napp::outer::inner::y: 1 # want \"`app::outer::inner` has no parameter `y`\"\n",
			"modules/app/manifests/outer.pp": "class app::outer {\n  class inner($x) { }\n}\n",
		},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) { run(t, rules.UnknownClassParameter, appModule(files)) })
	}
	found := run(t, rules.UnknownClassParameter, appModule(map[string]string{"data/common.yaml": "\"app::prot\": 1 # want \"prot\"\n"}))
	if got := underlined(found[0]); got != `"app::prot"` {
		t.Errorf("underlined %s", got)
	}
	if got, want := apply(found[0].Fixes[0]), "\"app::port\": 1\n"; got != want || found[0].Fixes[0].Safe {
		t.Errorf("fixed %q, want %q, safe: %v", got, want, found[0].Fixes[0].Safe)
	}
	found = run(t, rules.UnknownClassParameter, appModule(map[string]string{"data/common.yaml": "app::port: 1\napp::prot: 2 # want \"prot\"\n"}))
	if len(found[0].Fixes) > 0 {
		t.Error("the key that was meant is there already")
	}
}

// TestUnknownClassParameterHelp is about what to write instead.
func TestUnknownClassParameterHelp(t *testing.T) {
	for key, want := range map[string]string{
		"app::prot":           "did you mean `app::port`?",
		"app::server::port":   "write `app::port` if the parameter of that class is meant, or remove the key",
		"app::child::port":    "write `app::port`: a class does not take over the parameters of the one it inherits from",
		"app::nothing":        "remove the key, or add the parameter to the class",
		"app::server::notify": "set it where the class is declared: no metaparameter comes from data",
	} {
		found := run(t, rules.UnknownClassParameter, appModule(map[string]string{
			"data/common.yaml":               key + ": 1 # want \"has no parameter\"\n",
			"modules/app/manifests/child.pp": "class app::child inherits app { }\n",
		}))
		if found[0].Help != want {
			t.Errorf("%s: help %q, want %q", key, found[0].Help, want)
		}
	}
}

func TestUnknownClass(t *testing.T) {
	tests := map[string]map[string]string{
		"misspelt":                 {"data/common.yaml": "app::sever::settings: {} # want warning \"there is no class `app::sever` in the module `app`\"\n"},
		"it exists":                {"data/common.yaml": "app::server::settings: {}\n"},
		"without module":           {"data/common.yaml": "other::sever::settings: {}\n"},
		"a module without classes": {"modules/other/files/x": "", "data/common.yaml": "other::sever::settings: {}\n"},
		"looked up":                {"data/common.yaml": "app::sever::x: 1\n", "manifests/site.pp": "$x = lookup('app::sever::x')\n"},
		"looked up in part":        {"data/common.yaml": "app::sever::x: 1\n", "manifests/site.pp": "$x = lookup(\"app::${facts['role']}::x\")\n"},
		"referred to":              {"data/common.yaml": "app::sever::x: 1\nsite::x: \"%{alias('app::sever::x')}\"\n"},
		"code includes it":         {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "manifests/site.pp": "include app::sever\n"},
		"code declares it":         {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "modules/role/manifests/init.pp": "class role { class { '::app::sever': } }\n"},
		"another one inherits it":  {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "modules/app/manifests/child.pp": "class app::child inherits app::sever { }\n"},
		"data names it":            {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\nclasses: ['app::sever']\n"},
		"most of it is elsewhere":  {"data/common.yaml": "part::x::y: 1\n", "modules/part/manifests/init.pp": "class part { include part::a, part::b }\n"},
		"data has other classes":   {"data/common.yaml": "part::x::y: 1\nclasses: [part::a, part::b]\n", "modules/part/manifests/init.pp": "class part { }\n"},
		"data has values for more": {"data/common.yaml": "app::a::x: 1\napp::b::x: 1\napp::c::x: 1\napp::d::x: 1\n"},
		"values for some more":     {"data/common.yaml": "app::a::x: 1 # want \"app::a\"\napp::b::x: 1 # want \"app::b\"\napp::c::x: 1 # want \"app::c\"\n"},
		"values for a few of many": {
			"data/common.yaml":           "app::a::x: 1 # want \"app::a\"\napp::b::x: 1 # want \"app::b\"\napp::c::x: 1 # want \"app::c\"\napp::d::x: 1 # want \"app::d\"\n",
			"modules/app/manifests/x.pp": "class app::x { }\n", "modules/app/manifests/y.pp": "class app::y { }\n",
		},
		"a string of its name":  {"data/common.yaml": "app::sever::x: 1 # want warning \"no class `app::sever`\"\netcd::x: 1 # want warning \"etcd\"\n", "manifests/site.pp": "package { ['app::sever', 'etcd']: }\n", "modules/etcd/manifests/server.pp": "class etcd::server { }\n"},
		"a class is gone":       {"data/common.yaml": "app::sever::x: 1 # want \"sever\"\n", "manifests/site.pp": "include app::gone\n"},
		"a defined type":        {"data/common.yaml": "app::vhost::port: 1 # want \"`app::vhost` is a defined type\"\n", "modules/app/manifests/vhost.pp": "define app::vhost($port) { }\n"},
		"a defined type in use": {"data/common.yaml": "app::vhost::port: 1 # want warning \"`app::vhost` is a defined type\"\n", "modules/app/manifests/vhost.pp": "define app::vhost($port) { }\n", "manifests/site.pp": "app::vhost { 'a': port => 1 }\n"},
		"an environment without code": {
			"data/common.yaml": "app::sever::x: 1 # want warning \"no class `app::sever`\"\n", "tools/hiera.yaml": "version: 5\ndefaults: {datadir: ../data}\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		},
		"its file cannot be read":  {"data/common.yaml": "app::broken::x: 1\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"one above cannot be read": {"data/common.yaml": "app::broken::inner::x: 1\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"another cannot be read":   {"data/common.yaml": "app::sever::x: 1 # want \"app::sever\"\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"the module's own class":   {"data/common.yaml": "role::web: 1 # want \"the module `role` has no class of its own name\"\n", "modules/role/manifests/web.pp": "class role::web { }\n"},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) { run(t, rules.UnknownClass, appModule(files)) })
	}
	found := run(t, rules.UnknownClass, appModule(map[string]string{"data/common.yaml": "app::sever::settings: {} # want \"sever\"\n"}))
	if got, want := apply(found[0].Fixes[0]), "app::server::settings: {}\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}

// TestUnknownClassWithoutModule is about keys of modules that are not in the tree.
func TestUnknownClassWithoutModule(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"nothing names it": {"data/common.yaml": "never::used: 1 # want note \"no module `never` in the modulepath\"\n", "manifests/site.pp": "include app\n"},
		"not in the Puppetfile": {
			"data/common.yaml": "never::used: 1 # want note \"no module `never` in the modulepath, nor in the Puppetfile\"\n", "manifests/site.pp": "include app\n",
			"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n",
		},
		"in the Puppetfile": {"data/common.yaml": "ntp::used: 1\n", "manifests/site.pp": "include app\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"misspelt":          {"data/common.yaml": "apps::server::settings: {} # want warning \"no module `apps`\"\n", "manifests/site.pp": "include app\n"},
		"looked up":         {"data/common.yaml": "never::used: 1\n", "manifests/site.pp": "$x = lookup('never::used')\n"},
		"referred to":       {"data/common.yaml": "never::used: 1\nsite: \"%{lookup('never::used')}\"\n", "manifests/site.pp": "include app\n"},
		"no main manifest":  {"data/common.yaml": "other::sever::settings: {}\n"},
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.UnknownClass, appModule(files)) })
	}
}

// TestUnknownClassInOneEnvironment is about data that several environments read, with different code.
func TestUnknownClassInOneEnvironment(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "app::old::x: 1\napp::none::x: 1 # want \"app::none\"\napp::y: 1\napp::z: 1 # want \"z\"\n",
		"environments/production/modules/app/manifests/init.pp":  "class app { }\n",
		"environments/production/modules/app/manifests/old.pp":   "class app::old($x) { }\n",
		"environments/development/modules/app/manifests/init.pp": "class app($y) { }\n",
	}
	unknown := maps.Clone(tree)
	unknown["data/common.yaml"] = "app::old::x: 1\napp::none::x: 1 # want \"app::none\"\napp::y: 1\napp::z: 1\n"
	run(t, rules.UnknownClass, unknown)
	unknown["data/common.yaml"] = "app::old::x: 1\napp::none::x: 1\napp::y: 1\napp::z: 1 # want \"no parameter `z`\"\n"
	run(t, rules.UnknownClassParameter, unknown)
}

// TestUnknownClassInTheEnvironmentThatHasTheModule is about an environment that reads the data of all and has some
// modules of its own, but not the one of the key.
func TestUnknownClassInTheEnvironmentThatHasTheModule(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":       ":backends: [yaml]\n:hierarchy: [common]\n:yaml:\n  :datadir: /etc/puppet/data\n",
		"data/common.yaml": "app::sever::x: 1 # want \"app::sever\"\napp::y: 1\nsmall::z: 1\n",
		"environments/production/environment.conf":             "modulepath = /etc/puppet/modules:/etc/puppet/others\n",
		"environments/windows/environment.conf":                "modulepath = ./modules:/etc/puppet/others\n",
		"environments/windows/manifests/site.pp":               "include small\n",
		"environments/windows/modules/small/manifests/init.pp": "class small($z) { }\n",
		"modules/app/manifests/init.pp":                        "class app($x) { }\n",
		"modules/app/manifests/server.pp":                      "class app::server($x) { }\n",
	}
	run(t, rules.UnknownClass, tree)
	tree["data/common.yaml"] = "app::sever::x: 1\napp::y: 1 # want \"no parameter `y`\"\nsmall::z: 1\n"
	run(t, rules.UnknownClassParameter, tree)
	listed := maps.Clone(tree)
	listed["Puppetfile"] = "mod 'example/other', '2.0.0'\n"
	run(t, rules.UnknownClassParameter, listed)
	tree["data/common.yaml"] = "app::sever::x: 1\napp::y: 1\nsmall::z: 1\n"
	named := maps.Clone(tree)
	named["environments/windows/Puppetfile"] = "mod 'example/app', '2.0.0'\n" // a module of its own
	run(t, rules.UnknownClassParameter, named)
	tree["data/common.yaml"] = "small::x: 1\n" // production may have another one
	run(t, rules.UnknownClassParameter, tree)
}

// TestClassKeysWithoutHierarchy: the hierarchy of a server may not be in the tree. Which classes there are is known all the same,
// what nodes find in the data is not.
func TestClassKeysWithoutHierarchy(t *testing.T) {
	tree := appModule(map[string]string{
		"environment.conf":               "modulepath = modules\n",
		"manifests/site.pp":              "include app\ninclude app::needy\n",
		"modules/app/manifests/needy.pp": "class app::needy(String $a, Array $b) { }\n",
		"hieradata/nodes/a.yaml":         "app::prot: 1\napp::port: 81\napp::log_level: \"%{lookup('nothing')}\"\n",
		"hieradata/common.yaml":          "app::port: 80\napp::sever::settings: {}\napp::needy::b: [x]\nlookup_options: {app::port: {merge: hash}}\n",
	})
	var got []string
	for _, d := range check(t, filetree.Write(t, tree)) {
		_, path, _ := strings.Cut(d.File.Path, "hieradata/")
		got = append(got, fmt.Sprintf("%s:%d %v %s", path, d.File.Pos(d.Span.Start).Line, d.Severity, d.Rule.Name))
	}
	want := []string{
		"common.yaml:1 warning hierarchy-not-found",
		"common.yaml:2 warning unknown-class",
		"nodes/a.yaml:1 warning unknown-class-parameter",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestClassKeysReadByFunction: a function puts the paths of the files together that it reads.
func TestClassKeysReadByFunction(t *testing.T) {
	tree := appModule(map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, lookup_key: 'app::tree', path: common}\n",
		"data/common.yaml": "app::prot: 1 # want \"no parameter `prot`\"\napp::port: 80\n",
		"modules/app/lib/puppet/functions/app/tree.rb": "Puppet::Functions.create_function(:'app::tree') do\n  def tree(key, options, context)\n    context.interpolate(YAML.safe_load(File.read(\"#{options['path']}.yaml\"))[key])\n  end\nend\n",
	})
	run(t, rules.UnknownClassParameter, tree)
	delete(tree, "modules/app/lib/puppet/functions/app/tree.rb")
	tree["data/common.yaml"] = "app::prot: 1\n"
	run(t, rules.UnknownClassParameter, tree)
}
