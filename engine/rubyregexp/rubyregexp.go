// Package rubyregexp parses and matches Ruby regular expressions.
//
// Puppet passes lookup_options keys that start with `^`, the patterns of Pattern[…] and Regexp[…], and `^` +
// knockout_prefix to Ruby's Regexp. Ruby's dialect (Onigmo) resembles that of Go's regexp package, but many patterns
// mean different things: `^` and `$` match at every line, `(?m)` makes the dot match a newline, `\pL` is two letters,
// and `a{,2}` is a repeat. This package therefore parses patterns as Ruby does, reports Ruby's error messages, and
// matches with a backtracking machine that remembers failures and has a limit on its steps.
//
// If a result is uncertain, the error is an *UnsupportedError or, if it depends on the text, a *MatchError.
//
// The package finds matches and their groups in UTF-8 text. It does not replace or split text.
//
// The behavior was measured with Ruby 3.1.2 (Onigmo 6.2, Unicode 13); see the differential test. Characters added in
// later versions of Unicode follow the tables of the Go release.
package rubyregexp

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/rubytext"
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
	plain     func() *program // finds matches; compiled on first use
	capturing func() *program // also finds their groups
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
	compile := func(captures bool) *program { // many patterns are never used, so the tree is not kept
		tree, _ := parse(pattern, options)
		return tree.compile(captures)
	}
	return &Regexp{
		source:    pattern,
		limits:    tree.limits,
		plain:     sync.OnceValue(func() *program { return compile(false) }),
		capturing: sync.OnceValue(func() *program { return compile(true) }),
	}, nil
}

// Matches reports whether a valid pattern matches a part of a text.
func Matches(pattern, text string) bool {
	re, err := Compile(pattern)
	if err != nil {
		return false
	}
	found, err := re.MatchString(text)
	return err == nil && found
}

// String returns the pattern as passed to Compile.
func (re *Regexp) String() string { return re.source }

// MatchString reports whether the pattern matches anywhere in subject, as Ruby's `=~` does. The error is a *MatchError
// if that is unknown.
func (re *Regexp) MatchString(subject string) (bool, error) {
	_, found, err := re.search(subject)
	return found, err
}

// FindStringIndex returns the bounds of the leftmost match in subject, or nil if there is none. The error is a
// *MatchError if that is unknown.
func (re *Regexp) FindStringIndex(subject string) ([]int, error) {
	at, found, err := re.search(subject)
	if err != nil || !found {
		return nil, err
	}
	return at[:], nil
}

// SearchSteps returns approximately how many steps a search in a short subject may take.
func (re *Regexp) SearchSteps() int {
	if re.CannotMemoize() {
		return maxForgetful
	}
	return shortSearch
}

// CannotMemoize reports whether a search may retry the same alternatives repeatedly, as with back-references. Such
// searches are the most expensive.
func (re *Regexp) CannotMemoize() bool { return re.Cost() >= costForgetful }

// The maximum cost of a search in a short subject, in units of a few hundred nanoseconds.
const (
	costLinear    = 1
	costSearch    = 50
	costForgetful = 200
)

// Cost returns the approximate maximum cost of a search in a short subject, for the budget of a lookup.
func (re *Regexp) Cost() int {
	switch p := re.plain(); {
	case !p.memorable:
		return costForgetful
	case p.hasParts:
		return costSearch
	}
	return costLinear
}

// fewRepetitions is the number of repetitions that most patterns have.
const fewRepetitions = 3

// Repetitions returns an upper bound of the number of repetitions in a pattern beyond the first few. The
// time to match the pattern grows with it.
func Repetitions(pattern string) int {
	n := 0
	for _, c := range []byte(pattern) {
		if strings.IndexByte("*+?{", c) >= 0 {
			n++
		}
	}
	return max(0, n-fewRepetitions)
}

// check returns the error if the result for subject is unknown.
func (re *Regexp) check(subject string) error {
	reason := "invalid byte sequence in UTF-8" // the message of Ruby's ArgumentError
	if utf8.ValidString(subject) {
		reason = re.limits.check(subject)
	}
	if reason == "" {
		return nil
	}
	return &MatchError{Pattern: re.source, Reason: reason}
}

// SyntaxError is the error of a pattern that Ruby rejects.
type SyntaxError struct {
	Pattern string
	Options Options
	// Problem is Ruby's description: `end pattern with unmatched parenthesis`.
	Problem string
}

// Error returns the message of Ruby's RegexpError: `end pattern with unmatched parenthesis: /^x(/`.
func (e *SyntaxError) Error() string {
	return e.Problem + ": " + rubytext.Regexp(e.Pattern) + e.Options.String()
}

// UnsupportedError is the error of a pattern that Ruby accepts but this package cannot match reliably.
type UnsupportedError struct {
	Pattern string
	// Construct names what is unsupported: "`\X` (grapheme cluster)".
	Construct string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("cannot tell what `%s` matches: %s is not supported", e.Pattern, e.Construct)
}

// MatchError is returned if it is unknown whether a pattern matches a text. It does not quote the text, which may be
// secret.
type MatchError struct {
	Pattern string
	Reason  string
}

func (e *MatchError) Error() string {
	return fmt.Sprintf("cannot tell whether `%s` matches: %s", e.Pattern, e.Reason)
}
