package hocon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// resolver replaces references by their values. Values are looked up from the root; a reference to
// a value that is being resolved refers to its previous value (in a stack), or is a cycle.
type resolver struct {
	root     *object
	variable func(string) *data.Value
	active   []substitution       // the references that are being followed
	self     map[string]node      // the previous value of a key, while its value is resolved
	plain    map[*data.Value]bool // unquoted strings
	budget   int                  // number of created values, so that references cannot expand without limit
}

// maxValues limits the expansion of references.
const maxValues = 1_000_000

// value resolves n; nil represents an optional reference to nothing.
func (r *resolver) value(n node, depth int) (*data.Value, error) {
	if r.budget++; depth > maxDepth || r.budget > maxValues {
		return nil, &Error{Line: 1, Message: "nested too deep"}
	}
	switch n := n.(type) {
	case leaf:
		if n.plain {
			r.plain[n.value] = true
		}
		return n.value, nil
	case *object:
		return r.object(n, depth)
	case *list:
		return r.list(n, depth)
	case join:
		return r.join(n, depth)
	case *stack:
		return r.stack(n, depth)
	case substitution:
		return r.substitution(n, depth)
	}
	return nil, nil
}

func (r *resolver) list(l *list, depth int) (*data.Value, error) {
	items := make([]*data.Value, 0, len(l.items))
	for _, item := range l.items {
		v, err := r.value(item, depth+1)
		if refused, ok := err.(*Error); ok && !refused.early {
			return nil, &Error{Message: "unexpected exception"} // the gem's only message about references in arrays
		}
		if err != nil {
			return nil, err
		}
		if v != nil {
			items = append(items, v)
		}
	}
	return data.NewArray(items), nil
}

func (r *resolver) object(o *object, depth int) (*data.Value, error) {
	entries := make([]data.Entry, 0, len(o.flatten().keys))
	for _, k := range o.keys {
		v, err := r.value(o.values[k], depth+1)
		if err != nil {
			return nil, err
		}
		if v != nil {
			entries = append(entries, data.NewEntry(k, v))
		}
	}
	return data.NewHash(entries), nil
}

// stack resolves the value on top. A reference to its own key in it refers to the one below.
func (r *resolver) stack(s *stack, depth int) (*data.Value, error) {
	saved := r.self
	if r.self = maps.Clone(saved); r.self == nil {
		r.self = map[string]node{}
	}
	for _, path := range references(s.above, nil) {
		if s.partOf(r.find(path)) {
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
	}
	return mergeHashes(v, below), nil
}

// partOf reports whether n resolves to s or contains it.
func (s *stack) partOf(n node) bool {
	for {
		other, ok := n.(*stack)
		if !ok || other == s {
			return ok
		}
		n = other.below
	}
}

// references returns the paths that n refers to.
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
		r.self[key] = nil // below the last value of a stack, there is nothing
		defer func() { r.self = saved }()
		return r.value(target, depth+1)
	case own && s.optional:
		return nil, nil
	case own:
		return nil, &Error{Line: s.line, Message: fmt.Sprintf("Could not resolve substitution to a value: ${%s}", name)}
	}
	if slices.ContainsFunc(r.active, s.equal) {
		return nil, &cycle{append(slices.Clone(r.active), s)}
	}
	r.active = append(r.active, s)
	defer func() { r.active = r.active[:len(r.active)-1] }()
	var v *data.Value
	if target = r.find(s.path); target != nil {
		var err error
		v, err = r.value(target, depth+1)
		if c, ok := err.(*cycle); ok && !s.optional {
			return nil, &Error{Line: s.line, Message: fmt.Sprintf("Could not resolve substitution to a value: %s was part of a cycle of substitutions involving %s", s, c)}
		} else if err != nil && !ok {
			return nil, err
		}
	}
	if v == nil && target == nil && len(s.path) == 1 && r.variable != nil {
		v = r.variable(s.path[0])
	}
	if v == nil && !s.optional {
		return nil, &Error{Line: s.line, Message: fmt.Sprintf("Could not resolve substitution to a value: ${%s}", name)}
	}
	return v, nil
}

// cycle is a reference to a value that is being resolved. The reference that led there either fails
// or has no value.
type cycle struct{ references []substitution }

func (c *cycle) Error() string {
	return strings.Join(lists.Map(c.references, substitution.String), ", ")
}

func (s substitution) equal(other substitution) bool {
	return s.optional == other.optional && slices.Equal(s.path, other.path)
}

func (s substitution) String() string {
	optional := ""
	if s.optional {
		optional = "?"
	}
	return "${" + optional + renderPath(s.path) + "}"
}

// renderPath returns a path as in the gem's errors.
func renderPath(path []string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		if parts[i] = part; part == "" || strings.ContainsFunc(part, isFunny) {
			parts[i] = renderString(part)
		}
	}
	return strings.Join(parts, ".")
}

func isFunny(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }

// find returns the node at a path from the root, or nil.
func (r *resolver) find(path []string) node {
	var n node = r.root
	for _, k := range path {
		o, ok := asObject(n)
		if !ok {
			return nil
		}
		if n, ok = o.flatten().values[k]; !ok {
			return nil
		}
	}
	return n
}

// asObject returns n as an object, if it is one without being resolved.
func asObject(n node) (*object, bool) {
	switch n := n.(type) {
	case *object:
		return n, true
	case *stack:
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
