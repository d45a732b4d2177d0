package hocon

import (
	"fmt"
	"maps"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// resolver replaces references by what they stand for. Values are found from the root; a value
// that is being resolved and is referred to again is what the key had before (a stack), or a cycle.
type resolver struct {
	root   *object
	active []string        // the paths that are being followed
	self   map[string]node // what a key had before, while its value is resolved
	budget int             // values made, so that references cannot unfold without end
}

// maxValues bounds how much references may unfold.
const maxValues = 1_000_000

// value resolves n; nil stands for an optional reference to nothing.
func (r *resolver) value(n node, depth int) (*data.Value, error) {
	if r.budget++; depth > maxDepth || r.budget > maxValues {
		return nil, &Error{Line: 1, Message: "nested too deep"}
	}
	switch n := n.(type) {
	case leaf:
		return n.value, nil
	case *object:
		return r.object(n, depth)
	case *list:
		items := make([]*data.Value, 0, len(n.items))
		for _, item := range n.items {
			v, err := r.value(item, depth+1)
			if err != nil {
				return nil, err
			}
			if v != nil {
				items = append(items, v)
			}
		}
		return data.NewArray(items), nil
	case join:
		return r.join(n, depth)
	case stack:
		return r.stack(n, depth)
	case substitution:
		return r.substitution(n, depth)
	}
	return nil, nil
}

func (r *resolver) object(o *object, depth int) (*data.Value, error) {
	entries := make([]data.Entry, 0, len(o.keys))
	for _, k := range o.keys {
		v, err := r.value(o.values[k], depth+1)
		if err != nil {
			return nil, err
		}
		if v != nil {
			entries = append(entries, data.Entry{Key: data.NewString(k), Value: v})
		}
	}
	return data.NewHash(entries), nil
}

// stack resolves the value on top. Where that refers to its own key, it means the one below.
func (r *resolver) stack(s stack, depth int) (*data.Value, error) {
	saved := r.self
	if r.self = maps.Clone(saved); r.self == nil {
		r.self = map[string]node{}
	}
	for _, path := range references(s.above, nil) {
		if r.find(path) != nil {
			r.self[strings.Join(path, "\x00")] = s.below
		}
	}
	v, err := r.value(s.above, depth+1)
	r.self = saved
	if err != nil || v != nil && v.Kind() != data.Hash {
		return v, err
	}
	below, err := r.value(s.below, depth+1)
	switch {
	case err != nil:
		return nil, err
	case v == nil:
		return below, nil
	case below == nil || below.Kind() != data.Hash:
		return v, nil
	default:
		return mergeHashes(v, below), nil
	}
}

// references are the paths that n refers to.
func references(n node, paths [][]string) [][]string {
	switch n := n.(type) {
	case substitution:
		paths = append(paths, n.path)
	case join:
		for _, part := range n.parts {
			paths = references(part, paths)
		}
	case *list:
		for _, item := range n.items {
			paths = references(item, paths)
		}
	}
	return paths
}

func (r *resolver) substitution(s substitution, depth int) (*data.Value, error) {
	key := strings.Join(s.path, "\x00")
	name := renderPath(s.path)
	target, own := r.self[key]
	switch {
	case own && target != nil:
		saved := r.self
		r.self = maps.Clone(saved)
		r.self[key] = nil // at the bottom of a stack there is nothing below
		defer func() { r.self = saved }()
		return r.value(target, depth+1)
	case own && s.optional:
		return nil, nil
	case own:
		return nil, &Error{s.line, fmt.Sprintf("Could not resolve substitution to a value: ${%s}", name)}
	}
	for _, active := range r.active {
		if active != key {
			continue
		}
		if s.optional {
			return nil, nil
		}
		return nil, &Error{s.line, fmt.Sprintf("Could not resolve substitution to a value: ${%s} was part of a cycle of substitutions involving ${%s}", name, name)}
	}
	if target = r.find(s.path); target != nil {
		r.active = append(r.active, key)
		v, err := r.value(target, depth+1)
		r.active = r.active[:len(r.active)-1]
		if err != nil || v != nil {
			return v, err
		}
	}
	if s.optional {
		return nil, nil
	}
	return nil, &Error{s.line, fmt.Sprintf("Could not resolve substitution to a value: ${%s}", name)}
}

func renderPath(path []string) string { return strings.Join(path, ".") }

// find is the node at a path from the root, or nil.
func (r *resolver) find(path []string) node {
	var n node = r.root
	for _, k := range path {
		o, ok := asObject(n)
		if !ok {
			return nil
		}
		if n, ok = o.values[k]; !ok {
			return nil
		}
	}
	return n
}

// asObject is n as an object, as far as that shows without resolving it.
func asObject(n node) (*object, bool) {
	switch n := n.(type) {
	case *object:
		return n, true
	case stack:
		above, ok := asObject(n.above)
		if !ok {
			return asObject(n.below)
		}
		if below, also := asObject(n.below); also {
			return mergeObjects(above, below), true
		}
		return above, true
	case join:
		var merged *object
		for _, part := range n.parts {
			if o, ok := asObject(part); ok && merged != nil {
				merged = mergeObjects(o, merged)
			} else if ok {
				merged = o
			}
		}
		return merged, merged != nil
	}
	return nil, false
}

// join puts values in a row together: lists to a list, objects to an object, all else to a text.
func (r *resolver) join(j join, depth int) (*data.Value, error) {
	var parts []*data.Value
	var texts []string
	for _, part := range j.parts {
		if l, ok := part.(leaf); ok && l.value == nil {
			parts, texts = append(parts, nil), append(texts, l.text)
			continue
		}
		v, err := r.value(part, depth+1)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		text := ""
		if l, ok := part.(leaf); ok {
			text = l.text
		} else if k := v.Kind(); k != data.Array && k != data.Hash {
			text = scalarText(v)
		}
		parts, texts = append(parts, v), append(texts, text)
	}
	var collected *data.Value
	scalars := false
	for _, v := range parts {
		switch {
		case v == nil:
		case v.Kind() != data.Array && v.Kind() != data.Hash:
			scalars = true
		case collected == nil:
			collected = v
		case collected.Kind() != v.Kind():
			return nil, &Error{1, "Cannot concatenate object or list with a non-object-or-list"}
		case v.Kind() == data.Array:
			collected = data.NewArray(append(append([]*data.Value{}, collected.Items()...), v.Items()...))
		default:
			collected = mergeHashes(v, collected)
		}
	}
	switch {
	case collected != nil && scalars:
		return nil, &Error{1, "Cannot concatenate object or list with a non-object-or-list"}
	case collected != nil:
		return collected, nil
	case !scalars:
		return nil, nil
	}
	return data.NewString(strings.Join(texts, "")), nil
}

// scalarText is what a referenced scalar adds to a text.
func scalarText(v *data.Value) string {
	if v.IsUndef() {
		return "null"
	}
	return rubytext.ToS(v)
}

// mergeHashes has the keys of above first, as mergeObjects.
func mergeHashes(above, below *data.Value) *data.Value {
	var entries []data.Entry
	for _, e := range above.Entries() {
		if old, ok := below.GetKey(e.Key); ok && old.Kind() == data.Hash && e.Value.Kind() == data.Hash {
			e.Value = mergeHashes(e.Value, old)
		}
		entries = append(entries, e)
	}
	for _, e := range below.Entries() {
		if _, ok := above.GetKey(e.Key); !ok {
			entries = append(entries, e)
		}
	}
	return data.NewHash(entries)
}
