package data

import (
	"hash/maphash"
	"math"
	"slices"
)

// valueSize is what a value adds to Size in addition to its text. maxSizeOf is the size at which
// Size stops.
const (
	valueSize = 16
	maxSizeOf = 1 << 40
)

// Size returns the amount of data that walking through v visits, in bytes: a few for each value,
// and the length of strings. Shared parts count each time they are reached, so the Size of a value
// can be much larger than its memory. It is cached.
func (v *Value) Size() int {
	switch v.kind {
	case String, Symbol:
		return valueSize + len(v.text)
	case Integer:
		if v.payload != nil {
			return valueSize + v.BigInt().BitLen()/8
		}
	}
	if v.elements == nil {
		return valueSize
	}
	if n := v.elements.size.Load(); n > 0 {
		return int(n)
	}
	n := valueSize
	for _, item := range v.elements.items {
		n = min(n+item.Size(), maxSizeOf)
	}
	for _, e := range v.elements.entries {
		n = min(n+e.Key.Size()+e.Value.Size(), maxSizeOf)
	}
	v.elements.size.Store(int64(n))
	return n
}

// Depth returns the depth of nested arrays and hashes in v, 0 for a scalar. It is cached.
func (v *Value) Depth() int {
	if v.elements == nil {
		return 0
	}
	if n := v.elements.depth.Load(); n > 0 {
		return int(n)
	}
	n := 0
	for _, item := range v.elements.items {
		n = max(n, item.Depth())
	}
	for _, e := range v.elements.entries {
		n = max(n, e.Key.Depth(), e.Value.Depth())
	}
	v.elements.depth.Store(int32(n + 1))
	return n + 1
}

var hashSeed = maphash.MakeSeed()

// Hash returns a hash code that is the same for all values that are equal by Eql or by Ruby's ==,
// for which 1 and 1.0 are equal. It differs between processes.
func (v *Value) Hash() uint64 {
	switch v.kind {
	case Integer, Float:
		return hashOfNumber(v.AsFloat())
	case String, Symbol:
		return maphash.String(hashSeed, v.text)
	case Boolean:
		if v.boolean {
			return 1
		}
		return 2
	}
	if v.elements == nil {
		if p, ok := v.Payload().(interface{ Hash() uint64 }); ok {
			return p.Hash()
		}
		return uint64(v.kind)
	}
	if h := v.elements.hash.Load(); h != 0 {
		return h
	}
	h := uint64(v.kind) + 3
	for _, item := range v.elements.items {
		h = h*31 + item.Hash()
	}
	for _, e := range v.elements.entries { // in any order
		h += (e.Key.Hash()*31 + e.Value.Hash()) * 31
	}
	h |= 1
	v.elements.hash.Store(h)
	return h
}

func hashOfNumber(f float64) uint64 {
	if f == 0 || math.IsNaN(f) {
		f = 0 // 0 and -0 are equal, and so are all NaNs
	}
	return maphash.Comparable(hashSeed, math.Float64bits(f))
}

// Index finds values by equality. The zero Index is empty.
type Index struct {
	values []*Value
	places map[uint64][]int // by Hash; nil if there are few values
}

// few is the number of values up to which a search is faster than a map.
const few = 8

// Values returns the values in the order in which they were added.
func (x *Index) Values() []*Value { return x.values }

// Find returns the position of the first value for which equal returns true, or -1. equal must
// return false for values with different Hash.
func (x *Index) Find(v *Value, equal func(a, b *Value) bool) int {
	if x.places == nil {
		return slices.IndexFunc(x.values, func(other *Value) bool { return equal(other, v) })
	}
	for _, i := range x.places[v.Hash()] {
		if equal(x.values[i], v) {
			return i
		}
	}
	return -1
}

// Add adds v unless the index contains a value that is equal by Ruby's eql?. It returns the
// position of that value or of v.
func (x *Index) Add(v *Value) (place int, added bool) {
	if i := x.Find(v, Eql); i >= 0 {
		return i, false
	}
	x.append(v)
	return len(x.values) - 1, true
}

// append adds v.
func (x *Index) append(v *Value) {
	x.values = append(x.values, v)
	start := len(x.values) - 1
	switch {
	case len(x.values) <= few:
		return
	case x.places == nil:
		x.places, start = map[uint64][]int{}, 0
	}
	for i, v := range x.values[start:] {
		x.places[v.Hash()] = append(x.places[v.Hash()], start+i)
	}
}

// HashBuilder collects the entries of a Hash. Of equal keys, the last value takes the position of
// the first. The zero HashBuilder is empty.
type HashBuilder struct {
	keys    Index
	entries []Entry
}

// Set sets the value of a key.
func (b *HashBuilder) Set(k, v *Value) {
	if i, added := b.keys.Add(k); !added {
		b.entries[i].Value = v
		return
	}
	b.entries = append(b.entries, Entry{Key: k, Value: v})
}

// SetAll sets the values of the keys of a Hash.
func (b *HashBuilder) SetAll(hash *Value) {
	for _, e := range hash.Entries() {
		b.Set(e.Key, e.Value)
	}
}

// Get returns the value of a key.
func (b *HashBuilder) Get(k *Value) (*Value, bool) {
	if i := b.keys.Find(k, Eql); i >= 0 {
		return b.entries[i].Value, true
	}
	return nil, false
}

// Hash returns the Hash. The builder must not be used afterwards.
func (b *HashBuilder) Hash() *Value { return NewHash(b.entries) }
