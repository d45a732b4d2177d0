package rubyregexp

import (
	"errors"
	"regexp"
	"sync"
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

// check returns why the result for a subject that is not plain is unknown, or "".
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

// linear is a pattern that package regexp can match, in linear time.
type linear struct{ re *regexp.Regexp }

func (m linear) match(subject string) (bool, error) { return m.re.MatchString(subject), nil }

func (m linear) find(subject string) ([]int, error) { return m.re.FindStringIndex(subject), nil }

// backtracking is a pattern that package regexp cannot match.
type backtracking struct{ program func() *program }

func (m backtracking) match(subject string) (bool, error) {
	return m.program().newMachine(subject).find(0)
}

func (m backtracking) find(subject string) ([]int, error) {
	machine := m.program().newMachine(subject)
	found, err := machine.find(0)
	if err != nil || !found {
		return nil, err
	}
	return machine.registers[:2:2], nil
}

// matchers returns the matchers for plain subjects and for all others.
func (t *tree) matchers() (plain, general matcher) {
	general = backtracking{sync.OnceValue(func() *program { return t.compile(false) })}
	if isLinear(t.root) {
		if re, err := regexp.Compile(t.translate()); err == nil {
			return linear{re}, general
		}
		// Nested too deeply, or too large.
	}
	return general, general
}

// maxUnrolled limits the size of patterns for package regexp, which expands repeats.
const maxUnrolled = 10_000

// isLinear reports whether package regexp finds the same matches as Ruby. It supports no look-around, back-references,
// or atomic groups, and differs in repeats of possibly empty matches.
func isLinear(root node) bool {
	return unrolled(root) <= maxUnrolled
}

// unrolled returns the size of n with its repeats expanded. It is more than maxUnrolled if package regexp cannot match
// n.
func unrolled(n node) int {
	const no = maxUnrolled + 1
	size := 1
	for _, part := range parts(n) {
		size = min(size+unrolled(part), no)
	}
	switch n := n.(type) {
	case *repeat:
		if n.max != 0 && n.max != 1 && minLength(n.body) == 0 {
			return no
		}
		size = min(size*max(n.min, n.max, 1), no)
	case *group:
		if n.kind != capture && n.kind != modified {
			return no
		}
	case *backref, *conditional:
		return no
	}
	return size
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
