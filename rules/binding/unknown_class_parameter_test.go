package binding_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// appModule returns a tree with a module with parameters, and further files.
func appModule(files map[string]string) map[string]string {
	tree := map[string]string{
		"modules/app/manifests/init.pp":   "class app(Integer $port = 80, Optional[String] $log_level = undef) { }\n",
		"modules/app/manifests/server.pp": "class app::server(Hash $settings = {}) { }\n",
	}
	maps.Copy(tree, files)
	return tree
}

func TestUnknownClassParameter(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]string{
		"misspelled":   {"data/common.yaml": "app::prot: 1 # want warning \"class `app` has no parameter `prot`\"\n"},
		"nothing like": {"data/common.yaml": "app::nothing: 1 # want warning \"no parameter `nothing`\"\n"},
		"it exists":    {"data/common.yaml": "app::port: 1\napp::log_level: x\napp::server::settings: {}\n"},
		"every place":  {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::prot: 1 # want \"prot\"\n", "data/common.yaml": "app::prot: 1 # want \"prot\"\n"},
		"in another manifest, which defines the class, too": {
			"data/common.yaml":            "site::port: 1\nsite::prot: 1 # want warning \"no parameter `prot`\"\n",
			"manifests/bootstrap/site.pp": "class site { }\ninclude site\n", "manifests/site.pp": "class site($port = 80) { }\ninclude site\n",
		},
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
		"a class of the same name":       {"data/common.yaml": "app::server: 1 # want \"`app::server` is a class, not a parameter\"\nclasses: ['app::server']\n", "manifests/site.pp": "include app::server\n"},
		"referred to":                    {"data/common.yaml": "app::prot: 1\nsite::x: \"%{lookup('app::prot')}\"\n"},
		"any key may be looked up":       {"data/common.yaml": "app::other: 1 # want warning \"other\"\napp::prot: 1 # want warning \"prot\"\n", "manifests/site.pp": "define site::x($key) { lookup($key) }\n"},
		"any key, by the module":         {"data/common.yaml": "app::other: 1 # want note \"other\"\napp::prot: 1 # want warning \"prot\"\n", "modules/app/manifests/x.pp": "define app::x($key) { lookup($key) }\n"},
		"any key, by a function":         {"data/common.yaml": "app::other: 1 # want note \"other\"\n", "manifests/site.pp": "function site::x($key) { lookup($key) }\n"},
		"any key, by a template":         {"data/common.yaml": "app::other: 1 # want note \"other\"\n", "modules/x/templates/x.epp": "<%= lookup($key) %>\n"},
		"any key, with such names":       {"data/common.yaml": "app::other: 1 # want note \"other\"\napp::more: 1 # want warning \"more\"\n", "manifests/site.pp": "define site::x($key) { lookup($key) }\nsite::x { a: key => \"${y}::other\" }\n"},
		"a class in two parts":           {"data/common.yaml": "app::other: 1 # want note \"other\"\n", "manifests/site.pp": "define site::x($a, $b) { lookup(\"${a}::${b}\") }\n"},
		"installed modules compute keys": {
			"Puppetfile": "mod 'acme/other', '1.0.0'\n", "data/common.yaml": "app::prot: 1 # want warning \"prot\"\n",
			"modules/other/manifests/init.pp": "class other($key) { lookup($key) }\n",
		},
		"an unreadable manifest mentions it": {"data/common.yaml": "app::prot: 1\n", "modules/app/manifests/broken.pp": "class app::broken { lookup('app::prot') \n"},
		"no name of a parameter":             {"data/common.yaml": "app::my-port: 1\napp::Port: 1\n"},
		"a defined type": {
			"data/common.yaml":               "app::vhost: {a: {port: 1}} # want warning \"`app::vhost` is a defined type, not a parameter\"\n",
			"modules/app/manifests/vhost.pp": "define app::vhost($port) { }\n",
		},
		"a defined type, and a similar parameter": {
			"data/common.yaml":               "app::ports: {a: {x: 1}} # want \"no parameter `ports`\"\n",
			"modules/app/manifests/ports.pp": "define app::ports($x) { }\n",
		},
		"a class, and a parameter that starts with its name": {
			"data/common.yaml":                "app::server: {x: 1} # want \"`app::server` is a class, not a parameter\"\n",
			"modules/app/manifests/init.pp":   "class app($port, $server_name = 'a') { }\n",
			"modules/app/manifests/server.pp": "class app::server($settings = {}) { }\n",
		},
		"a class with a hash of its parameters": {"data/common.yaml": "app::server: {settings: {}} # want warning \"`app::server` is a class, not a parameter\"\n"},
		"a parameter of the parent": {
			"data/common.yaml":               "app::child::port: 1 # want \"class `app::child` has no parameter `port`\"\n",
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
		t.Run(name, func(t *testing.T) { ruletest.Run(t, binding.UnknownClassParameter, appModule(files)) })
	}
	found := ruletest.Run(t, binding.UnknownClassParameter, appModule(map[string]string{"data/common.yaml": "\"app::prot\": 1 # want \"prot\"\n"}))
	if got := ruletest.Underlined(found[0]); got != `"app::prot"` {
		t.Errorf("underlined %s", got)
	}
	if got, want := ruletest.Apply(found[0].Fixes[0]), "\"app::port\": 1\n"; got != want || found[0].Fixes[0].Safe {
		t.Errorf("fixed %q, want %q, safe: %v", got, want, found[0].Fixes[0].Safe)
	}
	found = ruletest.Run(t, binding.UnknownClassParameter, appModule(map[string]string{"data/common.yaml": "app::port: 1\napp::prot: 2 # want \"prot\"\n"}))
	if len(found[0].Fixes) > 0 {
		t.Error("a fix is offered, although the intended key already exists")
	}
}

// TestUnknownClassParameterOfOtherType checks that a name is only suggested for a value that the parameter may have.
func TestUnknownClassParameterOfOtherType(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]struct{ help, fixed string }{
		"1":           {"did you mean `app::port`?", "app::port: 1\n"},
		"\"%{port}\"": {"did you mean `app::port`?", "app::port: \"%{port}\"\n"},
		"'1'":         {"remove the key, or write `app::port` with a value of the type `Integer`", ""},
		"[1]":         {"remove the key, or correct its name", ""},
		"{a: 1}":      {"remove the key, or correct its name", ""},
	} {
		found := ruletest.Run(t, binding.UnknownClassParameter, appModule(map[string]string{"data/common.yaml": "app::prot: " + value + " # want \"prot\"\n"}))
		if len(found) != 1 {
			continue
		}
		fixed := ""
		if len(found[0].Fixes) > 0 {
			fixed = ruletest.Apply(found[0].Fixes[0])
		}
		if found[0].Help != want.help || fixed != want.fixed {
			t.Errorf("%s: help %q, fixed %q", value, found[0].Help, fixed)
		}
	}
}

// TestUnknownClassParameterOfDefault checks that a name is only suggested for a value of the kind of the default if the parameter
// has no type, or that its class accepts.
func TestUnknownClassParameterOfDefault(t *testing.T) {
	t.Parallel()
	const wrong = "remove the key, or correct its name"
	for key, want := range map[string]string{
		"hosts_a: x":       "remove the key, or write `app::x::hosts` with an array as its value",
		"hosts_a: {a: 1}":  wrong,
		"hosts_a: [x]":     "did you mean `app::x::hosts`?",
		"hosts_a: ~":       "did you mean `app::x::hosts`?",
		"hosts_a: '%{x}'":  "did you mean `app::x::hosts`?",
		"option: x":        "remove the key, or write `app::x::options` with a hash as its value",
		"option: {}":       "did you mean `app::x::options`?",
		"tittle: 1":        "did you mean `app::x::title`?",
		"tittle: [1]":      wrong,
		"emtpy: [1]":       "did you mean `app::x::empty`?",
		"mixde: x":         "did you mean `app::x::mixed`?",
		"inheritde: x":     "remove the key, or write `app::x::inherited` with an array as its value",
		"chekced: x":       "remove the key, or write `app::x::checked` with a value that `validate_array` accepts",
		"secert: 'x'":      "did you mean `app::x::secret`?", // may be converted
		"unknwon: [x]":     "did you mean `app::x::unknown`?",
		"hosts_without: x": "remove the key, or add the parameter to the class",
	} {
		found := ruletest.Run(t, binding.UnknownClassParameter, map[string]string{
			"data/common.yaml":              "app::x::" + key + " # want \"no parameter\"\n",
			"modules/app/manifests/init.pp": "class app { }\n",
			"modules/app/manifests/x.pp": "class app::x($hosts = $app::params::hosts, $inherited = $inherits, $options = {}, $title = 'x', $empty = '', $mixed = $::app::params::mixed, " +
				"$checked = undef, Sensitive[String] $secret = Sensitive('x'), $unknown = f()) inherits app::params {\n  validate_array($checked)\n}\n",
			"modules/app/manifests/params.pp": "class app::params {\n  $hosts = [\n    'a']\n  $inherits = ['a']\n  if $x == 1 { $mixed = 'x' } else { $mixed = ['x'] }\n}\n",
		})
		if len(found) != 1 {
			continue
		}
		if d := found[0]; d.Help != want || (len(d.Fixes) > 0) != strings.HasPrefix(want, "did you mean") {
			t.Errorf("%s: help %q, fixes %v, want %q", key, d.Help, d.Fixes, want)
		}
	}
}

func TestUnknownClassParameterOfAppliedManifest(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.UnknownClassParameter, map[string]map[string]string{
		"site.pp without manifests": {
			"site.pp": "lookup('app::agents').each |$name, $agent| { notify { $name: * => $agent } }\n", "modules/app/manifests/init.pp": "class app { }\n",
			"data/common.yaml": "app::agents: {}\napp::others: {} # want \"no parameter `others`\"\n",
		},
	})
}

// TestUnknownClassParameterHelp checks the help for different mistakes.
func TestUnknownClassParameterHelp(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"app::prot":                 "did you mean `app::port`?",
		"app::server::port":         "write `app::port` if you mean that class's parameter, or remove the key",
		"app::server::cache_size":   "write `app::other::cache_size` if you mean that class's parameter, or remove the key",
		"app::server::limit":        "remove the key, or add the parameter to the class", // a common name
		"app::server::thread_count": "remove the key, or add the parameter to the class",
		"app::child::port":          "write `app::port`: inherited parameters are looked up under the parent class",
		"app::nothing":              "remove the key, or add the parameter to the class",
		"app::server::sizs":         "did you mean `app::server::sizes`?",
		"app::server::notify":       "set it where the class is declared; metaparameters cannot be set in data",
	} {
		found := ruletest.Run(t, binding.UnknownClassParameter, appModule(map[string]string{
			"data/common.yaml":               key + ": 1 # want \"has no parameter\"\n",
			"modules/app/manifests/other.pp": "class app::other($cache_size, $limit) { }\n", "modules/app/manifests/a/b.pp": "class app::a::b($thread_count) { }\n",
			"modules/app/manifests/child.pp": "class app::child inherits app { $x = lookup('app::server::sizes') }\n",
		}))
		if found[0].Help != want {
			t.Errorf("%s: help %q, want %q", key, found[0].Help, want)
		}
	}
}

// TestUnknownClassParameterOfAPair checks that no key is suggested that the same file sets.
func TestUnknownClassParameterOfAPair(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, binding.UnknownClassParameter, map[string]string{
		"modules/app/manifests/init.pp": "class app(String $amqp_host = 'mq') { }\n",
		"hiera.yaml":                    ruletest.RoleLevels,
		"data/role/web.yaml":            "app::amqp_hosts: x # want \"no parameter `amqp_hosts`\"\n",
		"data/common.yaml":              "app::amqp_host: mq1\napp::amqp_hosts: mq1 # want \"no parameter `amqp_hosts`\"\n",
	})
	for _, d := range found {
		want := "did you mean `app::amqp_host`?"
		if strings.HasSuffix(d.File.Path, "common.yaml") {
			want = "remove it; `app::amqp_host` is already set here, to the same value"
		}
		if d.Help != want {
			t.Errorf("%s: help %q, want %q", d.File.Path, d.Help, want)
		}
	}
}

// TestParameterOfRelatedClass checks that the key of another class's parameter is only suggested if the file does not set it.
func TestParameterOfRelatedClass(t *testing.T) {
	t.Parallel()
	const key, other = "app::db::server::url: db.example.com # want warning \"no\"\n", "app::db::client::url: "
	for name, tt := range map[string]struct{ data, role, help string }{
		"a related class":          {key, "", "write `app::db::client::url` if you mean that class's parameter, or remove the key"},
		"set in another file":      {key, other + "other.example.com\n", "write `app::db::client::url` if you mean that class's parameter, or remove the key"},
		"the same value":           {key + other + "db.example.com\n", "", "remove it; `app::db::client::url` is already set here, to the same value"},
		"the same short value":     {"app::db::server::url: none # want warning \"no\"\n" + other + "none\n", "", "remove the key, or add the parameter to the class"},
		"another value":            {key + other + "other.example.com\n", "", "remove the key, or add the parameter to the class"},
		"the value of another":     {key + other + "other.example.com\napp::web::url: db.example.com\n", "", "remove it; `app::web::url` is already set here, to the same value"},
		"in another file":          {key + other + "other.example.com\n", "app::web::url: db.example.com\n", "write `app::web::url` if you mean that class's parameter, or remove the key"},
		"of two others":            {key + other + "other.example.com\napp::web::url: db.example.com\n", "app::mail::url: db.example.com\n", "remove the key, or add the parameter to the class"},
		"of another type":          {"app::db::server::url: [1] # want warning \"no\"\n", "", "remove the key, or add the parameter to the class"},
		"inherited":                {"app::db::child::url: x # want warning \"no\"\n", "", "write `app::db::client::url`: inherited parameters are looked up under the parent class"},
		"inherited, and set":       {"app::db::child::url: x # want warning \"no\"\n" + other + "y\n", "", "remove it, or correct its name; `app::db::client::url` is already set here"},
		"inherited, and set alike": {"app::db::child::url: x # want warning \"no\"\n" + other + "x\n", "", "remove it; `app::db::client::url` is already set here, to the same value"},
	} {
		found := ruletest.Run(t, binding.UnknownClassParameter, map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": tt.data, "data/role/web.yaml": tt.role,
			"modules/app/manifests/db/server.pp": "class app::db::server { }\n",
			"modules/app/manifests/db/client.pp": "class app::db::client(String $url) { }\n",
			"modules/app/manifests/db/child.pp":  "class app::db::child inherits app::db::client { }\n",
			"modules/app/manifests/web.pp":       "class app::web(String $url) { }\n",
			"modules/app/manifests/mail.pp":      "class app::mail(String $url) { }\n",
		})
		if len(found) == 1 && found[0].Help != tt.help {
			t.Errorf("%s: help %q, want %q", name, found[0].Help, tt.help)
		}
	}
}

// TestClassKeysReadByFunction checks a level whose function computes the paths of its files.
func TestClassKeysReadByFunction(t *testing.T) {
	t.Parallel()
	tree := appModule(map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, lookup_key: 'app::tree', path: common}\n",
		"data/common.yaml": "app::prot: 1 # want \"no parameter `prot`\"\napp::port: 80\n",
		"modules/app/lib/puppet/functions/app/tree.rb": "Puppet::Functions.create_function(:'app::tree') do\n  def tree(key, options, context)\n    context.interpolate(YAML.safe_load(File.read(\"#{options['path']}.yaml\"))[key])\n  end\nend\n",
	})
	ruletest.Run(t, binding.UnknownClassParameter, tree)
	delete(tree, "modules/app/lib/puppet/functions/app/tree.rb")
	tree["data/common.yaml"] = "app::prot: 1\n"
	ruletest.Run(t, binding.UnknownClassParameter, tree)
}

// TestClassKeysBesideEnvironments checks data of the global layer next to the environments, without
// its hiera.yaml, which is only on the server.
func TestClassKeysBesideEnvironments(t *testing.T) {
	t.Parallel()
	const class = "class app(Integer $port = 80) { }\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"one environment": {nil, []string{"hieradata/common.yaml:1"}},
		"another environment has the parameter": {map[string]string{
			"environments/next/manifests/site.pp": "include app\n", "environments/next/modules/app/manifests/init.pp": "class app(Integer $prot = 80) { }\n",
		}, nil},
		"the environment has its own hierarchy": {map[string]string{
			"environments/production/hiera.yaml": "version: 5\n", "environments/production/data/common.yaml": "app::port: 1\n",
		}, []string{"hieradata/common.yaml:1"}},
		"data of another environment": {map[string]string{
			"environments/next/data/common.yaml": "app::prot: 1\n", "environments/next/manifests/site.pp": "include app\n", "environments/next/modules/app/manifests/init.pp": class,
		}, []string{"environments/next/data/common.yaml:1", "hieradata/common.yaml:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"hieradata/common.yaml": "app::prot: 1\n", "environments/production/manifests/site.pp": "include app\n",
				"environments/production/modules/app/manifests/init.pp": class,
			}
			maps.Copy(files, tt.files)
			dir := filetree.Write(t, files)
			var got []string
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == binding.UnknownClassParameter.Descriptor() {
					got = append(got, ruletest.Place(dir, d))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found in %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMisnamedParameter checks whether the class or the key is corrected if both have similar names.
func TestMisnamedParameter(t *testing.T) {
	t.Parallel()
	const (
		key   = "did you mean `m::lisen_address`?"
		class = "rename the parameter `lisen_address` to `listen_address`, the name of the variable that the class uses"
	)
	for _, test := range []struct {
		code, help string
		files      map[string]string
	}{
		{"class m($lisen_address) { }", key, nil},
		{"# @param lisen_address\nclass m($lisen_address) { notice($listen_address) }", class, nil},
		{"class m($lisen_address) { notice(\"on ${m::listen_address}\") }", class, nil},
		{"class m($lisen_address) { notice($listen_address, $lisen_address) }", key, nil},
		{"class m($lisen_address) { $listen_address = 1 notice($listen_address) }", key, nil},
		{"class m($lisen_address) { notice(inline_template('<%= @lisen_address %>'), $listen_address) }", key, nil},
		{"class m($lisen_address = $m::params::listen_address) inherits m::params { }", class, nil},
		{"class m($lisen_address = $m::params::lisen_address) inherits m::params { }", key, nil},
		{"class m($port = $m::params::listen_address, $lisen_address = 1) inherits m::params { }", key, nil},
		{"class m($lisen_address = $m::params::listen_address) { }", key, map[string]string{"modules/m/manifests/x.pp": "class m::x inherits m { notice($lisen_address) }\n"}},
		{"class m($lisen_address = $m::params::listen_address) { }", key, map[string]string{"modules/x/manifests/init.pp": "class x { notice($m::lisen_address) }\n"}},
		{"class m($lisen_address = $m::params::listen_address) { } define m::y { notice($m::lisen_address) }", key, nil},
		{"class m($lisen_address) { file { '/x': content => template('m/x.erb') } }", class, map[string]string{"modules/m/templates/x.erb": "<%= @listen_address %>\n"}},
		{"class m($lisen_address) { file { '/x': content => template('m/x.erb') } }", key, map[string]string{"modules/m/templates/x.erb": "<%= @listen_address %>\n", "modules/m/templates/y.erb": "<%= @lisen_address %>\n"}},
		{"class m($lisen_address) { file { '/x': content => template('m/x.erb') } }", key, map[string]string{"modules/m/templates/x.erb": "listen_address\n"}},
		{"class m($lisen_address) { file { '/x': content => template('m/y.erb') } }", key, map[string]string{"modules/m/templates/x.erb": "<%= @listen_address %>\n"}},
	} {
		tree := map[string]string{
			"data/common.yaml": "m::listen_address: 1 # want \"no parameter `listen_address`\"\n", "modules/m/manifests/init.pp": test.code + "\n",
			"modules/m/manifests/params.pp": "class m::params { $listen_address = 2 }\n",
		}
		maps.Copy(tree, test.files)
		t.Run(test.code, func(t *testing.T) {
			found := ruletest.Run(t, binding.UnknownClassParameter, tree)
			if len(found) != 1 || found[0].Help != test.help || (len(found[0].Fixes) > 0) != (test.help == key) {
				t.Errorf("findings %+v, want help %q", found, test.help)
			}
		})
	}
}
