package nodes

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/project"
)

// index holds which files define which keys, and what the values of a key reference.
type index struct {
	roots layered[string, root]
	// defined lists the names of keys that data files define, sorted, and names is the same for
	// comparisons.
	defined []string
	names   func() *nearest.Names
	// counted returns the names of the keys to evaluate, sorted. They are determined at the first
	// call.
	counted func() []string
	// files maps documents to data files, and modules to the modules that they belong to.
	files   map[*data.Document]*project.File
	modules map[string]bool
	// options are the files with lookup_options that not every node reads.
	options []*optionsFile
	// merges are the lookup_options of all files, to determine which keys are merged anywhere.
	merges []*lookupoptions.Options
	// asks holds what values reference and read, if anything.
	asks layered[*data.Value, asks]
	// variables are all variables that values and lookup_options read.
	variables []key.Key
	// optionAsks is what lookup_options themselves reference and read.
	optionAsks asks
	// broken are the matches with files at which lookups fail, if a node reads the file only for the values of
	// several variables.
	broken []*project.Match
	// read caches what documents contain.
	read map[*data.Document]*documentKeys

	variableNames map[string]bool // of variables
	maxClosure    int             // the maximum size of a closure
	isLarge       bool            // a closure was larger than maxClosure
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
	asks         *asks // what the value references and reads
}

// documentOptions holds the lookup_options of a document.
type documentOptions struct {
	asks     asks
	compiled *lookupoptions.Options // nil if they are invalid
}

// root is a root key of data files.
type root struct {
	name, module string
	hash         uint64 // of the name
	// own reports that it is defined in data other than that of installed modules.
	own         bool
	definitions []*definition
	// isWanted reports that it is evaluated even if no data defines it.
	isWanted bool

	asks // what its values directly reference and read

	closure *closure
	// merged reports that lookup_options may merge its values on some node.
	merged bool

	to         []*root // the keys that its values directly reference
	isReferred bool    // values of some key refer to it
}

// asks holds the keys and variables that the tokens in values reference and read, without
// repetitions.
type asks struct {
	references []string
	variables  []key.Key

	known map[string]bool // if there are many: references, and variables prefixed by %
}

// definition is a value of a key in one file.
type definition struct {
	file    *project.File
	matches []*project.Match
	key     *data.Value
	value   *data.Value
	asks    *asks // what the value references and reads
}

// optionsFile is a file with lookup_options that some nodes read.
type optionsFile struct {
	file    *project.File
	matches []*project.Match
	options *lookupoptions.Options
}

// closure holds everything that an evaluation of a key may read: keys, starting with itself, and
// variables.
type closure struct {
	roots     []*root
	variables []key.Key
	// modules are those whose data may define one of the keys.
	modules     []string
	definitions int // of all roots
	// tooLarge reports that the closure is too large to compute, so that the key is not evaluated.
	tooLarge bool
}

// newIndex indexes the files of an environment. roots are its hierarchies, read the files that they
// read, and unclaimed those that none of them reads: their keys are known, but not which nodes have
// their values. before is the index before an edit; nil if there was none.
func newIndex(read []*project.File, roots map[*project.Root]bool, unclaimed []*project.File, before *index) *index {
	if before == nil {
		before = &index{}
	}
	x := &index{ // similar to before, so its maps need not grow
		roots: newLayered[string, root](before.roots.len()), files: make(map[*data.Document]*project.File, len(before.files)), modules: map[string]bool{},
		asks: newLayered[*data.Value, asks](before.asks.len()), read: make(map[*data.Document]*documentKeys, len(before.read)), variableNames: map[string]bool{},
	}
	for _, f := range read {
		if isBroken(f.Doc) {
			x.broken = append(x.broken, lists.Filter(matchesOf(f), func(m *project.Match) bool { return roots[m.Root] && len(m.Vars) > 1 })...)
		}
		if f.Doc.Value == nil || f.Doc.Value.Kind() != data.Hash {
			continue
		}
		for module, matches := range matchesByModule(f, roots) {
			if module != "" {
				x.modules[module] = true
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
		slices.SortFunc(r.definitions, func(a, b *definition) int { return strings.Compare(a.file.Path, b.file.Path) })
	}
	slices.SortFunc(x.options, func(a, b *optionsFile) int { return strings.Compare(a.file.Path, b.file.Path) })
	return x
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

func (x *index) add(f *project.File, known map[*data.Document]*documentKeys, module string, matches []*project.Match) {
	own := isOwn(matches)
	of := known[f.Doc]
	if of == nil {
		of = keysOf(f.Doc)
	}
	x.files[f.Doc], x.read[f.Doc] = f, of
	for i := range of.keys {
		k := &of.keys[i]
		if module != "" && k.module != module {
			continue // no lookup finds it
		}
		r := x.roots.at(k.name)
		if r == nil {
			r = &root{name: k.name, hash: k.hash, module: k.module}
			x.roots.set(k.name, r)
		}
		r.own = r.own || own
		r.definitions = append(r.definitions, &definition{f, matches, k.key, k.value, k.asks})
		if k.asks.add(&r.asks) {
			x.asks.set(k.value, k.asks)
		}
	}
	if of.options != nil && len(matches) > 0 {
		x.addOptions(f, matches, of.options)
	}
}

// keysOf returns the root keys of a document whose value is a hash.
func keysOf(doc *data.Document) *documentKeys {
	of := &documentKeys{keys: make([]documentKey, 0, doc.Value.Len())}
	for _, e := range doc.Value.Entries() {
		if e.Key.Kind() != data.String {
			continue
		}
		name, asks := e.Key.Text(), asksOf(e.Value)
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

// noAsks is shared by the many values without tokens.
var noAsks = &asks{}

// asksOf returns what a value references and reads.
func asksOf(v *data.Value) *asks {
	var all asks
	if all.ask(v); len(all.variables)+len(all.references) == 0 {
		return noAsks
	}
	kept := all
	return &kept
}

// add adds a to all. It returns false if a is empty.
func (a *asks) add(all *asks) bool {
	for _, k := range a.variables {
		all.addVariable(k)
	}
	for _, name := range a.references {
		all.addReference(name)
	}
	return len(a.variables)+len(a.references) > 0
}

// root returns the key with that name, which may be undefined.
func (x *index) root(name string) *root {
	r := x.roots.at(name)
	if r == nil {
		r = &root{name: name, hash: hashing.Text(0, name)}
		if k, err := key.Parse(name); err == nil {
			r.module = k.Module()
		}
		x.roots.set(name, r)
	}
	return r
}

func (x *index) addOptions(f *project.File, matches []*project.Match, o *documentOptions) {
	for _, k := range o.asks.variables {
		x.optionAsks.addVariable(k)
	}
	if o.compiled == nil {
		return
	}
	x.merges = append(x.merges, o.compiled)
	if slices.ContainsFunc(matches, func(m *project.Match) bool { return len(m.Vars) == 0 }) {
		return
	}
	x.options = append(x.options, &optionsFile{f, matches, o.compiled})
}

// ask adds what the tokens in a value reference and read. Puppet also interpolates what it inserts
// for a token, but for a reference, that is part of what the referenced key's values ask for.
func (a *asks) ask(v *data.Value) {
	for text := range v.Strings() {
		t := interpolate.Parse(text.Text())
		if t == nil {
			continue
		}
		for i := range t.Tokens {
			switch token := &t.Tokens[i]; {
			case token.Kind == interpolate.Variable, token.Kind == interpolate.Call && token.Method == interpolate.Scope:
				a.addVariable(token.Key)
			case token.Kind == interpolate.Call && token.Method.TakesKey():
				if k, err := key.Parse(token.Argument); err == nil {
					a.addReference(k.Root)
				}
			}
		}
	}
}

// few is the number of references or variables up to which lists are searched.
const few = 16

func (a *asks) addVariable(k key.Key) {
	if !a.knows("%", k.Text, slices.ContainsFunc(a.variables[:min(few, len(a.variables))], func(other key.Key) bool { return other.Text == k.Text })) {
		a.variables = append(a.variables, k)
	}
}

func (a *asks) addReference(name string) {
	if !a.knows("", name, slices.Contains(a.references[:min(few, len(a.references))], name)) {
		a.references = append(a.references, name)
	}
}

// knows reports whether a text is present, and adds it if there are many. found reports that it is
// among the first few.
func (a *asks) knows(prefix, text string, found bool) bool {
	if found || len(a.references) < few && len(a.variables) < few {
		return found
	}
	if a.known == nil {
		a.known = map[string]bool{}
		for _, name := range a.references {
			a.known[name] = true
		}
		for _, k := range a.variables {
			a.known["%"+k.Text] = true
		}
	}
	found = a.known[prefix+text]
	a.known[prefix+text] = true
	return found
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// Closures of keys that reference each other take quadratic space. Small ones are all kept. The
// others share a limited space, and keys with even larger ones are not evaluated.
const (
	smallClosure = 256
	maxClosures  = 2_000_000
	// manyVariables is the number of variables in lookup_options, which every key depends on, that
	// do not count.
	manyVariables = 1000
)

// complete computes everything that is otherwise computed on demand, so that an index can be
// shared.
func (x *index) complete() {
	all := make([]*root, 0, x.roots.len())
	for _, r := range x.roots.all() {
		all = append(all, r)
	}
	for _, r := range all {
		x.refer(r)
	}
	x.maxClosure = smallClosure
	var large []*root
	for _, r := range x.roots.all() {
		if x.finish(r); r.closure.tooLarge {
			large = append(large, r)
		}
		for _, k := range r.variables {
			x.addVariable(k)
		}
		if len(r.definitions) > 0 {
			x.defined = append(x.defined, r.name)
		}
	}
	x.isLarge = len(large) > 0
	x.maxClosure = max(smallClosure, maxClosures/max(1, len(large)))
	for _, r := range large {
		x.finish(r)
	}
	slices.Sort(x.defined)
	x.counted = x.count()
	x.names = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(x.defined) })
	for _, k := range x.optionAsks.variables {
		x.addVariable(k)
	}
}

// refer sets the keys that the values of a key refer to, and marks them as referenced.
func (x *index) refer(r *root) {
	r.to = make([]*root, len(r.references))
	for i, reference := range r.references {
		r.to[i] = x.root(reference)
		r.to[i].isReferred = true
	}
}

// count returns the value of counted for the current keys.
func (x *index) count() func() []string {
	return sync.OnceValue(func() []string {
		var names []string
		for _, r := range x.roots.all() {
			if r.counts() {
				names = append(names, r.name)
			}
		}
		slices.Sort(names)
		return slices.Clip(names)
	})
}

// find returns a root key; nil if the index does not have it.
func (x *index) find(name string) *root { return x.roots.at(name) }

// all iterates over the root keys by their names, in no order.
func (x *index) all() iter.Seq2[string, *root] { return x.roots.all() }

// ensure returns a root key, which may be undefined.
func (x *index) ensure(name string) *root {
	r := x.root(name)
	if r.closure == nil {
		x.finish(r)
	}
	return r
}

// want makes a key one to evaluate even if no data defines it; see recount.
func (x *index) want(name string) { x.ensure(name).isWanted = true }

// recount updates counted after want.
func (x *index) recount() { x.counted = x.count() }

// asksOf returns what a value of a root key asks for; nil if nothing.
func (x *index) asksOf(v *data.Value) *asks { return x.asks.at(v) }

func (x *index) addVariable(k key.Key) {
	if !x.variableNames[k.Text] {
		x.variableNames[k.Text] = true
		x.variables = append(x.variables, k)
	}
}

// finish computes the closure of a key, and whether it may be merged.
func (x *index) finish(r *root) {
	r.closure = x.closureOf(r)
	r.merged = slices.ContainsFunc(x.merges, func(o *lookupoptions.Options) bool { return mayMerge(o, r.name) })
}

// closureOf computes the closure of a key.
func (x *index) closureOf(r *root) *closure {
	c := &closure{roots: []*root{r}}
	variables := asks{variables: slices.Clip(x.optionAsks.variables)}
	var seen map[*root]bool // only used for many keys, for speed
	isNew := func(to *root) bool {
		if len(c.roots) <= few {
			return !slices.Contains(c.roots, to)
		}
		if seen == nil {
			seen = make(map[*root]bool, 2*len(c.roots))
			for _, r := range c.roots {
				seen[r] = true
			}
		}
		is := !seen[to]
		seen[to] = true
		return is
	}
	passed := max(0, len(variables.variables)-manyVariables)
	for i := 0; i < len(c.roots); i++ { // the list grows during the iteration
		next := c.roots[i]
		c.definitions += len(next.definitions)
		if x.modules[next.module] {
			c.modules = appendNew(c.modules, next.module)
		}
		if passed += 1 + len(next.variables) + len(next.to); passed > x.maxClosure {
			return &closure{roots: []*root{r}, tooLarge: true}
		}
		for _, k := range next.variables {
			variables.addVariable(k)
		}
		for _, to := range next.to {
			if isNew(to) {
				c.roots = append(c.roots, to)
			}
		}
	}
	c.variables = variables.variables
	return c
}

// mayMerge reports whether options merge the values of the key.
func mayMerge(o *lookupoptions.Options, name string) bool {
	entry, ok, err := o.For(name)
	return err != nil || ok && (entry.Err != nil || entry.Strategy != nil && !entry.Strategy.First())
}

// isIn reports whether a key is searched for in a layer.
func (r *root) isIn(layer config.Layer, module string) bool {
	return layer != config.Module || r.module != "" && r.module == module
}

// counts reports whether the key is to be evaluated.
func (r *root) counts() bool { return r.own || r.isWanted }

// matchesOf returns the matches of a file with the locations of hierarchies.
func matchesOf(f *project.File) []*project.Match {
	matches := make([]*project.Match, len(f.Matches))
	for i := range f.Matches {
		matches[i] = &f.Matches[i]
	}
	return matches
}
