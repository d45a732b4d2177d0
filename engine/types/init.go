package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
)

// initType is Init[T, args…], whose values new converts to T. of is nil if there is no parameter.
type initType struct {
	of   Type
	args []*data.Value
}

// accepted is what Init[T] accepts: single are the values that new accepts as its only argument,
// and lists the arrays that it accepts as several. optional reports that arrays of one value are
// among them.
type accepted struct {
	single   Type
	lists    Type
	optional bool
}

// constructors returns the signatures of the function new for a type, without those that only
// explain mistakes.
var constructors = func(Type) ([]*Signature, error) { return nil, errors.New("no function new") }

// RegisterConstructors sets the function that returns the signatures of the function new for a
// type. Package convert, which implements it, calls this on initialization, like packages of hash
// functions register with package crypto.
func RegisterConstructors(signatures func(Type) ([]*Signature, error)) { constructors = signatures }

// Init returns the parameters of Init[of, args…]. ok is false for other types, and for an Init
// without parameters.
func Init(t Type) (of Type, args []*data.Value, ok bool) {
	i, ok := t.(*initType)
	if !ok || i.of == nil {
		return nil, nil, false
	}
	return i.of, i.args, true
}

// InitArgument returns the type of the only argument that the function new accepts, for an Init
// with parameters.
func InitArgument(t Type) (Type, error) {
	a, err := t.(*initType).accepts()
	return a.single, err
}

// accepts determines what new accepts for the inner type.
func (t *initType) accepts() (accepted, error) {
	unsupported := errors.New(NotSupported(t.of))
	switch of := t.of.(type) {
	case *initType:
		return accepted{}, unsupported
	case *wrapperType:
		if of.kind == optionalT || of.kind == notUndefT {
			return accepted{}, unsupported
		}
	}
	signatures, err := constructors(t.of)
	if err != nil {
		return accepted{}, unsupported
	}
	single := []Type{t.of}
	var lists []Type
	var a accepted
	for _, s := range signatures {
		switch {
		case len(t.args) > 0:
			if s.takes(t.args) {
				single = append(single, s.params[0].Type)
			}
		case s.required == 1 && len(s.params) == 1:
			single = append(single, s.params[0].Type)
		default:
			lists = append(lists, s.tuple())
			a.optional = a.optional || s.required == 1
		}
	}
	if len(t.args) > 0 && len(single) == 1 {
		return accepted{}, errors.New("The type '" + t.String() + "' does not represent a valid set of parameters for " +
			Generalize(t.of).name() + ".new()")
	}
	a.single = variantOf(single)
	if len(lists) > 0 {
		a.lists = variantOf(lists)
	}
	return a, nil
}

// takes reports whether args can follow a first argument.
func (s *Signature) takes(args []*data.Value) bool {
	if len(s.params) == 0 || !s.AcceptsCount(1+len(args)) {
		return false
	}
	given := &tupleType{types: []Type{s.params[0].Type}}
	for _, a := range args {
		given.types = append(given.types, InferSet(a))
	}
	return assignable(s.tuple(), given, nil)
}

func (t *initType) has(v *data.Value, g *guard) answer {
	if t.of == nil {
		return reallyInstance(richDataAlias, v, nil)
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
		return assignable(richDataAlias, o, g)
	}
	a, err := t.accepts()
	if err != nil {
		return false
	}
	return assignable(t.of, o, g) || assignable(a.single, o, g) ||
		a.lists != nil && (assignable(a.lists, o, g) || a.optional && assignable(a.lists, &tupleType{types: []Type{o}}, nil))
}
