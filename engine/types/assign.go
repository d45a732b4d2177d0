package types

import (
	"strings"
	"unicode/utf8"
)

// Assignable tells whether every value of o is also a value of t, as far as Puppet can see.
func Assignable(t, o Type) bool { return assignable(t, o, nil) }

// assignable is Assignable inside a check that g guards; nil begins a new one.
func assignable(t, o Type, g *guard) bool {
	switch t := t.(type) {
	case plainType:
		if t == unitT {
			return true
		}
	case *aliasType:
		if t.recursive {
			g = g.ensure()
			entered := g.enterThis(t)
			defer g.leaveThis(entered)
			if g.bothLoop() {
				return true
			}
		}
	case *variantType:
		v, ok := o.(*variantType)
		if !ok {
			// A Variant without types is void: not even undef is in it.
			return !(o == Undef && len(t.types) == 0) && assignableFrom(t, o, g)
		}
		if len(t.types) == 0 {
			return true
		}
		return len(v.types) > 0 && all(v.types, func(o Type) bool { return assignableFrom(t, o, g) })
	}
	return assignableFrom(t, o, g)
}

// assignableFrom looks at what o stands for, when it stands for several types, before it compares.
func assignableFrom(t, o Type, g *guard) bool {
	switch o := o.(type) {
	case plainType:
		if o == unitT {
			return true
		}
	case *aliasType:
		if o.recursive {
			g = g.ensure()
			g.enterThat(o) // Puppet never takes it off again
			if g.bothLoop() {
				return true
			}
		}
		return assignable(t, o.resolved, g)
	case *variantType:
		switch {
		case t == Any:
			return true
		case len(o.types) == 0:
			return isWrapper(t, notUndefT) && accepts1(t, o, g)
		}
		return all(o.types, func(o Type) bool { return assignable(t, o, g) })
	case *wrapperType:
		switch {
		case o.kind == optionalT:
			return assignable(t, Undef, nil) && (o.of == nil || assignable(t, o.of, nil))
		case o.kind == notUndefT && o.of != nil && !assignable(o.of, Undef, nil):
			return assignable(t, o.of, g)
		}
	}
	return accepts1(t, o, g)
}

func all(types []Type, f func(Type) bool) bool {
	for _, t := range types {
		if !f(t) {
			return false
		}
	}
	return true
}

func any1(types []Type, f func(Type) bool) bool {
	for _, t := range types {
		if f(t) {
			return true
		}
	}
	return false
}

func isWrapper(t Type, kind wrapperKind) bool {
	w, ok := t.(*wrapperType)
	return ok && w.kind == kind
}

// accepts1 compares t with o, which is one type and no alias.
func accepts1(t, o Type, g *guard) bool {
	switch t := t.(type) {
	case plainType:
		return t.accepts(o)
	case *integerType:
		o, ok := o.(*integerType)
		return ok && t.covers(o)
	case *floatType:
		o, ok := o.(*floatType)
		return ok && t.from.lessEq(o.from) && o.to.lessEq(t.to)
	case *stringType:
		return t.accepts(o)
	case *booleanType:
		o, ok := o.(*booleanType)
		return ok && (t.value == nil || o.value != nil && *t.value == *o.value)
	case *enumType:
		return t.accepts(o)
	case *regexpType:
		o, ok := o.(*regexpType)
		return ok && (t.source == nil || equalText(t.source, o.source))
	case *patternType:
		return t.accepts(o)
	case *collectionType:
		size := sizeOf(o)
		return size != nil && sizeOrAny(t.size).covers(size)
	case *arrayType:
		return t.accepts(o, g)
	case *hashType:
		return t.accepts(o, g)
	case *tupleType:
		return t.accepts(o, g)
	case *structType:
		return t.accepts(o, g)
	case *variantType:
		return any1(t.types, func(v Type) bool { return assignable(v, o, g) })
	case *wrapperType:
		return t.accepts(o, g)
	case *initType:
		return t.acceptsType(o, g)
	case *callableType:
		return t.accepts(o, g)
	case *runtimeType:
		return t.accepts(o)
	case *classType:
		o, ok := o.(*classType)
		return ok && (t.class == nil || equalText(t.class, o.class))
	case *resourceType:
		o, ok := o.(*resourceType)
		return ok && (t.resource == "" || foldEqual(t.resource, o.resource) && (t.title == nil || equalText(t.title, o.title)))
	case *timeType:
		o, ok := o.(*timeType)
		return ok && t.span == o.span && t.from.lessEq(o.from) && o.to.lessEq(t.to)
	case *semVerType:
		o, ok := o.(*semVerType)
		return ok && t.covers(o)
	case *uriType:
		o, ok := o.(*uriType)
		return ok && t.accepts(o)
	case *objectType:
		o, ok := o.(*objectType)
		return ok && (t.title == "Object" && t.definition == emptyObject || *t == *o)
	case *typeSetType:
		_, ok := o.(*typeSetType)
		return ok
	case *aliasType:
		return assignable(t.resolved, o, g)
	default: // a referenceType accepts itself
		return eql(t, o)
	}
}

// foldEqual compares the names of resource types.
func foldEqual(a, b string) bool { return strings.EqualFold(a, b) }

func (t plainType) accepts(o Type) bool {
	switch t {
	case anyT:
		return true
	case scalarT:
		return isScalar(o) || o == semVerRangeT
	case scalarDataT:
		return isScalarData(o)
	case numericT:
		switch o := o.(type) {
		case *integerType:
			return true
		case *floatType:
			return accepts1(Float, o, nil) // NaN lies in no range
		}
	case catalogEntryT:
		switch o.(type) {
		case *classType, *resourceType:
			return true
		}
	}
	return Type(t) == o
}

func isScalarData(t Type) bool {
	switch t := t.(type) {
	case plainType:
		return t == scalarDataT || t == numericT
	case *integerType, *floatType, *stringType, *enumType, *patternType, *booleanType:
		return true
	}
	return false
}

func isScalar(t Type) bool {
	switch t := t.(type) {
	case plainType:
		return t == scalarT || isScalarData(t)
	case *regexpType, *semVerType, *timeType:
		return true
	}
	return isScalarData(t)
}

// covers tells whether all of o lies within t.
func (t *integerType) covers(o *integerType) bool {
	return t.from.lessEq(o.from) && o.to.lessEq(t.to)
}

// anySize is the size of a collection that may have any.
var anySize = &integerType{from: intNum(0), to: posInf}

func sizeOrAny(size *integerType) *integerType {
	if size == nil {
		return anySize
	}
	return size
}

func exactly(n int) *integerType {
	return &integerType{from: intNum(int64(n)), to: intNum(int64(n))}
}

func isZero(size *integerType) bool {
	return size != nil && size.from == intNum(0) && size.to == intNum(0)
}

// sizeOf is the size of the values of a collection type; nil for any other type.
func sizeOf(t Type) *integerType {
	switch t := t.(type) {
	case *collectionType:
		return sizeOrAny(t.size)
	case *arrayType:
		return sizeOrAny(t.size)
	case *hashType:
		return sizeOrAny(t.size)
	case *tupleType:
		if t.size != nil {
			return t.size
		}
		return exactly(len(t.types))
	case *structType:
		return exactly(len(t.elements))
	}
	return nil
}

// length is the size of the strings in t.
func (t *stringType) length() *integerType {
	switch {
	case t.size != nil:
		return t.size
	case t.value != nil:
		return exactly(utf8.RuneCountInString(*t.value))
	}
	return anySize
}

func (t *stringType) accepts(o Type) bool {
	switch o := o.(type) {
	case *stringType:
		switch {
		case t.size != nil:
			return t.size.covers(o.length())
		case t.value != nil:
			return equalText(t.value, o.value)
		}
		return true
	case *enumType:
		switch {
		case t.size != nil && len(o.values) > 0:
			return t.size.covers(o.lengths())
		case t.size != nil:
			return t.size.covers(anySize)
		case t.value != nil:
			return len(o.values) == 1 && !o.fold // whichever that is: Puppet does not compare them
		}
		return true
	case *patternType:
		return t.size != nil && t.size.covers(anySize) || t.size == nil && t.value == nil
	}
	return false
}

// lengths is the size of the strings in t.
func (t *enumType) lengths() *integerType {
	least, most := utf8.RuneCountInString(t.values[0]), 0
	for _, v := range t.values {
		n := utf8.RuneCountInString(v)
		least, most = min(least, n), max(most, n)
	}
	return &integerType{from: intNum(int64(least)), to: intNum(int64(most))}
}

func (t *enumType) accepts(o Type) bool {
	switch o := o.(type) {
	case *stringType:
		return len(t.values) == 0 || o.value != nil && t.has(*o.value)
	case *patternType:
		return len(t.values) == 0
	case *enumType:
		if len(t.values) == 0 || eql(t, o) {
			return true
		}
		if len(o.values) == 0 || o.fold && !t.fold {
			return false
		}
		for _, v := range o.values {
			if !t.has(v) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *patternType) accepts(o Type) bool {
	if len(t.patterns) == 0 {
		switch o.(type) {
		case *stringType, *enumType, *patternType:
			return true
		}
		return false
	}
	switch o := o.(type) {
	case *stringType:
		return o.value != nil && t.matches(*o.value)
	case *enumType:
		for _, v := range o.values {
			if !t.matches(v) {
				return false
			}
		}
		return len(o.values) > 0
	case *patternType:
		return eql(t, o)
	}
	return false
}

func (t *arrayType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *tupleType:
		return sizeOrAny(t.size).covers(sizeOf(o)) && all(o.types, func(e Type) bool { return assignable(t.element, e, g) })
	case *arrayType:
		return sizeOrAny(t.size).covers(sizeOf(o)) && assignable(t.element, o.element, g)
	}
	return false
}

func (t *hashType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *hashType:
		if o.isEmpty() && sizeOrAny(t.size).from.eq(intNum(0)) {
			return true
		}
		return assignable(t.key, o.key, g) && assignable(t.value, o.value, g) && sizeOrAny(t.size).covers(sizeOf(o))
	case *structType:
		if !sizeOrAny(t.size).covers(sizeOf(o)) {
			return false
		}
		for _, e := range o.elements {
			if !instanceOfText(t.key, e.key) || !assignable(t.value, e.value, g) {
				return false
			}
		}
		return true
	}
	return false
}

// isEmpty tells whether t is the type of the empty hash.
func (t *hashType) isEmpty() bool { return isZero(t.size) }

// countRange is the number of elements that t allows.
func (t *tupleType) countRange() *integerType {
	switch {
	case t.size != nil:
		return t.size
	case len(t.types) == 0:
		return anySize
	}
	return exactly(len(t.types))
}

// at is the type for element i, where the last one repeats.
func (t *tupleType) at(i int) Type { return t.types[min(i, len(t.types)-1)] }

func (t *tupleType) accepts(o Type, g *guard) bool {
	if eql(t, o) {
		return true
	}
	switch o := o.(type) {
	case *tupleType:
		if !t.countRange().covers(o.countRange()) {
			return false
		}
		if len(t.types) == 0 {
			return true
		}
		if len(o.types) == 0 {
			return t.countRange().from.eq(intNum(0))
		}
		for i, e := range o.types {
			if !assignable(t.at(i), e, g) {
				return false
			}
		}
		return true
	case *arrayType:
		size := sizeOf(o)
		if !t.countRange().covers(size) {
			return false
		}
		for i, e := range t.types {
			if size.to.lessEq(intNum(int64(i))) {
				break
			}
			if !assignable(e, o.element, g) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *structType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *structType:
		matched := 0
		for _, e := range t.elements {
			other := o.find(e.key)
			if other == nil {
				if !e.optional {
					return false
				}
				continue
			}
			matched++
			if other.optional && !e.optional || !assignable(e.value, other.value, g) {
				return false
			}
		}
		return matched == o.distinct()
	case *hashType:
		required := 0
		for _, e := range t.elements {
			if e.optional {
				continue
			}
			required++
			if !assignable(e.value, o.value, g) || !assignable(String, o.key, nil) {
				return false
			}
		}
		return (&integerType{from: intNum(int64(required)), to: intNum(int64(len(t.elements)))}).covers(sizeOf(o))
	}
	return false
}

// find is the element with a key: the last, should there be several.
func (t *structType) find(key string) *structElement {
	for i := len(t.elements) - 1; i >= 0; i-- {
		if t.elements[i].key == key {
			return &t.elements[i]
		}
	}
	return nil
}

// distinct is the number of different keys.
func (t *structType) distinct() int {
	n := 0
	for i := range t.elements {
		if t.find(t.elements[i].key) == &t.elements[i] {
			n++
		}
	}
	return n
}

func (t *wrapperType) accepts(o Type, g *guard) bool {
	switch t.kind {
	case optionalT:
		if o == Undef || t.of == nil {
			return true
		}
		return assignable(t.of, o, g)
	case notUndefT:
		return !assignable(o, Undef, g) && (t.of == nil || assignable(t.of, o, g))
	case iterableT:
		element, ok := iterableElement(o)
		if t.of == nil || assignable(t.of, Any, g) {
			return ok
		}
		return ok && element != nil && assignable(t.of, element, g)
	}
	w, ok := o.(*wrapperType)
	switch {
	case !ok || w.kind != t.kind:
		return false
	case t.of == nil:
		return true
	case w.of == nil:
		return t.kind == iteratorT && assignable(t.of, Any, g)
	}
	return assignable(t.of, w.of, g)
}

// iterableElement is the type of what a value of t yields when it is iterated; ok is false when t
// cannot be, the type is nil when it is not known.
func iterableElement(t Type) (element Type, ok bool) {
	switch t := t.(type) {
	case *integerType:
		return Integer, true
	case *stringType, *enumType:
		return &stringType{size: exactly(1)}, true
	case *collectionType:
		return nil, true
	case *arrayType:
		if t.element == Any {
			return nil, true
		}
		return t.element, true
	case *hashType:
		if t.key == Any && t.value == Any && t.size == nil || t.isEmpty() {
			return &tupleType{types: []Type{unitT, unitT}, size: exactly(2)}, true
		}
		return &tupleType{types: []Type{t.key, t.value}, size: exactly(2)}, true
	case *tupleType:
		return variantOf(t.types), true
	case *structType:
		if len(t.elements) == 0 {
			return &tupleType{types: []Type{unitT, unitT}, size: exactly(2)}, true
		}
		keys, values := make([]Type, len(t.elements)), make([]Type, len(t.elements))
		for i, e := range t.elements {
			keys[i], values[i] = e.keyType(), e.value
		}
		return &tupleType{types: []Type{variantOf(keys), variantOf(values)}, size: exactly(2)}, true
	case *wrapperType:
		switch t.kind {
		case iterableT, iteratorT:
			return t.of, true
		case typeT:
			switch of := t.of.(type) {
			case *enumType:
				return of, true
			case *integerType:
				finite := !of.from.isNegInf() && !of.to.isPosInf()
				return of, finite
			}
		}
	case *aliasType:
		return iterableElement(t.resolved)
	}
	return nil, false
}

// keyType is the type of the key of an element of a Struct.
func (e structElement) keyType() Type {
	key := Type(&stringType{value: &e.key})
	if e.optional {
		return &wrapperType{kind: optionalT, of: key}
	}
	return key
}

func (t *callableType) accepts(o Type, g *guard) bool {
	c, ok := o.(*callableType)
	if !ok {
		return false
	}
	if t.ret != nil && !assignable(t.ret, orAny(c.ret), g) {
		return false
	}
	if t.params == nil {
		return true
	}
	// Parameters are compared the other way round: who calls gives what t takes.
	if c.params == nil || !assignable(c.params, t.params, g) {
		return false
	}
	return assignable(orUndefType(c.block), orUndefType(t.block), g)
}

func orAny(t Type) Type {
	if t == nil {
		return Any
	}
	return t
}

func orUndefType(t Type) Type {
	if t == nil {
		return Undef
	}
	return t
}

func (t *runtimeType) accepts(o Type) bool {
	r, ok := o.(*runtimeType)
	if !ok || t.runtime != "" && t.runtime != r.runtime {
		return false
	}
	if t.class == nil && t.pattern == nil {
		return true
	}
	return equal(&runtimeType{class: t.class, pattern: t.pattern, replacement: t.replacement},
		&runtimeType{class: r.class, pattern: r.pattern, replacement: r.replacement}, false)
}
