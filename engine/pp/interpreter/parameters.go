package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
)

// contextType is the type of the last parameter of a data function.
const contextType = "Puppet::LookupContext"

// parameters are the parameters of a function or a block.
type parameters struct {
	subject   string // of messages: the name of the function in quotes, or "block"
	declared  []*pp.Parameter
	signature *types.Signature
	// contexts are the indexes of parameters that take a context.
	contexts []int
}

func (s *scope) parameters(subject string, declared []*pp.Parameter) (*parameters, error) {
	p := &parameters{subject: subject, declared: declared}
	described := make([]types.Parameter, len(declared))
	for i, d := range declared {
		described[i] = types.Parameter{Name: d.Name, Optional: d.Default != nil, Rest: d.Rest}
		if d.Type == nil {
			continue
		}
		if typeName(d.Type) == contextType {
			p.contexts = append(p.contexts, i)
			continue
		}
		if d.Rest && typeName(withoutParameters(d.Type)) == "Array" { // affects the number of arguments
			return nil, s.unsupported(d, "a rest parameter with an array type")
		}
		t, err := s.typeOf(d.Type)
		if err != nil {
			return nil, err
		}
		described[i].Type = t
	}
	p.signature = types.NewSignature(described...)
	return p, nil
}

// withoutParameters returns the type in a type expression.
func withoutParameters(e pp.Expression) pp.Expression {
	if a, ok := e.(*pp.Access); ok {
		return a.Of
	}
	return e
}

// typeName returns the name of a type expression without leading colons, or "" if it is not just a name.
func typeName(e pp.Expression) string {
	if n, ok := e.(*pp.TypeName); ok {
		return strings.TrimPrefix(n.Value, "::")
	}
	return ""
}

// bind assigns arguments to the parameters in a new scope.
func (p *parameters) bind(s *scope, at place, args []*data.Value) error {
	if err := p.check(s, at, args); err != nil {
		return err
	}
	for i, d := range p.declared {
		switch {
		case d.Rest && i < len(args):
			s.set(d.Name, data.NewArray(args[i:]))
		case i < len(args):
			s.set(d.Name, args[i])
		case d.Default != nil:
			v, err := s.evaluate(d.Default)
			if err != nil {
				return err
			}
			if d.Rest && v.Kind() != data.Array {
				v = data.NewArray([]*data.Value{v})
			}
			s.set(d.Name, v)
			if !d.Rest {
				args = append(args[:i:i], v)
			}
		default:
			s.set(d.Name, data.NewArray(nil))
		}
	}
	return p.check(s, at, args)
}

func (p *parameters) check(s *scope, at place, args []*data.Value) error {
	for i, a := range args {
		if i < len(p.declared) && p.declared[i].Type != nil || p.declaresRest() {
			if err := s.visit(at, a); err != nil {
				return err
			}
		}
		if t := p.signature.At(i); t != nil {
			if err := s.chargeType(at, t, a); err != nil {
				return err
			}
		}
	}
	for _, i := range p.contexts {
		if i < len(args) && !isContext(args[i]) && p.signature.AcceptsCount(len(args)) {
			return &UnsupportedError{What: "a call with anything but a context"}
		}
	}
	if mismatch := p.signature.Check(args); mismatch != nil {
		if err := checkKnown(args...); err != nil {
			return err
		}
		if len(p.contexts) > 0 && mismatch.ListsParameters {
			return &UnsupportedError{What: "a call with several mismatched arguments"} // Puppet prints the type of the context
		}
		return &Error{Kind: Argument, Text: p.subject + mismatch.Text}
	}
	return nil
}

// declaresRest reports whether the last parameter captures the remaining arguments.
func (p *parameters) declaresRest() bool {
	return len(p.declared) > 0 && p.declared[len(p.declared)-1].Rest
}

// unknownError returns the error for code that needs v, which has an unknown part.
func unknownError(v *data.Value) error {
	if u, ok := v.Payload().(data.Unknown); ok && v.IsUnknown() {
		return &UnknownValueError{u}
	}
	for _, item := range v.Items() {
		if item.HasUnknown() {
			return unknownError(item)
		}
	}
	for _, e := range v.Entries() {
		if e.Key.HasUnknown() {
			return unknownError(e.Key)
		}
		if e.Value.HasUnknown() {
			return unknownError(e.Value)
		}
	}
	return nil
}
