package merge

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// smallSet is the number of values up to which comparing is faster than hashing.
const smallSet = 8

// valueSet is a set of values compared by eql?. Small sets, the most common ones, need no map.
type valueSet struct {
	scalars map[data.MapKey]bool
	values  []*data.Value // of a small set
	others  data.Index    // of a large set, without a MapKey
}

func newValueSet(size int) *valueSet {
	s := &valueSet{}
	if size > smallSet {
		s.scalars = make(map[data.MapKey]bool, size)
	}
	return s
}

// add adds v and reports whether it is new.
func (s *valueSet) add(v *data.Value) bool {
	if s.scalars != nil {
		if key, ok := v.MapKey(); ok {
			if s.scalars[key] {
				return false
			}
			s.scalars[key] = true
			return true
		}
		_, added := s.others.Add(v)
		return added
	}
	for _, other := range s.values {
		if data.Eql(v, other) {
			return false
		}
	}
	s.values = append(s.values, v)
	return true
}

// has reports whether the set contains v.
func (s *valueSet) has(v *data.Value) bool {
	if s.scalars == nil {
		return slices.ContainsFunc(s.values, func(other *data.Value) bool { return data.Eql(v, other) })
	}
	if key, ok := v.MapKey(); ok {
		return s.scalars[key]
	}
	return s.others.Find(v, data.Eql) >= 0
}
