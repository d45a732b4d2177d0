package pp

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
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

func (v *validator) offset(n Node) int { return offset(v.file.Source, n) }

// offset returns the position that Puppet reports for a node. For an operation, it is that of the operator.
func offset(file *source.File, n Node) int {
	switch n := n.(type) {
	case *Binary:
		return OperatorOffset(file, n.Left, n.Operator, n.Right)
	case *Assignment:
		return OperatorOffset(file, n.Left, n.Operator, n.Right)
	case *Relationship:
		return OperatorOffset(file, n.Left, n.Operator, n.Right)
	case *Entry:
		return OperatorOffset(file, n.Key, "=>", n.Value)
	case *Parameter:
		return n.NameSpan.Start
	case *TypeAlias:
		return n.NameSpan.Start
	case *TypeMapping:
		return n.From.Span().Start
	case *MethodCall:
		if end := n.Function.Span().End; bytes.HasPrefix(file.Text[end:], []byte("(")) {
			return end
		}
		return OperatorOffset(file, n.Receiver, ".", n.Function)
	case *Selector:
		return offset(file, n.Of)
	case *Access:
		return offset(file, n.Of)
	case *Call:
		return offset(file, n.Function)
	case *Collector:
		return offset(file, n.Type)
	case *Resource:
		if n.Form == Regular {
			return offset(file, n.Type)
		}
	}
	return n.Span().Start
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

// rejectExpression rejects an expression that is not allowed as the given feature of a container.
func (v *validator) rejectExpression(n Node, feature string, container Node) {
	v.rejectNode(n, "Illegal expression. "+upper(aLabel(n))+" is unacceptable as "+feature+" in "+aLabel(container))
}
