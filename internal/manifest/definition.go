package manifest

import (
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Kind is what a Definition is.
type Kind uint8

// The kinds.
const (
	Class Kind = iota
	DefinedType
	Function
	Plan
	Node
	// Site is code in a manifest that is outside of definitions.
	Site
	// Template is a template, in EPP or ERB.
	Template
	// Ruby is a file of Ruby code: a function, type, provider or fact of a module.
	Ruby
)

// String names the kind for people: "class", "defined type".
func (k Kind) String() string {
	return [...]string{"class", "defined type", "function", "plan", "node definition", "manifest", "template", "Ruby code"}[k]
}

// Definition is a named piece of code.
type Definition struct {
	Kind Kind
	// Name is in lower case and without leading colons. It is empty for Site, the path in the
	// module for Template and Ruby, and for Node the text of the first match.
	Name string
	// Module is the name of the module; empty in the environment itself.
	Module string
	File   *source.File
	// Span is all of the definition, NameSpan its name.
	Span, NameSpan source.Span
	Parameters     []*Parameter
	// Parent is the class that a class inherits from, or empty.
	Parent string
	// Inclusions are the classes that its code includes, in order.
	Inclusions []*Inclusion

	matches []match
	byName  map[string]*Parameter // where there are many
}

// fewParameters is how many parameters are faster to look through than to put into a map.
const fewParameters = 16

// Parameter is the parameter called name, or nil.
func (d *Definition) Parameter(name string) *Parameter {
	if d.byName != nil {
		return d.byName[name]
	}
	for _, p := range d.Parameters {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Parameter is a parameter of a class, defined type, function or plan.
type Parameter struct {
	Name string
	// NameSpan includes the dollar. TypeSpan and DefaultSpan are empty where there is none.
	NameSpan, TypeSpan, DefaultSpan source.Span
	// Rest reports that it takes all the arguments that are left.
	Rest bool

	file *source.File
	typ  *types.Expression // nil when none is given
}

// Type is the type as it is written, or empty; see Index.ParameterType.
func (p *Parameter) Type() string { return string(p.file.Slice(p.TypeSpan)) }

// HasDefault reports whether no value has to be given.
func (p *Parameter) HasDefault() bool { return p.DefaultSpan.Len() > 0 }

// Default is the expression for its default as it is written, or empty.
func (p *Parameter) Default() string { return string(p.file.Slice(p.DefaultSpan)) }
