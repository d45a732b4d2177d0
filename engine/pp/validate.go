package pp

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

// Validate returns the errors for which Puppet rejects a file that it can parse, in Puppet's order. Puppet then loads
// nothing from the file (Puppet 7.23). namespace is the lower-case name with which all names in a module's file must
// start because of its path: `app::web` for `app/manifests/web.pp`. It is empty for other files.
//
// It does not check the syntax of heredocs that declare one.
func (f *File) Validate(namespace string) []*Error {
	v := &validator{file: f, namespace: namespace}
	for _, p := range f.Parameters {
		v.visit(p)
	}
	v.checkParameters(f.Parameters, "Epp Template", false)
	v.checkTopLevel()
	v.visit(f.Body)
	return v.errors
}

// IsDefinitionName reports whether Puppet accepts the name of a class, defined type, or function.
func IsDefinitionName(name string) bool {
	for segment := range strings.SplitSeq(name, "::") {
		if !IsParameterName(segment) || segment[0] == '_' {
			return false
		}
	}
	return true
}

// IsParameterName reports whether Puppet accepts the name of a parameter.
func IsParameterName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', c == '_':
		case i > 0 && ('A' <= c && c <= 'Z' || '0' <= c && c <= '9'):
		default:
			return false
		}
	}
	return name != ""
}

// isVariableName reports whether Puppet accepts the name of a variable that does not start with a
// digit.
func isVariableName(name string) bool {
	name = strings.TrimPrefix(name, "::")
	at := strings.LastIndex(name, "::")
	return at < 0 && IsParameterName(name) || at > 0 && IsDefinitionName(name[:at]) && IsParameterName(name[at+2:])
}

var (
	aliasName     = lazyregexp.New(`\A[A-Z]\w*(?:::[A-Z]\w*)*\z`)
	numericName   = lazyregexp.New(`\A(?:0|[1-9][0-9]*)\z`)
	numericPrefix = lazyregexp.New(`(?m)^(?:0x)?[0-9]+$`)
	hostnameOther = lazyregexp.New(`[^-\w.]`)
)

// reservedNames are the names of data types, which are invalid for classes, defined types, and functions.
var reservedNames = lists.Set(strings.Fields("type any unit scalar boolean numeric integer float collection array hash tuple struct variant " +
	"optional enum regexp pattern runtime init object sensitive semver semverrange string timestamp timespan typeset"))

// validator checks each node of a file for errors that Puppet's grammar allows.
type validator struct {
	file      *File
	namespace string
	// around are the nodes that enclose the current one, outermost first.
	around []Node
	errors []*Error
}

// visit checks a node and its descendants.
func (v *validator) visit(n Node) {
	if len(v.around) > 0 {
		if c, ok := v.around[len(v.around)-1].(*Collector); ok && n == Node(c.Query) {
			v.checkQuery(c.Query)
		}
	}
	v.check(n)
	v.around = append(v.around, n)
	Children(n, v.visit)
	v.around = v.around[:len(v.around)-1]
}

func (v *validator) reject(at source.Span, text string) { v.rejectAt(at.Start, at, text) }

// rejectAt reports an error that Puppet reports at offset.
func (v *validator) rejectAt(offset int, at source.Span, text string) {
	v.errors = append(v.errors, &Error{Text: text, Span: at, Offset: offset, Class: SyntaxClass})
}

func (v *validator) rejectNode(n Node, text string) { v.rejectAt(v.offset(n), n.Span(), text) }

// offset returns the position that Puppet reports for a node. For an operation, it is that of the operator.
func (v *validator) offset(n Node) int {
	switch n := n.(type) {
	case *Binary:
		return v.operator(n.Left, n.Operator, n.Right)
	case *Assignment:
		return v.operator(n.Left, n.Operator, n.Right)
	case *Relationship:
		return v.operator(n.Left, n.Operator, n.Right)
	case *Entry:
		return v.operator(n.Key, "=>", n.Value)
	case *Parameter:
		return n.NameSpan.Start
	case *TypeAlias:
		return n.NameSpan.Start
	case *TypeMapping:
		return n.From.Span().Start
	case *MethodCall:
		if end := n.Function.Span().End; bytes.HasPrefix(v.file.Source.Text[end:], []byte("(")) {
			return end
		}
		return v.operator(n.Receiver, ".", n.Function)
	case *Selector:
		return v.offset(n.Of)
	case *Access:
		return v.offset(n.Of)
	case *Call:
		return v.offset(n.Function)
	case *Collector:
		return v.offset(n.Type)
	case *Resource:
		if n.Form == Regular {
			return v.offset(n.Type)
		}
	}
	return n.Span().Start
}

func (v *validator) operator(left Node, operator Operator, right Node) int {
	return OperatorOffset(v.file.Source, left, operator, right)
}

// OperatorOffset returns the position of the operator between two operands.
func OperatorOffset(file *source.File, left Node, operator Operator, right Node) int {
	start, end := left.Span().End, right.Span().Start
	if i := strings.Index(string(file.Text[start:end]), string(operator)); i >= 0 {
		return start + i
	}
	return left.Span().Start
}

func (v *validator) check(n Node) {
	if v.file.plans && !v.checkInPlan(n) {
		return
	}
	switch n := n.(type) {
	case *Class:
		v.checkNamed(n, n.Name, n.NameSpan)
		v.checkParameters(n.Parameters, label(n), true)
		v.checkEnd(n, n.Body)
	case *DefinedType:
		v.checkNamed(n, n.Name, n.NameSpan)
		v.checkParameters(n.Parameters, label(n), true)
		v.checkEnd(n, n.Body)
	case *Function:
		v.checkNamed(n, n.Name, n.NameSpan)
		v.checkDuplicates(n.Parameters)
	case *Plan:
		v.checkNamed(n, n.Name, n.NameSpan)
		v.checkDuplicates(n.Parameters)
	case *NodeDefinition:
		v.checkNode(n)
	case *TypeAlias:
		v.checkPlace(n, n.NameSpan)
		if !aliasName().MatchString(n.Name) {
			v.reject(n.NameSpan, "Unacceptable name. The name '"+n.Name+"' is unacceptable as the name of "+aLabel(n))
		}
		if _, ok := n.Type.(*Array); ok {
			v.rejectExpression(n.Type, "a type reference", n)
		}
	case *TypeMapping:
		v.checkPlace(n, n.From.Span())
		v.checkMapping(n)
	case *TypeDefinition:
		v.checkPlace(n, n.NameSpan)
		v.rejectAt(n.Span().Start, n.NameSpan, "Expressions of type "+aLabel(n)+" are not supported in this version of Puppet")
	case *Lambda:
		for _, p := range n.Parameters[:max(0, len(n.Parameters)-1)] {
			if p.Rest {
				v.reject(p.NameSpan, "Parameter $"+p.Name+" is not last, and has 'captures rest'")
			}
		}
	case *Parameter:
		v.checkParameter(n)
	case *Block:
		v.checkEffects(n.Statements)
	case *Variable:
		v.checkVariable(n)
	case *Reserved:
		v.rejectNode(n, "Use of reserved word: "+n.Word+", must be quoted if intended to be a String value")
	case *Resource:
		if name, ok := n.Type.(*Name); ok && n.Form != Regular && name.Value == "class" {
			v.rejectNode(n, "Classes are not virtualizable")
		}
	case *ResourceBody:
		v.checkBody(n)
	case *ResourceDefaults:
		v.checkVirtual(n, n.Form)
	case *ResourceOverride:
		v.checkVirtual(n, n.Form)
	case *Collector:
		if _, ok := n.Type.(*TypeName); !ok {
			v.rejectExpression(n.Type, "type name", n)
		}
	case *Call:
		if _, ok := n.Function.(*Text); ok {
			v.rejectNode(n, "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace")
		} else if !isFunctionName(n.Function) {
			v.rejectExpression(n.Function, "function name", n)
		}
	case *Assignment:
		v.checkAssignment(n)
	case *Attribute:
		v.checkAttribute(n)
	case *Case:
		v.checkCase(n)
	case *Selector:
		v.checkSelector(n)
	default:
		v.checkOperands(n)
	}
}

// checkInPlan checks that a plan contains what belongs in a catalog only inside `apply`. It reports whether other
// checks follow.
func (v *validator) checkInPlan(n Node) bool {
	inApply := slices.ContainsFunc(v.around, func(n Node) bool { _, ok := n.(*Apply); return ok })
	switch n := n.(type) {
	case *Class, *DefinedType:
		inApply = false
	case *NodeDefinition, *Relationship, *Resource, *ResourceDefaults, *ResourceOverride:
	case *Collector:
		if inApply && n.Exported {
			v.rejectNode(n, upper(aLabel(n))+" is not available when compiling a catalog")
			return false
		}
	case *Apply:
		if inApply {
			v.rejectNode(n, upper(aLabel(n))+" is not available when compiling a catalog")
		}
		return false
	default:
		return true
	}
	if !inApply {
		v.rejectNode(n, upper(aLabel(n))+" is only available when compiling a catalog")
	}
	return inApply
}

// checkNamed checks a class, defined type, function, or plan.
func (v *validator) checkNamed(n Expression, name string, at source.Span) {
	v.checkPlace(n, at)
	if !IsDefinitionName(name) {
		v.rejectAt(n.Span().Start, at, "Unacceptable name. The name '"+name+"' is unacceptable as the name of "+aLabel(n))
	}
	if !strings.HasPrefix(strings.ToLower(name), v.namespace) {
		v.rejectAt(n.Span().Start, at, "Unacceptable location. The name '"+name+"' is unacceptable in file '"+v.file.Source.Path+"'")
	}
	if reservedNames[name] {
		v.rejectAt(n.Span().Start, at, "The name: '"+name+"' is already defined by Puppet and can not be used as the name of "+aLabel(n)+".")
	}
}

// checkTopLevel checks that a file of a module contains only definitions.
func (v *validator) checkTopLevel() {
	if v.namespace == "" {
		return
	}
	for _, s := range v.file.Body.Statements {
		if _, ok := s.(*NodeDefinition); ok || !isDefinition(s) {
			v.rejectNode(s, "This "+label(s)+" is unacceptable as a top level construct in this location")
		}
	}
}

// checkPlace checks the nodes that enclose a definition.
func (v *validator) checkPlace(n Expression, at source.Span) {
	for i := len(v.around) - 1; i >= 0; i-- {
		switch a := v.around[i].(type) {
		case *Class, *Apply:
			return
		case *Block:
			if isOnlyAtTopLevel(n) && v.isInner(i, a) {
				v.rejectAt(v.offset(n), at, upper(aLabel(n))+" may only appear at toplevel")
				return
			}
		default:
			v.rejectMisplaced(n, at)
			return
		}
	}
	if v.file.template {
		v.rejectMisplaced(n, at)
	}
}

// isInner reports whether the block at index i of around is not that of a manifest. Puppet has no block for a single
// statement in the braces of `if` and `unless`.
func (v *validator) isInner(i int, b *Block) bool {
	if i == 0 {
		return v.file.template
	}
	switch v.around[i-1].(type) {
	case *If, *Unless:
		return len(b.Statements) > 1
	}
	return true
}

func (v *validator) rejectMisplaced(n Expression, at source.Span) {
	v.rejectAt(v.offset(n), at, "Classes, definitions, and nodes may only appear at toplevel or inside other classes")
}

// isOnlyAtTopLevel reports whether a definition is invalid in a class, where classes and defined types are valid.
func isOnlyAtTopLevel(n Expression) bool {
	switch n.(type) {
	case *Function, *Plan, *TypeAlias, *TypeDefinition:
		return true
	}
	return false
}

func isDefinition(n Node) bool {
	switch n.(type) {
	case *Class, *DefinedType, *Function, *Plan, *NodeDefinition, *TypeAlias, *TypeMapping, *TypeDefinition:
		return true
	}
	return false
}

// checkParameters checks the parameters of a class, defined type, or template. Classes and defined types have a title.
func (v *validator) checkParameters(parameters []*Parameter, owner string, hasTitle bool) {
	for _, p := range parameters {
		if p.Rest {
			v.reject(p.NameSpan, "Parameter $"+p.Name+" has 'captures rest' - not supported in "+withArticle(owner))
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

// rejectExpression rejects an expression that is not allowed as the given feature of a container.
func (v *validator) rejectExpression(n Node, feature string, container Node) {
	v.rejectNode(n, "Illegal expression. "+upper(aLabel(n))+" is unacceptable as "+feature+" in "+aLabel(container))
}

func (v *validator) checkVariable(n *Variable) {
	switch {
	case n.Name != "" && '0' <= n.Name[0] && n.Name[0] <= '9':
		if !numericName().MatchString(n.Name) {
			v.rejectNode(n, "Illegal numeric variable name, The given name '"+n.Name+"' must be a decimal value if it starts with a digit 0-9")
		}
	case !isVariableName(n.Name):
		v.rejectNode(n, "Illegal variable name, The given name '"+n.Name+`' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/`)
	}
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

// labels are the names of nodes in Puppet's messages, other than those that depend on the content.
var labels = map[reflect.Type]string{
	reflect.TypeFor[*Undef]():            "'undef' expression",
	reflect.TypeFor[*Default]():          "'default' expression",
	reflect.TypeFor[*Boolean]():          "Boolean",
	reflect.TypeFor[*Integer]():          "Literal Integer",
	reflect.TypeFor[*Float]():            "Literal Float",
	reflect.TypeFor[*String]():           "String",
	reflect.TypeFor[*Interpolated]():     "Double Quoted String",
	reflect.TypeFor[*Regexp]():           "Regular Expression",
	reflect.TypeFor[*Name]():             "Name",
	reflect.TypeFor[*TypeName]():         "Type-Name",
	reflect.TypeFor[*Array]():            "Array Expression",
	reflect.TypeFor[*Hash]():             "Hash Expression",
	reflect.TypeFor[*Variable]():         "Variable",
	reflect.TypeFor[*Parenthesized]():    "Parenthesized Expression",
	reflect.TypeFor[*Access]():           "'[]' expression",
	reflect.TypeFor[*Call]():             "Function Call",
	reflect.TypeFor[*MethodCall]():       "Method call",
	reflect.TypeFor[*Lambda]():           "Lambda",
	reflect.TypeFor[*If]():               "'if' statement",
	reflect.TypeFor[*Unless]():           "'unless' Statement",
	reflect.TypeFor[*Case]():             "'case' statement",
	reflect.TypeFor[*Selector]():         "Selector Expression",
	reflect.TypeFor[*Block]():            "Block Expression",
	reflect.TypeFor[*Resource]():         "Resource Statement",
	reflect.TypeFor[*ResourceBody]():     "Resource Instance Definition",
	reflect.TypeFor[*ResourceDefaults](): "Resource Defaults Expression",
	reflect.TypeFor[*ResourceOverride](): "Resource Override",
	reflect.TypeFor[*Class]():            "Host Class Definition",
	reflect.TypeFor[*DefinedType]():      "'define' expression",
	reflect.TypeFor[*Function]():         "Function Definition",
	reflect.TypeFor[*Plan]():             "Plan Definition",
	reflect.TypeFor[*NodeDefinition]():   "Node Definition",
	reflect.TypeFor[*TypeAlias]():        "Type Alias",
	reflect.TypeFor[*TypeMapping]():      "Type Mapping",
	reflect.TypeFor[*TypeDefinition]():   "Type Definition",
	reflect.TypeFor[*Apply]():            "'apply' expression",
	reflect.TypeFor[*Text]():             "Epp Text",
	reflect.TypeFor[*Render]():           "Epp Interpolated Expression",
}

// label returns Puppet's name for a node.
func label(n Node) string {
	switch n := n.(type) {
	case *Heredoc:
		return "'@(" + n.Syntax + ")' expression"
	case *Reserved:
		return "Reserved Word '" + n.Word + "'"
	case *Unary:
		return map[Operator]string{Not: "'not' expression", Minus: "Unary Minus", Splat: "Unfold"}[n.Operator]
	case *Binary:
		return "'" + string(n.Operator) + "' expression"
	case *Assignment:
		return "'" + string(n.Operator) + "' expression"
	case *Relationship:
		return "'" + string(n.Operator) + "' expression"
	case *Collector:
		if n.Exported {
			return "Exported Query"
		}
		return "Virtual Query"
	}
	return cmp.Or(labels[reflect.TypeOf(n)], "Object")
}

func aLabel(n Node) string { return withArticle(label(n)) }

// withArticle returns a label with the indefinite article that Puppet uses.
func withArticle(label string) string {
	if first := strings.TrimLeft(label, `'"`); first != "" && strings.ContainsRune("AEIOUYaeiouy", rune(first[0])) {
		return "an " + label
	}
	return "a " + label
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
