package pp

func (v *validator) checkBody(b *ResourceBody) {
	unfolded := false
	for _, a := range b.Attributes {
		if a.Name != "" {
			continue
		}
		if unfolded {
			v.rejectNode(a, "Unfolding of attributes from Hash can only be used once per resource body")
		}
		unfolded = true
	}
}

func (v *validator) checkVirtual(n Node, form Form) {
	if form != Regular {
		v.rejectNode(n, "Resource Defaults are not virtualizable")
	}
}

func (v *validator) checkAttribute(a *Attribute) {
	if a.Operator == Adds {
		switch parent := v.around[len(v.around)-1].(type) {
		case *ResourceBody, *ResourceDefaults:
			v.rejectNode(a, "Illegal +> operation on attribute "+a.Name+". This operator can not be used in "+aLabel(parent))
		}
	}
	v.checkValues(a.Value)
}

// checkQuery checks the query of a collector.
func (v *validator) checkQuery(n Expression) {
	switch q := n.(type) {
	case *Binary:
		switch q.Operator {
		case Equal, NotEqual:
			return
		case And, Or:
			v.checkQuery(q.Left)
			v.checkQuery(q.Right)
			return
		}
	case *Parenthesized:
		v.checkQuery(q.Inner)
		return
	case *Variable, *Name, *Integer, *Float, *String, *Boolean:
		return
	}
	v.rejectNode(n, "Illegal query expression. "+upper(aLabel(n))+" cannot be used in a query")
}
