package merge

import "github.com/hieralint/hieralint/engine/data"

// Spent is what Ruby leaves of higher once it was merged with lower: DeepMerge takes the knockouts
// out of its source. An explanation that prints the value afterwards prints it without them
// (case functions.lookup:1142.1). Nothing else depends on it.
func (s *Strategy) Spent(higher, lower *data.Value) *data.Value {
	if s.deep == nil || s.deep.knockout == nil || s.kind != deep {
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
	case source.Kind() == data.Array && dest.Kind() == data.Array:
		return d.spentList(source, dest)
	case source.Kind() == data.Array:
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
		return d.spentList(v, v)
	default:
		return v
	}
}

// spentSame is what is left of a value that was merged with itself (see samePlace).
func (d *deepMerge) spentSame(v *data.Value) *data.Value {
	var left *data.Value
	var err error
	switch v.Kind() {
	case data.Hash:
		left, err = d.samePlace(v)
	case data.Array:
		left, err = d.knockOutOfItself(v)
	default:
		return v
	}
	if err != nil {
		return v
	}
	return left
}

func mapEntries(hash *data.Value, change func(data.Entry) *data.Value) *data.Value {
	entries := make([]data.Entry, hash.Len())
	for i, e := range hash.Entries() {
		entries[i] = data.Entry{Key: e.Key, Value: change(e)}
	}
	return data.NewHash(entries)
}
