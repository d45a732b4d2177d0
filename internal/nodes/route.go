package nodes

import "slices"

// route is the way that a lookup takes on a node: from the values of the key to those that they refer to, and so on. Nodes on
// which it is the same have the same outcome, however many other files they read that values of other nodes refer to.
type route struct {
	node  *Node
	hash  uint64
	roots []*root
	seen  map[*root]bool // once there are many roots
	asks  asks           // for variables
}

// routeOf is different for nodes on which the lookup of a key may differ. It is false where that is not known without the lookup.
func (n *Node) routeOf(r *root) (hash uint64, ok bool) {
	w := route{node: n, hash: hashText(0, n.Environment), roots: append(make([]*root, 0, 8), r), asks: asks{variables: slices.Clip(n.fleet.index.optionAsks.variables)}}
	for taken := 0; taken != len(w.roots); taken++ { // what is taken adds more of them
		if !w.take(w.roots[taken]) {
			return 0, false
		}
	}
	for _, k := range w.asks.variables {
		w.hash = hashText(w.hash, k.Text)
		v := n.variableHash(k)
		if !v.decides {
			return 0, false
		}
		w.hash = mix(w.hash, v.hash)
	}
	return w.hash, true
}

// take adds the values of a root key that the lookup comes to.
func (w *route) take(r *root) bool {
	w.hash = mix(w.hash, r.hash)
	found, ok := w.from(r, w.node.sourcesOf(""))
	if !ok || found && !*r.merged || r.module == "" {
		return ok
	}
	_, ok = w.from(r, w.node.sourcesOf(r.module))
	return ok
}

func (w *route) from(r *root, s *sources) (found, ok bool) {
	w.hash = hashText(mix(w.hash, s.marker), s.failure)
	if s.computed {
		return false, false
	}
	for _, at := range s.all {
		i, has := at.file.entry(r)
		if !has {
			continue
		}
		w.hash = mix(mix(w.hash, at.file.id), at.level)
		if at.Direct && at.file.project != nil {
			if of := w.node.fleet.index.asks.at(at.file.doc.Value.Entries()[i].Value); of != nil {
				w.add(of)
			}
		} else {
			w.add(&r.asks) // the lookup may pass it by
		}
		if found = true; !*r.merged {
			break
		}
	}
	w.hash = mix(w.hash, 0)
	return found, true
}

func (w *route) add(of *asks) {
	for _, k := range of.variables {
		w.asks.addVariable(k)
	}
	for _, name := range of.references {
		if r := w.node.fleet.index.roots.at(name); !w.has(r) {
			w.roots = append(w.roots, r)
		}
	}
}

// has reports whether a root key is among those that the lookup comes to, and notes it where there are many.
func (w *route) has(r *root) bool {
	if len(w.roots) < few {
		return slices.Contains(w.roots, r)
	}
	if w.seen == nil {
		w.seen = map[*root]bool{}
		for _, known := range w.roots {
			w.seen[known] = true
		}
	}
	known := w.seen[r]
	w.seen[r] = true
	return known
}
