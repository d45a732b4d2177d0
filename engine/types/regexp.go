package types

import (
	"errors"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Regexp is a regular expression as a value.
type Regexp struct {
	source string
	re     *rubyregexp.Regexp // nil when it is not known what matches
}

// NewRegexp reads a Ruby regular expression. The error is Ruby's: "end pattern with unmatched
// parenthesis: /(/". An expression that Ruby takes, but that cannot be judged here, is none.
func NewRegexp(source string) (*Regexp, error) {
	re, err := rubyregexp.Compile(source)
	var unsupported *rubyregexp.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		return nil, err
	}
	return &Regexp{source: source, re: re}, nil
}

// Source is the expression without slashes around it.
func (r *Regexp) Source() string { return r.source }

// String is Ruby's to_s, with the options that are off.
func (r *Regexp) String() string { return rubytext.RegexpToS(r.source) }

// Inspect is the expression between slashes.
func (r *Regexp) Inspect() string { return rubytext.Regexp(r.source) }

// regexpLiteral writes an expression in a type. Ruby counts it as an option that the expression is
// not ASCII, and then Puppet writes the options too.
func regexpLiteral(source string) string {
	if isASCII(source) {
		return rubytext.Regexp(source)
	}
	return "/" + rubytext.RegexpToS(source) + "/"
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Eql tells whether o is a Regexp with the same source.
func (r *Regexp) Eql(o any) bool {
	other, ok := o.(*Regexp)
	return ok && r.source == other.source
}

func (r *Regexp) typ() *regexpType { return &regexpType{source: &r.source, re: r.re} }

func newRegexpType(source string) (*regexpType, error) {
	re, err := NewRegexp(source)
	if err != nil {
		return nil, err
	}
	return re.typ(), nil
}

// text is the source; a Regexp without parameter has an empty one.
func (t *regexpType) text() string {
	if t.source == nil {
		return ""
	}
	return *t.source
}

// matches tells whether the expression is found in s. Where that cannot be told, it is not; see
// Unsupported.
func (t *regexpType) matches(s string) bool {
	if t.source == nil {
		return true
	}
	if t.re == nil {
		return false
	}
	found, err := t.re.MatchString(s)
	return err == nil && found
}

// Unsupported is why it is not known which values belong to t: a regular expression in it that only
// Ruby can judge. It is nil for all other types.
func Unsupported(t Type) error { return unsupported(t, map[*aliasType]bool{}) }

func unsupported(t Type, seen map[*aliasType]bool) error {
	var found error
	switch t := t.(type) {
	case *patternType:
		for _, p := range t.patterns {
			if p.source != nil && p.re == nil {
				_, found = rubyregexp.Compile(*p.source)
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

// RubyClass is the name of its class in Ruby.
func (r *Regexp) RubyClass() string { return "Regexp" }
