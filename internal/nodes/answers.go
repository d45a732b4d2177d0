package nodes

import (
	"maps"
	"slices"
)

// answer is what was asked of the values of a variable that the tree knows: the first one that is none of some values, if there is one. The zero value
// is that the variables counted.
type answer struct {
	name, value string
	isFree      bool
}

// Answers are all that were given about one key. What was found out about it holds as long as they do.
type Answers []answer

func (a *Answers) add(one answer) {
	if !slices.Contains(*a, one) {
		*a = append(*a, one)
	}
}

// freeValue is the first value of a variable that the tree knows and that is not among those taken.
func (fleet *Fleet) freeValue(name string, taken map[string]bool, given *Answers) (value string, ok bool) {
	for _, value := range slices.Sorted(maps.Keys(fleet.variables[name].values)) {
		if !taken[value] {
			given.add(answer{name, value, true})
			return value, true
		}
	}
	given.add(answer{name: name})
	return "", false
}

// Answers are what was asked so far, for what was found out about the key, of the values of variables that the tree knows.
func (k *Key) Answers() Answers {
	all := slices.Clip(k.answers)
	if k.places != nil {
		for _, a := range k.places.answers {
			all.add(a)
		}
	}
	return all
}

// GivesSame reports whether the environment gives the same answers for a key as it did before an edit that does not touch the key.
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
		is, was := fleet.variables[a.name].values, before.variables[a.name].values
		if a.isFree && !is[a.value] {
			return true
		}
		for value := range is {
			if !was[value] && (!a.isFree || value < a.value) {
				return true
			}
		}
		return false
	})
}
