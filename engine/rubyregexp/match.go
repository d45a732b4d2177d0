package rubyregexp

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// matchTimeout ends a search that backtracks without end. Ruby would go on; patterns that need so
// long on a text as short as a lookup key take longer than anyone waits.
const matchTimeout = time.Second

// maxGivenUp is how many searches for a pattern may take too long before none is begun any more.
const maxGivenUp = 2

// limits are the rules of a pattern that cannot be told for every text.
type limits struct {
	folds         bool // something is matched without regard to case
	foldedClass   bool // a set that holds characters of foldings is
	foldedBackref bool // a back-reference is
	foldedBehind  bool // a look-behind is, of more than one character
	// longer are the other cases that have more bytes than the character in the pattern, of a pattern
	// with \z or \Z: Onigmo does not find (?i)s\z in `ſ`, as it looks for one byte before the end.
	longer runeSet
}

// check says why a match in subject, which is not plain, cannot be told; empty when it can.
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

// linear is a pattern that package regexp can search for: in time linear to the text.
type linear struct{ re *regexp.Regexp }

func (m linear) match(subject string) (bool, error) { return m.re.MatchString(subject), nil }

func (m linear) find(subject string) ([]int, error) { return m.re.FindStringIndex(subject), nil }

// backtracking is a pattern that needs regexp2.
type backtracking struct{ re *regexp2.Regexp }

func (m backtracking) match(subject string) (bool, error) { return m.re.MatchString(subject) }

func (m backtracking) find(subject string) ([]int, error) {
	match, err := m.re.FindStringMatch(subject)
	if err != nil || match == nil {
		return nil, err
	}
	// regexp2 counts characters.
	at := []int{0, 0}
	for i := range at {
		chars := match.Index + i*match.Length
		for range chars {
			_, size := utf8.DecodeRuneInString(subject[at[i]:])
			at[i] += size
		}
	}
	return at, nil
}

// plainMatcher makes the matcher for plain subjects.
func (t *tree) plainMatcher() (matcher, error) {
	text := t.translate(true)
	if isLinear(t.root) {
		if re, err := regexp.Compile(text); err == nil {
			return linear{re}, nil
		}
		// Too much nesting, or too large.
	}
	return newBacktracking(text)
}

// generalMatcher makes the matcher for all other subjects.
func (t *tree) generalMatcher() (matcher, error) {
	return newBacktracking(t.translate(false))
}

func newBacktracking(pattern string) (matcher, error) {
	re, err := compileBacktracking(pattern)
	if err != nil {
		return nil, err
	}
	return backtracking{re}, nil
}

func compileBacktracking(pattern string) (*regexp2.Regexp, error) {
	re, err := regexp2.Compile(pattern, regexp2.None)
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	re.MatchTimeout = matchTimeout
	return re, nil
}

// maxUnrolled bounds the programs that package regexp makes: it writes repeats out.
const maxUnrolled = 10_000

// isLinear tells whether package regexp finds the same matches as Ruby. It does not know
// look-around, back-references and atomic groups, and differs in repeats of what may be empty.
func isLinear(root node) bool {
	return unrolled(root) <= maxUnrolled
}

// unrolled is the size of n with its repeats written out; more than maxUnrolled when n is not
// for package regexp.
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

// minLength is 0 when n can match nothing, and 1 or more when it can not.
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

// explain makes a MatchError of an engine's error.
func (re *Regexp) explain(err error) error {
	if err == nil {
		return nil
	}
	reason := err.Error()
	if strings.Contains(reason, errTimeout.Error()) {
		re.givenUp.Add(1)
		reason = fmt.Sprintf("the search was given up after %s; the pattern can match the same text in very many ways, "+
			"as in `(a+)+`, and Ruby may take for ever", matchTimeout)
	}
	return &MatchError{Pattern: re.source, Reason: reason}
}
