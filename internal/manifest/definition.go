package manifest

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Kind is the kind of a Definition.
type Kind uint8

// The kinds.
const (
	Class Kind = iota
	DefinedType
	Function
	Plan
	Node
	// Site is code in a manifest outside of definitions.
	Site
	// Template is an EPP or ERB template.
	Template
	// Ruby is a file of Ruby code in a module: a function, type, provider, or fact.
	Ruby
)

// String returns the kind in words: "class", "defined type".
func (k Kind) String() string {
	return [...]string{"class", "defined type", "function", "plan", "node definition", "manifest", "template", "Ruby code"}[k]
}

// Definition is a named piece of code.
type Definition struct {
	Kind Kind
	// Name is in lower case and without leading colons. It is empty for Site, the path in the
	// module for Template and Ruby, and the text of the first match for Node.
	Name string
	// Module is the name of the module; empty for the environment itself.
	Module string
	// Release is the release that has it if the module is not in the tree; "" otherwise. See Index.Released.
	Release string
	File    *source.File
	// Span is the position of the definition, and NameSpan that of its name.
	Span, NameSpan source.Span
	Parameters     []*Parameter
	// Parent is the class that a class inherits from; may be empty.
	Parent string
	// Inclusions are the classes that its code includes, in order.
	Inclusions []*Inclusion
	// Declares are the types of resources that its code declares whenever it is evaluated.
	Declares []string
	// Sets are attributes of resources that the code of a defined type sets to its parameters whenever it is evaluated, one
	// for each parameter, by its name.
	Sets map[string]*Attribute

	byName    map[string]*Parameter
	matches   []match
	variables map[string]bool // those that the code of a class sets
	// setsOthers reports that the code may also set others.
	setsOthers bool
}

// Parameter returns the parameter with that name, or nil.
func (d *Definition) Parameter(name string) *Parameter { return d.byName[name] }

// HasVariable reports whether a class has, or may have, a variable: a parameter, one that its code sets, or one of every class.
func (d *Definition) HasVariable(name string) bool {
	return d.Parameter(name) != nil || d.setsOthers || d.variables[name] || slices.Contains(variablesOfClass, name)
}

// variablesOfClass are variables that Puppet sets in each class.
var variablesOfClass = []string{"title", "name", "module_name", "caller_module_name"}

// Parameter is a parameter of a class, defined type, function, or plan.
type Parameter struct {
	Name string
	// NameSpan includes the dollar sign. TypeSpan and DefaultSpan are empty if there is none.
	NameSpan, TypeSpan, DefaultSpan source.Span
	// Check is a check of its value in a class or defined type; nil if it has a type, or if there is none that is certain.
	Check *Check

	file *source.File
	typ  *types.Expression // nil if there is none
}

// Type returns the type as written; may be empty. See Index.ParameterType.
func (p *Parameter) Type() string { return string(p.file.Slice(p.TypeSpan)) }

// HasDefault reports whether the parameter has a default.
func (p *Parameter) HasDefault() bool { return p.DefaultSpan.Len() > 0 }

// Line returns the file that declares the parameter, and the line.
func (p *Parameter) Line() (path string, line int) {
	return p.file.Path, p.file.Pos(p.NameSpan.Start).Line
}

// Default returns its default as written; may be empty.
func (p *Parameter) Default() string { return string(p.file.Slice(p.DefaultSpan)) }

// Literal returns its default if that is a boolean or a simple string; nil otherwise.
func (p *Parameter) Literal() *data.Value {
	text := p.Default()
	if text == "true" || text == "false" {
		return data.NewBoolean(text == "true")
	}
	if !simpleString().MatchString(text) {
		return nil
	}
	return data.NewString(text[1 : len(text)-1])
}

// simpleString matches quoted strings without escapes and variables.
var simpleString = lazyregexp.New(`^(?:'[^'\\]*'|"[^"\\$]*")$`)
