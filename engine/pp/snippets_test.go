package pp_test

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/golden"
)

// snippets are edge cases of the syntax, by topic.
var snippets = map[string][]request{
	"calls": code(
		`include a, b`+"\nc", `include a b`, `foo 1, 2`, `$a = 10, notice hello`, `a 1, 2; $x[`, `a 1, 2 )`, `a 1, 2; b 3, 4`, `if $x { a 1, 2 } ]`, `notice -1`, `return [1]`, `return [1][0]`, `f (1)`, "f\n(1)", "f\n  (1)",
		"(1)\n(2)", `f(1,)`, `f(1, a => 2, b => 3, 4, c => 5)`, `$x.f`, `$x.f(1)`, `$x.f(1,)`, `$x.f |$a| { $a }`, `$x.f(1) |$a, $b = 2, *$c| >> Integer[0] { $a }`,
		`$x.f.g[1].h`, `f(1)[2](3)`, `$x.type`, `type($x)`, `Integer($x)`, `Integer[1, 2]("3")`, `f() || { }`, `each($x) |$a = foo(1)| { 1 }`, `notice {a => 1}`,
		`notice {'a' => 1}`, `notice {a +> 1}`, `include include a`, `include(a); include b`, `fail "a", 1`, `notice`, `notice;`, `$x = 1;`, `$x = 1; $y = 2`, `;`,
		`f(type => 1)`, `f(type, function)`, `f(function => function)`, `[type(1)]`, `$x.if`, `$x.Foo`, `apply(1)`, `plan`, `f(* $x)`, `f(*$x, !$y)`, "f\t(1)",
		"\"a\nb\" (1)", "f /* a\n */ (1)", `->`, `tag a, 'b', "c${d}"`, "include a,\nb", "include a\n, b", `next()`, `if $x { return 1 }`),
	"operators": code(
		`$a + $b * $c - $d / $e % $f`, `$a == $b and $c != $d or !$e`, `!$a in $b`, `- $a * 3`, `*$a + 1`, `-$x.abs`, `!$x[1]`, `!!$x`, `- - 1`, `1 - -1`, `1 -1`, `$a -1`,
		`$a << 1 + 2 >> 3`, `$a < $b == $c`, `$a =~ /b/ and $c !~ D`, `$a in $b =~ $c`, `$x = $y = 3`, `$x += 1`, `$x -= 1`, `[$a, $b] = [1, 2]`, `$a ? b => c`, `$a ? b => c ? d => e`,
		`$a and $b ? { c => d } + 1`, `$a + $b ? { c => d, default => e, }`, `$x ? { a => 1 } ? { 1 => 2 }`, `$x ? {}`, `$x ? { { a => 1 } => 2 }`, `$x ? $y + 1 => $z and 1`,
		`(1 + 2) * 3`, `($x = 1) + 2`, `a -> b ~> c <- d <~ e`, `$a -> $x = 3`, `$x = a -> b`, `$a + $b[1]`, `{a => 1}['a']`, `[1,2][0]`, `[1,2] [0]`, `[1,2,][0]`, `$x [1]`,
		`$x[1, 2,]`, `$x[]`, `$x['a' => 1, 'b' => 2]`, `$x[a, b => 1]`, `$x[a -> b => c]`, `$x[a -> b]`, `$x[$y = a => c]`, `$x[$y = a]`, `$x[file { a: } => c]`, `a b`, `1 2`, `~ 1`, `1 ~ 2`, `$a ? b`, `1 +`, `+ 1`, `$x = `, `!`, `a => 1`, `$x?{a=>1}`, `$x ? {a => [1]}[0].f + 1`, `$x ? a => b[0]`, `!$x ? {a => b}.c`, `1 == 2 == 3`,
		`$a or $b and $c or $d`, `undef == default`, `true and !false`),
	"regexps": code(
		`$x =~ /a/`, `$x =~ /a\/b/`, `$x =~ /a\\/`, `$x =~ /[/]/`, `$x / 2 / 3`, `1 /2/ 3`, `f(/a/)`, `[/a/, /b/]`, `{ /a/ => 1 }`, `case $x { /a/: { } /b/, c: { } }`, `$x ? { /a/ => 1 }`,
		`node /a\.b$/ { }`, `if /a/ =~ $x { } /b/`, `a /b/ c`, `(1) / 2`, `$x[1] / 2 / 3`, `"a" / 2 / 3`, `true / 2 / 3`, `undef / 2 / 3`, "$x =~ /a\nb/", `/`, `/a`, `//`, `$x =~ /ä\d+/`),
	"numbers": code(
		`0`, `00`, `017`, `08`, `0x1F`, `0X1f`, `0xZ`, `0x`, `1.5`, `1.5e3`, `1e3`, `1E-3`, `1e+3`, `1.`, `1.x`, `1.5.x`, `1.5e`, `1e`, `1abc`, `0e1`, `0.0e1`, `0.5e1`, `00.5`, `.5`, `1_000`, `-1`, `9223372036854775807`, `9223372036854775808`, `0x8000000000000000`,
		`1e400`, `1 . x`, `1..2`, `1é`, `1.5é`, `0x1é`, `012é`, `1.é`, `$x[1é]`),
	"names": code(
		`a::b::c`, `::a::b`, `a-b`, `a--b`, `a-`, `_a`, `a::_b`, `a::1`, `Foo::Bar`, `::Foo`, `Foo::bar`, `Foo::`, `::foo::Bar`, `a::Bar`, `$a::b`, `$::a`, `$a::B`, `$`, `$ a`, `$a-b`, `$1`, `$a::`, `aB`, `A_b1`, `foo:bar`,
		`äb`, `a-1`, `1-a`, `$_x`, `$x::_y`, `default`, `undef`, `private`, `attr`, `application`, `consumes`, `if`, `In`, `::if`),
	"texts": code(
		`'a\'b\\c\d'`, `"\q\u0041\$x\"\s\t\n\r\'"`, `"\u{1f600}\u00e4"`, `"\u12"`, `"\u005cn"`, "'a\nb'", "\"a\\\nb\"", "\"a\\\r\nb\"", `""`, `''`, `"$"`, `"$ a"`, `"a$b::c-$::d"`, `"$a$b"`, `"$$a"`, `"\$a"`, `"\\$a"`, `"${a}"`, `"${ a }"`, `"${::a}"`,
		`"${a[1]}"`, `"${a [1]}"`, `"${a.b}"`, `"${a.b |$c| { $c }}"`, `"${a + 1}"`, `"${1}"`, `"${1 + 1}"`, `"${if}"`, `"${class[1]}"`, `"${type.x}"`, `"${f(1)}"`, `"${Foo}"`, `"${a-b}"`, `"${}"`, `"${'a'}"`, `"${''}"`, `"${"${a}"}"`, `"a${"b${c}d"}e"`,
		`"${a["${b}"]}"`, `"${if $x { 'y' } else { "${z}" }}"`, `"${$a ? { b => "${c}" }}"`, `"${x}${y}"`, `"${[1, 2]}"`, `"${{a => 1}}"`, `"${$a}"`, `"${a} ${b"`, `"a`, `'a`, `"a ${`, `"a ${b"`, `"${/a/ =~ $b}"`, `f "${/a/}"`, `f("${/a/}${/b/}$c${/d/}")`, `"$a[1]"`, `"$a.b"`, `"%{a}"`, `"$a::"`, `"$-"`, `"a$ b`, `"a $b c`, `"$a$ b`, `"${a} b`, `"${$a} b`, `"${a[1]}`, `"${a[1] }`, `"${ a.b()}$c$`, `"${a}$`, `["a$b`,
		`"${a=1}"`, `"${$a = 1}"`, `"${a b}"`, `"é$a"`, `"é`, `"\u{110000}"`, `"${true}"`, `""$ "`, `"""`, `'''`, `"${a}""`, `"" ""`, `f("")`),
	"heredocs": code(
		"@(END)\na\n  b\nEND", "@(END)\n  a\n    b\n  | END", "@(END)\n  a\n b\n  |- END\n", "$x = @(A) + @(B)\na\nA\nb\nB\n$y", "f(@(A), 1)\na\n| A\ng(2)", "@(\"END\")\na ${b} $c \\$d\nEND", "@(\"END\"/$)\na ${b} \\$d\nEND", "@(END/)\na\\tb\\\nc\nEND",
		"@(END:json)\n{}\nEND", "@(END:json/tn)\na\\tb\\x\nEND", "@(\" END \" : pp / L)\na\\\nb\nEND", "@(END)\nWEEKEND\nEND", "@(END)\n\nEND", "@(END)\nEND", "@(END)\n-END", "@(END)\na\n - END", "@(END)\n\ta\n\t| END", "@(END)\na", "@(END)", "@(END", "@()\n", "@(\"\")\n\"\"",
		"@(END/x)\nEND", "@(END/tt)\nEND", "@(a b)\nc\na b", "@(\"END\")\n  ${f($x)} ${g(\n  1)}\n  | END", "@(\"A\")\n${@(B)}\nb\nB\nA", "{ a => @(A), b => @(B) }\n  1\n  | A\n  2\n  | B", "@(END) # a\nb\nEND\nc", "@(END)\r\na\r\n| END\r\nb", "file { 'a': content => @(\"EOT\"/L) }\n  a \\\n  b ${c}\n  | EOT",
		"@(\"END\"/L)\n\\$a\nEND", "@(\"E\")\n$a\nE", "@(\"E\")\n$\n|-E", "@(\"E\")\n|-E", "@(E/u)\n\\u0041\\t\nE", "@(END)\n  ä\n  | END\nü($x)", "@(\"E\")\nä ${f($x)}\nE", "@(\"E\")\n${a\nE"),
	"collections": code(
		`[]`, `[1]`, `[1,]`, `[,]`, `[1,,2]`, `[a => 1, b => 2, 3]`, `[type, function]`, `{}`, `{a => 1}`, `{a => 1,}`, `{,}`, `{a => 1, 'b' => {}, $c => [1], 4 => undef, default => default}`, `{type => function}`, `{if => 1}`, `{class => 1}`, `{a => $x = 1}`, `{a}`, `{a => }`, `{"a${b}" => 1}`, `{[1] => 2}`,
		`{function($x) => 1}`, `{type => {type => 1}}`, "$x = 1\n{a => 1}", "$x = 1\n{'a' => 1}", "[1]\n[2]", `{ 1 }`, `[if true { 1 }]`, `{a => 1} {b => 2}`, `f({a => 1})`, `[[1], [2]]`, `[ [1] [2] ]`, `{a=>b=>c}`, `a; {b => 1}`),
	"conditions": code(
		`if $x { 1 } elsif $y { 2 } elsif $z { } else { 3 }`, `if $x { }`, `if { } { }`, `if $x { } else { }`, `if $x { } else { if $y { } }`, `if $x { } else if $y { }`, `unless $x { 1 } else { 2 }`, `unless $x { } elsif $y { }`, `if $x = 1 { }`, `if a { }`, `if a <| |> { }`, `if f($x) { }`,
		`if $x { 1 2 }`, `case $x { a, b: { } default: { 1 } }`, `case $x { }`, `case $x { a: 1 }`, `case { } { a: { } }`, `case $x { a::b: { } 'c': { } $d: { } [e]: { } }`, `case $x { (1): { } }`, `$x = if $y { 1 } else { 2 }`, `$x = case $y { a: { 1 } }`, `if $x { 1 }.f`, `if $x { } + 1`, `if ($x) { }`, `else { }`, `if $x { 1; 2 }`, `if $x { 1; }`),
	"resources": code(
		`file { 'a': }`, `file { 'a': ; }`, `file { 'a': , }`, `file { 'a': mode => 1; 'b': mode => 2, ; }`, `file { ['a', 'b']: mode => 1 }`, `file { default: mode => 1; 'b': }`, `file { "a${b}": * => $x, mode => 1 }`, `file { $x: if => 1, class => 2, type => 3, default => 4, undef => 5, and => 6 }`,
		`file { 'a': true => 1 }`, `class { 'a': b => 1; 'c': }`, `class { a: }`, `class { }`, `@file { 'a': }`, `@@file { 'a': }`, `@@ file { 'a': } -> b`, `@a`, `@@1`, `@File { a => 1 }`, `@class { 'a': }`, `File { mode => 1 }`, `File { }`, `File { 'a': mode => 1 }`, `File['a'] { mode => 1, owner +> 2 }`, `File['a', 'b'] { }`,
		`Resource['file'] { a => 1 }`, `File['a'].f { }`, `$x { 'a': }`, `$x { a => 1 }`, `$x[1] { a => 1 }`, `foo { a => 1 }`, `foo { }`, `file { * => 1 }`, `File { * => $x }`, `file { 'a': b +> 1 }`, `file { 'a': 'b' => 1 }`, `file { 'a': b => c => d }`, `file { 'a': b => $c ? { d => e } }`, `file { a: b => c, }`,
		`file { a => 1, b: }`, `file { 'a' mode => 1 }`, `File <| |>`, `File <| title == 'a' and (mode != 1 or owner == b) |> { mode => 2 }`, `File <<| tag == a |>>`, `File <<||>>`, `File <| a == b |> -> Service['c'] ~> file { 'd': }`, `File<|title==a|>{mode=>1}`, `a <| |> <| |>`, `File <| |`, `$x = file { 'a': }`, `f(file { 'a': })`, `[file { 'a': }]`,
		`if file { 'a': } { }`, `Foo::Bar { a => 1 }`, `foo::bar { 'a': b => File['c'] }`, `file { 'a': } file { 'b': }`, `file { 'a': ensure => present, require => [File['b'], Class['c']] }`, `file { if $x { 'a' }: }`, `file { default => 1 }`, `{ 'a': }`, `'file' { 'a': }`, `Foo[$x] { 'a': }`, `file {'a':mode=>1}`, `file { type: type => type }`),
	"definitions": code(
		`class a { }`, `class a::b($c, String $d = 'e', Array[Hash[String, Integer]] $f = [], Optional[Enum['a', 'b']] $g = undef,) inherits h { $i = 1 }`, `class a() { }`, `class a inherits default { }`, `class a inherits ::b { }`, `class a { class b { class c { } define d { } } }`, `class { }`, `class 'a' { }`, `class a($b = {c => [d]}, $e = f ? { g => h }) { }`,
		`class a ($b = "c ${d[e]}", $f = /g/, $h = $i.map |$j| { $j }) { }`, "class a\n(\n  $b\n) { }", "class a(\n  # b\n  $c, # d\n) { }", `class a(b) { }`, `class a($b $c) { }`, `class a($b = ) { }`, `class a(*$b) { }`, `class a(Foo[1,] $b) { }`, `class a(Foo [1] $b) { }`, `class a(Foo[1][2] $b) { }`, `class a($b = $c = 1) { }`, `class Foo { }`, `class a-b { }`,
		`class class { }`, `class if { }`, `class a`, `class a {`, `define a::b($c) { }`, `define a { $name }`, `define a inherits b { }`, `function a::b(Integer $x, *$y) >> Array[Integer] { $x }`, `function a() { }`, `function a >> Foo { }`, `function a { } `, `function a() >> Foo[1,] { }`, `function a() >> { }`, `node 'a', b.c.1, /x/, default { }`, `node a, { }`, `node a inherits b { }`,
		`node "a" { }`, `node "a${b}" { 1 }`, `node { }`, `node a.b. { }`, `node 1.2.3 { }`, `node a-b { }`, `node a-b.c { }`, `type A = B`, `type A = B[1, 2]`, `type A = B[1, 2,]`, `type A::B = Variant[Undef, Struct[{a => String, Optional[b] => Integer}]]`, `type A = Pattern[/\Aa\/b\z/]`, `type A = { a => 1 }`, `type A = B { a => 1 }`, `type A = Object[{}]`, `type A = Object { a => 1 }`, `type A = 1`,
		`type A = [1]`, `type A { }`, `type A inherits B { }`, `type Runtime[a, 'b'] = C`, `type Runtime[a, /b/] = [/c/, 'd']`, `type a = B`, `type A`, "type A = B\n[1]", "type A = B type C = D", `plan a($b) { apply($b) { include c } }`, `import 'a'`, `class a { } class b { }`, "class a { }\n# end", `function a($x = 1, $y) { }`, `class a($b) inherits c::d { include e }`, `define d($x = [1, 2], $y) { }`),
	"comments": code(
		"# a", "/* a */ 1", "1 # a\n+ 2", "/* a\n * b */", "/* a", "$x /* a */ [1]", "$x/* a */[1]", "#", "a /**/ b", "/* a */ */", "\u00a01\u00a0+\u20032", "\ufeff1", "", " ", "\n", "\r\n1\r\n", "\x00", "\xff", "# \ufffd\xe9", "`", "?", ")", "]", "}", "(", "[", "{", "((((1))))"),
	"plans": plans(
		`plan a($b) { apply($b, c => 1) { include d } }`, `plan a::b { }`, `plan a { plan b { } class c { } }`, `apply() { }`, `apply($x) { }`, `apply($x)`, `$x = apply('a') { 1 }`, `plan`, `{ plan => 1 }`, `file { 'a': plan => 1, apply => 2 }`, `"${plan} ${apply[1]}"`),
	"templates": templates(
		"a", "", "a <%# c %>", "a <%# c %> b", "a <%% b %%> c", "a <%%", "abc<%#- c -%>   \n def", "x <%= {a => 1} %>", "x <%= { $a } %>", "x <%= { $a $b } %>", "<%= {} %>", "<%= {} + 2 %>", "<%= {a => 1}.f %>", "<%- | $x = 1, $y | -%>\nhi <%= $x -%>   there", "<%- | $x = f() | -%>", "<%- |Integer $x| %>", "<%- || -%>", "<%-| $x |-%>\n<%= $x %>", "<% %>", "<%", "<%# x", "x <%= $a",
		"<% if $x { -%>\na\n<% } else { -%>\nb\n<% } %>", "<%= $x ? { 1 => 2 } %>", "text <% | $x | %>", "text <% ($x) %>", "<%= 1 % 2 %>", "<%= '%>' %>", "<% # a %>\n%>b", "a\n  <%- $x -%>  \nb", "<%= $x\n-%>\n\nb", "<% $x.each |$y| { %><%= $y %>,<% } %>", "<%= @(E) %>\nb\nE\n%>", "<%=$a%><%=$b%>", "<%% <%= $a %> %%>", "<%= \"<%\" %>", "a %> b", "<%= if $x { %>a<% } %>",
		"<%#%>a", "<%# a %%> b %>c", "<% include a %>b", "<% $x = 1 %>\n<%= $x %>\n", "<%= a b %>", "\u00e4<%= $a %>\u00f6"),
}

func code(texts ...string) []request      { return requests(request{}, texts) }
func plans(texts ...string) []request     { return requests(request{Plans: true}, texts) }
func templates(texts ...string) []request { return requests(request{Template: true}, texts) }

func requests(r request, texts []string) []request {
	var list []request
	for _, text := range texts {
		r.Text = text
		list = append(list, r)
	}
	return list
}

func topics() []string {
	var topics []string
	for topic := range snippets {
		topics = append(topics, topic)
	}
	slices.Sort(topics)
	return topics
}

// TestSnippets records the trees and errors of the snippets.
func TestSnippets(t *testing.T) {
	for _, topic := range topics() {
		t.Run(topic, func(t *testing.T) {
			var b strings.Builder
			for _, r := range snippets[topic] {
				a := parse("", r)
				quoted := strconv.Quote(r.Text)
				if strconv.CanBackquote(r.Text) {
					quoted = "`" + r.Text + "`"
				}
				b.WriteString(quoted + "\n\t")
				switch {
				case a.Error == "":
					fmt.Fprintf(&b, "%s\n", a.Tree)
				case a.Line == 0:
					fmt.Fprintf(&b, "%s\n", a.Error)
				default:
					fmt.Fprintf(&b, "%d:%d: %s\n", a.Line, a.Column, a.Error)
				}
			}
			golden.Check(t, topic, []byte(b.String()))
		})
	}
}

// TestSnippetsInPuppet checks that the snippets have the same trees and errors as in Puppet.
func TestSnippetsInPuppet(t *testing.T) {
	puppet := startPuppet(t)
	for _, topic := range topics() {
		for _, r := range snippets[topic] {
			if utf8.ValidString(r.Text) {
				compare(t, puppet, r)
			}
		}
	}
}

// crash matches errors of Puppet's lexer that are crashes.
var crash = regexp.MustCompile(`^(NoMethod|Argument|Regexp|Runtime)Error: `)

func compare(t *testing.T, puppet puppet, r request) {
	t.Helper()
	got, want := parse("", r), puppet.parse(t, r)
	switch {
	case crash.MatchString(want.Error):
	case got.Error == "Syntax error at '}'" && want.Error != "":
		// If the brace ends an expression in a string, Puppet reports the text after it.
	case got != want:
		t.Errorf("%q:\n%s", r.Text, difference(got, want))
	}
}

// notFollowed matches a known difference: in Puppet, a backslash written as \u005c may escape the closing
// quote.
var notFollowed = regexp.MustCompile(`\\u005c`)

// TestRandomInPuppet checks that random combinations of snippets have the same trees as in Puppet, and fail
// in both. The messages may differ: with several errors, Puppet may report another one first, because it
// scans strings to their end before it parses them.
func TestRandomInPuppet(t *testing.T) {
	puppet := startPuppet(t)
	random := rand.New(rand.NewSource(1))
	refused := 0
	for range 10000 {
		topic := topics()[random.Intn(len(snippets))]
		r := snippets[topic][random.Intn(len(snippets[topic]))]
		other := snippets[topic][random.Intn(len(snippets[topic]))].Text
		from, to := cut(random, r.Text)
		start, end := cut(random, other)
		r.Text = r.Text[:from] + other[start:end] + r.Text[to:]
		if notFollowed.MatchString(r.Text) || !utf8.ValidString(r.Text) {
			continue
		}
		got, want := parse("", r), puppet.parse(t, r)
		if got.Error != "" && want.Error != "" {
			refused++
			continue
		}
		if got.Tree != want.Tree && !crash.MatchString(want.Error) {
			t.Errorf("%q:\n%s", r.Text, difference(got, want))
		}
	}
	t.Logf("%d snippets are invalid", refused)
}

// cut returns two random offsets between characters.
func cut(random *rand.Rand, text string) (from, to int) {
	place := func() int {
		n := random.Intn(len(text) + 1)
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		return n
	}
	from, to = place(), place()
	return min(from, to), max(from, to)
}
