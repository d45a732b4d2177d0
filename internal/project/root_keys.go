package project

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nearest"
)

// HasKey reports whether any data file defines the root key name.
func (p *Project) HasKey(name string) bool {
	p.indexKeys()
	return len(p.definitions[name]) > 0
}

// MeantKey returns the key that was probably meant by a name; "" if there is no similar one. Keys
// for which except returns true are excluded.
func (p *Project) MeantKey(name string, except func(known string) bool) string {
	p.indexKeys()
	near, _ := p.keyNames().Meant(name, except)
	return near
}

// Keys returns the root keys of data files, sorted. The list is shared and must not be changed.
func (p *Project) Keys() []string {
	p.indexKeys()
	return p.keys
}

func (p *Project) indexKeys() {
	p.keysOnce.Do(func() {
		all := map[string][]Definition{}
		for _, f := range p.Files {
			for name, d := range f.definitions() {
				all[name] = append(all[name], d)
			}
		}
		p.definitions = all
		p.sortKeys()
	})
}

func (p *Project) sortKeys() {
	keys := slices.Sorted(maps.Keys(p.definitions))
	p.keys, p.keyNames = keys, sync.OnceValue(func() *nearest.Names { return nearest.NewNames(keys) })
}

// definitions returns the root keys of the file.
func (f *File) definitions() iter.Seq2[string, Definition] {
	return func(yield func(string, Definition) bool) {
		if f.Doc.Value == nil {
			return
		}
		for _, e := range f.Doc.Value.Entries() {
			if e.Key.Kind() == data.String && !yield(e.Key.Text(), Definition{File: f, Key: e.Key.Node(), Value: e.Value}) {
				return
			}
		}
	}
}
