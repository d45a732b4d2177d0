package pp

import (
	"cmp"
	"reflect"
	"strings"
)

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

func aLabel(n Node) string { return WithArticle(label(n)) }

// WithArticle returns a label with the indefinite article that Puppet uses.
func WithArticle(label string) string {
	if first := strings.TrimLeft(label, `'"`); first != "" && strings.ContainsRune("AEIOUYaeiouy", rune(first[0])) {
		return "an " + label
	}
	return "a " + label
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
