package index

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
)

// documentKeys holds the root keys of a document that lookups can find, and its lookup_options.
type documentKeys struct {
	keys    []documentKey
	options *documentOptions // nil if there are none
}

// documentKey is a root key of a document.
type documentKey struct {
	name, module string
	hash         uint64 // of the name
	key, value   *data.Value
	asks         *Asks // what the value references and reads
}

// documentOptions holds the lookup_options of a document.
type documentOptions struct {
	asks     Asks
	compiled *lookupoptions.Options // nil if they are invalid
}

// keysOf returns the root keys of a document whose value is a hash.
func keysOf(doc *data.Document) *documentKeys {
	of := &documentKeys{keys: make([]documentKey, 0, doc.Value.Len())}
	for _, e := range doc.Value.Entries() {
		if e.Key.Kind() != data.String {
			continue
		}
		name, asks := e.Key.Text(), AsksOf(e.Value)
		if name == lookupoptions.Key {
			of.options = &documentOptions{asks: *asks}
			if e.Value.Kind() == data.Hash {
				if compiled, err := lookupoptions.Compile(e.Value, ""); err == nil {
					of.options.compiled = compiled
				}
			}
			continue
		}
		if k, err := key.Parse(name); err == nil && len(k.Sub) == 0 && k.Root == name { // otherwise, no lookup finds it
			of.keys = append(of.keys, documentKey{name, k.Module(), hashing.Text(0, name), e.Key, e.Value, asks})
		}
	}
	return of
}
