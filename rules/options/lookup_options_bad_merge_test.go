package options_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

// TestHiddenOptions checks the severity of a mistake in lookup_options: it is a warning if another
// entry overrides it on every node, since no lookup fails.
func TestHiddenOptions(t *testing.T) {
	t.Parallel()
	const bad = "lookup_options:\n  a::k: {merge: deeep} # want SEVERITY \"deeep\"\na::k: [1]\n"
	const good = "lookup_options:\n  a::k: {merge: deep}\n"
	levels := "version: 5\nhierarchy:\n  - {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Always, path: always.yaml}\n  - {name: Common, path: common.yaml}\n"
	asError, asWarning := strings.ReplaceAll(bad, "SEVERITY", "error"), strings.ReplaceAll(bad, "SEVERITY", "warning")
	tests := []struct {
		name  string
		files map[string]string
	}{
		{"alone", map[string]string{"data/common.yaml": asError}},
		{"hidden on all nodes", map[string]string{"data/always.yaml": good, "data/common.yaml": asWarning}},
		{"hidden on one node only", map[string]string{"data/nodes/n1.yaml": good, "data/common.yaml": asError}},
		{"a lower entry hides nothing", map[string]string{"data/always.yaml": asError, "data/common.yaml": good}},
		{"in the file of a node, above", map[string]string{"data/nodes/n1.yaml": asError, "data/common.yaml": good}},
		{"a pattern hides no name", map[string]string{"data/always.yaml": strings.ReplaceAll(good, "a::k", "'^a::'"), "data/common.yaml": asError}},
		{"a name hides a pattern", map[string]string{"data/always.yaml": good, "data/common.yaml": strings.ReplaceAll(asWarning, "  a::k", "  '^a::k'")}},
		{"a pattern for this key only", map[string]string{"data/common.yaml": strings.ReplaceAll(asError, "  a::k", "  '^b::k'")}},
		{"the pattern of a lower level comes first", map[string]string{
			"data/always.yaml": strings.ReplaceAll(asWarning, "  a::k", "  '^a::'"), "data/common.yaml": strings.ReplaceAll(good, "a::k", "'^a::k'"),
		}},
		{"the environment hides a module", map[string]string{
			"data/common.yaml": good, "modules/a/hiera.yaml": "version: 5\n", "modules/a/data/common.yaml": asWarning,
		}},
		{"a module hides nothing", map[string]string{
			"data/common.yaml": asError, "modules/a/hiera.yaml": "version: 5\n", "modules/a/data/common.yaml": good,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.files["hiera.yaml"] = levels
			ruletest.Run(t, options.LookupOptionsBadMerge, tt.files)
		})
	}
}

// TestTooManyPatterns checks a mistake in lookup_options of which it would take too long to find out
// whether another entry takes precedence: it is no error, since no lookup may fail.
func TestTooManyPatterns(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("lookup_options:\n")
	for i, severity := range []string{"error", "error", "warning"} {
		fmt.Fprintf(&text, "  '^a::k[%d]%s$': {merge: deeep} # want %s \"deeep\"\n", i, strings.Repeat("x?", 100), severity)
	}
	for i := range 10_000 {
		fmt.Fprintf(&text, "a::k%d: 1\n", i)
	}
	for _, d := range ruletest.Run(t, options.LookupOptionsBadMerge, ruletest.Common(text.String())) {
		if says := strings.HasSuffix(d.Detail, "There are too many patterns and keys to check that"); says != (d.Severity == diagnostic.Warning) {
			t.Errorf("%s: got the detail %q", d.Severity, d.Detail)
		}
	}
}

func TestLookupOptionsBadMerge(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.LookupOptionsBadMerge, ruletest.Common(`---
lookup_options:
  a: {merge: first}
  b: {merge: {strategy: deep, knockout_prefix: '--', sort_merged_arrays: true, merge_hash_arrays: false}}
  c: {merge: reverse_deep}
  d: {merge: "%{facts.how}"}
  e: {merge: ~}
  f: {merge: deeep} # want error "deeep"
  g: {merge: Deep} # want error "Deep"
  h: {merge: {knockout_prefix: '--'}} # want error "without a .strategy."
  i: {merge: {strategy: unique, knockout_prefix: '--'}} # want error "valid only with"
  j: {merge: {strategy: deep, knockout: '--'}} # want error "unknown merge option"
  k: {merge: {strategy: deep, sort_merged_arrays: 'yes'}} # want error "invalid value"
  l: {merge: {strategy: deep, knockout_prefix: ''}} # want error "invalid value"
  m: {merge: [deep]} # want error "unknown merge strategy"
  n: {merge: {strategy: deep, knockout_prefix: '+'}} # want error "regular expression"
  o: {merge: {strategy: deep, knockout_prefix: '('}} # want error "regular expression"
  q: {merge: {strategy: deep, knockout_prefix: '!'}}
  r: {merge: {strategy: deep, knockout_prefix: '//'}}
  s: {merge: {strategy: deep, knockout_prefix: 'no-'}}
`))
}
