package nodes

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

// with returns the index after an edit, which shares what the edit does not affect. It is nil if little
// may remain: if lookup_options change, if lookups start or stop to fail at a file, or if there are
// closures too large to keep.
func (x *index) with(roots map[*project.Root]bool, c *project.Changes) *index {
	if x.isLarge || c.Options || c.Broken {
		return nil
	}
	e := &reindexing{index: &index{
		roots: x.roots.next(), defined: x.defined, names: x.names, files: x.files, modules: x.modules, options: x.options, merges: x.merges,
		asks: x.asks.next(), variables: x.variables, optionAsks: x.optionAsks, broken: x.broken, read: x.read, variableNames: x.variableNames,
		maxClosure: smallClosure, counted: x.counted,
	}, before: x, changed: map[*root]*root{}}
	if !e.replaceFiles(roots, c.Files) || !e.replaceRoots() {
		return nil
	}
	return e.index
}

// reindexing is an index under construction.
type reindexing struct {
	*index
	before *index
	// gone are the edited files as they were, fresh what they define now, by name.
	gone  map[*project.File]bool
	fresh map[string][]*definition
	names []string // the distinct keys that the files define now or defined before
	// changed maps keys as they were to what they are now.
	changed map[*root]*root
}

// replaceFiles replaces the contents of the edited files. It returns false if a new index is
// necessary.
func (e *reindexing) replaceFiles(roots map[*project.Root]bool, changes []project.FileChange) bool {
	e.gone, e.fresh = map[*project.File]bool{}, map[string][]*definition{}
	e.files, e.read = cloneWithout(e.files, changes), cloneWithout(e.read, changes)
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
		e.gone[c.Before], e.files[c.After.Doc], e.read[c.After.Doc] = true, c.After, is
		for i := range was.keys {
			e.asks.remove(was.keys[i].value)
			note(was.keys[i].name)
		}
		byModule := matchesByModule(c.After, roots)
		for i := range is.keys {
			k := &is.keys[i]
			for module, matches := range byModule {
				if module == "" || k.module == module {
					e.fresh[k.name] = append(e.fresh[k.name], &definition{c.After, matches, k.key, k.value, k.asks})
					note(k.name)
				}
			}
			if len(e.fresh[k.name]) > 0 && len(k.asks.variables)+len(k.asks.references) > 0 {
				e.asks.set(k.value, k.asks)
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
	e.merges = slices.Clone(e.merges)
	for i, o := range e.merges {
		if o == was.compiled {
			e.merges[i] = is.compiled
		}
	}
	e.options = slices.Clone(e.options)
	for i, f := range e.options {
		if f.file == c.Before {
			e.options[i] = &optionsFile{c.After, f.matches, is.compiled}
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
	var again []*root
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
		for _, name := range again[i].references {
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
		if e.finish(r); r.closure.tooLarge {
			return false
		}
		for _, k := range r.variables {
			if !e.variableNames[k.Text] {
				return false
			}
		}
	}
	e.updateNames()
	return true
}

// redefined returns a key as it is after the edit.
func (e *reindexing) redefined(name string) *root {
	r := &root{name: name, hash: hashing.Text(0, name)}
	if before := e.before.roots.at(name); before != nil {
		r.module, r.isWanted, r.isReferred = before.module, before.isWanted, before.isReferred
		for _, d := range before.definitions {
			if !e.gone[d.file] {
				r.definitions = append(r.definitions, d)
			}
		}
	} else if k, err := key.Parse(name); err == nil {
		r.module = k.Module()
	}
	r.definitions = append(r.definitions, e.fresh[name]...)
	slices.SortStableFunc(r.definitions, func(a, b *definition) int { return strings.Compare(a.file.Path, b.file.Path) })
	for _, d := range r.definitions {
		r.own = r.own || isOwn(d.matches)
		d.asks.add(&r.asks)
	}
	return r
}

// lacksVariable reports whether a key no longer uses a variable.
func lacksVariable(r, before *root) bool {
	return slices.ContainsFunc(before.variables, func(k key.Key) bool {
		return !slices.ContainsFunc(r.variables, func(other key.Key) bool { return other.Text == k.Text })
	})
}

// referring returns copies of the other keys whose closures contain a changed key.
func (e *reindexing) referring() []*root {
	isReferred := false
	for before := range e.changed {
		isReferred = isReferred || before.isReferred
	}
	if !isReferred {
		return nil
	}
	isChanged := func(r *root) bool { return e.changed[r] != nil }
	var all []*root
	for _, r := range e.before.roots.all() {
		if len(r.closure.roots) > 1 && !isChanged(r) && slices.ContainsFunc(r.closure.roots, isChanged) {
			copied := *r
			all = append(all, &copied)
		}
	}
	for _, r := range all {
		e.roots.set(r.name, r)
	}
	return all
}

// updateNames updates which keys are defined, and how many are evaluated.
func (e *reindexing) updateNames() {
	isDefined := func(r *root) bool { return r != nil && len(r.definitions) > 0 }
	counts := func(r *root) bool { return r != nil && r.counts() }
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
		if !isDefined(r) && !r.isWanted && (!r.isReferred || !isAskedFor()[r]) {
			e.roots.remove(name)
		}
	}
	if !sameCount {
		e.counted = e.count()
	}
	if len(come)+len(gone) == 0 {
		return
	}
	defined := slices.DeleteFunc(slices.Clone(e.defined), func(name string) bool { return gone[name] })
	defined = append(defined, come...)
	slices.Sort(defined)
	e.defined = defined
	e.index.names = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(defined) })
}

// askedFor returns the keys that values of other keys refer to.
func (e *reindexing) askedFor() map[*root]bool {
	asked := map[*root]bool{}
	for _, r := range e.roots.all() {
		for _, to := range r.to {
			asked[to] = true
		}
	}
	return asked
}
