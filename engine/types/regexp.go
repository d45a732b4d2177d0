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

// literal is the expression as it prints; a Regexp without parameter has an empty one.
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

// matches reports whether the expression is found in s. Where that is unknown it is not; see Unsupported.
func (t *regexpType) matches(s string) bool { return t.re == nil || t.re.MatchString(s) }

// SearchSteps is about how many steps the searches for the regular expressions in t take in a short string; 0 where
// there are none.
func SearchSteps(t Type) int { return sumOverPatterns(t, (*rich.Regexp).SearchSteps) }

// SearchCost is about what the searches for the regular expressions in t cost in one short string; 0 where there are none. See
// rubyregexp.Regexp.Cost.
func SearchCost(t Type) int { return sumOverPatterns(t, (*rich.Regexp).Cost) }

// sumOverPatterns adds up what f says of the regular expressions of the Pattern types in t.
func sumOverPatterns(t Type, f func(*rich.Regexp) int) int {
	sum := 0
	for part := range everyType(t) {
		if pattern, ok := part.(*patternType); ok {
			for _, p := range pattern.patterns {
				if p.re != nil {
					sum += f(p.re)
				}
			}
		}
	}
	return sum
}

// Unsupported is why it is unknown which values belong to t: a regular expression in it that only
// Ruby can judge. It is nil for all other types.
func Unsupported(t Type) error {
	for part := range everyType(t) {
		if pattern, ok := part.(*patternType); ok {
			for _, p := range slices.Backward(pattern.patterns) {
				if p.re != nil && p.re.Unsupported() != nil {
					return p.re.Unsupported()
				}
			}
		}
	}
	return nil
}
