package pp

// checkParameters checks the parameters of a class, defined type, or template. Classes and defined types have a title.
func (v *validator) checkParameters(parameters []*Parameter, owner string, hasTitle bool) {
	for _, p := range parameters {
		if p.Rest {
			v.reject(p.NameSpan, "Parameter $"+p.Name+" has 'captures rest' - not supported in "+WithArticle(owner))
		}
	}
	v.checkDuplicates(parameters)
	for _, p := range parameters {
		if hasTitle && (p.Name == "title" || p.Name == "name") {
			v.reject(p.NameSpan, "The parameter $"+p.Name+" redefines a built in parameter in the "+owner)
		}
	}
}

func (v *validator) checkDuplicates(parameters []*Parameter) {
	seen := make(map[string]bool, len(parameters))
	for _, p := range parameters {
		if seen[p.Name] {
			v.reject(p.NameSpan, "The parameter '"+p.Name+"' is declared more than once in the parameter list")
		}
		seen[p.Name] = true
	}
}

func (v *validator) checkParameter(p *Parameter) {
	if !IsParameterName(p.Name) {
		if numericPrefix().MatchString(p.Name) {
			v.reject(p.NameSpan, "The numeric parameter name '$"+p.Name+"' cannot be used (clashes with numeric match result variables)")
		}
		v.reject(p.NameSpan, "Illegal parameter name. The given name '"+p.Name+`' does not conform to the naming rule /^[a-z_]\w*$/`)
	}
	if p.Default == nil {
		return
	}
	Walk(p.Default, func(n Node) bool {
		a, ok := n.(*Assignment)
		if ok {
			v.rejectNode(a, "Assignment not allowed here")
		}
		_, lambda := n.(*Lambda)
		return !ok && !lambda
	})
}

func (v *validator) checkNode(n *NodeDefinition) {
	for _, match := range n.Matches {
		v.checkHostname(n, match)
	}
	v.checkPlace(n, n.Span())
	v.checkEnd(n, n.Body)
	if n.Parent != nil {
		v.rejectNode(n.Parent, "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation")
	}
}

func (v *validator) checkHostname(n *NodeDefinition, match Expression) {
	switch m := match.(type) {
	case *String:
		if hostnameOther().MatchString(m.Value) {
			v.rejectNode(m, "The hostname '"+m.Value+"' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)")
		}
	case *Interpolated:
		for _, part := range m.Parts {
			if _, ok := part.(*String); !ok {
				v.rejectNode(part, "An interpolated expression is not allowed in a hostname of a node")
				return
			}
		}
	case *Heredoc:
		v.rejectExpression(m, "hostname", n)
	}
}

// checkMapping checks the sides of a type mapping: a runtime type and a type, or a pattern with a replacement and a
// type.
func (v *validator) checkMapping(m *TypeMapping) {
	name, ok := m.From.Of.(*TypeName)
	if !ok || name.Value != "Runtime" {
		v.rejectNode(m, "Expressions of type "+aLabel(m)+" are not supported in this version of Puppet")
		return
	}
	want := "Type"
	pattern := len(m.From.Keys) == 2 && isReplacement(m.From.Keys[1])
	if pattern {
		want = "Tuple[Regexp,String]"
	}
	isType := isFunctionName(m.To)
	if isType == pattern || isReplacement(m.To) != pattern {
		v.rejectNode(m, "Illegal type mapping. Expected a "+want+" on the left side, got "+upper(aLabel(m)))
	}
}

// isReplacement reports whether an expression is an array of a pattern and a string.
func isReplacement(n Expression) bool {
	a, ok := n.(*Array)
	if !ok || len(a.Elements) != 2 {
		return false
	}
	_, isPattern := a.Elements[0].(*Regexp)
	_, isText := a.Elements[1].(*String)
	return isPattern && isText
}

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
