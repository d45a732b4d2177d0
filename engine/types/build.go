package types

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

// Types without parameters, by their names in Puppet code.
var (
	Any     Type = anyT
	Undef   Type = undefT
	Default Type = defaultT
	Unit    Type = unitT // compatible with every type

	Integer Type = &integerType{from: ranges.NegInf, to: ranges.PosInf}
	String  Type = &stringType{}
	Boolean Type = &booleanType{}
	Array   Type = &arrayType{element: Any}
	Hash    Type = &hashType{key: Any, value: Any}

	Data Type = dataAlias
)

// The other types without parameters.
var (
	floatAny      = &floatType{from: ranges.NegInf, to: ranges.PosInf}
	collectionAny = &collectionType{}
	enumAny       = &enumType{}
	patternAny    = &patternType{}
	regexpAny     = &regexpType{}
	tupleAny      = &tupleType{}
	structAny     = &structType{}
	variantAny    = &variantType{}
	callableAny   = &callableType{}
	runtimeAny    = &runtimeType{}
	classAny      = &classType{}
	resourceAny   = &resourceType{}
	timestampAny  = &timeType{from: ranges.NegInf, to: ranges.PosInf}
	timespanAny   = &timeType{span: true, from: ranges.NegInf, to: ranges.PosInf}
	semVerAny     = &semVerType{}
	uriAny        = &uriType{}
	initAny       = &initType{}
	objectAny     = &objectType{title: "Object", definition: emptyObject}

	emptyArray = &arrayType{element: unitT, size: exactly(0)}
	emptyHash  = &hashType{key: unitT, value: unitT, size: exactly(0)}
)

const emptyObject = "Object[{}]"

// Unbounded is the upper end of a size without one.
const Unbounded = -1

// sizeRange returns a size from least to most; nil if any size is allowed.
func sizeRange(least, most int) *integerType {
	size := &integerType{from: ranges.Int(int64(max(least, 0))), to: ranges.PosInf}
	if most >= 0 {
		size.to = ranges.Int(int64(most))
	} else if least <= 0 {
		return nil
	}
	return size
}

// IntegerRange returns Integer[from, to].
func IntegerRange(from, to int64) Type {
	return &integerType{from: ranges.Int(from), to: ranges.Int(to)}
}

// StringSize returns String[least, most], with sizes in characters.
func StringSize(least, most int) Type { return &stringType{size: sizeRange(least, most)} }

// ArrayOf returns Array[element].
func ArrayOf(element Type) Type { return ArraySize(element, 0, Unbounded) }

// ArraySize returns Array[element, least, most].
func ArraySize(element Type, least, most int) Type { return arrayOf(element, sizeRange(least, most)) }

// HashOf returns Hash[key, value].
func HashOf(key, value Type) Type { return hashOf(key, value, nil) }

// VariantOf returns Variant[types…] without duplicates; a single type is returned itself.
func VariantOf(types ...Type) Type { return variantOf(types) }

// EnumOf returns Enum[values…].
func EnumOf(values ...string) Type { return newEnum(values, false) }

// PatternOf returns Pattern[/source/, …]. The error is that of the Ruby regular expression.
func PatternOf(sources ...string) (Type, error) {
	patterns := make([]*regexpType, len(sources))
	for i, source := range sources {
		re, err := newRegexpType(source)
		if err != nil {
			return nil, err
		}
		patterns[i] = re
	}
	return newPattern(patterns), nil
}

// PatternOfRegexp returns Pattern[re].
func PatternOfRegexp(re *rich.Regexp) Type { return newPattern([]*regexpType{{re}}) }

// NewAlias returns an alias of t.
func NewAlias(name string, t Type) Type { return &aliasType{alias: name, resolved: t} }

// Member is an entry of a Struct.
type Member struct {
	Key      string
	Optional bool // the entry may be missing
	Type     Type
}

// StructOf returns Struct[{key => type, …}]. As in Puppet code, an entry whose type accepts undef
// may also be missing.
func StructOf(members ...Member) Type {
	elements := lists.Map(members, func(m Member) structElement {
		return structElement{key: m.Key, optional: m.Optional || assignable(m.Type, Undef, nil), value: m.Type}
	})
	return &structType{elements: elements}
}

func arrayOf(element Type, size *integerType) *arrayType {
	if isZero(size) {
		return emptyArray
	}
	return &arrayType{element: cmp.Or(element, Any), size: size}
}

func hashOf(key, value Type, size *integerType) *hashType {
	if isZero(size) {
		return emptyHash
	}
	return &hashType{key: cmp.Or(key, Any), value: cmp.Or(value, Any), size: size}
}

func newWrapper(kind wrapperKind, of Type) *wrapperType {
	switch {
	case kind == notUndefT && of == Any:
		of = nil
	case kind == sensitiveT:
		of = Generalize(cmp.Or(of, Any))
	}
	return &wrapperType{kind: kind, of: of}
}

// variantOf returns a Variant of types, flattened and without duplicates, or the only type.
func variantOf(types []Type) Type {
	types = uniq(flatten(types))
	if len(types) == 1 {
		return types[0]
	}
	return &variantType{types: types}
}

func newEnum(values []string, fold bool) *enumType {
	values = slices.Clone(values)
	slices.Sort(values)
	t := &enumType{values: slices.Compact(values), fold: fold}
	if fold {
		t.folded = lists.Set(lists.Map(t.values, lowerASCII))
	}
	return t
}

func newPattern(patterns []*regexpType) *patternType {
	return &patternType{patterns: appendNew(nil, patterns, (*regexpType).same)}
}

// asSize returns t as a size, which is at least zero.
func (t *integerType) asSize() *integerType {
	zero := ranges.Int(0)
	if zero.LessEq(t.from) {
		return t
	}
	size := &integerType{from: zero, to: t.to}
	if !zero.LessEq(t.to) {
		size.to = zero
	}
	return size
}

// MustParse is Parse for valid types. It panics if the type is invalid.
func MustParse(text string) Type {
	t, err := Parse(text)
	if err != nil {
		panic("types: " + text + ": " + err.Error())
	}
	return t
}

// TypeValue returns a type as a value of the Puppet language.
func TypeValue(t Type) *data.Value { return data.NewRich(t) }

// Object is an instance of a type with attributes that Puppet defines: an Error or a Deferred.
type Object struct {
	typ        *objectType
	attributes []data.Entry // those that differ from their defaults
}

// String returns the Object as Puppet prints it: "Error({'msg' => 'no'})".
func (o *Object) String() string {
	p := printer{}
	p.literal(data.NewHash(o.attributes))
	return o.typ.title + "(" + p.String() + ")"
}

// Eql reports whether other is an Object of the same type with the same attributes.
func (o *Object) Eql(other any) bool {
	b, ok := other.(*Object)
	return ok && o.typ == b.typ && data.Eql(data.NewHash(o.attributes), data.NewHash(b.attributes))
}

// RubyClass returns the name of its Ruby class; that of a Deferred has none.
func (o *Object) RubyClass() string {
	if o.typ.title == "Error" {
		return "Puppet::DataTypes::Error"
	}
	return ""
}

// NewObject returns an instance of the type called title, with the attributes that differ from
// their defaults.
func NewObject(title string, attributes []data.Entry) *Object {
	return &Object{typ: knownTypes[pp.LowerName(title)].(*objectType), attributes: attributes}
}
