package pp

import (
	"slices"

	"github.com/hieralint/hieralint/engine/source"
)

// checkTopLevel checks that a file of a module contains only definitions.
func (v *validator) checkTopLevel() {
	if v.namespace == "" {
		return
	}
	for _, s := range v.file.Body.Statements {
		if _, ok := s.(*NodeDefinition); ok || !isDefinition(s) {
			v.rejectNode(s, "This "+label(s)+" is unacceptable as a top level construct in this location")
		}
	}
}

// checkPlace checks the nodes that enclose a definition.
func (v *validator) checkPlace(n Expression, at source.Span) {
	for i, around := range slices.Backward(v.around) {
		switch a := around.(type) {
		case *Class, *Apply:
			return
		case *Block:
			if isOnlyAtTopLevel(n) && v.isInner(i, a) {
				v.rejectAt(v.offset(n), at, upper(aLabel(n))+" may only appear at toplevel")
				return
			}
		default:
			v.rejectMisplaced(n, at)
			return
		}
	}
	if v.file.template {
		v.rejectMisplaced(n, at)
	}
}

// isInner reports whether the block at index i of around is not that of a manifest. Puppet has no block for a single
// statement in the braces of `if` and `unless`.
func (v *validator) isInner(i int, b *Block) bool {
	if i == 0 {
		return v.file.template
	}
	switch v.around[i-1].(type) {
	case *If, *Unless:
		return len(b.Statements) > 1
	}
	return true
}

func (v *validator) rejectMisplaced(n Expression, at source.Span) {
	v.rejectAt(v.offset(n), at, "Classes, definitions, and nodes may only appear at toplevel or inside other classes")
}

// isOnlyAtTopLevel reports whether a definition is invalid in a class, where classes and defined types are valid.
func isOnlyAtTopLevel(n Expression) bool {
	switch n.(type) {
	case *Function, *Plan, *TypeAlias, *TypeDefinition:
		return true
	}
	return false
}

func isDefinition(n Node) bool {
	switch n.(type) {
	case *Class, *DefinedType, *Function, *Plan, *NodeDefinition, *TypeAlias, *TypeMapping, *TypeDefinition:
		return true
	}
	return false
}
