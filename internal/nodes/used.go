package nodes

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/nodes/index"
)

// UsedVariables returns the variables, and parts of variables, that hierarchies and data of the project
// read, sorted by name and without repetitions. Variables to which only a key or fact with tokens
// leads are unknown.
func (v *Inventory) UsedVariables() []key.Key {
	var all []key.Key
	for _, fleet := range v.Fleets {
		all = append(all, fleet.index.Variables...)
		for _, root := range fleet.roots {
			if root.Config.Doc.Value != nil {
				all = append(all, index.AsksOf(root.Config.Doc.Value).Variables...)
			}
			for _, level := range root.Config.AllLevels() {
				if level.Mapped == nil {
					continue
				}
				if k, err := key.Parse(level.Mapped.Variable); err == nil {
					all = append(all, k)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b key.Key) int { return strings.Compare(a.Text, b.Text) })
	return slices.CompactFunc(all, func(a, b key.Key) bool { return a.Text == b.Text })
}
