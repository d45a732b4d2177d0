package nodes

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
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
	return fleet.valuesOf(r, merge != "first" && (merge != "" || r.Merged))
}

// valuesOf returns the values of a key that are merged, or of which the one with the highest priority is found.
func (fleet *Fleet) valuesOf(r *index.Root, isMerged bool) []Listed {
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

// Setting returns the value of a class parameter on every node, given its key and its default, which may be nil: a string
// or boolean that depends on no variable. It is nil if it is another value, unknown, or not the same on all nodes.
func (fleet *Fleet) Setting(name string, otherwise *data.Value) *data.Value {
	fleet.settings[name] = true
	module, _, _ := strings.Cut(name, "::")
	r := fleet.index.Find(name)
	if len(fleet.Project.Unclaimed) > 0 || fleet.IsPartial() || fleet.lacksDataOf(module) || fleet.project.MayDefine(name) || r != nil && r.Merged {
		return nil
	}
	if r == nil || len(r.Definitions) == 0 {
		return otherwise
	}
	v := r.Definitions[0].Value
	isSame := func(other *data.Value) bool {
		return other != nil && other.Kind() == v.Kind() && other.Text() == v.Text() && other.Bool() == v.Bool()
	}
	if v.Kind() != data.Boolean && v.Kind() != data.String || strings.Contains(v.Text(), "%{") ||
		!lists.All(r.Definitions, func(d *index.Definition) bool { return isSame(d.Value) }) {
		return nil
	}
	if !isSame(otherwise) && !slices.ContainsFunc(fleet.valuesOf(r, true), func(l Listed) bool { return l.Everywhere }) {
		return nil
	}
	return v
}

// lacksDataOf reports whether data of a module is missing from the tree or computed.
func (fleet *Fleet) lacksDataOf(module string) bool {
	root := fleet.Hierarchy(config.Module, module)
	return root != nil && slices.ContainsFunc(root.Config.Levels(), func(l *config.Level) bool { return root.Unseen(l) != project.Seen })
}

// requiresOther reports whether other keys may be required after an edit.
func (fleet *Fleet) requiresOther(c *project.Changes) bool {
	return c.AddedOrRemoved || c.Options && len(fleet.listed)+len(fleet.settings) > 0 || fleet.IncludesBy(c.Keys) || fleet.IncludesBy(c.Guessed)
}

// IncludesBy reports whether it depends on one of some keys which keys are required.
func (fleet *Fleet) IncludesBy(keys map[string]bool) bool {
	return lists.Any(maps.Keys(keys), func(name string) bool { return fleet.listed[name] || fleet.settings[name] })
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
