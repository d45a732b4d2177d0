// Package types is Puppet's data type system: it binds type expressions ("Array[Integer, 1]"),
// reports whether a value is an instance of a type, and describes what is wrong where it is not. Error texts are Puppet's, word
// for word.
//
// It evaluates no Puppet code and reads no files: the types that modules define come through a
// Resolver. Resource types, Callable and Object types are known by name and parameters, but no
// value of Hiera data is an instance of them.
//
// All of it was measured with Puppet 7.23; the differential test in this folder compares it with a
// Puppet that is installed.
package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// Type is a Puppet data type. Types never change once built and may be shared between goroutines.
type Type interface {
	// String is the type as Puppet prints it: "Array[String, 1]". An alias is followed by its
	// definition, "M::Port = Integer[1, 65535]", but stands by its name alone inside other types.
	String() string

	// Eql reports whether o is an equal Type: the same kind with the same parameters. The order in a
	// Variant or Pattern does not count.
	Eql(o any) bool

	// name is the type without parameters: "Array", or the name of an alias.
	name() string
}

// plainType is a type that never has parameters.
type plainType uint8

const (
	anyT plainType = iota
	undefT
	defaultT
	unitT // the element type of an empty array: whatever you want
	scalarT
	scalarDataT
	numericT
	binaryT
	semVerRangeT
	catalogEntryT
)

var plainNames = [...]string{"Any", "Undef", "Default", "Unit", "Scalar", "ScalarData", "Numeric", "Binary", "SemVerRange", "CatalogEntry"}

// integerType is Integer, or the size of something.
type integerType struct{ from, to ranges.Number }

// floatType is Float.
type floatType struct{ from, to ranges.Number }

// stringType is String: of any length, of a length in size, or, when inferred from a value, the
// one string value.
type stringType struct {
	size  *integerType
	value *string
}

type booleanType struct{ value *bool }

// enumType is Enum; values are sorted and differ. fold is the parameter true: letters match in
// either case.
type enumType struct {
	values []string
	fold   bool
}

// regexpType is Regexp; re is nil for a Regexp without parameter. Two are equal when the
// sources are.
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

// tupleType is Tuple. Without size it holds exactly one value for each type; the last of types
// repeats when size allows more.
type tupleType struct {
	types []Type
	size  *integerType
}

// structElement is an entry of a Struct. optional reports that the entry may be absent. A key that
// was written as NotUndef['k'] is not distinguished from a key that is not optional.
type structElement struct {
	key      string
	optional bool
	value    Type
}

type structType struct{ elements []structElement }

type variantType struct{ types []Type }

// wrapperType is a type with one type inside: Optional[T] and its like. of is nil when there is
// none.
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

// callableType is Callable; params is nil when anything goes.
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

// uriType is URI; params is a Hash of what its parts must match, nil when anything goes.
type uriType struct{ params *data.Value }

// objectType is a type with attributes that Puppet itself defines (Deferred, Error…), or Object
// with the text of its definition. Only new makes instances of one.
type objectType struct {
	title      string
	definition string
}

// typeSetType is TypeSet.
type typeSetType struct{}

// referenceType is the text of a type that nobody defines. It accepts no value.
type referenceType struct{ text string }

// aliasType is a name for another type. recursive reports that its definition contains it.
type aliasType struct {
	alias     string
	resolved  Type
	recursive bool
	builtin   bool // Data and its like, which are not printed with their definition
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
