package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestHashKeyNotString(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, fixed string }{
		{"boolean", "a:\n  on: 1 # want error \"a boolean\"\n", "a:\n  \"on\": 1\n"},
		{"in a flow hash", "a: {b: [{no: 1}]} # want error \"a boolean\"\n", "a: {b: [{\"no\": 1}]}\n"},
		{"true", "a: {true: 1} # want error \"a boolean\"\n", "a: {\"true\": 1}\n"},
		{"null", "a: {null: 1} # want error \"is null\"\n", "a: {\"null\": 1}\n"},
		{"nothing", "a:\n  ? # want error \"is null\"\n  : 1\n", ""},
		{"list", "a:\n  ? [b] # want error \"is an array\"\n  : 1\n", ""},
		{"texts, numbers and symbols", "a: {b: 1, 'on': 2, 1: 3, 1.5: 4, y: 5}\nc:\n  :d: 1\n", ""},
		{"at the root", "a: 1\noff: 2 # want warning \"a boolean\"\n", "a: 1\n\"off\": 2\n"},
		{"number at the root", "a: 1\n8080: 2 # want warning \"a number\"\n", "a: 1\n\"8080\": 2\n"},
		{"symbol at the root", ":a: 1\n", ""},
		{"in options", "lookup_options:\n  a: {merge: {yes: x}} # want error \"a boolean\"\n", "lookup_options:\n  a: {merge: {\"yes\": x}}\n"},
		{"entry of options", "lookup_options:\n  yes: {}\n", ""}, // reported by lookup-options-reserved
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, yaml.HashKeyNotString, ruletest.Common(tt.text))
			if tt.fixed == "" {
				return
			}
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatal("want one finding with one fix")
			}
			if got := ruletest.Apply(found[0].Fixes[0]); got != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
			}
		})
	}
}

// TestHashKeyNotStringElsewhere checks module data, where Puppet crashes, and files that no level
// reads.
func TestHashKeyNotStringElsewhere(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.HashKeyNotString, map[string]string{
		"modules/m/hiera.yaml":       "version: 5\n",
		"modules/m/data/common.yaml": "m::a: 1\non: 2 # want error \"a boolean\"\n1: 3 # want error \"a number\"\n",
		"data/workflows/ci.yaml":     "on: push\njobs:\n  on: 1 # want warning \"a boolean\"\n",
	})
}
