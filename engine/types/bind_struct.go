package types

import "github.com/hieralint/hieralint/engine/data"

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
				return nil, p.failAs("NoMethodError", 0, "Unable to extract a non-empty literal string from Struct member key type "+key.t.String())
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
