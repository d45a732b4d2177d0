package data

import "math"

// MapKey is a key for maps of values that distinguishes them as Ruby's eql? does: 1, 1.0 and "1" are
// three.
type MapKey struct {
	kind    Kind
	text    string
	integer int64
	float   float64
}

// MapKey is the key for v. Without ok there is none, and v must be compared with others by Eql: a collection,
// a big integer, NaN, binary text.
func (v *Value) MapKey() (k MapKey, ok bool) {
	k.kind = v.kind
	switch v.kind {
	case Undef, Default:
		return k, true
	case Boolean:
		if v.boolean {
			k.integer = 1
		}
		return k, true
	case String:
		k.text = v.text
		return k, !v.binary || IsASCII(v.text)
	case Symbol:
		k.text = v.text
		return k, true
	case Integer:
		k.integer, ok = v.Int()
		return k, ok
	case Float:
		k.float = v.Float()
		return k, !math.IsNaN(k.float)
	}
	return k, false
}
