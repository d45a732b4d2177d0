package rule

import (
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
)

// IsParameterKey reports whether a name is the key of a class parameter, CLASS::PARAMETER.
func IsParameterKey(name string) bool {
	class, parameter, ok := manifest.CutParameter(name)
	if !ok || !pp.IsParameterName(parameter) {
		return false
	}
	return !lists.Any(strings.SplitSeq(class, "::"), func(segment string) bool { return !environment.ValidModuleName(segment) })
}

// IsPartlyKnown reports whether anything is known about the key that the code looks up.
func IsPartlyKnown(use *manifest.Lookup) bool {
	return strings.ContainsFunc(use.Key.String(), unicode.IsLetter)
}

type parametersID struct{ class *manifest.Definition }

// ParametersOf returns the parameters of a class, to find similar ones. They are prepared once for each class.
func (s *Site) ParametersOf(class *manifest.Definition) *nearest.Names {
	return Once(s, parametersID{class}, func() *nearest.Names { return nearest.NewNames(ParameterNames(class)) })
}

// ParameterNames returns the names of the parameters of a class.
func ParameterNames(d *manifest.Definition) []string {
	return lists.Map(d.Parameters, func(parameter *manifest.Parameter) string { return parameter.Name })
}
