package binding_test

import (
	"fmt"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestFalseAsText(t *testing.T) {
	t.Parallel()
	with := func(parameter, code, text string) map[string]string {
		return map[string]string{"data/common.yaml": text, "modules/app/manifests/init.pp": "class app(" + parameter + ") {\n  " + code + "\n}\n"}
	}
	ruletest.RunAll(t, binding.FalseAsText, map[string]map[string]string{
		"tested":              with("$manage = true", "if $manage { include app::x }", "app::manage: 'false' # want warning \"`false` is a string here, and every string counts as true\"\n"),
		"in capitals":         with("$manage = true", "unless $manage { include app::x }", "app::manage: \"False\" # want \"`False`\"\n"),
		"interpolated":        with("$manage = false", "if $manage { include app::x }", "app::manage: \"%{lookup('app::other')}\" # want \"`false`\"\napp::other: false\n"),
		"a Boolean":           with("$manage = true", "if $manage { include app::x }", "app::manage: false\n"),
		"true":                with("$manage = false", "if $manage { include app::x }", "app::manage: 'true'\n"),
		"a type":              with("Variant[Boolean, String] $manage = true", "if $manage { include app::x }", "app::manage: 'false'\n"),
		"a string as default": with("$manage = 'true'", "if $manage { include app::x }", "app::manage: 'false'\n"),
		"converted":           with("$manage = true", "if str2bool($manage) { include app::x }\n  if $manage { }", "app::manage: 'false'\n"),
		"compared":            with("$manage = true", "if $manage == 'false' { include app::x }\n  if $manage { }", "app::manage: 'false'\n"),
		"only passed on":      with("$manage = true", "service { 'x': enable => $manage }", "app::manage: 'false'\n"),
	})
}

func TestFalseAmongBooleans(t *testing.T) {
	t.Parallel()
	with := func(booleans int, text, code string) map[string]string {
		files := map[string]string{
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Nodes, path: 'nodes/%{trusted.certname}.yaml'}\n",
			"data/nodes/a.yaml": text, "manifests/site.pp": code,
		}
		for i := range booleans {
			files[fmt.Sprintf("data/nodes/b%d.yaml", i)] = "metro::mbt: " + [...]string{"false", "no", "true"}[i%3] + "\nplain: 1\n"
		}
		files["data/nodes/c.yaml"] = "metro::mbt: '3.0'\n"
		return files
	}
	const use = "if hiera('metro::mbt') { include metro }\n"
	ruletest.RunAll(t, binding.FalseAsText, map[string]map[string]string{
		"false":         with(10, "metro::mbt: 'false' # want warning \"`false` is a string here, and a boolean in 10 other files\"\n", use),
		"no":            with(10, "metro::mbt: \"No\" # want warning \"`No` is a string\"\n", use),
		"no code":       with(10, "metro::mbt: 'false' # want warning \"`false` is a string here\"\n", ""),
		"true":          with(12, "metro::mbt: 'true' # want note \"`true` is a string here, and a boolean in 12\"\n", use),
		"another":       with(10, "metro::mbt: 'falsely'\n", use),
		"few":           with(9, "metro::mbt: 'false'\n", use),
		"a type":        with(10, "metro::mbt: 'false'\n", "lookup('metro::mbt', Variant[Boolean, String])\n"),
		"converted":     with(10, "metro::mbt: 'false'\n", "if str2bool(hiera('metro::mbt')) { include metro }\n"),
		"compared":      with(10, "metro::mbt: 'false'\n", "if hiera('metro::mbt') in [false, 'false'] { include metro }\n"),
		"in a string":   with(10, "metro::mbt: 'false'\nother: \"%{lookup('metro::mbt')}\"\n", use),
		"a boolean too": with(10, "metro::mbt: false\n", use),
	})
	some := with(19, "metro::mbt: 'false'\n", use)
	some["data/nodes/d.yaml"] = "metro::mbt: 'false'\n"
	ruletest.Run(t, binding.FalseAsText, some)
	bound := with(12, "metro::mbt: 'false'\n", "include metro\n")
	bound["modules/metro/manifests/init.pp"] = "class metro($mbt = false) { service { 'x': enable => $mbt } }\n"
	ruletest.Run(t, binding.FalseAsText, bound)
	found := ruletest.Run(t, binding.FalseAsText, with(10, "metro::mbt: 'No' # want\n", use))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "metro::mbt: false\n"; got != want {
		t.Errorf("fixed: %q, want %q", got, want)
	}
}

func TestFalseAsTextFix(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, binding.FalseAsText, map[string]string{
		"data/common.yaml": "app::manage: 'false' # want\n", "modules/app/manifests/init.pp": "class app($manage = true) { if $manage { } }\n",
	})
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatalf("%d findings", len(found))
	}
	if got, want := ruletest.Apply(found[0].Fixes[0]), "app::manage: false\n"; got != want {
		t.Errorf("fixed: %q, want %q", got, want)
	}
}

// An interpolated value has no quotes to remove; alias keeps the boolean that it refers to.
func TestFalseAsTextInterpolated(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ help, fixed string }{
		"app::manage: \"%{lookup('other')}\" # want\nother: false\n": {
			"use `alias` to keep the type of the value", "app::manage: \"%{alias('other')}\"\nother: false\n",
		},
		"app::manage: \"%{lookup('other.0')}\" # want\nother: [false]\n": {
			"use a value that is a boolean, without inserting it into a string", "",
		},
		"app::manage: \"%{alias('other')}\" # want\nother: 'false'\n": {"write `false` without quotes", ""},
	} {
		found := ruletest.Run(t, binding.FalseAsText, map[string]string{
			"data/common.yaml": text, "modules/app/manifests/init.pp": "class app($manage = true) { if $manage { } }\n",
		})
		if len(found) != 1 || found[0].Help != want.help || (len(found[0].Fixes) > 0) != (want.fixed != "") {
			t.Errorf("%s: %+v", text, found)
		} else if want.fixed != "" && ruletest.Apply(found[0].Fixes[0]) != want.fixed {
			t.Errorf("%s: fixed: %q", text, ruletest.Apply(found[0].Fixes[0]))
		}
	}
}
