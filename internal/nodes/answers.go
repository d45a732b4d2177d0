package nodes

import (
	"maps"
	"slices"
)

// answer is the answer to a question about the known values of a variable: the first value that is
// not among some others, if there is one. The zero value means that the set of variables was used.
type answer struct {
	name, value string
	isFree      bool
}

// Answers are all answers given while a key was evaluated. The result is valid as long as they are.
type Answers []answer

func (a *Answers) add(one answer) {
	if !slices.Contains(*a, one) {
		*a = append(*a, one)
	}
}

// freeValue returns the first value of a variable that is not among those taken, and that data of the environment or of
// the key's modules leads to.
func (p *places) freeValue(name string, taken map[string]bool) (value string, ok bool) {
	v, given := p.fleet.variables[name], &p.answers
	for _, value := range v.values {
		if !taken[value] && v.isKnownTo(p.modules, value) {
			given.add(answer{name, value, true})
			return value, true
		}
	}
	given.add(answer{name: name})
	return "", false
}

// Answers returns the answers given so far.
func (k *Key) Answers() Answers {
	all := slices.Clip(k.answers)
	if k.places != nil {
		for _, a := range k.places.answers {
			all.add(a)
		}
	}
	return all
}

// GivesSame reports whether the answers given before an edit are still valid.
func (fleet *Fleet) GivesSame(before *Fleet, given Answers) bool {
	if len(given) == 0 {
		return true
	}
	if !maps.EqualFunc(fleet.variables, before.variables, func(a, b *variable) bool { return a.display == b.display }) {
		return false
	}
	return !slices.ContainsFunc(given, func(a answer) bool {
		if a.name == "" {
			return false
		}
		if !maps.EqualFunc(fleet.variables[a.name].inModules, before.variables[a.name].inModules, slices.Equal) {
			return true
		}
		is, was := fleet.variables[a.name].values, before.variables[a.name].values
		if a.isFree {
			i, known := slices.BinarySearch(is, a.value)
			if !known {
				return true
			}
			is = is[:i]
		}
		return slices.ContainsFunc(is, func(value string) bool {
			_, known := slices.BinarySearch(was, value)
			return !known
		})
	})
}
