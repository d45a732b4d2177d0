package nodes

import (
	"fmt"
	"math"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// signature returns a hash that differs between nodes on which the evaluation of a key may differ.
// It depends on the files that define the key and the keys that it references, on those that affect
// every lookup, and on the variables that the values read.
func (n *Node) signature(r *index.Root) uint64 {
	h := hashing.Text(0, n.Environment)
	c := r.Closure
	own := n.sourcesOf("")
	h = hashing.Mix(h, own.Marker)
	h = hashing.Text(h, own.Failure)
	if own.Computed {
		return n.mixID(h)
	}
	for _, r := range c.Roots {
		if done := n.mixSources(&h, r, own); done && !r.Merged && len(r.Merges) == 0 {
			continue
		}
		if r.Module != "" {
			s := n.sourcesOf(r.Module)
			h = hashing.Mix(h, s.Marker)
			h = hashing.Text(h, s.Failure)
			if s.Computed {
				return n.mixID(h)
			}
			n.mixSources(&h, r, s)
		}
	}
	for _, k := range c.Variables {
		v := n.variableHash(k)
		if !v.decides {
			return n.mixID(h)
		}
		h = hashing.Mix(h, v.hash)
	}
	return h
}

// variableHash is cached if several keys are evaluated on the node.
func (n *Node) variableHash(k key.Key) variableHash {
	v, known := n.variables[k.Text]
	if !known {
		v.decides = n.mixVariable(&v.hash, k)
	}
	return v
}

// decides returns a hash that is the same only for real nodes on which the lookup of a key is the
// same, given what identifies the places in the global and environment layers. It returns false if
// nodes must be considered individually.
func (n *Node) decides(r *index.Root, places uint64) (h uint64, ok bool) {
	if n.own.Computed || n.fleet.need(r) != nil {
		return 0, false
	}
	h = places
	for _, module := range r.Closure.Modules {
		s := n.sourcesOf(module) // other keys may add modules at the same time
		if s.Computed {
			return 0, false
		}
		h = hashing.Mix(h, s.Class)
	}
	for i := range r.Closure.Variables {
		v := n.variables[r.Closure.Variables[i].Text]
		if !v.decides {
			return 0, false
		}
		h = hashing.Mix(h, v.hash)
	}
	return h, true
}

// mixVariable adds the value of a variable. It returns false if a token in it may reference
// anything.
func (n *Node) mixVariable(h *uint64, k key.Key) bool {
	v, ok := n.variable(k)
	if !ok {
		_, known := n.engine.Variable(n.Scope, k.Root)
		*h = hashing.Text(*h, fmt.Sprint(known)) // Puppet distinguishes between a missing variable and a missing part
		return true
	}
	*h = hashValue(*h, v)
	return !interpolate.HasTokens(v)
}

// mixSources adds the files that define a root key, in order, or only the first if the key is not
// merged. It reports whether there is one.
func (n *Node) mixSources(h *uint64, r *index.Root, s *sources.Sources) bool {
	found := false
	for at := range sources.Defining(s.Groups, r) {
		*h = hashing.Mix(hashing.Mix(*h, at.File.ID), at.LevelHash)
		if found = true; !r.Merged && len(r.Merges) == 0 {
			return true
		}
	}
	*h = hashing.Mix(*h, 0)
	return found
}

// variable returns the value of a variable or of a part of one; false if there is none.
func (n *Node) variable(k key.Key) (*data.Value, bool) {
	v, ok := n.engine.Variable(n.Scope, k.Root)
	for i := 0; ok && i < len(k.Sub); i++ {
		next, found, err := k.Step(i, v)
		if err != nil {
			return v, true // the lookup fails because of its value
		}
		v, ok = next, found
	}
	return v, ok
}

// HasVariable reports whether a real node has a variable, or a part of one. A case of a key does not say: its nodes may
// differ in variables that do not decide which values the key has.
func (fleet *Fleet) HasVariable(k key.Key) bool {
	return fleet.defines.Of(k.Text, func() bool {
		return slices.ContainsFunc(fleet.Real, func(n *Node) bool {
			v, ok := (&Node{engine: n.engine, Scope: vars.RealScope(n.facts)}).variable(k)
			return ok && !v.IsUndef()
		})
	})
}

// mixID adds what differs for each node.
func (n *Node) mixID(h uint64) uint64 {
	if n.assigned != nil {
		return hashing.Mix(h, n.assigned.ID())
	}
	return hashing.Text(h, n.Name)
}

// hashValue adds a value. Unlike the hashes of package data, it distinguishes an integer from an equal float, and the
// order of entries, both of which decide the text that a reference inserts.
func hashValue(h uint64, v *data.Value) uint64 {
	h = hashing.Mix(h, uint64(v.Kind()))
	switch v.Kind() {
	case data.String, data.Symbol:
		return hashing.Text(h, v.Text())
	case data.Boolean:
		if v.Bool() {
			return hashing.Mix(h, 1)
		}
		return hashing.Mix(h, 0)
	case data.Integer:
		return hashing.Text(h, v.BigInt().String())
	case data.Float:
		return hashing.Mix(h, math.Float64bits(v.Float()))
	case data.Array:
		for _, item := range v.Items() {
			h = hashValue(h, item)
		}
	case data.Hash:
		for _, e := range v.Entries() {
			h = hashValue(hashValue(h, e.Key), e.Value)
		}
	}
	return hashing.Mix(h, uint64(v.Len()))
}

// Quoted returns a root key as a lookup key, quoted if it contains dots.
func Quoted(name string) string {
	if k, err := key.Parse(name); err == nil && k.Root == name && len(k.Sub) == 0 {
		return name
	}
	return "'" + name + "'"
}
