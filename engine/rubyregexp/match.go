package rubyregexp

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// limits are properties of a pattern because of which some subjects cannot be matched reliably.
type limits struct {
	folds         bool // something is case-insensitive
	foldedClass   bool // a set with characters of foldings is
	foldedBackref bool // a back-reference is
	foldedBehind  bool // a look-behind of more than one character is
	// longer are the other cases with more bytes than the character in a pattern with \z or \Z: Onigmo does not find
	// (?i)s\z in `ſ`, since it starts one byte before the end.
	longer runeSet
}

// check returns why the result for a subject is unknown, or "".
func (l limits) check(subject string) string {
	ascii := true
	for _, r := range subject {
		if r >= utf8.RuneSelf {
			ascii = false
			switch {
			case l.folds && foldings.contains(r):
				return "the pattern disregards case, and the text has a character such as ß, whose other case is more than one"
			case l.longer.contains(r):
				return "the pattern disregards case up to the end of the text, which has a character such as ſ, longer than the s whose other case it is"
			}
		}
	}
	switch {
	case ascii:
		return ""
	case l.foldedClass:
		return "the pattern has a set without regard to case, and the text is more than ASCII"
	case l.foldedBackref:
		return "the pattern has a back-reference without regard to case, and the text is more than ASCII"
	case l.foldedBehind:
		return "the pattern has a look-behind without regard to case, and the text is more than ASCII"
	}
	return ""
}

// search returns the bounds of the leftmost match in subject. The error is a *MatchError if it is unknown.
func (re *Regexp) search(subject string) (at [2]int, found bool, err error) {
	if err := re.check(subject); err != nil {
		return at, false, err
	}
	if re.RequiresMore(subject) {
		return at, false, nil
	}
	m := re.plain().newMachine(subject)
	defer m.release()
	found, err = m.find(0)
	return [2]int(m.registers), found, re.explain(err)
}

// RequiresMore reports whether subject lacks a text that is part of each match, so that no search is necessary.
func (re *Regexp) RequiresMore(subject string) bool {
	return !strings.Contains(subject, re.plain().required)
}

// minLength returns 0 if n can match the empty string, and at least 1 otherwise.
func minLength(n node) int {
	switch n := n.(type) {
	case *char, *set:
		return 1
	case *sequence:
		sum := 0
		for _, item := range n.items {
			sum = max(sum, minLength(item))
		}
		return sum
	case *alternation:
		least := 1
		for _, item := range n.items {
			least = min(least, minLength(item))
		}
		return least
	case *repeat:
		if n.min > 0 {
			return minLength(n.body)
		}
	case *group:
		if n.kind == capture || n.kind == modified || n.kind == atomic {
			return minLength(n.body)
		}
	}
	return 0
}

// explain returns a MatchError for a search that took too many steps.
func (re *Regexp) explain(err error) error {
	if !errors.Is(err, errTooLong) {
		return err
	}
	return &MatchError{Pattern: re.source, Reason: "the search was given up after very many steps; the pattern can match the same text in very many ways, " +
		"as in `(a+)+`, and Ruby may take for ever"}
}
