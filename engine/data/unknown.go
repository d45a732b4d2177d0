package data

import "slices"

// Unknown is the payload of a Rich value that represents an unknown value. Its creator determines
// the reason.
type Unknown interface {
	// UnknownReason returns the reason why the value is unknown.
	UnknownReason() string
}

// IsUnknown reports whether v as a whole is unknown.
func (v *Value) IsUnknown() bool {
	if v == nil || v.kind != Rich {
		return false
	}
	_, ok := v.Payload().(Unknown)
	return ok
}

// HasUnknown reports whether v or a part of it is unknown. It is cached.
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
