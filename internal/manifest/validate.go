package manifest

import (
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// IsClassName reports whether Puppet accepts the name for a class, defined type, or function.
func IsClassName(name string) bool { return validName.MatchString(name) }

// IsParameterName reports whether Puppet accepts the name for a parameter.
func IsParameterName(name string) bool { return validParameter.MatchString(name) }

var (
	validName      = lazyregexp.New(`\A[a-z]\w*(?:::[a-z]\w*)*\z`)
	validParameter = lazyregexp.New(`\A[a-z_]\w*\z`)
)

// refused returns the reason why Puppet refuses a file although it can be parsed: the name of a class,
// defined type or function, or its parameters. Puppet then loads nothing from the file (Puppet 7.23).
func refused(definitions []pp.Expression) (text string, span source.Span) {
	for _, e := range definitions {
		switch d := e.(type) {
		case *pp.Class:
			text, span = refusedDefinition(d.Name, d.NameSpan, "a Host Class Definition", d.Parameters, true)
		case *pp.DefinedType:
			text, span = refusedDefinition(d.Name, d.NameSpan, "a 'define' expression", d.Parameters, true)
		case *pp.Function:
			text, span = refusedDefinition(d.Name, d.NameSpan, "a Function Definition", d.Parameters, false)
		}
		if text != "" {
			return text, span
		}
	}
	return "", source.Span{}
}

func refusedDefinition(name string, at source.Span, kind string, parameters []*pp.Parameter, hasTitle bool) (text string, span source.Span) {
	if !IsClassName(name) {
		return "Unacceptable name. The name '" + name + "' is unacceptable as the name of " + kind, at
	}
	seen := map[string]bool{}
	for _, p := range parameters {
		switch {
		case seen[p.Name]:
			return "The parameter '" + p.Name + "' is declared more than once in the parameter list", p.NameSpan
		case hasTitle && (p.Name == "title" || p.Name == "name"):
			return "The parameter $" + p.Name + " redefines a built in parameter in the " + kind[2:], p.NameSpan
		case !IsParameterName(p.Name):
			return "Illegal parameter name. The given name '" + p.Name + `' does not conform to the naming rule /^[a-z_]\w*$/`, p.NameSpan
		}
		seen[p.Name] = true
	}
	return "", source.Span{}
}
