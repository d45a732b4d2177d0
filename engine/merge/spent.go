package merge

import "github.com/hieralint/hieralint/engine/data"

// Spent is what Ruby leaves of higher once it was merged with lower: DeepMerge takes the knockouts
// out of its source, and a hash that replaces something else is merged with itself. An explanation that prints
// the value afterwards prints what is left (case functions.lookup:1142.1). Nothing else depends on it. Where texts
// are unpacked, which only version 3 can ask for, it is not followed.
func (s *Strategy) Spent(higher, lower *data.Value) *data.Value {
	if s.deep == nil || s.kind != deep || s.deep.unpackArrays {
		return higher
	}
	return s.deep.spent(higher, lower)
}

func (d *deepMerge) spent(source, dest *data.Value) *data.Value {
	switch {
	case isFalsy(dest):
		return source
	case source.Kind() == data.Hash && dest.Kind() == data.Hash:
		at := positions(dest)
		return mapEntries(source, func(e data.Entry) *data.Value {
			if i, ok := at(e.Key); ok && !isFalsy(dest.Entries()[i].Value) {
				return d.spent(e.Value, dest.Entries()[i].Value)
			}
			return d.spentNew(e.Value)
		})
	case source.Kind() == data.Hash:
		// The hash replaces dest, and so it is the outcome itself.
		if merged, err := d.mergeHash(source, dest); err == nil && source.Len() > 0 {
			return merged
		}
	case source.Kind() == data.Array && dest.Kind() == data.Array:
		return d.spentList(source, dest)
	case source.Kind() == data.Array && d.knockout != nil:
		if kept, err := d.knockout.without(source); err == nil {
			return kept
		}
	}
	return source
}

func (d *deepMerge) spentList(source, dest *data.Value) *data.Value {
	source, dest, err := d.prepare(source, dest)
	if err != nil || !d.mergeHashArrays || !allHashes(source) || !allHashes(dest) {
		return source
	}
	items := make([]*data.Value, source.Len())
	for i, item := range source.Items() {
		if items[i] = item; i < dest.Len() {
			items[i] = d.spent(item, dest.Items()[i])
		}
	}
	return data.NewArray(items)
}

// spentNew is what is left of a value that went to a place where nothing was (see newPlace).
func (d *deepMerge) spentNew(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Hash:
		return mapEntries(v, func(e data.Entry) *data.Value { return d.spentSame(e.Value) })
	case data.Array:
		if d.mergeHashArrays && allHashes(v) {
			return d.spentSame(v)
		}
		return d.spentList(v, v)
	default:
		return v
	}
}

// spentSame is what is left of a value that was merged with itself (see samePlace).
func (d *deepMerge) spentSame(v *data.Value) *data.Value {
	left, err := v, error(nil)
	switch {
	case v.Kind() == data.Hash:
		left, err = d.samePlace(v)
	case v.Kind() == data.Array && d.mergeHashArrays && allHashes(v):
		return mapItems(v, d.spentSame)
	case v.Kind() == data.Array && d.knockout != nil:
		left, err = d.knockOutOfItself(v)
	}
	if err != nil {
		return v
	}
	return left
}

func mapItems(list *data.Value, change func(*data.Value) *data.Value) *data.Value {
	items := make([]*data.Value, list.Len())
	for i, item := range list.Items() {
		items[i] = change(item)
	}
	return data.NewArray(items)
}

func mapEntries(hash *data.Value, change func(data.Entry) *data.Value) *data.Value {
	entries := make([]data.Entry, hash.Len())
	for i, e := range hash.Entries() {
		entries[i] = data.Entry{Key: e.Key, Value: change(e)}
	}
	return data.NewHash(entries)
}
