package index

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
)

// Every returns all root keys.
func (x *Index) Every() map[*Root]bool {
	all := make(map[*Root]bool, x.roots.len())
	for _, r := range x.All() {
		all[r] = true
	}
	return all
}

// AddOptionKeys adds the keys that lookup_options apply to. It returns false if they may affect any key: they make
// every lookup fail, they contain an interpolation token, or they contain patterns that take precedence by not
// matching.
func (x *Index) AddOptionKeys(touched map[*Root]bool, v *data.Value) bool {
	failsAll := func(p lookupoptions.Problem) bool { return p.Reach == lookupoptions.EveryLookup }
	if v.Kind() != data.Hash || slices.ContainsFunc(lookupoptions.Check(v, ""), failsAll) || interpolate.HasTokens(v) {
		return false // null makes lookups fail on nodes that also have other options
	}
	options, err := lookupoptions.Compile(v, "")
	if err != nil {
		return false
	}
	for _, e := range v.Entries() {
		name := e.Key.Text()
		if r := x.Find(name); r != nil {
			touched[r] = true // even if the entry is null, since it hides those of other files
		}
		if re, err := rubyregexp.Compile(name); strings.HasPrefix(name, "^") && (err != nil || re.CannotMemoize()) {
			return false
		}
	}
	for name, r := range x.All() {
		if _, ok, err := options.For(name); ok || err != nil {
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
