package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Lookup is a lookup of a key in code.
type Lookup struct {
	// Function is lookup, hiera, hiera_array, hiera_hash, or hiera_include.
	Function string
	// Key is the root key, and Path the whole one: for `lookup('a.b')`, they are a and a.b.
	Key, Path Pattern
	// In is the enclosing definition, and File its file; Span is the position of the key, and Call
	// that of the whole call.
	In         *Definition
	File       *source.File
	Span, Call source.Span
	// HasDefault reports that there is a default. Merge is the requested strategy, or empty. Both
	// are unknown if the options of the lookup are computed, so that it is not Plain. Neither is one
	// with values that override the data.
	HasDefault bool
	Merge      string
	Plain      bool
	// Strategy is the requested merge with its options; nil if there is none, or if it is not a literal.
	Strategy *data.Value
	// Tested reports that the call is in a branch of a condition that looks up the same key, as in
	// `if lookup('a', {default_value => undef}) { lookup('a') }`.
	Tested bool
	// Conditional reports that the call may not be evaluated even if the enclosing code is.
	Conditional bool
	// First lists the data files that hiera and its relatives read before the levels of version 3, without extensions and
	// relative to the data directory: the third argument.
	First []Pattern
	// Parameter is the parameter whose default is the lookup and whose type is that of the value, if
	// the lookup itself requires none.
	Parameter string
	// Wrong are the mistakes in the arguments of the call.
	Wrong []WrongArgument
	// Default is the default if it is a literal and the lookup requires a type; nil otherwise. DefaultSpan is its position.
	Default     *data.Value
	DefaultSpan source.Span

	typ *types.Expression // nil if there is none
}

// Type returns the type that the value must have, as written; may be empty. See Index.LookupType.
func (u *Lookup) Type() string {
	if u.typ == nil {
		return ""
	}
	return u.typ.String()
}

// Inclusion is a place at which code adds a class to the catalog.
type Inclusion struct {
	// Function is the function: include, contain, require, hiera_include, create_resources, `class`
	// for a class declared like a resource, or `inherits`.
	Function string
	// Class is the name of the class. It is zero if the names are the value of Key, and matches any
	// name if they are the value of a parameter whose automatic parameter lookup reads Key.
	Class, Key Pattern
	// Path is the whole key that is looked up if the names are the value of Key: `a.b`, where Key
	// is a.
	Path Pattern
	// Inserted is the key of which each element of the value is the only unknown part of Class; nil if there is none.
	Inserted *Insertion
	// Exact reports that the names are what a lookup of the key returns, not computed from it.
	Exact bool
	// Given lists the parameters of a class declared like a resource that have values, including
	// `*` if some come from a hash. Automatic parameter lookup is used for the others.
	Given []string
	// Fixed lists those of Given whose values are certainly not undef, for which automatic parameter lookup is used, too:
	// literals, and parameters of the enclosing code with a type that has no undef.
	Fixed []string
	// Variable is the variable of the node whose value is the unknown part of Class or is tested by
	// conditions, such as `facts.role`: without leading colons, with subkeys of a fact after dots. It is
	// empty if anything else is unknown.
	Variable string
	// Conditional reports that the inclusion may not be evaluated even if the enclosing code is, for
	// reasons other than the value of Variable; see IsFor.
	Conditional bool
	File        *source.File
	Span        source.Span

	guard    guardTest // nil if it is evaluated with any value of Variable
	excluded *exclusion
	when     []*guard // if it is only Conditional for these
}

// Insertion is the value of a key that is a part of a string: one string for each element of an array.
type Insertion struct {
	Key, Path     Pattern // as in Inclusion
	Before, After string
}

// clone copies strings; see Pattern.
func (n *Insertion) clone() *Insertion {
	if n == nil {
		return nil
	}
	return &Insertion{n.Key.clone(), n.Path.clone(), strings.Clone(n.Before), strings.Clone(n.After)}
}

// IsSelective reports whether conditions may exclude strings among the values of its Key, or of the key of Inserted; see Excludes.
func (i *Inclusion) IsSelective() bool { return i.excluded != nil }

// Excludes reports whether conditions on the value of its Key may exclude a string that is not the name of a class.
func (i *Inclusion) Excludes(text string) bool { return i.excluded != nil && i.excluded.test(text) }

// IsFor reports whether the inclusion is certainly evaluated on nodes with a value of its Variable.
func (i *Inclusion) IsFor(value string) bool { return i.guard == nil || i.guard(value) == holds }

// With returns the inclusion for a value of its Variable.
func (i *Inclusion) With(value string) *Inclusion {
	with := *i
	with.Class, with.Variable, with.guard = literal(className(strings.Join(i.Class.parts, value))), "", nil
	return &with
}

// Of returns the inclusion for a class in the value of its Key, with its place in data.
func (i *Inclusion) Of(class string, file *source.File, span source.Span) *Inclusion {
	of := *i
	of.Class, of.File, of.Span = literal(className(class)), file, span
	return &of
}

// IsListed reports whether data contains the name of the class; see Of.
func (i *Inclusion) IsListed() bool {
	_, hasClass := i.Class.Text()
	_, hasKey := i.Key.Text()
	return hasClass && hasKey
}

// Creation is a place at which code declares resources whose attributes are in a hash: a call of
// create_resources, a block that is called for each entry of a hash, or `* => $hash`.
type Creation struct {
	// Function is the function that declares a resource for each entry: create_resources or each.
	Function string
	// Type is the name of the resource type, in lower case and without leading colons.
	Type string
	// Key is the root key whose value is the hash, and Path the whole key.
	Key, Path Pattern
	// Exact reports that the hash is what a lookup of the key returns, not computed from it.
	Exact bool
	// Given lists the attributes that have other values, including `*` if some are unknown.
	Given []string
	// Added reports that the entry adds its attributes to others, and Mixed that code may add to
	// the attributes of the entry or replace them.
	Added, Mixed bool
	// Single reports that the hash contains the attributes of a single resource, with a Title if it is known. Titled
	// reports that the titles of several resources are the keys of their entries.
	Single, Titled bool
	Title          string
	// Conditional reports that the resources may not be declared even if the enclosing definition is
	// evaluated.
	Conditional bool
	File        *source.File
	Span        source.Span
}

// Titles is a place at which code declares a resource for each element of an array, with the element in its title.
type Titles struct {
	// Type is the name of the resource type, in lower case and without leading colons.
	Type string
	// Key is the root key whose value has the array, and Path the whole key.
	Key, Path Pattern
	// Conditional reports that the resources may not be declared even if the enclosing definition is evaluated.
	Conditional bool
	File        *source.File
	Span        source.Span
}

// Attribute is an attribute of a class or of resources that a class sets to the value of a key, or a defined type to that of a parameter.
// Whenever the class or defined type is evaluated, it declares the class or at least one of the resources.
type Attribute struct {
	// Type is the name of the resource type, or `class`, and Class the name of the class.
	Type, Class string
	Name        string
	// Key is a root key: that of a parameter of the class, or one that the class looks up; empty in a defined type.
	Key string
	// In is the class or defined type that sets the attribute.
	In   *Definition
	File *source.File
	Span source.Span
}

// EntryAttribute is an attribute that code sets for each entry of a hash to a value in it, as in
// `$users.each |$name, $user| { user { $name: uid => $user['uid'] } }`.
type EntryAttribute struct {
	// Type is the name of the resource type, and Name that of the attribute.
	Type, Name string
	// Key is the root key whose value is the hash, or contains it, and Path the whole key.
	Key  string
	Path Pattern
	// Entry is the key of the value in each entry.
	Entry string
	// Titled reports that the titles of the resources are the keys of the entries.
	Titled bool
	File   *source.File
	Span   source.Span
}
