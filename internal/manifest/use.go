package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Use is a lookup of a key in code.
type Use struct {
	// Function is lookup, hiera, hiera_array, hiera_hash or hiera_include.
	Function string
	// Key is the root key: of `lookup('a.b')` it is a.
	Key Pattern
	// In is the code that does it, in File; Span is the key as it is written, Call the whole call.
	In         *Definition
	File       *source.File
	Span, Call source.Span
	// HasDefault reports that there is a value when the key is not found. Merge is the strategy that is
	// asked for: empty when none is. Both are unknown for a lookup whose options are computed, which is not
	// Plain.
	HasDefault bool
	Merge      string
	Plain      bool
	// TypeSpan is the type that the value must have; empty when none is given.
	TypeSpan source.Span
}

// Type is the type that the value must have, as it is written, or empty; see Index.ParseType.
func (u *Use) Type() string { return string(u.File.Slice(u.TypeSpan)) }

// Inclusion is where code adds a class to the catalog.
type Inclusion struct {
	// Function is what does it: include, contain, require, hiera_include, create_resources, `class` for one that
	// is declared like a resource, `inherits`.
	Function string
	// Class is the name of the class. It is zero when the names are the value of Key, and matches any name when they are that of a
	// parameter, for which automatic parameter lookup asks with Key.
	Class, Key Pattern
	// Path is the whole key that is looked up where the names are the value of Key: `a.b`, of which Key is a.
	Path Pattern
	// Given are the names of the parameters that a class declared like a resource gets values for; `*` is among
	// them when some come from a hash. Automatic parameter lookup asks for the others.
	Given []string
	// Variable is the variable of the node whose value is what is not known of Class, as `facts.role`: without leading
	// colons, with the parts of a fact behind dots. It is empty where anything else is not known.
	Variable string
	// Conditional reports that it may not happen, although the code around it is evaluated. Where Variable is set, it
	// does happen on nodes where that has a value.
	Conditional bool
	File        *source.File
	Span        source.Span
}

// With is the same inclusion where its Variable has a value.
func (i *Inclusion) With(value string) *Inclusion {
	with := *i
	with.Class, with.Variable = literal(className(strings.Join(i.Class.parts, value))), ""
	return &with
}
