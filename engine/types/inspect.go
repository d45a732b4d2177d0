package types

import "github.com/hieralint/hieralint/engine/pp"

// Name returns the name of t without parameters: "Array", or the name of an alias.
func Name(t Type) string { return t.name() }

// Unalias returns the type that an alias represents, recursively; t itself if it is not an alias.
func Unalias(t Type) Type {
	for {
		a, ok := t.(*aliasType)
		if !ok {
			return t
		}
		t = a.resolved
	}
}

// Inner returns the type in an Optional, NotUndef, Sensitive, Type, Iterable, or Iterator; nil if
// there is none, and for other types.
func Inner(t Type) Type {
	if w, ok := t.(*wrapperType); ok {
		return w.of
	}
	return nil
}

// Builtin returns Puppet's own type with that name, without parameters; nil if there is none.
func Builtin(name string) Type { return knownTypes[pp.LowerName(name)] }

// IsObject reports whether t is a type with attributes, or Object.
func IsObject(t Type) bool { return isA[*objectType](t) }
