package manifest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/manifest"
)

// index writes files to an environment and indexes its code.
func index(t testing.TB, files map[string]string) *manifest.Index {
	t.Helper()
	dir := filetree.Write(t, files)
	store := data.NewStore()
	store.SetBaseDir(dir)
	env, err := environment.Open(dir, environment.Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	x, err := manifest.NewIndexer(store).Index(context.Background(), env)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// show formats a use in one line.
func show(u *manifest.Lookup) string {
	text := u.Function + " " + u.Key.String()
	if u.Type() != "" {
		text += " " + u.Type()
	}
	if u.Merge != "" {
		text += " merge " + u.Merge
	}
	if u.HasDefault {
		text += " default"
	}
	if !u.Plain {
		text += " computed"
	}
	for _, f := range u.First {
		text += " first " + f.String()
	}
	return text
}

func TestUses(t *testing.T) {
	for _, tt := range []struct {
		code string
		want []string
	}{
		{`$a = lookup('a')`, []string{"lookup a"}},
		{`$a = lookup("a")`, []string{"lookup a"}},
		{`$a = hiera('a', undef, "env/${b}")`, []string{"hiera a default computed first env/*"}},
		{`$a = hiera_hash('a', {}, ['b', 'c/d', $e])`, []string{"hiera_hash a merge hash default computed first b first c/d first *"}},
		{`$a = lookup(a::b)`, []string{"lookup a::b"}},
		{`$a = lookup('a.b.c')`, []string{"lookup a"}},
		{`$a = lookup("'a.b'.c")`, []string{"lookup a.b"}},
		{`$a = lookup('a', String)`, []string{"lookup a String"}},
		{`$a = lookup('a', Array[String], 'unique')`, []string{"lookup a Array[String] merge unique"}},
		{`$a = lookup('a', Hash, {'strategy' => 'deep', 'knockout_prefix' => '--'}, {})`, []string{"lookup a Hash merge deep default"}},
		{`$a = lookup('a', undef, undef, undef)`, []string{"lookup a default"}},
		{`$a = lookup('a', $type)`, []string{"lookup a computed"}},
		{`$a = lookup('a', $options)`, []string{"lookup a computed"}},
		{`$a = lookup('a', String, $merge)`, []string{"lookup a String computed"}},
		{`$a = lookup('a', default_value => 1, merge => first)`, []string{"lookup a merge first default"}},
		{`$a = lookup('a', {'default_value' => undef})`, []string{"lookup a default"}},
		{`$a = lookup({'name' => 'a', 'merge' => {'strategy' => 'hash'}, 'value_type' => Hash})`, []string{"lookup a Hash merge hash"}},
		{`$a = lookup('a') |$key| { "none ${key}" }`, []string{"lookup a default"}},
		{`$a = lookup(['a', 'b::c'], String)`, []string{"lookup a String", "lookup b::c String"}},
		{`$a = 'a'.lookup`, []string{"lookup a"}},
		{`$a = ::lookup('a')`, []string{"lookup a"}},
		{`$a = hiera('a')`, []string{"hiera a"}},
		{`$a = hiera('a', 'b')`, []string{"hiera a default"}},
		{`$a = hiera_array('a')`, []string{"hiera_array a merge unique"}},
		{`$a = hiera_hash('a', {})`, []string{"hiera_hash a merge hash default"}},
		{`hiera_include('a')`, []string{"hiera_include a merge unique"}},
		{`$a = lookup("x::${b}::c")`, []string{"lookup x::*::c"}},
		{`$a = lookup("x::${b}${c}.d")`, []string{"lookup x::*"}},
		{`$a = lookup("${b}.c")`, []string{"lookup *"}},
		{`$a = lookup($b)`, []string{"lookup *"}},
		{`$a = lookup("${module_name}::b")`, []string{"lookup m::b"}},
		{`$a = lookup("${name}::b")`, []string{"lookup m::c::b"}},
		{`$k = 'a::b'` + "\n" + `$a = lookup($k)`, []string{"lookup a::b"}},
		{`if $x { $k = 'a' } else { $k = 'b' }` + "\n" + `$a = lookup("p::${k}")`, []string{"lookup p::a", "lookup p::b"}},
		{`$k = $x ? { 1 => 'a', default => 'b' }` + "\n" + `$a = lookup($k)`, []string{"lookup a", "lookup b"}},
		{`['a', 'b'].each |$k| { $v = lookup("p::${k}") }`, []string{"lookup p::a", "lookup p::b"}},
		{`each(['a', 'b']) |$i, $k| { $v = lookup("p::${k}") $w = lookup("q::${i}") }`, []string{"lookup p::a", "lookup p::b", "lookup q::*"}},
		{`{'a' => 1, 'b' => 2}.each |$k, $v| { $w = lookup("p::${k}") $x = lookup($v) }`, []string{"lookup p::a", "lookup p::b", "lookup *"}},
		{`$h = {'a' => 1} $h.each |$k, $v| { $w = lookup("p::${k}") }`, []string{"lookup p::a"}},
		{`$a = inline_template("<%= scope.function_hiera(['a', 1]) %>", 'hiera("b")')`, []string{"hiera a computed"}},
		{"$a = inline_template(@(E))\n<%= scope.call_function('lookup', 'a') %>\nE\n", []string{"lookup a computed"}},
		{`['a', $b].map |$k| { lookup($k) }`, []string{"lookup a", "lookup *"}},
		{`$a = lookup(lookup('a'))`, []string{"lookup a", "lookup *"}},
		{`file { lookup('a'): content => lookup('b'), * => lookup('c') }`, []string{"lookup a", "lookup b", "lookup c"}},
		{`$a = "${lookup('a')} ${b[lookup('c')]}"`, []string{"lookup a", "lookup c"}},
		{"$a = @(\"E\")\n  ${lookup('a')}\n  | E\n", []string{"lookup a"}},
		{`File <| title == lookup('a') |> { mode => lookup('b') }`, []string{"lookup a", "lookup b"}},
		{`case lookup('a') { lookup('b'): { $c = lookup('c') } default: { $d = lookup('d') } }`, []string{"lookup a", "lookup b", "lookup c", "lookup d"}},
		{`$a = $b and lookup('a') ? { 1 => lookup('b') }`, []string{"lookup a", "lookup b"}},
		{`unless lookup('a') { $b = lookup('b') } else { $c = lookup('c') }`, []string{"lookup a", "lookup b", "lookup c"}},
		{`$lookup = 'a'` + "\n" + `foo::lookup('b')`, nil},
		{`$a = 'lookup("b")' # lookup('c')`, nil},
	} {
		x := index(t, map[string]string{"modules/m/manifests/c.pp": "class m::c {\n" + tt.code + "\n}\n"})
		for _, u := range x.Unreadable {
			t.Errorf("%s: %s", tt.code, u.Text)
		}
		var got []string
		for _, u := range x.Lookups {
			got = append(got, show(u))
			if u.In.Name != "m::c" || u.In.Kind != manifest.Class {
				t.Errorf("%s: in %v %s", tt.code, u.In.Kind, u.In.Name)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.code, diff)
		}
	}
}

// TestUsesOfParameters checks that a key in a class parameter can be any value, or the default, and
// that parameters of defined types have any value.
func TestUsesOfParameters(t *testing.T) {
	x := index(t, map[string]string{"modules/m/manifests/init.pp": `
class m($key = 'a', $other = lookup('b', {default_value => $key})) {
  $c = lookup($key)
  define m::d($name_of) {
    $e = lookup($name_of)
    $f = lookup("${title}::g")
  }
}`})
	var got []string
	for _, u := range x.Lookups {
		got = append(got, u.In.Name+": "+show(u)+" "+string(u.File.Slice(u.Span)))
	}
	want := []string{
		"m: lookup b default 'b'", "m: lookup a $key", "m: lookup * $key",
		"m::m::d: lookup * $name_of", `m::m::d: lookup *::g "${title}::g"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUsesEverywhere checks that lookups are also found in functions, plans, templates, and Ruby
// code, in modules and the environment.
func TestUsesEverywhere(t *testing.T) {
	x := index(t, map[string]string{
		"manifests/site.pp":                              "$a = lookup('site')\nnode default { $b = lookup('node') }\n",
		"manifests/more/extra.pp":                        "$c = lookup('extra')",
		"functions/f.pp":                                 "function environment::f() { lookup('function') }",
		"lib/puppet/functions/environment/g.rb":          "call_function('lookup', 'ruby')",
		"modules/m/functions/f.pp":                       "function m::f($k) { lookup(\"m::${k}\") }",
		"modules/m/plans/p.pp":                           "plan m::p() { apply('x') { $a = lookup('plan') } }",
		"modules/m/templates/t.epp":                      "<%- | $x = \"${lookup('default')}\" | -%>\n<%= lookup('epp') %>",
		"modules/m/templates/deep/t.erb":                 "<%= scope.function_hiera(['erb', 1]) %>",
		"modules/m/templates/t.conf":                     "<%= scope().call_function('hiera_array', [ \"conf.#{@x}\" ]) %>",
		"modules/m/lib/puppet/functions/m/x.rb":          "Puppet::Pops::Lookup.lookup('rb', nil, nil)\nPuppet.lookup(:environment)\nscope.lookupvar('no')\n",
		"modules/m/lib/puppet/parser/functions/y.rb":     "# hiera('no')\n  function_hiera_hash([key])\n  call_function(:lookup, \"a::#{b}::c\")\n",
		"modules/m/spec/classes/m_spec.rb":               "hiera('no')",
		"modules/m/files/x.pp":                           "lookup('no')",
		"modules/m/lib/puppet/provider/z/lookup.rb":      "x.lookup",
		"modules/m/lib/facter/w.rb":                      "y = 'lookup'",
		"modules/m/templates/broken.epp":                 "<% lookup('no' %>",
		"modules/m/lib/puppet/functions/unterminated.rb": "lookup('",
	})
	var got []string
	for _, u := range x.Lookups {
		got = append(got, fmt.Sprintf("%s: %s", u.File.Path, u.Key))
	}
	slices.Sort(got)
	want := []string{
		"functions/f.pp: function",
		"lib/puppet/functions/environment/g.rb: ruby",
		"manifests/more/extra.pp: extra",
		"manifests/site.pp: node",
		"manifests/site.pp: site",
		"modules/m/functions/f.pp: m::*",
		"modules/m/lib/puppet/functions/m/x.rb: rb",
		"modules/m/lib/puppet/parser/functions/y.rb: *",
		"modules/m/lib/puppet/parser/functions/y.rb: a::*::c",
		"modules/m/plans/p.pp: plan",
		"modules/m/templates/deep/t.erb: erb",
		"modules/m/templates/t.conf: conf",
		"modules/m/templates/t.epp: default",
		"modules/m/templates/t.epp: epp",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(x.Unreadable) != 1 || x.Unreadable[0].File.Path != "modules/m/templates/broken.epp" {
		t.Errorf("unreadable: %v", x.Unreadable)
	}
}

// TestGrowingTexts checks that strings that grow exponentially are not evaluated.
func TestGrowingTexts(t *testing.T) {
	var code strings.Builder
	code.WriteString("class m { $v0 = 'ab'\n")
	for i := range 60 {
		fmt.Fprintf(&code, "if $x { $w%d = 'a' } else { $w%d = 'b' }\n$v%d = \"${v%d}${v%d}\"\n", i, i, i+1, i, i)
	}
	code.WriteString("$k = lookup($v60) $l = lookup(\"${w0}${w1}${w2}${w3}${w4}${w5}${w6}\") }")
	x := index(t, map[string]string{"modules/m/manifests/init.pp": code.String()})
	if len(x.Lookups) > 40 || !x.Lookups[0].Key.IsAny() {
		t.Errorf("%d uses, the first with the key %s", len(x.Lookups), x.Lookups[0].Key)
	}
	if uses := x.LookupsOf("abababa"); len(uses) != 2 {
		t.Errorf("abababa: %d uses, want 2", len(uses))
	}
}

func TestUsesOf(t *testing.T) {
	x := index(t, map[string]string{"modules/m/manifests/init.pp": `class m {
  $a = lookup('m::a')
  $b = lookup("m::${x}::b")
  $c = lookup("m::${x}")
  $d = hiera('m::a')
}`})
	for key, want := range map[string][]string{
		"m::a":    {"lookup m::a", "hiera m::a default computed", "lookup m::*"},
		"m::x::b": {"lookup m::*::b", "lookup m::*"},
		"m":       nil,
		"n::a":    nil,
	} {
		var got []string
		for _, u := range x.LookupsOf(key) {
			got = append(got, u.Function+" "+u.Key.String())
		}
		var names []string
		for _, w := range want {
			names = append(names, strings.Join(strings.Fields(w)[:2], " "))
		}
		if diff := cmp.Diff(names, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

func TestMentions(t *testing.T) {
	x := index(t, map[string]string{
		"modules/m/manifests/init.pp":           `class m { $k = ['m::a', "m::b", m::f, "x ${y}z"] notice 'not a key' }`,
		"modules/m/lib/puppet/functions/m/x.rb": `['m::c', "m::d"].map { |k| call_function('lookup', k) } # 'not a key'`,
		"modules/m/lib/puppet/functions/m/y.rb": `'m::e'`,
	})
	for text, want := range map[string]bool{"m::a": true, "m::f": true, "m::b": true, "m::c": true, "m::d": true, "not a key": false, "m::e": false, "m": false} {
		if got := x.Mentions(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
