// Package data parses data files (YAML, JSON) into values with positions.
//
// A document has two representations. Node is the text: every key, scalar, alias, and duplicate as
// written, with exact spans. Value is what Puppet reads: scalars resolved as by Ruby's Psych, merge
// keys applied, and only the last of equal keys. A Value read from a file refers to its Node, so
// every value has a position.
//
// The package knows nothing about hierarchies or interpolation.
package data

import (
	"cmp"
	"iter"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds. The first eight occur in data files; the others are created by convert_to, functions,
// and the Puppet language.
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
	Rich // any other Puppet value; see Payload
)

var kindNames = [...]string{"Undef", "Boolean", "Integer", "Float", "String", "Symbol", "Array", "Hash", "Default", "Sensitive", "Rich"}

func (k Kind) String() string { return kindNames[k] }

// Value is a Puppet value. Values are immutable, and are shared between goroutines, documents, and
// results.
type Value struct {
	kind     Kind
	binary   bool
	boolean  bool
	number   uint64 // an Integer that fits, or the bits of a Float
	text     string
	elements *elements // of an Array, a Hash, or a Sensitive
	payload  *any      // of a Rich, or of an Integer that does not fit; see Payload
	node     *Node
}

// elements is separate from Value because most values have none.
type elements struct {
	items   []*Value
	entries []Entry
	index   atomic.Pointer[map[string]int] // positions of the String keys of a large Hash, once needed
	keys    atomic.Pointer[Index]          // all keys of a large Hash, likewise
	size    atomic.Int64                   // see Size; 0 if not computed yet
	depth   atomic.Int32                   // see Depth, likewise
	hash    atomic.Uint64                  // see Hash, likewise
	unknown atomic.Uint32                  // see HasUnknown: 0 if not computed yet, 1 for false, 2 for true
}

// Entry is a key of a Hash with its value.
type Entry struct{ Key, Value *Value }

// Shared values without a node.
var (
	undefValue   = &Value{kind: Undef}
	trueValue    = &Value{kind: Boolean, boolean: true}
	falseValue   = &Value{kind: Boolean}
	defaultValue = &Value{kind: Default}
)

// NewUndef returns Puppet's undef, which is Ruby's nil and YAML's null.
func NewUndef() *Value { return undefValue }

// NewDefault returns the Puppet keyword default.
func NewDefault() *Value { return defaultValue }

// NewBoolean returns a Boolean.
func NewBoolean(b bool) *Value {
	if b {
		return trueValue
	}
	return falseValue
}

// NewInteger returns an Integer.
func NewInteger(i int64) *Value { return &Value{kind: Integer, number: uint64(i)} }

// NewBigInteger returns an Integer of any size. It keeps i, which must not be changed afterwards.
func NewBigInteger(i *big.Int) *Value {
	if i.IsInt64() {
		return NewInteger(i.Int64())
	}
	return &Value{kind: Integer, payload: boxed(i)}
}

// NewFloat returns a Float.
func NewFloat(f float64) *Value { return &Value{kind: Float, number: math.Float64bits(f)} }

// NewString returns a String of UTF-8 text.
func NewString(s string) *Value { return &Value{kind: String, text: s} }

// NewStringAt returns a String of UTF-8 text that was read from n.
func NewStringAt(s string, n *Node) *Value { return &Value{kind: String, text: s, node: n} }

// NewBinaryString returns the result of !!binary: a Ruby String of bytes without an encoding.
func NewBinaryString(s string) *Value { return &Value{kind: String, text: s, binary: true} }

// NewEntry returns an entry of a hash with a string as its key.
func NewEntry(key string, v *Value) Entry { return Entry{Key: NewString(key), Value: v} }

// NewSymbol returns a Ruby Symbol, written :name in YAML.
func NewSymbol(name string) *Value { return &Value{kind: Symbol, text: name} }

// NewArray returns an Array. It keeps items.
func NewArray(items []*Value) *Value { return &Value{kind: Array, elements: &elements{items: items}} }

// NewHash returns a Hash with entries in order. It keeps entries, whose keys must all differ (see
// Eql).
func NewHash(entries []Entry) *Value {
	return &Value{kind: Hash, elements: &elements{entries: entries}}
}

// NewSensitive returns a Sensitive that contains v and is never printed.
func NewSensitive(v *Value) *Value {
	return &Value{kind: Sensitive, elements: &elements{items: []*Value{v}}}
}

// NewRich returns a Puppet value of another kind, such as a Timestamp; see package types.
func NewRich(payload any) *Value { return &Value{kind: Rich, payload: boxed(payload)} }

// boxed makes a pointer, since most values have no payload.
func boxed(payload any) *any { return &payload }

// WithNode returns v with the node n. The content is shared.
func (v *Value) WithNode(n *Node) *Value {
	w := *v
	w.node = n
	return &w
}

// Kind returns the kind of the value.
func (v *Value) Kind() Kind { return v.kind }

// Is reports whether the value is of a kind. nil is of none.
func (v *Value) Is(kind Kind) bool { return v != nil && v.Kind() == kind }

// IsUndef reports whether the value is undef.
func (v *Value) IsUndef() bool { return v.kind == Undef }

// Bool returns the value of a Boolean.
func (v *Value) Bool() bool { return v.boolean }

// IsFalsy reports whether Ruby treats the value as false, which applies to undef and false.
func (v *Value) IsFalsy() bool { return v.kind == Undef || v.kind == Boolean && !v.boolean }

// Text returns the text of a String or the name of a Symbol.
func (v *Value) Text() string { return v.text }

// IsBinary reports whether a String consists of bytes without an encoding (from !!binary).
func (v *Value) IsBinary() bool { return v.binary }

// Int returns the value of an Integer; ok is false if it does not fit.
func (v *Value) Int() (i int64, ok bool) {
	return int64(v.number), v.kind == Integer && v.payload == nil
}

// BigInt returns the value of an Integer of any size, as a copy.
func (v *Value) BigInt() *big.Int {
	if b, ok := v.Payload().(*big.Int); ok {
		return new(big.Int).Set(b)
	}
	return big.NewInt(int64(v.number))
}

// Float returns the value of a Float.
func (v *Value) Float() float64 {
	if v.kind != Float {
		return 0
	}
	return math.Float64frombits(v.number)
}

// Items returns the elements of an Array, which must not be changed.
func (v *Value) Items() []*Value {
	if v.elements == nil {
		return nil
	}
	return v.elements.items
}

// Flatten returns the values of list, with the elements of arrays, at any depth, in place of the arrays.
func Flatten(list []*Value) []*Value { return appendFlat(nil, list) }

func appendFlat(flat, list []*Value) []*Value {
	for _, v := range list {
		if v.Kind() == Array {
			flat = appendFlat(flat, v.Items())
		} else {
			flat = append(flat, v)
		}
	}
	return flat
}

// Entries returns the entries of a Hash in order, which must not be changed.
func (v *Value) Entries() []Entry {
	if v.elements == nil {
		return nil
	}
	return v.elements.entries
}

// StringEntries iterates over the entries of a Hash whose keys are strings, in order.
func (v *Value) StringEntries() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		for _, e := range v.Entries() {
			if e.Key.Kind() == String && !yield(e.Key.Text(), e.Value) {
				return
			}
		}
	}
}

// All iterates over a value and the values in it in order, including keys of hashes.
func (v *Value) All() iter.Seq[*Value] {
	return func(yield func(*Value) bool) { v.each(yield) }
}

// Strings is All for strings only.
func (v *Value) Strings() iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		v.each(func(v *Value) bool { return v.kind != String || yield(v) })
	}
}

// each returns false if yield did.
func (v *Value) each(yield func(*Value) bool) bool {
	if !yield(v) {
		return false
	}
	for _, item := range v.Items() {
		if !item.each(yield) {
			return false
		}
	}
	for _, e := range v.Entries() {
		if !e.Key.each(yield) || !e.Value.each(yield) {
			return false
		}
	}
	return true
}

// Map returns an Array with f of each element, or a Hash with f of each key and value. Other values are returned as they are.
func (v *Value) Map(f func(*Value) *Value) *Value {
	switch v.kind {
	case Array:
		return NewArray(lists.Map(v.Items(), f))
	case Hash:
		return NewHash(lists.Map(v.Entries(), func(e Entry) Entry { return Entry{Key: f(e.Key), Value: f(e.Value)} }))
	}
	return v
}

// Len returns the number of elements or entries.
func (v *Value) Len() int {
	return len(v.Items()) + len(v.Entries())
}

// Unwrap returns the value in a Sensitive.
func (v *Value) Unwrap() *Value { return v.elements.items[0] }

// Payload returns the argument of NewRich.
func (v *Value) Payload() any {
	if v.payload == nil {
		return nil
	}
	return *v.payload
}

// Node returns the node of the value; nil if it was computed.
func (v *Value) Node() *Node { return v.node }

// indexFrom is the number of entries from which a map is faster than a search.
const indexFrom = 12

// Get returns the value of the String key name in a Hash.
func (v *Value) Get(name string) (*Value, bool) {
	if i := v.find(name); i >= 0 {
		return v.Entries()[i].Value, true
	}
	return nil, false
}

// Entry returns the entry of the String key name in a Hash.
func (v *Value) Entry(name string) (Entry, bool) {
	if i := v.find(name); i >= 0 {
		return v.Entries()[i], true
	}
	return Entry{}, false
}

// find returns the position of the String key name in a Hash, or -1.
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

// GetKey returns the value of the key that is equal to key by Ruby's eql?.
func (v *Value) GetKey(key *Value) (*Value, bool) {
	if key.kind == String {
		return v.Get(key.text)
	}
	entries := v.Entries()
	if len(entries) < indexFrom {
		for _, e := range entries {
			if Eql(e.Key, key) {
				return e.Value, true
			}
		}
		return nil, false
	}
	keys := v.elements.keys.Load()
	if keys == nil {
		keys = &Index{}
		for _, e := range entries {
			keys.append(e.Key)
		}
		v.elements.keys.Store(keys)
	}
	if i := keys.Find(key, Eql); i >= 0 {
		return entries[i].Value, true
	}
	return nil, false
}

// Eql is Ruby's eql?: Integers differ from Floats and Strings from Symbols, and arrays and hashes
// are compared by content (in any order of a hash).
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
		return f == g || math.IsNaN(f) && math.IsNaN(g) // Psych always returns the same NaN object
	case String:
		return a.text == b.text && (a.binary == b.binary || ascii.Is(a.text))
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
		if p, ok := a.Payload().(interface{ Eql(any) bool }); ok {
			return p.Eql(b.Payload())
		}
		return a.Payload() == b.Payload()
	}
}

// IsNumber reports whether v is an Integer or a Float.
func (v *Value) IsNumber() bool { return v.kind == Integer || v.kind == Float }

// AsFloat returns a number as a Float. Ruby's == converts Integers like this to compare them with one.
func (v *Value) AsFloat() float64 {
	if v.kind == Float {
		return v.Float()
	}
	if i, ok := v.Int(); ok {
		return float64(i)
	}
	f, _ := v.BigInt().Float64()
	return f
}

// CompareNumbers compares two numbers. ok is false for NaN.
func CompareNumbers(a, b *Value) (order int, ok bool) {
	if a.kind == Integer && b.kind == Integer {
		if a.payload == nil && b.payload == nil {
			return cmp.Compare(int64(a.number), int64(b.number)), true
		}
		return a.BigInt().Cmp(b.BigInt()), true
	}
	x, y := a.AsFloat(), b.AsFloat()
	if math.IsNaN(x) || math.IsNaN(y) {
		return 0, false
	}
	return cmp.Compare(x, y), true
}

// Unknown is the payload of a Rich value that represents an unknown value. Its creator determines
// the reason.
type Unknown interface {
	// UnknownReason returns the reason why the value is unknown.
	UnknownReason() string
}

// IsUnknown reports whether v as a whole is unknown.
func (v *Value) IsUnknown() bool {
	if v == nil || v.kind != Rich {
		return false
	}
	_, ok := v.Payload().(Unknown)
	return ok
}

// HasUnknown reports whether v or a part of it is unknown. It is cached.
func (v *Value) HasUnknown() bool {
	switch {
	case v == nil:
		return false
	case v.elements == nil:
		return v.IsUnknown()
	}
	if known := v.elements.unknown.Load(); known > 0 {
		return known > 1
	}
	has := v.hasUnknownPart()
	answer := uint32(1)
	if has {
		answer = 2
	}
	v.elements.unknown.Store(answer)
	return has
}

func (v *Value) hasUnknownPart() bool {
	return slices.ContainsFunc(v.elements.items, (*Value).HasUnknown) ||
		slices.ContainsFunc(v.elements.entries, func(e Entry) bool { return e.Key.IsUnknown() || e.Value.HasUnknown() })
}
