package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/ascii"
)

// evaluate returns the value of an expression.
func (s *scope) evaluate(e pp.Expression) (*data.Value, error) {
	if err := s.step(e); err != nil {
		return nil, err
	}
	v, err := s.value(e)
	if err != nil {
		return nil, err
	}
	switch e.(type) {
	case *pp.Array, *pp.Hash, *pp.Binary, *pp.Call, *pp.MethodCall:
		return s.bounded(e, v)
	}
	return v, nil
}

// literal returns the value of a literal scalar, or nil.
func literal(e pp.Expression) *data.Value {
	switch e := e.(type) {
	case *pp.Undef:
		return data.NewUndef()
	case *pp.Default:
		return data.NewDefault()
	case *pp.Boolean:
		return data.NewBoolean(e.Value)
	case *pp.Integer:
		return data.NewInteger(e.Value)
	case *pp.Float:
		return data.NewFloat(e.Value)
	case *pp.String:
		return data.NewString(e.Value)
	case *pp.Name:
		return data.NewString(e.Value)
	}
	return nil
}

func (s *scope) value(e pp.Expression) (*data.Value, error) {
	if v := literal(e); v != nil {
		return v, nil
	}
	switch e := e.(type) {
	case *pp.Interpolated:
		return s.interpolated(e)
	case *pp.Heredoc:
		if e.Syntax != "" {
			return nil, s.unsupported(e, "a heredoc with a syntax")
		}
		return s.evaluate(e.Text)
	case *pp.Regexp:
		re, err := rich.NewRegexp(e.Pattern)
		if err != nil {
			return nil, s.unsupported(e, "the regular expression `"+e.Pattern+"`")
		}
		return data.NewRich(re), nil
	case *pp.TypeName:
		return s.typeValue(e)
	case *pp.Variable:
		return s.variable(e)
	case *pp.Parenthesized:
		return s.evaluate(e.Inner)
	case *pp.Array:
		items, err := s.list(e.Elements)
		if err != nil {
			return nil, err
		}
		return data.NewArray(items), nil
	case *pp.Hash:
		return s.hash(e)
	case *pp.Access:
		return s.access(e)
	case *pp.Unary:
		return s.unary(e)
	case *pp.Binary:
		return s.binary(e)
	case *pp.Assignment:
		return s.assignment(e)
	case *pp.Call:
		return s.call(e)
	case *pp.MethodCall:
		return s.methodCall(e)
	case *pp.Block:
		return s.statements(e)
	}
	return s.control(e)
}

// statements evaluates the statements of a block in the current scope.
func (s *scope) statements(b *pp.Block) (*data.Value, error) {
	v := data.NewUndef()
	if b == nil {
		return v, nil
	}
	for _, statement := range b.Statements {
		var err error
		if v, err = s.evaluate(statement); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// known evaluates an expression, and returns an error if its value is unknown.
func (s *scope) known(e pp.Expression) (*data.Value, error) {
	v, err := s.evaluate(e)
	if err != nil {
		return nil, err
	}
	if v.HasUnknown() {
		return nil, unknownError(v)
	}
	return v, nil
}

// list evaluates elements or arguments, and expands splats.
func (s *scope) list(elements []pp.Expression) ([]*data.Value, error) {
	items := make([]*data.Value, 0, len(elements))
	for _, e := range elements {
		v, err := s.evaluate(e)
		if err != nil {
			return nil, err
		}
		if isSplat(e) {
			if err := s.buildList(e, v.Len()); err != nil {
				return nil, err
			}
			items = append(items, v.Items()...)
		} else {
			items = append(items, v)
		}
	}
	return items, nil
}

func isSplat(e pp.Expression) bool {
	u, ok := unwrapped(e).(*pp.Unary)
	return ok && u.Operator == pp.Splat
}

// unwrapped returns an expression without the parentheses around it.
func unwrapped(e pp.Expression) pp.Expression {
	for {
		p, ok := e.(*pp.Parenthesized)
		if !ok {
			return e
		}
		e = p.Inner
	}
}

// hash evaluates a hash literal. The last value of a duplicate key counts, at the position of the first.
func (s *scope) hash(e *pp.Hash) (*data.Value, error) {
	var hash data.HashBuilder
	for _, entry := range e.Entries {
		k, err := s.known(entry.Key)
		if err != nil {
			return nil, err
		}
		v, err := s.evaluate(entry.Value)
		if err != nil {
			return nil, err
		}
		if err := s.visit(entry.Key, k); err != nil {
			return nil, err
		}
		hash.Set(k, v)
	}
	return hash.Hash(), nil
}

// variable returns the value of a variable: of the function, of a match, or of the host.
func (s *scope) variable(e *pp.Variable) (*data.Value, error) {
	if ascii.IsNumber(e.Name) {
		return s.group(e.Name), nil
	}
	if v, ok := s.get(e.Name); ok {
		return v, nil
	}
	if v, ok := s.host.Variable(e.Name); ok {
		return v, nil
	}
	switch strict := s.host.Strict(); {
	case strict == Fail || s.host.StrictVariables():
		return nil, s.fail(e, "Unknown variable: '%s'.", e.Name)
	case strict == Warn:
		s.host.Warn("Unknown variable: '" + e.Name + "'.")
	}
	return data.NewUndef(), nil
}

// group returns a group of the last match, or undef.
func (s *scope) group(name string) *data.Value {
	n := 0
	for _, digit := range []byte(name) {
		if n = 10*n + int(digit-'0'); n >= len(s.groups) {
			return data.NewUndef()
		}
	}
	return s.groups[n]
}

// assignment assigns values to variables.
func (s *scope) assignment(e *pp.Assignment) (*data.Value, error) {
	if e.Operator != pp.Assign {
		return nil, s.unsupported(e, "the operator `"+string(e.Operator)+"`")
	}
	v, err := s.evaluate(e.Right)
	if err != nil {
		return nil, err
	}
	return v, s.assign(e, e.Left, v)
}

func (s *scope) assign(e *pp.Assignment, left pp.Expression, v *data.Value) error {
	switch left := left.(type) {
	case *pp.Variable:
		return s.assignVariable(e, left.Name, v)
	case *pp.Array:
		return s.assignAll(e, left, v)
	}
	return s.unsupported(left, "an assignment to anything but variables")
}

// reserved are the variables that cannot be assigned to.
var reserved = map[string]bool{"trusted": true, "facts": true}

func (s *scope) assignVariable(e *pp.Assignment, name string, v *data.Value) error {
	at := s.operator(e.Left, e.Right, e.Operator)
	switch {
	case strings.Contains(name, "::") || ascii.IsNumber(name) || name == "server_facts":
		return s.unsupported(e, "an assignment to `$"+name+"`")
	case s.vars[name] != nil:
		return s.failAt(at, "Cannot reassign variable '$%s'", name)
	case reserved[name]:
		return s.failAt(at, "Error while evaluating a '=' expression, Attempt to assign to a reserved variable name: '%s'", name)
	}
	s.set(name, v)
	return nil
}

// assignAll destructures an array or a hash.
func (s *scope) assignAll(e *pp.Assignment, left *pp.Array, v *data.Value) error {
	if v.IsUnknown() {
		return unknownError(v)
	}
	at := s.operator(e.Left, e.Right, e.Operator)
	if v.Kind() == data.Hash {
		for _, element := range left.Elements {
			variable, ok := element.(*pp.Variable)
			if !ok {
				return s.unsupported(element, "an assignment from a hash to anything but variables")
			}
			item, ok := v.Get(variable.Name)
			if !ok {
				return s.failAt(at, "No value for required key '%s' in assignment to variables from hash", variable.Name)
			}
			if err := s.assign(e, variable, item); err != nil {
				return err
			}
		}
		return nil
	}
	items := []*data.Value{v}
	if v.Kind() == data.Array {
		items = v.Items()
	}
	if len(items) != len(left.Elements) {
		return s.failAt(at, "Mismatched number of assignable entries and values, expected %d, got %d", len(left.Elements), len(items))
	}
	for i, element := range left.Elements {
		if err := s.assign(e, element, items[i]); err != nil {
			return err
		}
	}
	return nil
}

// operator returns the position of the operator between two operands, which errors of the operation have.
func (s *scope) operator(left, right pp.Expression, operator pp.Operator) int {
	return pp.OperatorOffset(s.file, left, operator, right)
}
