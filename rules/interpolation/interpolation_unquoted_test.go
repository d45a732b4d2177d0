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

// TestInterpolationUnquotedKey checks unquoted variables with the name of a key, which would be empty if they were only quoted.
func TestInterpolationUnquotedKey(t *testing.T) {
	t.Parallel()
	const class = "class db::mysql($password, $user) {}"
	for name, tt := range map[string]struct {
		text, code, fixed string
		isSafe            bool
	}{
		"a key":            {"db::mysql::password: x\na: %{db::mysql::password}", "", "db::mysql::password: x\na: \"%{lookup('db::mysql::password')}\"\n", false},
		"with other text":  {"b: x\na: %{facts.role}/%{b}/%{::b}/c", "", "b: x\na: \"%{facts.role}/%{lookup('b')}/%{lookup('b')}/c\"\n", false},
		"its own key":      {"db::mysql::password: %{db::mysql::password}", "", "db::mysql::password: \"%{db::mysql::password}\"\n", true},
		"another name":     {"db::mysql::password: x\na: %{db::mysql::user}", "", "db::mysql::password: x\na: \"%{db::mysql::user}\"\n", true},
		"a class variable": {"db::mysql::password: x\na: %{db::mysql::password}", class, "db::mysql::password: x\na: \"%{db::mysql::password}\"\n", true},
		"in the hierarchy": {"role: x\na: %{role}", "", "role: x\na: \"%{role}\"\n", true},
		"a legacy fact":    {"hostname: x\na: %{hostname}", "", "hostname: x\na: \"%{hostname}\"\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy: [{name: A, paths: ['%{role}.yaml', common.yaml]}]\n",
				"data/common.yaml": ruletest.Marked(tt.text, "error \"unquoted value starts\""), "manifests/site.pp": "include x",
			}
			if tt.code != "" {
				files["modules/db/manifests/mysql.pp"] = tt.code
			}
			found := ruletest.Run(t, interpolation.InterpolationUnquoted, files)
			if len(found) != 1 {
				t.Fatal("want one finding")
			}
			fixes := found[0].Fixes
			if got := ruletest.Apply(fixes[0]); got != tt.fixed || fixes[0].Safe != tt.isSafe || found[0].HasSafeFix() != tt.isSafe || len(fixes) > 1 == tt.isSafe {
				t.Errorf("fixed %q, %d fixes, safe: %t", got, len(fixes), found[0].HasSafeFix())
			}
		})
	}
}
