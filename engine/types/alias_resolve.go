package types

import (
	"errors"
	"strings"
	"sync"
)

// Aliases is a Resolver for types that are defined as aliases of others. It binds each definition
// once, when it is first asked for, and remembers the outcome. It is safe for concurrent use.
type Aliases struct {
	find  func(name string) (Type, *AliasDefinition, error)
	mu    sync.Mutex
	bound map[string]*boundAlias
}

// boundAlias is what a name stands for; all nil when nobody defines it.
type boundAlias struct {
	typ Type
	err error
}

// NewAliases makes a Resolver of find, which looks up a name such as "Stdlib::Port". It gives the
// definition of an alias, or a type that is none (a ResourceType), or nothing when nobody defines
// the name. It is called once for each name, in whatever case the letters are.
func NewAliases(find func(name string) (Type, *AliasDefinition, error)) *Aliases {
	return &Aliases{find: find, bound: map[string]*boundAlias{}}
}

// ResolveType gives the type called name.
func (a *Aliases) ResolveType(name string) (Type, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return (*openAliases)(a).ResolveType(name)
}

// openAliases is Aliases while its lock is held: definitions refer to each other through it.
type openAliases Aliases

func (a *openAliases) ResolveType(name string) (Type, error) {
	key := strings.ToLower(name)
	if known, ok := a.bound[key]; ok {
		return known.typ, known.err
	}
	entry := &boundAlias{}
	typ, definition, err := a.find(name)
	switch {
	case err != nil:
		entry.err = err
	case definition == nil:
		entry.typ = typ
	default:
		alias := &aliasType{alias: definition.Name, resolved: unresolvedType}
		entry.typ = alias
		a.bound[key] = entry // the definition may refer to itself
		if entry.err = alias.resolve(definition.Type, a); entry.err != nil {
			entry.typ = nil
		}
	}
	a.bound[key] = entry
	return entry.typ, entry.err
}

// unresolvedType stands for an alias while its definition is being bound.
var unresolvedType = &referenceType{text: "UnresolvedReference"}

// resolve binds the definition of t.
func (t *aliasType) resolve(definition *Expression, r Resolver) error {
	resolved, err := definition.Type(r)
	if err != nil {
		return err
	}
	t.resolved = normalize(resolved)
	if !isReal(t, nil) {
		return errors.New("Type alias '" + t.alias + "' cannot be resolved to a real type")
	}
	t.markRecursive(map[*aliasType]bool{})
	if v, ok := t.resolved.(*variantType); ok && t.recursive {
		// Puppet drops what only leads back.
		real, _ := split(v.types, func(o Type) bool { return o != Type(t) && isReal(o, nil) })
		if len(real) != len(v.types) {
			t.resolved = variantOf(real)
			t.recursive = reaches(t.resolved, t, map[*aliasType]bool{})
		}
	}
	return nil
}

// inside calls f for each type directly in t.
func inside(t Type, f func(Type)) {
	visit := func(types ...Type) {
		for _, t := range types {
			if t != nil {
				f(t)
			}
		}
	}
	switch t := t.(type) {
	case *arrayType:
		visit(t.element)
	case *hashType:
		visit(t.key, t.value)
	case *tupleType:
		visit(t.types...)
	case *structType:
		for _, e := range t.elements {
			visit(e.value)
		}
	case *variantType:
		visit(t.types...)
	case *wrapperType:
		visit(t.of)
	case *initType:
		visit(t.of)
	case *callableType:
		if t.params != nil {
			visit(t.params)
		}
		visit(t.block, t.ret)
	case *aliasType:
		visit(t.resolved)
	}
}

// isReal reports whether there is something in t besides aliases and Variants of them.
func isReal(t Type, seen []*aliasType) bool {
	switch t := t.(type) {
	case *aliasType:
		for _, s := range seen {
			if s == t {
				return false
			}
		}
		return isReal(t.resolved, append(seen, t))
	case *variantType:
		return any1(t.types, func(o Type) bool { return isReal(o, seen) })
	}
	return true
}

// markRecursive finds out which of the aliases in t contain themselves.
func (t *aliasType) markRecursive(seen map[*aliasType]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	t.recursive = reaches(t.resolved, t, map[*aliasType]bool{})
	var walk func(Type)
	walk = func(o Type) {
		if a, ok := o.(*aliasType); ok {
			if !a.builtin {
				a.markRecursive(seen)
			}
			return
		}
		inside(o, walk)
	}
	walk(t.resolved)
}

// reaches reports whether goal is somewhere in t.
func reaches(t Type, goal *aliasType, seen map[*aliasType]bool) bool {
	if a, ok := t.(*aliasType); ok {
		if a == goal {
			return true
		}
		if seen[a] {
			return false
		}
		seen[a] = true
	}
	found := false
	inside(t, func(o Type) { found = found || reaches(o, goal, seen) })
	return found
}
