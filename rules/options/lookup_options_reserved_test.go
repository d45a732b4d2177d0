package options_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsReserved(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common(`---
lookup_options:
  a: {merge: unique}
  b:
  c: unique # want error "must be a hash"
  d: [unique] # want error "must be a hash"
  e: 5 # want error "must be a hash"
  1: {merge: unique} # want error "must be a string"
  f: {merge: "%{facts.how}"}
  g: {merge: "%{lookup('how')}"} # want error "inside"
x: "%{lookup('lookup_options')}" # want error "cannot be looked up"
y: "%{alias('lookup_options.a.merge')}" # want error "cannot be looked up"
z: "%{lookup('lookup_options_of_mine')}"
app:
  lookup_options: some setting of the application
  nested:
    lookup_options: # want error "top level"
      a: {merge: unique}
`))
	ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_options: unique # want error \"must be a hash\"\n"))
	ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_options:\na: 1\n"))
	for _, name := range []string{"lookup_option", "lookup-options", "lookupoptions", "Lookup_Options", "lookup_optoins", "lookup::options"} {
		found := ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common(name+": # want error \"not the reserved key `lookup_options`\"\n  a: {merge: unique}\n"))
		if got := ruletest.Apply(found[0].Fixes[0]); got != "lookup_options:\n  a: {merge: unique}\n" || found[0].Fixes[0].Safe {
			t.Errorf("%s: fixed %q, safe: %v", name, got, found[0].Fixes[0].Safe)
		}
	}
	found := ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_options:\n  a: {merge: unique}\nlookup_option: # want error \"not the reserved key\"\n  b: {merge: unique}\n"))
	if d := found[0]; d.Help != "move its entries to `lookup_options`" || len(d.Fixes) > 0 {
		t.Errorf("beside lookup_options: help %q, fixes %v", d.Help, d.Fixes)
	}
	ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_option: {a: b}\nbackup_options: {a: {merge: unique}}\nlookup_opts: {a: {merge: unique}}\n"))
	ruletest.Run(t, options.LookupOptionsReserved, map[string]string{
		"hiera.yaml": "version: 5\nlookup_options: # want error \"data files\"\n  a: {merge: unique}\n" +
			"hierarchy:\n  - name: Common\n    path: common.yaml\n    lookup_options: {a: {merge: unique}} # want error \"data files\"\n",
	})
}

func TestUnindentedOptions(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		"lookup_options:\n  a:\n  merge: deep # want error \"^`merge` is not indented further than `a`\"\n":                      "\n    merge: deep",
		"lookup_options:\n    '^a':\n    # about\n    convert_to: Sensitive # want error \"not indented further than `\\^a`\"\n": "\n      convert_to: Sensitive",
		"lookup_options:\n  a: ~\n  merge: # want error \"not indented further\"\n\n    strategy: deep\n":                        "\n\n      strategy: deep\n",
	} {
		found := ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common(before))
		if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Safe || !strings.Contains(ruletest.Apply(found[0].Fixes[0]), after) {
			t.Errorf("%s: got %v, want one finding with a fix that writes %q", before, found, after)
		}
	}
	for _, text := range []string{
		"a:\n  b: {merge: deep}\n  merge: deep # want error \"must be a hash\"",
		"{a: , merge: deep} # want error \"must be a hash\"",
		"a:\n  merge: {merge: deep}",
	} {
		ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_options:\n  "+text+"\n"))
	}
	ruletest.Run(t, options.LookupOptionsUnknownOption, ruletest.Common("lookup_options:\n  a:\n  merge:\n    strategy: deep\n"))
}
