package data

import (
	"slices"
	"strconv"
	"strings"
)

// hashBuilder collects the entries of a Hash as Ruby does: equal keys (see Eql) share an entry,
// which keeps its place and its first key and takes the last value.
type hashBuilder struct {
	node    *Node
	entries []Entry
	strings map[string]int // places of String keys, once there are indexFrom entries
	others  map[string]int // places of other keys, by encodeKey
	vast    []int          // places of keys too big for encodeKey
	// writers has the keys that gave entries their values where that is not the entry's own key.
	writers map[int]writer
	dead    []deadEntry
	symbols bool // there are Symbol keys
}

// writer is the key that gave an entry its value.
type writer struct {
	key   *Node
	merge bool // it is a merge key
}

// deadEntry is an entry as written of which nothing is left.
type deadEntry struct {
	key   *Node
	place int // of the entry that took its place
}

func (h *hashBuilder) writer(place int) writer {
	if w, ok := h.writers[place]; ok {
		return w
	}
	return writer{key: h.entries[place].Key.node}
}

// set puts an entry where w says that it comes from, and returns its place.
func (h *hashBuilder) set(key, value *Value, w writer) int {
	place := h.find(key)
	if place < 0 {
		place = h.add(key, value)
		if w == (writer{key: key.node}) {
			return place
		}
	} else {
		if old := h.writer(place); !old.merge {
			h.dead = append(h.dead, deadEntry{old.key, place})
		}
		h.entries[place].Value = value
	}
	if h.writers == nil {
		h.writers = map[int]writer{}
	}
	h.writers[place] = w
	return place
}

func (h *hashBuilder) add(key, value *Value) int {
	place := len(h.entries)
	h.entries = append(h.entries, Entry{key, value})
	switch {
	case key.kind == String:
		if h.strings != nil {
			h.strings[key.text] = place
		}
	default:
		h.symbols = h.symbols || key.kind == Symbol
		if code, ok := encodeKey(key); ok {
			if h.others == nil {
				h.others = map[string]int{}
			}
			h.others[code] = place
		} else {
			h.vast = append(h.vast, place)
		}
	}
	return place
}

// find is the place of the entry with that key, -1 when there is none.
func (h *hashBuilder) find(key *Value) int {
	if key.kind == String {
		return h.findString(key.text)
	}
	code, ok := encodeKey(key)
	if ok {
		if place, ok := h.others[code]; ok {
			return place
		}
		return -1
	}
	for _, place := range h.vast {
		if Eql(h.entries[place].Key, key) {
			return place
		}
	}
	return -1
}

func (h *hashBuilder) findString(text string) int {
	if h.strings == nil {
		if len(h.entries) < indexFrom {
			for i := range h.entries {
				if k := h.entries[i].Key; k.kind == String && k.text == text {
					return i
				}
			}
			return -1
		}
		h.strings = make(map[string]int, cap(h.entries))
		for i := range h.entries {
			if k := h.entries[i].Key; k.kind == String {
				h.strings[k.text] = i
			}
		}
	}
	if place, ok := h.strings[text]; ok {
		return place
	}
	return -1
}

// stringKeys turns Symbol keys into strings, as Puppet does with data it has loaded: a later key
// of the same name wins.
func (h *hashBuilder) stringKeys(newValue func(*Node) *Value) *hashBuilder {
	converted := &hashBuilder{node: h.node}
	places := make([]int, len(h.entries)) // in converted, where there may be fewer
	for i, e := range h.entries {
		if e.Key.kind == Symbol {
			name := newValue(e.Key.node)
			name.kind, name.text = String, e.Key.text
			e.Key = name
		}
		places[i] = converted.set(e.Key, e.Value, h.writer(i))
	}
	for _, d := range h.dead {
		converted.dead = append(converted.dead, deadEntry{d.key, places[d.place]})
	}
	return converted
}

// fill makes v, which has elements, the finished Hash. Nothing of it may point into h, which serves
// for other collections.
func (h *hashBuilder) fill(v *Value) {
	v.kind = Hash
	v.elements.entries = h.entries
	if index := h.strings; index != nil {
		v.elements.index.Store(&index)
	}
}

// problems tells which entries as written are lost, and to which key.
func (h *hashBuilder) problems() []*Problem {
	var problems []*Problem
	for _, d := range h.dead {
		w := h.writer(d.place)
		p := &Problem{Code: DuplicateKey, Span: d.key.Span, Node: d.key, Related: w.key.Span,
			Cause: "this key is there again below, where it wins", Help: "remove one of the two"}
		if w.merge {
			p.Code = OverwrittenByMerge
			p.Cause = "the merge key `<<` below brings this key too and wins, because Puppet merges when it comes to `<<`"
			p.Help = "write `<<` above the keys that it must not overwrite"
		}
		problems = append(problems, p)
	}
	return problems
}

// maxEncodedKey is the number of values up to which a key is compared by its encoding.
const maxEncodedKey = 100

// encodeKey gives equal keys (see Eql) equal texts, and other keys other texts. ok is false for
// keys of more than maxEncodedKey values.
func encodeKey(v *Value) (code string, ok bool) {
	budget := maxEncodedKey
	return encodeWithin(v, &budget)
}

func encodeWithin(v *Value, budget *int) (code string, ok bool) {
	if *budget--; *budget < 0 {
		return "", false
	}
	kind := string(rune('a' + v.kind))
	switch v.kind {
	case Boolean:
		return kind + strconv.FormatBool(v.boolean), true
	case Integer:
		return kind + v.BigInt().String(), true
	case Float:
		return kind + strconv.FormatFloat(v.Float()+0, 'g', -1, 64), true // + 0: -0.0 is 0.0
	case String, Symbol:
		return kind + strconv.Quote(v.text), true
	case Array, Hash:
		parts := make([]string, 0, v.Len())
		for _, item := range v.Items() {
			part, ok := encodeWithin(item, budget)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		for _, e := range v.Entries() {
			key, ok1 := encodeWithin(e.Key, budget)
			value, ok2 := encodeWithin(e.Value, budget)
			if !ok1 || !ok2 {
				return "", false
			}
			parts = append(parts, key+":"+value)
		}
		if v.kind == Hash {
			slices.Sort(parts)
		}
		return kind + "[" + strings.Join(parts, ",") + "]", true
	}
	return kind, true
}

// sortProblems puts problems in order of position.
func sortProblems(problems []*Problem) {
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	})
}
