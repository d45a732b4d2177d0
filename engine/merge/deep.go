package merge

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// deepMerge holds the options of the deep strategies. Those below the line are only reachable
// where option names are free: deep_merge_options of a version 3 hiera.yaml and the strategies
// unconstrained_deep and reverse_deep.
type deepMerge struct {
	knockout        *knockout // nil: nothing is knocked out
	emptyPrefix     bool      // knockout_prefix is '', which only fails once two values are merged
	sortArrays      bool      // sort_merged_arrays
	mergeHashArrays bool      // merge_hash_arrays

	preserve     bool   // preserve_unmergeables
	overwrite    bool   // overwrite_arrays
	extend       bool   // extend_existing_arrays
	unpack       string // unpack_arrays: the separator
	unpackArrays bool
}

// EmptyPrefixMessage is what Ruby's DeepMerge says about an empty knockout_prefix: when it merges,
// not when the options are read.
const EmptyPrefixMessage = "knockout_prefix cannot be an empty string in deep_merge!"

var (
	errEmptyPrefix      = &Error{Class: InvalidParameter, Message: EmptyPrefixMessage}
	errKnockoutPreserve = &Error{
		Class:   InvalidParameter,
		Message: "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
	}
)

// merge puts source, the more important value, over dest. DeepMerge writes into its arguments
// and Puppet gives it copies of the data; here values never change, so the places where that
// writing shows in the outcome are spelled out (see samePlace and newPlace). Checked against
// deep_merge 1.1.1 by a differential test.
func (d *deepMerge) merge(source, dest *data.Value) (*data.Value, error) {
	switch {
	case d.emptyPrefix:
		return nil, errEmptyPrefix
	case d.knockout != nil && d.preserve:
		return nil, errKnockoutPreserve
	case source.IsUndef():
		return dest, nil
	case source.IsUnknown():
		return d.below(dest, source), nil
	case dest.IsUnknown():
		return source, nil
	case isFalsy(dest) && !d.preserve:
		return source, nil
	}
	switch source.Kind() {
	case data.Hash:
		return d.mergeHash(source, dest)
	case data.Array:
		return d.mergeArray(source, dest)
	default:
		if d.extend && dest.Kind() == data.Array {
			return push(dest, source), nil
		}
		return d.replace(source, dest)
	}
}

func (d *deepMerge) mergeHash(source, dest *data.Value) (*data.Value, error) {
	if dest.Kind() == data.Hash {
		return d.mergeEntries(source.Entries(), dest)
	}
	if source.Len() == 0 {
		// Nothing of an empty hash is looped over, so what is below it stays.
		return dest, nil
	}
	if d.extend && dest.Kind() == data.Array {
		for range source.Entries() {
			dest = push(dest, source)
		}
		return dest, nil
	}
	if d.preserve {
		return dest, nil
	}
	// The first entry replaces dest by the source as it stands. The others then meet themselves.
	return d.mergeEntriesOnto(source.Entries()[1:], source, true)
}

func (d *deepMerge) mergeEntries(source []data.Entry, dest *data.Value) (*data.Value, error) {
	return d.mergeEntriesOnto(source, dest, false)
}

// mergeEntriesOnto merges entries one by one into dest; same tells that they are its own.
func (d *deepMerge) mergeEntriesOnto(source []data.Entry, dest *data.Value, same bool) (*data.Value, error) {
	entries := slices.Clone(dest.Entries())
	at := positions(dest)
	for _, e := range source {
		i, exists := at(e.Key)
		var merged *data.Value
		var err error
		switch {
		case exists && !isFalsy(entries[i].Value) && same:
			merged, err = d.samePlace(e.Value)
		case exists && !isFalsy(entries[i].Value):
			merged, err = d.merge(e.Value, entries[i].Value)
		default:
			merged, err = d.newPlace(e.Value)
		}
		if err != nil {
			return nil, err
		}
		if exists {
			entries[i].Value = merged
		} else {
			entries = append(entries, data.Entry{Key: e.Key, Value: merged})
		}
	}
	return data.NewHash(entries), nil
}

// positions finds the entries of dest by key. A map is worth it for large hashes only.
func positions(dest *data.Value) func(key *data.Value) (int, bool) {
	entries := dest.Entries()
	var index map[string]int
	if len(entries) > smallSet {
		index = make(map[string]int, len(entries))
		for i, e := range entries {
			if e.Key.Kind() == data.String {
				index[e.Key.Text()] = i
			}
		}
	}
	return func(key *data.Value) (int, bool) {
		if index != nil && key.Kind() == data.String {
			i, ok := index[key.Text()]
			return i, ok
		}
		for i, e := range entries {
			if data.Eql(e.Key, key) {
				return i, true
			}
		}
		return 0, false
	}
}

// newPlace is what a value becomes where dest has nothing: it is merged with a shallow copy of
// itself. So the duplicates of a list go, and knockouts act on the list they stand in.
func (d *deepMerge) newPlace(v *data.Value) (*data.Value, error) {
	switch {
	case v.IsUndef() || (isFalsy(v) && !d.preserve):
		return v, nil
	case v.Kind() == data.Hash:
		return d.mergeEntriesOnto(v.Entries(), v, true)
	case v.Kind() == data.Array:
		return d.mergeCopies(v)
	default:
		return d.replace(v, v)
	}
}

// samePlace is v merged with v itself, not a copy: what is taken out of the source is taken out
// of the destination, too.
func (d *deepMerge) samePlace(v *data.Value) (*data.Value, error) {
	if v.Kind() != data.Array {
		return d.newPlace(v)
	}
	if d.overwrite {
		return v, nil
	}
	if d.unpackArrays {
		return d.mergeCopies(v)
	}
	if d.knockout != nil {
		var err error
		if v, err = d.knockOutOfItself(v); err != nil {
			return nil, err
		}
	}
	return d.joinCopies(v)
}

// mergeCopies merges a list with a copy of it that holds the same elements.
func (d *deepMerge) mergeCopies(v *data.Value) (*data.Value, error) {
	if d.overwrite {
		return v, nil
	}
	source, dest, err := d.prepare(v, v)
	if err != nil {
		return nil, err
	}
	if d.mergeHashArrays && allHashes(source) && allHashes(dest) {
		return d.joinCopies(dest)
	}
	return d.join(source, dest)
}

// joinCopies is join for two lists of the very same elements.
func (d *deepMerge) joinCopies(v *data.Value) (*data.Value, error) {
	if !d.mergeHashArrays || !allHashes(v) {
		return d.join(v, v)
	}
	items := make([]*data.Value, v.Len())
	for i, item := range v.Items() {
		merged, err := d.samePlace(item)
		if err != nil {
			return nil, err
		}
		items[i] = merged
	}
	return d.sorted(data.NewArray(items))
}

func (d *deepMerge) mergeArray(source, dest *data.Value) (*data.Value, error) {
	if d.overwrite {
		return source, nil
	}
	source, dest, err := d.prepare(source, dest)
	switch {
	case err != nil:
		return nil, err
	case dest.Kind() == data.Array:
		return d.join(source, dest)
	case d.preserve:
		return dest, nil
	default:
		return d.replace(source, dest)
	}
}

// prepare unpacks both lists and takes out what the source knocks out.
func (d *deepMerge) prepare(source, dest *data.Value) (_, _ *data.Value, err error) {
	if d.unpackArrays {
		source = d.unpackList(source)
		if dest.Kind() == data.Array {
			dest = d.unpackList(dest)
		}
	}
	if d.knockout == nil {
		return source, dest, nil
	}
	return d.knockout.apply(source, dest)
}

// join merges two lists: by position when both hold only hashes and that is asked for, else as
// a union with the lower list first.
func (d *deepMerge) join(source, dest *data.Value) (*data.Value, error) {
	if !d.mergeHashArrays || !allHashes(source) || !allHashes(dest) {
		return d.sorted(union(dest, source.Items()))
	}
	items := make([]*data.Value, 0, max(source.Len(), dest.Len()))
	for i, lower := range dest.Items() {
		if i < source.Len() {
			merged, err := d.merge(source.Items()[i], lower)
			if err != nil {
				return nil, err
			}
			lower = merged
		}
		items = append(items, lower)
	}
	if source.Len() > dest.Len() {
		items = append(items, source.Items()[dest.Len():]...)
	}
	return d.sorted(data.NewArray(items))
}

func (d *deepMerge) sorted(list *data.Value) (*data.Value, error) {
	if !d.sortArrays || list.Len() < 2 {
		return list, nil
	}
	for _, item := range list.Items() {
		if item.HasUnknown() {
			return item, nil // its place in the list is not known, and so the list is not
		}
	}
	return sortList(list)
}

// replace is source over a dest that it cannot be merged with. A text that would knock out is
// empty in the outcome, a list loses the elements that would.
func (d *deepMerge) replace(source, dest *data.Value) (*data.Value, error) {
	switch {
	case d.preserve:
		return dest, nil
	case d.knockout == nil:
		return source, nil
	case source.Kind() == data.String:
		stripped, err := d.knockout.strip(source.Text())
		if err != nil {
			return nil, err
		}
		if stripped != source.Text() {
			return data.NewString(""), nil
		}
		return source, nil
	case source.Kind() == data.Array:
		return d.knockout.without(source)
	default:
		return source, nil
	}
}

func (d *deepMerge) unpackList(list *data.Value) *data.Value {
	parts := split(joinText(list, d.unpack), d.unpack)
	items := make([]*data.Value, len(parts))
	for i, part := range parts {
		items[i] = data.NewString(part)
	}
	return data.NewArray(items)
}

// split is Ruby's split: it drops empty fields at the end, and a single space stands for any white space.
func split(text, separator string) []string {
	if separator == " " {
		return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' })
	}
	parts := strings.Split(text, separator)
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// joinText is Ruby's join: the texts of all items, those of nested lists joined in the same way.
func joinText(list *data.Value, separator string) string {
	texts := make([]string, list.Len())
	for i, item := range list.Items() {
		if item.Kind() == data.Array {
			texts[i] = joinText(item, separator)
		} else {
			texts[i] = rubytext.ToS(item)
		}
	}
	return strings.Join(texts, separator)
}

func push(list, v *data.Value) *data.Value {
	return data.NewArray(append(slices.Clone(list.Items()), v))
}

func allHashes(list *data.Value) bool {
	for _, item := range list.Items() {
		if item.Kind() != data.Hash {
			return false
		}
	}
	return true
}

// isFalsy tells whether Ruby takes v for false.
func isFalsy(v *data.Value) bool {
	return v.IsUndef() || v.Kind() == data.Boolean && !v.Bool()
}
