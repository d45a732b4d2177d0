package hocon

import (
	"bytes"
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Document parses a file with the positions of its values. A reference to something that is not in
// the file, which is an environment variable of the server, is an unknown value; unknown creates it
// from the name.
func Document(file *source.File, unknown func(name string) *data.Value) *data.Document {
	return data.ParseWith(file, data.HOCON, func(doc *data.Document) {
		l, err := lexed(file.Content())
		if err != nil {
			doc.Refuse(&data.Problem{Code: data.TooLarge, Message: err.Error()})
			return
		}
		doc.Comments = l.comments
		p := &parser{tokens: l.tokens, tree: &tree{doc: doc}}
		value, err := p.parse(unknown)
		if include := (*IncludeError)(nil); errors.As(err, &include) {
			// The value is unknown, which is not a problem of the document.
			doc.Err = &data.Problem{Code: data.Unreadable, Message: include.Error()}
			return
		}
		if err != nil {
			doc.Refuse(problemOf(doc.File, err))
			return
		}
		doc.Root = p.tree.built
		doc.Value = placed([]*data.Node{doc.Root}, value)
		giveUp(doc.Root)
	})
}

// problemOf converts an error of the gem to a problem of the document.
func problemOf(file *source.File, err error) *data.Problem {
	p := &data.Problem{Code: data.SyntaxError, Message: err.Error(), Span: wholeLine(file, 1)}
	var refused *Error
	if errors.As(err, &refused) {
		cause, _, isHinted := strings.Cut(strings.TrimSpace(refused.Message), " (if you ")
		if p.Subject = lowerFirst(cause); isHinted {
			p.Reason = data.HOCONUnquoted
		}
		p.Span = refused.Span
		if p.Span.Len() == 0 {
			p.Span = wholeLine(file, max(refused.Line, 1))
		}
	}
	return p
}

// lowerFirst returns a sentence as a message starts: in lower case.
func lowerFirst(text string) string {
	if len(text) > 1 && 'a' <= text[1] && text[1] <= 'z' {
		return strings.ToLower(text[:1]) + text[1:]
	}
	return text
}

// wholeLine returns the span of a line without surrounding whitespace.
func wholeLine(file *source.File, line int) source.Span {
	span := file.Line(min(line, file.Lines()))
	text := file.Slice(span)
	span.Start += len(text) - len(bytes.TrimLeft(text, " \t\r"))
	span.End = span.Start + len(bytes.Trim(text, " \t\r"))
	return span
}

// placed adds positions to a value whose references are resolved; nodes are all nodes that define
// it. It sets the values of the collections among them.
func placed(nodes []*data.Node, v *data.Value) *data.Value {
	last := nodes[len(nodes)-1]
	switch v.Kind() {
	case data.Hash:
		v = placedHash(nodes, v).WithNode(last)
	case data.Array:
		items := make([]*data.Value, v.Len())
		for i, item := range v.Items() {
			written := nodes[len(nodes)-1:]
			if last.Kind == data.Sequence && len(last.Children) == v.Len() {
				written = last.Children[i : i+1]
			}
			items[i] = placed(written, item)
		}
		v = data.NewArray(items).WithNode(last)
	default:
		if v.Node() == nil {
			v = v.WithNode(last)
		}
	}
	for _, n := range nodes {
		if n.Kind == data.Mapping && v.Kind() == data.Hash || n.Kind == data.Sequence && v.Kind() == data.Array {
			n.Value = v
		}
	}
	return v
}

// giveUp empties collections that are not part of any value, because others replaced them, or
// because they are part of a value that was composed of several.
func giveUp(n *data.Node) {
	switch {
	case n.Value != nil:
	case n.Kind == data.Mapping:
		n.Value = data.NewHash(nil).WithNode(n)
	case n.Kind == data.Sequence:
		n.Value = data.NewArray(nil).WithNode(n)
	}
	for _, child := range n.Children {
		giveUp(child)
	}
}

// placedHash combines what several objects contain about the keys of one.
func placedHash(nodes []*data.Node, v *data.Value) *data.Value {
	keys, values := map[string]*data.Node{}, map[string][]*data.Node{}
	for _, n := range nodes {
		for key, value := range n.Entries() {
			name := key.Text()
			keys[name], values[name] = key, append(values[name], value)
		}
	}
	entries := make([]data.Entry, 0, v.Len())
	for _, e := range v.Entries() {
		name := e.Key.Text()
		key, written := keys[name], values[name]
		if key == nil { // a reference added it
			key, written = nodes[len(nodes)-1], nodes[len(nodes)-1:]
		}
		entries = append(entries, data.Entry{Key: e.Key.WithNode(key), Value: placed(written, e.Value)})
	}
	return data.NewHash(entries)
}

// tree builds the nodes of a document. A nil tree builds nothing.
type tree struct {
	doc *data.Document
	// around are the open collections, and built is the last complete node.
	around []*data.Node
	built  *data.Node
}

func spanOf(tokens []token) source.Span {
	return source.Span{Start: tokens[0].span.Start, End: tokens[len(tokens)-1].span.End}
}

// scalar builds a scalar; v is nil for a reference. The returned value has the node.
func (t *tree) scalar(of *token, v *data.Value) *data.Value {
	if t == nil {
		return v
	}
	style := data.Plain
	if of.kind == quoted {
		style = data.DoubleQuoted
	}
	t.built = t.doc.NewScalar(style, of.span, of.text)
	if v == nil {
		return nil
	}
	t.built.Value = v.WithNode(t.built)
	return t.built.Value
}

// joined builds the scalar of several concatenated values, which is a string unless they contain a
// reference.
func (t *tree) joined(parts []node, span source.Span) {
	if t == nil {
		return
	}
	var text strings.Builder
	static := true
	for _, part := range parts {
		l, ok := part.(leaf)
		text.WriteString(l.text)
		static = static && ok
	}
	t.built = t.doc.NewScalar(data.Plain, span, text.String())
	if static {
		t.built.Value = data.NewString(text.String()).WithNode(t.built)
	}
}

// open starts a collection, which the returned function ends. A bracket, if any, has been skipped.
func (t *tree) open(kind data.NodeKind, p *parser, bracketed bool) (closed func()) {
	if t == nil {
		return func() {}
	}
	start, style := 0, data.Block
	if bracketed {
		start, style = p.tokens[p.at-1].span.Start, data.Flow
	}
	n := t.doc.NewNode(kind, style, source.Span{Start: start, End: start})
	t.around = append(t.around, n)
	return func() {
		n.Span.End = p.peek().span.Start
		if bracketed {
			n.Span.End = p.tokens[p.at-1].span.End
		}
		t.around = t.around[:len(t.around)-1]
		t.built = n
	}
}

// item adds the last value to the enclosing array.
func (t *tree) item() {
	if t != nil {
		t.around[len(t.around)-1].Add(t.built)
	}
}

// field adds the last value to the enclosing object, below all parts of its key.
func (t *tree) field(keys []token, path []string) {
	if t == nil {
		return
	}
	span := spanOf(keys)
	value, at := t.built, t.around[len(t.around)-1]
	for i, name := range path {
		style := data.Plain
		if keys[0].kind == quoted && len(path) == 1 && len(keys) == 1 {
			style = data.DoubleQuoted
		}
		key := t.doc.NewScalar(style, span, name)
		key.Value = data.NewString(name).WithNode(key)
		at.Add(key)
		if i == len(path)-1 {
			at.Add(value)
			return
		}
		inner := t.doc.NewNode(data.Mapping, data.Block, source.Span{Start: span.Start, End: value.Span.End})
		at.Add(inner)
		at = inner
	}
}
