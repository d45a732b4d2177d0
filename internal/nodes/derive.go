package nodes

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// variable is a variable that determines which files are read.
type variable struct {
	// display is its name as written in hierarchies.
	display string
	// values are those that lead to files, sorted.
	values []string
	// inModules are the values that only lead to data of modules, with the names of these modules, sorted.
	inModules map[string][]string
}

// newVariable returns a variable with values that are in any order and may be repeated.
func newVariable(display string, values []string) *variable {
	return &variable{display: display, values: slices.Compact(slices.Sorted(slices.Values(values)))}
}

// isKnownTo reports whether the data of the environment, or that of some modules, leads to nodes with a value. The data of
// other modules does not: a module may support systems that the environment does not have.
func (v *variable) isKnownTo(modules []string, value string) bool {
	in, only := v.inModules[value]
	return !only || slices.ContainsFunc(in, func(module string) bool { return slices.Contains(modules, module) })
}

// newVariables returns the variables in the templates of hierarchies, by canonical name. files are
// those that the hierarchies read.
func newVariables(files []*project.File, roots map[*project.Root]bool) map[string]*variable {
	displays, values := map[string]string{}, map[string]map[string][]string{} // the values with their modules
	for _, f := range files {
		for i := range f.Matches {
			m := &f.Matches[i]
			if !roots[m.Root] {
				continue
			}
			for _, v := range m.Vars {
				c := facter.Canonical(v.Name)
				displays[c] = cmp.Or(displays[c], v.Name)
				of := lists.GetOrPut(values, c, func() map[string][]string { return map[string][]string{} })
				if in := of[v.Text]; !slices.Contains(in, m.Root.Module) {
					of[v.Text] = append(in, m.Root.Module)
				}
			}
		}
	}
	all := make(map[string]*variable, len(values))
	for c, of := range values {
		all[c] = &variable{displays[c], slices.Sorted(maps.Keys(of)), of}
		for value, in := range of {
			if slices.Contains(in, "") {
				delete(of, value)
			}
			slices.Sort(in)
		}
	}
	return all
}

// assigned holds the variables for which nodes read a file, according to one of its matches.
type assigned struct {
	*vars.Assignment
	layer   config.Layer
	module  string
	reading reading
}

// reading is how lookups use the values of a file.
type reading uint8

const (
	final  reading = iota // a lookup stops at the value, unless values are merged
	open                  // a lookup may continue
	unread                // a function that is not run reads the file
)

func readingOf(l *config.Level) reading {
	switch f := l.Function; {
	case f.Kind == config.DataHash && (f.Name == "yaml_data" || f.Name == "json_data"), f.Kind == config.LookupKey && f.Name == "eyaml_lookup_key":
		return final
	case f.Kind == config.LookupKey && config.BuiltinKind(f.Name) == config.NoFunction:
		return unread
	}
	return open
}

// assignmentsOf returns the ways in which nodes of the environment read a file, according to some
// of its matches.
func (fleet *Fleet) assignmentsOf(matches []*project.Match) []*assigned {
	ways := make([]*assigned, 0, len(matches))
	for _, m := range matches {
		if a := fleet.ways[m]; a != nil {
			ways = append(ways, a)
		}
	}
	return ways
}

// assignmentOf returns nil if no node reads the file according to the match: names that cannot be
// the value of a variable, such as `common` for an operating system, yield no nodes.
func (fleet *Fleet) assignmentOf(m *project.Match) *assigned {
	if m.Fit == glob.Unlikely || m.Hierarchy == project.Plan {
		return nil
	}
	a := vars.New()
	mapped := m.Level.Mapped
	for _, v := range m.Vars {
		if mapped != nil && v.Name == mapped.Name {
			c := facter.Canonical(mapped.Variable)
			a.Elements = map[string][]string{c: {v.Text}}
			continue
		}
		if fact, ok := strings.CutPrefix(v.Name, "facts."); ok && facter.IsHash(strings.Split(fact, ".")...) {
			return nil // no node has a string in its place
		}
		if c := facter.Canonical(v.Name); c == facter.Environment && !fleet.mayBe(v.Text) || !a.Set(c, v.Text) {
			return nil
		}
	}
	for i := range a.Values {
		if slices.ContainsFunc(a.Values, func(other vars.Value) bool { return strings.HasPrefix(other.Name, a.Values[i].Name+".") }) {
			return nil // a string has no parts
		}
	}
	return &assigned{a, m.Root.Layer, m.Root.Module, readingOf(m.Level)}
}

// hasNested reports whether assignments set both a variable and a part of it, or both elements and
// a value of one variable.
func hasNested(all map[uint64]*vars.Assignment) bool {
	names := map[string]bool{}
	for _, a := range all {
		for i := range a.Values {
			names[a.Values[i].Name] = true
		}
	}
	for _, a := range all {
		for name := range a.Elements {
			if names[name] {
				return true
			}
		}
	}
	for _, a := range all {
		for name := range a.Elements {
			names[name] = true
		}
	}
	for name := range names {
		for i := range len(name) {
			if name[i] == '.' && names[name[:i]] {
				return true
			}
		}
	}
	return false
}

// pair is a node that combines two ways.
type pair struct {
	both *vars.Assignment
	of   [2]*vars.Assignment
}

// candidate is a way to read files that decide a key, with the keys that they define.
type candidate struct {
	*vars.Assignment
	owners []owner
	// names identifies the variables of the assignment: two candidates with the same variables and
	// different values contradict each other.
	names uint64
}

// owner is a key that a way decides.
type owner struct {
	*index.Root
	// final are the values of the key that end a lookup.
	final []*index.Definition
	// isOpen reports that the way has something else about the key: lookup_options, or values that
	// do not end a lookup.
	isOpen bool
}

// owner returns the way's entry for a key, which is added if necessary. It is called for one key after the other.
func (c *candidate) owner(r *index.Root) *owner {
	if n := len(c.owners); n == 0 || c.owners[n-1].Root != r {
		c.owners = append(c.owners, owner{Root: r})
	}
	return &c.owners[len(c.owners)-1]
}

// candidates are the ways to read the files that decide a key: the evaluation of the key may differ on the nodes that
// read these files.
type candidates struct {
	fleet      *Fleet
	ways       []*candidate
	isComplete bool
}

// candidates returns the ways to read the files that decide a key.
func (fleet *Fleet) candidates(r *index.Root) *candidates {
	all := &candidates{fleet: fleet, isComplete: true}
	known := map[uint64]*candidate{}
	add := func(a *vars.Assignment, of *index.Root) *owner {
		id := a.ID()
		c := known[id]
		if c == nil {
			c = &candidate{Assignment: a, names: a.Names()}
			known[id] = c
			all.ways = append(all.ways, c)
		}
		return c.owner(of)
	}
	for _, of := range r.Closure.Roots {
		for _, d := range of.Definitions {
			for _, a := range fleet.assignmentsOf(d.Matches) {
				if a.IsOmitted {
					all.isComplete = false
				} else if of.IsIn(a.layer, a.module) {
					switch o := add(a.Assignment, of); a.reading {
					case final:
						o.final = append(o.final, d)
					case open:
						o.isOpen = true
					}
				}
			}
		}
		for _, f := range fleet.index.OptionsFor(of.Name) {
			if _, ok, err := f.Options.For(of.Name); !ok && err == nil {
				continue
			}
			for _, a := range fleet.assignmentsOf(f.Matches) {
				if a.IsOmitted {
					all.isComplete = false
				} else if of.IsIn(a.layer, a.module) {
					add(a.Assignment, of).isOpen = true
				}
			}
		}
	}
	return all
}

// alone returns the derived node that reads none of the files, and those that read one of them.
func (all *candidates) alone() []*vars.Assignment {
	base := all.fleet.base
	nodes := append(make([]*vars.Assignment, 0, 1+len(all.ways)), base)
	for _, c := range all.ways {
		if c.ID() != base.ID() {
			nodes = append(nodes, c.Assignment)
		}
	}
	return nodes
}

// maxWays returns the maximum number of ways to read files for which there are derived nodes.
func (fleet *Fleet) maxWays() int {
	most := maxResolved / fleet.allLocations()
	if n := fleet.locations; n > usualLocations {
		most = min(most, maxWaysLocations/n)
	}
	return max(most, 1)
}

// allLocations returns the number of locations in all layers and modules, at least 1.
func (fleet *Fleet) allLocations() int {
	n := 1
	for _, r := range fleet.roots {
		n += r.Locations()
	}
	return n
}

// countLocations returns the number of locations that a lookup may search, at least 1: those of the global and
// environment layers, and of the module that has most.
func (fleet *Fleet) countLocations() int {
	n, ofModules := 1, 0
	for _, r := range fleet.roots {
		of := r.Locations()
		if r == fleet.global || r == fleet.own {
			n += of
		} else {
			ofModules = max(ofModules, of)
		}
	}
	return n + ofModules
}

// pairs returns the nodes that read two of the files and are not those that read one, and in how many locations they could
// be evaluated in the time that this takes. complete is false if nodes are missing, since these locations are more than most.
// isNeeded decides which nodes are needed; nil for all.
func (all *candidates) pairs(isNeeded func(a, b *candidate) bool, most int) (pairs []pair, locations int, complete bool) {
	single := all.ways
	seen := vars.IDs(all.alone())
	joined, compared := 0, 0
	runs, owned := runsOf(single, (*candidate).contradicts), runsOf(single, (*candidate).isAlike)
	for i, a := range single {
		for j := i + 1; j < len(single); j++ {
			b := single[j]
			switch {
			case a.contradicts(b):
				j = runs[j] - 1
				continue
			case a.isAlike(b):
				j = owned[j] - 1
				continue
			}
			if a.IsEmpty() || b.IsEmpty() || !together(a.owners, b.owners) {
				continue
			}
			if compared++; (joined+compared/comparisonsPerJoin)/joinsPerLocation > most {
				return pairs, most + 1, false
			}
			if isNeeded != nil && !isNeeded(a, b) {
				continue
			}
			joined++
			both := vars.Join(a.Assignment, b.Assignment)
			if both == nil {
				continue
			}
			if id := both.ID(); !seen[id] {
				joined += joinsPerLocation * locationsPerPair
				seen[id] = true
				pairs = append(pairs, pair{both, [2]*vars.Assignment{a.Assignment, b.Assignment}})
			}
		}
	}
	locations = (joined + compared/comparisonsPerJoin) / joinsPerLocation
	return pairs, locations, all.isComplete && locations <= most
}

// runsOf returns, for each candidate, where the run of candidates that are the same in some way ends
// that it is in.
func runsOf(all []*candidate, same func(a, b *candidate) bool) []int {
	ends := make([]int, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		if ends[i] = i + 1; i+1 < len(all) && same(all[i], all[i+1]) {
			ends[i] = ends[i+1]
		}
	}
	return ends
}

// isAlike reports whether both candidates come from files that define the same key and nothing else,
// which is not merged, so that two of the files do not decide more than one.
func (c *candidate) isAlike(other *candidate) bool {
	return len(c.owners) == 1 && len(other.owners) == 1 && c.owners[0].Root == other.owners[0].Root && !c.owners[0].Merged
}

// contradicts reports whether another candidate has other values of the same variables.
func (c *candidate) contradicts(other *candidate) bool {
	return c.names == other.names && len(c.Elements)+len(other.Elements) == 0
}

// together reports whether two files together decide more than each alone: they define a key that
// is merged, or two keys of which one may reference the other.
func together(a, b []owner) bool {
	return slices.ContainsFunc(a, func(x owner) bool {
		return slices.ContainsFunc(b, func(y owner) bool { return x.Root != y.Root || x.Merged })
	})
}
