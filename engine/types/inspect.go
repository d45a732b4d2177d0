package types

// Name is the name of t without parameters: "Array", or that of an alias.
func Name(t Type) string { return t.name() }

// Unalias is what t stands for when it is an alias, however often; t itself otherwise.
func Unalias(t Type) Type {
	for {
		a, ok := t.(*aliasType)
		if !ok {
			return t
		}
		t = a.resolved
	}
}

// Inner is the type in an Optional, NotUndef, Sensitive, Type, Iterable or Iterator; nil when there is none, and for other types.
func Inner(t Type) Type {
	if w, ok := t.(*wrapperType); ok {
		return w.of
	}
	return nil
}

// Builtin is Puppet's own type of that name, without parameters; nil when there is none.
func Builtin(name string) Type { return knownTypes[lowerName(name)] }

// Generalize is t without the parameters that only hold for some of its values.
func Generalize(t Type) Type { return generalize(t) }

// IsObject reports whether t is a type with attributes, or Object.
func IsObject(t Type) bool { return isA[*objectType](t) }
