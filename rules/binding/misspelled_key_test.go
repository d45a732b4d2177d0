package binding_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestMisspelledKey(t *testing.T) {
	t.Parallel()
	// with returns a tree in which two roles set the lines above, and another the lines below.
	with := func(known, other string, more ...string) map[string]string {
		tree := map[string]string{"data/role/db.yaml": known, "data/role/web.yaml": known, "data/role/docs.yaml": other}
		for i := 0; i < len(more); i += 2 {
			tree[more[i]] = more[i+1]
		}
		return ruletest.Roles(tree)
	}
	const (
		locale   = "postgresql::globals::locale: C\n"
		keystone = "keystone::a: 1\nkeystone::b: 1\nkeystone::c: 1\n"
	)
	ruletest.RunAll(t, binding.MisspelledKey, map[string]map[string]string{
		"class in the plural":          with(locale, "postgresql::global::locale: de # want warning \"key `postgresql::global::locale` here, but `postgresql::globals::locale` in 2 other files\"\n"),
		"letter in the class":          with(locale, "postgresql::glboals::locale: de # want \"`postgresql::globals::locale`\"\n"),
		"letter in the parameter":      with("apache::default_vhost: true\n", "apache::defualt_vhost: false # want \"`apache::default_vhost`\"\n"),
		"letter in the module":         with(locale, "postgersql::globals::locale: de # want \"key `postgersql\"\n"),
		"hash in the plural":           with("apt::sources: {a: 1}\n", "apt::source: {b: 1} # want \"`apt::sources`\"\n"),
		"some of another kind":         with(locale, "postgresql::global::locale: de # want \"`\"\n", "data/common.yaml", "postgresql::globals::locale: [a]\n"),
		"two files":                    with(locale, "postgresql::global::locale: de # want \"in 4 other files\"\n", "data/nodes/a.yaml", locale, "data/nodes/b.yaml", locale, "data/nodes/c.yaml", "postgresql::global::locale: x # want \"`\"\n"),
		"letter of the module missing": ruletest.Common(keystone + "keyston::token_provider: x # want \"only this key is for `keyston`, but 3 keys are for `keystone`\"\n"),
		"letter of a class too much":   ruletest.Common("pe::master::a: 1\npe::console::a: 1\npe::console::b: 1\npe::console::c: 1\npe::consolei::d: 1 # want \"for `pe::consolei`\"\n"),
		"letters at the end swapped":   ruletest.Common("mysql::server::a: 1\nmysql::server::b: 1\nmysql::server::c: 1\nmysql::servre::d: x # want \"for `mysql::servre`\"\n"),
		"class below another":          ruletest.Common(keystone + "keyston::db::mysql::user: x # want \"for `keyston`\"\n"),
		"one other file, and a lookup": with("", "accounts::uesrs: {a: 1} # want \"but `accounts::users` in 1 other file\"\naccounts::user: {a: 1}\n", "data/common.yaml", "accounts::users: {b: 1}\n", "manifests/site.pp", "create_resources('user', hiera_hash('accounts::users'))\n"),
		"parameter of a branch": {
			"Puppetfile":       "mod 'apache', :git => 'https://example.com/acme/puppetlabs-apache.git', :branch => 'fix'\n",
			"data/common.yaml": "apache::default_vhost: true\napache::service_enable: true\napache::logrot: /x # want warning \"class `apache` has a parameter `logroot`, but no known release of the module has `logrot`\"\n",
		},
		"parameter of a branch, made up": {
			"Puppetfile":       "mod 'apache', :git => 'https://example.com/acme/puppetlabs-apache.git', :branch => 'fix'\n",
			"data/common.yaml": "apache::our_vhost: true\napache::service_enable: true\napache::logrot: /x\n",
		},
		"parameter of a branch, both": {
			"Puppetfile":       "mod 'apache', :git => 'https://example.com/acme/puppetlabs-apache.git', :branch => 'fix'\n",
			"data/common.yaml": "apache::logroot: /y\napache::service_enable: true\napache::logrot: /x\n",
		},
		"parameter of a release": {
			"Puppetfile":       "mod 'puppetlabs/apache', '5.4.0'\n",
			"data/common.yaml": "apache::default_vhost: true\napache::service_enable: true\napache::logrot: /x\n",
		},
		"no hierarchy": withoutHierarchy(with(locale, "postgresql::global::locale: de # want \"`\"\n")),

		"data of a module, which module-data-foreign-key reports": {
			"metadata.json": "{\"name\": \"x-keystone\", \"version\": \"1.0.0\"}\n", "manifests/init.pp": "class keystone($a, $b, $c, $d) { }\n",
			"data/common.yaml": keystone + "keyston::d: 1\n",
		},
		"two keys for the class":     ruletest.Common(keystone + "keyston::d: 1\nkeyston::e: 1\n"),
		"few keys for the other":     ruletest.Common("keystone::a: 1\nkeystone::b: 1\nkeyston::d: 1\n"),
		"several files":              with("keyston::d: 1\n", keystone),
		"another program":            ruletest.Common("openssh::a: 1\nopenssh::b: 1\nopenssh::c: 1\nopenssl::d: 1\n"),
		"first letter":               ruletest.Common("rsyslog::a: 1\nrsyslog::b: 1\nrsyslog::c: 1\nsyslog::d: 1\n"),
		"daemon":                     ruletest.Common("collect::a: 1\ncollect::b: 1\ncollect::c: 1\ncollectd::d: 1\n"),
		"plural of a module":         ruletest.Common("users::a: 1\nusers::b: 1\nusers::c: 1\nuser::d: 1\n"),
		"version":                    ruletest.Common("icinga::a: 1\nicinga::b: 1\nicinga::c: 1\nicinga2::d: 1\n"),
		"short name":                 ruletest.Common("nova::a: 1\nnova::b: 1\nnova::c: 1\nnoxa::d: 1\n"),
		"module in the tree":         {"data/common.yaml": keystone + "keyston::d: 1\n", "modules/keyston/manifests/init.pp": "class keyston($d) { }\n"},
		"one other file":             with("", "postgresql::global::locale: de\n", "data/common.yaml", locale),
		"as often":                   with(locale, "postgresql::global::locale: de\n", "data/common.yaml", "postgresql::global::locale: en\n"),
		"both in one file":           with(locale, locale+"postgresql::global::locale: de\n"),
		"string in the plural":       with("app::hosts: a,b\n", "app::host: c\n"),
		"module in the plural":       with("users::home: /a\n", "user::home: /b\n"),
		"another kind of value":      with("app::defaults: {a: 1}\n", "app::defualts: x\n"),
		"numbers":                    with("app::server1::port: 1\n", "app::server2::port: 2\n"),
		"other word":                 with("app::input: 1\n", "app::output: 1\n"),
		"two segments":               with("postgresql::globals::locale: 1\n", "postgersql::global::locale: 2\n"),
		"letter before the name":     with("psick::profile: 1\n", "apsick::profile: 2\n"),
		"between two":                with("app::mainb::port: 1\napp::mainc::port: 1\n", "app::main::port: 1\n"),
		"another number of segments": with("app::main::port: 1\n", "appmain::port: 1\n"),
		"looked up":                  with(locale, "postgresql::global::locale: de\n", "manifests/site.pp", "notice(lookup('postgresql::global::locale'))\n"),
		"referenced":                 with(locale, "postgresql::global::locale: de\n", "data/common.yaml", "a: \"%{lookup('postgresql::global::locale')}\"\n"),
		"class in the tree":          with(locale, "postgresql::global::locale: de\n", "modules/postgresql/manifests/global.pp", "class postgresql::global($locale) { }\n"),
		"unknown class in the tree":  with(locale, "postgresql::global::locale: de\n", "modules/postgresql/manifests/globals.pp", "class postgresql::globals($locale) { }\n"),
		"no class parameter":         with("x::BAR_baz: 1\n", "x::BAR_bza: 1\n"),
		"without a namespace":        with("locale_names: 1\n", "locale_naems: 1\n"),
	})
}

func withoutHierarchy(tree map[string]string) map[string]string {
	tree = maps.Clone(tree)
	delete(tree, "hiera.yaml")
	return tree
}

func TestMisspelledKeyFix(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, binding.MisspelledKey, ruletest.Roles(map[string]string{
		"data/role/a.yaml": "apt::sources: {a: 1}\n",
		"data/role/b.yaml": "apt::sources: {b: 1}\n",
		"data/role/c.yaml": "'apt::source': {c: 1} # want \"`apt::sources`\"\n",
	}))
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Safe {
		t.Fatalf("found %+v, want one finding with one unsafe fix", found)
	}
	if got, want := ruletest.Apply(found[0].Fixes[0]), "'apt::sources': {c: 1}\n"; got != want {
		t.Errorf("fixed: %q, want %q", got, want)
	}
	ruletest.Fixes(t, binding.MisspelledKey, false, map[string]string{
		"keystone::a: 1\nkeystone::b: 1\nkeystone::c: 1\nkeyston::d: 1 # want \"`keyston`\"\n": "keystone::a: 1\nkeystone::b: 1\nkeystone::c: 1\nkeystone::d: 1\n",
	})
}
