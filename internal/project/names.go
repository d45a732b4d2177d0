package project

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nearest"
)

// nameSets holds the names of keys that occur in data files.
type nameSets [setCount]map[string]bool

const (
	referred   = iota // the keys that values reference
	meant             // the keys that values were meant to reference with an invalid token
	qualified         // the values that look like qualified names
	namespaces        // the parts of keys before the first ::
	unparsed          // what may be a key in a file that Puppet cannot read
	setCount
)

func newNameSets() *nameSets {
	var sets nameSets
	for i := range sets {
		sets[i] = map[string]bool{}
	}
	return &sets
}

// fileNames holds the names that occur in one data file. They are determined when they are needed.
type fileNames struct {
	sets func() *nameSets
	// words are the strings that may be the name of a namespace.
	words func() map[string]bool
	// derived is what rules derive from the file.
	derived memo.Map[any, any]
}

// Derive returns what compute derives from the content of a file alone. It is computed once for each key, even if
// other files are edited. Each caller has keys of its own, so that it knows the type of the result.
func Derive[V any](f *File, key any, compute func() V) V {
	return f.names.derived.Of(key, func() any { return compute() }).(V)
}

func namesOf(doc *data.Document) *fileNames {
	return &fileNames{
		sets: sync.OnceValue(func() *nameSets { return readNames(doc) }),
		words: sync.OnceValue(func() map[string]bool {
			words := map[string]bool{}
			for _, value := range doc.Root.Entries() {
				addWords(words, value)
			}
			return words
		}),
	}
}

// hasSameNames reports whether the names in two data files are the same, as far as the project depends
// on them.
func (p *Project) hasSameNames(before, after *File) bool {
	if !slices.EqualFunc(before.names.sets()[:], after.names.sets()[:], maps.Equal[map[string]bool, map[string]bool]) {
		return false
	}
	p.indexNames()
	words := map[string]bool{}
	addDifferent(words, before.names.words(), after.names.words())
	return !lists.Any(maps.Keys(words), func(word string) bool { return p.names.sets[namespaces][word] })
}

// projectNames holds the names that occur in the data files of a project. It is computed when it is
// needed.
type projectNames struct {
	once      sync.Once
	sets      *nameSets
	plainOnce sync.Once
	// plain are the values that are the name of a namespace.
	plain map[string]bool
}

// Refers reports whether a value in a data file references the key with lookup, hiera, or alias.
func (p *Project) Refers(key string) bool {
	p.indexNames()
	return p.names.sets[referred][key]
}

// Misrefers reports whether a value in a data file was clearly meant to reference the key: its
// token is invalid, or references an undefined key with a similar name.
func (p *Project) Misrefers(key string) bool {
	p.indexNames()
	if isMeant := p.names.sets[meant][key]; isMeant || len(key) < 4 { // nearly all short names are similar
		return isMeant
	}
	_, ok := p.undefinedNames().Nearest(key, func(name string) bool { return name == key })
	return ok
}

// undefinedNames returns the names of undefined keys that values reference.
func (p *Project) undefinedNames() *nearest.Names {
	p.undefinedOnce.Do(func() {
		var undefined []string
		for name := range p.names.sets[referred] {
			if !p.HasKey(name) {
				undefined = append(undefined, name)
			}
		}
		slices.Sort(undefined)
		p.undefined = nearest.NewNames(undefined)
	})
	return p.undefined
}

// MayDefine reports whether a data file that Puppet cannot read seems to define the root key.
func (p *Project) MayDefine(key string) bool {
	p.indexNames()
	return p.names.sets[unparsed][key]
}

// MayDefineOthers reports whether there are data files that Puppet cannot read, so that more keys may be defined.
func (p *Project) MayDefineOthers() bool {
	p.indexNames()
	return len(p.names.sets[unparsed]) > 0
}

// Mentions reports whether a value in a data file is this qualified name, which code may then look
// up.
func (p *Project) Mentions(name string) bool {
	p.indexNames()
	return p.names.sets[qualified][name]
}

// Mentioned returns the names in the namespace of a module that are values in data files, sorted.
func (p *Project) Mentioned(module string) []string {
	p.indexNames()
	var names []string
	for text := range p.names.sets[qualified] {
		if name := strings.TrimPrefix(text, "::"); strings.HasPrefix(name, module+"::") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Names reports whether a value in a data file is the name of a module with keys in its namespace,
// perhaps a class to include.
func (p *Project) Names(module string) bool {
	p.indexNames()
	p.names.plainOnce.Do(func() {
		p.names.plain = map[string]bool{}
		for _, f := range p.Files {
			for word := range f.names.words() {
				if p.names.sets[namespaces][word] {
					p.names.plain[word] = true
				}
			}
		}
	})
	return p.names.plain[module]
}

// addWords adds the strings below n without ::, including keys of nested hashes unless their value is a string or a number: that
// of a class would be its parameters, or whether to include it.
func addWords(words map[string]bool, n *data.Node) {
	for _, child := range n.Children {
		if !child.IsKey() || !isTextOrNumber(child.Counterpart().Value) {
			addWords(words, child)
		}
	}
	if n.Kind == data.Scalar && n.Value.Is(data.String) {
		if text := strings.TrimPrefix(n.Value.Text(), "::"); !strings.Contains(text, "::") {
			words[text] = true
		}
	}
}

func isTextOrNumber(v *data.Value) bool {
	return v.Is(data.String) || v.Is(data.Integer) || v.Is(data.Float)
}

// HasNamespace reports whether there is a module with this name or a key in its namespace.
func (p *Project) HasNamespace(module string) bool {
	p.indexNames()
	return p.names.sets[namespaces][module] || p.isModule(module)
}

func (p *Project) indexNames() {
	p.names.once.Do(func() {
		p.names.sets = newNameSets()
		for _, f := range p.Files {
			for i, names := range f.names.sets() {
				maps.Copy(p.names.sets[i], names)
			}
		}
	})
}

// readNames returns the names in a data file.
func readNames(doc *data.Document) *nameSets {
	sets := newNameSets()
	if doc.Err != nil || doc.Root != nil && doc.Root.Kind != data.Mapping && !doc.Root.Value.Is(data.Undef) {
		sets.guess(string(doc.File.Text))
	}
	if doc.Root == nil || doc.Root.Kind != data.Mapping {
		return sets
	}
	for i, n := range doc.Root.Children {
		if i%2 == 1 {
			key := doc.Root.Children[i-1]
			// The names in lookup_options are those of keys, but code does not get them from there.
			sets.refer(n, !key.Value.Is(data.String) || key.Value.Text() != lookupoptions.Key)
		} else if n.Value.Is(data.String) {
			sets.add(n.Value.Text())
		}
	}
	return sets
}

// guess collects the names in a file that Puppet cannot read: the first word of each line or entry may be a key, and any
// token may reference one.
func (sets *nameSets) guess(text string) {
	for entry := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n,{}", r) }) {
		word := strings.TrimLeft(entry, " \t'\"")
		if i := strings.IndexAny(word, " \t\r'\"[]=#"); i >= 0 {
			word = word[:i]
		}
		if word = strings.TrimRight(word, ":"); word != "" {
			sets[unparsed][strings.Clone(word)] = true
		}
	}
	sets.referIn(text, qualified)
}

// add adds the namespace of a key, unless the key looks like a mistake.
func (sets *nameSets) add(key string) {
	if module, rest, ok := strings.Cut(key, "::"); ok && module != "" && !strings.Contains(strings.ReplaceAll(rest, "::", ""), ":") {
		sets[namespaces][module] = true
	}
}

// refer collects the references in the strings below n and, if mentions is set, the names among the
// values. Keys of entries do not count, because people who think that keys can be nested write them
// like that.
func (sets *nameSets) refer(n *data.Node, mentions bool) {
	for i, child := range n.Children {
		sets.refer(child, mentions && (n.Kind != data.Mapping || i%2 == 1))
	}
	if n.Kind != data.Scalar || !n.Value.Is(data.String) {
		return
	}
	if text := n.Value.Text(); mentions && strings.Contains(text, "::") && !strings.ContainsAny(text, " \n") {
		sets[qualified][text] = true
	}
	sets.referIn(n.Value.Text(), referred)
}

// referIn adds the references in a string to a set, and those that were clearly meant by invalid
// tokens to meant.
func (sets *nameSets) referIn(text string, set int) {
	for token := range interpolate.Tokens(text) {
		switch {
		case token.Method.TakesKey() && token.KeyErr == nil:
			sets[set][token.Key.Root] = true
		case token.Kind == interpolate.UnknownMethod:
			if k, err := key.Parse(token.Argument); err == nil {
				sets[meant][k.Root] = true
			}
		default:
			if _, instead := mistake.Find(text, &token); instead != "" {
				sets.referIn(instead, meant)
			}
		}
	}
}
