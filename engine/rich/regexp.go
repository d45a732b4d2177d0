package rich

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Regexp is a regular expression as a value.
type Regexp struct {
	source      string
	compiled    *rubyregexp.Regexp // nil when it is unknown what matches
	unsupported error              // why it is unknown
}

// NewRegexp reads a Ruby regular expression. The error is Ruby's: "end pattern with unmatched
// parenthesis: /(/". An expression that Ruby takes, but that cannot be judged here, is none.
func NewRegexp(source string) (*Regexp, error) { return NewEquivalentRegexp(source, source) }

// NewEquivalentRegexp is the regular expression source, which matches what equivalent does. It serves for expressions that cannot be judged
// here as they are written.
func NewEquivalentRegexp(source, equivalent string) (*Regexp, error) {
	compiled, err := rubyregexp.Compile(equivalent)
	var unsupported *rubyregexp.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		return nil, err
	}
	return &Regexp{source: source, compiled: compiled, unsupported: err}, nil
}

// Source is the expression without slashes around it.
func (r *Regexp) Source() string { return r.source }

// Unsupported is why it is unknown what the expression matches; nil when that is known.
func (r *Regexp) Unsupported() error { return r.unsupported }

// String is Ruby's to_s, with the options that are off.
func (r *Regexp) String() string { return rubytext.RegexpToS(r.source) }

// Inspect is the expression between slashes.
func (r *Regexp) Inspect() string { return rubytext.Regexp(r.source) }

// Literal is the expression as a type shows it. Ruby counts it as an option that the expression is
// not ASCII, and then Puppet writes the options too.
func (r *Regexp) Literal() string {
	if r.IsASCII() {
		return r.Inspect()
	}
	return "/" + r.String() + "/"
}

// IsASCII reports whether all characters of the source are ASCII.
func (r *Regexp) IsASCII() bool { return data.IsASCII(r.source) }

// Eql reports whether o is a Regexp with the same source.
func (r *Regexp) Eql(o any) bool {
	other, ok := o.(*Regexp)
	return ok && r.source == other.source
}

// RubyClass is the name of its class in Ruby.
func (r *Regexp) RubyClass() string { return "Regexp" }

// SearchSteps is about how many steps a search in a short string may take.
func (r *Regexp) SearchSteps() int {
	if r.compiled == nil {
		return 0
	}
	return r.compiled.SearchSteps()
}

// Cost is about what a search costs; see rubyregexp.Regexp.Cost.
func (r *Regexp) Cost() int {
	if r.compiled == nil {
		return 0
	}
	return r.compiled.Cost()
}

// MatchString reports whether the expression is found in s. Where that is unknown it is not; see Unsupported.
func (r *Regexp) MatchString(s string) bool {
	if r.compiled == nil {
		return false
	}
	found, err := r.compiled.MatchString(s)
	return err == nil && found
}
