package views

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/usage"
)

// Symbol is a key of a file, or an element of an array of hashes, with those in its value.
type Symbol struct {
	Name           string
	Span, NameSpan source.Span
	IsHash         bool
	Children       []*Symbol
}

// Outline are the symbols of a document, in order.
func Outline(doc *data.Document) []*Symbol {
	if doc == nil || doc.Root == nil {
		return nil
	}
	return symbolsIn(doc.Root)
}

func symbolsIn(n *data.Node) []*Symbol {
	var all []*Symbol
	switch n.Kind {
	case data.Mapping:
		for i := 0; i+1 < len(n.Children); i += 2 {
			key, value := n.Children[i], n.Children[i+1]
			if key.Kind != data.Scalar || key.Text() == "" {
				continue
			}
			all = append(all, &Symbol{
				Name: key.Text(), Span: source.Span{Start: key.Span.Start, End: max(key.Span.End, value.Span.End)}, NameSpan: key.Span,
				IsHash: value.Kind == data.Mapping, Children: symbolsIn(value),
			})
		}
	case data.Sequence:
		for _, element := range n.Children {
			if element.Kind == data.Mapping && len(element.Children) > 1 {
				name := element.Children[0].Text()
				if value := element.Children[1]; value.Kind == data.Scalar && value.Text() != "" {
					name = value.Text()
				}
				if name != "" {
					all = append(all, &Symbol{Name: name, Span: element.Span, NameSpan: element.Children[0].Span, IsHash: true, Children: symbolsIn(element)})
				}
			}
		}
	case data.Scalar, data.Alias:
	}
	return all
}

// Role is how a key is set and read, in a few words: "overridden in 2 levels, used by profile::web". It is empty where there is nothing to say.
func (x *Inspector) Role(file *source.File, key string) string {
	var parts []string
	others := 0
	for _, d := range x.Project.Definitions(key) {
		if d.Key.Doc.File != file {
			others++
		}
	}
	if others > 0 {
		parts = append(parts, "also set in "+plural.Count(others, "file"))
	}
	var users []string
	seen := map[string]bool{}
	for _, env := range x.Project.Environments {
		u := x.UsageOf[env]
		if u == nil {
			continue
		}
		for _, r := range u.Readers(key) {
			if !r.Certain() || r.Kind == usage.Hiera || seen[r.Name] {
				continue
			}
			seen[r.Name] = true
			users = append(users, userName(r))
		}
	}
	const few = 3
	if len(users) > few {
		users = append(users[:few:few], "…")
	}
	if len(users) > 0 {
		parts = append(parts, "used by "+strings.Join(users, ", "))
	}
	return strings.Join(parts, ", ")
}

// userName is what reads a key.
func userName(r usage.KeyReader) string {
	if r.Kind == usage.Lookup && r.File != nil {
		return r.Name + " in " + r.File.Path[strings.LastIndex(r.File.Path, "/")+1:]
	}
	return r.Name
}
