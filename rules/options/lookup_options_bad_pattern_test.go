package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsBadPattern(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.LookupOptionsBadPattern, ruletest.Common(`---
lookup_options:
  '^a(?!b)': {merge: hash}
  '^a{,2}$': {merge: hash}
  '^[[:alpha:]]+\h': {merge: hash}
  'a(': {merge: hash}
  '^a(': {merge: hash} # want error "unmatched parenthesis"
  '^[b-a]': {merge: hash} # want error "empty range"
  '^(?P<n>a)': {merge: hash} # want error "undefined group option"
  '^(?s)a': {merge: hash} # want error "undefined group option"
  '^a|*': {merge: hash} # want error "target of repeat operator"
`))
}
