package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
)

// initType is Init[T, args…]: what new turns into a T. of is nil when there is no parameter.
type initType struct {
	of   Type
	args []*data.Value
}

// accepted is what Init[T] accepts: single is the values that new takes as its only argument,
// lists the lists that it takes as several. optional tells that a list of one value is among them.
type accepted struct {
	single   Type
	lists    Type
	optional bool
}

// findConstructor is constructorOf. It is set late because the types of the parameters of
// constructors are parsed, and checking a type may lead back to a constructor.
var findConstructor func(Type) (*constructor, error)

func init() { findConstructor = constructorOf }

// accepts works out what new for the type inside takes.
func (t *initType) accepts() (accepted, error) {
	unsupported := errors.New("Creation of new instance of type '" + t.of.String() + "' is not supported")
	switch of := t.of.(type) {
	case *initType:
		return accepted{}, unsupported
	case *wrapperType:
		if of.kind == optionalT || of.kind == notUndefT {
			return accepted{}, unsupported
		}
	}
	c, err := findConstructor(t.of)
	if err != nil {
		return accepted{}, unsupported
	}
	single := []Type{t.of}
	var lists []Type
	var a accepted
	for i := range c.ways {
		w := &c.ways[i]
		switch {
		case w.refuse != nil:
		case len(t.args) > 0:
			if w.takes(t.args) {
				single = append(single, w.params[0].typ)
			}
		case w.required == 1 && len(w.params) == 1:
			single = append(single, w.params[0].typ)
		default:
			lists = append(lists, w.tuple())
			a.optional = a.optional || w.required == 1
		}
	}
	if len(t.args) > 0 && len(single) == 1 {
		return accepted{}, errors.New("The type '" + t.String() + "' does not represent a valid set of parameters for " +
			generalize(t.of).name() + ".new()")
	}
	a.single = variantOf(single)
	if len(lists) > 0 {
		a.lists = variantOf(lists)
	}
	return a, nil
}

// takes tells whether args can follow a first argument.
func (w *way) takes(args []*data.Value) bool {
	if len(w.params) == 0 || 1+len(args) < w.required || 1+len(args) > len(w.params) {
		return false
	}
	given := &tupleType{types: []Type{w.params[0].typ}}
	for _, a := range args {
		given.types = append(given.types, inferSet(a))
	}
	return assignable(w.tuple(), given, nil)
}

func (t *initType) has(v *data.Value, g *guard) answer {
	if t.of == nil {
		return reallyInstance(RichData, v, nil)
	}
	a, err := t.accepts()
	if err != nil {
		return no
	}
	best := max(reallyInstance(t.of, v, g), reallyInstance(a.single, v, g))
	if best < yes && a.lists != nil {
		found := reallyInstance(a.lists, v, g)
		if found < circle && a.optional {
			found = reallyInstance(a.lists, data.NewArray([]*data.Value{v}), g)
		}
		best = max(best, found)
	}
	return best
}

func (t *initType) acceptsType(o Type, g *guard) bool {
	if i, ok := o.(*initType); ok {
		return t.of == nil || i.of != nil && assignable(t.of, i.of, g)
	}
	if t.of == nil {
		return assignable(RichData, o, g)
	}
	a, err := t.accepts()
	if err != nil {
		return false
	}
	return assignable(t.of, o, g) || assignable(a.single, o, g) ||
		a.lists != nil && (assignable(a.lists, o, g) || a.optional && assignable(a.lists, &tupleType{types: []Type{o}}, nil))
}

// constructor makes a T. A list is taken as the arguments of new, unless new takes it as one.
func (t *initType) constructor() (*constructor, error) {
	a, err := t.accepts()
	if err != nil {
		return nil, err
	}
	create := func(args []*data.Value) (*data.Value, error) {
		return New(TypeValue(t.of), append(args[:1:1], t.args...)...)
	}
	one := way{params: []parameter{{"value", Any}}, required: 1, call: create}
	if len(t.args) > 0 {
		return &constructor{name: "new_Init", ways: []way{one}}, nil
	}
	list := way{params: []parameter{{"value", Array}}, required: 1, call: func(args []*data.Value) (*data.Value, error) {
		if Instance(a.single, args[0]) {
			return create(args)
		}
		return New(TypeValue(t.of), args[0].Items()...)
	}}
	return &constructor{name: "new_Init", ways: []way{list, one}}, nil
}
