package binding

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
)

// accepted is what the parameter that a key sets accepts: values of its type, or of the type that its class checks, or, without
// either, of the kind of its default.
type accepted struct {
	typ types.Type
	// text describes such a value; "" if it is neither an array nor a hash, and the parameter has no type.
	text string
}

// acceptedFor returns what the parameter that a key sets accepts. ok is false if there is none, or if nothing is known about its
// values.
func acceptedFor(s *rule.Site, code *manifest.Index, key string) (a accepted, ok bool) {
	class, parameter := code.Parameter(key)
	switch {
	case parameter == nil:
		return a, false
	case parameter.Type() != "":
		typ, err := code.ParameterType(parameter)
		return accepted{typ, "a value of the type `" + rule.Shown(parameter.Type()) + "`"}, err == nil
	case parameter.Check != nil:
		return accepted{parameter.Check.Type, "a value that `" + parameter.Check.Function + "` accepts"}, true
	}
	switch kindOfDefault(s, code, class, parameter) {
	case data.Array:
		return accepted{types.Array, "an array as its value"}, true
	case data.Hash:
		return accepted{types.Hash, "a hash as its value"}, true
	case data.String:
		return accepted{typ: types.MustParse("Scalar")}, true
	}
	return a, false
}

// mayBe reports whether a value, as far as it does not depend on interpolation, is accepted as it is or as a Sensitive.
func (a *accepted) mayBe(v *data.Value) bool {
	return v.IsUndef() || types.Instance(a.typ, v) || types.Instance(a.typ, data.NewSensitive(v)) || interpolate.HasTokens(v)
}

// mayHave reports whether the parameter that a key sets may have a value; true if nothing is known about its values.
func mayHave(s *rule.Site, code *manifest.Index, key string, v *data.Value) bool {
	a, ok := acceptedFor(s, code, key)
	return !ok || a.mayBe(v)
}

// isOtherKind reports whether a value is an array or a hash, and the accepted values never are.
func (a *accepted) isOtherKind(v *data.Value) bool {
	if v.Kind() != data.Array && v.Kind() != data.Hash {
		return false
	}
	mismatches := types.Mismatches(a.typ, v)
	return len(mismatches) == 1 && mismatches[0].Kind == types.WrongType && len(mismatches[0].Path) == 0
}

// kindOfDefault returns the kind of the default of a parameter if it is a literal, or a variable of a class that is only set to
// literals: that of an array, a hash, or any scalar but an empty string, for which it returns that of a string; Undef otherwise.
func kindOfDefault(s *rule.Site, code *manifest.Index, class *manifest.Definition, parameter *manifest.Parameter) data.Kind {
	name, isVariable := strings.CutPrefix(parameter.Default(), "$")
	if !isVariable {
		return kindOfLiteral(parameter.Default())
	}
	owner, name := parentAndName(strings.TrimPrefix(name, "::"))
	if owner == "" {
		owner = class.Parent
	}
	if class, _ = code.Class(owner); class == nil {
		return data.Undef
	}
	return literalsIn(s, class.File)[name]
}

type literalsKey struct{ file *source.File }

// literalsIn returns the kinds of the literals to which a manifest sets variables.
func literalsIn(s *rule.Site, file *source.File) map[string]data.Kind {
	return rule.Once(s, literalsKey{file}, func() map[string]data.Kind {
		kinds := map[string]data.Kind{}
		for _, found := range assigned().FindAllSubmatch(file.Text, -1) {
			name, kind := string(found[1]), kindOfLiteral(string(found[2]))
			if known, ok := kinds[name]; ok && known != kind {
				kind = data.Undef
			}
			kinds[name] = kind
		}
		return kinds
	})
}

// assigned matches an assignment to a variable, with the start of what it is set to.
var assigned = lazyregexp.New(`\$(\w+)\s*=\s*([^\s=~>]\S?)`)

// kindOfLiteral returns the kind of a literal, of which the first two characters suffice.
func kindOfLiteral(text string) data.Kind {
	switch {
	case strings.HasPrefix(text, "["):
		return data.Array
	case strings.HasPrefix(text, "{"):
		return data.Hash
	case strings.HasPrefix(text, "''"), strings.HasPrefix(text, `""`):
		return data.Undef
	case text != "" && strings.ContainsRune(`'"0123456789`, rune(text[0])):
		return data.String
	}
	return data.Undef
}
