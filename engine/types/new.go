package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
)

// New is Puppet's function new: it makes an instance of the type target from args. A single
// argument that already is one is returned as it is.
func New(target *data.Value, args ...*data.Value) (*data.Value, error) {
	t, ok := target.Payload().(Type)
	if !ok {
		w := way{params: []parameter{required("type", newWrapper(typeT, nil))}, required: 1}
		return nil, errors.New((&constructor{name: "new", ways: []way{w}}).rejection([]Type{inferSet(target)}))
	}
	if _, isInit := t.(*initType); !isInit && len(args) == 1 && Instance(t, args[0]) {
		return args[0], nil
	}
	c, err := constructorOf(t)
	if err != nil {
		return nil, err
	}
	v, err := c.call(args)
	if err != nil {
		return nil, err
	}
	if err := AssertInstance("Converted value from "+t.String()+".new()", t, v); err != nil {
		return nil, err
	}
	return v, nil
}

// UnsupportedError tells that Puppet can make instances of a type, but this package cannot: one with
// attributes of its own, Object[{…}].
type UnsupportedError struct{ Type Type }

func (e *UnsupportedError) Error() string {
	return "cannot make an instance of `" + e.Type.name() + "` here, though Puppet can"
}

// constructorOf is the constructor for instances of t. Parameters of t do not steer it: what it
// makes is checked against them afterwards.
func constructorOf(t Type) (*constructor, error) {
	switch t := t.(type) {
	case *integerType:
		return newInteger(), nil
	case *floatType:
		return newFloat(), nil
	case plainType:
		switch t {
		case numericT:
			return newNumeric(), nil
		case binaryT:
			return newBinary(), nil
		case semVerRangeT:
			return newVersionRange(), nil
		case unitT:
			return newUnit(), nil
		}
	case *booleanType:
		return newBoolean(), nil
	case *stringType:
		return newString(), nil
	case *regexpType:
		return newRegexp(), nil
	case *arrayType, *tupleType:
		return newArray(), nil
	case *hashType, *structType:
		return newHash(), nil
	case *timeType:
		if t.span {
			return newTimespan(), nil
		}
		return newTimestamp(), nil
	case *semVerType:
		return newVersion(), nil
	case *uriType:
		return newURI(), nil
	case *initType:
		if t.of != nil {
			return t.constructor()
		}
	case *objectType:
		if c, ok := newObject()[t.title]; ok && t == knownTypes[lowerName(t.title)] {
			return c, nil
		}
		if t == objectAny {
			// Puppet looks for the name of a type that has none.
			return nil, errors.New(noName.on(nilObject))
		}
		return nil, &UnsupportedError{Type: t}
	case *aliasType:
		return constructorOf(t.resolved)
	case *wrapperType:
		switch t.kind {
		case sensitiveT:
			return newSensitive(), nil
		case typeT:
			return newType(), nil
		case optionalT:
			if t.of == nil {
				// Puppet forgets that there may be no type inside.
				return nil, errors.New(noNewFunction.on(nilObject))
			}
			return constructorOf(t.of)
		case notUndefT:
			if t.of == nil {
				return newUnit(), nil
			}
			return constructorOf(t.of)
		}
	}
	return nil, errors.New("Creation of new instance of type '" + t.String() + "' is not supported")
}

// generalName is the type of a value as messages about conversions name it.
func generalName(v *data.Value) string { return generalize(infer(v)).String() }
