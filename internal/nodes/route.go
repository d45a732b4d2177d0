package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
)

// route is the route of a lookup on a node: from the values of the key to those that they
// reference, and so on. Nodes with the same route have the same outcome, however many other files
// they read that values of other nodes reference.
type route struct {
	node  *Node
	hash  uint64
	roots []*index.Root
	seen  map[*index.Root]bool // the roots
	asks  index.Asks           // for variables
}

// routeOf returns a hash that differs between nodes on which the lookup of a key may differ. It
// returns false if the route is unknown without the lookup.
func (n *Node) routeOf(r *index.Root) (hash uint64, ok bool) {
	w := route{node: n, hash: hashing.Text(0, n.Environment), roots: []*index.Root{r}, seen: map[*index.Root]bool{r: true}, asks: index.Asks{Variables: slices.Clip(n.fleet.index.OptionAsks.Variables)}}
	for taken := 0; taken != len(w.roots); taken++ { // the list grows during the iteration
		if !w.take(w.roots[taken]) {
			return 0, false
		}
	}
	for _, k := range w.asks.Variables {
		w.hash = hashing.Text(w.hash, k.Text)
		v := n.variableHash(k)
		if !v.decides {
			return 0, false
		}
		w.hash = hashing.Mix(w.hash, v.hash)
	}
	return w.hash, true
}

// take adds the values of a root key that the lookup reaches.
func (w *route) take(r *index.Root) bool {
	w.hash = hashing.Mix(w.hash, r.Hash)
	found, ok := w.from(r, w.node.sourcesOf(""))
	if !ok || found && !r.Merged || r.Module == "" {
		return ok
	}
	_, ok = w.from(r, w.node.sourcesOf(r.Module))
	return ok
}

func (w *route) from(r *index.Root, s *sources.Sources) (found, ok bool) {
	w.hash = hashing.Text(hashing.Mix(w.hash, s.Marker), s.Failure)
	if s.Computed {
		return false, false
	}
	for at, i := range sources.Defining(s.Groups, r) {
		w.hash = hashing.Mix(hashing.Mix(w.hash, at.File.ID), at.LevelHash)
		if at.Direct && at.File.Project != nil {
			if of := w.node.fleet.index.AsksOf(at.File.Doc.Value.Entries()[i].Value); of != nil {
				w.add(of)
			}
		} else {
			w.add(&r.Asks) // the lookup may skip it
		}
		if found = true; !r.Merged {
			break
		}
	}
	w.hash = hashing.Mix(w.hash, 0)
	return found, true
}

func (w *route) add(of *index.Asks) {
	for _, k := range of.Variables {
		w.asks.AddVariable(k)
	}
	for _, name := range of.References {
		if r := w.node.fleet.index.Find(name); !w.seen[r] {
			w.seen[r] = true
			w.roots = append(w.roots, r)
		}
	}
}
