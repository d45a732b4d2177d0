// Package data reads data files (YAML, JSON) into values that know where they were written.
//
// A document has two faces. Node is the text: every key, scalar, alias and duplicate as it
// is written, with exact spans. Value is what Puppet makes of it: scalars resolved as Ruby's Psych
// resolves them, merge keys applied, the last of two equal keys. A Value read from a file
// points back to its Node, so whoever holds a value can say where it came from.
//
// The package knows nothing of hierarchies or interpolation.
package data

import (
	"iter"
	"math"
	"math/big"
	"slices"
	"sync/atomic"
	"unicode/utf8"
)

// Kind is the Puppet kind of a Value.
type Kind uint8

// The kinds. The first eight can come out of a data file; the others are made by convert_to,
// by functions and by the Puppet language.
const (
	Undef Kind = iota
	Boolean
	Integer
	Float
	String
	Symbol
	Array
	Hash
	Default
	Sensitive
	Rich // any other Puppet value; Payload has it
)

var kindNames = [...]string{"Undef", "Boolean", "Integer", "Float", "String", "Symbol", "Array", "Hash", "Default", "Sensitive", "Rich"}

func (k Kind) String() string { return kindNames[k] }

// Value is one Puppet value. Values are immutable once built and may be shared between
// goroutines, documents and results.
type Value struct {
	kind     Kind
	binary   bool
	boolean  bool
	number   uint64 // an Integer that fits, or the bits of a Float
	text     string
	elements *elements // of an Array, a Hash or a Sensitive
	payload  any
	node     *Node
}

// elements is apart from Value because most values have none.
type elements struct {
	items   []*Value
	entries []Entry
	index   atomic.Pointer[map[string]int] // places of the String keys, once it is worth while
	others  atomic.Pointer[map[MapKey]int] // places of the other keys that have a MapKey, likewise
	size    atomic.Int64                   // see Size; 0 as long as nobody asked
	depth   atomic.Int32                   // see Depth, likewise
	hash    atomic.Uint64                  // see Hash, likewise
	unknown atomic.Uint32                  // see HasUnknown: 0, or 1 more than whether something is unknown
}

// Entry is one key with its value in a Hash.
type Entry struct{ Key, Value *Value }

// Shared values that have no node.
var (
	undefValue   = &Value{kind: Undef}
	trueValue    = &Value{kind: Boolean, boolean: true}
	falseValue   = &Value{kind: Boolean}
	defaultValue = &Value{kind: Default}
)

// NewUndef is Puppet's undef, Ruby's nil, YAML's null.
func NewUndef() *Value { return undefValue }

// NewDefault is the Puppet keyword default.
func NewDefault() *Value { return defaultValue }

// NewBoolean is true or false.
func NewBoolean(b bool) *Value {
	if b {
		return trueValue
	}
	return falseValue
}

// NewInteger is an Integer in the range of int64.
func NewInteger(i int64) *Value { return &Value{kind: Integer, number: uint64(i)} }

// NewBigInteger is an Integer of any size. It keeps i, which must not change afterwards.
func NewBigInteger(i *big.Int) *Value {
	if i.IsInt64() {
		return NewInteger(i.Int64())
	}
	return &Value{kind: Integer, payload: i}
}

// NewFloat is a Float.
func NewFloat(f float64) *Value { return &Value{kind: Float, number: math.Float64bits(f)} }

// NewString is a String of UTF-8 text.
func NewString(s string) *Value { return &Value{kind: String, text: s} }

// NewStringAt is a String of UTF-8 text that is written at n.
func NewStringAt(s string, n *Node) *Value { return &Value{kind: String, text: s, node: n} }

// NewBinaryString is what !!binary gives: a Ruby String of bytes without an encoding.
func NewBinaryString(s string) *Value { return &Value{kind: String, text: s, binary: true} }

// NewSymbol is a Ruby Symbol, which YAML writes as :name.
func NewSymbol(name string) *Value { return &Value{kind: Symbol, text: name} }

// NewArray is an Array. It keeps items.
func NewArray(items []*Value) *Value { return &Value{kind: Array, elements: &elements{items: items}} }

// NewHash is a Hash of entries in order. It keeps entries, whose keys must all differ (see Eql).
func NewHash(entries []Entry) *Value {
	return &Value{kind: Hash, elements: &elements{entries: entries}}
}

// NewSensitive wraps v, so that it is never printed.
func NewSensitive(v *Value) *Value {
	return &Value{kind: Sensitive, elements: &elements{items: []*Value{v}}}
}

// NewRich holds a Puppet value of another kind, such as a Timestamp; package types knows them.
func NewRich(payload any) *Value { return &Value{kind: Rich, payload: payload} }

// WithNode is v as written at n. The content is shared.
func (v *Value) WithNode(n *Node) *Value {
	w := *v
	w.node = n
	return &w
}

// Kind is the kind of the value.
func (v *Value) Kind() Kind { return v.kind }

// IsUndef reports whether the value is undef.
func (v *Value) IsUndef() bool { return v.kind == Undef }

// Bool is the truth of a Boolean.
func (v *Value) Bool() bool { return v.boolean }

// IsFalsy reports whether Ruby treats the value as false: undef and false.
func (v *Value) IsFalsy() bool { return v.kind == Undef || v.kind == Boolean && !v.boolean }

// Text is the text of a String or the name of a Symbol.
func (v *Value) Text() string { return v.text }

// IsBinary reports whether a String has bytes without an encoding (from !!binary).
func (v *Value) IsBinary() bool { return v.binary }

// Int is an Integer that fits; ok is false for a larger one.
func (v *Value) Int() (i int64, ok bool) {
	return int64(v.number), v.kind == Integer && v.payload == nil
}

// BigInt is an Integer of any size, as a copy that the caller may change.
func (v *Value) BigInt() *big.Int {
	if b, ok := v.payload.(*big.Int); ok {
		return new(big.Int).Set(b)
	}
	return big.NewInt(int64(v.number))
}

// Float is the number of a Float.
func (v *Value) Float() float64 {
	if v.kind != Float {
		return 0
	}
	return math.Float64frombits(v.number)
}

// Items are the elements of an Array. The caller must not change them.
func (v *Value) Items() []*Value {
	if v.elements == nil {
		return nil
	}
	return v.elements.items
}

// Entries are the entries of a Hash in order. The caller must not change them.
func (v *Value) Entries() []Entry {
	if v.elements == nil {
		return nil
	}
	return v.elements.entries
}

// Strings are the strings in a value, keys of hashes included, in order.
func (v *Value) Strings() iter.Seq[*Value] {
	return func(yield func(*Value) bool) { v.eachString(yield) }
}

// eachString reports whether it went through all of them.
func (v *Value) eachString(yield func(*Value) bool) bool {
	if v.kind == String {
		return yield(v)
	}
	for _, item := range v.Items() {
		if !item.eachString(yield) {
			return false
		}
	}
	for _, e := range v.Entries() {
		if !e.Key.eachString(yield) || !e.Value.eachString(yield) {
			return false
		}
	}
	return true
}

// Len is the number of elements or entries.
func (v *Value) Len() int {
	return len(v.Items()) + len(v.Entries())
}

// Unwrap is the value inside a Sensitive.
func (v *Value) Unwrap() *Value { return v.elements.items[0] }

// Payload is what NewRich was given.
func (v *Value) Payload() any { return v.payload }

// Node is where the value was written, or nil when it was computed from more than one place.
func (v *Value) Node() *Node { return v.node }

// indexFrom is the number of entries from which looking one up by a map beats walking the list.
const indexFrom = 12

// Get finds the value of the entry of a Hash whose key is the String name.
func (v *Value) Get(name string) (*Value, bool) {
	if i := v.find(name); i >= 0 {
		return v.Entries()[i].Value, true
	}
	return nil, false
}

// Entry finds the entry of a Hash whose key is the String name.
func (v *Value) Entry(name string) (Entry, bool) {
	if i := v.find(name); i >= 0 {
		return v.Entries()[i], true
	}
	return Entry{}, false
}

// find is the place of the entry of a Hash whose key is the String name, or -1.
func (v *Value) find(name string) int {
	entries := v.Entries()
	if len(entries) < indexFrom {
		for i := range entries {
			if k := entries[i].Key; k.kind == String && k.text == name {
				return i
			}
		}
		return -1
	}
	index := v.elements.index.Load()
	if index == nil {
		m := make(map[string]int, len(entries))
		for i, e := range entries {
			if e.Key.kind == String {
				m[e.Key.text] = i
			}
		}
		index = &m
		v.elements.index.Store(index)
	}
	if i, ok := (*index)[name]; ok {
		return i
	}
	return -1
}

// GetKey finds the entry of a Hash whose key equals key as Ruby's eql? does.
func (v *Value) GetKey(key *Value) (*Value, bool) {
	if key.kind == String {
		return v.Get(key.text)
	}
	entries := v.Entries()
	mapKey, ok := key.MapKey()
	if !ok || len(entries) < indexFrom {
		for _, e := range entries {
			if Eql(e.Key, key) {
				return e.Value, true
			}
		}
		return nil, false
	}
	index := v.elements.others.Load()
	if index == nil {
		m := map[MapKey]int{}
		for i, e := range entries {
			if k, ok := e.Key.MapKey(); ok && e.Key.kind != String {
				m[k] = i
			}
		}
		index = &m
		v.elements.others.Store(index)
	}
	if i, ok := (*index)[mapKey]; ok {
		return entries[i].Value, true
	}
	return nil, false
}

// Eql compares as Ruby's eql?: no conversion between Integer and Float, Strings apart from
// Symbols, lists and hashes by content (the order of a hash does not count).
func Eql(a, b *Value) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Undef, Default:
		return true
	case Boolean:
		return a.boolean == b.boolean
	case Integer:
		if a.payload == nil && b.payload == nil {
			return a.number == b.number
		}
		return a.BigInt().Cmp(b.BigInt()) == 0
	case Float:
		f, g := a.Float(), b.Float()
		return f == g || math.IsNaN(f) && math.IsNaN(g) // Psych always takes the same NaN object
	case String:
		return a.text == b.text && (a.binary == b.binary || IsASCII(a.text))
	case Symbol:
		return a.text == b.text
	case Array, Sensitive:
		return a.elements == b.elements || slices.EqualFunc(a.Items(), b.Items(), Eql)
	case Hash:
		if a.elements == b.elements {
			return true
		}
		if a.Len() != b.Len() {
			return false
		}
		for _, e := range a.Entries() {
			other, ok := b.GetKey(e.Key)
			if !ok || !Eql(e.Value, other) {
				return false
			}
		}
		return true
	default:
		if p, ok := a.payload.(interface{ Eql(any) bool }); ok {
			return p.Eql(b.payload)
		}
		return a.payload == b.payload
	}
}

// IsASCII reports whether a text has no character beyond ASCII.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
