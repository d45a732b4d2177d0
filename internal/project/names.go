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
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nearest"
)

// names holds the names of keys that occur in data files.
type names struct {
	// referred are the keys that values reference.
	referred map[string]bool
	// meant are the keys that values were meant to reference with an invalid token.
	meant map[string]bool
	// texts are the values that look like qualified names.
	texts map[string]bool
	// namespaces are the parts of keys before the first ::.
	namespaces map[string]bool
}

// fileNames holds the names that occur in one data file. It is computed when it is needed, and
// immutable.
type fileNames struct {
	names func() *names
	// words are the strings that may be the name of a namespace.
	words func() map[string]bool
}

func namesOf(doc *data.Document) *fileNames {
	return &fileNames{
		names: sync.OnceValue(func() *names {
			found := &names{}
			found.read(doc)
			return found
		}),
		words: sync.OnceValue(func() map[string]bool {
			words := map[string]bool{}
			if root := doc.Root; root != nil && root.Kind == data.Mapping {
				addWords(words, root)
			}
			return words
		}),
	}
}

// hasSameNames reports whether the names in two data files are the same, as far as the project depends
// on them.
func (p *Project) hasSameNames(before, after *File) bool {
	a, b := before.names.names(), after.names.names()
	if !maps.Equal(a.referred, b.referred) || !maps.Equal(a.meant, b.meant) || !maps.Equal(a.texts, b.texts) || !maps.Equal(a.namespaces, b.namespaces) {
		return false
	}
	p.indexNames()
	words := map[string]bool{}
	addOther(words, before.names.words(), after.names.words())
	for word := range words {
		if p.names.namespaces[word] {
			return false
		}
	}
	return true
}

// projectNames holds the names that occur in the data files of a project. It is computed when it is
// needed.
type projectNames struct {
	once sync.Once
	names
	plainOnce sync.Once
	// plain are the values that are the name of a namespace.
	plain map[string]bool
}

// Refers reports whether a value in a data file references the key with lookup, hiera, or alias.
func (p *Project) Refers(key string) bool {
	p.indexNames()
	return p.names.referred[key]
}

// Misrefers reports whether a value in a data file was clearly meant to reference the key: its
// token is invalid, or references an undefined key with a similar name.
func (p *Project) Misrefers(key string) bool {
	p.indexNames()
	if p.names.meant[key] || len(key) < 4 { // nearly all short names are similar
		return p.names.meant[key]
	}
	return p.undefinedNames().HasNear(key, func(name string) bool { return name == key })
}

// undefinedNames returns the names of undefined keys that values reference.
func (p *Project) undefinedNames() *nearest.Names {
	p.undefinedOnce.Do(func() {
		var undefined []string
		for name := range p.names.referred {
			if !p.HasKey(name) {
				undefined = append(undefined, name)
			}
		}
		slices.Sort(undefined)
		p.undefined = nearest.NewNames(undefined)
	})
	return p.undefined
}

// Mentions reports whether a value in a data file is this qualified name, which code may then look
// up.
func (p *Project) Mentions(name string) bool {
	p.indexNames()
	return p.names.texts[name]
}

// Mentioned returns the names in the namespace of a module that are values in data files, sorted.
func (p *Project) Mentioned(module string) []string {
	p.indexNames()
	var names []string
	for text := range p.names.texts {
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
				if p.names.namespaces[word] {
					p.names.plain[word] = true
				}
			}
		}
	})
	return p.names.plain[module]
}

// addWords adds the strings below n without ::, including keys of nested hashes.
func addWords(words map[string]bool, n *data.Node) {
	for _, child := range n.Children {
		addWords(words, child)
	}
	if n.Kind == data.Scalar && n.Value.Is(data.String) {
		if text := strings.TrimPrefix(n.Value.Text(), "::"); !strings.Contains(text, "::") {
			words[text] = true
		}
	}
}

// HasNamespace reports whether there is a module with this name or a key in its namespace.
func (p *Project) HasNamespace(module string) bool {
	p.indexNames()
	return p.names.namespaces[module] || p.isModule(module)
}

func (p *Project) indexNames() {
	p.names.once.Do(func() {
		all := names{referred: map[string]bool{}, meant: map[string]bool{}, texts: map[string]bool{}, namespaces: map[string]bool{}}
		for _, f := range p.Files {
			of := f.names.names()
			maps.Copy(all.referred, of.referred)
			maps.Copy(all.meant, of.meant)
			maps.Copy(all.texts, of.texts)
			maps.Copy(all.namespaces, of.namespaces)
		}
		p.names.names = all
	})
}

// read collects the names in a data file.
func (names *names) read(doc *data.Document) {
	names.referred, names.meant, names.texts, names.namespaces = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	if doc.Root == nil || doc.Root.Kind != data.Mapping {
		return
	}
	for i, n := range doc.Root.Children {
		if i%2 == 1 {
			key := doc.Root.Children[i-1]
			// The names in lookup_options are those of keys, but code does not get them from there.
			names.refer(n, !key.Value.Is(data.String) || key.Value.Text() != lookupoptions.Key)
		} else if n.Value.Is(data.String) {
			names.add(n.Value.Text())
		}
	}
}

// add adds the namespace of a key, unless the key looks like a mistake.
func (names *names) add(key string) {
	if module, rest, ok := strings.Cut(key, "::"); ok && module != "" && !strings.Contains(strings.ReplaceAll(rest, "::", ""), ":") {
		names.namespaces[module] = true
	}
}

// refer collects the references in the strings below n and, if mentions is set, the names among the
// values. Keys of entries do not count, because people who think that keys can be nested write them
// like that.
func (names *names) refer(n *data.Node, mentions bool) {
	for i, child := range n.Children {
		names.refer(child, mentions && (n.Kind != data.Mapping || i%2 == 1))
	}
	if n.Kind != data.Scalar || !n.Value.Is(data.String) {
		return
	}
	if text := n.Value.Text(); mentions && strings.Contains(text, "::") && !strings.ContainsAny(text, " \n") {
		names.texts[text] = true
	}
	names.referIn(interpolate.Parse(n.Value.Text()), names.referred)
}

// referIn adds the references in a string to found, and those that were clearly meant by invalid
// tokens to names.meant.
func (names *names) referIn(template *interpolate.Template, found map[string]bool) {
	for token := range template.All() {
		switch {
		case token.Method.TakesKey() && token.KeyErr == nil:
			found[token.Key.Root] = true
		case token.Kind == interpolate.UnknownMethod:
			if k, err := key.Parse(token.Argument); err == nil {
				names.meant[k.Root] = true
			}
		default:
			if _, instead := mistake.Find(template, token); instead != "" {
				names.referIn(interpolate.Parse(instead), names.meant)
			}
		}
	}
}
