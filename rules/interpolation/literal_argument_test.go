package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestLiteralArgument(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.LiteralArgument, ruletest.Common(`---
right::percent: "%{literal('%')}{x}"
right::double: '%{literal("%")}{x}'
right::variable: "%{literal}"
right::other: "%{literals}"
text: "%{literal('hello')}" # want warning "single .%."
brace: "%{literal('%{')}x}" # want warning "single .%."
empty: "%{literal('')}" # want error "single .%."
none: "%{literal()}" # want error "unquoted"
unquoted: "%{literal(%)}" # want error "unquoted"
spaces: "%{literal( '%' )}" # want error "single .%."
two: "%{literal('%', 'x')}" # want error "single .%."
nested: "%{literal('%{x}')}" # want error "first .}."
`))
}
