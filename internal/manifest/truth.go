package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
)

// TestsTruth reports whether the code of a class tests a parameter for truth, as in `if $manage`, and nowhere compares it or
// converts it to a boolean, so that every string counts as true. The file is parsed again.
func (d *Definition) TestsTruth(parameter string) bool {
	file, err := pp.Parse(d.File, pp.Options{})
	if err != nil {
		return false
	}
	t := truthTests{name: parameter}
	pp.Walk(file.Body, func(n pp.Node) bool {
		span := n.Span()
		if span.End <= d.Span.Start || span.Start >= d.Span.End {
			return false
		}
		t.visit(n)
		return true
	})
	return t.tested && !t.compared
}

// truthTests collects how code uses a variable.
type truthTests struct {
	name             string
	tested, compared bool
}

func (t *truthTests) visit(n pp.Node) {
	switch n := n.(type) {
	case *pp.If:
		t.test(n.Condition)
	case *pp.Unless:
		t.test(n.Condition)
	case *pp.Unary:
		if n.Operator == pp.Not {
			t.test(n.Operand)
		}
	case *pp.Binary:
		if n.Operator == pp.And || n.Operator == pp.Or {
			t.test(n.Left)
			t.test(n.Right)
		} else {
			t.compare(n.Left, n.Right)
		}
	case *pp.Case:
		t.compare(n.Of)
	case *pp.Selector:
		t.compare(n.Of)
	case *pp.Assignment:
		t.compare(n.Right) // the other variable may be compared
	case *pp.Call:
		if name, ok := n.Function.(*pp.Name); ok && isConversion(name.Value) {
			t.compare(n.Arguments...)
		}
		if _, ok := n.Function.(*pp.TypeName); ok {
			t.compare(n.Arguments...)
		}
	case *pp.MethodCall:
		t.compare(n.Receiver)
	}
}

// isConversion reports whether a function such as str2bool converts strings to booleans.
func isConversion(function string) bool {
	return strings.Contains(function, "bool") || function == "new"
}

func (t *truthTests) test(e pp.Expression) { t.tested = t.tested || t.is(e) }

func (t *truthTests) compare(all ...pp.Expression) {
	for _, e := range all {
		t.compared = t.compared || t.is(e)
	}
}

// is reports whether an expression is the variable.
func (t *truthTests) is(e pp.Expression) bool {
	for {
		inner, ok := e.(*pp.Parenthesized)
		if !ok {
			break
		}
		e = inner.Inner
	}
	v, ok := e.(*pp.Variable)
	return ok && v.Name == t.name
}
