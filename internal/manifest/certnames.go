package manifest

import "slices"

// Certnames are the names of nodes that a node definition names, in lower case; those that only match a regular
// expression are not among them.
func (d *Definition) Certnames() []string {
	var names []string
	for _, m := range d.matches {
		if m.name != "" {
			names = append(names, m.name)
		}
	}
	return names
}

// IsDefault reports whether a node definition is for all nodes that no other is for.
func (d *Definition) IsDefault() bool {
	return slices.ContainsFunc(d.matches, func(m match) bool { return m.isDefault })
}
