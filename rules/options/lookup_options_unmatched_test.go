package options_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsUnmatched(t *testing.T) {
	t.Parallel()
	const data = `---
lookup_options:
  a::users: {merge: hash}
  '^a::.*list$': {merge: unique}
  "%{facts.role}::x": {merge: hash}
  'a::.*': {merge: hash}
  '^b(': {merge: hash}
  a::user: {merge: hash} # want note ".a::user."
  a::prot: {convert_to: Integer} # want warning ".a::prot."
  '::a::users': {merge: hash} # want warning "never looked up"
  a::users.bob: {merge: hash} # want warning "never looked up"
  a::gone: {merge: hash} # want note ".a::gone."
  '^a::.*groups$': {merge: hash} # want note "matches no key"
a::users: {alice: {}}
a::the_list: [1]
a::port: '80'
`
	found := ruletest.Run(t, options.LookupOptionsUnmatched, ruletest.Common(data))
	for i, d := range found {
		switch {
		case ruletest.Underlined(d) != "a::prot" && len(d.Fixes) > 0 && d.Fixes[0].Edits[0].New != "":
			t.Errorf("finding %d has a fix that adds an existing entry: %q", i, d.Fixes[0].Edits[0].New)
		case ruletest.Underlined(d) == "a::prot" && (len(d.Fixes) != 1 || d.Fixes[0].Edits[0].New != "a::port"):
			t.Errorf("fixes: %+v", d.Fixes)
		}
	}
	ruletest.RunAll(t, options.LookupOptionsUnmatched, map[string]map[string]string{
		"what code asks for": {
			"modules/app/manifests/init.pp": "class app($users) {\n  lookup('app_groups')\n}\n",
			"data/common.yaml": "lookup_options:\n  app::users: {merge: hash}\n  app_groups: {merge: unique}\n  '^app::us': {merge: first}\n  '^app_g': {merge: first}\n" +
				"  app::groups: {merge: unique} # want \"app::groups\"\n  '^app::g': {merge: unique} # want \"matches no key\"\napp::user: 1\n",
		},
		"entries of a parameter": {
			"modules/app/manifests/init.pp":   "class app($users, $groups, $ports) {\n  $groups.each |$g| { lookup(\"app::groups::${g}\", {default_value => 1}) }\n  lookup($users)\n}\n",
			"modules/app/manifests/common.pp": "class app::common($hosts) {}\n",
			"hiera.yaml":                      "version: 5\nhierarchy: [{name: Secret, lookup_key: vault}, {name: Common, path: common.yaml}]\n",
			"data/common.yaml": "lookup_options:\n  '^app::users::(.*)$': {merge: hash} # want warning \"does not match `app::users`\"\n  '^app::groups::': {merge: unique}\n" +
				"  '^app::ports::.*': {merge: unique}\n  '^app::common::.*': {merge: unique}\n  '^app::.*::x': {merge: unique}\napp::users: {a: 1}\napp::ports::http: 1\n",
		},
		"a subkey, with other data elsewhere": {
			"hiera.yaml":       "version: 5\nhierarchy: [{name: Secret, lookup_key: vault}, {name: Common, path: common.yaml}]\n",
			"data/common.yaml": "lookup_options:\n  users.alice: {merge: deep} # want warning \"never looked up\"\n  groups.admins: {merge: deep}\nusers: {bob: {}}\n",
		},
		"an invalid file": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "users: [a\n",
			"data/common.yaml": "lookup_options:\n  users: {merge: hash}\n  '^user': {merge: hash}\n  groups: {merge: hash} # want \"groups\"\n",
		},
		"an empty file": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "---\n# users: [a]\n",
			"data/common.yaml": "lookup_options:\n  '^user': {merge: hash} # want \"matches no key\"\n",
		},
		"data of a module": {
			"modules/foo/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
			"modules/foo/data/common.yaml": "lookup_options:\n  foo::users: {merge: hash}\n  '^foo::.*list': {merge: unique}\nfoo::a: 1\n",
			"data/common.yaml":             "a: 1\n",
		},
		"a key in a hash": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  a::db::pass: {convert_to: Sensitive} # want warning \"never looked up\"\n  a::zones::token: {convert_to: Sensitive} # want warning \"never looked up\"\n" +
				"  a::db::other: {merge: hash} # want note \"no class `a::db`\"\n  a::web::port: {merge: hash}\na::db: {pass: x}\na::zones: {north: {token: x}}\na::web: {port: 1}\n",
			"modules/a/manifests/web.pp": "class a::web($port) { }\n",
		},
		"a parameter, with a level elsewhere": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  app::usrs: {merge: hash} # want warning \"no parameter `usrs`\"\n  app::others: {merge: hash} # want note \"no parameter `others`\"\n  app::x::usrs: {merge: hash} # want note \"no class `app::x`\"\n" +
				"  app::asked: {merge: hash}\na::b: 1\n",
			"modules/app/manifests/init.pp": "class app(Hash $users) {\n  lookup('app::asked')\n}\n",
		},
		"a class, with a level elsewhere": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  app::acess::users: {merge: hash} # want warning \"no class `app::acess` in module `app`\"\n  app::acess::gone: {merge: hash} # want note \"no class\"\n" +
				"  ap::access::users: {merge: hash}\n  app::server::users: {merge: hash} # want note \"no class\"\na::b: 1\n",
			"modules/app/manifests/access.pp":    "class app::access(Hash $users) { }\n",
			"modules/other/manifests/acess.pp":   "class other::acess(Hash $users) { }\n",
			"modules/app/manifests/access/db.pp": "class app::access::db { }\n",
		},
		"a mistyped key, with a level elsewhere": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  ssh::clinet_options: {merge: hash} # want warning \"matches no key here\"\n  ssh::server_option: {merge: hash}\n  ssh::server_optoins: {merge: hash}\n  ssh::server_options: {merge: hash}\nssh::client_options: {}\nssh::server_options: {}\n",
		},
		"a singular, with a level elsewhere": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  a::extra_alert: {merge: hash} # want warning \"the key `a::extra_alerts` has no options\"\n  a::groups: {merge: hash} # want warning \"the key `a::group` has no options\"\n" +
				"  a::port: {convert_to: Integer}\n  a::user: {merge: hash}\n  a::users: {merge: hash}\n  a::host: {merge: hash}\n  '^a::hosts$': {merge: hash}\n  a::asked: {merge: hash}\n  a::named: {merge: hash}\n" +
				"a::extra_alerts: {}\na::group: []\na::ports: '80'\na::users: []\na::hosts: []\na::askeds: []\na::nameds: []\nname: 'a::named'\n",
			"manifests/site.pp": "lookup('a::asked')\n",
		},
		"a glob": {
			"data/common.yaml": "lookup_options:\n  '^app::*::users$': {merge: unique} # want warning \"matches no key\"\n  '^app::*': {merge: hash}\n  '^app::.*::users$': {merge: unique}\napp::db::users: [a]\n",
		},
		"a pattern for a mistyped namespace": {
			"data/common.yaml": "lookup_options:\n  '^backupppc::client::(.*)$': {merge: hash} # want warning \"matches no key here\"\n  '^profile::bsae::.*': {merge: hash} # want warning \"matches no key\"\n" +
				"  '^profile::ngnix::.*': {merge: deep, knockout_prefix: '--'} # want warning \"matches no key here\"\nbackuppc::client::files: {}\nprofile::base::x: {}\nprofile::nginx::x: {}\n",
		},
		"a pattern for a mistyped namespace, with a level elsewhere": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  '^backupppc::client::(.*)$': {merge: hash} # want warning \"matches no key here\"\n  '^backupppc::server::': {merge: hash}\n" +
				"  '^profile::grafana::.*': {merge: hash}\n  '^postgres::.*': {merge: hash}\n  '^grafanas::.*': {merge: hash}\n  '^concatt::.*': {merge: hash}\n" +
				"backuppc::client::files: {}\ngrafana::x: {}\npostgresql::x: {}\nconcat::x: {}\n",
			"Puppetfile":                        "mod 'me/concatt', '1.0.0'\n",
			"modules/profile/manifests/init.pp": "class profile { }\n",
		},
		"a class of a module in a control repo": {
			"modules/m/manifests/access.pp": "class m::access(Hash $users) { }\n", "modules/m/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
			"modules/m/data/common.yaml": "lookup_options:\n  m::acess::users: {merge: hash} # want warning \"no class\"\nm::access::users: {}\n",
			"data/common.yaml":           "a: 1\n", "environment.conf": "",
		},
		"a parameter of a module in a control repo": {
			"modules/m/manifests/init.pp": "class m(Hash $users) { }\n", "modules/m/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
			"modules/m/data/common.yaml": "lookup_options:\n  m::usrs: {merge: hash} # want warning \"no parameter `usrs`\"\n  m::gone: {merge: hash} # want note \"no parameter `gone`\"\n" +
				"  m::asked: {merge: hash}\n  m::none::users: {merge: hash} # want note \"no class `m::none` in module `m`\"\n",
			"data/common.yaml": "a: 1\n", "environment.conf": "", "manifests/site.pp": "lookup('m::asked')\n",
		},
		"a level elsewhere": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  a::gone: {merge: hash}\n  a::prt: {convert_to: Integer}\na::port: 1\n",
		},
		"a function": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Code, lookup_key: 'mine::lookup'}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  a::gone: {merge: hash}\n",
		},
		"a generated file": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: made.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "lookup_options:\n  a::gone: {merge: hash}\n",
		},
		"a parameter of a module": {
			"modules/m/manifests/init.pp": "class m(Hash $users, $list = lookup('m::shared')) { }\n", "modules/m/hiera.yaml": "version: 5\n",
			"modules/m/data/common.yaml": "lookup_options:\n  m::usrs: {merge: hash} # want warning \"no parameter `usrs`\"\n  m::users: {merge: hash}\n  m::others: {merge: hash}\n  m::shared: {merge: hash}\n  m::x::usrs: {merge: hash}\n",
		},
		"a module to be installed": {
			"Puppetfile":       "mod 'puppetlabs/ntp', '9.0.0'\n",
			"data/common.yaml": "lookup_options:\n  ntp::servers: {merge: unique}\n  '^ntp::.*': {merge: unique}\na::b: 1\n",
		},
		"a pattern for an unknown module": {
			"Puppetfile":       "mod 'puppetlabs/ntp', '9.0.0'\n",
			"data/common.yaml": "lookup_options:\n  '^(?:ntp|chrony)::servers$': {merge: unique}\n  '^.*::users$': {merge: hash}\na::b: 1\n",
		},
		"set at another level": {
			"hiera.yaml":               "version: 5\nhierarchy:\n  - {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Common, path: common.yaml}\n",
			"data/nodes/web.x.de.yaml": "a::b: [1]\n",
			"data/common.yaml":         "lookup_options:\n  a::b: {merge: unique}\n",
		},
	})
	var many strings.Builder
	many.WriteString("lookup_options:\n")
	for i := range 29 {
		want := ""
		if i == 26 {
			want = ` # want note "from here on"`
		}
		fmt.Fprintf(&many, "  '^k%s%d': {merge: hash}%s\n", strings.Repeat("0?", 13), i, want)
	}
	for i := range 7500 {
		fmt.Fprintf(&many, "k%d: 1\n", i)
	}
	ruletest.Run(t, options.LookupOptionsUnmatched, ruletest.Common(many.String()))
	ruletest.Fixes(t, options.LookupOptionsUnmatched, false, map[string]string{
		"lookup_options:\n  a::gone: {merge: hash} # want note \"no key\"\n  a::b: {merge: hash}\na::b: 1\n": "lookup_options:\n  a::b: {merge: hash}\na::b: 1\n",
		"lookup_options:\n  ^a::gone: {merge: hash} # want note \"no key\"\na::b: 1\n":                       "a::b: 1\n",
		"lookup_options:\n  a::gone: {merge: hash} # want note \"no key\"\n":                                 "",
		"lookup_options:\n  a::b.c: {merge: hash} # want \"never looked up\"\na::b: {c: 1}\n":                "lookup_options:\n  a::b: {merge: hash}\na::b: {c: 1}\n",
		"lookup_options:\n  '::a::b': {convert_to: Array} # want \"never looked up\"\na::b: {c: 1}\n":        "lookup_options:\n  'a::b': {convert_to: Array}\na::b: {c: 1}\n",
	})
	for text, want := range map[string]string{
		"  a::prt: {merge: hash} # want \"no key\"\na::port: {}\n":                                          "did you mean `a::port`?",
		"  a::b: {merge: hash}\n  a::b.c: {merge: hash} # want \"never looked up\"\na::b: {c: 1}\n":         "remove it; `a::b` is already set here, to the same value",
		"  a::b: {merge: hash}\n  a::b.c: {merge: deep} # want \"never looked up\"\na::b: {c: 1}\n":         "remove it, or correct its name; `a::b` is already set here",
		"  a::b: {merge: hash}\n  '::a::b': {convert_to: Array} # want \"never looked up\"\na::b: {c: 1}\n": "remove it, or correct its name; `a::b` is already set here",
	} {
		found := ruletest.Run(t, options.LookupOptionsUnmatched, ruletest.Common("lookup_options:\n"+text))
		if len(found) == 1 && (found[0].Help != want || len(found[0].Fixes) > 0 != strings.HasPrefix(want, "did you mean")) {
			t.Errorf("%s: help %q, fixes %v, want the help %q", text, found[0].Help, found[0].Fixes, want)
		}
	}
	const part = "lookup_options:\n  a::b::c: {convert_to: Sensitive} # want \"never looked up\"\na::b: {c: '1'}\n"
	for name, tt := range map[string]struct{ data, code, help string }{
		"a hash":                {part, "class a(Hash $b) { }\n", "remove the entry, or set this part as a separate key"},
		"a hash or a Sensitive": {part, "class a(Variant[Hash, Sensitive[Hash]] $b) { }\n", "convert the whole value of `a::b`, or set this part as a separate key"},
		"another Sensitive":     {part, "class a(Sensitive[String] $b) { }\n", "remove the entry, or set this part as a separate key"},
		"without a type":        {part, "class a($b) { }\n", "convert the whole value of `a::b`, or set this part as a separate key"},
		"no parameter":          {part, "class a { }\n", "remove the entry, or set this part as a separate key"},
		"another type":          {strings.Replace(part, "Sensitive", "Integer", 1), "class a($b) { }\n", "remove the entry, or set this part as a separate key"},
	} {
		found := ruletest.Run(t, options.LookupOptionsUnmatched, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": tt.data, "modules/a/manifests/init.pp": tt.code,
		})
		if len(found) != 1 || len(found[0].Fixes) > 0 || found[0].Help != tt.help {
			t.Errorf("conversion of a subkey of %s: %+v, want the help %q and no fix", name, found, tt.help)
		}
	}
}
