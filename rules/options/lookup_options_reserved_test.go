package options_test

import (
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
	ruletest.Run(t, options.LookupOptionsReserved, ruletest.Common("lookup_option: {a: b}\nbackup_options: {a: {merge: unique}}\nlookup_opts: {a: {merge: unique}}\n"))
	ruletest.Run(t, options.LookupOptionsReserved, map[string]string{
		"hiera.yaml": "version: 5\nlookup_options: # want error \"data files\"\n  a: {merge: unique}\n" +
			"hierarchy:\n  - name: Common\n    path: common.yaml\n    lookup_options: {a: {merge: unique}} # want error \"data files\"\n",
	})
}
