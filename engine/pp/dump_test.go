package pp_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// dump formats a tree in the notation of testdata/dump.rb.
func dump(f *pp.File, template bool) string {
	if !template {
		if len(f.Body.Statements) == 1 {
			return write(f.Body.Statements[0])
		}
		if len(f.Body.Statements) == 0 {
			return "[]"
		}
		return "(block " + list(f.Body.Statements) + ")"
	}
	params := "-"
	if len(f.Parameters) > 0 {
		params = parameters(f.Parameters)
	}
	return "(template " + params + " " + block(f.Body) + ")"
}

func at(s source.Span) string { return fmt.Sprintf("@%d-%d", s.Start, s.End) }

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	// Unlike Ruby, Go escapes these characters in JSON.
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", "\u007f", "\u007f").Replace(strings.TrimSuffix(b.String(), "\n"))
}

func list(nodes []pp.Expression) string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, write(n))
	}
	return "[" + strings.Join(texts, " ") + "]"
}

func block(b *pp.Block) string {
	if b == nil {
		return "[]"
	}
	if len(b.Statements) == 1 {
		// Puppet has no block around a single statement.
		if inner, ok := b.Statements[0].(*pp.Block); ok {
			return block(inner)
		}
	}
	return list(b.Statements)
}

func optional(e pp.Expression) string {
	if e == nil {
		return "-"
	}
	return write(e)
}

func parameters(params []*pp.Parameter) string {
	var texts []string
	for _, p := range params {
		rest := ""
		if p.Rest {
			rest = "*"
		}
		texts = append(texts, rest+p.Name+":"+optional(p.Type)+"="+optional(p.Default))
	}
	return "(" + strings.Join(texts, " ") + ")"
}

func attributes(attributes []*pp.Attribute) string {
	var texts []string
	for _, a := range attributes {
		name := a.Name
		if name == "" {
			name = "*"
		}
		texts = append(texts, name+" "+string(a.Operator)+" "+write(a.Value))
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func lambda(l *pp.Lambda) string {
	if l == nil {
		return "-"
	}
	return write(l)
}

func elseBlock(e pp.Expression) string {
	switch e := e.(type) {
	case *pp.If:
		return write(e)
	case *pp.Block:
		if e != nil && len(e.Statements) > 0 {
			if len(e.Statements) == 1 {
				return elseBlock1(e.Statements[0])
			}
			return block(e)
		}
	}
	return "-"
}

func elseBlock1(e pp.Expression) string {
	if i, ok := e.(*pp.If); ok {
		return write(i)
	}
	return list([]pp.Expression{e})
}

func write(e pp.Expression) string {
	switch e := e.(type) {
	case *pp.Block:
		switch len(e.Statements) {
		case 0:
			return "[]"
		case 1:
			return write(e.Statements[0])
		}
		return "(block " + list(e.Statements) + ")"
	case *pp.Undef:
		return "undef"
	case *pp.Default:
		return "default"
	case *pp.Boolean:
		return fmt.Sprint(e.Value)
	case *pp.Integer:
		return fmt.Sprint(e.Value)
	case *pp.Float:
		return fmt.Sprintf("%.17g", e.Value)
	case *pp.Text:
		return "(text " + quote(e.Value) + ")"
	case *pp.String:
		return quote(e.Value)
	case *pp.Regexp:
		return "(regexp " + quote(e.Pattern) + ")"
	case *pp.Name:
		return "(name " + e.Value + at(e.Span()) + ")"
	case *pp.TypeName:
		return "(type " + e.Value + at(e.Span()) + ")"
	case *pp.Reserved:
		return "(reserved " + e.Word + ")"
	case *pp.Variable:
		return "$" + e.Name
	case *pp.Interpolated:
		return "(interpolated " + list(e.Parts) + ")"
	case *pp.Heredoc:
		return "(heredoc " + quote(e.Syntax) + " " + write(e.Text) + ")"
	case *pp.Array:
		return "(array " + list(e.Elements) + ")"
	case *pp.Hash:
		var texts []string
		for _, n := range e.Entries {
			texts = append(texts, write(n.Key)+" => "+write(n.Value))
		}
		return "{" + strings.Join(texts, ", ") + "}"
	case *pp.Parenthesized:
		return "(paren " + write(e.Inner) + ")"
	case *pp.Unary:
		return "(" + string(e.Operator) + " " + write(e.Operand) + ")"
	case *pp.Binary:
		return "(" + string(e.Operator) + " " + write(e.Left) + " " + write(e.Right) + ")"
	case *pp.Assignment:
		return "(" + string(e.Operator) + " " + write(e.Left) + " " + write(e.Right) + ")"
	case *pp.Relationship:
		return "(" + string(e.Operator) + " " + write(e.Left) + " " + write(e.Right) + ")"
	case *pp.Access:
		return "(access " + write(e.Of) + " " + list(e.Keys) + ")"
	case *pp.MethodCall:
		return "(method " + write(e.Receiver) + " " + e.Function.Value + " " + list(e.Arguments) + " " + lambda(e.Lambda) + ")"
	case *pp.Call:
		return "(call " + write(e.Function) + " " + list(e.Arguments) + " " + lambda(e.Lambda) + ")"
	case *pp.Render:
		return "(render " + write(e.Value) + ")"
	case *pp.Lambda:
		return "(lambda " + parameters(e.Parameters) + " " + optional(e.ReturnType) + " " + block(e.Body) + ")"
	case *pp.If:
		return "(if " + write(e.Condition) + " " + block(e.Then) + " " + elseBlock(e.Else) + ")"
	case *pp.Unless:
		return "(unless " + write(e.Condition) + " " + block(e.Then) + " " + elseBlock(e.Else) + ")"
	case *pp.Case:
		text := "(case " + write(e.Of)
		for _, o := range e.Options {
			text += " (" + list(o.Values) + " " + block(o.Body) + ")"
		}
		return text + ")"
	case *pp.Selector:
		var texts []string
		for _, o := range e.Options {
			texts = append(texts, write(o.Match)+" => "+write(o.Value))
		}
		return "(select " + write(e.Of) + " " + strings.Join(texts, ", ") + ")"
	case *pp.Apply:
		return "(apply " + list(e.Arguments) + " " + block(e.Body) + ")"
	}
	return definition(e)
}

var forms = map[pp.Form]string{pp.Regular: "regular", pp.Virtual: "virtual", pp.Exported: "exported"}

func definition(e pp.Expression) string {
	switch e := e.(type) {
	case *pp.Resource:
		typeName := write(e.Type)
		if n, ok := e.Type.(*pp.Name); ok {
			typeName = n.Value
		}
		var bodies []string
		for _, b := range e.Bodies {
			bodies = append(bodies, "("+write(b.Title)+" "+attributes(b.Attributes)+")")
		}
		return "(resource " + forms[e.Form] + " " + typeName + " " + strings.Join(bodies, " ") + ")"
	case *pp.ResourceDefaults:
		return "(defaults " + forms[e.Form] + " " + write(e.Type) + " " + attributes(e.Attributes) + ")"
	case *pp.ResourceOverride:
		return "(override " + forms[e.Form] + " " + write(e.Of) + " " + attributes(e.Attributes) + ")"
	case *pp.Collector:
		kind := "virtual"
		if e.Exported {
			kind = "exported"
		}
		return "(collect " + kind + " " + write(e.Type) + " " + optional(e.Query) + " " + attributes(e.Attributes) + ")"
	case *pp.Class:
		parent := "-"
		switch p := e.Parent.(type) {
		case *pp.Name:
			parent = p.Value
		case *pp.Default:
			parent = "default"
		}
		return "(class " + e.Name + at(e.Span()) + " " + parameters(e.Parameters) + " " + parent + " " + block(e.Body) + ")"
	case *pp.DefinedType:
		return "(define " + e.Name + at(e.Span()) + " " + parameters(e.Parameters) + " " + block(e.Body) + ")"
	case *pp.Plan:
		return "(plan " + e.Name + at(e.Span()) + " " + parameters(e.Parameters) + " " + block(e.Body) + ")"
	case *pp.Function:
		return "(function " + e.Name + at(e.Span()) + " " + parameters(e.Parameters) + " " + optional(e.ReturnType) + " " + block(e.Body) + ")"
	case *pp.NodeDefinition:
		return "(node" + at(e.Span()) + " " + list(e.Matches) + " " + optional(e.Parent) + " " + block(e.Body) + ")"
	case *pp.TypeAlias:
		return "(alias " + e.Name + " " + aliased(e) + ")"
	case *pp.TypeMapping:
		return "(mapping " + write(e.From) + " " + write(e.To) + ")"
	case *pp.TypeDefinition:
		parent := "-"
		if e.Parent != nil {
			parent = e.Parent.Value
		}
		return "(definition " + e.Name + " " + parent + " " + block(e.Body) + ")"
	}
	panic(fmt.Sprintf("no notation for %T", e))
}

// aliased formats the type of an alias. Object types and type sets have one notation, because Puppet does not
// distinguish the ways to write them.
func aliased(a *pp.TypeAlias) string {
	hash, parent := a.Type, pp.Expression(nil)
	if a.Parent != nil {
		parent = a.Parent
	}
	if access, ok := a.Type.(*pp.Access); ok && len(access.Keys) == 1 {
		if of := access.Of.(*pp.TypeName); of.Value == "Object" || of.Value == "TypeSet" {
			hash, parent = access.Keys[0], of
		}
	}
	if h, ok := hash.(*pp.Hash); ok {
		return "object " + write(h) + " " + optional(parent)
	}
	return write(a.Type)
}
