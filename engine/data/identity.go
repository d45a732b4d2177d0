package data

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
)

// identities numbers values: two values have the same number if and only if Eql reports that they
// are equal. Each collection is visited once, however deeply it is nested and however many aliases
// refer to it.
//
// It supports only the kinds of values that a data file can contain.
type identities struct {
	scalars     map[MapKey]int
	others      map[string]int // by encode
	collections map[*elements]int
	next        int
}

func (t *identities) of(v *Value) int {
	if key, ok := v.MapKey(); ok {
		return number(t, &t.scalars, key)
	}
	if v.elements == nil {
		return number(t, &t.others, t.encode(v))
	}
	if id, ok := t.collections[v.elements]; ok {
		return id
	}
	id := number(t, &t.others, t.encode(v))
	lists.Put(&t.collections, v.elements, id)
	return id
}

// number returns the number of a key in one of the maps of t, and assigns a new one if it has none.
func number[K comparable](t *identities, numbers *map[K]int, key K) int {
	id, ok := (*numbers)[key]
	if !ok {
		if *numbers == nil {
			*numbers = map[K]int{}
		}
		id = t.next
		t.next++
		(*numbers)[key] = id
	}
	return id
}

// encode returns a string that is the same for all equal values; for values without a MapKey.
func (t *identities) encode(v *Value) string {
	b := []byte{byte(v.kind)}
	switch v.kind {
	case Integer:
		b = v.BigInt().Append(b, 16)
	case Float:
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(math.NaN())) // the only Float without a MapKey
	case String:
		b = append(b, v.text...) // binary
	case Array:
		for _, item := range v.Items() {
			b = binary.AppendUvarint(b, uint64(t.of(item)))
		}
	case Hash:
		entries := make([][2]int, v.Len())
		for i, e := range v.Entries() {
			entries[i] = [2]int{t.of(e.Key), t.of(e.Value)}
		}
		slices.SortFunc(entries, func(a, b [2]int) int { return a[0] - b[0] })
		for _, e := range entries {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e[0])), uint64(e[1]))
		}
	}
	return string(b)
}
