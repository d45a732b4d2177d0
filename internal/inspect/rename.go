package inspect

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// plainKey matches names that need no quotes in data and tokens.
var plainKey = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_-]*(?:::[A-Za-z0-9_-]+)*$`)

// CanRename returns the reason why a subject cannot be renamed; nil if it can.
func (x *Inspector) CanRename(s *Subject) error {
	switch {
	case !s.IsKey() || len(s.SubKey) > 0 || s.Name == lookupoptions.Key:
		return fmt.Errorf("only keys at the top level of data files can be renamed")
	case len(x.parameters(s.Name)) > 0:
		return fmt.Errorf("`%s` is for the parameter of a class: rename the parameter, and then the key", s.Name)
	case len(x.Project.Definitions(s.Name)) == 0:
		return fmt.Errorf("no data defines `%s`", s.Name)
	}
	return nil
}

// NameSpan returns the part of the subject that Rename replaces there: the name without quotes, and
// without subkeys.
func (s *Subject) NameSpan() source.Span {
	if span, ok := spanOfName(s.File, s.Span, s.Name); ok {
		return span
	}
	return s.Span
}

// spanOfName returns the first place of a name in a part of a file.
func spanOfName(file *source.File, span source.Span, name string) (at source.Span, ok bool) {
	i := strings.Index(string(file.Slice(span)), name)
	return source.Span{Start: span.Start + i, End: span.Start + i + len(name)}, i >= 0
}

// Rename returns the edits that rename a key in data, tokens, entries of lookup_options, and
// lookups with a literal key.
func (x *Inspector) Rename(s *Subject, name string) ([]diagnostic.TextEdit, error) {
	if err := x.CanRename(s); err != nil {
		return nil, err
	}
	if !plainKey().MatchString(name) {
		return nil, fmt.Errorf("`%s` is not a valid key", name)
	}
	if x.Project.HasKey(name) {
		return nil, fmt.Errorf("data already defines `%s`", name)
	}
	r := &renamer{from: s.Name, to: name, seen: map[diagnostic.TextEdit]bool{}}
	for _, f := range x.Project.Files {
		if f.Doc.Root != nil && bytes.Contains(f.Doc.File.Text, []byte(s.Name)) {
			r.node(f.Doc.Root, 0)
		}
	}
	for code := range x.AllCode() {
		for _, u := range code.LookupsOf(s.Name) {
			if text, known := u.Key.Text(); known && text == s.Name {
				r.within(u.File, u.Span)
			}
		}
	}
	return r.edits, nil
}

// renamer collects the edits that rename a key.
type renamer struct {
	from, to string
	edits    []diagnostic.TextEdit
	seen     map[diagnostic.TextEdit]bool
}

// node renames the key in a node: the name of a root key or of an entry of lookup_options, and
// references in tokens.
func (r *renamer) node(n *data.Node, depth int) {
	if n.Kind == data.Scalar {
		if n.IsKey() && n.Text() == r.from && (depth == 1 || depth == 2 && n.Path()[0] == lookupoptions.Key) { //nolint:mnd // the entries of lookup_options
			r.within(n.Doc.File, n.Span)
			return
		}
		r.tokens(n)
		return
	}
	for _, child := range n.Children {
		r.node(child, depth+1)
	}
}

func (r *renamer) tokens(n *data.Node) {
	for t := range interpolate.Tokens(n.Text()) {
		if t.Kind == interpolate.Call && t.Method.TakesKey() && t.KeyErr == nil && t.Key.Root == r.from {
			r.within(n.Doc.File, n.SourceSpan(t.KeyOffset+t.Key.RootSpan.Start, t.KeyOffset+t.Key.RootSpan.End))
		}
	}
}

// within replaces the name in a part of a file that contains it, possibly in quotes.
func (r *renamer) within(file *source.File, span source.Span) {
	at, ok := spanOfName(file, span, r.from)
	if !ok {
		return
	}
	if edit := (diagnostic.TextEdit{File: file, Span: at, New: r.to}); !r.seen[edit] {
		r.seen[edit] = true
		r.edits = append(r.edits, edit)
	}
}
