// Package usage finds out who reads a key: parameters of classes, lookups in code, references in data, Hiera
// itself. It also knows what code it could not see, so that "nothing reads it" is said only where all that
// could read it was read.
//
// It looks up nothing and judges nothing: what is reported is the business of package rules.
package usage

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

// Kind is how a key is read.
type Kind uint8

// The kinds. Up to Hiera they are certain, the others possible.
const (
	// Parameter: automatic parameter lookup asks for it.
	Parameter Kind = iota
	// Lookup: code looks it up by its name.
	Lookup
	// Reference: a value in data refers to it.
	Reference
	// Hiera reads it itself.
	Hiera

	// Computed: the key of a lookup is not wholly known, and may be this one.
	Computed
	// Mention: its name is a string in code or data, which code may look up.
	Mention
	// ElsewhereInTree: its name stands in a file that is neither Puppet code nor data.
	ElsewhereInTree
	// NotSeen: code that is not here, or that cannot be read, may read it.
	NotSeen
)

// KeyReader is something that reads a key.
type KeyReader struct {
	Kind Kind
	// Name is the class of a Parameter, the function of a lookup, the key whose value refers, and what was not
	// seen.
	Name string
	// File and Span are the place; File is nil where none is known.
	File *source.File
	Span source.Span
}

// Certain reports whether it reads the key for certain.
func (r KeyReader) Certain() bool { return r.Kind <= Hiera }

// Index knows the readers of the keys of one environment. It may be used by several goroutines.
type Index struct {
	*surroundings
	project *project.Project
	refs    *References
	wanted  func() map[string]*manifest.Use
	// wantedNames are the keys of wanted.
	wantedNames func() *nearest.Names

	absences       sync.Map // of names of modules to Absence
	namespacesOnce sync.Once
	namespaces     map[string]bool
	notSeenOnce    sync.Once
	notSeen        []Unseen
}

// surroundings is what does not depend on data: the code of an environment, and what else lies in its directory.
type surroundings struct {
	env  *project.Environment
	code *manifest.Index

	installed sync.Map // of names of modules to whether they came from elsewhere
	hasCode   func() bool
	holds     func() bool
	lists     func() bool
	included  func() []string // see modulesOfClasses
	empty     func() []string // see emptyModules
	modules   func() []string // see findModules

	nearModules sync.Map // see near
	scripts     scripts
}

// New makes the Index of an environment from what its code says. refs are those of the project.
func New(p *project.Project, env *project.Environment, code *manifest.Index, refs *References) *Index {
	s := &surroundings{env: env, code: code}
	s.hasCode = sync.OnceValue(func() bool {
		return s.hasMain() || slices.ContainsFunc(s.code.Classes, func(c *manifest.Definition) bool { return !s.isInstalled(c.Module) })
	})
	s.holds = sync.OnceValue(s.findWhetherHolds)
	s.lists = sync.OnceValue(s.findWhetherLists)
	s.included = sync.OnceValue(s.modulesOfClasses)
	s.empty = sync.OnceValue(s.emptyModules)
	s.modules = sync.OnceValue(s.findModules)
	return newIndex(p, s, refs)
}

// With is the Index for other data of the same environment.
func (x *Index) With(p *project.Project, refs *References) *Index {
	return newIndex(p, x.surroundings, refs)
}

func newIndex(p *project.Project, s *surroundings, refs *References) *Index {
	x := &Index{surroundings: s, project: p, refs: refs}
	x.wanted = sync.OnceValue(x.findWanted)
	x.wantedNames = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(slices.Sorted(maps.Keys(x.wanted()))) })
	return x
}

// HasCode reports whether any code of the people who look at the project was read: without any, nothing can be
// said of what reads a key.
func (s *surroundings) HasCode() bool { return s.hasCode() }

// hasMain reports whether there is code in the manifests of the environment.
func (s *surroundings) hasMain() bool {
	return len(s.code.Site) > 0 || len(s.code.Nodes) > 0 ||
		slices.ContainsFunc(s.code.Uses, func(u *manifest.Use) bool { return u.In.Kind == manifest.Site && u.In.Module == "" })
}

// isInstalled reports whether a module came from elsewhere.
func (s *surroundings) isInstalled(module string) bool {
	if known, ok := s.installed.Load(module); ok {
		return known.(bool)
	}
	m := s.env.Module(module)
	installed := m != nil && s.env.Installed(m)
	s.installed.Store(module, installed)
	return installed
}

// Wanted are the lookups in code of keys without a namespace that no data has, by the keys.
func (x *Index) Wanted() map[string]*manifest.Use { return x.wanted() }

// NearestWanted is the key of Wanted that is nearest to a name.
func (x *Index) NearestWanted(name string) (key string, ok bool) {
	return x.wantedNames().Nearest(name, nil)
}

func (x *Index) findWanted() map[string]*manifest.Use {
	wanted := map[string]*manifest.Use{}
	for _, u := range x.code.Uses {
		if key, known := u.Key.Text(); known && wanted[key] == nil && !strings.Contains(key, "::") && !x.project.HasKey(key) {
			wanted[key] = u
		}
	}
	return wanted
}

// Readers are all that read a root key or may, the certain ones first.
func (x *Index) Readers(key string) []KeyReader {
	readers := x.known(key)
	if slices.ContainsFunc(readers, KeyReader.Certain) || !x.HasCode() {
		return readers
	}
	if name, ok := x.missingClass(key); ok {
		return append(readers, KeyReader{Kind: NotSeen, Name: "module `" + name + "`"})
	}
	for _, u := range x.code.Unreadable {
		if !u.IsText() || bytes.Contains(u.File.Text, []byte(key)) {
			readers = append(readers, KeyReader{Kind: NotSeen, Name: "a file that cannot be read", File: u.File, Span: u.Span})
		}
	}
	if !strings.Contains(key, "::") {
		if x.inScripts(key) {
			readers = append(readers, KeyReader{Kind: ElsewhereInTree})
		}
		for _, u := range x.Unseen() {
			if !u.Forge {
				readers = append(readers, KeyReader{Kind: NotSeen, Name: u.What})
			}
		}
	}
	return readers
}

// IsRead reports whether something reads a root key for certain.
func (x *Index) IsRead(key string) bool { return slices.ContainsFunc(x.known(key), KeyReader.Certain) }

// IsUnread reports whether there is code, and nothing reads a root key or may read it. It is faster than Readers: it stops
// at the first reader, and searches scripts last.
func (x *Index) IsUnread(key string) bool {
	if !x.HasCode() || len(x.known(key)) > 0 {
		return false
	}
	if !strings.Contains(key, "::") && slices.ContainsFunc(x.Unseen(), func(u Unseen) bool { return !u.Forge }) {
		return false
	}
	return len(x.Readers(key)) == 0
}

// known are the readers in what was read.
func (x *Index) known(key string) []KeyReader {
	var certain, possible []KeyReader
	if key == "lookup_options" {
		certain = append(certain, KeyReader{Kind: Hiera})
	}
	if class, parameter := x.code.Parameter(key); parameter != nil {
		certain = append(certain, KeyReader{Kind: Parameter, Name: class.Name, File: class.File, Span: parameter.NameSpan})
	}
	for _, u := range x.code.UsesOf(key) {
		r := KeyReader{Kind: Lookup, Name: u.Function, File: u.File, Span: u.Span}
		if _, exact := u.Key.Text(); exact {
			certain = append(certain, r)
			continue
		}
		if u.Key.IsAny() && x.isInstalled(u.In.Module) {
			continue // what a module from elsewhere computes is not the key of a site
		}
		r.Kind = Computed
		possible = append(possible, r)
	}
	for _, ref := range x.refs.To(key) {
		certain = append(certain, KeyReader{Kind: Reference, Name: ref.Key, File: ref.File, Span: ref.Span})
	}
	if len(certain) == 0 && (x.code.Mentions(key) || x.project.Mentions(key) && !x.code.Defines(key)) {
		possible = append(possible, KeyReader{Kind: Mention})
	}
	return append(certain, possible...)
}

// missingClass is the module that is not here and may have the class whose parameter the key is.
func (x *Index) missingClass(key string) (module string, ok bool) {
	i := strings.LastIndex(key, "::")
	if i <= 0 {
		return "", false
	}
	if _, presence := x.code.Class(key[:i]); presence != manifest.Elsewhere {
		return "", false
	}
	module, _, _ = strings.Cut(key, "::")
	return module, x.Absence(module) == Elsewhere && x.MeantModule(key[:i], key[i+2:]) == ""
}

// Has reports whether a definition of a key is data of the environment: a hierarchy reads it, or would if it were here.
func Has(env *project.Environment, d project.Definition) bool {
	return slices.Contains(env.Unclaimed, d.File) || len(MatchesIn(env, d)) > 0
}

// MatchesIn returns the matches by which hierarchies of the environment read a definition of a key.
func MatchesIn(env *project.Environment, d project.Definition) []*project.Match {
	var matches []*project.Match
	for i := range d.File.Matches {
		m := &d.File.Matches[i]
		if m.Root == env.Global || m.Root == env.Own || m.Root.Layer == config.Module && slices.Contains(env.Modules, m.Root) {
			matches = append(matches, m)
		}
	}
	return matches
}
