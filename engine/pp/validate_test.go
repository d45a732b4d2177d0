package pp_test

import (
	"errors"
	"maps"
	"math/rand"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// refused are snippets that Puppet parses but whose validation fails, and similar valid ones, by topic.
var refused = map[string][]request{
	"names": code(
		`class app::my-server { }`, `class App { }`, `class ::app::x { }`, `class _a { }`, `class a { class b-c { } include d }`, `define my-d { }`, `function f-x() { }`,
		`class any { }`, `class a::any { }`, `class integer { } define type { }`, `function hash() { }`, `type any = Integer`, `type Integer = String`, `type A::b = C`, `type ::A = C`,
		`class a9b::c_d { }`, `class plan { }`, `class main { }`, `class a inherits b-c { }`, `type A::Int = Integer[1]`, `define Foo::bar { }`),
	"parameters": code(
		`class a($x, $x) { }`, `function a::b($x, $x) { }`, `class a($title, $name) { }`, `define d($name) { }`, `class a($X) { }`, `class a($_x, $facts) { }`, `function a::b($title) { }`,
		`class a(*$b) { }`, `define a(*$b, $c) { }`, `function a(*$b, $c) { $b }`, `$x.each |*$a, $b| { }`, `$x.each |$a, *$b| { }`, `class a($1) { }`, `class a($0x1) { }`, `class a($a::b) { }`, `class a($::b) { }`,
		`class a($b = $c = 1) { }`, `class a($b = f() |$x| { $y = 1 }) { }`, `class a($b = [($c = 1), $d = 2]) { }`, `$x.map |$X, $y, $y| { 1 }`, `function a(Integer $b = 1, $c) { }`),
	"places": code(
		`class a { define b { } }`, `class a { class b { class c { } } }`, `class a { function b() { } }`, `class a { include c function b() { } }`, `class a { include c class b { } }`,
		`if $x { class a { } }`, `if $x { include c class a { } }`, `define a { class b { } }`, `define a { define b { } include c }`, `function a() { class b { } }`, `node a { class b { } }`, `class a { node b { } }`,
		`$x.each |$y| { class a { } }`, `$x.each |$y| { class a { } class b { } }`, `case $x { 1: { define a { } } }`, `unless $x { node a { } }`, `class a { type B = C }`, `class a { include c type B = C }`, `include a function b() { } type C = D`,
		`$x = class a { }`, `if $x { type A = B }`, `file { 'a': b => class c { } }`, `class a { if $x { define b { } } }`, `define a { function b() { } }`, `function a() { function b() { } }`, `node a { function b() { } }`, `$x.each |$y| { function a() { } }`, `case $x { 1: { function a() { } } }`, `if $x { function a() { } }`, `if $x { include b function a() { } }`, `unless $x { } else { function a() { } }`, `$x = function b() { }`, `define a { include c function b() { } }`, `$x.each |$y| { include c function b() { } }`, `f(function b() { })`, `class a { $x = function b() { } }`, `type A { }`, `class a { type B { } }`),
	"effects": code(
		`1 2`, `class a { 1 }`, `class a { $x }`, `class a { include b $x }`, `class a { $x include b }`, `define a { [1] }`, `define a { {b => 1} }`, `node a { 'b' }`, `function a() { 1 }`, `function a() { 1 2 }`, `class a { if $x { } }`, `class a { if $x { } else { } }`,
		`if $x { } include a`, `if f($x) { } include a`, `if $x { include b } include a`, `unless $x { } include a`, `unless $x { 1 } else { include b } include a`, `case $x { 1: { } } include a`, `case $x { 1: { } default: { include b } } include a`, `case f() { 1: { } } include a`,
		`case $x { f(): { } } include a`, `$x ? { 1 => 2 } include a`, `$x =~ /a/ include a`, `$x == 1 include a`, `(1) include a`, `(f()) include a`, `($x + 1) include a`, `!$x include a`, `-$x include a`, `$x['a'] include b`, `undef include a`, `default include a`, `true include a`, `1.5 include a`,
		`"a" include b`, `"a${b}" include c`, `/a/ include b`, `foo include a`, `Foo include a`, `private include a`, `[1] include a`, `{a => 1} include a`, `$x.f include a`, `f() include a`, `$x = 1 include a`, `$x and $y include a`, `$x or f() include a`, `$x in $y include a`, `a -> b include c`, `*$x include a`,
		`foo bar`, `foo 1 2 3`, `$a $b $c`, `@(A) include b`+"\nc\nA\n", `if $x { 1 2 }`, `if $x { 1 } elsif $y { 2 } else { 3 } include a`, `if $x { 1 } elsif $y { include b } include a`, `$x.each |$y| { 1 2 }`, `$x.map |$y| { 1 }`, `class a { file { 'b': } 1 }`, `class a { notice(1) undef }`,
		`((1)) 2`, `Foo[1] include a`, `Foo['a'] -> Foo['b'] include c`, `'a' 'b'`, `"${$x} ${y}" 1`, `class a { $x ? { 1 => include(b) } }`, `class a { } 1`, `1 class a { }`, `!f() 1`, `[f()] 1`),
	"variables": code(
		`notice($A)`, `notice($a::B)`, `notice($01)`, `notice($0x1)`, `notice($1a)`, `notice($0)`, `notice($_a)`, `notice($a::_b)`, `notice($_a::b)`, `notice($::a::b)`, `notice("${A}")`, `notice("$A ${01}")`, `notice("${A[1]} ${b.c($D)}")`, `$x = $`, `notice($a::)`),
	"assignments": code(
		`$a = 1`, `$a::b = 1`, `$::a = 1`, `$1 = 1`, `$a[1] = 2`, `[$a, $b] = [1, 2]`, `[$a, 1, $b::c] = 1`, `1 = 2`, `'a' = 2`, `f() = 2`, `a = 2`, `$a += 1`, `$a -= [1]`, `($a) = 1`, `$a = $b = 1`, `$a = ($b += 1)`, `Foo['a'] = 1`, `$x.f = 1`, `{ 'a' => 1 } = 2`, `$x ? { 1 => 2 } = 3`, `"a${b}" = 1`, `undef = 1`, `-$x = 1`, `$a + $b = 1`),
	"values": code(
		`$x = File <| |>`, `f(File <| |>)`, `[File <| |>]`, `$x = (File <| |>)`, `!(File <<| |>>)`, `File <| |> + 1`, `File <| |> -> File <| |>`, `(File <| |>) -> a`, `if (File <| |>) { }`, `unless (File <| |>) { }`, `case (File <| |>) { 1: { } }`, `case $x { (File <| |>): { } }`,
		`$x ? { (File <| |>) => 1 }`, `$x ? { 1 => (File <| |>) }`, `(File <| |>) ? { 1 => 1 }`, `{ (File <| |>) => 1 }`, `{ a => (File <| |>) }`, `file { 'a': b => (File <| |>) }`, `file { 'a': * => (File <| |>) }`, `"${File <| |>}"`, `"a ${(File <| |>)}"`, `$x = function a() { }`, `$x = define a { }`, `$x = node a { }`, `$x = type A = B`, `$x[(File <| |>)]`),
	"resources": code(
		`@class { 'a': }`, `@@class { 'a': }`, `@File { a => 1 }`, `@@File { a => 1 }`, `@File['a'] { a => 1 }`, `file { 'a': b +> 1 }`, `File { b +> 1 }`, `File['a'] { b +> 1 }`, `File <| |> { b +> 1 }`, `file { 'a': * => $x, * => $y }`, `file { 'a': * => $x; 'b': * => $x }`, `File { * => $x, * => $y }`, `File { * => $x }`, `File <| |> { * => $x }`, `File['a'] { * => $x }`, `$x { 'a': }`, `@$x { 'a': }`),
	"collectors": code(
		`file <| |>`, `$x <| |>`, `'file' <| |>`, `File['a'] <| |>`, `File <| a == 1 |>`, `File <| a > 1 |>`, `File <| a |>`, `File <| $a |>`, `File <| 1 |>`, `File <| 'a' |>`, `File <| "a${b}" |>`, `File <| true |>`, `File <| undef |>`, `File <| a == 1 and b |>`, `File <| a == 1 or (b < 2 and c) |>`, `File <| (a) |>`, `File <| !a |>`, `File <| a in b |>`, `File <| a =~ /b/ |>`, `File <| f() |>`, `File <| $x.f |>`, `File <| [1] |>`, `File <| a[1] |>`, `File <| 1 + 1 |>`, `File <| B |>`, `File <| 1.5 |>`, `File <| /a/ |>`, `File <| -1 |>`, `File <| $a ? { 1 => 2 } |>`, `File <| {a => 1} |>`, `File <| default |>`, `File <| if $x { } |>`),
	"calls":    code(`$x(1)`, `$x[1](2)`, `'a'(1)`, `Integer('1')`, `Integer[1]('1')`, `f(1)(2)`, `1(2)`, `a::b(1)`, `[1](2)`, `(f)(1)`, `$x.f(1)(2)`, `"a${b}"(1)`, `Foo[1][2](1)`),
	"defaults": code(`case $x { default: { } default: { } }`, `case $x { default, default: { } }`, `case $x { 1, default: { } 2: { } default: { } default: { } }`, `$x ? { default => 1, default => 2, default => 3 }`, `$x ? { 1 => 2, default => 3 }`, `case $x { default: { } 'default': { } }`),
	"nodes":    code(`node 'a b' { }`, `node 'a', 'b_c', 'd-e.f', 'g/h' { }`, `node "a${b}" { }`, `node "a${b}c${d}" { }`, `node "a" { }`, `node a inherits b { }`, `node /a b/ { }`, `node a { 1 }`, `node a { include b $x }`, `node default { }`, `node @(A) { }`+"\nb\nA\n", `node a, default inherits 'b c' { }`, `node 1.2.3 { }`, `node '' { }`, `node a { } node b { }`),
	"words":    code(`private`, `attr`, `private()`, `$x = private`, `f(private)`, `{ private => 1 }`, `file { 'a': private => 1 }`, `file { private: }`, `private::a`),
	"types": code(`type A = B`, `type A = B C`, `type A = [1]`, `type A { }`, `type A inherits B { }`, `function a() >> A { }`, `function a() >> A[b] { 1 }`, `type A = Object[{}]`, `type A = { b => 1 }`,
		`type Runtime[a, b] = C[1]`, `type Runtime[a, b] = [/c/, d]`, `type Runtime[a, b] = [/c/, "d"]`, `type Runtime[a, [/b/, "c"]] = [/d/, "e"]`, `type Runtime[a, [/b/, "c"]] = D`, `type Runtime[a, [/b/, "c"]] = [1]`, `type Other[a] = B`, `class a { type Runtime[b, c] = D }`),
	"plans": plans(`plan a($x, $x) { }`, `plan a-b { }`, `plan a($title) { }`, `plan a { 1 }`, `plan a { 1 2 }`, `plan any { }`, `plan a { plan b { } }`, `plan a { $B = 1 }`, `plan a { class b { } define c { } node d { } }`, `plan a { file { "b": } File { c => 1 } File["d"] { e => 1 } A["a"] -> B["b"] }`, `plan a { File <| |> File <<| |>> }`, `plan a { apply(b) { file { "b": } File { c +> 1 } File["d"] { e => 1 } A["a"] -> B["b"] File <| a |> File <<| b |>> } }`,
		`plan a { apply(b) { class c { } node d { } define e { } } }`, `plan a { apply(b) { apply(c) { 1 } } }`, `plan a { apply(b) { node c { 1 } } }`, `plan a { apply(b) { function c() { } } }`, `plan a { apply(b) { include c function c() { } } }`),
	"templates": templates(`<%- | $x, $x | -%>`, `<%- | *$x | -%>`, `<%- | $title, $name | -%>`, `<%- | $X | -%>`, `<% $x %>`, `<% $x %> a`, `<% 1 2 %>`, `<%= $X %>`, `<% class a { } %>`, `<% class a { } %> b`, `<% function a() { } %>`, `<% function a() { } %> b`, `<% if $x { %>a<% } %> b`, `<% if $x { } %> b`, `<% include a %> b`, `a <%= $b = 1 %>`, `<%= File <| |> %>`, `<% node a { } %>`, `<% type A = B %>c`,
		`<% if $x { class a { } } %>`, `<% include a class b { } %>`),
	"modules": inFile("/modules/app/manifests/web.pp",
		`class app::web { }`, `class app { }`, `class app::website { }`, `class app::web::tls { }`, `class App::Web { }`, `define app::web { } include a`, `include a`, `notice 1`, `$x = 1`, `1`, `$x.each |$y| { }`, `$x.f`, `if $x { }`, `node a { }`, `class app::web { } node a { }`, `function app::web() { }`, `function web() { }`, `type A = B`,
		`class app::web { class app { } }`, `class app { class web { } }`, `class app::web { class tls { } define x { } }`, ``, `# a`, `file { 'a': }`, `File { a => 1 }`, `File['a'] { b => 1 }`, `File <| |>`, `a -> b`, `$x = 1 $y = 2`, `define web { }`, `'a'`, `import 'b'`, `unless $x { include b }`, `case $x { 1: { include b } }`, `$x ? { 1 => 2 }`, `f(1) |$x| { }`, `type A { }`),
	"init":                 inFile("/modules/app/manifests/init.pp", `class app { }`, `class app::x { }`, `class application { }`, `class web { }`, `class web::app { }`, `include app`, `class app { } class app::b { } define c { }`),
	"deep":                 inFile("/modules/App/manifests/Web/TLS.pp", `class app::web::tls { }`, `class app::web { }`, `class app::web::tls::a { }`),
	"functions of modules": inFile("/modules/app/functions/f.pp", `function app::f() { 1 }`, `function app::g() { 1 }`, `function app::f() { 1 } function app::f::g() { 2 }`, `include a function app::f() { 1 }`),
}

func inFile(file string, texts ...string) []request { return requests(request{File: file}, texts) }

// namespace returns the namespace that names in a file of a module must have.
func namespace(file string) string {
	if file == "" {
		return ""
	}
	parts := strings.Split(strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(file, "/modules/"), ".pp")), "/")
	if path.Base(file) == "init.pp" {
		return parts[0]
	}
	return strings.Join(append(parts[:1:1], parts[2:]...), "::")
}

// validate returns the validation errors of a string, or its syntax error.
func validate(r request) []answer {
	f := source.New(r.File, []byte(r.Text))
	read := pp.Parse
	if r.Template {
		read = pp.ParseTemplate
	}
	parsed, err := read(f, pp.Options{Plans: r.Plans})
	var all []answer
	if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
		at := f.Pos(wrong.Offset)
		return []answer{{Error: wrong.Text, Line: at.Line, Column: at.Column}}
	}
	for _, e := range parsed.Validate(namespace(r.File)) {
		at := f.Pos(e.Offset)
		all = append(all, answer{Error: e.Text, Line: at.Line, Column: at.Column})
	}
	return all
}

// whileParsing matches validation errors that Parse returns. No others follow them.
var whileParsing = regexp.MustCompile(`resource without a title\?$|outside of Puppet Integer max range`)

// TestValidateInPuppet checks that validation errors are the same as in Puppet, with positions, in the same
// order.
func TestValidateInPuppet(t *testing.T) {
	puppet := startPuppet(t)
	compared := 0
	for _, topics := range []map[string][]request{refused, snippets} {
		for _, requests := range topics {
			for _, r := range requests {
				// Known differences: a lone carriage return ends a line here, and a hostname can be
				// interpolated from literal strings.
				if utf8.ValidString(r.Text) && !strings.Contains(r.Text, "\r") && !strings.Contains(r.Text, "${'") && puppet.compareValidation(t, r) {
					compared++
				}
			}
		}
	}
	if compared < 800 {
		t.Errorf("compared %d snippets, want at least 800", compared)
	}
}

// TestValidateRandomInPuppet compares validation errors for random combinations of snippets.
func TestValidateRandomInPuppet(t *testing.T) {
	puppet := startPuppet(t)
	random := rand.New(rand.NewSource(2))
	var all []request
	for _, topics := range []map[string][]request{refused, snippets} {
		for _, topic := range slices.Sorted(maps.Keys(topics)) {
			all = append(all, topics[topic]...)
		}
	}
	compared := 0
	for range 4000 {
		r := all[random.Intn(len(all))]
		other := all[random.Intn(len(all))].Text
		from, to := cut(random, r.Text)
		start, end := cut(random, other)
		if random.Intn(2) == 0 {
			start, end = 0, len(other) // valid syntax more often
		}
		r.Text = r.Text[:from] + other[start:end] + r.Text[to:]
		// See TestValidateInPuppet for these known differences.
		if utf8.ValidString(r.Text) && !strings.Contains(r.Text, "\r") && !strings.Contains(r.Text, "${'") && puppet.compareValidation(t, r) {
			compared++
		}
	}
	t.Logf("compared %d snippets", compared)
}

// compareValidation compares validation errors, and reports whether Puppet can parse the text.
func (p puppet) compareValidation(t *testing.T, r request) bool {
	t.Helper()
	r.Validate = true
	var want struct {
		Error  string   `json:"error"` // of parsing
		Errors []answer `json:"errors"`
	}
	p.ruby.Ask(t, r, &want)
	if want.Error != "" {
		return false
	}
	got := validate(r)
	if len(got) == 1 && whileParsing.MatchString(got[0].Error) && (r.Plans || slices.Contains(want.Errors, got[0])) {
		return true
	}
	if !slices.Equal(got, want.Errors) {
		t.Errorf("%q:\ngot  %v\nwant %v", r.Text, got, want.Errors)
	}
	return true
}

func TestNames(t *testing.T) {
	tests := []struct {
		name                      string
		isDefinition, isParameter bool
	}{
		{"web", true, true}, {"_web", false, true}, {"web_2", true, true}, {"Web", false, false}, {"wEB", true, true}, {"", false, false}, {"2web", false, false},
		{"web-1", false, false}, {"wéb", false, false}, {"web\n", false, false}, {"app::web", true, false}, {"app::_web", false, false}, {"::app", false, false},
		{"::", false, false}, {"app::", false, false}, {"app:::web", false, false}, {"a::b::c", true, false}, {"a::_b::c", false, false},
	}
	for _, tt := range tests {
		if pp.IsDefinitionName(tt.name) != tt.isDefinition || pp.IsParameterName(tt.name) != tt.isParameter {
			t.Errorf("%q: %t, %t", tt.name, pp.IsDefinitionName(tt.name), pp.IsParameterName(tt.name))
		}
	}
}
