// Package rubyregexp parses and matches Ruby regular expressions.
//
// Puppet passes lookup_options keys that start with `^`, the patterns of Pattern[…] and Regexp[…], and `^` +
// knockout_prefix to Ruby's Regexp. Ruby's dialect (Onigmo) resembles that of Go's regexp package, but many patterns
// mean different things: `^` and `$` match at every line, `(?m)` makes the dot match a newline, `\pL` is two letters,
// and `a{,2}` is a repeat. This package therefore parses patterns as Ruby does, and reports Ruby's error messages. If
// package regexp gives the same answers, the pattern is translated for it. All others are matched by a backtracking
// machine with a limit on its steps.
//
// If a result is uncertain, the error is an *UnsupportedError or, if it depends on the text, a *MatchError.
//
// The package finds matches and their groups in UTF-8 text. It does not replace or split text.
//
// The behavior was measured with Ruby 3.1.2 (Onigmo 6.2, Unicode 13); see the differential test. Characters added in
// later versions of Unicode follow the tables of the Go release.
package rubyregexp

import (
	"sync"
	"unicode/utf8"
)

// Options are the options of a Ruby regular expression literal: /…/imx.
type Options struct {
	IgnoreCase bool // i
	Multiline  bool // m: the dot also matches a newline
	Extended   bool // x: white space and comments are ignored
}

// String returns the letters in the order of Ruby's messages.
func (o Options) String() string {
	var letters []byte
	if o.Multiline {
		letters = append(letters, 'm')
	}
	if o.IgnoreCase {
		letters = append(letters, 'i')
	}
	if o.Extended {
		letters = append(letters, 'x')
	}
	return string(letters)
}

// Regexp is a compiled Ruby regular expression. It is safe for concurrent use.
type Regexp struct {
	source    string
	limits    limits
	plain     matcher         // for plain subjects
	general   matcher         // for all others
	capturing func() *program // finds the groups; compiled on first use
}

// matcher finds the leftmost match.
type matcher interface {
	match(subject string) (bool, error)
	find(subject string) ([]int, error)
}

// Compile parses pattern like Ruby's Regexp.new(pattern). The error is a *SyntaxError if Ruby rejects the pattern, and
// an *UnsupportedError if Ruby accepts it but this package cannot match it.
func Compile(pattern string) (*Regexp, error) {
	return CompileOptions(pattern, Options{})
}

// CompileOptions is like Compile, with the options of a literal.
func CompileOptions(pattern string, options Options) (*Regexp, error) {
	tree, err := parse(pattern, options)
	if err != nil {
		return nil, err
	}
	plain, general := tree.matchers()
	return &Regexp{
		source:    pattern,
		limits:    tree.limits,
		plain:     plain,
		general:   general,
		capturing: sync.OnceValue(func() *program { return tree.compile(true) }),
	}, nil
}

// String returns the pattern as passed to Compile.
func (re *Regexp) String() string { return re.source }

// MatchString reports whether the pattern matches anywhere in subject, as Ruby's `=~` does. The error is a *MatchError
// if that is unknown.
func (re *Regexp) MatchString(subject string) (bool, error) {
	m, err := re.matcher(subject)
	if err != nil {
		return false, err
	}
	found, err := m.match(subject)
	return found, re.explain(err)
}

// FindStringIndex returns the bounds of the leftmost match in subject, or nil if there is none. The error is a
// *MatchError if that is unknown.
func (re *Regexp) FindStringIndex(subject string) ([]int, error) {
	m, err := re.matcher(subject)
	if err != nil {
		return nil, err
	}
	at, err := m.find(subject)
	return at, re.explain(err)
}

// SearchSteps returns approximately how many steps a search in a short subject may take.
func (re *Regexp) SearchSteps() int {
	if re.IsForgetful() {
		return maxForgetful
	}
	return shortSearch
}

// IsForgetful reports whether a search may retry the same alternatives repeatedly, as with back-references. Such
// searches are the most expensive.
func (re *Regexp) IsForgetful() bool { return re.Cost() >= costForgetful }

// The maximum cost of a search in a short subject, in units of a few hundred nanoseconds.
const (
	costLinear    = 1
	costSearch    = 50
	costForgetful = 200
)

// Cost returns the approximate maximum cost of a search in a short subject, for the budget of a lookup.
func (re *Regexp) Cost() int {
	if _, ok := re.plain.(linear); ok {
		return costLinear
	}
	if re.capturing().memorable {
		return costSearch
	}
	return costForgetful
}

// matcher returns the matcher for subject.
func (re *Regexp) matcher(subject string) (matcher, error) {
	if isPlain(subject) {
		return re.plain, nil
	}
	if !utf8.ValidString(subject) {
		// The message of Ruby's ArgumentError.
		return nil, &MatchError{Pattern: re.source, Reason: "invalid byte sequence in UTF-8"}
	}
	if reason := re.limits.check(subject); reason != "" {
		return nil, &MatchError{Pattern: re.source, Reason: reason}
	}
	return re.general, nil
}

// isPlain reports whether subject is a single line of ASCII, as nearly all lookup keys are. In it, `^` and `$` match
// only at its start and end, and no Unicode rule applies.
func isPlain(subject string) bool {
	for i := range len(subject) {
		if subject[i] >= utf8.RuneSelf || subject[i] == '\n' {
			return false
		}
	}
	return true
}
