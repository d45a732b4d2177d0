package hocon

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// piece is one of several concatenated values, and its text.
type piece struct {
	value *data.Value
	text  string
	line  int
}

// join concatenates values: arrays to an array, objects to an object, and others to a string.
func (r *resolver) join(j join, depth int) (*data.Value, error) {
	var joined piece
	var texts []string      // the following ones that were joined
	var items []*data.Value // the following ones that were joined
	static := !slices.ContainsFunc(j.parts, isSubstitution)
	for _, part := range j.parts {
		v, err := r.value(part, depth+1)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		next := piece{v, scalarText(v), r.line(part, depth)}
		if l, ok := part.(leaf); ok {
			next.text = l.text
		}
		switch {
		case joined.value == nil:
			joined = next
		case isPlain(joined.value) && isPlain(next.value):
			texts = append(texts, next.text)
		case isList(joined.value) && isList(next.value):
			items = append(items, next.value.Items()...)
		default:
			joined = joined.with(texts, items)
			texts, items = nil, nil
			if joined, err = r.pair(joined, next, &Error{Line: joined.line, early: static}); err != nil {
				return nil, err
			}
		}
		joined.line = min(joined.line, next.line)
	}
	return joined.with(texts, items).value, nil
}

func isPlain(v *data.Value) bool { return !isCollection(v) && !v.IsUnknown() }

func isList(v *data.Value) bool { return v.Kind() == data.Array && !v.IsUnknown() }

// with returns p concatenated with texts or items, which are joined at once.
func (p piece) with(texts []string, items []*data.Value) piece {
	switch {
	case len(texts) > 0:
		text := p.text + strings.Join(texts, "")
		return piece{data.NewString(text), text, p.line}
	case len(items) > 0:
		return piece{value: data.NewArray(slices.Concat(p.value.Items(), items)), line: p.line}
	}
	return p
}

// line returns the line in the gem's messages about n.
func (r *resolver) line(n node, depth int) int {
	s, ok := n.(substitution)
	if !ok || depth > maxDepth {
		return lineOf(n)
	}
	target, own := r.self[strings.Join(s.path, "\x00")]
	if !own {
		target = r.find(s.path)
	}
	if target == nil {
		return s.line
	}
	return r.line(target, depth+1)
}

// lineOf returns the line of n; for concatenated values, that of the first.
func lineOf(n node) int {
	switch n := n.(type) {
	case leaf:
		return n.line
	case *object:
		return n.line
	case *list:
		return n.line
	case join:
		return n.line
	case substitution:
		return n.line
	case *stack:
		return lineOf(n.above)
	}
	return 0
}

func isSubstitution(n node) bool {
	_, ok := n.(substitution)
	return ok
}

// pair concatenates two values, at least one of which is a hash or unknown, or an array next to
// something else; refused is the error for values that cannot be concatenated.
func (r *resolver) pair(left, right piece, refused *Error) (piece, error) {
	collection, kind := isCollection(left.value), right.value.Kind()
	switch {
	case left.value.IsUnknown():
		return left, nil
	case right.value.IsUnknown():
		return right, nil
	case collection && kind == left.value.Kind():
		r.budget += left.value.Len()
		return piece{value: mergeHashes(right.value, left.value), line: left.line}, nil
	case collection && r.plain[right.value]:
		// The gem treats unquoted strings like the whitespace that may follow a collection.
		return left, nil
	default:
		refused.Message = fmt.Sprintf("Cannot concatenate object or list with a non-object-or-list, %s and %s are not compatible", r.describe(left), r.describe(right))
		return piece{}, refused
	}
}

func isCollection(v *data.Value) bool { return v.Kind() == data.Array || v.Kind() == data.Hash }

// scalarText returns the text that a scalar adds to a string.
func scalarText(v *data.Value) string {
	if v.IsUndef() {
		return "null"
	}
	return rubytext.ToS(v)
}

// describe returns a value as in the gem's errors: its class, and the value as JSON.
func (r *resolver) describe(p piece) string {
	v := p.value
	var class string
	switch v.Kind() {
	case data.Undef:
		class = "ConfigNull"
	case data.Boolean:
		class = "ConfigBoolean"
	case data.Integer:
		class = "ConfigInt"
	case data.Float:
		class = "ConfigDouble"
	case data.Array:
		class = "SimpleConfigList"
	case data.Hash:
		class = "SimpleConfigObject"
	default:
		if class = "Quoted"; r.plain[v] {
			class = "Unquoted"
		}
	}
	if v.Kind() == data.Float {
		return class + "(" + p.text + ")"
	}
	return class + "(" + render(v) + ")"
}

func render(v *data.Value) string {
	switch v.Kind() {
	case data.Array:
		return "[" + strings.Join(lists.Map(v.Items(), render), ",") + "]"
	case data.Hash:
		entry := func(e data.Entry) string { return render(e.Key) + ":" + render(e.Value) }
		return "{" + strings.Join(lists.Map(v.Entries(), entry), ",") + "}"
	case data.String:
		return renderString(v.Text())
	}
	return scalarText(v)
}

var rendered = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\b': `\b`, '\f': `\f`, '\r': `\r`, '\t': `\t`}

// renderString returns a string as JSON.
func renderString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch escape, ok := rendered[r]; {
		case ok:
			b.WriteString(escape)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// mergeHashes merges hashes, with the keys of above first, like mergeObjects.
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
