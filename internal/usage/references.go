package usage

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
)

// References are the tokens in the data of a project that ask for keys. They are looked for when they are first
// asked for.
type References struct {
	project *project.Project
	once    sync.Once
	byKey   map[string][]DataReference
}

// DataReference is a value that refers to a key.
type DataReference struct {
	// Key is the key at the root under which the value stands.
	Key  string
	File *source.File
	Span source.Span
}

// NewReferences are the references in the data of a project.
func NewReferences(p *project.Project) *References { return &References{project: p} }

// To are the references to a root key, by `lookup`, `hiera` or `alias`, in the order of files.
func (r *References) To(key string) []DataReference {
	if !r.project.Refers(key) {
		return nil
	}
	r.once.Do(func() {
		r.byKey = map[string][]DataReference{}
		for _, f := range r.project.Files {
			root := f.Doc.Root
			if root == nil || root.Kind != data.Mapping {
				continue
			}
			for i := 0; i+1 < len(root.Children); i += 2 {
				r.walk(root.Children[i].Text(), root.Children[i+1])
			}
		}
	})
	return r.byKey[key]
}

func (r *References) walk(key string, n *data.Node) {
	for _, child := range n.Children {
		r.walk(key, child)
	}
	if n.Kind != data.Scalar || n.Value == nil || n.Value.Kind() != data.String {
		return
	}
	template := interpolate.Parse(n.Value.Text())
	if template == nil {
		return
	}
	for i := range template.Tokens {
		if t := &template.Tokens[i]; t.Method.TakesKey() && t.KeyErr == nil {
			r.byKey[t.Key.Root] = append(r.byKey[t.Key.Root], DataReference{Key: key, File: n.Doc.File, Span: n.SourceSpan(t.Span.Start, t.Span.End)})
		}
	}
}
