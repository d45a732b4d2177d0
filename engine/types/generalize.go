package types

// generalize is t without what is specific to values: Integer[5, 5] becomes Integer, sizes go.
func generalize(t Type) Type {
	switch t := t.(type) {
	case *integerType:
		return Integer
	case *floatType:
		return Float
	case *stringType:
		return String
	case *booleanType:
		return Boolean
	case *enumType:
		if len(t.values) == 0 {
			return String
		}
		return &stringType{size: t.lengths()}
	case *collectionType:
		return Collection
	case *arrayType:
		if t.element == Any {
			return Array
		}
		return arrayOf(generalize(t.element), nil)
	case *hashType:
		if t.isEmpty() {
			return t
		}
		return hashOf(generalize(t.key), generalize(t.value), nil)
	case *tupleType:
		return &tupleType{types: generalizeAll(t.types), size: t.size}
	case *structType:
		elements := make([]structElement, len(t.elements))
		for i, e := range t.elements {
			elements[i] = structElement{key: e.key, optional: e.optional, value: generalize(e.value)}
		}
		return &structType{elements: elements}
	case *variantType:
		return t.with(generalizeAll(t.types))
	case *wrapperType:
		if t.of == nil {
			return t
		}
		return newWrapper(t.kind, generalize(t.of))
	case *initType:
		// Puppet builds the general form without the arguments that its constructor wants, and fails.
		return t
	case *callableType:
		c := &callableType{}
		if t.params != nil {
			c.params = generalize(t.params).(*tupleType)
		}
		if t.block != nil {
			c.block = generalize(t.block)
		}
		if t.ret != nil {
			c.ret = generalize(t.ret)
		}
		return c
	case *timeType:
		if t.span {
			return timespanAny
		}
		return timestampAny
	case *uriType:
		return uriAny
	}
	return t
}

func generalizeAll(types []Type) []Type {
	out := make([]Type, len(types))
	for i, t := range types {
		out[i] = generalize(t)
	}
	return out
}
