package index

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/project"
)

// With returns the index after an edit, which shares what the edit does not affect. It is nil if little
// may remain: if lookup_options change, if lookups start or stop to fail at a file, or if there are
// closures too large to keep.
func (x *Index) With(roots map[*project.Root]bool, c *project.Changes) *Index {
	if x.isLarge || c.Options || c.Broken {
		return nil
	}
	e := &reindexing{Index: &Index{
		roots: x.roots.next(), Defined: x.Defined, names: x.names, Files: x.Files, Modules: x.Modules, Options: x.Options, Merges: x.Merges, options: x.options, merges: x.merges,
		Variables: x.Variables, OptionAsks: x.OptionAsks, Broken: x.Broken, read: x.read, variableNames: x.variableNames,
		maxClosure: smallClosure, counted: x.counted,
	}, before: x, changed: map[*Root]*Root{}}
	if !e.replaceFiles(roots, c.Files) || !e.replaceRoots() {
		return nil
	}
	return e.Index
}

// reindexing is an index under construction.
type reindexing struct {
	*Index
	before *Index
	// gone are the edited files as they were, fresh what they define now, by name.
	gone  map[*project.File]bool
	fresh map[string][]*Definition
	names []string // the distinct keys that the files define now or defined before
	// changed maps keys as they were to what they are now.
	changed map[*Root]*Root
}

// replaceFiles replaces the contents of the edited files. It returns false if a new index is
// necessary.
func (e *reindexing) replaceFiles(roots map[*project.Root]bool, changes []project.FileChange) bool {
	e.gone, e.fresh = map[*project.File]bool{}, map[string][]*Definition{}
	e.Files, e.read = cloneWithout(e.Files, changes), cloneWithout(e.read, changes)
	known := map[string]bool{}
	note := func(name string) {
		if !known[name] {
			known[name] = true
			e.names = append(e.names, name)
		}
	}
	for _, c := range changes {
		was, isKnown := e.before.read[c.Before.Doc]
		if !isKnown {
			if isBroken(c.Before.Doc) != isBroken(c.After.Doc) || c.After.Doc.Value != nil {
				return false
			}
			continue // lookups still fail at the file
		}
		if c.After.Doc.Value == nil || c.After.Doc.Value.Kind() != data.Hash {
			return false
		}
		is := keysOf(c.After.Doc)
		e.replaceOptions(c, was.options, is.options)
		e.gone[c.Before], e.Files[c.After.Doc], e.read[c.After.Doc] = true, c.After, is
		for i := range was.keys {
			note(was.keys[i].name)
		}
		byModule := matchesByModule(c.After, roots)
		for i := range is.keys {
			k := &is.keys[i]
			for module, matches := range byModule {
				if module == "" || k.module == module {
					e.fresh[k.name] = append(e.fresh[k.name], &Definition{c.After, matches, k.key, k.value, k.asks})
					note(k.name)
				}
			}
		}
	}
	return true
}

// replaceOptions replaces the lookup_options of a file, of which only the positions differ.
func (e *reindexing) replaceOptions(c project.FileChange, was, is *documentOptions) {
	if was == nil || was.compiled == nil {
		return
	}
	e.Merges = slices.Clone(e.Merges)
	for i, o := range e.Merges {
		if o == was.compiled {
			e.Merges[i] = is.compiled
		}
	}
	e.Options = slices.Clone(e.Options)
	for i, f := range e.Options {
		if f.File == c.Before {
			e.Options[i] = &OptionsFile{c.After, f.Matches, is.compiled}
		}
	}
}

// cloneWithout returns a copy of a map without the documents that were replaced.
func cloneWithout[V any](all map[*data.Document]V, changes []project.FileChange) map[*data.Document]V {
	rest := maps.Clone(all)
	for _, c := range changes {
		delete(rest, c.Before.Doc)
	}
	return rest
}

// replaceRoots replaces the keys that the files define or defined, and the keys whose closures
// contain such a key. It returns false if a new index is necessary.
func (e *reindexing) replaceRoots() bool {
	var again []*Root
	for _, name := range e.names {
		r := e.redefined(name)
		if before := e.before.roots.at(name); before != nil {
			if lacksVariable(r, before) {
				return false
			}
			e.changed[before] = r
		}
		e.roots.set(name, r)
		again = append(again, r)
	}
	again = append(again, e.referring()...)
	for i := 0; i < len(again); i++ { // others may become referenced
		for _, name := range again[i].References {
			switch to := e.roots.at(name); {
			case to == nil:
				again = append(again, e.root(name))
			case !to.isReferred && e.before.roots.at(name) == to:
				copied := *to
				e.roots.set(name, &copied)
				again = append(again, &copied)
			}
		}
	}
	for _, r := range again {
		e.refer(r)
	}
	for _, r := range again {
		if e.finish(r); r.Closure.TooLarge {
			return false
		}
		if slices.ContainsFunc(r.Variables, func(k key.Key) bool { return !e.variableNames[k.Text] }) {
			return false
		}
	}
	e.updateNames()
	return true
}

// redefined returns a key as it is after the edit.
func (e *reindexing) redefined(name string) *Root {
	r := &Root{Name: name, Hash: hashing.Text(0, name)}
	if before := e.before.roots.at(name); before != nil {
		r.Module, r.IsWanted, r.isReferred = before.Module, before.IsWanted, before.isReferred
		for _, d := range before.Definitions {
			if !e.gone[d.File] {
				r.Definitions = append(r.Definitions, d)
			}
		}
	} else if k, err := key.Parse(name); err == nil {
		r.Module = k.Module()
	}
	r.Definitions = append(r.Definitions, e.fresh[name]...)
	slices.SortStableFunc(r.Definitions, func(a, b *Definition) int { return strings.Compare(a.File.Path, b.File.Path) })
	for _, d := range r.Definitions {
		r.own = r.own || isOwn(d.Matches)
		d.Asks.add(&r.Asks)
	}
	return r
}

// lacksVariable reports whether a key no longer uses a variable.
func lacksVariable(r, before *Root) bool {
	return slices.ContainsFunc(before.Variables, func(k key.Key) bool {
		return !slices.ContainsFunc(r.Variables, func(other key.Key) bool { return other.Text == k.Text })
	})
}

// referring returns copies of the other keys whose closures contain a changed key.
func (e *reindexing) referring() []*Root {
	isReferred := false
	for before := range e.changed {
		isReferred = isReferred || before.isReferred
	}
	if !isReferred {
		return nil
	}
	isChanged := func(r *Root) bool { return e.changed[r] != nil }
	var all []*Root
	for _, r := range e.before.roots.all() {
		if len(r.Closure.Roots) > 1 && !isChanged(r) && slices.ContainsFunc(r.Closure.Roots, isChanged) {
			copied := *r
			all = append(all, &copied)
		}
	}
	for _, r := range all {
		e.roots.set(r.Name, r)
	}
	return all
}

// updateNames updates which keys are defined, and how many are evaluated.
func (e *reindexing) updateNames() {
	isDefined := func(r *Root) bool { return r != nil && len(r.Definitions) > 0 }
	counts := func(r *Root) bool { return r != nil && r.Counts() }
	isAskedFor := sync.OnceValue(e.askedFor)
	var come []string
	gone := map[string]bool{}
	sameCount := true
	for _, name := range e.names {
		before, r := e.before.roots.at(name), e.roots.at(name)
		switch {
		case isDefined(r) && !isDefined(before):
			come = append(come, name)
		case isDefined(before) && !isDefined(r):
			gone[name] = true
		}
		sameCount = sameCount && counts(before) == counts(r)
		if !isDefined(r) && !r.IsWanted && (!r.isReferred || !isAskedFor()[r]) {
			e.roots.remove(name)
		}
	}
	if !sameCount {
		e.counted = e.count()
	}
	if len(come)+len(gone) == 0 {
		return
	}
	defined := slices.DeleteFunc(slices.Clone(e.Defined), func(name string) bool { return gone[name] })
	defined = append(defined, come...)
	slices.Sort(defined)
	e.Defined = defined
	e.Index.names = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(defined) })
}

// askedFor returns the keys that values of other keys refer to.
func (e *reindexing) askedFor() map[*Root]bool {
	asked := map[*Root]bool{}
	for _, r := range e.roots.all() {
		for _, to := range r.To {
			asked[to] = true
		}
	}
	return asked
}
