package pp

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

func (v *validator) checkVariable(n *Variable) {
	switch {
	case n.Name != "" && ascii.IsDigit(n.Name[0]):
		if !numericName().MatchString(n.Name) {
			v.rejectNode(n, "Illegal numeric variable name, The given name '"+n.Name+"' must be a decimal value if it starts with a digit 0-9")
		}
	case !isVariableName(n.Name):
		v.rejectNode(n, "Illegal variable name, The given name '"+n.Name+`' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/`)
	}
}

// isFunctionName reports whether an expression can be called: a name or a type.
func isFunctionName(n Expression) bool {
	if a, ok := n.(*Access); ok {
		_, ok = a.Of.(*TypeName)
		return ok
	}
	switch n.(type) {
	case *Name, *TypeName:
		return true
	}
	return false
}

func (v *validator) checkAssignment(a *Assignment) {
	if a.Operator != Assign {
		v.rejectNode(a, "The operator '"+string(a.Operator)+"' is no longer supported. See http://links.puppet.com/remove-plus-equals")
		return
	}
	v.checkAssignable(a.Left)
	v.checkValues(a.Right)
}

func (v *validator) checkAssignable(n Expression) {
	switch n := n.(type) {
	case *Variable:
		if numericName().MatchString(n.Name) {
			v.rejectNode(n, "Illegal attempt to assign to the numeric match result variable '$"+n.Name+"'. Numeric variables are not assignable")
		}
		if strings.Contains(n.Name, "::") {
			v.rejectNode(n, "Illegal attempt to assign to '"+n.Name+"'. Cannot assign to variables in other namespaces")
		}
	case *Access:
		v.rejectNode(n, "Illegal attempt to assign via [index/key]. Not an assignable reference")
	case *Array:
		for _, e := range n.Elements {
			v.checkAssignable(e)
		}
	default:
		v.rejectNode(n, "Illegal attempt to assign to '"+aLabel(n)+"'. Not an assignable reference")
	}
}

func (v *validator) checkCase(c *Case) {
	v.checkValues(c.Of)
	found := false
	for _, o := range c.Options {
		for _, value := range o.Values {
			if _, ok := value.(*Default); ok {
				if found {
					v.rejectDefault(value, c)
				}
				found = true
			}
		}
	}
}

func (v *validator) checkSelector(s *Selector) {
	v.checkValues(s.Of)
	n := 0
	for _, o := range s.Options {
		if _, ok := o.Match.(*Default); ok {
			if n++; n == 2 {
				v.rejectDefault(o.Match, s)
			}
		}
	}
}

func (v *validator) rejectDefault(at Node, container Node) {
	v.rejectNode(at, "This "+label(container)+" already has a 'default' entry - this is a duplicate")
}

// checkOperands checks the operands of nodes that have no other restrictions.
func (v *validator) checkOperands(n Node) {
	switch n := n.(type) {
	case *Binary:
		v.checkValues(n.Left, n.Right)
	case *Relationship:
		for _, side := range []Expression{n.Left, n.Right} {
			if _, ok := side.(*Collector); !ok {
				v.checkValues(side)
			}
		}
	case *Unary:
		v.checkValues(n.Operand)
	case *Parenthesized:
		v.checkValues(n.Inner)
	case *Render:
		v.checkValues(n.Value)
	case *Interpolated:
		v.checkValues(n.Parts...)
	case *Array:
		v.checkValues(n.Elements...)
	case *Entry:
		v.checkValues(n.Key, n.Value)
	case *If:
		v.checkValues(n.Condition)
	case *Unless:
		v.checkValues(n.Condition)
	case *CaseOption:
		v.checkValues(n.Values...)
	case *SelectorOption:
		v.checkValues(n.Match)
	}
}

// checkValues checks that expressions have values. Collectors and definitions have none.
func (v *validator) checkValues(list ...Expression) {
	for _, n := range list {
		switch inner := n.(type) {
		case *Unary:
			v.checkValues(inner.Operand)
			continue
		case *Parenthesized:
			v.checkValues(inner.Inner)
			continue
		}
		if _, ok := n.(*Collector); ok || isDefinition(n) {
			v.rejectNode(n, "Invalid use of expression. "+upper(aLabel(n))+" does not produce a value")
		}
	}
}

// checkEnd checks that the last statement of a definition has an effect.
func (v *validator) checkEnd(n Node, body *Block) {
	if len(body.Statements) == 0 {
		return
	}
	if last := body.Statements[len(body.Statements)-1]; !hasEffect(last) {
		v.rejectNode(last, "This "+label(last)+" has no effect. "+upper(aLabel(n))+" can not end with a value-producing expression without other effect")
	}
}

// checkEffects checks that all statements of a block but the last have an effect. Puppet reports the first one that has
// none.
func (v *validator) checkEffects(statements []Expression) {
	for _, s := range statements[:max(0, len(statements)-1)] {
		if !hasEffect(s) {
			v.rejectNode(s, "This "+label(s)+" has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)")
			return
		}
	}
}

// hasEffect reports whether an expression may have an effect beyond its value.
func hasEffect(n Expression) bool {
	switch n := n.(type) {
	case *Undef, *Default, *Boolean, *Integer, *Float, *String, *Interpolated, *Heredoc, *Regexp, *Name, *TypeName, *Reserved,
		*Variable, *Array, *Hash, *Access, *Selector, *Unary:
		return false
	case *Binary:
		return n.Operator == Match || n.Operator == NoMatch // they set $0, $1, …
	case *Parenthesized:
		return hasEffect(n.Inner)
	case *If:
		return hasEffect(n.Condition) || hasEffect(n.Then) || n.Else != nil && hasEffect(n.Else)
	case *Unless:
		return hasEffect(n.Condition) || hasEffect(n.Then) || n.Else != nil && hasEffect(n.Else)
	case *Case:
		return hasEffect(n.Of) || slices.ContainsFunc(n.Options, func(o *CaseOption) bool {
			return slices.ContainsFunc(o.Values, hasEffect) || hasEffect(o.Body)
		})
	case *Block:
		return slices.ContainsFunc(n.Statements, hasEffect)
	}
	return true
}
