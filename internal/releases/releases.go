// Package releases knows the classes, parameters, and types of many released modules without having the modules. Its files in modules are made
// from clones of the modules' repositories by internal/cmd/releases.
package releases

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

//go:embed modules
var files embed.FS

// Module has the releases of a module.
type Module struct {
	// Author and Name are the parts of its name.
	Author, Name string
	// Versions are the known releases, oldest first.
	Versions []string

	classes, types map[string]*entry
	lookups        map[string]*entry // by key, or AnyKey
	aliases        map[string]*entry // by name in lower case
}

// AnyKey stands for the keys that a module computes to look them up.
const AnyKey = "*"

// entry is a class, defined type, parameter, alias, or looked-up key, and the releases that have it.
type entry struct {
	in         []span
	parameters func() map[string]*entry // of a class or defined type
	is         []*entry                 // the types of a parameter or alias
	text       string                   // of a type
}

// span is a series of releases, from the first to the last.
type span struct{ first, last int }

// has reports whether a release is among those of an entry, which may be nil.
func (e *entry) has(release int) bool {
	return e != nil && slices.ContainsFunc(e.in, func(s span) bool { return s.first <= release && release <= s.last })
}

var known memo.Map[string, *Module]

// Of returns a module with an author; nil if it is not known.
func Of(author, name string) *Module {
	file := strings.ToLower(author + "-" + name)
	return known.Of(file, func() *Module {
		text, err := read(file, -1)
		if err != nil {
			return nil
		}
		m, err := parse(text)
		if err != nil {
			panic(fmt.Sprintf("modules/%s.txt: %v", file, err)) // a test reads them all
		}
		m.Author, m.Name = strings.ToLower(author), name
		return m
	})
}

// read reads a file, up to a number of bytes; -1 for all. The largest one has 350 KB.
func read(file string, most int64) (string, error) {
	f, err := files.Open("modules/" + file + ".txt")
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if most < 0 {
		info, err := f.Stat()
		if err != nil {
			return "", err
		}
		most = info.Size()
	}
	var text strings.Builder
	text.Grow(int(most))
	_, err = io.CopyN(&text, f, most)
	return text.String(), err
}

// In returns the modules whose releases come from a repository.
func In(repository string) []*Module {
	return lists.Map(repositories()[address(repository)], func(file string) *Module {
		author, name, _ := strings.Cut(file, "-")
		return Of(author, name)
	})
}

// Named returns the modules with a name, of all authors.
func Named(name string) []*Module {
	return lists.Map(authors()[name], func(author string) *Module { return Of(author, name) })
}

// authors are those of the modules with a name.
var authors = sync.OnceValue(func() map[string][]string {
	byName := map[string][]string{}
	entries, _ := files.ReadDir("modules")
	for _, e := range entries {
		author, name, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".txt"), "-")
		byName[name] = append(byName[name], author)
	}
	return byName
})

// longestFirst is the maximum length of the first line of a file, which has the address.
const longestFirst = 200

// repositories are the names of modules by the addresses of their repositories.
var repositories = sync.OnceValue(func() map[string][]string {
	byAddress := map[string][]string{}
	entries, _ := files.ReadDir("modules")
	for _, e := range entries {
		file := strings.TrimSuffix(e.Name(), ".txt")
		text, _ := read(file, longestFirst) // the shortest files end before
		first, _, _ := strings.Cut(text, "\n")
		at := address(strings.TrimPrefix(first, "repository "))
		byAddress[at] = append(byAddress[at], file)
	}
	return byAddress
})

// address returns the host and path of the URL of a repository.
func address(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	if _, rest, ok := strings.Cut(url, "@"); ok {
		url = strings.Replace(rest, ":", "/", 1)
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(url), "/"), ".git")
}

// EverHad reports whether a class of any known release has a parameter.
func (m *Module) EverHad(class, name string) bool {
	return m.classes[class] != nil && m.classes[class].parameters()[name] != nil
}

// EveryParameter returns the parameters that a class has in any known release.
func (m *Module) EveryParameter(class string) []string {
	if m.classes[class] == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(m.classes[class].parameters()))
}

// Release is a release of a module.
type Release struct {
	*Module
	Version string
	// IsLatest reports that it may also be a newer one, which is not known.
	IsLatest bool

	index int
}

// Release returns the release with a version, or the name of its tag, or the `latest`; ok is false if it is not known.
func (m *Module) Release(version string) (r Release, ok bool) {
	if version == "latest" {
		last := len(m.Versions) - 1
		return Release{m, m.Versions[last], true, last}, true
	}
	version = strings.TrimPrefix(version, "v")
	i := slices.Index(m.Versions, version)
	return Release{m, version, false, i}, i >= 0
}

// String returns the name of the module and the version.
func (r Release) String() string { return r.Author + "/" + r.Name + " " + r.Version }

// HasClass reports whether the release has a class.
func (r Release) HasClass(name string) bool { return r.classes[name].has(r.index) }

// MayHaveClass reports whether the release, or a newer one that it may be, has a class.
func (r Release) MayHaveClass(name string) bool {
	return r.HasClass(name) || r.IsLatest && r.classes[name] == nil && !r.HasType(name)
}

// HasType reports whether the release has a defined type.
func (r Release) HasType(name string) bool { return r.types[name].has(r.index) }

// HasParameter reports whether a class of the release has a parameter.
func (r Release) HasParameter(class, name string) bool {
	return r.HasClass(class) && r.classes[class].parameters()[name].has(r.index)
}

// Classes returns the names of the classes of the release.
func (r Release) Classes() []string { return r.names(r.classes) }

// Parameters returns the names of the parameters of a class.
func (r Release) Parameters(class string) []string {
	if !r.HasClass(class) {
		return nil
	}
	return r.names(r.classes[class].parameters())
}

func (r Release) names(of map[string]*entry) []string {
	return lists.Filter(slices.Sorted(maps.Keys(of)), func(name string) bool { return of[name].has(r.index) })
}

// MayRead reports whether something in the release reads the key of a parameter: the class, or code that looks the key up or may compute
// it. A newer release may read any key except those of removed parameters.
func (r Release) MayRead(class, name string) bool {
	return r.IsLatest && !r.EverHad(class, name) || r.HasParameter(class, name) || r.lookups[class+"::"+name].has(r.index) || r.lookups[AnyKey].has(r.index)
}

// Parameter is a parameter of a class or defined type.
type Parameter struct {
	Name string
	// Type is its data type, as written; "" if it is unknown. That of a parameter of a class is also unknown if data of the module may merge
	// or convert its values, or if code of the module sets it.
	Type string
}

// ParametersOfClass returns the parameters of a class, sorted by name; nil if the release has no such class.
func (r Release) ParametersOfClass(name string) []Parameter { return r.parametersOf(r.classes[name]) }

// ParametersOfType returns the parameters of a defined type, sorted by name; nil if the release has no such type.
func (r Release) ParametersOfType(name string) []Parameter { return r.parametersOf(r.types[name]) }

func (r Release) parametersOf(e *entry) []Parameter {
	if !e.has(r.index) {
		return nil
	}
	return append([]Parameter{}, lists.Map(r.names(e.parameters()), func(name string) Parameter {
		return Parameter{name, r.typeOf(e.parameters()[name])}
	})...)
}

// AliasType returns the type that an alias stands for, as written; "" if it is unknown.
func (r Release) AliasType(name string) string {
	if e := r.aliases[strings.ToLower(name)]; e != nil {
		return r.typeOf(e)
	}
	return ""
}

func (r Release) typeOf(e *entry) string {
	for _, of := range e.is {
		if of.has(r.index) {
			return of.text
		}
	}
	return ""
}

// AroundClass returns the release that removed a class before this one, and the release after it that added it; "" for none.
func (r Release) AroundClass(name string) (removed, added string) { return r.around(r.classes[name]) }

// AroundParameter is AroundClass for a parameter of a class.
func (r Release) AroundParameter(class, name string) (removed, added string) {
	if r.classes[class] == nil {
		return "", ""
	}
	return r.around(r.classes[class].parameters()[name])
}

func (r Release) around(e *entry) (removed, added string) {
	if e == nil {
		return "", ""
	}
	for _, s := range e.in {
		if s.last < r.index {
			removed = r.Versions[s.last+1]
		}
		if s.first > r.index && added == "" {
			added = r.Versions[s.first]
		}
	}
	return removed, added
}

// Builder collects the releases of a module, and writes the text that Of reads.
type Builder struct{ releases []Contents }

// Contents are what a release has.
type Contents struct {
	Version string
	// Repository is the address of the repository with its tag.
	Repository string
	// Classes and Types are the data types of the parameters of classes and defined types, by name; "" if a type is unknown.
	Classes, Types map[string]map[string]string
	// Aliases are the types that aliases stand for, by name.
	Aliases map[string]string
	// Lookups are the keys that code looks up.
	Lookups []string
}

// Add adds a release.
func (b *Builder) Add(c Contents) { b.releases = append(b.releases, c) }

// Text returns the text of the file. Each line is an entry: its kind, the releases that have it, and its name. The releases are given as the first
// and last ones, with two dots between them and without those that are the first or last of all; there are none if all releases have it.
// Parameters follow their class or defined type, and types their parameter or alias.
func (b *Builder) Text() string {
	slices.SortFunc(b.releases, func(x, y Contents) int {
		return cmp.Or(compare(x.Version, y.Version), cmp.Compare(x.Repository, y.Repository))
	})
	b.releases = slices.CompactFunc(b.releases, func(x, y Contents) bool { return x.Version == y.Version })
	var text strings.Builder
	fmt.Fprintf(&text, "repository %s\nreleases", b.releases[len(b.releases)-1].Repository)
	for _, c := range b.releases {
		text.WriteString(" " + c.Version)
	}
	text.WriteString("\n")
	b.writeDefinitions(&text, "class", func(c Contents) map[string]map[string]string { return c.Classes })
	b.writeDefinitions(&text, "type", func(c Contents) map[string]map[string]string { return c.Types })
	b.writeTyped(&text, "alias", func(c Contents) map[string]string { return c.Aliases })
	for _, name := range b.names(func(c Contents) []string { return c.Lookups }) {
		b.write(&text, "lookup", name, func(c Contents) bool { return slices.Contains(c.Lookups, name) })
	}
	return text.String()
}

func (b *Builder) names(of func(Contents) []string) []string {
	return lists.Distinct(lists.FlatMap(b.releases, of))
}

// writeDefinitions writes classes, or defined types, with their parameters.
func (b *Builder) writeDefinitions(text *strings.Builder, kind string, of func(Contents) map[string]map[string]string) {
	for _, name := range b.names(func(c Contents) []string { return slices.Collect(maps.Keys(of(c))) }) {
		b.write(text, kind, name, func(c Contents) bool { return of(c)[name] != nil })
		b.writeTyped(text, "param", func(c Contents) map[string]string { return of(c)[name] })
	}
}

// writeTyped writes the parameters of a class or defined type, or the aliases, with their types.
func (b *Builder) writeTyped(text *strings.Builder, kind string, of func(Contents) map[string]string) {
	for _, name := range b.names(func(c Contents) []string { return slices.Collect(maps.Keys(of(c))) }) {
		b.write(text, kind, name, func(c Contents) bool { _, ok := of(c)[name]; return ok })
		for _, typ := range b.names(func(c Contents) []string { return []string{of(c)[name]} }) {
			if typ != "" && typ != "Any" {
				b.write(text, "is", typ, func(c Contents) bool { return of(c)[name] == typ })
			}
		}
	}
}

// write writes the line of an entry.
func (b *Builder) write(text *strings.Builder, kind, name string, has func(Contents) bool) {
	text.WriteString(kind)
	last := len(b.releases) - 1
	for i := 0; i <= last; i++ {
		if !has(b.releases[i]) {
			continue
		}
		first := i
		for i < last && has(b.releases[i+1]) {
			i++
		}
		if first == 0 && i == last {
			break
		}
		from, to := b.releases[first].Version, b.releases[i].Version
		if first == 0 {
			from = ""
		}
		if i == last {
			to = ""
		}
		text.WriteString(" " + from + ".." + to)
	}
	text.WriteString(" " + name + "\n")
}

// parse reads a text of a Builder. Parameters are parsed when they are needed: most classes are not.
func parse(text string) (*Module, error) {
	m := &Module{classes: map[string]*entry{}, types: map[string]*entry{}, lookups: map[string]*entry{}, aliases: map[string]*entry{}}
	var alias *entry
	for text != "" {
		line, after, _ := strings.Cut(text, "\n")
		kind, rest, ok := strings.Cut(line, " ")
		switch {
		case !ok:
			return nil, fmt.Errorf("line %q has no name", line)
		case kind == "releases":
			m.Versions = strings.Fields(rest)
		case kind != "repository":
			e, name, err := m.entry(rest)
			if err != nil {
				return nil, err
			}
			switch kind {
			case "class":
				m.classes[name] = e
				after = m.addParameters(e, after)
			case "type":
				m.types[name] = e
				after = m.addParameters(e, after)
			case "alias":
				alias, m.aliases[strings.ToLower(name)] = e, e
			case "is":
				e.text = name
				alias.is = append(alias.is, e)
			case "lookup":
				m.lookups[name] = e
			default:
				return nil, fmt.Errorf("unknown kind %q", kind)
			}
		}
		text = after
	}
	return m, nil
}

// entry reads the releases and the name in a line.
func (m *Module) entry(line string) (e *entry, name string, err error) {
	e = &entry{}
	for {
		word, rest, ok := strings.Cut(line, " ")
		from, to, isSpan := strings.Cut(word, "..")
		if !ok || !isSpan {
			break
		}
		s := span{0, len(m.Versions) - 1}
		if from != "" {
			s.first = slices.Index(m.Versions, from)
		}
		if to != "" {
			s.last = slices.Index(m.Versions, to)
		}
		if s.first < 0 || s.last < s.first {
			return nil, "", fmt.Errorf("%q are no releases", word)
		}
		e.in = append(e.in, s)
		line = rest
	}
	if e.in == nil {
		e.in = []span{{0, len(m.Versions) - 1}}
	}
	return e, line, nil
}

// addParameters adds the parameters in the first lines of a text to a definition, and returns the rest of the text.
func (m *Module) addParameters(definition *entry, text string) (rest string) {
	end := 0
	for strings.HasPrefix(text[end:], "param ") || strings.HasPrefix(text[end:], "is ") {
		end += strings.IndexByte(text[end:], '\n') + 1
	}
	definition.parameters = sync.OnceValue(func() map[string]*entry {
		all := map[string]*entry{}
		var parameter *entry
		for line := range strings.Lines(text[:end]) {
			kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			e, name, err := m.entry(rest)
			if err != nil {
				panic(line + err.Error()) // a test reads them all
			}
			if kind == "is" {
				e.text = name
				parameter.is = append(parameter.is, e)
			} else {
				parameter, all[name] = e, e
			}
		}
		return all
	})
	return text[end:]
}

// compare compares two versions of releases.
func compare(a, b string) int {
	return slices.Compare(numbers(a), numbers(b))
}

func numbers(version string) []int {
	return lists.Map(strings.Split(version, "."), func(part string) int {
		n, _ := strconv.Atoi(part)
		return n
	})
}
