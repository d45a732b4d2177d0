package binding

import (
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
)

// definition returns the place of a definition, which is called a class or type in the message.
func definition(d *manifest.Definition, what string) diagnostic.Related {
	return diagnostic.Related{File: d.File, Span: d.NameSpan, Message: "the " + what + " is defined here"}
}

// parameterOf returns the place of a parameter of a class.
func parameterOf(class *manifest.Definition, parameter *manifest.Parameter) diagnostic.Related {
	return diagnostic.Related{File: class.File, Span: parameter.NameSpan, Message: "the parameter is defined here"}
}

// checkedType returns the type that the values of a parameter must have, by its declaration or a check in the class or defined
// type. It returns an error as manifest.Index.ParameterType does.
func checkedType(code *manifest.Index, parameter *manifest.Parameter) (types.Type, error) {
	if parameter.Check != nil {
		return parameter.Check.Type, nil
	}
	return code.ParameterType(parameter)
}

// checkOf returns the place of the check of a parameter of a class or defined type.
func checkOf(d *manifest.Definition, check *manifest.Check) diagnostic.Related {
	return diagnostic.Related{File: d.File, Span: check.Span, Message: "the value is checked here"}
}

// rejection returns how a check fails.
func rejection(check *manifest.Check) string { return "`" + check.Function + "` rejects the value" }

// ofRelease returns the words for the release that has a class or defined type; "" if it is in the tree.
func ofRelease(d *manifest.Definition) string {
	if d.Release == "" {
		return ""
	}
	return " of " + d.Release
}

// inclusionOf returns the place of an inclusion of a class.
func inclusionOf(i *manifest.Inclusion) diagnostic.Related {
	return diagnostic.Related{File: i.File, Span: rule.FirstLineOf(i.File, i.Span), Message: "the class is included here"}
}
