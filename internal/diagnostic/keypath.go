package diagnostic

import (
	"cmp"
	"strconv"
	"strings"
)

// KeyPath is the path to a place in data, starting with the root key; empty if there is none.
type KeyPath []KeyStep

// KeyStep is a key of a hash, or an index of an array.
type KeyStep struct {
	Name    string
	IsIndex bool
	// Shown is what reports show instead of Name; empty if they show the name.
	Shown string
}

// RootKey returns the path of a root key.
func RootKey(name string) KeyPath { return KeyPath{{Name: name}} }

// String returns the path as users write it, such as `profile::web::vhosts.docroot`.
func (p KeyPath) String() string {
	names := make([]string, len(p))
	for i, step := range p {
		names[i] = cmp.Or(step.Shown, step.Name)
	}
	return strings.Join(names, ".")
}

// Identity returns a text that is the same for equal paths only, except for indexes, because array
// elements may move.
func (p KeyPath) Identity() string {
	names := make([]string, len(p))
	for i, step := range p {
		switch {
		case step.IsIndex:
			names[i] = "*"
		case strings.ContainsAny(step.Name, ".*\""):
			names[i] = strconv.Quote(step.Name)
		default:
			names[i] = step.Name
		}
	}
	return strings.Join(names, ".")
}
