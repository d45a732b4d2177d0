package nodes

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

const optionsKey = "lookup_options"

// index knows which files define which keys, and what the values of a key refer to.
type index struct {
	roots map[string]*root
	// defined are the names of those that data files define, in order, and names the same for comparisons.
	defined []string
	names   func() *nearest.Names
	// files are the data files by what was read of them, modules the modules whose data they are.
	files   map[*data.Document]*project.File
	modules map[string]bool
	// options are the files with lookup_options that are not read on every node.
	options []*optionsFile
	// merges are the lookup_options of all files, for the question which keys are merged anywhere.
	merges []*lookupoptions.Options
	// asks are what values ask for, where they ask for anything.
	asks map[*data.Value]*asks
	// variables are all that values and lookup_options ask for.
	variables []key.Key
	// optionVariables are the variables that lookup_options themselves ask for.
	optionVariables []key.Key
	// read is what was found out about documents.
	read map[*data.Document]*documentKeys
}

// documentKeys are the root keys of a document that lookups come to, and its lookup_options.
type documentKeys struct {
	keys    []documentKey
	options *documentOptions // nil where there are none
}

// documentKey is a root key of a document.
type documentKey struct {
	name, module string
	hash         uint64 // of the name
	key, value   *data.Value
	asks         *asks // what the value asks for
}

// documentOptions are the lookup_options of a document.
type documentOptions struct {
	asks     asks
	compiled *lookupoptions.Options // nil where they are not valid
}

// root is a key at the root of data files.
type root struct {
	name, module string
	hash         uint64 // of the name
	// own means that it is defined in data that did not come with a module from elsewhere.
	own         bool
	definitions []*definition
	// required is why it is evaluated even where no data has it; nil for no such reason.
	required *Requirement

	asks // what its values ask for directly

	closure *closure
	merged  *bool
}

// asks are keys and variables that the tokens in values ask for.
type asks struct {
	references []string
	variables  []key.Key
}

// definition is a value of a key in one file.
type definition struct {
	file    *project.File
	matches []*project.Match
	key     *data.Value
	value   *data.Value
}

// optionsFile is a file with lookup_options that some nodes read.
type optionsFile struct {
	file    *project.File
	matches []*project.Match
	options *lookupoptions.Options
}

// closure is all that an evaluation of a key may ask for: keys, itself first, and variables.
type closure struct {
	roots     []*root
	variables []key.Key
	// modules are those whose data may have one of the keys.
	modules []string
}

// newIndex reads what the files of an environment define. roots are its hierarchies, unclaimed the files that none of them
// reads: their keys are known, but no node is known to have their values. known is what was found out about documents before.
func newIndex(p *project.Project, roots map[*project.Root]bool, unclaimed []*project.File, known map[*data.Document]*documentKeys) *index {
	x := &index{
		roots: map[string]*root{}, files: map[*data.Document]*project.File{}, modules: map[string]bool{}, asks: map[*data.Value]*asks{},
		read: map[*data.Document]*documentKeys{},
	}
	for _, f := range p.Files {
		if f.Doc.Value == nil || f.Doc.Value.Kind() != data.Hash {
			continue
		}
		byModule := map[string][]*project.Match{}
		for i := range f.Matches {
			if m := &f.Matches[i]; roots[m.Root] && m.Hierarchy != project.Plan {
				byModule[m.Root.Module] = append(byModule[m.Root.Module], m)
			}
		}
		for module, matches := range byModule {
			if module != "" {
				x.modules[module] = true
			}
			x.add(f, known, module, matches)
		}
	}
	for _, f := range unclaimed {
		if f.Doc.Value != nil && f.Doc.Value.Kind() == data.Hash {
			x.add(f, known, "", nil)
		}
	}
	for _, r := range x.roots {
		slices.SortFunc(r.definitions, func(a, b *definition) int { return strings.Compare(a.file.Path, b.file.Path) })
	}
	slices.SortFunc(x.options, func(a, b *optionsFile) int { return strings.Compare(a.file.Path, b.file.Path) })
	return x
}

func (x *index) add(f *project.File, known map[*data.Document]*documentKeys, module string, matches []*project.Match) {
	own := len(matches) == 0
	for _, m := range matches {
		own = own || !m.Root.Installed
	}
	of := known[f.Doc]
	if of == nil {
		of = keysOf(f.Doc)
	}
	x.files[f.Doc], x.read[f.Doc] = f, of
	for i := range of.keys {
		k := &of.keys[i]
		if module != "" && k.module != module {
			continue // no lookup comes to it
		}
		r := x.roots[k.name]
		if r == nil {
			r = &root{name: k.name, hash: k.hash, module: k.module}
			x.roots[k.name] = r
		}
		r.own = r.own || own
		r.definitions = append(r.definitions, &definition{f, matches, k.key, k.value})
		if k.asks.add(&r.asks) {
			x.asks[k.value] = k.asks
		}
	}
	if of.options != nil && len(matches) > 0 {
		x.addOptions(f, matches, of.options)
	}
}

// keysOf finds the root keys of a document whose value is a hash.
func keysOf(doc *data.Document) *documentKeys {
	of := &documentKeys{}
	for _, e := range doc.Value.Entries() {
		if e.Key.Kind() != data.String {
			continue
		}
		name, asks := e.Key.Text(), &asks{}
		asks.ask(e.Value)
		if name == optionsKey {
			of.options = &documentOptions{asks: *asks}
			if e.Value.Kind() == data.Hash {
				if compiled, err := lookupoptions.Compile(e.Value, ""); err == nil {
					of.options.compiled = compiled
				}
			}
			continue
		}
		if k, err := key.Parse(name); err == nil && len(k.Sub) == 0 && k.Root == name { // else no lookup comes to it
			of.keys = append(of.keys, documentKey{name, k.Module(), hashText(0, name), e.Key, e.Value, asks})
		}
	}
	return of
}

// add adds what is asked for to all. It is false where that is nothing.
func (a *asks) add(all *asks) bool {
	for _, k := range a.variables {
		all.variables = appendVariable(all.variables, k)
	}
	for _, name := range a.references {
		all.references = appendNew(all.references, name)
	}
	return len(a.variables)+len(a.references) > 0
}

// root is the key of that name, which need not be defined anywhere.
func (x *index) root(name string) *root {
	r := x.roots[name]
	if r == nil {
		r = &root{name: name, hash: hashText(0, name)}
		if k, err := key.Parse(name); err == nil {
			r.module = k.Module()
		}
		x.roots[name] = r
	}
	return r
}

func (x *index) addOptions(f *project.File, matches []*project.Match, o *documentOptions) {
	for _, k := range o.asks.variables {
		x.optionVariables = appendVariable(x.optionVariables, k)
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

// ask notes what the tokens in a value ask for. What Puppet puts in for a token is interpolated
// again, but what it puts in for a key is what the key's own values ask for.
func (a *asks) ask(v *data.Value) {
	for text := range v.Strings() {
		t := interpolate.Parse(text.Text())
		if t == nil {
			continue
		}
		for i := range t.Tokens {
			switch token := &t.Tokens[i]; {
			case token.Kind == interpolate.Variable, token.Kind == interpolate.Call && token.Method == interpolate.Scope:
				a.variables = appendVariable(a.variables, token.Key)
			case token.Kind == interpolate.Call && token.Method.TakesKey():
				if k, err := key.Parse(token.Argument); err == nil {
					a.references = appendNew(a.references, k.Root)
				}
			}
		}
	}
}

func appendVariable(list []key.Key, k key.Key) []key.Key {
	if slices.ContainsFunc(list, func(other key.Key) bool { return other.Text == k.Text }) {
		return list
	}
	return append(list, k)
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// complete works out all that is asked for later, so that an index can be shared.
func (x *index) complete() {
	var names []string
	for name := range x.roots {
		names = append(names, name)
	}
	for _, name := range names {
		for _, reference := range x.roots[name].references {
			x.root(reference)
		}
	}
	for _, r := range x.roots {
		x.finish(r)
		for _, k := range r.variables {
			x.variables = appendVariable(x.variables, k)
		}
		if len(r.definitions) > 0 {
			x.defined = append(x.defined, r.name)
		}
	}
	slices.Sort(x.defined)
	x.names = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(x.defined) })
	for _, k := range x.optionVariables {
		x.variables = appendVariable(x.variables, k)
	}
}

// finish works out what an evaluation of a key may ask for, and whether it may be merged.
func (x *index) finish(r *root) {
	c := &closure{variables: slices.Clone(x.optionVariables)}
	seen := map[*root]bool{r: true}
	queue := []*root{r}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		c.roots = append(c.roots, next)
		if x.modules[next.module] {
			c.modules = appendNew(c.modules, next.module)
		}
		for _, k := range next.variables {
			c.variables = appendVariable(c.variables, k)
		}
		for _, name := range next.references {
			if to := x.roots[name]; !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	r.closure = c
	merged := slices.ContainsFunc(x.merges, func(o *lookupoptions.Options) bool { return mayMerge(o, r.name) })
	r.merged = &merged
}

// mayMerge reports whether options ask for the values of the key from more than one place.
func mayMerge(o *lookupoptions.Options, name string) bool {
	entry, ok, err := o.For(name)
	return err != nil || ok && (entry.Err != nil || entry.Strategy != nil && !entry.Strategy.First())
}

// reads reports whether a key is looked for in a layer.
func (r *root) isIn(layer config.Layer, module string) bool {
	return layer != config.Module || r.module != "" && r.module == module
}
