package rubyregexp

import (
	"errors"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// errTimeout is what regexp2 says of a search that takes too long.
var errTimeout = errors.New("match timeout")

// capturing is a pattern that tells what its groups match.
type capturing struct {
	re *regexp2.Regexp
	// groups are the numbers of the groups in the translated pattern, in the order in which Ruby
	// numbers them: where some have a name, the others only group.
	groups []int
}

// capturing makes the matcher that knows groups.
func (t *tree) capturing() (*capturing, error) {
	e := &emitter{referred: map[int]bool{}}
	var plain, named []int
	walk(t.root, func(n node) bool {
		if g, ok := n.(*group); ok && g.kind == capture {
			e.referred[g.num] = true
			if g.name {
				named = append(named, g.num)
			} else {
				plain = append(plain, g.num)
			}
		}
		return true
	})
	e.emit(t.root, loose)
	re, err := compileBacktracking(e.String())
	if err != nil {
		return nil, err
	}
	groups := plain
	if len(named) > 0 {
		groups = named
	}
	return &capturing{re: re, groups: groups}, nil
}

// find gives the offsets of the leftmost match and its groups, or nil.
func (m *capturing) find(subject string) ([]int, error) {
	match, err := m.re.FindStringMatch(subject)
	if err != nil || match == nil {
		return nil, err
	}
	return m.at(match, characterOffsets(subject)), nil
}

// at is where a match and its groups are; offsets are those of the characters of its subject.
func (m *capturing) at(match *regexp2.Match, offsets []int) []int {
	at := make([]int, 2, 2+2*len(m.groups))
	at[0], at[1] = offsets[match.Index], offsets[match.Index+match.Length]
	for _, number := range m.groups {
		g := match.GroupByNumber(number)
		if g == nil || len(g.Captures) == 0 {
			at = append(at, -1, -1)
			continue
		}
		at = append(at, offsets[g.Index], offsets[g.Index+g.Length])
	}
	return at
}

// characterOffsets are the offsets of the characters of s, and of its end: regexp2 counts characters.
func characterOffsets(s string) []int {
	offsets := make([]int, 0, len(s)+1)
	for i := 0; i < len(s); {
		offsets = append(offsets, i)
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return append(offsets, len(s))
}

// FindStringSubmatchIndex finds the leftmost match in subject and what the groups of the pattern
// matched, as pairs of offsets: first those of the whole match, then those of the groups in the order
// in which Ruby numbers them; -1 for a group that has no part in the match. It is nil when there is
// no match. The error is a *MatchError when that cannot be told.
func (re *Regexp) FindStringSubmatchIndex(subject string) ([]int, error) {
	if _, err := re.matcher(subject); err != nil {
		return nil, err
	}
	m, err := re.capturing()
	if err != nil {
		return nil, re.explain(err)
	}
	at, err := m.find(subject)
	return at, re.explain(err)
}

// AllStringSubmatchIndex finds all matches in subject that do not overlap, from left to right, each
// as FindStringSubmatchIndex has it: those that Ruby's gsub replaces. An error ends them.
func (re *Regexp) AllStringSubmatchIndex(subject string) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		if err := re.eachMatch(subject, func(at []int) bool { return yield(at, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

// The searches for all matches that take longer than slowSearch may take allTimeout together.
const (
	slowSearch = time.Millisecond
	allTimeout = 3 * matchTimeout
)

// eachMatch calls visit for each match as long as it says so.
func (re *Regexp) eachMatch(subject string, visit func(at []int) bool) error {
	if strings.Contains(re.source, `\G`) {
		return &MatchError{Pattern: re.source, Reason: "the pattern has \\G, which holds at each match"}
	}
	if _, err := re.matcher(subject); err != nil {
		return err
	}
	m, err := re.capturing()
	if err != nil {
		return re.explain(err)
	}
	var offsets []int
	var slow time.Duration
	start := time.Now()
	match, err := m.re.FindStringMatch(subject)
	for ; match != nil && err == nil; match, err = m.re.FindNextMatch(match) {
		if took := time.Since(start); took > slowSearch {
			slow += took
		}
		if slow > allTimeout {
			return re.explain(errTimeout)
		}
		if offsets == nil {
			offsets = characterOffsets(subject)
		}
		if !visit(m.at(match, offsets)) {
			return nil
		}
		start = time.Now()
	}
	return re.explain(err)
}
