package search

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/scope"
)

// NewLikeNode returns a partially known node that has the variables of two others in the same
// space, and no others. If one of them has all variables that a location depends on, the location
// is the same as on that node, so that most of the hierarchy need not be resolved again.
func (s *Space) NewLikeNode(a, b *Node, variables *scope.Scope) *Node {
	return &Node{space: s, scope: variables, like: [2]*Node{a, b}}
}

// EachSource visits the places that lookups for the node search, as EachLevel visits the levels. ok
// is false if they are unknown until the whole hierarchy is resolved.
func (n *Node) EachSource(module string, visit func(some *config.SourceGroup, isDefault bool)) (ok bool) {
	for _, layer := range n.space.layersFor(module) {
		switch {
		case layer.IsAbsent():
			continue
		case layer.Err != nil:
			return false
		}
		o := n.outline(layer, false)
		if o == nil {
			return false
		}
		for _, of := range o.parts {
			if of.level != nil && of.level.IsLive() {
				for _, some := range of.level.Sources() {
					visit(some, of.isDefault)
				}
			}
		}
	}
	return true
}

// layersFor returns the layers that EachLevel visits; nil for one that does not exist.
func (s *Space) layersFor(module string) []*hierarchy.Layer {
	switch {
	case module != "":
		return []*hierarchy.Layer{s.Layers.Module(module)}
	case s.NoGlobalLayer:
		return []*hierarchy.Layer{s.Layers.Environment()}
	}
	return []*hierarchy.Layer{s.Layers.Global(), s.Layers.Environment()}
}

// maxShared is the maximum number of variables in a hierarchy for nodes that combine two others.
const maxShared = 64

// join returns the outline of a node that combines two others. ok is false if one of them has none.
func (v *variants) join(n *Node) (o *outline, ok bool) {
	a, b := n.like[0].outline(v.layer, v.hiera3), n.like[1].outline(v.layer, v.hiera3)
	if a == nil || b == nil || len(v.variables) > maxShared {
		return nil, false
	}
	o = &outline{states: make([]state, len(v.variables))}
	var asOnA, asOnB uint64 // the variables with the same value on that node
	for i := range v.variables {
		var isA, isB bool
		if o.states[i], isA, isB = v.variables[i].join(a.states[i], b.states[i], n, v.hiera3); isA {
			asOnA |= 1 << i
		}
		if isB {
			asOnB |= 1 << i
		}
	}
	return o, o.choose(v, func(of *config.Level, p *part, at int) *variant {
		switch {
		case p.mask&^asOnA == 0:
			return a.parts[at]
		case p.mask&^asOnB == 0:
			return b.parts[at]
		default:
			return v.variant(of, p, o.states, n)
		}
	})
}

// join returns the state of a variable on a node that combines two others, and whether it is the
// same as on each of them.
func (v *variable) join(a, b state, n *Node, hiera3 bool) (s state, isA, isB bool) {
	isAbsent := func(s state) bool { return s == missing || s == missingPart }
	switch {
	case a == b && a != varying:
		return a, true, true
	case isAbsent(b) && (!isAbsent(a) || a == missingPart):
		return a, true, false
	case isAbsent(a):
		return b, false, true
	}
	return v.state(n.Scope(), hiera3), false, false
}
