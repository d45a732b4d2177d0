package nodes

import (
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// With returns the inventory after an edit of the project, see project.Changes. It keeps what is known of nodes and files
// that the edit does not affect. The options must be the same, except for callback functions.
func (v *Inventory) With(p *project.Project, c *project.Changes, o Options) *Inventory {
	o.setDefaults()
	all, limits := &Inventory{}, newLimits(len(p.Files))
	for _, fleet := range v.Fleets {
		if fleet.requiresOther(c) {
			with := newFleet(p, fleet.Project, fleet.taken, o, limits, fleet.index)
			with.sources = sources.NewFinder(fleet.sources.Files(), with.index)
			all.Fleets = append(all.Fleets, with)
		} else {
			all.Fleets = append(all.Fleets, fleet.with(p, c, o, limits))
		}
	}
	all.placeAll(o.Nodes)
	return all
}

// with returns the fleet for an edit of the project.
func (fleet *Fleet) with(p *project.Project, c *project.Changes, o Options, l *limits) *Fleet {
	with := &Fleet{
		Project: fleet.Project, project: p, options: o, named: fleet.named, taken: fleet.taken, global: fleet.global, own: fleet.own, roots: fleet.roots, locations: fleet.locations,
		ways: fleet.ways, variables: fleet.variables, hasTwin: fleet.hasTwin, base: fleet.base, engines: map[string]*engine.Engine{}, derived: map[*vars.Assignment]*Node{},
		isNested: fleet.isNested, limits: l, listed: fleet.listed, settings: fleet.settings,
	}
	roots := lists.Set(with.roots)
	if with.index = fleet.index.With(roots, c); with.index == nil {
		with.index = index.New(p.FilesOf(with.roots...), roots, with.Project.Unclaimed, fleet.index)
		with.Require(fleet.required)
	} else {
		with.isRequired, with.required, with.needs = true, fleet.required, maps.Clone(fleet.needs)
	}
	isEdited := func(path string) bool {
		return slices.ContainsFunc(c.Files, func(f project.FileChange) bool { return f.Path() == path })
	}
	if with.ListsClassesIn(isEdited) {
		with.isRequired, with.required, with.needs = false, nil, nil // the places of the lists may be others
	}
	with.sources = sources.NewFinder(fleet.sources.Files(), with.index)
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	for name, e := range fleet.engines {
		with.engines[name] = e.With(p.Store)
	}
	return with
}
