package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
)

// value is a possible value of an expression: a partially known string or array of strings, or the
// value of a key.
type value struct {
	text Pattern
	key  Pattern // text is zero, or anything for the key of a class parameter
	path Pattern // the whole key, whose root is key
	// ofHash reports that it is a key of a hash.
	ofHash bool
	// depth is the number of enclosing hashes and arrays: 1 for the values of entries of a hash.
	depth int
	// variable is the variable of the node that is the only unknown part of text; see Inclusion.
	variable string
	// perhaps reports that the expression may have other values, or none.
	perhaps bool
	// altered reports that the expression is not the value of the key itself, but contains it, or was computed from it.
	altered bool
	// excluded are strings in the value of the key that it does not contain.
	excluded *exclusion
	// inserted is what the only unknown part of text is; nil if it is not the value of a key, or an element of it.
	inserted *Insertion
}

// isPart reports whether the expression may not be the value of the key.
func (v *value) isPart() bool { return v.perhaps || v.altered || v.ofHash || v.depth > 0 }

// isLookup reports whether the expression is what a lookup of the key returns, and ofLookup whether it may also be inside it.
func (v *value) isLookup() bool { return v.ofLookup() && v.depth == 0 }

func (v *value) ofLookup() bool {
	return !v.key.IsZero() && v.text.IsZero() && !v.perhaps && !v.altered && !v.ofHash
}

// unknown is the value of most expressions.
var unknown = []value{{text: anything}}

func isUnknown(values []value) bool { return len(values) == 1 && values[0].text.IsAny() }

// keysOf returns the possible values of the first of two parameters when a function iterates over
// something: keys of a hash, or numbers. The result of a lookup may be a hash.
func keysOf(values []value) []value {
	return only(values, func(v value) bool { return v.ofHash || !v.key.IsZero() })
}

// membersOf returns the possible values of the second parameter.
func membersOf(values []value) []value {
	return deeper(only(values, func(v value) bool { return !v.ofHash }))
}

// deeper returns values that are inside the given ones.
func deeper(values []value) []value {
	inside := slices.Clone(values)
	for i := range inside {
		inside[i].depth++
	}
	return inside
}

func only(values []value, f func(value) bool) []value {
	some := lists.Filter(values, f)
	if some == nil {
		return unknown
	}
	return some
}

// maxValues is the maximum number of distinct values.
const maxValues = 32

// values returns the possible values of e, as far as they may be names of keys and classes:
// strings, and arrays of strings.
func (c *collector) values(e pp.Expression) []value {
	switch e := e.(type) {
	case *pp.String:
		return []value{{text: literal(e.Value)}}
	case *pp.Name:
		return []value{{text: literal(e.Value)}}
	case *pp.Heredoc:
		return c.values(e.Text)
	case *pp.Parenthesized:
		return c.values(e.Inner)
	case *pp.Interpolated:
		return c.interpolated(e)
	case *pp.Variable:
		return c.variable(e)
	case *pp.Array:
		return altered(c.union(e.Elements...))
	case *pp.Hash:
		keys := lists.Map(e.Entries, func(entry *pp.Entry) pp.Expression { return entry.Key })
		values := c.union(keys...)
		if isUnknown(values) {
			return unknown
		}
		for i := range values {
			values[i].ofHash = true
		}
		return values
	case *pp.Selector:
		return perhaps(c.either(branchesOf(e.Of, matchesOf(e)), lists.Map(e.Options, func(o *pp.SelectorOption) pp.Expression { return o.Value })...))
	case *pp.Unary:
		if e.Operator == pp.Splat {
			return c.values(e.Operand)
		}
	case *pp.Binary:
		switch e.Operator {
		case pp.Plus:
			return altered(c.union(e.Left, e.Right))
		case pp.Minus:
			return altered(perhaps(c.without(c.values(e.Left), e.Right)))
		}
	case *pp.Access:
		if name := c.nodeVariable(e); name != "" {
			return []value{{text: anything, variable: name}}
		}
		return c.classReference(e)
	}
	return c.results(e)
}

// results returns the values of blocks and calls.
func (c *collector) results(e pp.Expression) []value {
	switch e := e.(type) {
	case *pp.Block:
		if n := len(e.Statements); n > 0 {
			return c.values(e.Statements[n-1])
		}
	case *pp.If:
		if e.Else != nil {
			return perhaps(c.either([]branch{{of: e.Condition}, {of: e.Condition, not: true}}, e.Then, e.Else))
		}
	case *pp.Case:
		return perhaps(c.either(branchesOf(e.Of, valuesOf(e)), lists.Map(e.Options, func(o *pp.CaseOption) pp.Expression { return o.Body })...))
	case *pp.Assignment:
		return c.values(e.Right)
	case *pp.Call:
		if name, ok := e.Function.(*pp.Name); ok {
			return c.called(name.Value, e.Arguments, e.Lambda)
		}
	case *pp.MethodCall:
		return c.called(e.Function.Value, append([]pp.Expression{e.Receiver}, e.Arguments...), e.Lambda)
	}
	return unknown
}

// mapped returns the values of a block that is called for each element of e. There may be no elements.
func (c *collector) mapped(e pp.Expression, block *pp.Lambda) []value {
	var values []value
	c.inBlock(block, c.values(e), func() { values = altered(perhaps(c.values(block.Body))) })
	return values
}

// part is the part of its arguments that a function returns.
type part uint8

const (
	nothingKnown part = iota
	allOfFirst
	someOfFirst
	allOfAny
	oneOfAny
)

// functions lists the functions of Puppet and stdlib that return names in their arguments.
var functions = map[string]part{
	"unique": allOfFirst, "flatten": allOfFirst, "shuffle": allOfFirst, "sort": allOfFirst, "reverse": allOfFirst, "any2array": allOfFirst, "keys": allOfFirst,
	"each": allOfFirst, "delete_undef_values": allOfFirst, "then": allOfFirst,
	"filter": someOfFirst, "delete": someOfFirst, "difference": someOfFirst, "intersection": someOfFirst, "compact": allOfFirst,
	"union": allOfAny, "concat": allOfAny, "merge": allOfAny,
	"pick": oneOfAny, "pick_default": oneOfAny, "lest": oneOfAny,
}

// called returns the values of a call. block is nil if it has none.
func (c *collector) called(function string, args []pp.Expression, block *pp.Lambda) []value {
	function = strings.TrimPrefix(function, "::")
	if len(args) == 0 {
		return unknown
	}
	if (function == "map" || function == "flat_map") && block != nil {
		return c.mapped(args[0], block)
	}
	if lookups[function] {
		return bounded(lists.Map(c.lookedUp(function, args), func(key lookedUpKey) value { return value{key: key.pattern, path: key.path} }))
	}
	if before, after, ok := c.affixes(function, args[1:]); ok {
		return affixed(c.values(args[0]), before, after)
	}
	switch functions[function] {
	case allOfFirst:
		return altered(c.values(args[0]))
	case someOfFirst:
		return altered(perhaps(c.some(function, args, block)))
	case allOfAny:
		return altered(c.union(args...))
	case oneOfAny:
		return perhaps(c.union(args...))
	}
	return unknown
}

// affixes returns the text that a function adds before and after each element of its first argument, given the others. ok is
// false if it does not, or if the text is unknown.
func (c *collector) affixes(function string, args []pp.Expression) (before, after string, ok bool) {
	if function == "regsubst" && len(args) == 2 {
		if pattern, known := c.onlyText(args[0]); known {
			switch pattern {
			case "^", `\A`:
				function = "prefix"
			case "$", `\z`:
				function = "suffix"
			}
		}
		args = args[1:]
	}
	if len(args) != 1 || function != "prefix" && function != "suffix" {
		return "", "", false
	}
	text, ok := c.onlyText(args[0])
	if function == "suffix" {
		return "", text, ok && !strings.Contains(text, `\`)
	}
	return text, "", ok && !strings.Contains(text, `\`)
}

// affixed returns values with text before and after each of their elements.
func affixed(values []value, before, after string) []value {
	changed := make([]value, len(values))
	for i, v := range values {
		text := v.text
		if text.IsZero() {
			text = anything
		}
		changed[i] = value{text: literal(before).then(text).then(literal(after)), perhaps: v.perhaps, altered: true, excluded: v.excluded}
		changed[i].inserted = v.insertedInto(changed[i].text)
	}
	return changed
}

// insertedInto returns what is inserted into a text whose only unknown part is the value.
func (v *value) insertedInto(text Pattern) *Insertion {
	key, path := v.key, v.path
	if v.inserted != nil {
		key, path = v.inserted.Key, v.inserted.Path
	}
	if key.IsZero() || v.ofHash || len(text.parts) != 2 {
		return nil
	}
	return &Insertion{Key: key, Path: path, Before: text.parts[0], After: text.parts[1]}
}

// perhaps returns values of which only some may exist.
func perhaps(values []value) []value {
	some := make([]value, len(values))
	for i, v := range values {
		v.perhaps = true
		some[i] = v
	}
	return some
}

// altered returns values that are not those of keys themselves.
func altered(values []value) []value {
	changed := slices.Clone(values)
	for i := range changed {
		changed[i].altered = true
	}
	return changed
}

func bounded(values []value) []value {
	if len(values) == 0 || len(values) > maxValues {
		return unknown
	}
	return values
}

// union returns the values of any of the expressions. An empty list has none.
func (c *collector) union(list ...pp.Expression) []value {
	values := []value{}
	for _, e := range list {
		values = append(values, c.values(e)...)
		if len(values) > maxValues {
			return unknown
		}
	}
	return values
}

func (c *collector) variable(v *pp.Variable) []value {
	if v.Name == "module_name" && c.module != "" {
		return []value{{text: literal(c.module)}}
	}
	if values, ok := c.variables[v.Name]; ok {
		return values
	}
	if c.in.Kind == Class && c.in.Parameter(v.Name) != nil {
		return []value{boundTo(c.in, v.Name)}
	}
	if name := c.nodeVariable(v); name != "" {
		return []value{{text: anything, variable: name}}
	}
	return unknown
}

// boundTo returns the value of a class parameter: anything, possibly found by automatic parameter
// lookup.
func boundTo(class *Definition, parameter string) value {
	key := literal(class.Name + "::" + parameter)
	return value{text: anything, key: key, path: key}
}

// nodeVariable returns the variable of the node that an expression reads: a part of its facts, or a
// top-scope variable; "" if there is none. In classes, a name without colons may be that of a
// parameter.
func (c *collector) nodeVariable(e pp.Expression) string {
	switch e := e.(type) {
	case *pp.Variable:
		name, isTop := strings.CutPrefix(e.Name, "::")
		if _, local := c.variables[name]; strings.Contains(name, "::") || local && !isTop {
			return ""
		}
		if isTop || name == "facts" || name == "trusted" || c.in.Kind == Site || c.in.Kind == Node {
			return strings.Clone(name)
		}
	case *pp.Access:
		name := c.nodeVariable(e.Of)
		for _, k := range e.Keys {
			if text, ok := k.(*pp.String); name != "" && ok && len(e.Keys) == 1 {
				return name + "." + text.Value
			}
		}
	}
	return ""
}

// variableOf returns the variable of the node if an expression consists of nothing else; otherwise
// "".
func (c *collector) variableOf(e pp.Expression) string {
	if values := c.values(e); len(values) == 1 && values[0].text.IsAny() && !values[0].perhaps {
		return values[0].variable
	}
	return ""
}

// interpolated returns the strings that result from all values of the interpolated expressions.
func (c *collector) interpolated(e *pp.Interpolated) []value {
	texts := []Pattern{{}}
	doubtful := false
	var unknowns []value
	for _, part := range e.Parts {
		var next []Pattern
		values := c.values(part)
		if len(values) == 0 || len(values)*len(texts) > maxValues {
			values = unknown
		}
		for _, v := range values {
			if v.text.IsZero() {
				v.text = anything
			}
			doubtful = doubtful || v.perhaps
			if _, known := v.text.Text(); !known {
				unknowns = append(unknowns, v)
			}
			for _, t := range texts {
				if t.size()+v.text.size() > maxKey {
					return unknown
				}
				next = append(next, t.then(v.text))
			}
		}
		texts = next
	}
	values := make([]value, len(texts))
	for i, t := range texts {
		values[i] = value{text: t, perhaps: doubtful}
		if len(texts) == 1 && len(unknowns) == 1 {
			only := &unknowns[0]
			values[i].variable, values[i].inserted, values[i].excluded = only.variable, only.insertedInto(t), only.excluded
		}
	}
	return values
}

// classReference returns the names in Class['a', 'b'].
func (c *collector) classReference(e *pp.Access) []value {
	if name, ok := e.Of.(*pp.TypeName); ok && name.Value == "Class" {
		return c.union(e.Keys...)
	}
	return unknown
}

// assign records the value of a variable. Different branches may assign different values.
func (c *collector) assign(a *pp.Assignment) {
	c.setVariables(a.Left)
	v, ok := a.Left.(*pp.Variable)
	if !ok {
		return
	}
	values := c.values(a.Right)
	if before := c.variables[v.Name]; before != nil {
		values = perhaps(append(slices.Clip(before), values...))
	}
	c.variables[v.Name] = bounded(values)
}

// setVariables records the variables on the left side of an assignment.
func (c *collector) setVariables(left pp.Node) {
	switch left := left.(type) {
	case *pp.Variable:
		switch c.in.Kind {
		case Site, Node:
			c.setForNodes = append(c.setForNodes, strings.Clone(left.Name))
		case Class:
			lists.Put(&c.in.variables, strings.Clone(left.Name), true)
		}
	case *pp.Array:
		pp.Children(left, c.setVariables)
	}
}
