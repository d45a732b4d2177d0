package rich

import (
	"errors"
	"hash/maphash"

	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/ascii"
)

// Regexp is a regular expression as a value.
type Regexp struct {
	source      string
	compiled    *rubyregexp.Regexp // nil if it is unknown what matches
	unsupported error              // why it is unknown
}

// NewRegexp parses a Ruby regular expression. The error is Ruby's: "end pattern with unmatched
// parenthesis: /(/". An expression that Ruby accepts but that is not supported here is not an
// error.
func NewRegexp(source string) (*Regexp, error) { return NewEquivalentRegexp(source, source) }

// NewEquivalentRegexp returns the regular expression source, which matches the same strings as
// equivalent. It is for expressions that are not supported as they are written.
func NewEquivalentRegexp(source, equivalent string) (*Regexp, error) {
	compiled, err := rubyregexp.Compile(equivalent)
	var unsupported *rubyregexp.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		return nil, err
	}
	return &Regexp{source: source, compiled: compiled, unsupported: err}, nil
}

// Source returns the expression without slashes.
func (r *Regexp) Source() string { return r.source }

// Unsupported returns the reason why it is unknown what the expression matches; nil if it is known.
func (r *Regexp) Unsupported() error { return r.unsupported }

// String returns Ruby's to_s, which contains the options that are off.
func (r *Regexp) String() string { return rubytext.RegexpToS(r.source) }

// Inspect returns the expression between slashes.
func (r *Regexp) Inspect() string { return rubytext.Regexp(r.source) }

// Literal returns the expression as types print it. In Ruby, a non-ASCII expression has an
// additional option, because of which Puppet prints the options too.
func (r *Regexp) Literal() string {
	if r.IsASCII() {
		return r.Inspect()
	}
	return "/" + r.String() + "/"
}

// IsASCII reports whether the source consists of ASCII characters.
func (r *Regexp) IsASCII() bool { return ascii.Is(r.source) }

// Eql reports whether o is a Regexp with the same source.
func (r *Regexp) Eql(o any) bool {
	other, ok := o.(*Regexp)
	return ok && r.source == other.source
}

var hashSeed = maphash.MakeSeed()

// Hash is the same for equal expressions.
func (r *Regexp) Hash() uint64 { return maphash.String(hashSeed, r.source) }

// RubyClass returns the name of its Ruby class.
func (r *Regexp) RubyClass() string { return "Regexp" }

// SearchSteps returns the approximate number of steps to search a short string.
func (r *Regexp) SearchSteps() int {
	if r.compiled == nil {
		return 0
	}
	return r.compiled.SearchSteps()
}

// Cost returns the approximate cost of a search; see rubyregexp.Regexp.Cost.
func (r *Regexp) Cost() int {
	if r.compiled == nil {
		return 0
	}
	return r.compiled.Cost()
}

// MatchString reports whether the expression matches a part of s. It returns false if that is
// unknown; see Unsupported.
func (r *Regexp) MatchString(s string) bool {
	if r.compiled == nil {
		return false
	}
	found, err := r.compiled.MatchString(s)
	return err == nil && found
}
