package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func module(text string) map[string]string {
	return map[string]string{
		"modules/foo/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"modules/foo/data/common.yaml": text,
	}
}

func TestLookupOptionsOutsideModule(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.LookupOptionsOutsideModule, module(`---
lookup_options:
  foo::a: {merge: unique}
  '^foo::.*': {merge: unique}
  bar::a: {merge: unique} # want error "bar::a"
  foo: {merge: unique} # want error "foo"
  '^bar::': {merge: unique} # want error "bar"
  '^foo(::|x)': {merge: unique} # want error "foo"
  '^(foo::a)': {merge: unique} # want error "foo"
`))
	ruletest.Run(t, options.LookupOptionsOutsideModule, ruletest.Common("lookup_options:\n  bar::a: {merge: unique}\n  '^foo::': {merge: unique}\n"))
}
