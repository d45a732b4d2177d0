package binding

import (
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
