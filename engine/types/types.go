// Package types is Puppet's data type system: it parses type expressions ("Array[Integer, 1]"),
// determines whether a value is an instance of a type, and describes mismatches with Puppet's
// messages.
//
// It evaluates no Puppet code and reads no files: types that modules define come from a Resolver.
// Resource types, Callable, and Object types are known by name and parameters, but no value of
// Hiera data is an instance of them.
//
// It follows Puppet 7.23; a differential test in this directory compares it with an installed
// Puppet.
package types

import (
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
)

// Type is a Puppet data type. Types are immutable and safe for concurrent use.
type Type interface {
	// String returns the type as Puppet prints it: "Array[String, 1]". An alias is followed by its
	// definition, "M::Port = Integer[1, 65535]", but not inside other types.
	String() string

	// Eql reports whether o is an equal Type: of the same kind with the same parameters, regardless
	// of the order in a Variant or Pattern.
	Eql(o any) bool

	// name returns the type without parameters: "Array", or the name of an alias.
	name() string
}

// plainType is a type that never has parameters.
type plainType uint8

const (
	anyT plainType = iota
	undefT
	defaultT
	unitT // the element type of an empty array, compatible with every type
	scalarT
	scalarDataT
	numericT
	binaryT
	semVerRangeT
	catalogEntryT
)

var plainNames = [...]string{"Any", "Undef", "Default", "Unit", "Scalar", "ScalarData", "Numeric", "Binary", "SemVerRange", "CatalogEntry"}

// integerType is Integer, or a size.
type integerType struct{ from, to ranges.Number }

// floatType is Float.
type floatType struct{ from, to ranges.Number }

// stringType is String: of any length, of a length in size, or, if inferred from a value, of a
// single value.
type stringType struct {
	size  *integerType
	value *string
}

type booleanType struct{ value *bool }

// enumType is Enum; values are sorted and distinct. fold is the parameter true, which makes it
// case-insensitive.
type enumType struct {
	values  []string
	fold    bool
	folded  map[string]bool // values in lower case, if fold
	allowed atomic.Pointer[Allowed]
}

// regexpType is Regexp; re is nil for a Regexp without a parameter. Two are equal if their sources
// are.
type regexpType struct{ re *rich.Regexp }

type patternType struct{ patterns []*regexpType }

type collectionType struct{ size *integerType }

type arrayType struct {
	element Type
	size    *integerType
}

type hashType struct {
	key, value Type
	size       *integerType
}

// tupleType is Tuple. Without size, it has exactly one value for each type; the last of types
// repeats if size allows more.
type tupleType struct {
	types []Type
	size  *integerType
}

// structElement is an entry of a Struct. optional reports that the entry may be missing. A key
// written as NotUndef['k'] is not distinguished from one that is not optional.
type structElement struct {
	key      string
	optional bool
	value    Type
}

type structType struct {
	elements []structElement
	allowed  atomic.Pointer[Allowed]
}

type variantType struct{ types []Type }

// wrapperType is a type with an inner type, such as Optional[T]. of is nil if there is none.
type wrapperType struct {
	kind wrapperKind
	of   Type
}

type wrapperKind uint8

const (
	optionalT wrapperKind = iota
	notUndefT
	sensitiveT
	typeT
	iterableT
	iteratorT
)

var wrapperNames = [...]string{"Optional", "NotUndef", "Sensitive", "Type", "Iterable", "Iterator"}

// callableType is Callable; params is nil if there are no restrictions.
type callableType struct {
	params     *tupleType
	block, ret Type
}

// runtimeType is Runtime: a class of the implementation, such as Ruby's Symbol. pattern and its
// replacement are the rarely used second form of the name.
type runtimeType struct {
	runtime     string
	class       *string
	pattern     *regexpType
	replacement string
}

type classType struct{ class *string }

// resourceType is Resource, or a resource type such as File or File['/a']. title is as printed.
type resourceType struct {
	resource string
	title    *string
}

// timeType is Timestamp or Timespan with its limits in nanoseconds.
type timeType struct {
	span     bool
	from, to ranges.Number
}

type semVerType struct{ ranges []*rich.SemVerRange }

// uriType is URI; params is a Hash of what its parts must match, nil if there are no restrictions.
type uriType struct{ params *data.Value }

// objectType is a type with attributes that Puppet itself defines (Deferred, Error…), or Object
// with the text of its definition. Only new creates instances of one.
type objectType struct {
	title      string
	definition string
}

// typeSetType is TypeSet.
type typeSetType struct{}

// referenceType is the text of an undefined type. It accepts no value.
type referenceType struct{ text string }

// aliasType is a name for another type. recursive reports that its definition contains it, and
// refers that it contains other aliases.
type aliasType struct {
	alias     string
	resolved  Type
	recursive bool
	refers    bool
	settled   bool // recursive and what t contains do not change any more
	plain     bool // t is known to contain no Pattern
	builtin   bool // such as Data, which is printed without its definition

	visits atomic.Int64 // see Visits; 0 if it is not known
}

func (t plainType) name() string       { return plainNames[t] }
func (t *integerType) name() string    { return "Integer" }
func (t *floatType) name() string      { return "Float" }
func (t *stringType) name() string     { return "String" }
func (t *booleanType) name() string    { return "Boolean" }
func (t *enumType) name() string       { return "Enum" }
func (t *regexpType) name() string     { return "Regexp" }
func (t *patternType) name() string    { return "Pattern" }
func (t *collectionType) name() string { return "Collection" }
func (t *arrayType) name() string      { return "Array" }
func (t *hashType) name() string       { return "Hash" }
func (t *tupleType) name() string      { return "Tuple" }
func (t *structType) name() string     { return "Struct" }
func (t *variantType) name() string    { return "Variant" }
func (t *wrapperType) name() string    { return wrapperNames[t.kind] }
func (t *initType) name() string       { return "Init" }
func (t *callableType) name() string   { return "Callable" }
func (t *runtimeType) name() string    { return "Runtime" }
func (t *classType) name() string      { return "Class" }
func (t *resourceType) name() string   { return "Resource" }
func (t *semVerType) name() string     { return "SemVer" }
func (t *uriType) name() string        { return "URI" }
func (t *objectType) name() string     { return t.title }
func (t *typeSetType) name() string    { return "DefaultTypeSet" }
func (t *referenceType) name() string  { return "TypeReference" }
func (t *aliasType) name() string      { return t.alias }

func (t *timeType) name() string {
	if t.span {
		return "Timespan"
	}
	return "Timestamp"
}

// Name returns the name of t without parameters: "Array", or the name of an alias.
func Name(t Type) string { return t.name() }

// Unalias returns the type that an alias represents, recursively; t itself if it is not an alias.
func Unalias(t Type) Type {
	for {
		a, ok := t.(*aliasType)
		if !ok {
			return t
		}
		t = a.resolved
	}
}

// Inner returns the type in an Optional, NotUndef, Sensitive, Type, Iterable, or Iterator; nil if
// there is none, and for other types.
func Inner(t Type) Type {
	if w, ok := t.(*wrapperType); ok {
		return w.of
	}
	return nil
}

// Builtin returns Puppet's own type with that name, without parameters; nil if there is none.
func Builtin(name string) Type { return knownTypes[pp.LowerName(name)] }

// IsObject reports whether t is a type with attributes, or Object.
func IsObject(t Type) bool { return isA[*objectType](t) }
