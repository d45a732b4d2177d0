package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// Listed is a value of a key in one file, with nodes whose value of the key certainly contains it.
type Listed struct {
	Value *data.Value
	// Everywhere reports that it is part of every node's value; otherwise, of those in Where.
	Everywhere bool
	Where      []Where
}

// Listed returns the values of a key in the global and environment layers, for lookups with a merge strategy, or with that of
// lookup_options if it is empty. If values are not merged, only those that nothing overrides have nodes. Nodes that are
// determined by several variables are omitted.
func (fleet *Fleet) Listed(name, merge string) []Listed {
	fleet.listed[name] = true
	r := fleet.index.Find(name)
	if r == nil || len(fleet.Project.Unclaimed) > 0 {
		return nil
	}
	isMerged := merge != "first" && (merge != "" || r.Merged)
	all := (&Key{Fleet: fleet, root: r}).findDefinitions()
	var found []Listed
	for _, d := range all {
		if d.Root != fleet.global && d.Root != fleet.own {
			continue
		}
		of, reads := Listed{Value: d.Value}, d.reads
		if d.byCode || !isMerged && fleet.isOverridden(all, d) {
			reads = nil
		}
		for _, a := range reads {
			switch name, value, ok := fleet.single(a.Assignment); {
			case a.IsOmitted, len(a.Elements) > 0, a.reading == unread:
			case a.IsEmpty():
				of.Everywhere = true
			case ok:
				of.Where = append(of.Where, Where{name, value})
			}
		}
		found = append(found, of)
	}
	return found
}

// requiresOther reports whether other keys may be required after an edit.
func (fleet *Fleet) requiresOther(c *project.Changes) bool {
	return c.AddedOrRemoved || c.Options && len(fleet.listed) > 0 || fleet.ListsClasses(c.Keys)
}

// ListsClasses reports whether keys are required because of the value of one of some keys.
func (fleet *Fleet) ListsClasses(keys map[string]bool) bool {
	for name := range fleet.listed {
		if keys[name] {
			return true
		}
	}
	return false
}

// ListsClassesIn reports whether keys are required because of a value in one of the chosen files.
func (fleet *Fleet) ListsClassesIn(chosen func(path string) bool) bool {
	for name := range fleet.listed {
		r := fleet.index.Find(name)
		if r != nil && slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool { return chosen(d.File.Path) }) {
			return true
		}
	}
	return false
}

// isOverridden reports whether a value of the key may have a higher priority on some nodes.
func (fleet *Fleet) isOverridden(all Definitions, d *Definition) bool {
	return slices.ContainsFunc(all, func(other *Definition) bool {
		return other.Root == fleet.global && d.Root == fleet.own || other.Root == d.Root && other.compare(d) < 0
	})
}
