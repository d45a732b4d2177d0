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
	const locale = "postgresql::globals::locale: C\n"
	ruletest.RunAll(t, binding.MisspelledKey, map[string]map[string]string{
		"class in the plural":     with(locale, "postgresql::global::locale: de # want warning \"key `postgresql::global::locale`, but `postgresql::globals::locale` in 2 other files\"\n"),
		"letter in the class":     with(locale, "postgresql::glboals::locale: de # want \"`postgresql::globals::locale`\"\n"),
		"letter in the parameter": with("apache::default_vhost: true\n", "apache::defualt_vhost: false # want \"`apache::default_vhost`\"\n"),
		"letter in the module":    with(locale, "postgersql::globals::locale: de # want \"key `postgersql\"\n"),
		"hash in the plural":      with("apt::sources: {a: 1}\n", "apt::source: {b: 1} # want \"`apt::sources`\"\n"),
		"some of another kind":    with(locale, "postgresql::global::locale: de # want \"`\"\n", "data/common.yaml", "postgresql::globals::locale: [a]\n"),
		"two files":               with(locale, "postgresql::global::locale: de # want \"in 4 other files\"\n", "data/nodes/a.yaml", locale, "data/nodes/b.yaml", locale, "data/nodes/c.yaml", "postgresql::global::locale: x # want \"`\"\n"),
		"no hierarchy":            withoutHierarchy(with(locale, "postgresql::global::locale: de # want \"`\"\n")),

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
}
