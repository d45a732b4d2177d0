package nodes

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/key"
)

// UsedVariables returns the variables, and parts of variables, that hierarchies and data of the project
// read, sorted by name and without repetitions. Variables to which only a key or fact with tokens
// leads are unknown.
func (v *Inventory) UsedVariables() []key.Key {
	all := &asks{}
	for _, fleet := range v.Fleets {
		for _, k := range fleet.index.variables {
			all.addVariable(k)
		}
		for _, root := range fleet.roots {
			if root.Config.Doc.Value != nil {
				all.ask(root.Config.Doc.Value)
			}
			for _, level := range root.Config.AllLevels() {
				if level.Mapped == nil {
					continue
				}
				if k, err := key.Parse(level.Mapped.Variable); err == nil {
					all.addVariable(k)
				}
			}
		}
	}
	slices.SortFunc(all.variables, func(a, b key.Key) int { return strings.Compare(a.Text, b.Text) })
	return all.variables
}
