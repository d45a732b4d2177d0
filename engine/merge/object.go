package merge

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// object is a Ruby object. DeepMerge writes into the arrays, hashes and strings it is given, and whatever else
// holds the same object changes with it.
type object struct {
	value *data.Value // as it was before parts were written to
	parts *parts      // of an Array or a Hash, once they are needed
}

// parts are the elements of an Array or the entries of a Hash.
type parts struct {
	keys  []*data.Value // of a Hash
	items []*object
	index map[string]int // positions of the String keys of a large Hash, once they are needed
	copy  bool           // the value of the object is that of the object it was copied from
}

func (o *object) kind() data.Kind { return o.value.Kind() }

// isFalsy reports whether Ruby treats the object as false.
func (o *object) isFalsy() bool { return isFalsy(o.value) }

// find returns the position of key; hint is where it probably is.
func (p *parts) find(key *data.Value, hint int) (at int, ok bool) {
	if hint < len(p.keys) && p.keys[hint] == key {
		return hint, true
	}
	if len(p.keys) > smallSet && key.Kind() == data.String {
		if p.index == nil {
			p.index = make(map[string]int, len(p.keys))
			for i, k := range p.keys {
				if k.Kind() == data.String {
					p.index[k.Text()] = i
				}
			}
		}
		at, ok = p.index[key.Text()]
		return at, ok
	}
	at = slices.IndexFunc(p.keys, func(k *data.Value) bool { return data.Eql(k, key) })
	return at, at >= 0
}

// add appends an entry whose key is new.
func (p *parts) add(key *data.Value, item *object) {
	if p.index != nil && key.Kind() == data.String {
		p.index[key.Text()] = len(p.keys)
	}
	p.keys, p.items = append(p.keys, key), append(p.items, item)
}

// clear removes everything.
func (p *parts) clear() { p.keys, p.items, p.index = nil, nil, nil }

// Objects tracks which values are the same Ruby object, and what merges have made of them. Equal pointers are one
// object; so is a value and what Current returns for it. A nil *Objects tracks nothing: each merge then has objects
// of its own.
type Objects struct {
	known map[*data.Value]*object
}

// Current returns v with all that merges have written into it.
func (o *Objects) Current(v *data.Value) *data.Value {
	if o == nil || len(o.known) == 0 {
		return v
	}
	return o.current(o.object(v))
}

// object returns the object that v is.
func (o *Objects) object(v *data.Value) *object {
	if o == nil {
		return &object{value: v}
	}
	switch v.Kind() {
	case data.Array, data.Hash, data.String:
	default:
		return &object{value: v} // cannot be written to
	}
	known, ok := o.known[v]
	if !ok {
		known = &object{value: v}
		o.identify(v, known)
	}
	return known
}

// identify notes that v is a value of the object.
func (o *Objects) identify(v *data.Value, of *object) {
	if o.known == nil {
		o.known = map[*data.Value]*object{}
	}
	o.known[v] = of
}

// parts returns the parts of an Array or a Hash.
func (o *Objects) parts(of *object) *parts {
	if of.parts != nil {
		return of.parts
	}
	p := &parts{items: make([]*object, of.value.Len())}
	var untracked []object
	if o == nil {
		untracked = make([]object, len(p.items))
	}
	item := func(i int, v *data.Value) {
		if o != nil {
			p.items[i] = o.object(v)
			return
		}
		untracked[i].value = v
		p.items[i] = &untracked[i]
	}
	for i, v := range of.value.Items() {
		item(i, v)
	}
	if entries := of.value.Entries(); len(entries) > 0 {
		p.keys = make([]*data.Value, len(entries))
		for i, e := range entries {
			p.keys[i] = e.Key
			item(i, e.Value)
		}
	}
	of.parts = p
	return p
}

// current returns the value that an object is now.
func (o *Objects) current(of *object) *data.Value {
	if of.kind() != data.Array && of.kind() != data.Hash || of.parts == nil && o == nil {
		return of.value
	}
	p := o.parts(of)
	changed := p.copy || len(p.items) != of.value.Len()
	for i, item := range p.items {
		v := o.current(item)
		switch {
		case changed:
		case of.kind() == data.Array:
			changed = v != of.value.Items()[i]
		default:
			changed = v != of.value.Entries()[i].Value
		}
	}
	if changed {
		of.value, p.copy = p.value(of.kind()), false
		if o != nil {
			o.identify(of.value, of)
		}
	}
	return of.value
}

// value makes an Array or a Hash of the values of the items, which are current.
func (p *parts) value(kind data.Kind) *data.Value {
	if kind == data.Array {
		items := make([]*data.Value, len(p.items))
		for i, item := range p.items {
			items[i] = item.value
		}
		return data.NewArray(items)
	}
	entries := make([]data.Entry, len(p.items))
	for i, item := range p.items {
		entries[i] = data.Entry{Key: p.keys[i], Value: item.value}
	}
	return data.NewHash(entries)
}

// dup is Ruby's dup: a copy that has the same elements.
func (o *Objects) dup(of *object) *object {
	if of.kind() != data.Array && of.kind() != data.Hash {
		return of // what stands in its place is never a string
	}
	p := o.parts(of)
	return &object{value: of.value, parts: &parts{keys: slices.Clone(p.keys), items: slices.Clone(p.items), copy: o != nil}}
}

// clone copies an Array or a Hash with all in it but strings.
func (o *Objects) clone(of *object) *object {
	switch {
	case of.kind() != data.Array && of.kind() != data.Hash:
		return of
	case o == nil && of.parts == nil:
		return &object{value: of.value}
	}
	copied := o.dup(of)
	for i, item := range copied.parts.items {
		copied.parts.items[i] = o.clone(item)
	}
	return copied
}

var emptyArray = data.NewArray(nil)

// newArray is a new Array of items.
func newArray(items []*object) *object {
	return &object{value: emptyArray, parts: &parts{items: items, copy: true}}
}
