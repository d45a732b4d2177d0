package interpolate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
)

// show formats the tokens of a template on one line.
func show(t *Template) string {
	if t == nil {
		return "nothing"
	}
	var parts []string
	for i := range t.Tokens {
		token := &t.Tokens[i]
		switch token.Kind {
		case Call, UnknownMethod:
			parts = append(parts, fmt.Sprintf("%s %s(%s)", token.Kind, token.MethodName, token.Argument))
		default:
			parts = append(parts, fmt.Sprintf("%s <%s>", token.Kind, t.Text[token.Expression.Start:token.Expression.End]))
		}
	}
	for offset := range t.Unclosed() {
		parts = append(parts, fmt.Sprintf("unclosed %d", offset))
	}
	return strings.Join(parts, ", ")
}

// parseTests are strings with their tokens in Puppet 7.23 (see the recorded cases interpolation/*);
// TestAgainstPuppet compares the same strings with Puppet. err is the error of the first token that fails
// regardless of the data.
var parseTests = []struct{ text, want, err string }{
	{"", "nothing", ""},
	{"plain", "nothing", ""},
	{"100%", "nothing", ""},
	{"${x} { } %", "nothing", ""},
	// Empty tokens.
	{"%{}", "empty <>", ""},
	{"%{ }", "empty <>", ""},
	{"%{\x00\n}", "empty <>", ""},
	{"%{::}", "empty <::>", ""},
	{"%{ :: }", "empty <::>", ""},
	{`%{""}`, `empty <"">`, ""},
	{"%{''}", "empty <''>", ""},
	{`%{"::"}`, `empty <"::">`, ""},
	{"%{'::'}", "empty <'::'>", ""},
	{"%{' '}", "variable <' '>", ""},
	// Variables.
	{"a %{x} b", "variable <x>", ""},
	{"%{::x}%{x}", "variable <::x>, variable <x>", ""},
	{"%{facts.os.family}", "variable <facts.os.family>", ""},
	{`%{"facts".'os'}`, `variable <"facts".'os'>`, ""},
	{"%{ x\t}", "variable <x>", ""},
	{"%{x y}", "variable <x y>", ""},
	{"%%{x}", "variable <x>", ""},
	{`\%{x}`, "variable <x>", ""},
	{"%{x}}", "variable <x>", ""},
	{"%{a\nb}", "variable <a\nb>", ""},
	{"%{1}", "variable <1>", ""},
	{"%{+YYYY}", "variable <+YYYY>", ""},
	{"%{os..family}", "invalid <os..family>", "Syntax error in string: %{os..family}"},
	{"a %{x} %{.x} b", "variable <x>, invalid <.x>", "Syntax error in string: a %{x} %{.x} b"},
	{"%{1.5}", "invalid <1.5>", "Scope variable name 1 is a Integer, not a string"},
	{"%{01.x}", "invalid <01.x>", "Scope variable name 1 is a Integer, not a string"},
	// Calls.
	{"%{lookup('s')}", "call lookup(s)", ""},
	{`%{hiera("s")}`, "call hiera(s)", ""},
	{"%{alias('s')}", "call alias(s)", ""},
	{"%{ alias('s')\n}", "call alias(s)", ""},
	{"%{literal('%')}{x}", "call literal(%)", ""},
	{"%{literal('%{')}x}", "call literal(%{)", ""},
	{`%{literal('a"b')}%{literal("a'b")}`, `call literal(a"b), call literal(a'b)`, ""},
	{"%{scope('facts.x')}", "call scope(facts.x)", ""},
	{"%{lookup(' s')}", "call lookup( s)", ""},
	{"%{lookup('a\nb')}", "call lookup(a\nb)", ""},
	{"%{lookup('s')}%{lookup('s')}", "call lookup(s), call lookup(s)", ""},
	{" %{alias('s')}", "call alias(s)", "'alias' interpolation is only permitted if the expression is equal to the entire string"},
	{"%{alias('s')}\n", "call alias(s)", "'alias' interpolation is only permitted if the expression is equal to the entire string"},
	{"%{lookups('s')}", "unknown method lookups(s)", "Unknown interpolation method 'lookups'"},
	{"%{Lookup('s')}", "unknown method Lookup(s)", "Unknown interpolation method 'Lookup'"},
	{"%{foo('a..b')}", "unknown method foo(a..b)", "Unknown interpolation method 'foo'"},
	{"%{1('x')}", "unknown method 1(x)", "Unknown interpolation method '1'"},
	{"%{lookup('a..b')}", "call lookup(a..b)", "Syntax error in key: 'a..b'"},
	{"%{alias('a.')}", "call alias(a.)", "Syntax error in key: 'a.'"},
	{"x%{scope('a.')}", "call scope(a.)", "Syntax error in string: x%{scope('a.')}"},
	{"%{scope('1.x')}", "call scope(1.x)", "Scope variable name 1 is a Integer, not a string"},
	// A call must be a whole line of the token, not the whole token.
	{"%{a\nlookup('s')}", "call lookup(s)", ""},
	{"%{lookup('s')\nb'}", "call lookup(s)", ""},
	{"%{a.\nlookup('s')\n.b}", "call lookup(s)", ""},
	{"%{x('s)\nlookup('s')}", "call lookup(s)", ""},
	{"%{lookup('s')\nalias('t')}", "call lookup(s)", ""},
	{"%{lookup('s')\r\nb}", "invalid <lookup('s')\r\nb>", "Syntax error in string: %{lookup('s')\r\nb}"},
	{"%{a lookup('s')}", "invalid <a lookup('s')>", "Syntax error in string: %{a lookup('s')}"},
	// Expressions that only look like calls.
	{"%{lookup( 's' )}", "invalid <lookup( 's' )>", "Syntax error in string: %{lookup( 's' )}"},
	{"%{lookup ('s')}", "invalid <lookup ('s')>", "Syntax error in string: %{lookup ('s')}"},
	{"%{lookup('s','t')}", "invalid <lookup('s','t')>", "Syntax error in string: %{lookup('s','t')}"},
	{"%{lookup('')}", "invalid <lookup('')>", "Syntax error in string: %{lookup('')}"},
	{`%{lookup('s")}`, `invalid <lookup('s")>`, `Syntax error in string: %{lookup('s")}`},
	{"%{lookup('s'}", "invalid <lookup('s'>", "Syntax error in string: %{lookup('s'}"},
	{"%{lookup('s')x}", "invalid <lookup('s')x>", "Syntax error in string: %{lookup('s')x}"},
	{"%{lookup('a}b')}", "invalid <lookup('a>", "Syntax error in string: %{lookup('a}b')}"},
	{"%{é('s')}", "invalid <é('s')>", "Syntax error in string: %{é('s')}"},
	{"%{facts['os']}", "invalid <facts['os']>", "Syntax error in string: %{facts['os']}"},
	{"%{lookup(s)}", "variable <lookup(s)>", ""},
	{"%{lookup()}", "variable <lookup()>", ""},
	{"%{facts[os]}", "variable <facts[os]>", ""},
	// Braces.
	{"%{a%{b}}", "variable <a%{b>", ""},
	{"%{%{x}", "variable <%{x>", ""},
	{"%{", "unclosed 0", ""},
	{"a %{x} %{b %{c", "variable <x>, unclosed 7, unclosed 11", ""},
	{"%{%{", "unclosed 0, unclosed 2", ""},
}

func TestParse(t *testing.T) {
	for _, tt := range parseTests {
		t.Run(tt.text, func(t *testing.T) {
			template := Parse(tt.text)
			if got := show(template); got != tt.want {
				t.Errorf("Parse = %s, want %s", got, tt.want)
			}
			if got := firstError(template, true); got != tt.err {
				t.Errorf("error = %q, want %q", got, tt.err)
			}
		})
	}
}

// firstError returns the first error that does not depend on data, or "".
func firstError(t *Template, methods bool) string {
	if t == nil {
		return ""
	}
	for i := range t.Tokens {
		if err := t.Err(&t.Tokens[i], methods); err != nil {
			return err.Error()
		}
	}
	return ""
}

func TestErrWithoutMethods(t *testing.T) {
	const refused = "Interpolation using method syntax is not allowed in this context"
	for text, want := range map[string]string{
		"%{x}.yaml": "", "%{lookup('x')}": refused, "%{literal('%')}": refused, " %{alias('x')}": refused,
		"%{foo('x')}": refused, "%{lookup('a..b')}": refused,
		"%{lookup(x)}": "", "%{a..b}": "Syntax error in string: %{a..b}",
	} {
		if got := firstError(Parse(text), false); got != want {
			t.Errorf("error of %q = %q, want %q", text, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	text := "ü %{ facts.os.'a b' } %{lookup( 'x' )} %{ lookup('m::x.y')}"
	template := Parse(text)
	at := func(s source.Span) string { return text[s.Start:s.End] }
	variable, invalid, call := &template.Tokens[0], &template.Tokens[1], &template.Tokens[2]
	got := []string{
		at(variable.Span), at(variable.Expression),
		at(invalid.Span),
		at(call.Span), at(call.ArgumentSpan), call.Key.Root, template.Source(call),
	}
	want := []string{
		"%{ facts.os.'a b' }", "facts.os.'a b'",
		"%{lookup( 'x' )}",
		"%{ lookup('m::x.y')}", "m::x.y", "m::x", "%{ lookup('m::x.y')}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "%{": false, "%{x}": true, "%{ x }": true, " %{x}": false, "%{x} ": false, "%{x}\n": false, "%{x}%{x}": false,
	} {
		if got := Parse(text).Whole(); got != want {
			t.Errorf("Whole() of %q = %t, want %t", text, got, want)
		}
	}
}

func TestFastPath(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { Parse("nothing to do 100% of the time {x}") }); n != 0 {
		t.Errorf("Parse of a string without tokens: got %v allocations, want 0", n)
	}
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{
		"plain":    strings.Repeat("nothing to see here ", 10),
		"variable": "nodes/%{facts.networking.fqdn}.yaml",
		"call":     "%{lookup('profile::base::packages')}",
		"mistake":  "%{facts['os']['family']}",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				Parse(text)
			}
		})
	}
}
