package merge

import "github.com/hieralint/hieralint/engine/data"

// scalarKey tells scalars apart as Ruby's eql? does: 1, 1.0 and "1" are three values.
type scalarKey struct {
	kind    data.Kind
	text    string
	integer int64
	float   float64
}

// smallSet is the number of values up to which comparing one by one beats hashing.
const smallSet = 8

// valueSet is a set of values by eql?. Short lists, which most are, need no map.
type valueSet struct {
	scalars map[scalarKey]bool
	values  []*data.Value // all of a small set; else those that have no scalarKey
}

func newValueSet(size int) *valueSet {
	s := &valueSet{}
	if size > smallSet {
		s.scalars = make(map[scalarKey]bool, size)
	}
	return s
}

// add tells whether v was new.
func (s *valueSet) add(v *data.Value) bool {
	if s.scalars != nil {
		if key, ok := keyOf(v); ok {
			if s.scalars[key] {
				return false
			}
			s.scalars[key] = true
			return true
		}
	}
	for _, other := range s.values {
		if data.Eql(v, other) {
			return false
		}
	}
	s.values = append(s.values, v)
	return true
}

// keyOf is the map key of a scalar; big integers and all else are compared one by one.
func keyOf(v *data.Value) (key scalarKey, ok bool) {
	key.kind = v.Kind()
	switch v.Kind() {
	case data.String, data.Symbol:
		key.text = v.Text()
	case data.Integer:
		if key.integer, ok = v.Int(); !ok {
			return key, false
		}
	case data.Float:
		key.float = v.Float()
	default:
		return key, false
	}
	return key, true
}
