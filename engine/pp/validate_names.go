package pp

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

// LowerName returns the name of a class, type, or function as Puppet compares it: in lower case, without a leading `::`.
func LowerName(name string) string { return strings.ToLower(strings.TrimPrefix(name, "::")) }

// IsDefinitionName reports whether Puppet accepts the name of a class, defined type, or function.
func IsDefinitionName(name string) bool {
	return !lists.Any(strings.SplitSeq(name, "::"), func(segment string) bool { return !IsParameterName(segment) || segment[0] == '_' })
}

// IsParameterName reports whether Puppet accepts the name of a parameter.
func IsParameterName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case ascii.IsLower(c), c == '_':
		case i > 0 && ascii.IsWord(c):
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
