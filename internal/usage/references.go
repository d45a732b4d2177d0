package usage

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
)

// References are the tokens in the data of a project that reference keys. They are searched for
// when they are needed.
type References struct {
	project *project.Project
	files   *sync.Map // of *project.File to its references
	once    sync.Once
	byKey   map[string][]DataReference
}

// DataReference is a value that references a key.
type DataReference struct {
	// Key is the root key that contains the value.
	Key  string
	File *source.File
	Span source.Span

	to string // the root key
}

// reader returns the reference as a reader of the key.
func (r DataReference) reader() KeyReader {
	return KeyReader{Kind: Reference, Name: r.Key, File: r.File, Span: r.Span}
}

// NewReferences returns the references in the data of a project.
func NewReferences(p *project.Project) *References {
	return &References{project: p, files: &sync.Map{}}
}

// With returns the references in different data of the same project.
func (r *References) With(p *project.Project) *References {
	with := NewReferences(p)
	for _, f := range p.Files {
		if found, ok := r.files.Load(f); ok {
			with.files.Store(f, found)
		}
	}
	return with
}

// To returns the references to a root key by `lookup`, `hiera`, or `alias`, in the order of files.
func (r *References) To(key string) []DataReference {
	if !r.project.Refers(key) {
		return nil
	}
	return r.all()[key]
}

// all returns the references by root key.
func (r *References) all() map[string][]DataReference {
	r.once.Do(func() {
		r.byKey = map[string][]DataReference{}
		for _, f := range r.project.Files {
			for _, ref := range r.in(f) {
				r.byKey[ref.to] = append(r.byKey[ref.to], ref)
			}
		}
	})
	return r.byKey
}

// in returns the references in a file.
func (r *References) in(f *project.File) []DataReference {
	if known, ok := r.files.Load(f); ok {
		return known.([]DataReference)
	}
	var found []DataReference
	for key, value := range f.Doc.Root.Entries() {
		found = appendReferences(found, key.Text(), value)
	}
	r.files.Store(f, found)
	return found
}

func appendReferences(found []DataReference, key string, n *data.Node) []DataReference {
	for _, child := range n.Children {
		found = appendReferences(found, key, child)
	}
	if n.Kind != data.Scalar || !n.Value.Is(data.String) {
		return found
	}
	for t := range interpolate.Tokens(n.Value.Text()) {
		if t.Method.TakesKey() && t.KeyErr == nil {
			found = append(found, DataReference{Key: key, File: n.Doc.File, Span: n.SourceSpan(t.Span.Start, t.Span.End), to: t.Key.Root})
		}
	}
	return found
}
