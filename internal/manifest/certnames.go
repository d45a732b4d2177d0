package manifest

import "slices"

// Certnames returns the names in a node definition, in lower case, without regular expressions.
func (d *Definition) Certnames() []string {
	var names []string
	for _, m := range d.matches {
		if m.name != "" {
			names = append(names, m.name)
		}
	}
	return names
}

// IsDefault reports whether a node definition is the default one.
func (d *Definition) IsDefault() bool {
	return slices.ContainsFunc(d.matches, func(m match) bool { return m.isDefault })
}
