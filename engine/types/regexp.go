package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/rich"
)

func newRegexpType(source string) (*regexpType, error) {
	re, err := rich.NewRegexp(source)
	if err != nil {
		return nil, err
	}
	return &regexpType{re}, nil
}

// literal returns the expression as printed; empty for a Regexp without a parameter.
func (t *regexpType) literal() string {
	if t.re == nil {
		return "//"
	}
	return t.re.Literal()
}

// same reports whether both types have the same source, or none.
func (t *regexpType) same(o *regexpType) bool {
	return (t.re == nil) == (o.re == nil) && (t.re == nil || t.re.Eql(o.re))
}

// matches reports whether the expression matches s. It returns false if that is unknown; see
// Unsupported.
func (t *regexpType) matches(s string) bool { return t.re == nil || t.re.MatchString(s) }

// SearchSteps returns the approximate number of steps to match the regular expressions in t against
// a short string; 0 if there are none.
func SearchSteps(t Type) int { return sumOverPatterns(t, (*rich.Regexp).SearchSteps) }

// SearchCost returns the approximate cost of matching the regular expressions in t against a short
// string; 0 if there are none. See rubyregexp.Regexp.Cost.
func SearchCost(t Type) int { return sumOverPatterns(t, (*rich.Regexp).Cost) }

// sumOverPatterns returns the sum of f for the regular expressions of the Pattern types in t.
func sumOverPatterns(t Type, f func(*rich.Regexp) int) int {
	sum := 0
	for pattern := range patternsIn(t) {
		for _, p := range pattern.patterns {
			if p.re != nil {
				sum += f(p.re)
			}
		}
	}
	return sum
}

// Unsupported returns the reason why it is unknown which values are instances of t: a regular
// expression that only Ruby supports. It returns nil for all other types.
func Unsupported(t Type) error {
	for pattern := range patternsIn(t) {
		for _, p := range slices.Backward(pattern.patterns) {
			if p.re != nil && p.re.Unsupported() != nil {
				return p.re.Unsupported()
			}
		}
	}
	return nil
}
