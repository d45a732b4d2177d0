package data

import (
	"math"

	"github.com/hieralint/hieralint/internal/ascii"
)

// MapKey is a map key that distinguishes values as Ruby's eql? does: 1, 1.0, and "1" differ.
type MapKey struct {
	kind    Kind
	text    string
	integer int64
	float   float64
}

// MapKey returns the key for v. If ok is false, there is none, and v must be compared with Eql:
// collections, big integers, NaN, and binary strings.
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
		return k, !v.binary || ascii.Is(v.text)
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
