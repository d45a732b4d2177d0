package hocon

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// node is a value before its references are resolved.
type node any

type (
	// leaf is a value; text is its text when it is concatenated. plain reports an unquoted string.
	leaf struct {
		value *data.Value
		text  string
		plain bool
		line  int
	}
	// object has its keys in the gem's order.
	object struct {
		keys   []string
		values map[string]node
		line   int
		// parts are objects that are merged into this one by flatten, in order.
		parts []*object
	}
	list struct {
		items []node
		line  int
	}
	// join is several concatenated values, with the relevant whitespace between them.
	join struct {
		parts []node
		line  int
	}
	// substitution is a reference.
	substitution struct {
		path     []string
		optional bool
		line     int
	}
	// stack is a value that was set more than once and may refer to its previous value; the last
	// one comes first.
	stack struct{ above, below node }
)

func newObject(line int) *object { return &object{values: map[string]node{}, line: line} }

// set sets the value of a key. Objects are merged with the previous value.
func (o *object) set(key string, v node) {
	old, exists := o.values[key]
	if !exists {
		o.keys = append(o.keys, key)
		o.values[key] = v
		return
	}
	if above, below, ok := bothObjects(v, old); ok && below.parts != nil {
		below.add(above) // created here
		return
	}
	o.values[key] = over(v, old)
}

func bothObjects(above, below node) (a, b *object, ok bool) {
	a, isObject := above.(*object)
	b, also := below.(*object)
	return a, b, isObject && also
}

// over returns the value of a key that had below and is set to above.
func over(above, below node) node {
	if a, b, ok := bothObjects(above, below); ok {
		return mergeObjects(a, b)
	}
	switch above.(type) {
	case leaf, *list:
		return above
	case *object:
		switch below.(type) {
		case leaf, *list:
			return above
		}
	}
	return &stack{above, below}
}

// mergeObjects merges objects, with the keys of above first. The result is computed when it is
// needed, for all objects at once, because a file may set a key very often.
func mergeObjects(above, below *object) *object {
	merged := &object{line: below.line, parts: []*object{below}}
	merged.add(above)
	return merged
}

// add adds a part to a merged object.
func (o *object) add(above *object) {
	o.parts = append(o.parts, above)
	o.line = min(o.line, above.line)
}

// flatten returns the object with its keys.
func (o *object) flatten() *object {
	if o.parts == nil {
		return o
	}
	given := map[string][]node{} // the last one comes first
	for _, part := range slices.Backward(o.parts) {
		for _, k := range part.flatten().keys {
			if given[k] == nil {
				o.keys = append(o.keys, k)
			}
			given[k] = append(given[k], part.values[k])
		}
	}
	o.parts, o.values = nil, make(map[string]node, len(given))
	for k, values := range given {
		o.values[k] = overEachOther(values)
	}
	return o
}

// overEachOther returns the value of a key that was set several times; the last value comes first.
func overEachOther(values []node) node {
	merged, isMade := values[len(values)-1], false
	for _, v := range slices.Backward(values[:len(values)-1]) {
		above, below, ok := bothObjects(v, merged)
		if ok && isMade {
			below.add(above)
			continue
		}
		merged, isMade = over(v, merged), ok
	}
	return merged
}
