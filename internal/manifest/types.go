package manifest

import (
	"fmt"
	"iter"
	"maps"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// boundType is the type that a string represents.
type boundType struct {
	typ types.Type
	err error
}

// ParameterType returns the data type of a parameter; Any if none is given. It returns an error if
// the type depends on code that is missing or not supported, so that nothing is known about its
// values. If the release of a missing module is known, so are its aliases; for stdlib, the common ones are always known.
func (x *Index) ParameterType(p *Parameter) (types.Type, error) {
	if p.typ == nil {
		return types.Any, nil
	}
	return x.bindType(p.typ)
}

// LookupType returns the data type that a lookup requires of the value; Any if it requires none. It
// returns an error as ParameterType does.
func (x *Index) LookupType(u *Lookup) (types.Type, error) {
	if u.typ == nil {
		return types.Any, nil
	}
	return x.bindType(u.typ)
}

// maxSearched limits the cost of matching regular expressions against the values of one parameter;
// see types.SearchCost.
const maxSearched = 1_000_000

// maxVisited limits how often the values of one parameter are visited by a type that visits each of
// them often; see types.Visits.
const maxVisited = 3_000_000

// costly and wide are the cost and the visits from which types share the limits for all parameters.
const (
	costly = 200
	wide   = 100
)

// IsAffordable reports whether determining which values match a type is affordable, given the cost
// of its regular expressions and how often it visits each value. The parameters and lookups with
// such types have equal shares, so that the result does not depend on the order in which they are
// checked.
func (x *Index) IsAffordable(t types.Type, values iter.Seq[*data.Value]) bool {
	if visits := types.Visits(t); visits >= wide {
		left := maxVisited / max(x.costly(), 1)
		for v := range values {
			if left -= visits * (1 + v.Size()/perValue); left < 0 {
				return false
			}
		}
	}
	cost := types.SearchCost(t)
	if cost == 0 {
		return true
	}
	left := maxSearched
	if cost >= costly {
		left = max(maxSearched/max(x.costly(), 1), cost)
	}
	for v := range values {
		for range v.Strings() {
			if left -= cost; left < 0 {
				return false
			}
		}
	}
	return true
}

// maxDescribed is the number of steps with which the mismatches of all parameters and lookups with a type of several alternatives are
// described, and minDescribed that of one of them.
const (
	maxDescribed = 6_000_000
	minDescribed = 300
	alternatives = 10 // visits of a value
)

// Described returns the number of steps with which the mismatches of a parameter or lookup may be described.
func (x *Index) Described() int {
	return min(max(maxDescribed/max(x.alternatives(), 1), minDescribed), types.MaxDescribed)
}

// perValue is the size of a value that counts as a further visit.
const perValue = 32

// countCostly returns the number of class parameters and lookups with costly or wide types.
func (x *Index) countCostly() int {
	return x.countTypes(func(t types.Type) bool { return types.SearchCost(t) >= costly || types.Visits(t) >= wide })
}

// countTypes returns the number of class parameters and lookups with a type that is selected.
func (x *Index) countTypes(selected func(types.Type) bool) int {
	n := 0
	count := func(t types.Type, err error) {
		if err == nil && selected(t) {
			n++
		}
	}
	for _, class := range x.Classes {
		for _, p := range class.Parameters {
			count(x.ParameterType(p))
		}
	}
	for _, u := range x.Lookups {
		count(x.LookupType(u))
	}
	return n
}

// bindType resolves a type with the aliases of all modules, once for each text.
func (x *Index) bindType(expression *types.Expression) (types.Type, error) {
	text := expression.String()
	bound := x.types.Of(text, func() boundType {
		typ, err := x.bind(expression)
		return boundType{typ, err}
	})
	return bound.typ, bound.err
}

func (x *Index) bind(expression *types.Expression) (types.Type, error) {
	seen := map[string]bool{}
	if name := x.unknownType(expression, seen); name != "" {
		return nil, &UnknownTypeError{Name: name}
	}
	for key := range seen {
		x.knownTypes.Store(key, true)
	}
	typ, err := expression.Type(x.aliases)
	if err != nil {
		return nil, err
	}
	return typ, types.Unsupported(typ)
}

// UnknownTypeError reports that nothing in the tree defines a type.
type UnknownTypeError struct{ Name string }

// Error names the type.
func (e *UnknownTypeError) Error() string { return fmt.Sprintf("the type `%s` is unknown", e.Name) }

// unknownType returns the first type in an expression, or in an alias that it uses, that nothing
// defines; empty if there is none.
func (x *Index) unknownType(e *types.Expression, seen map[string]bool) string {
	for _, ref := range e.References() {
		key := typeKey(ref.Name)
		if _, isKnown := x.knownTypes.Load(key); isKnown || seen[key] {
			continue
		}
		seen[key] = true
		typ, definition, err := x.findType(ref.Name)
		switch {
		case err != nil, typ == nil && definition == nil:
			return ref.Name
		case definition != nil:
			if name := x.unknownType(definition.Type, seen); name != "" {
				return name
			}
		}
	}
	return ""
}

// AliasDefinitions iterates over the aliases that the code defines, in no particular order.
func (x *Index) AliasDefinitions() iter.Seq[*types.AliasDefinition] {
	return maps.Values(x.definedAliases)
}

// typeKey returns the name of a type as Puppet compares it.
func typeKey(name string) string { return strings.ToLower(strings.TrimPrefix(name, "::")) }

// findType returns the definition of a type: an alias, or a resource type.
func (x *Index) findType(name string) (types.Type, *types.AliasDefinition, error) {
	key := typeKey(name)
	if definition, ok := x.definedAliases[key]; ok {
		return nil, definition, nil
	}
	if x.definedTypes[key] != nil {
		return types.ResourceType(name), nil, nil
	}
	for _, m := range x.modules {
		if m.resourceTypes[key] {
			return types.ResourceType(name), nil, nil
		}
	}
	if definition := x.releasedAlias(name); definition != nil {
		return nil, definition, nil
	}
	if _, isKnown := x.release("stdlib"); !isKnown && !x.HasModule("stdlib") {
		if definition, ok := stdlibAliases()[key]; ok {
			return nil, definition, nil
		}
	}
	return nil, nil, nil
}
