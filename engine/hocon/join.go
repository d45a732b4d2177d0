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

// piece is a value of a row, and what it is in a text.
type piece struct {
	value *data.Value
	text  string
	line  int
}

// join puts values in a row together: lists to a list, objects to an object, all else to a text.
func (r *resolver) join(j join, depth int) (*data.Value, error) {
	var joined piece
	var texts []string      // that follow joined
	var items []*data.Value // that do
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

// with is p with texts or items behind it, which are joined at once.
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

// line is the line that the gem names for what n stands for.
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

// lineOf is the line of n as it stands: of what is joined, that of the first.
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

// pair joins two values, of which one at least is a hash or not known, or an array beside something else; refused is the error for values that do not go together.
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
		// The gem takes every text without quotes for the white space that may follow a collection.
		return left, nil
	default:
		refused.Message = fmt.Sprintf("Cannot concatenate object or list with a non-object-or-list, %s and %s are not compatible", r.describe(left), r.describe(right))
		return piece{}, refused
	}
}

func isCollection(v *data.Value) bool { return v.Kind() == data.Array || v.Kind() == data.Hash }

// scalarText is what a scalar adds to a text.
func scalarText(v *data.Value) string {
	if v.IsUndef() {
		return "null"
	}
	return rubytext.ToS(v)
}

// describe is a value as the gem names it in errors: its class, and the value as JSON.
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

// renderString is a text as JSON.
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
