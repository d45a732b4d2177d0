// Package releases knows the classes and parameters of many released modules without having the modules. Its files in modules are made from
// clones of the modules' repositories by internal/cmd/releases.
package releases

import (
	"cmp"
	"embed"
	"fmt"
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
}

// AnyKey stands for the keys that a module computes to look them up.
const AnyKey = "*"

// entry is a class, defined type, parameter, or looked-up key, and the releases that have it.
type entry struct {
	in         []span
	parameters map[string]*entry // of a class
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
		text, err := files.ReadFile("modules/" + file + ".txt")
		if err != nil {
			return nil
		}
		m, err := parse(string(text))
		if err != nil {
			panic(fmt.Sprintf("modules/%s.txt: %v", file, err)) // a test reads them all
		}
		m.Author, m.Name = strings.ToLower(author), name
		return m
	})
}

// In returns the modules whose releases come from a repository.
func In(repository string) []*Module {
	return lists.Map(repositories()[address(repository)], func(file string) *Module {
		author, name, _ := strings.Cut(file, "-")
		return Of(author, name)
	})
}

// repositories are the names of modules by the addresses of their repositories.
var repositories = sync.OnceValue(func() map[string][]string {
	byAddress := map[string][]string{}
	entries, _ := files.ReadDir("modules")
	for _, e := range entries {
		text, _ := files.ReadFile("modules/" + e.Name())
		first, _, _ := strings.Cut(string(text), "\n")
		at := address(strings.TrimPrefix(first, "repository "))
		byAddress[at] = append(byAddress[at], strings.TrimSuffix(e.Name(), ".txt"))
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
	return m.classes[class] != nil && m.classes[class].parameters[name] != nil
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
	return r.HasClass(class) && r.classes[class].parameters[name].has(r.index)
}

// Classes returns the names of the classes of the release.
func (r Release) Classes() []string { return r.names(r.classes) }

// Parameters returns the names of the parameters of a class.
func (r Release) Parameters(class string) []string {
	if !r.HasClass(class) {
		return nil
	}
	return r.names(r.classes[class].parameters)
}

func (r Release) names(of map[string]*entry) []string {
	return lists.Filter(slices.Sorted(maps.Keys(of)), func(name string) bool { return of[name].has(r.index) })
}

// MayRead reports whether something in the release reads the key of a parameter: the class, or code that looks the key up or may compute
// it. A newer release may read any key except those of removed parameters.
func (r Release) MayRead(class, name string) bool {
	return r.IsLatest && !r.EverHad(class, name) || r.HasParameter(class, name) || r.lookups[class+"::"+name].has(r.index) || r.lookups[AnyKey].has(r.index)
}

// AroundClass returns the release that removed a class before this one, and the release after it that added it; "" for none.
func (r Release) AroundClass(name string) (removed, added string) { return r.around(r.classes[name]) }

// AroundParameter is AroundClass for a parameter of a class.
func (r Release) AroundParameter(class, name string) (removed, added string) {
	if r.classes[class] == nil {
		return "", ""
	}
	return r.around(r.classes[class].parameters[name])
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
	// Classes are the names of parameters by class.
	Classes map[string][]string
	// Types are defined types, and Lookups the keys that code looks up.
	Types, Lookups []string
}

// Add adds a release.
func (b *Builder) Add(c Contents) { b.releases = append(b.releases, c) }

// Text returns the text of the file. Each line is an entry with the releases that have it, unless all do: the first and last
// ones, with two dots between them and without those that are the first or last of all. Parameters follow their class.
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
	classes := b.names(func(c Contents) []string { return slices.Collect(maps.Keys(c.Classes)) })
	for _, class := range classes {
		b.write(&text, "class", class, func(c Contents) bool { return c.Classes[class] != nil })
		for _, name := range b.names(func(c Contents) []string { return c.Classes[class] }) {
			b.write(&text, "param", name, func(c Contents) bool { return slices.Contains(c.Classes[class], name) })
		}
	}
	for _, name := range b.names(func(c Contents) []string { return c.Types }) {
		b.write(&text, "type", name, func(c Contents) bool { return slices.Contains(c.Types, name) })
	}
	for _, name := range b.names(func(c Contents) []string { return c.Lookups }) {
		b.write(&text, "lookup", name, func(c Contents) bool { return slices.Contains(c.Lookups, name) })
	}
	return text.String()
}

func (b *Builder) names(of func(Contents) []string) []string {
	return lists.Distinct(lists.FlatMap(b.releases, of))
}

func (b *Builder) write(text *strings.Builder, kind, name string, has func(Contents) bool) {
	text.WriteString(kind + " " + name)
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
	text.WriteString("\n")
}

// parse reads a text of a Builder.
func parse(text string) (*Module, error) {
	m := &Module{classes: map[string]*entry{}, types: map[string]*entry{}, lookups: map[string]*entry{}}
	index := map[string]int{}
	var class *entry
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 {
			return nil, fmt.Errorf("line %q has no name", line)
		}
		kind, name := words[0], words[1]
		switch kind {
		case "repository":
			continue
		case "releases":
			m.Versions = words[1:]
			for i, v := range m.Versions {
				index[v] = i
			}
			continue
		}
		e := &entry{}
		for _, text := range words[2:] {
			from, to, isSpan := strings.Cut(text, "..")
			s := span{0, len(m.Versions) - 1}
			if from != "" {
				s.first = index[from]
			}
			if to != "" {
				s.last = index[to]
			}
			if !isSpan || m.Versions[s.first] != cmp.Or(from, m.Versions[0]) || s.last < s.first {
				return nil, fmt.Errorf("%q are no releases", text)
			}
			e.in = append(e.in, s)
		}
		if len(words) == 2 {
			e.in = []span{{0, len(m.Versions) - 1}}
		}
		switch kind {
		case "class":
			e.parameters = map[string]*entry{}
			class, m.classes[name] = e, e
		case "param":
			class.parameters[name] = e
		case "type":
			m.types[name] = e
		case "lookup":
			m.lookups[name] = e
		default:
			return nil, fmt.Errorf("unknown kind %q", kind)
		}
	}
	return m, nil
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
