package data

import "slices"

// Unknown is the payload of a value of kind Rich that stands for a value which cannot
// be known. What it says about the reason is the business of whoever makes it.
type Unknown interface {
	// NotKnown says why the value is not known.
	NotKnown() string
}

// IsUnknown reports whether v as a whole stands for a value that is not known.
func (v *Value) IsUnknown() bool {
	if v == nil || v.kind != Rich {
		return false
	}
	_, ok := v.payload.(Unknown)
	return ok
}

// HasUnknown reports whether v or a part of it is not known. It is computed once.
func (v *Value) HasUnknown() bool {
	switch {
	case v == nil:
		return false
	case v.elements == nil:
		return v.IsUnknown()
	}
	if known := v.elements.unknown.Load(); known > 0 {
		return known > 1
	}
	has := v.hasUnknownPart()
	answer := uint32(1)
	if has {
		answer = 2
	}
	v.elements.unknown.Store(answer)
	return has
}

func (v *Value) hasUnknownPart() bool {
	for _, item := range v.elements.items {
		if item.HasUnknown() {
			return true
		}
	}
	return slices.ContainsFunc(v.elements.entries, func(e Entry) bool { return e.Key.IsUnknown() || e.Value.HasUnknown() })
}
