package binding_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestUnknownClass(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]string{
		"misspelled":                {"data/common.yaml": "app::sever::settings: {} # want warning \"no class `app::sever` in module `app`\"\n"},
		"it exists":                 {"data/common.yaml": "app::server::settings: {}\n"},
		"without module":            {"data/common.yaml": "other::sever::settings: {}\n"},
		"a module without classes":  {"modules/other/files/x": "", "data/common.yaml": "other::sever::settings: {}\n"},
		"looked up":                 {"data/common.yaml": "app::sever::x: 1\n", "manifests/site.pp": "$x = lookup('app::sever::x')\n"},
		"looked up in part":         {"data/common.yaml": "app::sever::x: 1\n", "manifests/site.pp": "$x = lookup(\"app::${facts['role']}::x\")\n"},
		"referred to":               {"data/common.yaml": "app::sever::x: 1\nsite::x: \"%{alias('app::sever::x')}\"\n"},
		"code includes it":          {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "manifests/site.pp": "include app::sever\n"},
		"code declares it":          {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "modules/role/manifests/init.pp": "class role { class { '::app::sever': } }\n"},
		"another class inherits it": {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\n", "modules/app/manifests/child.pp": "class app::child inherits app::sever { }\n"},
		"data names it":             {"data/common.yaml": "app::sever::x: 1 # want note \"no class `app::sever`\"\nclasses: ['app::sever']\n"},
		"most of it is elsewhere":   {"data/common.yaml": "part::x::y: 1\n", "modules/part/manifests/init.pp": "class part { include part::a, part::b }\n"},
		"data has other classes":    {"data/common.yaml": "part::x::y: 1\nclasses: [part::a, part::b]\n", "modules/part/manifests/init.pp": "class part { }\n"},
		"data has values for more":  {"data/common.yaml": "app::a::x: 1\napp::b::x: 1\napp::c::x: 1\napp::d::x: 1\n"},
		"values for some more":      {"data/common.yaml": "app::a::x: 1 # want \"app::a\"\napp::b::x: 1 # want \"app::b\"\napp::c::x: 1 # want \"app::c\"\n"},
		"values for a few of many": {
			"data/common.yaml":           "app::a::x: 1 # want \"app::a\"\napp::b::x: 1 # want \"app::b\"\napp::c::x: 1 # want \"app::c\"\napp::d::x: 1 # want \"app::d\"\n",
			"modules/app/manifests/x.pp": "class app::x { }\n", "modules/app/manifests/y.pp": "class app::y { }\n",
		},
		"a string of its name": {"data/common.yaml": "app::sever::x: 1 # want warning \"no class `app::sever`\"\netcd::x: 1 # want warning \"etcd\"\n", "manifests/site.pp": "package { ['app::sever', 'etcd']: }\n", "modules/etcd/manifests/server.pp": "class etcd::server { }\n"},
		"a function of a module gets its name": {
			"data/common.yaml":  "app::steps::list: []\napp::sever::x: 1 # want warning \"sever\"\n",
			"manifests/site.pp": "steps::ordered(['app::server', ['app::steps', { 'implementation' => 'steps::lists' }]])\ninclude('app::server')\nnotice('app::sever')\n",
		},
		"a class is gone":       {"data/common.yaml": "app::sever::x: 1 # want \"sever\"\n", "manifests/site.pp": "include app::gone\n"},
		"a defined type":        {"data/common.yaml": "app::vhost::port: 1 # want \"`app::vhost` is a defined type\"\n", "modules/app/manifests/vhost.pp": "define app::vhost($port) { }\n"},
		"a defined type in use": {"data/common.yaml": "app::vhost::port: 1 # want warning \"`app::vhost` is a defined type\"\n", "modules/app/manifests/vhost.pp": "define app::vhost($port) { }\n", "manifests/site.pp": "app::vhost { 'a': port => 1 }\n"},
		"an environment without code": {
			"data/common.yaml": "app::sever::x: 1 # want warning \"no class `app::sever`\"\n", "tools/hiera.yaml": "version: 5\ndefaults: {datadir: ../data}\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		},
		"its file cannot be read":  {"data/common.yaml": "app::broken::x: 1\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"one above cannot be read": {"data/common.yaml": "app::broken::inner::x: 1 # want \"app::broken::inner\"\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"one above, with its name": {"data/common.yaml": "app::broken::inner::x: 1\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n  class inner($x) { }\n"},
		"the site cannot be read":  {"data/common.yaml": "app::sever::x: 1 # want \"app::sever\"\n", "manifests/site.pp": "node 'a' { include app::server\n"},
		"its anchor is used": {
			"data/common.yaml": "app::main::host: &host h # want note \"no class `app::main`\"\napp::gone::list: # want warning \"no class `app::gone`\"\n  - &unused x\napp::sever::settings: &s {} # want warning \"app::sever\"\napp::server::settings: {a: *host, b: *s}\n",
		},
		"it is in the site":            {"data/common.yaml": "app::sever::x: 1\n", "manifests/site.pp": "class app::sever($x { }\n"},
		"another cannot be read":       {"data/common.yaml": "app::sever::x: 1 # want \"app::sever\"\n", "modules/app/manifests/broken.pp": "class app::broken($x {\n"},
		"in the file of another class": {"data/common.yaml": "app::sever::x: 1 # want warning \"class `app::sever` is in a file where Puppet does not look for it\"\n", "modules/app/manifests/other.pp": "class app::sever($x) { }\n"},
		"the module's own class":       {"data/common.yaml": "role::web: 1 # want \"`role::web` is a class, not a parameter\"\nrole::db: 1 # want \"module `role` has no main class\"\n", "modules/role/manifests/web.pp": "class role::web { }\n"},
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, binding.UnknownClass, appModule(files)) })
	}
	found := ruletest.Run(t, binding.UnknownClass, appModule(map[string]string{
		"data/common.yaml": "app::serer::sizes: 1 # want warning \"serer\"\n", "manifests/site.pp": "$x = lookup('app::server::sizes')\n",
	}))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "app::server::sizes: 1\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
	for parameters, want := range map[string]string{
		"Array $list, $size":      "did you mean `app::x::size`?",
		"Array $list":             "remove the key, or correct the class name",
		"Hash $list":              "set `size` in the hash `app::x::list`, which is a parameter",
		"$list":                   "set `size` in the hash `app::x::list`, which is a parameter",
		"Missing::Type $list":     "set `size` in the hash `app::x::list`, which is a parameter",
		"Optional[Integer] $list": "remove the key, or correct the class name",
	} {
		found = ruletest.Run(t, binding.UnknownClass, appModule(map[string]string{
			"data/common.yaml": "app::x::list::size: 1 # want \"app::x::list\"\n", "modules/app/manifests/x.pp": "class app::x(" + parameters + ") { }\n",
		}))
		if got := found[0].Help; got != want {
			t.Errorf("%s: %q, want %q", parameters, got, want)
		}
	}
	for other, want := range map[string]string{
		"": "write `app::size` if you mean that class's parameter, or remove the key",
		"app::removed::url: 1 # want \"app::removed\"\n": "remove the key, or correct the class name", // app has no parameter url
	} {
		found = ruletest.Run(t, binding.UnknownClass, appModule(map[string]string{
			"data/common.yaml": "app::removed::size: 1 # want \"app::removed\"\n" + other, "modules/app/manifests/init.pp": "class app($size) { }\n",
		}))
		if got := found[0].Help; got != want {
			t.Errorf("%s: %q, want %q", other, got, want)
		}
	}
	found = ruletest.Run(t, binding.UnknownClass, appModule(map[string]string{"data/common.yaml": "app::sever::settings: {} # want \"sever\"\n"}))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "app::server::settings: {}\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}

// TestUnknownClassOfKeyWithOtherNamespace checks keys that code reads with other separators, or with a namespace in front.
func TestUnknownClassOfKeyWithOtherNamespace(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"profile::ntp_servers: [a] # want warning \"\"\n":                  "did you mean `profile::ntp::servers`?",
		"profile_ntp::servers: [a] # want warning \"\"\n":                  "did you mean `profile::ntp::servers`?",
		"profile::mail_relay_host: a # want warning \"\"\n":                "did you mean `profile::mail::relay_host`?",
		"ntp::servers: [a] # want note \"\"\n":                             "write `profile::ntp::servers` if you mean that class's parameter, or remove the key",
		"mail::relay_host: a # want note \"\"\n":                           "write `profile::mail::relay_host` if you mean that key, or remove the key",
		"ntp::servers: a # want note \"\"\n":                               "remove the key, or correct the module name", // not an array
		"profile::ntp_server_list: [a] # want warning \"\"\n":              "remove the key, or correct the class name",
		"profile::log_level: 1 # want warning \"\"\n":                      "remove the key, or correct the class name", // of two classes
		"other::ntp::servers: [a] # want note \"\"\n":                      "remove the key, or correct the module name",
		"profile::ntp::servers: [a]\nntp::servers: [b] # want note \"\"\n": "remove the key, or correct the module name",
	} {
		found := ruletest.Run(t, binding.UnknownClass, map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": data, "Puppetfile": "mod 'puppetlabs/stdlib', '9.0.0'\n",
			"manifests/site.pp":                     "include profile::ntp\n$x = lookup('profile::mail::relay_host', { default_value => 1 })\n",
			"modules/profile/manifests/ntp.pp":      "class profile::ntp(Array $servers = []) { }\n",
			"modules/profile/manifests/log.pp":      "class profile::log($level = 1) { }\n",
			"modules/profile_log/manifests/init.pp": "class profile_log($level = 1) { }\n",
		})
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%s: %v, want %q", data, found, want)
		}
	}
}

// TestUnknownClassWithoutModule checks keys of modules that are not in the tree.
func TestUnknownClassWithoutModule(t *testing.T) {
	t.Parallel()
	const profile = "mod 'profile', :git => 'https://git.example.com/profile'\nmod 'hiera', :git => 'https://git.example.com/hiera', :tag => \"#{x}\"\n"
	for name, files := range map[string]map[string]string{
		"not mentioned": {"data/common.yaml": "never::used: 1 # want note \"no module `never` in the modulepath\"\n", "manifests/site.pp": "include app\n"},
		"not in the Puppetfile": {
			"data/common.yaml": "never::used: 1 # want note \"no module `never` in the modulepath or the Puppetfile\"\n", "manifests/site.pp": "include app\n",
			"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n",
		},
		"modules that nothing lists": {
			"data/common.yaml": "never::used: 1\nsite::used: 1\nsite::left: 1\napps::server::settings: {} # want warning \"no module `apps`\"\n", "manifests/site.pp": "include app\ninclude metro\n$x = lookup('site::used')\n",
			"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n",
		},
		"profiles in another repository": {
			"data/common.yaml": "site::used: 1\n", "manifests/site.pp": "include app\ninclude role::web\n",
			"Puppetfile": "mod 'profile', git: 'https://git.example.com/profile.git'\nmod 'role', git: 'https://git.example.com/role.git'\n",
		},
		"in the Puppetfile":        {"data/common.yaml": "ntp::used: 1\n", "manifests/site.pp": "include app\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"},
		"misspelled":               {"data/common.yaml": "apps::server::settings: {} # want warning \"no module `apps`\"\n", "manifests/site.pp": "include app\n"},
		"near a lookup":            {"data/common.yaml": "rofile::git::settings: 1 # want warning \"no module `rofile`\"\n", "manifests/site.pp": "include app\n$x = lookup('profile::git::settings')\n"},
		"letters swapped":          {"data/common.yaml": "porfile::a: 1 # want warning \"no module `porfile` in the modulepath\"\n", "Puppetfile": profile},
		"a letter missing":         {"data/common.yaml": "profle::a: 1 # want warning \"profle\"\n", "Puppetfile": profile},
		"the first letter missing": {"data/common.yaml": "rofile::a: 1 # want warning \"rofile\"\nprofile::a: 1\n", "Puppetfile": profile},
		"nothing lists modules":    {"data/common.yaml": "pp::server::settings: {}\nuite::server::settings: {} # want warning \"no module `uite` in the modulepath$\"\nuite::port: 1\n", "modules/suite/manifests/server.pp": "class suite::server($settings) { include other }\n"},
		"a plural":                 {"data/common.yaml": "profiles::a: 1\nprofile::b: 1\nclasses: ['profiles::x']\n", "Puppetfile": profile},
		"another version":          {"data/common.yaml": "profile2::a: 1\nprofile::a: 1\nclasses: ['profile2::x']\n", "Puppetfile": profile},
		"code includes it":         {"data/common.yaml": "porfile::a: 1\n", "Puppetfile": profile, "manifests/site.pp": "include porfile\n"},
		"modules by a program":     {"data/common.yaml": "porfile::a: 1\n", "Puppetfile": profile + "list.each { |name| mod name }\n"},
		"a namespace of lookups": {
			"data/common.yaml":  "site::used: 1\nsite::left: 1 # want note \"code looks up other keys of `site`, but not `site::left`\"\n",
			"manifests/site.pp": "$x = lookup('site::used')\n",
			"Puppetfile":        "mod 'puppetlabs/ntp', '1.0.0'\n",
		},
		"looked up":        {"data/common.yaml": "never::used: 1\n", "manifests/site.pp": "$x = lookup('never::used')\n"},
		"referred to":      {"data/common.yaml": "never::used: 1\nsite: \"%{lookup('never::used')}\"\n", "manifests/site.pp": "include app\n"},
		"no main manifest": {"data/common.yaml": "other::sever::settings: {}\n"},
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, binding.UnknownClass, appModule(files)) })
	}
}

// TestUnknownClassInOneEnvironment checks data that several environments with different code read.
func TestUnknownClassInOneEnvironment(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "app::old::x: 1\napp::none::x: 1 # want \"app::none\"\napp::y: 1\napp::z: 1 # want \"z\"\n",
		"environments/production/modules/app/manifests/init.pp":  "class app { }\n",
		"environments/production/modules/app/manifests/old.pp":   "class app::old($x) { }\n",
		"environments/development/modules/app/manifests/init.pp": "class app($y) { }\n",
	}
	unknown := maps.Clone(tree)
	unknown["data/common.yaml"] = "app::old::x: 1\napp::none::x: 1 # want \"app::none\"\napp::y: 1\napp::z: 1\n"
	ruletest.Run(t, binding.UnknownClass, unknown)
	unknown["data/common.yaml"] = "app::old::x: 1\napp::none::x: 1\napp::y: 1\napp::z: 1 # want \"no parameter `z`\"\n"
	ruletest.Run(t, binding.UnknownClassParameter, unknown)
}

// TestUnknownClassInTheEnvironmentThatHasTheModule checks an environment that reads data shared by
// all, and has some modules of its own, but not that of the key.
func TestUnknownClassInTheEnvironmentThatHasTheModule(t *testing.T) {
	t.Parallel()
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
	ruletest.Run(t, binding.UnknownClass, tree)
	tree["data/common.yaml"] = "app::sever::x: 1\napp::y: 1 # want \"no parameter `y`\"\nsmall::z: 1\n"
	ruletest.Run(t, binding.UnknownClassParameter, tree)
	listed := maps.Clone(tree)
	listed["Puppetfile"] = "mod 'example/other', '2.0.0'\n"
	ruletest.Run(t, binding.UnknownClassParameter, listed)
	tree["data/common.yaml"] = "app::sever::x: 1\napp::y: 1\nsmall::z: 1\n"
	named := maps.Clone(tree)
	named["environments/windows/Puppetfile"] = "mod 'example/app', '2.0.0'\n" // the environment installs its own copy
	ruletest.Run(t, binding.UnknownClassParameter, named)
	tree["data/common.yaml"] = "small::x: 1\n" // production may have another version
	ruletest.Run(t, binding.UnknownClassParameter, tree)
	misspelled := maps.Clone(listed) // of a module that not all environments have
	misspelled["data/common.yaml"] = "balnacer::server::x: 1 # want \"no module `balnacer`\"\nother_module::x: 1\n"
	misspelled["modules/balancer/manifests/init.pp"] = "class balancer { }\n"
	misspelled["modules/balancer/manifests/server.pp"] = "class balancer::server($x) { }\n"
	misspelled["environments/production/Puppetfile"] = "mod 'example/other', '2.0.0'\n"
	for _, more := range []string{"", "a", "z"} {
		if more != "" {
			misspelled["environments/"+more+"/manifests/site.pp"] = "include small\n"
			misspelled["environments/"+more+"/modules/small/manifests/init.pp"] = "class small($z) { }\n"
		}
		ruletest.Run(t, binding.UnknownClass, misspelled)
	}
}

// TestClassKeysWithoutHierarchy checks data without a hierarchy, which may be on the server.
// Unknown classes are reported nevertheless; values are not evaluated.
func TestClassKeysWithoutHierarchy(t *testing.T) {
	t.Parallel()
	tree := appModule(map[string]string{
		"environment.conf":               "modulepath = modules\n",
		"manifests/site.pp":              "include app\ninclude app::needy\n",
		"modules/app/manifests/needy.pp": "class app::needy(String $a, Array $b) { }\n",
		"hieradata/nodes/a.yaml":         "app::prot: 1\napp::port: 81\napp::log_level: \"%{lookup('nothing')}\"\n",
		"hieradata/common.yaml":          "app::port: 80\napp::sever::settings: {}\napp::needy::b: [x]\nlookup_options: {app::port: {merge: hash}}\n",
	})
	var got []string
	for _, d := range ruletest.Check(t, filetree.Write(t, tree)) {
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

// TestMisplacedClassHelp checks the help for a class in the wrong file, which may have the right name.
func TestMisplacedClassHelp(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"other.pp":     "move the class to `app/manifests/sever.pp`",
		"web/serve.pp": "move the class to `app/manifests/sever.pp`",
		"server.pp":    "rename the class to `app::server`, like its file, or move it to `app/manifests/sever.pp`",
	} {
		found := ruletest.Run(t, binding.UnknownClass, map[string]string{
			"data/common.yaml": "app::sever::x: 1 # want \"in a file where Puppet does not look for it\"\n", "modules/app/manifests/" + file: "class app::sever($x) { }\n",
		})
		if len(found) == 1 && found[0].Help != want {
			t.Errorf("%s: help %q, want %q", file, found[0].Help, want)
		}
	}
}
