package types

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/lists"
)

// Aliases is a Resolver for types that are defined as aliases. It resolves each definition once,
// when it is needed. It is safe for concurrent use.
type Aliases struct {
	find  func(name string) (Type, *AliasDefinition, error)
	mu    sync.Mutex
	bound map[string]*boundAlias
}

// boundAlias is the meaning of a name; all fields are nil if it is not defined.
type boundAlias struct {
	typ Type
	err error
}

// NewAliases returns a Resolver that uses find to look up names such as "Stdlib::Port". find
// returns the definition of an alias, another type (a ResourceType), or nothing if the name is not
// defined. It is called once for each name, ignoring case.
func NewAliases(find func(name string) (Type, *AliasDefinition, error)) *Aliases {
	return &Aliases{find: find, bound: map[string]*boundAlias{}}
}

// ResolveType returns the type called name.
func (a *Aliases) ResolveType(name string) (Type, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return (*openAliases)(a).ResolveType(name)
}

// openAliases is Aliases while its lock is held, for definitions that refer to each other.
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

// unresolvedType represents an alias while its definition is being resolved.
var unresolvedType = &referenceType{text: "UnresolvedReference"}

// resolve resolves the definition of t.
func (t *aliasType) resolve(definition *Expression, r Resolver) error {
	resolved, err := definition.Type(r)
	if err != nil {
		return err
	}
	t.resolved = normalize(resolved)
	if !isReal(t, aliasSet{}) {
		return errors.New("Type alias '" + t.alias + "' cannot be resolved to a real type")
	}
	t.markRecursive()
	t.refers = refers(t.resolved)
	if v, ok := t.resolved.(*variantType); ok && t.recursive {
		// Puppet drops what only refers back.
		kept := lists.Filter(v.types, func(o Type) bool { return o != Type(t) && isReal(o, aliasSet{}) })
		if len(kept) != len(v.types) {
			t.resolved = variantOf(kept)
			t.recursive = lists.Any(everyType(t.resolved), func(part Type) bool { return part == Type(t) })
		}
	}
	return nil
}

// parts returns the types directly in t.
func parts(t Type) []Type {
	switch t := t.(type) {
	case *arrayType:
		return []Type{t.element}
	case *hashType:
		return []Type{t.key, t.value}
	case *tupleType:
		return t.types
	case *structType:
		return lists.Map(t.elements, func(e structElement) Type { return e.value })
	case *variantType:
		return t.types
	case *wrapperType:
		return given(t.of)
	case *initType:
		return given(t.of)
	case *callableType:
		if t.params != nil {
			return given(t.params, t.block, t.ret)
		}
		return given(t.block, t.ret)
	case *aliasType:
		return []Type{t.resolved}
	}
	return nil
}

// given returns the types that are not nil.
func given(types ...Type) []Type {
	return slices.DeleteFunc(types, func(t Type) bool { return t == nil })
}

// aliasSet is a set of aliases. Many aliases may refer to each other more than once; a check that
// visits each of them once takes linear time.
type aliasSet map[*aliasType]bool

// add reports whether t is new.
func (s aliasSet) add(t *aliasType) bool {
	known := s[t]
	s[t] = true
	return !known
}

// isReal reports whether t contains anything other than aliases and Variants of them.
func isReal(t Type, seen aliasSet) bool {
	switch t := t.(type) {
	case *aliasType:
		return seen.add(t) && isReal(t.resolved, seen)
	case *variantType:
		return slices.ContainsFunc(t.types, func(o Type) bool { return isReal(o, seen) })
	}
	return true
}

// markRecursive determines which aliases in t contain themselves.
func (t *aliasType) markRecursive() {
	c := &cycles{number: map[*aliasType]int{}, isOpen: aliasSet{}}
	c.visit(t)
	if c.unresolved {
		return // some may still become recursive
	}
	for alias := range c.number {
		alias.settled, alias.plain = true, !c.hasPattern
	}
}

// cycles finds the strongly connected components of aliases with Tarjan's algorithm.
type cycles struct {
	number     map[*aliasType]int // in the order in which they were found
	stack      []*aliasType
	isOpen     aliasSet // on the stack
	unresolved bool     // an alias whose definition is being resolved was found
	hasPattern bool     // a Pattern was found, or there may be one in a settled alias
}

// visit returns the lowest number of the aliases on the stack that t contains.
func (c *cycles) visit(t *aliasType) int {
	n := len(c.number)
	c.number[t] = n
	at := len(c.stack)
	c.stack = append(c.stack, t)
	c.isOpen[t] = true
	lowest, containsItself := n, false
	var walk func(Type)
	walk = func(o Type) {
		alias, ok := o.(*aliasType)
		switch m, known := c.number[alias]; {
		case !ok:
			c.hasPattern = c.hasPattern || isA[*patternType](o)
			for _, part := range parts(o) {
				walk(part)
			}
		case alias.builtin || alias.settled:
			c.hasPattern = c.hasPattern || alias.settled && !alias.plain
		case alias.resolved == Type(unresolvedType):
			c.unresolved = true
		case !known:
			lowest = min(lowest, c.visit(alias))
		case c.isOpen[alias]:
			lowest = min(lowest, m)
			containsItself = containsItself || alias == t
		}
	}
	walk(t.resolved)
	if lowest == n {
		component := c.stack[at:]
		for _, alias := range component {
			alias.recursive = len(component) > 1 || containsItself
			delete(c.isOpen, alias)
		}
		c.stack = c.stack[:at]
	}
	return lowest
}

// refers reports whether t contains an alias that Puppet does not define.
func refers(t Type) bool {
	return lists.Any(everyType(t), func(part Type) bool {
		alias, ok := part.(*aliasType)
		return ok && !alias.builtin
	})
}

// patternsIn iterates over the Patterns in t.
func patternsIn(t Type) iter.Seq[*patternType] {
	return func(yield func(*patternType) bool) {
		seen := aliasSet{}
		var walk func(Type) bool
		walk = func(t Type) bool {
			switch t := t.(type) {
			case *patternType:
				return yield(t)
			case *aliasType:
				if t.plain || !seen.add(t) {
					return true
				}
			}
			return lists.All(parts(t), walk)
		}
		walk(t)
	}
}

// everyType iterates over t and all types in it, visiting the definition of each alias once.
func everyType(t Type) iter.Seq[Type] {
	return func(yield func(Type) bool) { yieldTypes(t, aliasSet{}, yield) }
}

func yieldTypes(t Type, seen aliasSet, yield func(Type) bool) bool {
	if alias, ok := t.(*aliasType); ok && !seen.add(alias) {
		return true
	}
	return yield(t) && lists.All(parts(t), func(part Type) bool { return yieldTypes(part, seen, yield) })
}

// builtinAliases holds the aliases that Puppet itself defines, by lower-case name.
var builtinAliases = map[string]*aliasType{
	"data":                dataAlias,
	"richdatakey":         richDataKeyAlias,
	"richdata":            richDataAlias,
	"puppet::lookupkey":   {alias: "Puppet::LookupKey", resolved: richDataKeyAlias, builtin: true},
	"puppet::lookupvalue": {alias: "Puppet::LookupValue", resolved: richDataAlias, builtin: true},
}

var (
	dataAlias        = &aliasType{alias: "Data", recursive: true, builtin: true}
	richDataKeyAlias = &aliasType{alias: "RichDataKey", resolved: &variantType{types: []Type{String, numericT}}, builtin: true}
	richDataAlias    = &aliasType{alias: "RichData", recursive: true, builtin: true}
)

func init() {
	dataAlias.resolved = &variantType{types: []Type{
		scalarDataT, Undef, &hashType{key: String, value: dataAlias}, &arrayType{element: dataAlias},
	}}
	richDataAlias.resolved = &variantType{types: []Type{
		scalarT, semVerRangeT, binaryT, &wrapperType{kind: sensitiveT, of: Any}, &wrapperType{kind: typeT},
		&typeSetType{}, uriAny, objectAny, Undef, Default,
		&hashType{key: richDataKeyAlias, value: richDataAlias}, &arrayType{element: richDataAlias},
	}}
}
