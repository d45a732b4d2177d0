package rubyregexp

import (
	"iter"
	"strings"
)

// Spend is called with the number of steps of a search. An error aborts it.
type Spend func(steps int) error

// FindStringSubmatchIndex returns the bounds of the leftmost match in subject and of its groups in Ruby's numbering,
// with -1 for groups that did not take part. It returns nil if there is no match. The error is a *MatchError if that is
// unknown, or that of spend.
func (re *Regexp) FindStringSubmatchIndex(subject string, spend Spend) ([]int, error) {
	for at, err := range re.AllStringSubmatchIndex(subject, spend) {
		return at, err
	}
	return nil, nil
}

// AllStringSubmatchIndex iterates over the successive matches in subject that Ruby's gsub would replace, each as
// returned by FindStringSubmatchIndex. An error ends the iteration.
func (re *Regexp) AllStringSubmatchIndex(subject string, spend Spend) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		if err := re.check(subject); err != nil {
			yield(nil, err)
			return
		}
		m := re.capturing().newMachine(subject)
		spent := 0
		for from, first := 0, true; from <= len(subject); first = false {
			if !first && strings.Contains(re.source, `\G`) {
				yield(nil, &MatchError{Pattern: re.source, Reason: "the pattern has \\G, which holds at each match"})
				return
			}
			found, err := m.find(from)
			if failed := spend(m.steps - spent); err == nil {
				err = failed
			}
			spent = m.steps
			switch {
			case err != nil:
				yield(nil, re.explain(err))
				return
			case !found || !yield(m.matched(), nil):
				return
			}
			from = m.registers[1]
			if m.registers[0] == from {
				from = m.after(from)
			}
		}
	}
}

// matched returns the bounds of the match and its groups.
func (m *machine) matched() []int {
	at := make([]int, 2, 2+2*len(m.groups))
	at[0], at[1] = m.registers[0], m.registers[1]
	for _, group := range m.groups {
		at = append(at, m.registers[2*group:2*group+2]...)
	}
	return at
}
