package types

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// params are the parameters of a type that is being read.
type params struct {
	b    *binder
	n    *node
	args []arg
}

func (p *params) notAType() error { return p.b.notAType(p.n) }

func (p *params) wrongCount(name, required string) error {
	return p.b.wrongCount(p.n, name, required, len(p.args))
}

// fail is an error about argument i.
func (p *params) fail(i int, text string) error {
	return &ParseError{Text: text, Span: p.spanOf(i)}
}

// builders read the parameters of each type. A nil type without an error is nothing.
var builders map[string]func(*params) (Type, error)

func init() {
	builders = map[string]func(*params) (Type, error){
		"array": buildArray, "hash": buildHash, "collection": buildCollection, "class": buildClass, "resource": buildResource,
		"regexp": buildRegexp, "enum": buildEnum, "pattern": buildPattern, "uri": buildURI, "variant": buildVariant,
		"tuple": buildTuple, "callable": buildCallable, "struct": buildStruct, "boolean": buildBoolean, "integer": buildInteger,
		"object": buildObject, "typeset": buildTypeSet, "init": buildInit, "float": buildFloat, "string": buildString,
		"runtime": buildRuntime, "semver": buildSemVer,
		"iterable":  func(p *params) (Type, error) { return buildWrapper(p, iterableT, "1", false) },
		"iterator":  func(p *params) (Type, error) { return buildWrapper(p, iteratorT, "1", false) },
		"type":      func(p *params) (Type, error) { return buildWrapper(p, typeT, "1", false) },
		"sensitive": func(p *params) (Type, error) { return buildWrapper(p, sensitiveT, "0 to 1", false) },
		"optional":  func(p *params) (Type, error) { return buildWrapper(p, optionalT, "1", true) },
		"notundef":  func(p *params) (Type, error) { return buildWrapper(p, notUndefT, "0 to 1", true) },
		"timespan":  func(p *params) (Type, error) { return buildTime(p, true) },
		"timestamp": func(p *params) (Type, error) { return buildTime(p, false) },
	}
}

// typ is argument i, which must be a type.
func (p *params) typ(i int) (Type, error) {
	if p.args[i].t == nil {
		return nil, p.notAType()
	}
	return p.args[i].t, nil
}

// limits is a size between two arguments; the second may be missing.
func (p *params) limits(i int) (*integerType, error) {
	from, to := p.args[i], arg{v: data.NewDefault()}
	if i+1 < len(p.args) {
		to = p.args[i+1]
	}
	if !from.isLimit() || !to.isLimit() {
		return nil, p.notAType()
	}
	if from.isString() {
		// Puppet mistakes the text 'default' for false here.
		return nil, p.fail(i, "undefined method `>' for false:FalseClass")
	}
	size := &integerType{from: limit(from, negInf), to: limit(to, posInf)}
	if err := p.ordered(i, size.from, size.to); err != nil {
		return nil, err
	}
	return size, nil
}

func limit(a arg, open num) num {
	if a.isInteger() || a.v != nil && a.v.Kind() == data.Float {
		return numOf(a.v)
	}
	return open
}

// ordered refuses a range that ends before it begins.
func (p *params) ordered(i int, from, to num) error {
	if from.lessEq(to) {
		return nil
	}
	return p.fail(i, "'from' must be less or equal to 'to'. Got ("+from.String()+", "+to.String())
}

// size is the size that argument i gives as a type or a least number.
func (p *params) size(i int) (*integerType, error) {
	if size, ok := p.args[i].t.(*integerType); ok {
		return size.asSize(), nil
	}
	return p.sizeLimits(i)
}

func (p *params) sizeLimits(i int) (*integerType, error) {
	size, err := p.limits(i)
	if err != nil {
		return nil, err
	}
	return size.asSize(), nil
}

func buildArray(p *params) (Type, error) {
	var size *integerType
	var err error
	switch len(p.args) {
	case 1:
	case 2:
		if p.args[0].t == nil {
			if size, err = p.sizeLimits(0); err != nil {
				return nil, err
			}
			return arrayOf(Default, size), nil
		}
		size, err = p.size(1)
	case 3:
		if _, err = p.typ(0); err == nil {
			size, err = p.sizeLimits(1)
		}
	default:
		return nil, p.wrongCount("Array", "1 to 3")
	}
	if err != nil {
		return nil, err
	}
	element, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	return arrayOf(element, size), nil
}

func buildHash(p *params) (Type, error) {
	var size *integerType
	var err error
	switch len(p.args) {
	case 2:
		if p.args[0].t == nil || p.args[1].t == nil {
			if size, err = p.sizeLimits(0); err != nil {
				return nil, err
			}
			return hashOf(Default, Default, size), nil
		}
	case 3:
		size, err = p.size(2)
	case 4:
		size, err = p.sizeLimits(2)
	default:
		return nil, p.wrongCount("Hash", "2 to 4")
	}
	if err != nil {
		return nil, err
	}
	key, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	value, err := p.typ(1)
	if err != nil {
		return nil, err
	}
	return hashOf(key, value, size), nil
}

// sizeOnly reads the parameters of String and Collection.
func sizeOnly(p *params, name string) (*integerType, error) {
	switch len(p.args) {
	case 1:
		return p.size(0)
	case 2:
		return p.sizeLimits(0)
	}
	return nil, p.wrongCount(name, "1 to 2")
}

func buildCollection(p *params) (Type, error) {
	size, err := sizeOnly(p, "Collection")
	if err != nil {
		return nil, err
	}
	return &collectionType{size: size}, nil
}

func buildString(p *params) (Type, error) {
	size, err := sizeOnly(p, "String")
	if err != nil {
		return nil, err
	}
	return &stringType{size: size}, nil
}

func buildClass(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Class", "1")
	}
	a := p.args[0]
	switch {
	case a.isUndef():
		return classAny, nil
	case !a.isString():
		return nil, p.fail(0, "undefined method `sub' for "+rubyShow(a))
	}
	name := strings.TrimPrefix(a.v.Text(), "::")
	return &classType{class: &name}, nil
}

var classRefExpr = regexp.MustCompile(`\A(?:(?:::)?[A-Z][0-9A-Za-z_]*)+\z`)

func buildResource(p *params) (Type, error) {
	args := p.args
	first := args[0]
	if ref, ok := first.t.(*referenceType); ok {
		// A resource type that is not known here: its parameters are part of the text.
		name, rest, has := strings.Cut(ref.text, "[")
		if has {
			list, err := ParseExpression("[" + rest)
			if err != nil {
				return nil, err
			}
			titles, err := (&binder{text: list.text, resolver: p.b.resolver}).any(list.root)
			if err != nil {
				return nil, err
			}
			if titles.v.Len() != 1 {
				return nil, p.b.wrongCount(p.n, name, "1", titles.v.Len())
			}
			args = []arg{first, {v: titles.v.Items()[0]}}
		}
		first = arg{v: data.NewString(name)}
	}
	if len(args) > 2 {
		return nil, p.wrongCount("Resource", "1 or 2")
	}
	var name string
	switch t := first.t.(type) {
	case *resourceType:
		name = t.resource
	case nil:
		switch {
		case first.isUndef() && len(args) == 1:
			return resourceAny, nil
		case first.isUndef():
			return nil, p.fail(0, "The type name cannot be nil, if title is given")
		case !first.isString():
			return nil, p.fail(0, "The type name cannot be a "+rubyClassName(first))
		}
		name = capitalizeSegments(first.v.Text())
		if !classRefExpr.MatchString(name) {
			return nil, p.fail(0, "Illegal type name '"+name+"'")
		}
	default:
		return nil, p.fail(0, "The type name cannot be a "+rubyClassName(first))
	}
	if len(args) == 2 {
		return titled(name, args[1]), nil
	}
	return &resourceType{resource: name}, nil
}

// capitalizeSegments makes foo::bar Foo::Bar; a name that begins with a capital stays.
func capitalizeSegments(name string) string {
	if name != "" && 'A' <= name[0] && name[0] <= 'Z' {
		return name
	}
	segments := strings.Split(name, "::")
	for i, s := range segments {
		if s != "" {
			segments[i] = strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
		}
	}
	return strings.Join(segments, "::")
}

func buildRegexp(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Regexp", "1")
	}
	a := p.args[0]
	if a.isUndef() || a.v != nil && a.v.Kind() == data.Boolean && !a.v.Bool() {
		return regexpAny, nil
	}
	if a.v != nil {
		if re, ok := a.v.Payload().(*Regexp); ok {
			return re.typ(), nil
		}
	}
	if !a.isString() {
		return nil, p.fail(0, "no implicit conversion of "+rubyImplicit(a)+" into String")
	}
	return p.regexp(0)
}

// regexp compiles argument i, a String.
func (p *params) regexp(i int) (*regexpType, error) {
	re, err := newRegexpType(p.args[i].v.Text())
	if err != nil {
		return nil, p.fail(i, err.Error())
	}
	return re, nil
}

func buildPattern(p *params) (Type, error) {
	var patterns []*regexpType
	for i, a := range p.args {
		switch t := a.t.(type) {
		case *regexpType:
			patterns = append(patterns, t)
			continue
		case *patternType:
			patterns = append(patterns, t.patterns...)
			continue
		}
		if a.isString() {
			re, err := p.regexp(i)
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, re)
			continue
		}
		if a.v != nil {
			if re, ok := a.v.Payload().(*Regexp); ok {
				patterns = append(patterns, re.typ())
				continue
			}
		}
		return nil, p.fail(i, "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '"+rubyClassName(a))
	}
	return newPattern(patterns), nil
}

func buildEnum(p *params) (Type, error) {
	args, fold := p.args, false
	if last := args[len(args)-1]; last.v != nil && last.v.Kind() == data.Boolean {
		args, fold = args[:len(args)-1], last.v.Bool()
	}
	if len(args) == 0 {
		return nil, p.b.wrongCount(p.n, "Enum", "1 or more", 0)
	}
	values := make([]string, len(args))
	for i, a := range args {
		if !a.isString() {
			return nil, p.fail(i, "Enum parameters must be identifiers or strings")
		}
		values[i] = a.v.Text()
	}
	return newEnum(values, fold), nil
}

func buildVariant(p *params) (Type, error) {
	types := make([]Type, len(p.args))
	for i := range p.args {
		t, err := p.typ(i)
		if err != nil {
			return nil, err
		}
		types[i] = t
	}
	return variantOf(types), nil
}

// asType is what Puppet takes for a type where one is not insisted on: the general type of a
// value, and the Ruby class of that name for a text.
func (a arg) asType() Type {
	switch {
	case a.t != nil:
		return a.t
	case a.isString():
		return rubyClass(a.v.Text())
	}
	return generalize(infer(a.v))
}

func buildTuple(p *params) (Type, error) {
	n := len(p.args)
	var size *integerType
	zero := func(a arg) num { return limit(a, intNum(0)) }
	switch {
	case n > 1 && p.args[n-2].isLimit():
		if !p.args[n-1].isLimit() {
			return nil, p.notAType()
		}
		size = &integerType{from: zero(p.args[n-2]), to: limit(p.args[n-1], posInf)}
		if err := p.ordered(n-2, size.from, size.to); err != nil {
			return nil, err
		}
		n -= 2
	case p.args[n-1].isLimit():
		size = &integerType{from: zero(p.args[n-1]), to: posInf}
		n--
	}
	t := &tupleType{types: make([]Type, n)}
	for i, a := range p.args[:n] {
		t.types[i] = a.asType()
	}
	if size != nil {
		t.size = size.asSize()
	}
	return t, nil
}

func isCallable(t Type) bool {
	switch t := t.(type) {
	case *callableType:
		return true
	case *variantType:
		return all(t.types, isCallable)
	case *wrapperType:
		return t.kind == optionalT && t.of != nil && isCallable(t.of)
	case *aliasType:
		return !t.recursive && isCallable(t.resolved)
	}
	return false
}

func buildCallable(p *params) (Type, error) {
	c := &callableType{}
	args := p.args
	if len(args) > 1 && args[0].v != nil && args[0].v.Kind() == data.Array {
		if len(args) != 2 {
			return nil, p.wrongCount("callable", "2 when first parameter is an array")
		}
		if ret := args[1].asType(); ret != Any {
			c.ret = ret
		}
		items := args[0].v.Items()
		args = make([]arg, len(items))
		for i, item := range items {
			args[i] = argOf(item)
		}
	}
	if n := len(args); n > 0 && args[n-1].t != nil && isCallable(args[n-1].t) {
		c.block = args[n-1].t
		args = args[:n-1]
	}
	var size *integerType
	inner := &params{b: p.b, n: p.n, args: args}
	switch n := len(args); {
	case n > 1 && args[n-2].isLimit() && args[n-1].isLimit():
		s, err := inner.limits(n - 2)
		if err != nil {
			return nil, err
		}
		size, args = s, args[:n-2]
	case n > 0 && args[n-1].isLimit():
		s, err := inner.limits(n - 1)
		if err != nil {
			return nil, err
		}
		size, args = s, args[:n-1]
	}
	c.params = &tupleType{}
	for _, a := range args {
		c.params.types = append(c.params.types, a.asType())
	}
	if len(args) == 0 && size != nil && !size.to.lessEq(intNum(0)) {
		c.params.types = []Type{unitT}
	}
	if size != nil {
		c.params.size = size.asSize()
	}
	return c, nil
}

// argOf is a value of a list as a parameter.
func argOf(v *data.Value) arg {
	if t, ok := v.Payload().(Type); ok {
		return arg{t: t}
	}
	return arg{v: v}
}

func buildStruct(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Struct", "1")
	}
	h := p.args[0].v
	if h == nil || h.Kind() != data.Hash {
		return nil, p.notAType()
	}
	t := &structType{}
	for _, e := range h.Entries() {
		element := structElement{value: argOf(e.Value).asType()}
		key := argOf(e.Key)
		switch {
		case key.isString():
			if key.v.Text() == "" {
				return nil, p.fail(0, "Struct element key cannot be an empty String")
			}
			element.key = key.v.Text()
			element.optional = assignable(element.value, Undef, nil)
		default:
			name, optional, ok := memberKey(key.t)
			switch {
			case !ok:
				return nil, p.fail(0, "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: "+rubyClassName(key))
			case name == nil:
				return nil, p.fail(0, "Unable to extract a non-empty literal string from Struct member key type "+key.t.String())
			}
			element.key, element.optional = *name, optional
		}
		t.elements = append(t.elements, element)
	}
	return t, nil
}

// memberKey is the name in the key of a Struct that is written as a type: Optional['name'].
func memberKey(t Type) (name *string, optional, ok bool) {
	switch t := t.(type) {
	case *stringType:
		return t.value, false, true
	case *enumType:
		return nil, false, true
	case *wrapperType:
		if t.kind == optionalT || t.kind == notUndefT {
			if s, isString := t.of.(*stringType); isString {
				name = s.value
			}
			return name, t.kind == optionalT, true
		}
	}
	return nil, false, false
}

func buildBoolean(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Boolean", "1")
	}
	v := p.args[0].v
	if v == nil || v.Kind() != data.Boolean {
		return nil, p.fail(0, "Boolean parameter must be true or false")
	}
	value := v.Bool()
	return &booleanType{value: &value}, nil
}

func buildInteger(p *params) (Type, error) {
	switch len(p.args) {
	case 1:
		switch a := p.args[0]; {
		case a.isDefault():
			return Integer, nil
		case !a.isInteger():
			return nil, nil
		}
		return &integerType{from: numOf(p.args[0].v), to: posInf}, nil
	case 2:
		from, to, err := p.numbers()
		if err != nil {
			return nil, err
		}
		return &integerType{from, to}, nil
	}
	return nil, p.wrongCount("Integer", "1 or 2")
}

// numbers are the two limits of an Integer. Puppet takes Floats too.
func (p *params) numbers() (from, to num, err error) {
	for i, a := range p.args {
		ok := a.isDefault() || i == 1 && a.isLimit() || a.isUndef() || a.isInteger() || a.v != nil && a.v.Kind() == data.Float
		if !ok {
			return from, to, p.fail(i, p.notComparable(i))
		}
	}
	from, to = limit(p.args[0], negInf), limit(p.args[1], posInf)
	return from, to, p.ordered(0, from, to)
}

// notComparable is what Ruby says about argument i, which is no number, when it compares the two.
func (p *params) notComparable(i int) string {
	switch {
	case i == 1:
		from := "Float" // the infinity that default stands for
		if p.args[0].isInteger() {
			from = "Integer"
		}
		return "comparison of " + from + " with " + rubyCompared(p.args[1]) + " failed"
	case p.args[0].isString():
		return "comparison of String with " + rubyCompared(p.args[1]) + " failed"
	}
	return "undefined method `>' for " + rubyShow(p.args[0])
}

// rubyCompared is how Ruby names what something cannot be compared with.
func rubyCompared(a arg) string {
	switch {
	case a.t != nil || a.isString():
		return rubyClassName(a)
	case a.isDefault() || a.isUndef():
		return "Infinity"
	}
	switch a.v.Kind() {
	case data.Boolean, data.Integer, data.Float:
		return rubytext.Inspect(a.v)
	}
	return rubyClassName(a)
}

func buildFloat(p *params) (Type, error) {
	if len(p.args) > 2 {
		return nil, p.wrongCount("Float", "1 or 2")
	}
	limits := []num{negInf, posInf}
	for i, a := range p.args {
		switch {
		case a.isDefault() || a.isUndef() && len(p.args) == 2:
		case a.isInteger():
			f, _ := new(big.Float).SetInt(a.v.BigInt()).Float64()
			limits[i] = floatNum(f)
		case a.v != nil && a.v.Kind() == data.Float:
			limits[i] = numOf(a.v)
		case len(p.args) == 1:
			return nil, nil
		case a.isString():
			f, ok := rubytext.ParseFloat(a.v.Text())
			if !ok {
				return nil, p.fail(i, "invalid value for Float(): "+rubytext.Inspect(a.v))
			}
			limits[i] = floatNum(f)
		default:
			return nil, p.fail(i, "can't convert "+rubyImplicit(a)+" into Float")
		}
	}
	if err := p.ordered(0, limits[0], limits[1]); err != nil {
		return nil, err
	}
	return &floatType{limits[0], limits[1]}, nil
}

func buildObject(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Object", "1")
	}
	v := p.args[0].v
	if v == nil || v.Kind() != data.Hash || v.Len() == 0 {
		return objectAny, nil
	}
	var b strings.Builder
	for i, e := range v.Entries() {
		if i > 0 {
			b.WriteString(", ")
		}
		value := printer{}
		value.literal(e.Value)
		b.WriteString(rubytext.ToS(e.Key) + " => " + value.String())
	}
	return &objectType{title: "Object", definition: "Object[{" + b.String() + "}]"}, nil
}

func buildTypeSet(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Object", "1")
	}
	return &typeSetType{}, nil
}

func buildInit(p *params) (Type, error) {
	of, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	t := &initType{of: of}
	for _, a := range p.args[1:] {
		t.args = append(t.args, a.value())
	}
	return t, nil
}

// buildWrapper reads the one type in another; some take a text for a String of just that text.
func buildWrapper(p *params, kind wrapperKind, required string, text bool) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount(wrapperNames[kind], required)
	}
	if a := p.args[0]; text && a.isString() {
		value := a.v.Text()
		return newWrapper(kind, &stringType{value: &value}), nil
	}
	of, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	return newWrapper(kind, of), nil
}

var runtimeNames = VariantOf(StringSize(1, Unbounded), TupleOf(regexpAny, StringSize(1, Unbounded)))

func buildRuntime(p *params) (Type, error) {
	if len(p.args) != 2 {
		return nil, p.wrongCount("Runtime", "2")
	}
	t := &runtimeType{}
	if a := p.args[0]; !a.isUndef() {
		if err := AssertInstance("Runtime 'runtime'", StringSize(1, Unbounded), a.value()); err != nil {
			return nil, p.fail(0, err.Error())
		}
		t.runtime = a.v.Text()
	}
	a := p.args[1]
	if a.isUndef() {
		return t, nil
	}
	if err := AssertInstance("Runtime 'name_or_pattern'", runtimeNames, a.value()); err != nil {
		return nil, p.fail(1, err.Error())
	}
	if a.isString() {
		name := a.v.Text()
		t.class = &name
		return t, nil
	}
	t.pattern = a.v.Items()[0].Payload().(*Regexp).typ()
	t.replacement = a.v.Items()[1].Text()
	return t, nil
}

func buildTime(p *params, span bool) (Type, error) {
	t := &timeType{span: span, from: negInf, to: posInf}
	name := t.name()
	if len(p.args) > 2 {
		return nil, p.wrongCount(name, "0 to 2")
	}
	limits := []*num{&t.from, &t.to}
	for i, a := range p.args {
		switch {
		case a.isUndef() || a.isDefault():
		case a.isInteger():
			*limits[i] = bigNum(new(big.Int).Mul(a.v.BigInt(), nsecPerSec))
		case a.v != nil && a.v.Kind() == data.Float:
			*limits[i] = floatNum(a.v.Float() * 1e9)
		case a.isString() || a.v != nil && a.v.Kind() == data.Hash:
			n, err := timeLimit(span, a.v)
			if err != nil {
				return nil, p.fail(i, err.Error())
			}
			*limits[i] = n
		default:
			return nil, p.fail(i, "Unable to create a Puppet::Pops::Time::"+name+" from a "+rubyClassName(a))
		}
	}
	if !t.from.lessEq(t.to) {
		return nil, p.fail(0, "'from' must be less or equal to 'to'. Got ("+t.moment(t.from)+", "+t.moment(t.to))
	}
	return t, nil
}

func buildSemVer(p *params) (Type, error) {
	ranges := make([]*SemVerRange, len(p.args))
	for i, a := range p.args {
		if !a.isString() {
			return nil, p.fail(i, "undefined method `gsub' for "+rubyShow(a))
		}
		r, err := NewSemVerRange(a.v.Text())
		if err != nil {
			return nil, p.fail(i, err.Error())
		}
		ranges[i] = r
	}
	return newSemVer(ranges), nil
}

// rubyClassName is the class of a parameter in Ruby, which some messages name.
func rubyClassName(a arg) string {
	if a.t != nil {
		return "Puppet::Pops::Types::P" + simpleName(a.t) + "Type"
	}
	return rubytext.Class(a.v)
}

// rubyShow is how Ruby names the receiver of a method that does not exist.
func rubyShow(a arg) string {
	if a.t != nil {
		return a.t.String() + ":" + rubyClassName(a)
	}
	return rubytext.Inspect(a.v) + ":" + rubyClassName(a)
}

// rubyImplicit is how Ruby names a value that cannot be converted.
func rubyImplicit(a arg) string {
	if a.v != nil {
		switch a.v.Kind() {
		case data.Undef:
			return "nil"
		case data.Boolean:
			return strconv.FormatBool(a.v.Bool())
		}
	}
	return rubyClassName(a)
}
