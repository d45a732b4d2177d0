package rule

import (
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
)

// ClassSegment matches a segment of a class name.
var ClassSegment = lazyregexp.New(`^[a-z][a-z0-9_]*$`)

// ParameterKey matches the key of a class parameter, CLASS::PARAMETER.
var ParameterKey = lazyregexp.New(`^(?:[a-z][a-z0-9_]*::)+[a-z_]\w*$`)

// IsTelling reports whether anything is known about the key that the code looks up.
func IsTelling(use *manifest.Use) bool {
	return strings.ContainsFunc(use.Key.String(), unicode.IsLetter)
}

// IsWord reports whether a name consists of letters, digits, and underscores.
func IsWord(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}

// ParameterNames returns the names of the parameters of a class.
func ParameterNames(d *manifest.Definition) []string {
	return lists.Map(d.Parameters, func(parameter *manifest.Parameter) string { return parameter.Name })
}
