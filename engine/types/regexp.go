package types

import "github.com/hieralint/hieralint/engine/rich"

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

// Unsupported is why it is unknown which values belong to t: a regular expression in it that only
// Ruby can judge. It is nil for all other types.
func Unsupported(t Type) error { return unsupported(t, map[*aliasType]bool{}) }

func unsupported(t Type, seen map[*aliasType]bool) error {
	var found error
	switch t := t.(type) {
	case *patternType:
		for _, p := range t.patterns {
			if p.re != nil && p.re.Unsupported() != nil {
				found = p.re.Unsupported()
			}
		}
	case *aliasType:
		if seen[t] {
			return nil
		}
		seen[t] = true
	}
	inside(t, func(o Type) {
		if found == nil {
			found = unsupported(o, seen)
		}
	})
	return found
}
