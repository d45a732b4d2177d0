package merge

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// object is a Ruby object. DeepMerge modifies the arrays, hashes, and strings that it is given, so
// everything else that holds the same object changes too.
type object struct {
	value *data.Value // as of the last call of current
	parts *parts      // of an Array or a Hash, once needed
	known bool        // recorded in Objects
	// settled reports that merging the object with a copy of itself changes nothing.
	settled bool
}

// parts are the elements of an Array or the entries of a Hash.
type parts struct {
	entries []entry
	index   *data.Index // the keys of a large Hash, once needed
	copied  bool        // the object's value is still that of the object it was copied from
}

// entry is one element; key is nil in an Array.
type entry struct {
	key  *data.Value
	item *object
}

func (o *object) kind() data.Kind { return o.value.Kind() }

func (o *object) isCollection() bool { return o.kind() == data.Array || o.kind() == data.Hash }

// len returns the number of elements or entries.
func (o *object) len() int {
	if o.parts != nil {
		return len(o.parts.entries)
	}
	return o.value.Len()
}

// isFalsy reports whether Ruby treats the object as false.
func (o *object) isFalsy() bool { return o.value.IsFalsy() }

// fewEntries is the number of entries up to which a search is faster than an index.
const fewEntries = 8

// find returns the position of key; hint is its probable position. Entries that were added since
// the last call of reindex may be missed.
func (p *parts) find(key *data.Value, hint int) (at int, ok bool) {
	if hint < len(p.entries) && p.entries[hint].key == key {
		return hint, true
	}
	if len(p.entries) > fewEntries {
		if p.index == nil {
			p.index = &data.Index{}
			p.reindex()
		}
		at = p.index.Find(key, data.Eql)
		return at, at >= 0
	}
	at = slices.IndexFunc(p.entries, func(e entry) bool { return data.Eql(e.key, key) })
	return at, at >= 0
}

// reindex adds new entries to the index.
func (p *parts) reindex() {
	if p.index == nil {
		return
	}
	for _, e := range p.entries[len(p.index.Values()):] {
		p.index.Add(e.key)
	}
}

// add appends an entry whose key is new.
func (p *parts) add(key *data.Value, item *object) { p.entries = append(p.entries, entry{key, item}) }

// clear removes everything.
func (p *parts) clear() { p.entries, p.index = nil, nil }

// value returns a value with the items, which must be current.
func (p *parts) value(kind data.Kind) *data.Value {
	if kind == data.Array {
		return data.NewArray(lists.Map(p.entries, func(e entry) *data.Value { return e.item.value }))
	}
	return data.NewHash(lists.Map(p.entries, func(e entry) data.Entry { return data.Entry{Key: e.key, Value: e.item.value} }))
}

// Objects records Ruby objects that are used after the merge that modifies them. Equal pointers to
// values are the same object, and so are a value and the result of Current for it. The zero Objects
// records only shared values; a nil Objects records nothing.
type Objects struct {
	// All records every array, hash, and string. Explanations need it, because they print values as
	// they are at the end.
	All bool
	// Budget limits the merges; nil for no limit.
	Budget Budget

	shared []*data.Value // those that are not recorded yet
	known  map[*data.Value]*object
}

// Budget limits the cost of merges.
type Budget interface {
	// Merge charges for the values that a merge is about to visit.
	Merge(values int) error
}

// charge charges the budget.
func (o *Objects) charge(values int) error {
	if o == nil || o.Budget == nil {
		return nil
	}
	return o.Budget.Merge(values)
}

// Share returns v with everything that merges have written into it. Since v is returned more than
// once, later merges also write into the same object.
func (o *Objects) Share(v *data.Value) *data.Value {
	switch {
	case o == nil:
		return v
	case o.tracking():
		return o.current(o.know(v))
	}
	o.shared = append(o.shared, v)
	return v
}

// Current returns v with everything that merges have written into it.
func (o *Objects) Current(v *data.Value) *data.Value {
	if !o.tracking() || len(o.known) == 0 {
		return v
	}
	return o.current(o.object(v))
}

// tracking reports whether there may be recorded objects.
func (o *Objects) tracking() bool { return o != nil && (o.All || len(o.known) > 0) }

// records reports whether the next merge records objects.
func (o *Objects) records() bool { return o.tracking() || o != nil && len(o.shared) > 0 }

// begin prepares for merges. Shared values must be recorded before the first one.
func (o *Objects) begin() {
	if o == nil {
		return
	}
	for _, v := range o.shared {
		o.know(v)
	}
	o.shared = nil
}

// object returns the object of v.
func (o *Objects) object(v *data.Value) *object {
	if o == nil {
		return &object{value: v}
	}
	if o.All {
		return o.know(v)
	}
	if known, ok := o.known[v]; ok {
		return known
	}
	return &object{value: v}
}

// know returns the object of v, and records it with all its parts.
func (o *Objects) know(v *data.Value) *object {
	switch v.Kind() {
	case data.Array, data.Hash, data.String:
	default:
		return &object{value: v} // it cannot be modified
	}
	if known, ok := o.known[v]; ok {
		return known
	}
	of := &object{value: v, known: true}
	o.identify(of)
	if of.isCollection() {
		o.parts(of)
	}
	return of
}

// identify records the value of a recorded object.
func (o *Objects) identify(of *object) {
	if !of.known {
		return
	}
	lists.Put(&o.known, of.value, of)
}

// parts returns the parts of an Array or a Hash.
func (o *Objects) parts(of *object) *parts {
	if of.parts != nil {
		return of.parts
	}
	p := &parts{entries: make([]entry, of.value.Len())}
	of.parts = p
	var unknown []object // allocated at once for parts that are not recorded
	if !o.tracking() {
		unknown = make([]object, len(p.entries))
	}
	item := func(i int, v *data.Value) *object {
		switch {
		case of.known:
			return o.know(v)
		case unknown == nil:
			return o.object(v)
		}
		unknown[i].value = v
		return &unknown[i]
	}
	for i, v := range of.value.Items() {
		p.entries[i].item = item(i, v)
	}
	for i, e := range of.value.Entries() {
		p.entries[i] = entry{e.Key, item(i, e.Value)}
	}
	return p
}

// current returns the current value of an object.
func (o *Objects) current(of *object) *data.Value {
	if !of.isCollection() || of.parts == nil && !o.tracking() {
		return of.value
	}
	p := o.parts(of)
	changed := p.copied || len(p.entries) != of.value.Len()
	for i, e := range p.entries {
		v := o.current(e.item)
		switch {
		case changed:
		case of.kind() == data.Array:
			changed = v != of.value.Items()[i]
		default:
			changed = v != of.value.Entries()[i].Value
		}
	}
	if changed {
		of.value, p.copied = p.value(of.kind()), false
		o.identify(of)
	}
	return of.value
}

// newObject returns an object that nothing else refers to.
func (o *Objects) newObject(v *data.Value, p *parts) *object {
	of := &object{value: v, parts: p, known: o != nil && o.All}
	if p == nil {
		o.identify(of)
	}
	return of
}

// newArray returns a new Array.
func (o *Objects) newArray(entries []entry) *object {
	return o.newObject(emptyArray, &parts{entries: entries, copied: true})
}

var emptyArray = data.NewArray(nil)

// dup is Ruby's dup: a copy with the same elements.
func (o *Objects) dup(of *object) *object {
	if !of.isCollection() {
		return of // an object that is merged with a copy of itself is only modified if it is a collection
	}
	return o.newObject(of.value, &parts{entries: slices.Clone(o.parts(of).entries), copied: o.tracking()})
}

// clone copies an Array or a Hash and everything in it except strings.
func (o *Objects) clone(of *object) *object {
	switch {
	case !of.isCollection():
		return of
	case of.parts == nil && !o.tracking():
		return &object{value: of.value}
	}
	copied := o.dup(of)
	for i := range copied.parts.entries {
		copied.parts.entries[i].item = o.clone(copied.parts.entries[i].item)
	}
	return copied
}
