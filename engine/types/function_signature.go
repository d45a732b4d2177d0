package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
)

// Signature is what a function written in the Puppet language, or a block of code, takes.
type Signature struct {
	name string
	way  way
}

// FunctionParameter is one parameter of a Signature.
type FunctionParameter struct {
	Name string
	// Type is what an argument must be an instance of; nil for any.
	Type Type
	// Optional tells that the parameter need not be given. Rest tells that it takes all arguments that
	// are left, each of Type; only the last may.
	Optional, Rest bool
}

// NewSignature is the signature of a function. name is how messages call it.
func NewSignature(name string, parameters []FunctionParameter) *Signature {
	s := &Signature{name: name}
	for _, p := range parameters {
		t := p.Type
		if t == nil {
			t = anyT
		}
		s.way.params = append(s.way.params, required(p.Name, t))
		if s.way.rest = p.Rest; !p.Optional && !p.Rest {
			s.way.required++
		}
	}
	return s
}

// Check tells in Puppet's words why the function cannot be called with args; nil when it can.
func (s *Signature) Check(args []*data.Value) error {
	if s.way.accepts(args) {
		return nil
	}
	types := make([]Type, len(args))
	for i, a := range args {
		types[i] = inferSet(a)
	}
	c := &constructor{name: s.name, ways: []way{s.way}}
	return errors.New(c.rejection(types))
}
