// Package notseen describes what belongs to a tree but could not be checked, such as modules that are not
// installed.
package notseen

import (
	"slices"

	"github.com/hieralint/hieralint/internal/plural"
)

// Part is something that belongs to the tree but could not be checked.
type Part struct {
	// What describes it, such as "level `Secrets` of hiera.yaml (outside the tree)".
	What string
	// Names are what a description such as "89 modules (not installed)" is about; may be empty.
	Names []string
	// Level reports that it is a level of a hierarchy.
	Level bool
}

// MaxNames is the maximum number of names that are written, in case there is an absurd number of them.
const MaxNames = 200

func (p Part) String() string {
	if len(p.Names) == 0 {
		return p.What
	}
	return p.What + ": " + plural.Some(p.Names, MaxNames)
}

// Equal reports whether two descriptions are the same.
func (p Part) Equal(other Part) bool {
	return p.What == other.What && p.Level == other.Level && slices.Equal(p.Names, other.Names)
}

// Texts returns the descriptions of parts; nil for none.
func Texts(parts []Part) []string {
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.String())
	}
	return texts
}
