package nodes

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// Fleet holds the nodes of one environment, and what is needed to look up keys on them.
type Fleet struct {
	Project *project.Environment
	// Real are the nodes with facts.
	Real []*Node

	options Options
	project *project.Project
	limits  *limits
	// named reports that the environment's name is that of its directory; otherwise, it may have
	// any name.
	named bool
	// taken are the names of the environments in the tree if this one stands for all others, which only the server has; nil if
	// it does not.
	taken map[string]bool
	// global and own are the hierarchies of the global and environment layers; nil if there is none.
	global, own *project.Root
	// roots are the hierarchies of all layers, and locations is the number of locations that a lookup
	// may search in them.
	roots     []*project.Root
	locations int
	index     *index.Index
	// isRequired reports that Require has been called, with required. It depends on the values of the keys listed and settings.
	isRequired bool
	required   []Requirement
	listed     map[string]bool  // see Listed
	settings   map[string]bool  // see Setting
	needs      map[string]*need // by key
	// ways holds the ways in which nodes read files, by match.
	ways      map[*project.Match]*assigned
	variables map[string]*variable
	hasTwin   func() map[twin]bool // see isDoubtful
	// isNested reports that ways set both a variable and a part of it.
	isNested bool

	// base is what is known of a node that reads only files that all nodes read.
	base *vars.Assignment

	// evaluating is held while keys are evaluated on real nodes, because these cache results during
	// that time.
	evaluating sync.Mutex

	mu      sync.Mutex
	engines map[string]*engine.Engine // by the name of the environment
	// derived are the nodes of ways, and needing those of requirements, by the id of their assignment.
	derived map[*vars.Assignment]*Node
	needing map[uint64]*Node
	sources *sources.Finder
	// defines reports whether a real node has a variable, or a part of one.
	defines memo.Map[string, bool]
}

// newFleet returns the nodes of an environment, or nil if it has neither a hierarchy nor data that
// must belong to one elsewhere. taken is nil unless the environment stands for others. before is the index of the project before
// an edit; may be nil.
func newFleet(p *project.Project, e *project.Environment, taken map[string]bool, o Options, l *limits, before *index.Index) *Fleet {
	fleet := &Fleet{
		Project: e, project: p, options: o, limits: l, taken: taken,
		named:  e.Dir != "" && filepath.Base(filepath.Dir(e.Dir)) == "environments",
		global: e.Global, own: e.Own,
		engines: map[string]*engine.Engine{}, derived: map[*vars.Assignment]*Node{}, base: vars.New(), listed: map[string]bool{}, settings: map[string]bool{},
	}
	if fleet.global == nil && fleet.own != nil && fleet.own.Config.Version == 3 {
		// Puppet rejects it there, which another rule reports. It is meant for the global layer.
		fleet.global, fleet.own = fleet.own, nil
	}
	fleet.roots = e.Roots()
	fleet.locations = fleet.countLocations()
	roots := lists.Set(fleet.roots)
	if len(roots) == 0 && len(e.Unclaimed) == 0 {
		return nil
	}
	files := p.FilesOf(fleet.roots...)
	fleet.index = index.New(files, roots, e.Unclaimed, before)
	fleet.sources = sources.NewFinder(&sources.Files{}, fleet.index)
	fleet.variables = newVariables(files, roots)
	fleet.hasTwin = sync.OnceValue(func() map[twin]bool { return findTwins(files) })
	fleet.ways = map[*project.Match]*assigned{}
	same := map[uint64]*vars.Assignment{}
	most := fleet.maxWays()
	for _, f := range files {
		for i := range f.Matches {
			if m := &f.Matches[i]; roots[m.Root] {
				if a := fleet.assignmentOf(m); a != nil {
					if a.Remember(); same[a.ID()] == nil {
						same[a.ID()] = a.Assignment
						a.IsOmitted = len(same) > most
					}
					a.Assignment = same[a.ID()]
					fleet.ways[m] = a
				}
			}
		}
	}
	fleet.isNested = hasNested(same)
	return fleet
}

// standIns returns the environments that stand for those that are not in the tree, one for each global hierarchy at most. They have
// neither a hierarchy nor modules of their own, so that others with the same global hierarchy do not differ from them.
func standIns(p *project.Project) map[*project.Environment]bool {
	first := map[*project.Root]*project.Environment{}
	for _, e := range p.Environments {
		isOwn := func(m *environment.Module) bool { return strings.HasPrefix(m.Dir, e.Dir+string(filepath.Separator)) }
		if e.Global == nil || e.Own != nil || slices.ContainsFunc(e.Environment.Modules(), isOwn) {
			continue
		}
		if known := first[e.Global]; known == nil || e.Name == "production" && known.Name != "production" {
			first[e.Global] = e
		}
	}
	found := map[*project.Environment]bool{}
	for _, e := range first {
		found[e] = true
	}
	return found
}

// mayBe reports whether the environment may have a name, or stands for one that has it.
func (fleet *Fleet) mayBe(name string) bool {
	return !fleet.named || name == fleet.Project.Name || fleet.taken != nil && !fleet.taken[name]
}

// engine returns the engine for the environment under a name.
func (fleet *Fleet) engine(name string) *engine.Engine {
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if e := fleet.engines[name]; e != nil {
		return e
	}
	o := engine.Options{
		Environment: fleet.Project.Environment, Store: fleet.project.Store, Puppet: fleet.options.Puppet,
		Incomplete: true, SkipUnknown: true, Observe: true, PrivateKeys: fleet.options.PrivateKeys, Lenient: fleet.options.Lenient,
	}
	if name != o.Environment.Name || fleet.own == nil && o.Environment.Dir != "" {
		o.Environment = fleet.renamed(name)
	}
	if fleet.global != nil {
		o.GlobalConfig = filepath.Join(fleet.global.Dir, filepath.Base(fleet.global.Path))
		o.WorkingDir = fleet.global.Sources.Home
	}
	if fleet.global != nil || fleet.own != nil {
		o.Relocate = remembered(fleet.Project.Relocate)
	}
	if fleet.Project.RelocatesFiles() {
		o.RelocateFile = fleet.Project.RelocateFile
	}
	e := engine.New(o)
	fleet.engines[name] = e
	return e
}

// Release drops what lookups have cached. It is called when an environment is no longer needed and there are many.
func (fleet *Fleet) Release() {
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	fleet.engines, fleet.derived, fleet.needing = map[string]*engine.Engine{}, map[*vars.Assignment]*Node{}, nil
	fleet.sources.Clear()
}

// remembered caches the results of a function. Nodes repeat requests for few directories, and
// reading them is slow.
func remembered(of func(string) string) func(string) string {
	var known memo.Map[string, string]
	return func(s string) string {
		return known.Of(s, func() string { return of(s) })
	}
}

// renamed returns the environment with another name, without its own hierarchy if that is used as
// the global one.
func (fleet *Fleet) renamed(name string) *environment.Environment {
	e := fleet.Project.Environment
	if fleet.own != nil {
		if other, err := environment.Open(e.Dir, environment.Options{Store: fleet.project.Store, Name: name, ModulePath: e.ModulePath}); err == nil {
			return other
		}
	}
	return environment.New(name, fleet.project.Store, e.Modules()...)
}

// hasHierarchy reports whether there is a hierarchy in which nodes find values.
func (fleet *Fleet) hasHierarchy() bool { return len(fleet.roots) > 0 }

// Hierarchy returns the configuration of a layer; nil if there is none.
func (fleet *Fleet) Hierarchy(layer config.Layer, module string) *project.Root {
	for _, r := range fleet.roots {
		if r == fleet.global && layer == config.Global || r == fleet.own && layer == config.Environment || layer == config.Module && r.Module == module && r != fleet.global && r != fleet.own {
			return r
		}
	}
	return nil
}

// Defines reports whether any data file of the environment defines a root key.
func (fleet *Fleet) Defines(name string) bool {
	r := fleet.index.Find(name)
	return r != nil && len(r.Definitions) > 0
}

// Presence returns the presence of a key's module. Keys without a module are treated as if it were
// present.
func (fleet *Fleet) Presence(name string) project.Presence {
	k, err := key.Parse(name)
	if err != nil || !k.Qualified() {
		return project.Present
	}
	return fleet.Project.Presence(k.Module())
}

// IsStructure reports whether data files of the environment define a root key as a hash or array.
func (fleet *Fleet) IsStructure(name string) bool {
	r := fleet.index.Find(name)
	return r != nil && slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool {
		return d.Value.Kind() == data.Hash || d.Value.Kind() == data.Array
	})
}

// Defined returns the root keys that data files of the environment define, sorted. The list is
// shared and must not be changed.
func (fleet *Fleet) Defined() []string { return fleet.index.Defined }

// MeantKey returns the defined root key that was probably meant by a name; "" if there is no
// similar one.
func (fleet *Fleet) MeantKey(name string) string {
	near, _ := fleet.index.Near().Meant(name, nil)
	return near
}

// AlternativeDefines reports whether another hierarchy for the same code reads data files that define a root key.
func (fleet *Fleet) AlternativeDefines(name string) bool {
	return slices.ContainsFunc(fleet.project.EnvironmentsWith(name), func(env *project.Environment) bool {
		return env != fleet.Project && env.Dir == fleet.Project.Dir
	})
}

// unseen returns the data of the global and environment layers that is missing from the tree, so
// that any key may be defined there.
func (fleet *Fleet) unseen() []project.UnseenData {
	return lists.FlatMap(fleet.Project.SiteRoots(), func(root *project.Root) []project.UnseenData { return fleet.project.UnseenData(root) })
}

// LacksData reports whether data of the global or environment layer is, or may be, missing from the
// tree.
func (fleet *Fleet) LacksData() bool {
	return slices.ContainsFunc(fleet.Project.SiteRoots(), fleet.project.LacksData)
}

// HidesData reports whether data of the global or environment layer is, or may be, kept elsewhere.
func (fleet *Fleet) HidesData() bool {
	return slices.ContainsFunc(fleet.Project.SiteRoots(), fleet.project.HidesData)
}

// LacksEnvironment reports whether the environments are missing from the tree, which is a single module. Their data has a
// higher priority than that of the module.
func (fleet *Fleet) LacksEnvironment() bool { return fleet.Project.ModuleAlone() != "" }

// IsPartial reports whether data that is missing from the tree may have other values of the keys in it.
func (fleet *Fleet) IsPartial() bool { return fleet.LacksData() || fleet.LacksEnvironment() }

// MayBeElsewhere reports whether data that is missing from the tree, or a module that is not installed,
// may define a root key, so that a reference in a data file may be valid although no known data
// answers it.
func (fleet *Fleet) MayBeElsewhere(doc *data.Document, root string) bool {
	return fleet.Presence(root) == project.Expected || fleet.IsPartial() && fleet.Settled(doc, root) == nil
}

// IsKeptElsewhere is like MayBeElsewhere, except that directories that do not exist do not count.
func (fleet *Fleet) IsKeptElsewhere(doc *data.Document, root string) bool {
	return fleet.MayBeElsewhere(doc, root) && (fleet.Presence(root) == project.Expected || fleet.HidesData() || fleet.LacksEnvironment())
}

// Name returns the path of the environment's hiera.yaml, or of its directory if there is none, as
// shown to users.
func (fleet *Fleet) Name() string {
	switch roots := fleet.roots; {
	case fleet.own != nil:
		return fleet.own.Path
	case fleet.global != nil:
		return fleet.global.Path
	case len(roots) > 0:
		return roots[0].Path
	}
	return fleet.project.Store.Name(fleet.Project.Dir)
}

// IsHierarchy reports whether a document is the configuration of one of the layers.
func (fleet *Fleet) IsHierarchy(doc *data.Document) bool {
	return slices.ContainsFunc(fleet.roots, func(r *project.Root) bool { return r.Config.Doc == doc })
}
