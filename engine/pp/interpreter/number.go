package interpreter

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// toNumber returns v as a number, or nil if it is neither a number nor a numeric string.
func toNumber(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Integer, data.Float:
		return v
	case data.String:
		return convert.Number(strings.TrimPrefix(v.Text(), "::"))
	}
	return nil
}

// chargeNumber charges the conversion of a string to a number, which takes quadratic time in the number of digits.
func (s *scope) chargeNumber(at place, v *data.Value) error {
	if v.Kind() != data.String {
		return nil
	}
	digits := len(v.Text()) / unit
	return s.work(at, digits*min(digits, 1<<20)/unit)
}

// number returns an operand as a number. For strings, Puppet warns or fails depending on the setting strict.
func (s *scope) number(e pp.Expression, v *data.Value) (*data.Value, error) {
	n := toNumber(v)
	switch {
	case n == nil && v.Kind() == data.Rich:
		return nil, s.unsupported(e, "arithmetic of times and the like")
	case n == nil:
		return nil, s.fail(s.operandPlace(e), "The value '%s' cannot be converted to Numeric.", rubytext.ToS(v))
	case n == v:
		return v, nil
	}
	text := fmt.Sprintf("The string '%s' was automatically coerced to the numerical value %s", v.Text(), rubytext.ToS(n))
	switch s.host.Strict() {
	case Fail:
		return nil, s.fail(s.operandPlace(e), "%s", text)
	case Warn:
		s.host.Warn(text)
	}
	return n, nil
}

// operandPlace returns the position of an operand in Puppet's messages: that of the operator for an operation, and that
// of the call for a method call.
func (s *scope) operandPlace(e pp.Expression) place {
	switch e := e.(type) {
	case *pp.Binary:
		return point(s.operator(e.Left, e.Right, e.Operator))
	case *pp.MethodCall:
		return point(s.methodOffset(e))
	}
	return e
}

// The range of Integer.
var (
	maxInteger = big.NewInt(math.MaxInt64)
	minInteger = big.NewInt(math.MinInt64)
)

// arithmetic evaluates an arithmetic operation on two numbers.
func (s *scope) arithmetic(e *pp.Binary, left, right *data.Value) (*data.Value, error) {
	left, err := s.number(e.Left, left)
	if err != nil {
		return nil, err
	}
	if right, err = s.number(e.Right, right); err != nil {
		return nil, err
	}
	if left.Kind() == data.Float || right.Kind() == data.Float {
		return s.floats(e, left, right)
	}
	a, b := left.BigInt(), right.BigInt()
	result := new(big.Int)
	switch e.Operator {
	case pp.Plus:
		result.Add(a, b)
	case pp.Minus:
		result.Sub(a, b)
	case pp.Multiply:
		result.Mul(a, b)
	case pp.Divide, pp.Modulo:
		if b.Sign() == 0 {
			return nil, s.fail(s.operandPlace(e.Right), "Division by 0")
		}
		quotient, rest := floorDivision(a, b)
		if result = quotient; e.Operator == pp.Modulo {
			result = rest
		}
	case pp.LeftShift, pp.RightShift:
		by := b.Int64()
		if e.Operator == pp.RightShift {
			by = -by
		}
		switch {
		case by > 1024:
			return nil, s.unsupported(e, "a shift by this many bits")
		case by >= 0:
			result.Lsh(a, uint(by))
		default:
			result.Rsh(a, uint(min(-by, 1024)))
		}
	}
	if result.Cmp(maxInteger) > 0 || result.Cmp(minInteger) < 0 {
		sign := "+"
		if result.Sign() < 0 {
			sign = "-"
		}
		return nil, s.failAt(s.operator(e.Left, e.Right, e.Operator),
			"A '%s' expression resulted in a value outside of Puppet Integer %s range, got '%s0x%x'",
			e.Operator, map[string]string{"+": "max", "-": "min"}[sign], sign, new(big.Int).Abs(result))
	}
	return data.NewBigInteger(result), nil
}

// floorDivision is Ruby's integer division: the quotient is rounded down, and the remainder has the sign of b.
func floorDivision(a, b *big.Int) (quotient, rest *big.Int) {
	quotient, rest = new(big.Int).QuoRem(a, b, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() != b.Sign() {
		quotient.Sub(quotient, big.NewInt(1))
		rest.Add(rest, b)
	}
	return quotient, rest
}

// floats evaluates an operation on two numbers of which at least one is a Float.
func (s *scope) floats(e *pp.Binary, left, right *data.Value) (*data.Value, error) {
	a, b := left.AsFloat(), right.AsFloat()
	var result float64
	switch e.Operator {
	case pp.Plus:
		result = a + b
	case pp.Minus:
		result = a - b
	case pp.Multiply:
		result = a * b
	case pp.Divide:
		result = a / b
	default:
		if left.Kind() != data.Float {
			return nil, s.unsupported(e, "the operator `"+string(e.Operator)+"` with a Float")
		}
		return nil, s.fail(s.operandPlace(e.Left), "Operator '%s' is not applicable to a Float.", e.Operator)
	}
	if math.IsInf(result, 0) || math.IsNaN(result) {
		return nil, s.unsupported(e, "a number without a finite value")
	}
	return data.NewFloat(result), nil
}
