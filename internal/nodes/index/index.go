// Package index records which data files of an environment define which keys, and what their values
// reference. It knows nothing of nodes.
package index

import (
	"iter"
	"slices"
	"strings"
	"sync"

	concurrent "github.com/sourcegraph/conc/iter"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/project"
)

// Index holds which files define which keys, and what the values of a key reference.
type Index struct {
	roots layered[string, Root]
	// Defined lists the names of keys that data files define, sorted. It must not be changed.
	Defined []string
	names   func() *nearest.Names // see Near
	counted func() []string       // see ToEvaluate
	// Files maps documents to data files.
	Files map[*data.Document]*project.File
	// Modules are the modules that have data.
	Modules map[string]bool
	// Options are the files with lookup_options that not every node reads.
	Options []*OptionsFile
	// Merges are the lookup_options of all files, to determine which keys are merged anywhere.
	Merges []*lookupoptions.Options
	// options and merges find those of Options and Merges that may apply to a key.
	options, merges *lookupoptions.Finder
	// Variables are all variables that values and lookup_options read.
	Variables []key.Key
	// OptionAsks is what lookup_options themselves reference and read.
	OptionAsks Asks
	// Broken are the matches with files at which lookups fail, if a node reads the file only for the values of
	// several variables.
	Broken []*project.Match
	// read caches what documents contain.
	read map[*data.Document]*documentKeys

	variableNames map[string]bool // of variables
	maxClosure    int             // the maximum size of a closure
	isLarge       bool            // a closure was larger than maxClosure
}

// New indexes the files of an environment. roots are its hierarchies, read the files that they
// read, and unclaimed those that none of them reads: their keys are known, but not which nodes have
// their values. before is the index before an edit; nil if there was none.
func New(read []*project.File, roots map[*project.Root]bool, unclaimed []*project.File, before *Index) *Index {
	if before == nil {
		before = &Index{}
	}
	x := &Index{ // similar to before, so its maps need not grow
		roots: layered[string, Root]{own: make(map[string]*Root, before.roots.len())}, Files: make(map[*data.Document]*project.File, len(before.Files)), Modules: map[string]bool{},
		read: make(map[*data.Document]*documentKeys, len(before.read)), variableNames: map[string]bool{},
	}
	for _, f := range read {
		if isBroken(f.Doc) {
			x.Broken = append(x.Broken, lists.Filter(MatchesOf(f), func(m *project.Match) bool { return roots[m.Root] && len(m.Vars) > 1 })...)
		}
		if f.Doc.Value == nil || f.Doc.Value.Kind() != data.Hash {
			continue
		}
		for module, matches := range matchesByModule(f, roots) {
			if module != "" {
				x.Modules[module] = true
			}
			x.add(f, before.read, module, matches)
		}
	}
	for _, f := range unclaimed {
		if f.Doc.Value != nil && f.Doc.Value.Kind() == data.Hash {
			x.add(f, before.read, "", nil)
		}
	}
	for _, r := range x.roots.all() {
		slices.SortFunc(r.Definitions, func(a, b *Definition) int { return strings.Compare(a.File.Path, b.File.Path) })
	}
	slices.SortFunc(x.Options, func(a, b *OptionsFile) int { return strings.Compare(a.File.Path, b.File.Path) })
	x.options = FinderOf(x.Options)
	x.merges = lookupoptions.NewFinder(x.Merges)
	x.complete()
	return x
}

// FinderOf returns a finder for files with lookup_options.
func FinderOf(files []*OptionsFile) *lookupoptions.Finder {
	return lookupoptions.NewFinder(lists.Map(files, func(f *OptionsFile) *lookupoptions.Options { return f.Options }))
}

// OptionsFor returns those of Options that may apply to a key.
func (x *Index) OptionsFor(name string) []*OptionsFile {
	return lists.Map(x.options.Find(name), func(i int) *OptionsFile { return x.Options[i] })
}

// MergesFor returns those of Merges that may apply to a key.
func (x *Index) MergesFor(name string) []*lookupoptions.Options {
	return lists.Map(x.merges.Find(name), func(i int) *lookupoptions.Options { return x.Merges[i] })
}

// matchesByModule returns the matches of a file in the given hierarchies, by the module whose data
// they are.
func matchesByModule(f *project.File, roots map[*project.Root]bool) map[string][]*project.Match {
	byModule := map[string][]*project.Match{}
	for i := range f.Matches {
		if m := &f.Matches[i]; roots[m.Root] && m.Hierarchy != project.Plan {
			byModule[m.Root.Module] = append(byModule[m.Root.Module], m)
		}
	}
	return byModule
}

// isOwn reports whether data belongs to the project, not to a module that was installed from
// elsewhere.
func isOwn(matches []*project.Match) bool {
	return len(matches) == 0 || slices.ContainsFunc(matches, func(m *project.Match) bool { return !m.Root.Installed })
}

// isBroken reports whether lookups fail at a file. An empty file is like a missing one.
func isBroken(doc *data.Document) bool {
	return doc.Err != nil || doc.Value == nil || doc.Root != nil && doc.Value.Kind() != data.Hash
}

func (x *Index) add(f *project.File, known map[*data.Document]*documentKeys, module string, matches []*project.Match) {
	own := isOwn(matches)
	of := known[f.Doc]
	if of == nil {
		of = keysOf(f.Doc)
	}
	x.Files[f.Doc], x.read[f.Doc] = f, of
	for i := range of.keys {
		k := &of.keys[i]
		if module != "" && k.module != module {
			continue // no lookup finds it
		}
		r := x.roots.at(k.name)
		if r == nil {
			r = &Root{Name: k.name, Hash: k.hash, Module: k.module}
			x.roots.set(k.name, r)
		}
		r.own = r.own || own
		r.Definitions = append(r.Definitions, &Definition{f, matches, k.key, k.value, k.asks})
		k.asks.add(&r.Asks)
	}
	if of.options != nil && len(matches) > 0 {
		x.addOptions(f, matches, of.options)
	}
}

// root returns the key with that name, which may be undefined.
func (x *Index) root(name string) *Root {
	r := x.roots.at(name)
	if r == nil {
		r = &Root{Name: name, Hash: hashing.Text(0, name)}
		if k, err := key.Parse(name); err == nil {
			r.Module = k.Module()
		}
		x.roots.set(name, r)
	}
	return r
}

func (x *Index) addOptions(f *project.File, matches []*project.Match, o *documentOptions) {
	for _, k := range o.asks.Variables {
		x.OptionAsks.AddVariable(k)
	}
	if o.compiled == nil {
		return
	}
	x.Merges = append(x.Merges, o.compiled)
	if slices.ContainsFunc(matches, func(m *project.Match) bool { return len(m.Vars) == 0 }) {
		return
	}
	x.Options = append(x.Options, &OptionsFile{f, matches, o.compiled})
}

// complete computes everything that is otherwise computed on demand, so that an index can be
// shared.
func (x *Index) complete() {
	for _, r := range x.list() {
		x.refer(r)
	}
	all := x.list() // with the keys that refer added
	x.maxClosure = smallClosure
	concurrent.ForEach(all, func(r **Root) { x.finish(*r) }) // matching many keys with many patterns takes seconds
	large := lists.Filter(all, func(r *Root) bool { return r.Closure.TooLarge })
	for _, r := range all {
		for _, k := range r.Variables {
			x.addVariable(k)
		}
		if len(r.Definitions) > 0 {
			x.Defined = append(x.Defined, r.Name)
		}
	}
	x.isLarge = len(large) > 0
	x.maxClosure = max(smallClosure, maxClosures/max(1, len(large)))
	for _, r := range large {
		x.finish(r)
	}
	slices.Sort(x.Defined)
	x.counted = x.count()
	x.names = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(x.Defined) })
	for _, k := range x.OptionAsks.Variables {
		x.addVariable(k)
	}
}

// list returns the root keys, in no order.
func (x *Index) list() []*Root {
	list := make([]*Root, 0, x.roots.len())
	for _, r := range x.roots.all() {
		list = append(list, r)
	}
	return list
}

// refer sets the keys that the values of a key refer to, and marks them as referenced.
func (x *Index) refer(r *Root) {
	r.To = make([]*Root, len(r.References))
	for i, reference := range r.References {
		r.To[i] = x.root(reference)
		r.To[i].isReferred = true
	}
}

// count returns the value of counted for the current keys.
func (x *Index) count() func() []string {
	return sync.OnceValue(func() []string {
		var names []string
		for _, r := range x.roots.all() {
			if r.Counts() {
				names = append(names, r.Name)
			}
		}
		slices.Sort(names)
		return slices.Clip(names)
	})
}

// Find returns a root key; nil if the index does not have it.
func (x *Index) Find(name string) *Root { return x.roots.at(name) }

// All iterates over the root keys by their names, in no order.
func (x *Index) All() iter.Seq2[string, *Root] { return x.roots.all() }

// Ensure returns a root key, which may be undefined.
func (x *Index) Ensure(name string) *Root {
	r := x.root(name)
	if r.Closure == nil {
		x.finish(r)
	}
	return r
}

// Want makes a root key one to evaluate even if no data defines it, and also with the merges that code requests. Recount
// must be called afterwards.
func (x *Index) Want(name string, merges []*data.Value) {
	if r := x.Ensure(name); !r.IsWanted || len(merges) > len(r.Merges) { // otherwise, an earlier index may share it
		r.IsWanted, r.Merges = true, merges
	}
}

// Recount updates what ToEvaluate returns.
func (x *Index) Recount() { x.counted = x.count() }

// ToEvaluate returns the names of the keys to evaluate, sorted: those that data of the project defines, and those that are
// wanted. The caller must not change it.
func (x *Index) ToEvaluate() []string { return x.counted() }

// Near returns the names of the keys that data files define, for comparisons.
func (x *Index) Near() *nearest.Names { return x.names() }

func (x *Index) addVariable(k key.Key) {
	if !x.variableNames[k.Text] {
		x.variableNames[k.Text] = true
		x.Variables = append(x.Variables, k)
	}
}

// MatchesOf returns the matches of a file with the locations of hierarchies.
func MatchesOf(f *project.File) []*project.Match {
	matches := make([]*project.Match, len(f.Matches))
	for i := range f.Matches {
		matches[i] = &f.Matches[i]
	}
	return matches
}

// documentKeys holds the root keys of a document that lookups can find, and its lookup_options.
type documentKeys struct {
	keys    []documentKey
	options *documentOptions // nil if there are none
}

// documentKey is a root key of a document.
type documentKey struct {
	name, module string
	hash         uint64 // of the name
	key, value   *data.Value
	asks         *Asks // what the value references and reads
}

// documentOptions holds the lookup_options of a document.
type documentOptions struct {
	asks     Asks
	compiled *lookupoptions.Options // nil if they are invalid
}

// keysOf returns the root keys of a document whose value is a hash.
func keysOf(doc *data.Document) *documentKeys {
	of := &documentKeys{keys: make([]documentKey, 0, doc.Value.Len())}
	for _, e := range doc.Value.Entries() {
		if e.Key.Kind() != data.String {
			continue
		}
		name, asks := e.Key.Text(), AsksOf(e.Value)
		if name == lookupoptions.Key {
			of.options = &documentOptions{asks: *asks}
			if e.Value.Kind() == data.Hash {
				if compiled, err := lookupoptions.Compile(e.Value, ""); err == nil {
					of.options.compiled = compiled
				}
			}
			continue
		}
		if k, err := key.Parse(name); err == nil && len(k.Sub) == 0 && k.Root == name { // otherwise, no lookup finds it
			of.keys = append(of.keys, documentKey{name, k.Module(), hashing.Text(0, name), e.Key, e.Value, asks})
		}
	}
	return of
}
