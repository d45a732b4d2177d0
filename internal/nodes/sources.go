package nodes

import (
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/sources"
)

// sourcesOf returns the sources of the node, determined once.
func (n *Node) sourcesOf(module string) *sources.Sources {
	n.mu.Lock()
	defer n.mu.Unlock()
	if module == "" {
		if n.own == nil {
			n.own = n.fleet.sources.Find(n.engine, n.Scope, "")
		}
		return n.own
	}
	s := n.ofModules[module]
	if s == nil {
		s = n.fleet.sources.Find(n.engine, n.Scope, module)
		lists.Put(&n.ofModules, module, s)
	}
	return s
}
