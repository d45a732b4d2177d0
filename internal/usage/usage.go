// Package usage finds out what reads a key: class parameters, lookups in code, references in data,
// and Hiera itself. It also knows which code is missing, so that a key is only reported as unused
// if everything that may read it was read.
//
// It looks up nothing and does not decide what is reported; package rules does.
package usage

import (
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/releases"
)

// ReadCode reads the code of the environments of a project. The error is that of the context.
func ReadCode(ctx context.Context, p *project.Project) (map[*project.Environment]*manifest.Index, error) {
	codeOf := make(map[*project.Environment]*manifest.Index, len(p.Environments))
	reader := manifest.NewIndexer(p.Store)
	for _, env := range p.Environments {
		code, err := reader.Index(ctx, env.Environment)
		if err != nil {
			return nil, err
		}
		versions := env.Puppetfile.Versions
		code.ReleaseOf = func(module string) (releases.Release, bool) { return versions[module].Release() }
		codeOf[env] = code
	}
	return codeOf, nil
}

// AllCode iterates over the code of environments, in their order, except code that was not read.
func AllCode(environments []*project.Environment, codeOf map[*project.Environment]*manifest.Index) iter.Seq[*manifest.Index] {
	return func(yield func(*manifest.Index) bool) {
		for _, env := range environments {
			if code := codeOf[env]; code != nil && !yield(code) {
				return
			}
		}
	}
}

// Kind is the way in which a key is read.
type Kind uint8

// The kinds. Those up to Hiera are certain, the others possible.
const (
	// Parameter: automatic parameter lookup reads it.
	Parameter Kind = iota
	// Lookup: code looks it up by its name.
	Lookup
	// Reference: a value in data references it.
	Reference
	// Hiera: Hiera itself reads it.
	Hiera

	// Computed: the key of a lookup is partially unknown and may be this one.
	Computed
	// Mention: its name is a string in code or data, which code may look up.
	Mention
	// ElsewhereInTree: a file that is neither data nor code of the environment contains its name.
	ElsewhereInTree
	// NotSeen: code that is missing or cannot be read may read it.
	NotSeen
)

// KeyReader is something that reads a key.
type KeyReader struct {
	Kind Kind
	// Name is the class of a Parameter, the function of a lookup, or the key of a value with a
	// reference.
	Name string
	// Unseen is what is missing or cannot be read, for NotSeen.
	Unseen Unseen
	// File and Span are the position; File is nil if it is unknown.
	File *source.File
	Span source.Span
}

// readerOf returns a lookup in code as a reader.
func readerOf(u *manifest.Lookup) KeyReader {
	return KeyReader{Kind: Lookup, Name: u.Function, File: u.File, Span: u.Span}
}

// Certain reports whether it certainly reads the key.
func (r KeyReader) Certain() bool { return r.Kind <= Hiera }

// Index finds the readers of the keys of one environment. It is safe for concurrent use.
type Index struct {
	*surroundings
	project *project.Project
	refs    *References
	wanted  func() map[string]*manifest.Lookup
	// wantedNames are the keys of wanted.
	wantedNames func() *nearest.Names
	// lookups are the lookups in code of keys without a namespace, by key.
	lookups func() map[string]*manifest.Lookup
	// asked are what reads keys without a namespace by their names, by key: lookups in code, and references in data to other keys.
	asked func() map[string]KeyReader
	// askedNames are the keys of asked.
	askedNames func() *nearest.Names
	// listed are the modules of modulesOfListed, and lacksProfiles that of LacksProfiles.
	listed        func() []string
	lacksProfiles func() bool
	hasUnlisted   func() bool // see findWhetherHasUnlisted

	lacking        memo.Map[string, bool] // see Lacks
	namespacesOnce sync.Once
	namespaces     map[string]bool
	notSeenOnce    sync.Once
	notSeen        []Unseen
	outsideOnce    sync.Once
	outside        []Unseen // see unseenOutsideForge
}

// surroundings is what does not depend on data: the code of an environment, and everything else in
// its directory.
type surroundings struct {
	env  *project.Environment
	code *manifest.Index

	installed memo.Map[string, bool] // whether a module was installed
	hasCode   func() bool
	holds     func() bool
	lists     func() bool
	included  func() []string       // see modulesOfClasses
	empty     func() []string       // see emptyModules
	modules   func() *nearest.Names // see findModules
	loose     func() []string       // see looseModules

	unreadable func() *unreadable

	nearModules memo.Map[string, []string] // see near
	scripts     scripts
}

// New returns the Index of an environment, given its code and the references of the project.
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
	s.loose = sync.OnceValue(s.looseModules)
	s.unreadable = sync.OnceValue(func() *unreadable { return newUnreadable(s.code.Unreadable) })
	return newIndex(p, s, refs)
}

// With returns the Index for different data of the same environment.
func (x *Index) With(p *project.Project, refs *References) *Index {
	return newIndex(p, x.surroundings, refs)
}

func newIndex(p *project.Project, s *surroundings, refs *References) *Index {
	x := &Index{surroundings: s, project: p, refs: refs}
	x.wanted = sync.OnceValue(x.findWanted)
	x.lookups = sync.OnceValue(x.findLookups)
	x.asked = sync.OnceValue(x.findAsked)
	x.askedNames = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(slices.Sorted(maps.Keys(x.asked()))) })
	x.listed = sync.OnceValue(x.modulesOfListed)
	x.lacksProfiles = sync.OnceValue(x.findWhetherLacksProfiles)
	x.hasUnlisted = sync.OnceValue(x.findWhetherHasUnlisted)
	x.wantedNames = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(slices.Sorted(maps.Keys(x.wanted()))) })
	return x
}

// HasCode reports whether code of the site itself was read. Without any, nothing is known about the
// readers of keys.
func (s *surroundings) HasCode() bool { return s.hasCode() }

// hasMain reports whether the manifests of the environment contain code.
func (s *surroundings) hasMain() bool {
	return len(s.code.Site) > 0 || len(s.code.Nodes) > 0 ||
		slices.ContainsFunc(s.code.Lookups, func(u *manifest.Lookup) bool { return u.In.Kind == manifest.Site && u.In.Module == "" })
}

// isInstalled reports whether a module was installed.
func (s *surroundings) isInstalled(module string) bool {
	return s.installed.Of(module, func() bool {
		m := s.env.Module(module)
		return m != nil && s.env.Installed(m)
	})
}

// Wanted returns the lookups in code of keys without a namespace that no data defines, by key.
func (x *Index) Wanted() map[string]*manifest.Lookup { return x.wanted() }

// NearestWanted returns the key of Wanted that is most similar to a name.
func (x *Index) NearestWanted(name string) (key string, ok bool) {
	return x.wantedNames().Nearest(name, nil)
}

// Overridable returns the reader of a key without a namespace that data defines, and that a key of this name was probably
// meant to override: the name is a misspelling of it or, if code looks it up, the beginning of it. key is "" if there is
// none, or several.
func (x *Index) Overridable(name string) (reader KeyReader, key string) {
	names := x.askedNames()
	meant := lists.Filter(names.Within(name, 1), func(known string) bool { return nearest.IsTypo(name, known) })
	if len(name) >= minOverride {
		for _, known := range names.WithPrefix(name, maxWithPrefix) {
			if rest := known[len(name):]; rest != "" && !strings.ContainsAny(rest, "_-") && x.asked()[known].Kind == Lookup {
				meant = append(meant, known)
			}
		}
	}
	meant = lists.Filter(meant, x.project.HasKey)
	if len(meant) != 1 {
		return KeyReader{}, ""
	}
	return x.asked()[meant[0]], meant[0]
}

const (
	// minOverride is the length from which the beginning of a name is an abbreviation of it.
	minOverride = 5
	// maxWithPrefix is the number of names up to which their common beginning is one.
	maxWithPrefix = 10
)

func (x *Index) findLookups() map[string]*manifest.Lookup {
	lookups := map[string]*manifest.Lookup{}
	for _, u := range x.code.Lookups {
		if key, known := u.Key.Text(); known && lookups[key] == nil && !strings.Contains(key, "::") {
			lookups[key] = u
		}
	}
	return lookups
}

func (x *Index) findAsked() map[string]KeyReader {
	asked := map[string]KeyReader{}
	for key, u := range x.lookups() {
		asked[key] = readerOf(u)
	}
	for key, references := range x.refs.all() {
		if _, known := asked[key]; !known && !strings.Contains(key, "::") {
			asked[key] = references[0].reader()
		}
	}
	return asked
}

func (x *Index) findWanted() map[string]*manifest.Lookup {
	wanted := maps.Clone(x.lookups())
	maps.DeleteFunc(wanted, func(key string, _ *manifest.Lookup) bool { return x.project.HasKey(key) || x.project.MayDefine(key) })
	return wanted
}

// Readers returns everything that reads or may read a root key, the certain readers first.
func (x *Index) Readers(key string) []KeyReader {
	readers, _ := x.FirstReaders(key, math.MaxInt)
	return readers
}

// FirstReaders is Readers with at most so many of the kind NotSeen. more is the number of others.
func (x *Index) FirstReaders(key string, most int) (readers []KeyReader, more int) {
	readers = slices.Collect(x.known(key))
	if slices.ContainsFunc(readers, KeyReader.Certain) || !x.HasCode() {
		return readers, 0
	}
	if name, ok := x.missingClass(key); ok {
		return append(readers, KeyReader{Kind: NotSeen, Unseen: unseenModule(name)}), 0
	}
	add := func(r KeyReader) {
		if most == 0 {
			more++
			return
		}
		most--
		readers = append(readers, r)
	}
	for _, u := range x.unreadable().containing(key) {
		add(KeyReader{Kind: NotSeen, Unseen: Unseen{What: "a file that cannot be read"}, File: u.File, Span: u.Span})
	}
	isQualified := strings.Contains(key, "::")
	if x.isNamedOutside(key) || !isQualified && x.inScripts(key) {
		readers = append(readers, KeyReader{Kind: ElsewhereInTree})
	}
	if !isQualified {
		for i, u := range x.unseenOutsideForge() {
			if most == 0 {
				more += len(x.unseenOutsideForge()) - i
				break
			}
			add(KeyReader{Kind: NotSeen, Unseen: u})
		}
	}
	return readers, more
}

// IsRejected reports whether code that Puppet rejects contains a key.
func (x *Index) IsRejected(key string) bool {
	return slices.ContainsFunc(x.unreadable().containing(key), (*manifest.Unreadable).IsText)
}

// IsRead reports whether something certainly reads a root key.
func (x *Index) IsRead(key string) bool { return lists.Any(x.known(key), KeyReader.Certain) }

// IsUnread reports whether there is code, and nothing reads or may read a root key. It is faster
// than Readers, because it stops at the first reader and searches scripts last.
func (x *Index) IsUnread(key string) bool {
	if !x.HasCode() || x.hasKnown(key) {
		return false
	}
	if !strings.Contains(key, "::") && len(x.unseenOutsideForge()) > 0 {
		return false
	}
	return len(x.Readers(key)) == 0
}

// IsUnreadInTree reports whether there is code, and nothing in the tree reads or may read a root key
// without a namespace. Modules that are missing may.
func (x *Index) IsUnreadInTree(key string) bool {
	return x.HasCode() && !x.hasKnown(key) && !slices.ContainsFunc(x.Readers(key), func(r KeyReader) bool { return r.Kind != NotSeen || r.File != nil })
}

// IsUnreadExceptMentions reports whether there is code, and nothing in the tree reads or may read a key, although its name may
// be a string in data, as that of a class. Modules that are missing may read it.
func (x *Index) IsUnreadExceptMentions(key string) bool {
	return x.HasCode() && !slices.ContainsFunc(x.Readers(key), func(r KeyReader) bool { return r.Kind != NotSeen && r.Kind != Mention || r.File != nil })
}

// known iterates over the readers in what was read, first those that certainly read the key.
func (x *Index) known(key string) iter.Seq[KeyReader] {
	return func(yield func(KeyReader) bool) {
		isRead := false
		certain := func(r KeyReader) bool {
			isRead = true
			return yield(r)
		}
		if key == "lookup_options" && !certain(KeyReader{Kind: Hiera}) {
			return
		}
		if class, parameter := x.code.Parameter(key); parameter != nil && !certain(KeyReader{Kind: Parameter, Name: class.Name, File: class.File, Span: parameter.NameSpan}) {
			return
		}
		if class, ok := x.releasedClass(key); ok && !certain(KeyReader{Kind: Parameter, Name: class}) {
			return
		}
		lookups := x.code.LookupsOf(key)
		for _, u := range lookups {
			if _, exact := u.Key.Text(); exact && !certain(readerOf(u)) {
				return
			}
		}
		for _, ref := range x.refs.To(key) {
			if !certain(ref.reader()) {
				return
			}
		}
		for _, u := range lookups {
			if _, exact := u.Key.Text(); exact || u.Key.IsAny() && x.isInstalled(u.In.Module) {
				continue // keys computed by an installed module are not those of a site
			}
			r := readerOf(u)
			if r.Kind = Computed; !yield(r) {
				return
			}
		}
		if !isRead && (x.code.Mentions(key) || x.project.Mentions(key) && !x.code.Defines(key)) {
			yield(KeyReader{Kind: Mention})
		}
	}
}

// hasKnown reports whether what was read has a reader.
func (x *Index) hasKnown(key string) bool {
	return lists.Any(x.known(key), func(KeyReader) bool { return true })
}

// releasedClass returns the class whose parameter the key is in the known release of a module that is not in the tree.
func (x *Index) releasedClass(key string) (class string, ok bool) {
	class, parameter, ok := x.missingParameter(key)
	if !ok {
		return "", false
	}
	module, _, _ := strings.Cut(class, "::")
	r, ok := x.env.Release(module)
	return class, ok && r.HasParameter(class, parameter)
}

// missingParameter splits the key of a parameter of a class that is not in the tree.
func (x *Index) missingParameter(key string) (class, parameter string, ok bool) {
	class, parameter, ok = manifest.CutParameter(key)
	if !ok {
		return "", "", false
	}
	_, presence := x.code.Class(class)
	return class, parameter, presence == manifest.Elsewhere
}

// missingClass returns the missing module that may have the class whose parameter the key is.
func (x *Index) missingClass(key string) (module string, ok bool) {
	class, parameter, ok := x.missingParameter(key)
	if !ok {
		return "", false
	}
	module, _, _ = strings.Cut(key, "::")
	if r, ok := x.env.Release(module); ok && !r.MayRead(class, parameter) {
		return "", false
	}
	return module, !x.Lacks(module) && x.MeantModule(class, parameter) == ""
}

// BelongsTo reports whether a definition of a key belongs to the environment: a hierarchy reads it, or
// would if it were not missing.
func BelongsTo(env *project.Environment, d project.Definition) bool {
	return slices.Contains(env.Unclaimed, d.File) || len(MatchesIn(env, d)) > 0
}

// MatchesIn returns the matches with which hierarchies of the environment read a definition of a
// key.
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
