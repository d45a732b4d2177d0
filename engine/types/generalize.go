package types

// generalize is t without what is specific to values: Integer[5, 5] becomes Integer, sizes go. It is
// t itself when there is nothing to take away.
func generalize(t Type) Type {
	switch t := t.(type) {
	case *integerType:
		return Integer
	case *floatType:
		return floatAny
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
		return collectionAny
	case *arrayType:
		if t.element == Any {
			return Array
		}
		if element := generalize(t.element); t.size != nil || element != t.element {
			return arrayOf(element, nil)
		}
	case *hashType:
		if t.isEmpty() {
			return t
		}
		if key, value := generalize(t.key), generalize(t.value); t.size != nil || key != t.key || value != t.value {
			return hashOf(key, value, nil)
		}
	case *tupleType:
		if types, changed := generalizeAll(t.types); changed {
			return &tupleType{types: types, size: t.size}
		}
	case *structType:
		elements, changed := make([]structElement, len(t.elements)), false
		for i, e := range t.elements {
			elements[i] = structElement{key: e.key, optional: e.optional, value: generalize(e.value)}
			changed = changed || elements[i].value != e.value
		}
		if changed {
			return &structType{elements: elements}
		}
	case *variantType:
		if types, changed := generalizeAll(t.types); changed {
			return variantOf(types)
		}
	case *wrapperType:
		if t.of == nil {
			return t
		}
		if of := generalize(t.of); of != t.of {
			return newWrapper(t.kind, of)
		}
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
		if *c != *t {
			return c
		}
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

func generalizeAll(types []Type) (out []Type, changed bool) {
	out = make([]Type, len(types))
	for i, t := range types {
		out[i] = generalize(t)
		changed = changed || out[i] != t
	}
	return out, changed
}
