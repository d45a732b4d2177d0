package interpreter

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// control evaluates a conditional expression.
func (s *scope) control(e pp.Expression) (*data.Value, error) {
	switch e := e.(type) {
	case *pp.If:
		return s.guarded(func() (*data.Value, error) { return s.choose(e.Condition, true, e.Then, e.Else) })
	case *pp.Unless:
		var otherwise pp.Expression
		if e.Else != nil {
			otherwise = e.Else
		}
		return s.guarded(func() (*data.Value, error) { return s.choose(e.Condition, false, e.Then, otherwise) })
	case *pp.Case:
		return s.guarded(func() (*data.Value, error) { return s.caseOf(e) })
	case *pp.Selector:
		return s.guarded(func() (*data.Value, error) { return s.selector(e) })
	}
	return nil, s.unsupported(e, nameOf(e))
}

// nameOf names an expression that this package does not evaluate.
func nameOf(e pp.Expression) string {
	switch e.(type) {
	case *pp.Resource, *pp.ResourceDefaults, *pp.ResourceOverride:
		return "a resource"
	case *pp.Collector:
		return "a collector"
	case *pp.Relationship:
		return "a relationship"
	case *pp.Class, *pp.DefinedType, *pp.Function, *pp.NodeDefinition, *pp.TypeAlias:
		return "a definition inside a function"
	}
	return fmt.Sprintf("this code (%T)", e)
}

func (s *scope) choose(condition pp.Expression, wanted bool, then *pp.Block, otherwise pp.Expression) (*data.Value, error) {
	is, err := s.truth(condition)
	switch {
	case err != nil:
		return nil, err
	case is == wanted:
		return s.statements(then)
	case otherwise == nil:
		return data.NewUndef(), nil
	}
	return s.evaluate(otherwise)
}

// truth reports whether the value of an expression is true. All values are, except false and undef.
func (s *scope) truth(e pp.Expression) (bool, error) {
	v, err := s.evaluate(e)
	if err != nil {
		return false, err
	}
	if v.IsUnknown() {
		return false, unknownError(v)
	}
	return isTrue(v), nil
}

func isTrue(v *data.Value) bool {
	return !v.IsFalsy() && !isUndefSymbol(v)
}

func isUndefSymbol(v *data.Value) bool { return v.Kind() == data.Symbol && v.Text() == "undef" }

func (s *scope) caseOf(e *pp.Case) (*data.Value, error) {
	subject, err := s.known(e.Of)
	if err != nil {
		return nil, err
	}
	var otherwise *pp.Block
	for _, option := range e.Options {
		for _, candidate := range option.Values {
			if _, ok := unwrapped(candidate).(*pp.Default); ok {
				otherwise = option.Body
				continue
			}
			is, err := s.fits(subject, candidate)
			if err != nil {
				return nil, err
			}
			if is {
				return s.statements(option.Body)
			}
		}
	}
	return s.statements(otherwise)
}

func (s *scope) selector(e *pp.Selector) (*data.Value, error) {
	subject, err := s.known(e.Of)
	if err != nil {
		return nil, err
	}
	var otherwise pp.Expression
	for _, option := range e.Options {
		if _, ok := unwrapped(option.Match).(*pp.Default); ok {
			otherwise = option.Value
			continue
		}
		is, err := s.fits(subject, option.Match)
		if err != nil {
			return nil, err
		}
		if is {
			return s.evaluate(option.Value)
		}
	}
	if otherwise == nil {
		if err := s.build(e.Of, subject.Size()); err != nil {
			return nil, err
		}
		return nil, s.fail(s.operandPlace(e.Of), "No matching entry for selector parameter with value '%s'", rubytext.ToS(subject))
	}
	return s.evaluate(otherwise)
}

// fits reports whether an option matches the subject. A splat expands to several options.
func (s *scope) fits(subject *data.Value, option pp.Expression) (bool, error) {
	v, err := s.known(option)
	if err != nil {
		return false, err
	}
	candidates := []*data.Value{v}
	if isSplat(option) {
		candidates = v.Items()
	}
	if err := s.visit(option, v, subject); err != nil {
		return false, err
	}
	for _, candidate := range candidates {
		is, err := s.matches(option, candidate, subject)
		if err != nil || is {
			return is, err
		}
	}
	return false, nil
}
