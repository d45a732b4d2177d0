package index

import (
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
)

// Every returns all root keys.
func (x *Index) Every() map[*Root]bool {
	all := make(map[*Root]bool, x.roots.len())
	for _, r := range x.All() {
		all[r] = true
	}
	return all
}

// AddOptionKeys adds the keys that values of lookup_options apply to. It returns false if they may affect any key: they make
// every lookup fail, they contain an interpolation token, or they contain patterns that take precedence by not
// matching.
func (x *Index) AddOptionKeys(touched map[*Root]bool, values []*data.Value) bool {
	failsAll := func(p lookupoptions.Problem) bool { return p.Reach == lookupoptions.EveryLookup }
	var patterns lookupoptions.Patterns
	var all []*lookupoptions.Options
	for _, v := range values {
		if v.Kind() != data.Hash || slices.ContainsFunc(lookupoptions.Check(v, ""), failsAll) || interpolate.HasTokens(v) {
			return false // null makes lookups fail on nodes that also have other options
		}
		options, err := patterns.Compile(v, "")
		if err != nil || options.CannotMemoize() {
			return false
		}
		all = append(all, options)
		for _, e := range v.Entries() {
			if r := x.Find(e.Key.Text()); r != nil {
				touched[r] = true // even if the entry is null, since it hides those of other files
			}
		}
	}
	if len(all) == 0 {
		return true
	}
	finder := lookupoptions.NewFinder(all)
	for name, r := range x.All() {
		if slices.ContainsFunc(finder.Find(name), func(i int) bool {
			_, ok, err := all[i].For(name)
			return ok || err != nil
		}) {
			touched[r] = true
		}
	}
	return true
}

// AddReferring adds the keys whose values reference one of the keys, directly or indirectly.
func (x *Index) AddReferring(touched map[*Root]bool) {
	referring := map[string][]*Root{}
	for _, r := range x.All() {
		for _, name := range r.References {
			referring[name] = append(referring[name], r)
		}
	}
	queue := slices.Collect(maps.Keys(touched))
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, r := range referring[next.Name] {
			if !touched[r] {
				touched[r] = true
				queue = append(queue, r)
			}
		}
	}
}

// NamesOf returns the names of those root keys that are to be evaluated, sorted.
func (x *Index) NamesOf(roots map[*Root]bool) []string {
	var names []string
	for r := range roots {
		if r.Counts() {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	return names
}
