package data

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

// HasUnknown reports whether v or a part of it is not known.
func (v *Value) HasUnknown() bool {
	if v == nil {
		return false
	}
	switch v.kind {
	case Rich:
		return v.IsUnknown()
	case Array, Sensitive:
		for _, item := range v.Items() {
			if item.HasUnknown() {
				return true
			}
		}
	case Hash:
		for _, e := range v.Entries() {
			if e.Key.IsUnknown() || e.Value.HasUnknown() {
				return true
			}
		}
	}
	return false
}
