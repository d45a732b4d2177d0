package data

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// identities numbers values: two values have the same number if and only if Eql reports that they
// are equal. Each collection is visited once, however deeply it is nested and however many aliases
// refer to it.
//
// It supports only the kinds of values that a data file can contain.
type identities struct {
	numbers     map[string]int // by encode
	collections map[*elements]int
}

func (t *identities) of(v *Value) int {
	if id, ok := t.collections[v.elements]; ok {
		return id
	}
	code := t.encode(v)
	id, ok := t.numbers[code]
	if !ok {
		id = len(t.numbers)
		lists.Put(&t.numbers, code, id)
	}
	if v.elements != nil {
		lists.Put(&t.collections, v.elements, id)
	}
	return id
}

// encode returns a string that is the same for all equal values.
func (t *identities) encode(v *Value) string {
	b := []byte{byte(v.kind)}
	switch v.kind {
	case Boolean:
		b = strconv.AppendBool(b, v.boolean)
	case Integer:
		b = v.BigInt().Append(b, 16)
	case Float:
		b = strconv.AppendFloat(b, v.Float()+0, 'g', -1, 64) // -0 and 0 are equal
	case String:
		b = strconv.AppendBool(b, v.binary && !ascii.Is(v.text))
		b = append(b, v.text...)
	case Symbol:
		b = append(b, v.text...)
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
