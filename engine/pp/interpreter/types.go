package interpreter

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// typeOf returns the type that a constant expression denotes. Types computed from variables are unsupported.
func (s *scope) typeOf(e pp.Expression) (types.Type, error) {
	if err := s.read(e, e.Span().End-e.Span().Start); err != nil {
		return nil, err
	}
	if !isConstant(e) {
		return nil, s.unsupported(e, "a type that depends on values")
	}
	expression := types.NewExpression(s.file, e)
	t, err := s.host.Type(expression)
	if err == nil && t != nil {
		return t, s.work(e, types.Visits(t)-1)
	}
	if name, ok := e.(*pp.TypeName); ok && err == nil {
		return nil, s.fail(e, "Resource type not found: %s", name.Value)
	}
	return nil, s.unsupported(e, "the type `"+expression.String()+"`")
}

// typeValue returns the type that a constant expression denotes as a value.
func (s *scope) typeValue(e pp.Expression) (*data.Value, error) {
	t, err := s.typeOf(e)
	if err != nil {
		return nil, err
	}
	return types.TypeValue(t), nil
}

// isConstant reports whether an expression contains nothing that must be evaluated.
func isConstant(e pp.Expression) bool {
	switch e := e.(type) {
	case *pp.TypeName, *pp.String, *pp.Name, *pp.Integer, *pp.Float, *pp.Boolean, *pp.Default, *pp.Undef, *pp.Regexp:
		return true
	case *pp.Unary:
		return e.Operator == pp.Minus && isConstant(e.Operand)
	case *pp.Access:
		if !isConstant(e.Of) {
			return false
		}
		return lists.All(e.Keys, isConstant)
	case *pp.Array:
		return lists.All(e.Elements, isConstant)
	case *pp.Hash:
		return !slices.ContainsFunc(e.Entries, func(entry *pp.Entry) bool { return !isConstant(entry.Key) || !isConstant(entry.Value) })
	}
	return false
}

// isTypeExpression reports whether an expression is a type name, with or without parameters.
func isTypeExpression(e pp.Expression) bool {
	_, ok := withoutParameters(e).(*pp.TypeName)
	return ok
}

// asType returns a value as a type. ok is false if it is not one.
func asType(v *data.Value) (types.Type, bool) {
	t, ok := v.Payload().(types.Type)
	return t, ok
}
