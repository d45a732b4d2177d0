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
	all := &index.Asks{}
	for _, fleet := range v.Fleets {
		for _, k := range fleet.index.Variables {
			all.AddVariable(k)
		}
		for _, root := range fleet.roots {
			if root.Config.Doc.Value != nil {
				all.Add(root.Config.Doc.Value)
			}
			for _, level := range root.Config.AllLevels() {
				if level.Mapped == nil {
					continue
				}
				if k, err := key.Parse(level.Mapped.Variable); err == nil {
					all.AddVariable(k)
				}
			}
		}
	}
	slices.SortFunc(all.Variables, func(a, b key.Key) int { return strings.Compare(a.Text, b.Text) })
	return all.Variables
}
