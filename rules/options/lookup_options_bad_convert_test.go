package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestConversions(t *testing.T) {
	t.Parallel()
	asked := "lookup_options:\n  a: {convert_to: Integer}\n"
	ruletest.RunAll(t, options.LookupOptionsBadConvert, map[string]map[string]string{
		"a string":                  ruletest.Common(asked + "a: http # want error \"value of `a` cannot be converted\"\n"),
		"a number":                  ruletest.Common(asked + "a: '80'\n"),
		"on one role":               ruletest.Roles(map[string]string{"data/role/web.yaml": "a: x # want error \"value of `a`\"\n", "data/common.yaml": asked + "a: '1'\n"}),
		"a wrong type is said once": ruletest.Common("lookup_options:\n  a: {convert_to: Integr} # want error \"unknown type\"\na: 1\n"),
	})
}

func TestLookupOptionsBadConvert(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.LookupOptionsBadConvert, ruletest.Common(`---
lookup_options:
  a: {convert_to: Integer}
  b: {convert_to: [Integer, 16]}
  c: {convert_to: 'Array[String]'}
  d: {convert_to: "Enum['a', 'b']"}
  e: {convert_to: "Optional[Integer[0, 10]]"}
  f: {convert_to: Stdlib::Port}
  g: {convert_to: "%{facts.type}"}
  h: {convert_to: ~}
  i: {convert_to: integer} # want error "not a Puppet type"
  j: {convert_to: Integr} # want error "unknown type .Integr."
  k: {convert_to: 'Integer['} # want error "not a Puppet type"
  l: {convert_to: 5} # want error "not a Puppet type"
  m: {convert_to: [Sensitive, true]} # want error "invalid argument"
  n: {convert_to: []} # want error "not a Puppet type"
`))
}
