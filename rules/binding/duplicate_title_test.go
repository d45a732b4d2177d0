package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestDuplicateTitle(t *testing.T) {
	t.Parallel()
	const (
		twice  = "app::names:\n  - a\n  - b\n  - a\n"
		failed = "app::names:\n  - a\n  - b\n  - a # want error \"duplicate element `a` of an array of titles\"\n"
		warned = "app::names:\n  - a\n  - b\n  - a # want warning \"duplicate element `a`\"\n"
	)
	with := func(text, code string) map[string]string {
		return map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": text,
			"manifests/site.pp": "include app\n", "modules/app/manifests/init.pp": "class app(Array[String] $names = []) {\n" + code + "\n}\n",
		}
	}
	site := func(text, code string) map[string]string {
		files := with(text, "")
		files["manifests/site.pp"] = code
		return files
	}
	ruletest.RunAll(t, binding.DuplicateTitle, map[string]map[string]string{
		"an array as title":       with(failed, "package { $names: }"),
		"a block":                 with(failed, "$names.each |$n| { package { $n: } }"),
		"a block with an index":   with(failed, "$names.each |$i, $n| { package { $n: } }"),
		"a defined type":          with(failed, "$names.each |String $n| { app::user { $n: } }"),
		"a virtual resource":      with(failed, "@package { $names: }"),
		"a part of the title":     with(failed, "$names.each |$n| { file { \"/srv/${n}\": } }"),
		"under a condition":       with(warned, "if $facts['x'] { package { $names: } }"),
		"given":                   with(warned, "package { $names: } class { 'app': names => ['x'] }"),
		"an index in the title":   with(twice, "$names.each |$i, $n| { package { \"${i}${n}\": } }"),
		"an array in a string":    with(twice, "package { \"x${names}\": }"),
		"unique":                  with(twice, "package { unique($names): } $names.unique.each |$n| { file { $n: } } $u = $names.unique package { $u: }"),
		"some elements":           with(twice, "$names.each |$n| { if !defined(Package[$n]) { package { $n: } } } $names.filter |$n| { $n != 'a' }.each |$n| { package { $n: } }"),
		"the rest of a block":     with(twice, "$names.each |$n| { if $n == 'a' { next() } package { $n: } }"),
		"ensure_packages":         with(twice, "ensure_packages($names)"),
		"classes":                 with(twice, "$names.each |$n| { include $n }"),
		"no duplicates":           with("app::names: [a, b, A]\n", "package { $names: }"),
		"a merge":                 with(twice+"lookup_options:\n  app::names: {merge: unique}\n", "package { $names: }"),
		"an anchor":               with("x: &x a\napp::names: [*x, *x] # want error \"`a`\"\n", "package { $names: }"),
		"a lookup":                site(failed, "lookup('app::names').each |$n| { package { $n: } }\n"),
		"a lookup in a hash":      site("app::names:\n  list: [a, a] # want error \"`a`\"\n", "package { lookup('app::names.list'): }\n"),
		"a lookup by hiera":       site(failed, "$names = hiera('app::names', [])\npackage { $names: }\n"),
		"a lookup with a merge":   site(twice, "$names = lookup('app::names', Array, 'unique', [])\npackage { $names: }\n"),
		"a lookup by hiera_array": site(twice, "$names = hiera_array('app::names')\npackage { $names: }\n"),
		"a hash":                  site("app::names: {a: b, c: b}\n", "lookup('app::names').each |$n, $v| { package { $n: } }\n"),
	})
	files := with(warned, "")
	files["modules/app/manifests/init.pp"] = "class app(Array $list = lookup('app::names')) { package { $list: } }\n"
	ruletest.Run(t, binding.DuplicateTitle, files)
}
