package sources

import (
	"iter"
	"maps"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// File is a data file as nodes read it.
type File struct {
	// ID is different for each file, and for each content of it.
	ID  uint64
	Doc *data.Document
	// Project is the file in the project; nil if it is not part of it.
	Project *project.File
	// Real is the path of the file without symbolic links.
	Real string
	// Broken reports that lookups may fail at it.
	Broken bool
	// Options reports that it has lookup_options.
	Options bool

	keys    map[string]int // the index of each key's entry in the file
	present keyFilter
}

func newFile(doc *data.Document) *File {
	f := &File{Doc: doc}
	switch {
	case doc == nil || doc.Value == nil || doc.Value.Kind() != data.Hash:
		f.Broken = true
	default:
		f.keys = make(map[string]int, doc.Value.Len())
		for i, e := range doc.Value.Entries() {
			if e.Key.Kind() != data.String {
				f.Broken = true // the data of a module may fail because of it
				continue
			}
			f.keys[e.Key.Text()] = i
			f.present.add(hashing.Text(0, e.Key.Text()))
			f.Options = f.Options || e.Key.Text() == lookupoptions.Key
		}
	}
	return f
}

// Entry returns the index of a root key's entry in the file; ok is false if it has none, or if f is
// nil.
func (f *File) Entry(r *index.Root) (i int, ok bool) {
	if f == nil || !f.present.mayHave(r.Hash) {
		return 0, false
	}
	i, ok = f.keys[r.Name]
	return i, ok
}

// Keys iterates over the root keys that the file defines, in no order.
func (f *File) Keys() iter.Seq[string] { return maps.Keys(f.keys) }

// Defines reports whether the file defines a root key.
func (f *File) Defines(r *index.Root) bool {
	_, ok := f.Entry(r)
	return ok
}

// keyFilter is a Bloom filter of keys: if not all bits of a key are set, it is not among them.
type keyFilter [4]uint64

func (f *keyFilter) add(hash uint64) { f[hash&3] |= bits(hash) }

func (f *keyFilter) mayHave(hash uint64) bool { return f[hash&3]&bits(hash) == bits(hash) }

// bits returns the bits of a key in the word that its hash selects.
func bits(hash uint64) uint64 { return 1<<(hash>>2&63) | 1<<(hash>>8&63) }
