// Package rubyregexp parses Ruby regular expressions and matches them as Ruby does.
//
// Puppet hands lookup_options keys that start with `^`, the pattern of Pattern[…] and Regexp[…],
// and `^` + knockout_prefix to Ruby's Regexp. Ruby's dialect (Onigmo) looks like the one of Go's
// regexp package, but many patterns that both accept mean different things: `^` and `$` hold at
// every line, `(?m)` makes the dot match a newline, `\pL` are two letters, `a{,2}` is a repeat.
// So a pattern is parsed here as Ruby parses it, refused in Ruby's own words where Ruby refuses
// it, and only then run: by package regexp where its answer is the same, for which it is written
// anew, and otherwise by a machine that backtracks as Ruby does, and counts its steps.
//
// What is uncertain is an *UnsupportedError or, where it depends on the text, a
// *MatchError, never a guess.
//
// The package answers whether and where a pattern and its groups match. It is not for replacement or
// splitting, and it is for UTF-8 only.
//
// Facts were measured with Ruby 3.1.2 (Onigmo 6.2, Unicode 13); see the differential test.
// Characters that only later versions of Unicode know are judged by the tables of the Go release.
package rubyregexp

import (
	"sync"
	"unicode/utf8"
)

// Options are what may stand behind a Ruby regular expression literal: /…/imx.
type Options struct {
	IgnoreCase bool // i
	Multiline  bool // m: the dot matches a newline too
	Extended   bool // x: white space and comments are ignored
}

// String gives the letters in the order of Ruby's messages.
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

// Regexp is a compiled Ruby regular expression. It is safe for use by several goroutines.
type Regexp struct {
	source    string
	limits    limits
	plain     matcher         // for plain subjects
	general   matcher         // for all others
	capturing func() *program // finds what groups match; compiled on first use
}

// matcher searches for the leftmost match: whether there is one, and where.
type matcher interface {
	match(subject string) (bool, error)
	find(subject string) ([]int, error)
}

// Compile reads pattern as Ruby's Regexp.new(pattern) does. The error is a *SyntaxError when Ruby
// refuses the pattern, and an *UnsupportedError when Ruby accepts it but it cannot be judged here.
func Compile(pattern string) (*Regexp, error) {
	return CompileOptions(pattern, Options{})
}

// CompileOptions is Compile for a literal with options.
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

// String is the pattern as it was given to Compile.
func (re *Regexp) String() string { return re.source }

// MatchString reports whether the pattern matches anywhere in subject, as Ruby's `=~` does. The
// error is a *MatchError when that is unknown.
func (re *Regexp) MatchString(subject string) (bool, error) {
	m, err := re.matcher(subject)
	if err != nil {
		return false, err
	}
	found, err := m.match(subject)
	return found, re.explain(err)
}

// FindStringIndex finds the leftmost match in subject: the offset of its first byte and the
// offset behind its last, or nil when there is none. The error is a *MatchError when that cannot
// be told.
func (re *Regexp) FindStringIndex(subject string) ([]int, error) {
	m, err := re.matcher(subject)
	if err != nil {
		return nil, err
	}
	at, err := m.find(subject)
	return at, re.explain(err)
}

// SearchSteps is about how many steps a search in a short subject may take.
func (re *Regexp) SearchSteps() int {
	if re.IsForgetful() {
		return maxForgetful
	}
	return shortSearch
}

// IsForgetful reports whether a search may try the same again and again, as for back-references. Such searches cost most of all.
func (re *Regexp) IsForgetful() bool { return re.Cost() >= costForgetful }

// What a search in a short subject costs at most, in units of some hundred nanoseconds.
const (
	costLinear    = 1
	costSearch    = 50
	costForgetful = 200
)

// Cost is about what a search in a short subject costs at most, as work of a lookup.
func (re *Regexp) Cost() int {
	if _, ok := re.plain.(linear); ok {
		return costLinear
	}
	if re.capturing().memorable {
		return costSearch
	}
	return costForgetful
}

// matcher is what searches subject.
func (re *Regexp) matcher(subject string) (matcher, error) {
	if isPlain(subject) {
		return re.plain, nil
	}
	if !utf8.ValidString(subject) {
		// Ruby raises ArgumentError with these words.
		return nil, &MatchError{Pattern: re.source, Reason: "invalid byte sequence in UTF-8"}
	}
	if reason := re.limits.check(subject); reason != "" {
		return nil, &MatchError{Pattern: re.source, Reason: reason}
	}
	return re.general, nil
}

// isPlain reports whether subject is ASCII in one line, as nearly all lookup keys are. There `^` is
// the start of the text, `$` its end, and no Unicode rule applies.
func isPlain(subject string) bool {
	for i := range len(subject) {
		if subject[i] >= utf8.RuneSelf || subject[i] == '\n' {
			return false
		}
	}
	return true
}
