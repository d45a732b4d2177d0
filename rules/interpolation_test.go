package rules_test

import (
	"testing"

	"github.com/hieralint/hieralint/rules"
)

func TestAliasNotWholeValue(t *testing.T) {
	found := run(t, rules.AliasNotWholeValue, common(`---
right::quoted: "%{alias('x')}"
right::spaces: "%{ alias('x') }"
right::list: ["%{alias('x')}", b]
right::hash: {k: "%{alias('x')}"}
right::folded: >-
  %{alias('x')}
wrong::before: "/srv/%{alias('x')}" # want "only thing"
wrong::behind: "%{alias('x')}/srv" # want "only thing"
wrong::space: " %{alias('x')}" # want "only thing"
wrong::twice: "%{alias('x')}%{alias('y')}" # want "only thing" "only thing"
wrong::nested:
  k: ["a %{alias('x')}"] # want "only thing"
wrong::block: |
  %{alias('x')} # want "only thing"
wrong::folded: >
  some text
  %{alias('x')} # want "only thing"
wrong::escaped: "\u00e4\t%{alias(\"x\")}" # want "only thing"
`))
	for i, want := range []string{"%{alias('x')}", "%{alias('x')}", "%{alias('x')}", "%{alias('x')}", "%{alias('y')}", "%{alias('x')}", "%{alias('x')}", "%{alias('x')}", `%{alias(\"x\")}`} {
		if i >= len(found) {
			break
		}
		if got := underlined(found[i]); got != want {
			t.Errorf("finding %d underlines %q, want %q", i, got, want)
		}
	}
}

// TestUnknownFunctionOfBackend: a backend of the site may know other functions.
func TestUnknownFunctionOfBackend(t *testing.T) {
	config := func(backends string) string {
		return ":backends: " + backends + "\n:hierarchy: [common]\n:yaml:\n  :datadir: hieradata\n"
	}
	run(t, rules.InterpolationUnknownFunction, map[string]string{
		"hiera.yaml": config("[services, yaml]"), "hieradata/common.yaml": "a: \"%{service_addresses('web')}\"\n",
	})
	run(t, rules.InterpolationUnknownFunction, map[string]string{
		"hiera.yaml": config("[yaml]"), "hieradata/common.yaml": "a: \"%{service_addresses('web')}\" # want \"not a function\"\n",
	})
}

func TestLiteralArgument(t *testing.T) {
	run(t, rules.LiteralArgument, common(`---
right::percent: "%{literal('%')}{x}"
right::double: '%{literal("%")}{x}'
right::variable: "%{literal}"
right::other: "%{literals}"
text: "%{literal('hello')}" # want warning "single .%."
brace: "%{literal('%{')}x}" # want warning "single .%."
empty: "%{literal('')}" # want error "single .%."
none: "%{literal()}" # want error "quotes"
unquoted: "%{literal(%)}" # want error "quotes"
spaces: "%{literal( '%' )}" # want error "single .%."
two: "%{literal('%', 'x')}" # want error "single .%."
nested: "%{literal('%{x}')}" # want error "first .}."
`))
}

func TestInterpolationSyntax(t *testing.T) {
	run(t, rules.InterpolationSyntax, common(`---
right::fact: "%{facts.os.family}"
right::quoted: "%{facts.'a.b'}"
right::top: "%{::facts.os.family}"
right::empty: "100%{}"
right::percent: 100% {x}
right::odd: "%{X-Request-Id}o %{+YYYY.MM.dd} %{DATA:x} %{[@metadata][beat]}"
right::literal: "%{literal('')}"
right::unknown: "%{lookups('x')}"
right::argument: "%{lookup(x)}"
subscript: "%{facts['os']['family']}" # want error "brackets"
bare_subscript: "%{facts[os]}" # want error "brackets"
spaces: "%{lookup( 'x' )}" # want error "[Ss]paces"
two: "%{lookup('x', 'y')}" # want error "one argument"
quote: "%{lookup('x)}" # want error "quote"
text: "%{lookup('x'):80}" # want error "behind the call"
nested: "%{facts.%{x}}" # want error "another token"
unclosed: "%{lookup('x')" # want error "never closed"
unclosed_variable: "%{facts.os.name" # want error "never closed"
unclosed_other: "%{HOST and more" # want warning "never closed"
dots: "%{os..family}" # want error "empty"
dollar: "%{$x}" # want error "[$]"
`))
}

func TestInterpolationUnknownFunction(t *testing.T) {
	found := run(t, rules.InterpolationUnknownFunction, common(`---
right: "%{lookup('x')} %{hiera('x')} %{scope('x')}"
wrong: "%{lookups('x')}" # want error "lookups"
case: "%{Lookup('x')}" # want error "Lookup"
far: "%{strftime('x')}" # want error "strftime"
`))
	if len(found) == 3 && (len(found[0].Fixes) != 1 || len(found[2].Fixes) != 0) {
		t.Error("a name that is nearly right gets a fix, others do not")
	}
}

func TestInterpolationUnquotedArgument(t *testing.T) {
	found := run(t, rules.InterpolationUnquotedArgument, common(`---
right: "%{lookup('x')} %{foo}"
wrong: "%{lookup(db::host)}" # want error "quotes"
`))
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatal("there is no fix")
	}
	const want = "---\nright: \"%{lookup('x')} %{foo}\"\nwrong: \"%{lookup('db::host')}\"\n"
	if got := apply(found[0].Fixes[0]); got != want {
		t.Errorf("fixed:\n%s\nwant:\n%s", got, want)
	}
}

func TestInterpolationUnquoted(t *testing.T) {
	tests := []struct{ name, text, fixed string }{
		{"opens a value", "a: %{x} # want error \"must be in quotes\"\nb: 1\n", "a: \"%{x}\"\nb: 1\n"},
		{"opens a value with text behind", "a: %{x}/b c # want error \"must be in quotes\"\n", "a: \"%{x}/b c\"\n"},
		{"opens an element", "a:\n  - %{lookup('x')} # want error \"must be in quotes\"\n", "a:\n  - \"%{lookup('x')}\"\n"},
		{"double quotes inside", "a: %{lookup(\"x\")} # want error \"must be in quotes\"\n", "a: '%{lookup(\"x\")}'\n"},
		{"in a flow list", "a: [b, %{x}] # want error \"must be in quotes\"\n", "a: [b, \"%{x}\"]\n"},
		{"in a flow hash", "a: {b: %{x}, c: d} # want error \"must be in quotes\"\n", "a: {b: \"%{x}\", c: d}\n"},
		{"inside a value", "a: b %{x} # want note \"unquoted value\"\n", "a: \"b %{x}\"\n"},
		{"inside a value with quotes", "a: b \"%{x}\" # want note \"unquoted value\"\n", "a: 'b \"%{x}\"'\n"},
		{"inside a value with both quotes", "a: it's \"%{x}\" # want note \"unquoted value\"\n", "a: 'it''s \"%{x}\"'\n"},
		{"over two lines", "a: b\n  %{x} # want note \"unquoted value\"\n", "a: \"b\n  %{x}\"\n"},
		{"quoted", "a: \"%{x}\"\nb: '%{x}'\nc: |\n  %{x}\nd: >\n  %{x}\n", ""},
		{"a key at the root is not interpolated", "b%{x}: 1\n", ""},
		{"a comment cuts the token", "a: b %{lookup('c #d')} # want error \"starts a comment\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := run(t, rules.InterpolationUnquoted, common(tt.text))
			switch {
			case tt.fixed == "":
			case len(found) != 1 || len(found[0].Fixes) != 1:
				t.Fatal("one finding with one fix was wanted")
			default:
				if got := apply(found[0].Fixes[0]); got != tt.fixed {
					t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
				}
			}
		})
	}
}

func TestInterpolationUnquotedSeveral(t *testing.T) {
	run(t, rules.InterpolationUnquoted, common(`---
a: %{x} # want error "must be in quotes"
b:
  - %{y} # want error "must be in quotes"
  - ok
`))
	// The rest of a file that is repaired is checked as well.
	run(t, rules.AliasNotWholeValue, common("a: %{x}\nb: \"c %{alias('d')}\" # want \"only thing\"\n"))
}
