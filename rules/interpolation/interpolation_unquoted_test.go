package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationUnquoted(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, fixed string }{
		{"opens a value", "a: %{x} # want error \"unquoted value starts\"\nb: 1\n", "a: \"%{x}\"\nb: 1\n"},
		{"text after the token", "a: %{x}/b c # want error \"unquoted value starts\"\n", "a: \"%{x}/b c\"\n"},
		{"opens an element", "a:\n  - %{lookup('x')} # want error \"unquoted value starts\"\n", "a:\n  - \"%{lookup('x')}\"\n"},
		{"double quotes inside", "a: %{lookup(\"x\")} # want error \"unquoted value starts\"\n", "a: '%{lookup(\"x\")}'\n"},
		{"in a flow list", "a: [b, %{x}] # want error \"unquoted value starts\"\n", "a: [b, \"%{x}\"]\n"},
		{"in a flow hash", "a: {b: %{x}, c: d} # want error \"unquoted value starts\"\n", "a: {b: \"%{x}\", c: d}\n"},
		{"inside a value", "a: b %{x} # want note \"unquoted value\"\n", "a: \"b %{x}\"\n"},
		{"inside a value with quotes", "a: b \"%{x}\" # want note \"unquoted value\"\n", "a: 'b \"%{x}\"'\n"},
		{"inside a value with both quotes", "a: it's \"%{x}\" # want note \"unquoted value\"\n", "a: 'it''s \"%{x}\"'\n"},
		{"in a nested key", "a:\n  b-%{x}: 1 # want note \"unquoted key\"\n", "a:\n  \"b-%{x}\": 1\n"},
		{"over two lines", "a: b\n  %{x} # want note \"unquoted value\"\n", "a: \"b\n  %{x}\"\n"},
		{"quoted", "a: \"%{x}\"\nb: '%{x}'\nc: |\n  %{x}\nd: >\n  %{x}\n", ""},
		{"a key at the root is not interpolated", "b%{x}: 1\n", ""},
		{"a comment cuts the token", "a: b %{lookup('c #d')} # want error \"starts a comment\"\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, interpolation.InterpolationUnquoted, ruletest.Common(tt.text))
			switch {
			case tt.fixed == "":
			case len(found) != 1 || len(found[0].Fixes) != 1:
				t.Fatal("want one finding with one fix")
			default:
				if got := ruletest.Apply(found[0].Fixes[0]); got != tt.fixed {
					t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
				}
			}
		})
	}
}

func TestInterpolationUnquotedSeveral(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationUnquoted, ruletest.Common(`---
a: %{x} # want error "unquoted value starts"
b:
  - %{y} # want error "unquoted value starts"
  - ok
`))
	// The rest of such a file is checked as well.
	ruletest.Run(t, interpolation.AliasNotWholeValue, ruletest.Common("a: %{x}\nb: \"c %{alias('d')}\" # want \"whole value\"\n"))
}
