package usage_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/usage"
)

// open returns the Index of the only environment in a tree.
func open(t *testing.T, files map[string]string) *usage.Index {
	t.Helper()
	if _, ok := files["hiera.yaml"]; !ok {
		files["hiera.yaml"] = "version: 5\n"
	}
	if _, ok := files["data/common.yaml"]; !ok {
		files["data/common.yaml"] = "x: 1\n"
	}
	return openIn(t, files, ".")
}

// openIn returns the Index of the environment in a directory of a tree.
func openIn(t *testing.T, files map[string]string, name string) *usage.Index {
	t.Helper()
	dir := filetree.Write(t, files)
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, env := range p.Environments {
		if env.Dir != filepath.Join(dir, name) {
			continue
		}
		code, err := manifest.NewIndexer(p.Store).Index(context.Background(), env.Environment)
		if err != nil {
			t.Fatal(err)
		}
		return usage.New(p, env, code, usage.NewReferences(p))
	}
	t.Fatal("no environment in " + name)
	return nil
}

// texts formats readers as kind, name, and line.
func texts(readers []usage.KeyReader) []string {
	names := [...]string{"parameter", "lookup", "reference", "hiera", "computed", "mention", "script", "not seen"}
	var all []string
	for _, r := range readers {
		text := names[r.Kind]
		if name := r.Name + r.Unseen.What; name != "" {
			text += " " + name
		}
		if r.File != nil {
			text += fmt.Sprintf(" %s:%d", r.File.Path[strings.LastIndexByte(r.File.Path, '/')+1:], r.File.Pos(r.Span.Start).Line)
		}
		all = append(all, text)
	}
	return all
}

func TestReaders(t *testing.T) {
	x := open(t, map[string]string{
		"environment.conf":                   "modulepath = site:modules\n",
		"manifests/site.pp":                  "node default {\n  hiera_include('classes')\n}\n$x = lookup(\"colour_${y}\")\nfile { 'mentioned': }\n",
		"site/app/manifests/init.pp":         "class app(\n  $port,\n) {\n  $a = lookup('plain.sub')\n  $b = hiera('app::looked_up')\n}\n",
		"site/app/lib/facter/x.rb":           "Hiera.lookup('in_ruby', nil)\n",
		"site/app/lib/puppet/functions/x.rb": "YAML.load_file(file)['loaded']\n",
		"site/app/templates/x.erb":           "<%= scope.call_function('lookup', ['in_template']) %>\n",
		"site/broken/manifests/init.pp":      "class broken($known) {\n",
		"modules/dep/manifests/init.pp":      "class dep { lookup($name) }\n",
		"modules/dep/checksums.json":         "{}\n",
		"dist/mod/manifests/init.pp":         "class mod { lookup('in_module') }\n",
		"scripts/run":                        "#!/bin/sh\npuppet lookup in_script --node x\n",
		"README.md":                          "unread is explained\n",
		".hieralint.yaml":                    "# unread\n",
		"hieralint.sarif":                    "{\"text\": \"unread\"}\n",
		"reports/junit.xml":                  "<testcase name=\"unread\"/>\n",
		"lint.log":                           "unread\n",
		".gitlab-ci.yml":                     "script: [puppet lookup in_pipeline]\n",
		"data/common.yaml":                   "in_module: 1\nloaded: 1\nin_script: 1\nin_pipeline: 1\na: \"%{lookup('referred')} %{alias('app::sub.x')}\"\nunread: 1\nlookup_options:\n  app::gone: {merge: first}\n",
		"site/app/files/unread_in_files":     "unread\n",
		"site/app/spec/fixtures/unread.pp":   "lookup('unread')\n",
	})
	for key, want := range map[string][]string{
		"app::port":      {"parameter app init.pp:2"},
		"app::looked_up": {"lookup hiera init.pp:5"},
		"app::gone":      nil,
		"app::sub":       {"reference a common.yaml:5"},
		"plain":          {"lookup lookup init.pp:4"},
		"classes":        {"lookup hiera_include site.pp:2"},
		"referred":       {"reference a common.yaml:5"},
		"colour_red":     {"computed lookup site.pp:4"},
		"mentioned":      {"mention"},
		"in_ruby":        {"lookup lookup x.rb:1"},
		"in_template":    {"lookup lookup x.erb:1"},
		"in_script":      {"script"},
		"in_module":      {"script"},
		"in_pipeline":    {"script"},
		"loaded":         {"script"},
		"unread":         nil,
		"known":          {"not seen a file that cannot be read init.pp:2"},
		"lookup_options": {"hiera"},
		"ntp::servers":   {"not seen module `ntp`"},
	} {
		if diff := cmp.Diff(want, texts(x.Readers(key))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
		if got := x.IsUnread(key); got != (len(want) == 0) {
			t.Errorf("IsUnread(%q) = %t", key, got)
		}
	}
}

// TestReadersInReleases finds parameters of classes whose release is known, although their modules are not installed.
func TestReadersInReleases(t *testing.T) {
	x := open(t, map[string]string{
		"manifests/site.pp": "include ntp\n",
		"Puppetfile":        "mod 'puppetlabs-ntp', '9.2.1'\nmod 'puppetlabs-unknown', '1.0.0'\n",
	})
	for key, want := range map[string][]string{
		"ntp::servers":     {"parameter ntp"},
		"ntp::server":      nil,
		"unknown::servers": {"not seen module `unknown`"},
	} {
		if diff := cmp.Diff(want, texts(x.Readers(key))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

// TestReadersOutside finds code in the same Git repository outside of the environment, except tests, other repositories, and code
// of environments with a hierarchy of their own.
func TestReadersOutside(t *testing.T) {
	data := "net::a::ip: 1\nnet::a::name: 1\nnet::a::value: 1\nnet::b::y: 1\nnet::computed::x: 1\nother::service::port: 1\nplain: 1\nin_script: 1\nnested: {x: 1}\n" +
		"net::tested::x: 1\nnet::variable::x: 1\nnet::submodule::x: 1\nnet::sibling::x: 1\nnet::x: 1\n"
	x := openIn(t, map[string]string{
		".git/HEAD":                              "ref: refs/heads/main\n",
		"puppet/hiera.yaml":                      "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"puppet/data/common.yaml":                data,
		"puppet/manifests/site.pp":               "include net\n",
		"puppet/modules/net/manifests/init.pp":   "class net($port) { }\n",
		"puppet/other/boot.pp":                   "$x = lookup('net::a::name')\n",
		"box/environments/vm/manifests/site.pp":  "$a = lookup('net::a::ip')\n$b = hiera(\"net::computed::${c}\")\n$c = lookup('plain')\n$d = lookup('nested.x')\n$e = $net::variable::x\n",
		"box/modules/other/manifests/service.pp": "class other::service($port) { }\n",
		"box/modules/net/manifests/init.pp":      "class net($x) { }\n",
		"box/modules/net/manifests/b.pp":         "define net::b() { lookup(net::a::value) }\n",
		"box/run.sh":                             "#!/bin/sh\npuppet lookup in_script\n",
		"spec/x.pp":                              "lookup('net::tested::x')\n",
		"submodule/.git":                         "gitdir: x\n",
		"submodule/x.pp":                         "lookup('net::submodule::x')\n",
		"sites/environments/a/hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"sites/environments/a/data/common.yaml":  "a: 1\n",
		"sites/environments/a/manifests/site.pp": "lookup('net::sibling::x')\n",
		"sites/environments/b/manifests/site.pp": "lookup('net::sibling::x')\n",
	}, "puppet")
	script := []string{"script"}
	for key, want := range map[string][]string{
		"net::a::ip": script, "net::a::name": script, "net::a::value": script, "net::computed::x": script, "plain": script, "in_script": script, "nested": script,
		"other::service::port": script,
		"net::tested::x":       nil, "net::variable::x": nil, "net::submodule::x": nil, "net::sibling::x": nil, "net::b::y": nil, "net::x": nil,
	} {
		if diff := cmp.Diff(want, texts(x.Readers(key))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
		if got := x.IsUnread(key); got != (len(want) == 0) {
			t.Errorf("IsUnread(%q) = %t", key, got)
		}
	}
}

func TestUnseen(t *testing.T) {
	site := "include app\n"
	app := "class app { }\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  []usage.Unseen
		code  bool
	}{
		"all in the tree":  {map[string]string{"manifests/site.pp": site, "modules/app/manifests/init.pp": app}, nil, true},
		"data only":        {map[string]string{"data/common.yaml": "a: 1\n"}, []usage.Unseen{{What: "main manifest"}}, false},
		"no main manifest": {map[string]string{"modules/app/manifests/init.pp": app}, []usage.Unseen{{What: "main manifest"}}, true},
		"an included class": {
			map[string]string{"manifests/site.pp": site}, []usage.Unseen{{What: "module `app`", Module: "app"}}, true,
		},
		"included by a pattern": {
			map[string]string{"manifests/site.pp": "include \"role::${facts['role']}\"\n"}, []usage.Unseen{{What: "module `role`", Module: "role"}}, true,
		},
		"listed in data": {
			map[string]string{
				"manifests/site.pp": "lookup('classes', Array[String], 'unique').include\n", "hiera.yaml": "version: 5\n",
				"data/common.yaml": "classes: ['::role::web', App, seen, \"%{x}\"]\nother: [no]\n", "modules/seen/manifests/init.pp": "class seen { }\n",
			},
			[]usage.Unseen{{What: "module `app`", Module: "app"}, {What: "module `role`", Module: "role"}}, true,
		},
		"excluded by a condition": {
			map[string]string{
				"manifests/site.pp": "$c = lookup('class') if $c in [app, other] { include $c }\nif $c != 'no' { include lookup('class') }\n", "hiera.yaml": "version: 5\nhierarchy: [{name: x, path: '%{fqdn}.yaml'}]\n",
				"data/a.yaml": "class: app\n", "data/b.yaml": "class: skip\n", "data/c.yaml": "class: no\n",
			},
			[]usage.Unseen{{What: "module `app`", Module: "app"}, {What: "module `skip`", Module: "skip"}}, true,
		},
		"excluded by all conditions": {
			map[string]string{
				"manifests/site.pp": "$c = lookup('class') if $c in [app, other] { include $c }\n", "hiera.yaml": "version: 5\nhierarchy: [{name: x, path: '%{fqdn}.yaml'}]\n",
				"data/a.yaml": "class: app\n", "data/b.yaml": "class: skip\n",
			},
			[]usage.Unseen{{What: "module `app`", Module: "app"}}, true,
		},
		"what modules from elsewhere include": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": "class app { include selinux }\n", "modules/app/checksums.json": "{}",
			}, nil, true,
		},
		"the Puppetfile": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app,
				"Puppetfile": "forge 'https://forgeapi.puppet.com'\nmod 'puppetlabs/ntp', '1.0.0'\nmod 'puppetlabs-apt',\n  :latest\nmod 'profile',\n  :git => 'https://x/profile.git'\nmod 'me/role', git: 'https://x/role.git'\nmod 'app', :local => true\n",
			},
			[]usage.Unseen{{What: "module `apt`", Module: "apt", Forge: true}, {What: "module `ntp`", Module: "ntp", Forge: true}, {What: "module `profile`", Module: "profile"}, {What: "module `role`", Module: "role"}}, true,
		},
		"a comment of a Puppetfile": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app,
				"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n# mod 'apache',\n#   :git => 'https://x/apache.git'\n",
			},
			[]usage.Unseen{{What: "module `ntp`", Module: "ntp", Forge: true}}, true,
		},
		"a Puppetfile that is a program": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app,
				"Puppetfile": "YAML.load_file('modules.yaml').each do |name, ref|\n  mod name.sub('puppet-', ''), git: \"https://x/#{name}\", ref: ref\nend\n",
			},
			[]usage.Unseen{{What: "modules that the Puppetfile computes"}}, true,
		},
		"names that the Puppetfile puts together": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app, "Puppetfile": "names.each { |name|\n  mod 'acme/' + name, '1.0.0'\n}\nmod 'app', local: true\n",
			},
			[]usage.Unseen{{What: "modules that the Puppetfile computes"}}, true,
		},
		"a Forge of their own": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app, "Puppetfile": "forge 'https://forge.example.com'\nmod 'me/base', '1.0.0'\nmod 'app', :local => true\n",
			},
			[]usage.Unseen{{What: "module `base`", Module: "base"}}, true,
		},
		"a key of a module": {
			map[string]string{"manifests/site.pp": "notify { lookup('site::name'): }\n", "data/common.yaml": "ntp::servers: []\nsite::name: x\n"},
			[]usage.Unseen{{What: "module `ntp`", Module: "ntp", OfKeys: true}}, true,
		},
		"a key of a removed module": {
			map[string]string{"manifests/site.pp": "notify { 'x': }\ninclude app\n", "modules/app/manifests/init.pp": app, "Puppetfile": "mod 'app', local: true\n", "data/common.yaml": "ntp::servers: []\n"}, nil, true,
		},
		"a function of a level": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app,
				"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: hiera_vault}\n",
			},
			[]usage.Unseen{{What: "function `hiera_vault`"}}, true,
		},
		"a backend of version 3": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app, "puppet.conf": "",
				"hiera.yaml": ":backends: [yaml, file]\n:hierarchy: [common]\n:yaml:\n  :datadir: data\n:file:\n  :datadir: data\n",
			},
			[]usage.Unseen{{What: "Hiera 3 backend `file`"}}, true,
		},
		"data elsewhere": {
			map[string]string{
				"manifests/site.pp": site, "modules/app/manifests/init.pp": app,
				"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /srv/secrets.yaml}\n  - {name: Private, datadir: private, path: common.yaml}\n",
			},
			[]usage.Unseen{{What: "data of the level `Secrets`", Level: "Secrets"}, {What: "data of the level `Private`", Level: "Private"}}, true,
		},
		"other modules of the server": {
			map[string]string{"environment.conf": "modulepath = modules:/srv/nowhere/modules\n", "manifests/site.pp": site, "modules/app/manifests/init.pp": app},
			[]usage.Unseen{{What: "modules in /srv/nowhere/modules"}}, true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := open(t, tt.files)
			if diff := cmp.Diff(tt.want, x.Unseen()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if x.HasCode() != tt.code {
				t.Errorf("HasCode() = %t", x.HasCode())
			}
		})
	}
}

func TestWanted(t *testing.T) {
	x := open(t, map[string]string{
		"manifests/site.pp": "lookup('here')\nlookup('gone.x')\nlookup('app::gone')\nlookup(\"gone_${x}\")\nlookup('gone')\n",
		"data/common.yaml":  "here: 1\n",
	})
	wanted := x.Wanted()
	if len(wanted) != 1 || wanted["gone"] == nil {
		t.Fatalf("%v", wanted)
	}
	if u := wanted["gone"]; u.File.Pos(u.Span.Start).Line != 2 {
		t.Errorf("got %v, want the first lookup", u.Span)
	}
}

func TestLacks(t *testing.T) {
	const site = "environment.conf"
	tree := func(files map[string]string) map[string]string {
		all := map[string]string{
			"manifests/site.pp": "include app\n", "modules/app/manifests/init.pp": "class app { }\n",
			"data/common.yaml": "gone::x: 1\n",
		}
		maps.Copy(all, files)
		return all
	}
	for name, tt := range map[string]struct {
		files map[string]string
		want  bool
	}{
		"all modules are in the tree":     {tree(nil), true},
		"the Puppetfile lists others":     {tree(map[string]string{"Puppetfile": "forge 'https://forge.puppet.com'\nmod 'puppetlabs/ntp', '1.0.0'\n"}), true},
		"code includes an unlisted class": {tree(map[string]string{"manifests/x.pp": "include other\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n"}), false},
		"data includes an unlisted class": {tree(map[string]string{"manifests/x.pp": "include lookup('classes')\n", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n", "hiera.yaml": "version: 5\n", "data/common.yaml": "gone::x: 1\nclasses: [other]\n"}), false},
		"a hash has a key of its name":    {tree(map[string]string{"data/common.yaml": "gone::x: 1\nroutes: {gone: 10.1.2.3, port: 1}\n"}), true},
		"a hash may be of classes":        {tree(map[string]string{"data/common.yaml": "gone::x: 1\nclasses: {gone: {y: 1}}\n"}), false},
		"a hash may enable classes":       {tree(map[string]string{"data/common.yaml": "gone::x: 1\nclasses: {gone: true}\n"}), false},
		"the Puppetfile lists it":         {tree(map[string]string{"Puppetfile": "mod 'acme/gone', '1.0.0'\n"}), false},
		"the Puppetfile lists nothing":    {tree(map[string]string{"Puppetfile": "forge 'https://forge.puppet.com'\n"}), false},
		"the Puppetfile is a program":     {tree(map[string]string{"Puppetfile": "mod 'a/b', '1.0.0'\ninstance_eval(File.read('more'))\n"}), false},
		"there are more Puppetfiles":      {tree(map[string]string{"Puppetfile": "mod 'a/b', '1.0.0'\n", "puppetfiles/admin.Puppetfile": "mod 'c/d'\n"}), false},
		"it is in the tree":               {tree(map[string]string{"modules/gone/manifests/init.pp": "class gone { }\n"}), false},
		"scripts may put it there":        {tree(map[string]string{"custom/gone/manifests/init.pp": "class gone { }\n"}), false},
		"its directory is empty":          {tree(map[string]string{"modules/gone/.gitkeep": ""}), false},
		"code includes its class":         {tree(map[string]string{"manifests/x.pp": "include gone::server\n"}), false},
		"code declares its resource":      {tree(map[string]string{"manifests/x.pp": "gone::vhost { 'a': }\n"}), false},
		"data includes its class":         {tree(map[string]string{"data/common.yaml": "gone::x: 1\nclasses: ['gone::server']\n"}), false},
		"data includes its main class":    {tree(map[string]string{"data/common.yaml": "gone::x: 1\nclasses: [gone]\n"}), false},
		"data refers to another key":      {tree(map[string]string{"data/common.yaml": "gone::x: 1\ngone::y: \"%{lookup('gone::x')}\"\n"}), true},
		"Puppet Enterprise has it":        {tree(map[string]string{"data/common.yaml": "pe_repo::x: 1\n"}), false},
		"other modules are not here":      {tree(map[string]string{"manifests/x.pp": "include ntp, ssh\n"}), false},
		"modules lie elsewhere":           {tree(map[string]string{site: "modulepath = modules:/opt/modules\n"}), false},
		"a directory of modules is empty": {tree(map[string]string{site: "modulepath = modules:thirdparty\n"}), false},
		"no code":                         {map[string]string{"data/common.yaml": "gone::x: 1\n"}, false},
	} {
		module := "gone"
		if strings.Contains(tt.files["data/common.yaml"], "pe_repo") {
			module = "pe_repo"
		}
		if got := open(t, tt.files).Lacks(module); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
