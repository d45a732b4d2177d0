package merge

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// deepMerge holds the options of the deep strategies. The second group is available only where
// option names are not checked: in deep_merge_options of a version 3 hiera.yaml, and with the
// strategies unconstrained_deep and reverse_deep.
type deepMerge struct {
	knockout        *knockout // nil if there is no knockout_prefix
	emptyPrefix     bool      // knockout_prefix is '', which fails only when two values are merged
	sortArrays      bool      // sort_merged_arrays
	mergeHashArrays bool      // merge_hash_arrays

	preserve     bool   // preserve_unmergeables
	overwrite    bool   // overwrite_arrays
	extend       bool   // extend_existing_arrays
	unpack       string // unpack_arrays: the separator
	unpackArrays bool
}

// EmptyPrefixMessage is the error of Ruby's DeepMerge about an empty knockout_prefix. It is raised
// when values are merged, not when the options are read.
const EmptyPrefixMessage = "knockout_prefix cannot be an empty string in deep_merge!"

var (
	errEmptyPrefix      = &Error{Class: InvalidParameter, Message: EmptyPrefixMessage}
	errKnockoutPreserve = &Error{
		Class:   InvalidParameter,
		Message: "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
	}
)

// merge merges source, the object of higher priority, into dest, and records in objects what
// DeepMerge writes into its arguments. A differential test compares it with deep_merge 1.1.1.
func (d *deepMerge) merge(source, dest *object, objects *Objects) (*object, error) {
	r := deepRun{d, objects}
	if r.tracking() {
		dest = r.clone(dest)
	}
	return r.merge(source, dest)
}

// deepRun is one merge.
type deepRun struct {
	*deepMerge
	*Objects
}

// merge merges source into dest and returns the result, which is dest, source, or a new object.
func (r deepRun) merge(source, dest *object) (*object, error) {
	switch {
	case r.emptyPrefix:
		return nil, errEmptyPrefix
	case r.knockout != nil && r.preserve:
		return nil, errKnockoutPreserve
	case source.value.IsUndef():
		return dest, nil
	case source.value.IsUnknown():
		return r.object(r.below(r.current(dest), source.value)), nil
	case dest.value.IsUnknown(), dest.isFalsy() && !r.preserve:
		return source, nil
	}
	switch source.kind() {
	case data.Hash:
		return r.mergeHash(source, dest)
	case data.Array:
		return r.mergeArray(source, dest)
	default:
		if r.extend && dest.kind() == data.Array {
			r.push(dest, source)
			return dest, nil
		}
		return r.replace(source, dest)
	}
}

// mergeHash merges the entries of source one by one. The first may replace dest by source; the
// remaining entries are then merged with themselves. An empty hash leaves any dest unchanged.
func (r deepRun) mergeHash(source, dest *object) (*object, error) {
	if err := r.charge(source.len()); err != nil {
		return nil, err
	}
	entries := r.parts(source).entries // with keys that differ
	if dest.kind() == data.Hash {
		lower := r.parts(dest)
		lower.reindex()
		if lower != source.parts {
			lower.entries = slices.Grow(lower.entries, len(entries))
		}
	}
	for i, e := range entries {
		var err error
		switch {
		case dest.kind() == data.Hash:
			err = r.mergeEntry(e, r.parts(dest), i)
		case dest.kind() == data.Array && r.extend:
			r.push(dest, source)
		default:
			dest, err = r.replace(source, dest)
		}
		if err != nil {
			return nil, err
		}
	}
	return dest, nil
}

// mergeEntry merges a value with the value that dest has for the same key or, if there is none,
// with a shallow copy of itself, which removes duplicates from an array and applies the knockouts
// in it. hint is the probable position of the key.
func (r deepRun) mergeEntry(source entry, dest *parts, hint int) error {
	at, exists := dest.find(source.key, hint)
	var merged *object
	var err error
	if exists && !dest.entries[at].item.isFalsy() {
		merged, err = r.merge(source.item, dest.entries[at].item)
	} else {
		merged, err = r.mergeWithItself(source.item)
	}
	switch {
	case err != nil:
		return err
	case exists:
		dest.entries[at].item = merged
	default:
		dest.add(source.key, merged)
	}
	return nil
}

// mergeWithItself merges an object with a copy of itself.
func (r deepRun) mergeWithItself(item *object) (*object, error) {
	if item.settled {
		return item, nil
	}
	merged, err := r.merge(item, r.copyOf(item))
	if err == nil && !r.tracking() && r.knockout == nil && !r.mergeHashArrays && !r.unpackArrays {
		merged.settled = merged.isCollection()
	}
	return merged, err
}

// copyOf is Ruby's dup. It returns a different object only if elements are merged or knocked out,
// or if source is used afterwards.
func (r deepRun) copyOf(value *object) *object {
	if !r.tracking() && !r.mergeHashArrays && r.knockout == nil {
		return value
	}
	return r.dup(value)
}

func (r deepRun) mergeArray(source, dest *object) (*object, error) {
	if r.overwrite {
		return source, nil
	}
	if r.unpackArrays {
		source = r.unpacked(source)
		if dest.kind() == data.Array {
			dest = r.unpacked(dest)
		}
	}
	if r.knockout != nil {
		dest = r.truncate(source, dest)
	}
	if dest.kind() != data.Array {
		return r.replace(source, dest)
	}
	if err := r.charge(source.len() + dest.len()); err != nil {
		return nil, err
	}
	if r.knockout != nil {
		if err := r.knockOut(r.parts(source), r.parts(dest)); err != nil {
			return nil, err
		}
	}
	var merged *object
	var err error
	if r.mergeHashArrays && r.allHashes(source) && r.allHashes(dest) {
		merged, err = r.mergeByIndex(r.parts(source).entries, r.parts(dest).entries)
	} else {
		merged = r.union(dest, source)
	}
	if err != nil || !r.sortArrays {
		return merged, err
	}
	return r.sort(merged)
}

func (r deepRun) allHashes(array *object) bool {
	return lists.All(r.parts(array).entries, func(e entry) bool { return e.item.kind() == data.Hash })
}

// mergeByIndex merges arrays of hashes by position.
func (r deepRun) mergeByIndex(source, dest []entry) (*object, error) {
	entries := make([]entry, 0, max(len(source), len(dest)))
	for i, lower := range dest {
		if i < len(source) {
			var err error
			if lower.item, err = r.merge(source[i].item, lower.item); err != nil {
				return nil, err
			}
		}
		entries = append(entries, lower)
	}
	if len(source) > len(dest) {
		entries = append(entries, source[len(dest):]...)
	}
	return r.newArray(entries), nil
}

// union is Ruby's dest | source.
func (r deepRun) union(dest, source *object) *object {
	if !r.tracking() && dest.parts == nil && source.parts == nil {
		return &object{value: union(slices.Concat(dest.value.Items(), source.value.Items()))}
	}
	lower, higher := r.parts(dest).entries, r.parts(source).entries
	var different data.Index
	entries := make([]entry, 0, len(lower)+len(higher))
	for _, list := range [...][]entry{lower, higher} {
		for _, e := range list {
			if _, added := different.Add(r.current(e.item)); added {
				entries = append(entries, e)
			}
		}
	}
	return r.newArray(entries)
}

func (r deepRun) sort(array *object) (*object, error) {
	entries := r.parts(array).entries
	if len(entries) < 2 {
		return array, nil
	}
	for _, e := range entries {
		if r.current(e.item).HasUnknown() {
			return e.item, nil // its position in the array is unknown, so the whole array is
		}
	}
	return array, sortEntries(entries, make([]entry, len(entries)))
}

// replace returns source if it cannot be merged with dest. If source is a string that would knock
// something out, the result is an empty string; if it is an array, the knockouts are removed.
func (r deepRun) replace(source, dest *object) (*object, error) {
	switch {
	case r.preserve:
		return dest, nil
	case r.knockout == nil:
		return source, nil
	case source.kind() == data.String:
		stripped, err := r.knockout.strip(source.value.Text())
		switch {
		case err != nil:
			return nil, err
		case stripped != source.value.Text():
			return r.newObject(data.NewString(""), nil), nil
		case r.tracking(): // gsub returns a new string
			return r.newObject(data.NewString(stripped).WithNode(source.value.Node()), nil), nil
		}
		return source, nil
	case source.kind() == data.Array:
		return source, r.dropKnockouts(r.parts(source))
	}
	return source, nil
}

func (r deepRun) push(array, item *object) {
	p := r.parts(array)
	p.entries = append(p.entries, entry{item: item})
}

func (r deepRun) unpacked(array *object) *object {
	return r.newObject(r.unpackList(r.current(array)), nil)
}

func (d *deepMerge) unpackList(list *data.Value) *data.Value {
	parts := split(joinText(list, d.unpack), d.unpack)
	return data.NewArray(lists.Map(parts, data.NewString))
}

// split is Ruby's split: it drops trailing empty fields, and a single space matches any whitespace.
func split(text, separator string) []string {
	if separator == " " {
		return strings.FieldsFunc(text, ascii.IsSpace[rune])
	}
	return rubystring.TrimSplit(strings.Split(text, separator))
}

// joinText is Ruby's join, which also joins nested arrays.
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

func allHashes(list *data.Value) bool {
	return lists.All(list.Items(), func(item *data.Value) bool { return item.Kind() == data.Hash })
}
