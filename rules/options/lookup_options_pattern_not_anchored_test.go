package options_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsPatternNotAnchored(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, options.LookupOptionsPatternNotAnchored, ruletest.Common(`---
lookup_options:
  '^profile::.*': {merge: hash}
  profile::web::vhosts: {merge: hash}
  profile::web.vhosts: {merge: hash}
  plain-name: {merge: hash}
  strange*key: {merge: hash}
  "%{facts.role}::x": {merge: hash}
  'profile::.*::users': {merge: hash} # want error "start with"
  '/^profile/': {merge: hash} # want error "start with"
  'profile::*': {merge: hash} # want error "start with"
  'profile::(a|b)::users': {merge: hash} # want error "start with"
strange*key: {a: 1}
`))
	if len(found) == 4 {
		for i, want := range []string{"'^profile::.*::users'", "'^profile'", "'^profile::'", "'^profile::(a|b)::users'"} {
			if got := ruletest.Apply(found[i].Fixes[0]); !strings.Contains(got, "\n  "+want+": {") {
				t.Errorf("fix %d: %s is not in %s", i, want, got)
			}
		}
	}
	found = ruletest.Run(t, options.LookupOptionsPatternNotAnchored, ruletest.Common("lookup_options:\n  \"profile::\\\\w+::users\": {merge: hash} # want \"start with\"\n"))
	if got := ruletest.Apply(found[0].Fixes[0]); !strings.Contains(got, "  \"^profile::\\\\w+::users\": {") {
		t.Errorf("fixed: %s", got)
	}
	found = ruletest.Run(t, options.LookupOptionsPatternNotAnchored, ruletest.Common("lookup_options:\n  '^profile::.*': {merge: hash}\n  'profile::.*': {merge: hash} # want \"start with\"\n"))
	if d := found[0]; d.Help != "remove it; `^profile::.*` is already set here, to the same value" || len(d.Fixes) > 0 {
		t.Errorf("beside the pattern: help %q, fixes %v", d.Help, d.Fixes)
	}
	found = ruletest.Check(t, filetree.Write(t, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": "{\"lookup_options\": {\"a::.*::b\": {\"merge\": \"hash\"}}}\n",
	}))
	if len(found) != 1 || ruletest.Apply(found[0].Fixes[0]) != "{\"lookup_options\": {\"^a::.*::b\": {\"merge\": \"hash\"}}}\n" {
		t.Errorf("in JSON: %v", found)
	}
}
