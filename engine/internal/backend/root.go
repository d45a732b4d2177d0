package backend

import (
	"math/bits"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
)

// Key is a lookup key with the number of its root.
type Key struct {
	key.Key
	root Root
}

// OptionsKey is the key lookup_options.
var OptionsKey = &Key{key.Key{Text: lookupoptions.Key, Root: lookupoptions.Key}, optionsRoot}

// Key is k with the number of its root.
func (b *Backends) Key(k key.Key) Key { return Key{k, b.roots.number(k.Root)} }

// Root is the number of a root key. A lookup asks a dozen files for one key, most of which do not have it; to ask
// for a number takes a tenth of the time that it takes to ask for a string.
type Root uint32

// The numbers begin with that of lookup_options; noRoot is none of them.
const (
	noRoot Root = iota
	optionsRoot
)

// roots numbers root keys, those of files and those that are looked up.
type roots struct {
	mu      sync.Mutex
	numbers map[string]Root
}

func newRoots() roots {
	return roots{numbers: map[string]Root{lookupoptions.Key: optionsRoot}}
}

// number is the number of a root key.
func (r *roots) number(name string) Root {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.locked(name)
}

func (r *roots) locked(name string) Root {
	n, ok := r.numbers[name]
	if !ok {
		n = Root(len(r.numbers) + 1)
		r.numbers[name] = n
	}
	return n
}

// rootTable has the values of root keys by their numbers.
type rootTable struct {
	entries []rootEntry
	// slots is an open hash table of a size that is a power of two; shift takes a hash to its first slot.
	slots []rootSlot
	shift uint8
}

type rootSlot struct {
	root  Root
	entry uint32
}

// table is the table of a hash. Keys that are not strings are never looked up.
func (r *roots) table(hash *data.Value) rootTable {
	t := rootTable{entries: make([]rootEntry, 0, hash.Len())}
	if hash.Len() == 0 {
		return t
	}
	size := bits.Len(uint(hash.Len())) + 1 // at most half of the slots are taken
	t.slots, t.shift = make([]rootSlot, 1<<size), uint8(32-size)
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String {
			t.entries = append(t.entries, rootEntry{value: e.Value, tokens: interpolation.HasTokens(e.Value)})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	added := uint32(0)
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String {
			t.add(rootSlot{r.locked(e.Key.Text()), added})
			added++
		}
	}
	return t
}

// add adds a root key; of two with the same text, which binary strings may have, the last counts.
func (t *rootTable) add(s rootSlot) {
	at := t.first(s.root)
	for t.slots[at].root != noRoot && t.slots[at].root != s.root {
		at = t.next(at)
	}
	t.slots[at] = s
}

// first is the first slot where a root key may be, and next the one after another.
func (t *rootTable) first(root Root) uint32 { return uint32(root) * 0x9E3779B1 >> (t.shift & 31) }

func (t *rootTable) next(at uint32) uint32 { return (at + 1) & uint32(len(t.slots)-1) }

// find is the value of a root key; nil where there is none.
func (t *rootTable) find(root Root) *rootEntry {
	if len(t.slots) == 0 {
		return nil
	}
	for at := t.first(root); ; at = t.next(at) {
		switch s := &t.slots[at]; s.root {
		case root:
			return &t.entries[s.entry]
		case noRoot:
			return nil
		}
	}
}
