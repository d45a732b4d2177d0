package data

import "slices"

// hashBuilder collects the entries of a Hash as Ruby does: equal keys (see Eql) share an entry,
// which keeps its position and its first key and takes the last value.
type hashBuilder struct {
	node    *Node
	entries []Entry
	strings map[string]int // positions of String keys, if there are at least indexFrom entries
	others  map[int]int    // positions of other keys by their number in ids, if there are at least two keys
	ids     *identities    // shared by the builders of a document; not needed if all keys are Strings
	// writers holds the keys that gave entries their values, if they differ from the entries' own
	// keys.
	writers map[int]writer
	dead    []deadEntry
	symbols bool // there are Symbol keys
}

// writer is the key that gave an entry its value.
type writer struct {
	key   *Node
	merge bool // it is a merge key
}

// deadEntry is an entry in the file that has no effect.
type deadEntry struct {
	key   *Node
	place int // of the entry that replaces it
}

func (h *hashBuilder) writer(place int) writer {
	if w, ok := h.writers[place]; ok {
		return w
	}
	return writer{key: h.entries[place].Key.node}
}

// set adds an entry that comes from w, and returns its position.
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
	if key.kind == String {
		if h.strings != nil {
			h.strings[key.text] = place
		}
		return place
	}
	h.symbols = h.symbols || key.kind == Symbol
	if h.others != nil {
		h.others[h.ids.of(key)] = place
	}
	return place
}

// find returns the position of the entry with that key; -1 if there is none.
func (h *hashBuilder) find(key *Value) int {
	if key.kind == String {
		return h.findString(key.text)
	}
	if len(h.entries) == 0 {
		return -1
	}
	if h.others == nil {
		h.others = map[int]int{}
		for i, e := range h.entries {
			if e.Key.kind != String {
				h.others[h.ids.of(e.Key)] = i
			}
		}
	}
	if place, ok := h.others[h.ids.of(key)]; ok {
		return place
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

// stringKeys converts Symbol keys to strings, as Puppet does after loading data: a later key with
// the same name takes effect.
func (h *hashBuilder) stringKeys(newValue func(*Node) *Value) *hashBuilder {
	converted := &hashBuilder{node: h.node, ids: h.ids}
	places := make([]int, len(h.entries)) // in converted, which may have fewer entries
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

// fill sets v, which has elements, to the Hash. It must not refer to memory of h, which is reused.
func (h *hashBuilder) fill(v *Value) {
	v.kind = Hash
	v.elements.entries = h.entries
	if index := h.strings; index != nil {
		v.elements.index.Store(&index)
	}
}

// problems returns the entries that have no effect, each with the key that overrides it.
func (h *hashBuilder) problems() []*Problem {
	var problems []*Problem
	for _, d := range h.dead {
		w := h.writer(d.place)
		p := &Problem{Code: DuplicateKey, Span: d.key.Span, Node: d.key, Related: w.key.Span}
		if w.merge {
			p.Code = OverwrittenByMerge
		}
		problems = append(problems, p)
	}
	return problems
}

// sortProblems sorts problems by position.
func sortProblems(problems []*Problem) {
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	})
}
