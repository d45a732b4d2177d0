package hocon

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Document reads a file with the places of its values. A reference to nothing in the file, which is a variable of the
// environment of the server, stands for a value that is not known: unknown makes one of its name.
func Document(file *source.File, unknown func(name string) *data.Value) *data.Document {
	return data.ParseWith(file, data.HOCON, func(doc *data.Document) {
		l := lex(string(file.Text))
		doc.Comments = l.comments
		p := &parser{tokens: l.tokens, tree: &tree{doc: doc}}
		value, err := p.parse(unknown)
		if include := (*IncludeError)(nil); errors.As(err, &include) {
			// Nothing is wrong, and nothing known: it is no problem of the document.
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

// problemOf is an error of the gem as a problem of the document.
func problemOf(file *source.File, err error) *data.Problem {
	p := &data.Problem{Code: data.SyntaxError, Message: err.Error(), Span: wholeLine(file, 1)}
	var refused *Error
	if errors.As(err, &refused) {
		p.Subject = strings.TrimSpace(refused.Message)
		p.Span = refused.Span
		if p.Span.Len() == 0 {
			p.Span = wholeLine(file, max(refused.Line, 1))
		}
	}
	return p
}

// wholeLine is a line without the white space around it.
func wholeLine(file *source.File, line int) source.Span {
	span := file.Line(min(line, file.Lines()))
	text := file.Slice(span)
	for span.Len() > 0 && strings.IndexByte(" \t\r", text[0]) >= 0 {
		text, span.Start = text[1:], span.Start+1
	}
	for span.Len() > 0 && strings.IndexByte(" \t\r", text[len(text)-1]) >= 0 {
		text, span.End = text[:len(text)-1], span.End-1
	}
	return span
}

// placed is a value, once references are resolved, with the places of its parts; nodes is all that is written for it.
// It becomes the value of the collections among them.
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

// giveUp makes collections that are no part of any value empty: others took their place, or they are a part of one that
// is put together of several.
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

// placedHash joins what several objects say about the keys of one.
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
		if key == nil { // which a reference brought
			key, written = nodes[len(nodes)-1], nodes[len(nodes)-1:]
		}
		entries = append(entries, data.Entry{Key: e.Key.WithNode(key), Value: placed(written, e.Value)})
	}
	return data.NewHash(entries)
}

// tree builds the nodes of a document beside the values. A nil tree builds nothing.
type tree struct {
	doc *data.Document
	// around are the collections that are open, built the node that was completed last.
	around []*data.Node
	built  *data.Node
}

func spanOf(tokens []token) source.Span {
	return source.Span{Start: tokens[0].span.Start, End: tokens[len(tokens)-1].span.End}
}

// scalar builds a scalar; v is nil for a reference. The value that it gives back knows its node.
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

// joined builds a scalar of several pieces, which is a string where no reference is among them.
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

// open begins a collection, which the function that it gives back ends. A bracket has been passed, if there is one.
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

// item adds the last value to the list around it.
func (t *tree) item() {
	if t != nil {
		t.around[len(t.around)-1].Add(t.built)
	}
}

// field adds the last value to the object around it, below all parts of its key.
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
