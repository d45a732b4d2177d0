package inspect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/usage"
)

// Symbol is a key of a file, or an element of an array of hashes, with those in its value.
type Symbol struct {
	Name           string
	Span, NameSpan source.Span
	IsHash         bool
	Children       []*Symbol
}

// Outline returns the symbols of a document in order.
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
		for key, value := range n.Entries() {
			if key.Kind != data.Scalar || key.Text() == "" {
				continue
			}
			name := secret.Name(key.Text())
			if secret.IsElement(value) && secret.IsUnder(n) {
				name = redact.Redacted
			}
			all = append(all, &Symbol{
				Name: name, Span: source.Span{Start: key.Span.Start, End: max(key.Span.End, value.Span.End)}, NameSpan: key.Span,
				IsHash: value.Kind == data.Mapping, Children: symbolsIn(value),
			})
		}
	case data.Sequence:
		for _, element := range n.Children {
			if element.Kind == data.Mapping && len(element.Children) > 1 {
				name := element.Children[0].Text()
				if value := element.Children[1]; value.Kind == data.Scalar && value.Text() != "" && !secret.IsWritten(value) {
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

// Role describes how a key is defined and read: "overridden in 2 levels, used by profile::web". It
// is empty if there is nothing to say.
func (x *Inspector) Role(file *source.File, key string) string {
	parts := x.otherLevels(file, key)
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

// otherLevels describes how many levels and files above and below those that read a file define one
// of its keys.
func (x *Inspector) otherLevels(file *source.File, key string) []string {
	all := x.Project.Definitions(key)
	own := slices.IndexFunc(all, func(d project.Definition) bool { return d.Key.Doc.File == file })
	if own < 0 || len(all) == 1 {
		return nil
	}
	var above, below []*config.Level
	files := 0
	for _, d := range all {
		if d.Key.Doc.File == file {
			continue
		}
		files++
		for _, m := range d.File.Matches {
			for _, mine := range all[own].File.Matches {
				if m.Root != mine.Root || m.Hierarchy != mine.Hierarchy {
					continue
				}
				switch at, level := m.Root.Config.AllLevels(), m.Level; cmp.Compare(slices.Index(at, level), slices.Index(at, mine.Level)) {
				case -1:
					above = append(above, level)
				case 1:
					below = append(below, level)
				}
			}
		}
	}
	if x.hasOptions(key) || len(above)+len(below) == 0 {
		return []string{"also set in " + plural.Count(files, "file")}
	}
	var parts []string
	if n := distinct(above); n > 0 {
		parts = append(parts, "overridden in "+plural.Count(n, "level"))
	}
	if n := distinct(below); n > 0 {
		parts = append(parts, "overrides "+plural.Count(n, "level"))
	}
	return parts
}

func distinct(levels []*config.Level) int {
	return len(lists.Set(levels))
}

// userName returns what reads a key.
func userName(r usage.KeyReader) string {
	if r.Kind == usage.Lookup && r.File != nil {
		return r.Name + " in " + r.File.Path[strings.LastIndex(r.File.Path, "/")+1:]
	}
	return r.Name
}
