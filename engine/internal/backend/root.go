package backend

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
)

// Key is a lookup key with the number of its root.
type Key struct {
	key.Key
	root Root
}

// OptionsKey is the key lookup_options.
var OptionsKey = &Key{key.Key{Text: lookupoptions.Key, Root: lookupoptions.Key}, optionsRoot}

// Key returns k with the number of its root.
func (b *Backends) Key(k key.Key) Key { return Key{k, b.roots.number(k.Root)} }

// Root is the number of a root key. A lookup searches a dozen files for one key, and most of them
// lack it: looking up a number is several times as fast as looking up a string.
type Root uint32

// optionsRoot is the number of lookup_options.
const optionsRoot Root = 1

// roots assigns numbers to the root keys of data files and lookups.
type roots struct {
	mu      sync.Mutex
	numbers map[string]Root
}

func newRoots() roots {
	return roots{numbers: map[string]Root{lookupoptions.Key: optionsRoot}}
}

// number returns the number of a root key.
func (r *roots) number(name string) Root {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.locked(name)
}

// locked is number for a caller that holds the lock.
func (r *roots) locked(name string) Root {
	return lists.GetOrPut(r.numbers, name, func() Root { return Root(len(r.numbers) + 1) })
}

// rootTable maps the numbers of root keys to their values.
type rootTable struct {
	all map[Root]*rootEntry
	// present has a bit for each key of a small file. Most keys that it lacks have another one.
	present [4]uint64
}

// at returns the value of a root key; nil if the file lacks it.
func (t *rootTable) at(n Root) *rootEntry {
	if t.present[n/64%4]&(1<<(n%64)) == 0 {
		return nil
	}
	return t.all[n]
}

// table returns the table of a hash. Keys that are not strings are left out, since they are never
// looked up. If two keys have the same text, as binary strings may, the last one counts.
func (r *roots) table(hash *data.Value) rootTable {
	t := rootTable{all: make(map[Root]*rootEntry, hash.Len())}
	entries := make([]rootEntry, 0, hash.Len())
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String {
			entries = append(entries, rootEntry{value: e.Value, tokens: interpolate.HasTokens(e.Value)})
			n := r.locked(e.Key.Text())
			t.all[n] = &entries[len(entries)-1]
			t.present[n/64%4] |= 1 << (n % 64)
		}
	}
	return t
}
