package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/rules"
)

// TestMisreadParameters is about texts without quotes that do not fit a parameter: one finding says all.
func TestMisreadParameters(t *testing.T) {
	for name, tt := range map[string]struct {
		typ, value string
		want       []string // what is in each message, in order
	}{
		"a version":            {"String $x", "1.10", []string{"error `app::x` expects a String value, got Float: `1.10` without quotes is the number 1.1"}},
		"a mode":               {"String $x", "0644", []string{"error `app::x` expects a String value, got Integer: `0644` without quotes is the number 420"}},
		"a word":               {"Enum['on', 'off'] $x", "on", []string{"error `app::x` expects a match for Enum['off', 'on'], got Boolean: `on` without quotes is the boolean true"}},
		"in a list":            {"Array[String] $x", "[1.10, 0644, a]", []string{"error `app::x` index 0 expects a String value, got Float: `1.10` without", "error `app::x` index 1 expects a String value, got Integer: `0644`"}},
		"not misread":          {"String $x", "80", []string{"error `app::x` expects a String value, got Integer"}},
		"it fits":              {"Variant[String, Float] $x", "1.10", []string{"warning `1.10` without quotes is the number 1.1"}},
		"quotes do not help":   {"Boolean $x", "0644", []string{"warning `0644` without quotes", "error `app::x` expects a Boolean value, got Integer"}},
		"a word for a boolean": {"Boolean $x", "on", nil},
	} {
		t.Run(name, func(t *testing.T) {
			tree := typed(tt.typ, "app::x: "+tt.value+"\n")
			tree["hiera.yaml"] = "version: 5\n"
			found := check(t, filetree.Write(t, tree))
			found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool {
				return d.Rule != rules.ValueTypeMismatch.Descriptor() && d.Rule != rules.YAMLImplicitNumber.Descriptor() && d.Rule != rules.YAMLImplicitBoolean.Descriptor()
			})
			if len(found) != len(tt.want) {
				t.Errorf("%d findings, want %d", len(found), len(tt.want))
			}
			for i, d := range found {
				if got := d.Severity.String() + " " + d.Message; i >= len(tt.want) || !strings.Contains(got, tt.want[i]) {
					t.Errorf("reported %q", got)
				}
				if len(d.Instead) > 0 && (len(d.Fixes) != 1 || d.Fixes[0].Message != "put it in quotes") {
					t.Errorf("%s: %+v", d.Message, d.Fixes)
				}
			}
		})
	}
}
