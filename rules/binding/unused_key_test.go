package binding_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// site returns a tree with a main manifest that looks up `title`, and a module.
func site(files map[string]string) map[string]string {
	tree := map[string]string{
		"environment.conf":           "modulepath = site:modules\n",
		"manifests/site.pp":          "include app\nnotify { lookup('title'): }\n",
		"site/app/manifests/init.pp": "class app { }\n",
	}
	maps.Copy(tree, files)
	return tree
}

func TestUnusedKey(t *testing.T) {
	t.Parallel()
	unused := "title: x\nold: 1 # want note \"unused key `old`\"\n"
	silent := "title: x\nold: 1\n"
	missing := "mod 'account', :git => 'https://git.example.com/account.git'\n"
	ruletest.RunAll(t, binding.UnusedKey, map[string]map[string]string{
		"nothing reads it": site(ruletest.Common(unused)),
		"at every place": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "old: 1 # want \"old\"\n", "data/role/db.yaml": "old: 2 # want \"old\"\n",
			"data/common.yaml": "title: x\n",
		}),
		"a reference in an invalid file": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "a: [\"%{lookup('old')}\"\n", "data/common.yaml": "title: x\nold: 1\n",
		}),
		"the name of a parameter, with a module missing": site(map[string]string{
			"data/common.yaml": "networks: {a: 1} # want note \"unused key `networks`\"\nports: [1]\nusers: [a]\nweb::users: [b]\ntitle: x\n",
			"Puppetfile":       missing, "modules/web/manifests/init.pp": "class web($networks = {}, $ports = {}, $users = []) {}\n",
		}),
		"the name of parameters of two classes, with a module missing": site(map[string]string{
			"data/common.yaml": "networks: {a: 1}\ntitle: x\n", "Puppetfile": missing,
			"modules/web/manifests/init.pp": "class web($networks) {}\n", "modules/web/manifests/a.pp": "class web::a($networks) {}\n",
		}),
		"the version of a hiera.yaml, with a module missing":         site(ruletest.Common("version: 5 # want note \"unused key `version`\"\ntitle: x\nprofile::x: 1\n")),
		"the version of a hiera.yaml, looked up":                     site(map[string]string{"data/common.yaml": "version: 5\ntitle: x\n", "manifests/x.pp": "lookup('version')\n"}),
		"another version, with a module missing":                     site(ruletest.Common("version: 5.1\ntitle: x\nprofile::x: 1\n")),
		"a misspelled reference":                                     site(ruletest.Common("title: \"%{lookup('db_hots')}\"\ndb_host: 1\n")),
		"an invalid reference":                                       site(ruletest.Common("title: \"%{lookup(db_host)} %{lookups('db_port')}\"\ndb_host: 1\ndb_port: 2\n")),
		"almost the name of an undefined key":                        site(ruletest.Common("titel: x # want warning \"unused key `titel`\"\n")),
		"almost the name of an undefined key, with a module missing": site(ruletest.Common("titel: x # want warning \"unused key `titel`\"\nprofile::x: 1\n")),
		"almost the name of an undefined key, read by a script": site(map[string]string{
			"data/common.yaml": "titel: x\nprofile::x: 1\n", "bin/report.sh": "#!/bin/sh\npuppet lookup titel\n",
		}),
		"almost the name of a key in other files": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "titel: x # want warning \"unused key `titel`\"\n",
			"data/common.yaml": "title: x\nprofile::x: 1\n",
		}),
		"almost the name of a key that data references": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "donain_oob: x # want warning \"unused key `donain_oob`\"\n",
			"data/common.yaml": "title: \"%{lookup('domain_oob')}\"\ndomain_oob: x\nprofile::x: 1\n",
		}),
		"the beginning of a key that data references": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "domain_o: x # want note \"unused key `domain_o`\"\n",
			"data/common.yaml": "title: \"%{lookup('domain_oob')}\"\ndomain_oob: x\n",
		}),
		"the beginning of a key in other files": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "site_dev: x # want warning \"unused key `site_dev`\"\nsite_d: 1 # want warning \"unused key\"\n",
			"data/common.yaml": "title: x\nsite_device: y\n", "manifests/x.pp": "lookup('site_device')\n",
		}),
		"almost the name of a key in the same file": site(map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "titel: x # want note \"unused key `titel`\"\ntitle: y\n", "data/common.yaml": "title: x\n",
		}),
		"parameters of a class in a hash": site(map[string]string{
			"site/app/manifests/init.pp": "class app($port, $user) { include profile::base }\n",
			"data/common.yaml":           "title: x\napp: # want warning \"unused key `app`\"\n  port: 80\nprofile::x: 1\n",
		}),
		"a hash with the name of a class": site(map[string]string{
			"site/app/manifests/init.pp": "class app($port, $user) { include profile::base }\n",
			"data/common.yaml":           "title: x\napp: {port: 80, others: 1}\n",
		}),
		"parameters of an included class of the Forge in a hash": site(map[string]string{
			"Puppetfile": "mod 'saz/memcached', '1.0.0'\nmod 'app', local: true\n", "manifests/x.pp": "include memcached\n",
			"data/common.yaml": "title: x\nmemcached: # want warning \"unused key `memcached`\"\n  max_memory: 512\n",
		}),
		"parameters of an included class in a hash": site(map[string]string{
			"manifests/x.pp":   "include memcached\nlookup('classes').include\n",
			"data/common.yaml": "title: x\nclasses: ['::mysql::server']\nmemcached: {max_memory: 512} # want note \"unused key `memcached`\"\nmysql::server: {root_password: x} # want note \"mysql::server\"\n",
		}),
		"parameters of a class that data includes in a hash": site(map[string]string{
			"manifests/x.pp": "hiera_include('classes')\n", "Puppetfile": "mod 'saz/memcached'\nmod 'app', local: true\n",
			"data/common.yaml": "title: x\nclasses: [memcached]\nmemcached: {max_memory: 512} # want warning \"memcached\"\n",
		}),
		"resources of an included class": site(map[string]string{
			"manifests/x.pp":   "include users\n",
			"data/common.yaml": "title: x\nusers: {alice: {uid: 1}, bob: {uid: 2}}\n",
		}),
		"a hash whose keys are no parameters": site(map[string]string{
			"manifests/x.pp":   "include sysctl\n",
			"data/common.yaml": "title: x\nsysctl: {vm.swappiness: 1, other: 2}\n",
		}),
		"a hash that a module of profiles may read": site(map[string]string{
			"manifests/x.pp":   "include memcached\ninclude profile::base\n",
			"data/common.yaml": "title: x\nmemcached: {max_memory: 512}\n",
		}),
		"a hash of an included class that is looked up": site(map[string]string{
			"manifests/x.pp":   "include memcached\n$x = lookup('memcached')\n",
			"data/common.yaml": "title: x\nmemcached: {max_memory: 512}\n",
		}),
		"a hash of an included class whose name is passed": site(map[string]string{
			"manifests/x.pp":   "include memcached\nmine('memcached')\n",
			"data/common.yaml": "title: x\nmemcached: {max_memory: 512}\n",
		}),
		"releases of the Forge are not there": site(map[string]string{"Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\nmod 'app', local: true\n", "data/common.yaml": unused}),
		"keys of other code":                  site(ruletest.Common("title: x\napp::old: 1\na.b: 1\n")),

		"no code":              ruletest.Common("old: 1\n"),
		"code of others only":  {"modules/ntp/manifests/init.pp": "class ntp { }\n", "modules/ntp/checksums.json": "{}", "data/common.yaml": "old: 1\n"},
		"no main manifest":     {"modules/app/manifests/init.pp": "class app { }\n", "data/common.yaml": "old: 1\n"},
		"an own module is not": site(map[string]string{"Puppetfile": "mod 'app', local: true\nmod 'profile', git: 'https://x/profile'\n", "data/common.yaml": silent}),
		"an included class is not": site(map[string]string{
			"site/app/manifests/init.pp": "class app { include profile::base }\n", "data/common.yaml": silent,
		}),
		"a module is empty":                  site(map[string]string{"modules/profile/.gitkeep": "", "data/common.yaml": silent + "profile::x: 1\n"}),
		"a module with a key":                site(ruletest.Common(silent + "profile::x: 1\n")),
		"a lookup":                           site(map[string]string{"site/app/manifests/x.pp": "class app::x { lookup('old') }\n", "data/common.yaml": silent}),
		"a sub key":                          site(map[string]string{"site/app/manifests/x.pp": "class app::x { lookup('old.x.y') }\n", "data/common.yaml": silent}),
		"hiera":                              site(map[string]string{"site/app/manifests/x.pp": "define app::x($y = hiera_hash('old', {})) { }\n", "data/common.yaml": silent}),
		"an array of keys":                   site(map[string]string{"site/app/manifests/x.pp": "class app::x { lookup(['a', 'old']) }\n", "data/common.yaml": silent}),
		"an option":                          site(map[string]string{"site/app/manifests/x.pp": "class app::x { lookup({name => 'old', merge => deep}) }\n", "data/common.yaml": silent}),
		"a function":                         site(map[string]string{"functions/x.pp": "function environment::x() { lookup('old') }\n", "data/common.yaml": silent}),
		"a Ruby function":                    site(map[string]string{"site/app/lib/puppet/functions/x.rb": "call_function('lookup', 'old')\n", "data/common.yaml": silent}),
		"a program":                          site(map[string]string{"site/app/lib/x.rb": "YAML.load_file(x)['old']\n", "data/common.yaml": silent}),
		"an EPP template":                    site(map[string]string{"site/app/templates/x.epp": "<%= lookup('old') %>\n", "data/common.yaml": silent}),
		"an ERB template":                    site(map[string]string{"site/app/templates/x.erb": "<%= scope.function_hiera(['old']) %>\n", "data/common.yaml": silent}),
		"a computed key":                     site(map[string]string{"site/app/manifests/x.pp": "class app::x($y) { lookup(\"o${y}\") }\n", "data/common.yaml": silent}),
		"any key":                            site(map[string]string{"site/app/manifests/x.pp": "class app::x($y) { lookup($y) }\n", "data/common.yaml": silent}),
		"handed over":                        site(map[string]string{"site/app/manifests/x.pp": "class app::x { mine('old') }\n", "data/common.yaml": silent}),
		"a script":                           site(map[string]string{"bin/x.sh": "puppet lookup old\n", "data/common.yaml": silent}),
		"a reference":                        site(ruletest.Common("title: \"%{lookup('old.x')}\"\nold: {x: 1}\n")),
		"an alias":                           site(ruletest.Common("title: \"%{alias('old')}\"\nold: 1\n")),
		"an anchor":                          site(ruletest.Common("title: *a\nold: &a 1\n")),
		"an anchor for itself":               site(ruletest.Common("old: # want\n  x: &a 1\n  y: *a\ntitle: 1\n")),
		"an anchor inside":                   site(ruletest.Common("old:\n  - &a {x: 1}\ntitle: *a\n")),
		"merged into the root":               site(ruletest.Common("app::x: &a {old: 1}\n<<: *a\ntitle: x\n")),
		"a plan":                             site(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\nplan_hierarchy:\n  - {name: Plans, path: common.yaml}\n", "data/common.yaml": silent}),
		"a function of a level":              site(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: hiera_vault}\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": silent}),
		"invalid code":                       site(map[string]string{"site/app/manifests/x.pp": "class app::x { lookup('old')\n", "data/common.yaml": silent}),
		"SOPS":                               site(ruletest.Common("title: x\nsops: {mac: 'ENC[AES256_GCM,data:x]', version: 3.7.1}\n")),
		"a module outside of the modulepath": site(map[string]string{"dist/x/manifests/init.pp": "class x { lookup('old') }\n", "data/common.yaml": silent}),
		"Hiera itself":                       site(ruletest.Common("title: x\nlookup_options: {title: {merge: first}}\n")),
		"another environment": {
			"environments/a/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Shared, datadir: ../../data, path: common.yaml}\n", "environments/a/manifests/site.pp": "lookup('title')\n",
			"environments/b/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Shared, datadir: ../../data, path: common.yaml}\n", "environments/b/manifests/site.pp": "lookup('old')\n",
			"data/common.yaml": silent,
		},
	})
	found := ruletest.Run(t, binding.UnusedKey, site(ruletest.Common(unused+"more: 1 # want \"more\"\n")))
	if got, want := ruletest.Underlined(found[0]), "old"; got != want {
		t.Errorf("underlined %q", got)
	}
	if got, want := ruletest.Apply(found[0].Fixes[0]), "title: x\nmore: 1\n"; got != want || found[0].Fixes[0].Safe {
		t.Errorf("fixed %q, want %q", got, want)
	}
	found = ruletest.Run(t, binding.UnusedKey, site(ruletest.Common("titel: x # want \"titel\"\n")))
	if d := found[0]; len(d.Fixes) > 0 || d.Help != "write `title` here, or `titel` in the lookup" || len(d.Related) != 1 {
		t.Errorf("help %q, related %v, fixes %v", d.Help, d.Related, d.Fixes)
	}
	found = ruletest.Run(t, binding.UnusedKey, site(map[string]string{"Puppetfile": "mod 'puppetlabs/ntp', '1'\nmod 'app', local: true\n", "data/common.yaml": unused}))
	if !strings.HasSuffix(found[0].Detail, ". The code of 1 Forge module was not searched, since it is not installed") {
		t.Error(found[0].Detail)
	}
}

// TestUnusedKeyWithoutHierarchy checks data whose readers are unknown: a parameter of a class in a hash may be read.
func TestUnusedKeyWithoutHierarchy(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"manifests/site.pp": "include app\n", "modules/app/manifests/init.pp": "class app($port) { }\n", "hieradata/default.yaml": "app: {port: 80}\n",
	})
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == binding.UnusedKey.Descriptor() {
			t.Errorf("%s: %s", ruletest.Place(dir, d), d.Message)
		}
	}
}

// TestUnusedKeyOfParameter checks a key that lacks the class of a parameter.
func TestUnusedKeyOfParameter(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"log_level: x # want note \"unused key\"\n":                                                      "remove it, or write `app::log_level` if you mean that class's parameter",
		"log_level: {} # want note \"unused key\"\n":                                                     "remove it, or check its name", // not a string
		"log_level: x # want note \"unused key\"\napp::log_level: x\n":                                   "remove it, or check its name",
		"settings: {} # want note \"unused key\"\n":                                                      "remove it, or check its name", // of two classes
		"other: {} # want note \"unused key\"\n":                                                         "remove it, or check its name",
		"b: 1 # want note \"b\"\nclasses: ['::app', app::client] # want note \"unused key `classes`\"\n": "include the classes in the main manifest with `lookup('classes', Array[String], 'unique', []).include`, or remove the key",
		"app_client_settings: x # want note \"unused key\"\n":                                            "remove it, or write `app::client::settings` if you mean that class's parameter",
		"app_mail_relay: x # want note \"unused key\"\n":                                                 "remove it, or write `app::mail::relay` if you mean that key",
	} {
		found := ruletest.Run(t, binding.UnusedKey, appModule(map[string]string{
			"data/common.yaml": keys, "modules/app/manifests/client.pp": "class app::client($settings) { }\n", "manifests/site.pp": "include app\n$x = lookup('app::mail::relay', {default_value => 1})\n",
		}))
		if d := found[len(found)-1]; d.Help != want || strings.HasPrefix(want, "include") && len(d.Fixes) > 0 {
			t.Errorf("%s: help %q, want %q; fixes %v", keys, d.Help, want, d.Fixes)
		}
	}
}
