// Package backend provides the data of the levels of a hierarchy: the data functions that
// hiera.yaml names, and the documents that they read.
package backend

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp/interpreter"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/memo"
)

// Options configures the backends of an environment.
type Options struct {
	Environment *environment.Environment
	Disk        *disk.Disk
	Loader      *loader.Loader
	Shared      *invocation.Shared
	// PrivateKeys are files with eyaml private keys that replace missing ones.
	PrivateKeys []string
	// Getenv returns an environment variable of the server; nil if all are unknown.
	Getenv func(name string) (value string, set bool)
	// Calls are recorded calls of functions, which are not called.
	Calls []Call
}

// Backends serve the levels of the hierarchies of one environment. They are safe for concurrent
// use.
type Backends struct {
	options   Options
	recorded  map[functionKey][]Call
	roots     roots
	files     map[string]backend // of the functions that read files
	documents memo.Map[documentKey, *document]
	eyamlKeys memo.Map[string, *eyamlKeys] // by the options of the level
	sources   memo.Map[config.Source, *numberedSource]
	groups    memo.Map[string, *config.SourceGroup] // by the ids of the sources
	spareKeys func() []*eyaml.Keys

	sourceCount atomic.Uint32
}

// New returns the backends without reading anything.
func New(o Options) *Backends {
	b := &Backends{
		options: o, recorded: recordedCalls(o.Calls), roots: newRoots(),
		spareKeys: sync.OnceValue(func() []*eyaml.Keys { return readSpareKeys(o.PrivateKeys) }),
	}
	b.files = map[string]backend{
		"yaml_data":  &dataHashBackend{b, "yaml_data", data.YAML},
		"json_data":  &dataHashBackend{b, "json_data", data.JSON},
		"hocon_data": &dataHashBackend{b, "hocon_data", data.HOCON},
	}
	return b
}

// Level is a level of a hierarchy with the backend that serves it.
type Level struct {
	hierarchy.Level
	// Locations are the locations of the level, and Live those that are not empty.
	Locations, Live []*Location

	backend backend
	cache   locationCache // for a level without locations
	sources []*config.SourceGroup
	// lookupOptions returns the kind of lookup_options in the level.
	lookupOptions func() OptionsKind
	files         atomic.Pointer[levelFiles]
}

// Location is a location of a level with the cache of its backend.
type Location struct {
	hierarchy.Location
	cache locationCache
}

// locationCache is what a backend caches for a location of one node.
type locationCache struct {
	once     sync.Once
	document *document // the file at the location
	// values caches the results of a lookup_key function by root key, because Puppet calls it once
	// for each.
	values invocation.Values
	// function is the cache of a function in the Puppet language.
	function interpreter.Cache
}

// backend is the function that hiera.yaml names, which provides the data of a level. at is nil for
// a level without locations.
type backend interface {
	lookup(inv *invocation.Invocation, l *Level, at *Location, k *Key) (*data.Value, bool, *outcome.Error)
	traits() traits
}

// traits is what is known of a backend without calling it.
type traits struct {
	// isComputed reports that it may answer differently on each node.
	isComputed bool
	// keepsValues reports that its answers for one node are cached.
	keepsValues bool
	// format is the format of its files.
	format data.Format
}

// Levels holds levels of a hierarchy, and in Live those that may have data: levels with a location
// that is not empty, or without locations.
type Levels struct{ All, Live []*Level }

// Levels assigns backends to the levels of a hierarchy. elsewhere is the scope's NoFileForUnknown.
func (b *Backends) Levels(levels []hierarchy.Level, elsewhere bool) Levels {
	var all Levels
	for i := range levels {
		all.Add(b.Level(&levels[i], elsewhere))
	}
	return all
}

// Add adds a level.
func (all *Levels) Add(l *Level) {
	all.All = append(all.All, l)
	if l.IsLive() {
		all.Live = append(all.Live, l)
	}
}

// Level assigns a backend to a level.
func (b *Backends) Level(of *hierarchy.Level, elsewhere bool) *Level {
	l := newLevel(of, b.backend(of), elsewhere)
	l.sources = b.sourcesOf(l)
	l.lookupOptions = sync.OnceValue(l.findOptions)
	return l
}

func newLevel(of *hierarchy.Level, served backend, elsewhere bool) *Level {
	l := &Level{Level: *of, backend: served, Locations: NewLocations(of.Locations)}
	for _, at := range l.Locations {
		if !l.IsEmpty(&at.Location, elsewhere) {
			l.Live = append(l.Live, at)
		}
	}
	return l
}

// IsLive reports whether the level may have data.
func (l *Level) IsLive() bool { return !l.Located || len(l.Live) > 0 }

// ForNode returns the level for another node: a copy if its backend caches what depends on the
// node, otherwise l.
func (l *Level) ForNode() *Level {
	if l.IsShared() {
		return l
	}
	return Join(l)
}

// IsShared reports whether the level, which may be combined from several, can serve further nodes.
func (l *Level) IsShared() bool { return !l.IsLive() || !l.backend.traits().keepsValues }

// Join returns a level for another node with the locations of all parts, which are otherwise equal.
func Join(parts ...*Level) *Level {
	first := parts[0]
	l := &Level{Level: first.Level, backend: first.backend, lookupOptions: first.lookupOptions}
	count := 0
	for _, part := range parts {
		count += len(part.Locations)
	}
	l.Locations = make([]*Location, 0, count)
	keeps := l.backend.traits().keepsValues
	for _, part := range parts {
		l.sources = append(l.sources, part.sources...)
		if !keeps {
			l.Locations = append(l.Locations, part.Locations...)
			l.Live = append(l.Live, part.Live...)
			continue
		}
		for _, at := range part.Locations {
			own := &Location{Location: at.Location}
			l.Locations = append(l.Locations, own)
			if slices.Contains(part.Live, at) {
				l.Live = append(l.Live, own)
			}
		}
	}
	return l
}

// NewLocations returns locations with empty caches.
func NewLocations(locations []hierarchy.Location) []*Location {
	all := make([]*Location, len(locations))
	room := make([]Location, len(locations))
	for i, at := range locations {
		all[i] = &room[i]
		all[i].Location = at
	}
	return all
}

// Lookup returns the level's value for the root of a key at a location, which is nil for a level
// without locations. found is false if there is none.
func (l *Level) Lookup(inv *invocation.Invocation, at *Location, k *Key) (v *data.Value, found bool, err *outcome.Error) {
	return l.backend.lookup(inv, l, at, k)
}

// levelFiles holds the files of a level, if they determine which keys the level has.
type levelFiles struct {
	documents []*document
	// decide reports that keys that are in none of the documents have no effect on a lookup.
	decide bool
}

// Lacks reports whether the level certainly does not have a key and a lookup of it has no effects,
// such as warnings, apart from the explanation.
func (l *Level) Lacks(k *Key) bool {
	f := l.files.Load()
	if f == nil {
		f = l.readFiles()
	}
	if !f.decide || k.Root == "" { // eyaml_lookup_key rejects an empty key
		return false
	}
	return !slices.ContainsFunc(f.documents, func(doc *document) bool { return doc.entry(k.root) != nil })
}

func (l *Level) readFiles() *levelFiles {
	f := &levelFiles{decide: l.Located}
	for _, at := range l.Live {
		doc := l.documentAt(at)
		if doc == nil || !doc.isSound() {
			f.decide = false
			break
		}
		f.documents = append(f.documents, doc)
	}
	l.files.Store(f)
	return f
}

// documentAt returns the file at a location; nil if the level may have keys that are not in its
// files.
func (l *Level) documentAt(at *Location) *document {
	if at.Unknown != nil || at.URI {
		return nil
	}
	switch served := l.backend.(type) {
	case *dataHashBackend:
		if l.Options == nil || l.Options.Len() == 0 {
			return served.document(l, at)
		}
	case *eyamlBackend:
		return served.document(at)
	}
	return nil
}

// backend returns the backend of a level.
func (b *Backends) backend(l *hierarchy.Level) backend {
	f := l.Config.Function
	if calls := b.recorded[functionKey{f.Kind, f.Name}]; calls != nil {
		return &functionBackend{function: &recordedFunction{calls: calls, kind: f.Kind}, kind: f.Kind, name: f.Name}
	}
	switch kind := config.BuiltinKind(f.Name); {
	case f.Kind == config.Hiera3Backend && b.options.Shared.Incomplete:
		return &unknownBackend{reason: outcome.CustomBackend, name: f.Name}
	case f.Kind == config.Hiera3Backend:
		return hiera3Backend{f.Name}
	case kind == config.NoFunction:
		return b.custom(l)
	case kind != f.Kind:
		return failingBackend{&outcome.Error{Class: outcome.ClassArgument, Message: config.WrongKindText(f.Name, f.Kind), Node: f.Node}}
	case kind == config.DataHash:
		return b.files[f.Name]
	}
	return &eyamlBackend{of: b, keys: b.keysFor(l.Options)}
}

// hiera3Backend is a Hiera 3 backend that is not installed, in whose levels Puppet finds nothing.
type hiera3Backend struct{ name string }

func (b hiera3Backend) lookup(inv *invocation.Invocation, _ *Level, _ *Location, _ *Key) (*data.Value, bool, *outcome.Error) {
	if inv.Explain != nil {
		file := strings.ToLower(b.name) + "_backend"
		text := fmt.Sprintf("Unable to load backend '%s': cannot load such file -- hiera/backend/%s", b.name, file)
		if meant := rubytext.DidYouMean(file, installedBackends); meant != "" {
			text += "\nDid you mean?  hiera/backend/" + meant
		}
		inv.Explain.Text(text)
	}
	return nil, false, nil
}

func (b hiera3Backend) traits() traits { return traits{format: data.YAML} }

// installedBackends lists the backends that come with Hiera 3, one of which Ruby suggests.
var installedBackends = []string{"json_backend", "yaml_backend"}

// failingBackend is a function whose calls always fail.
type failingBackend struct{ err *outcome.Error }

func (b failingBackend) lookup(*invocation.Invocation, *Level, *Location, *Key) (*data.Value, bool, *outcome.Error) {
	return nil, false, b.err
}

func (b failingBackend) traits() traits { return traits{format: data.YAML} }

// unknownBackend is a function that the engine cannot run.
type unknownBackend struct {
	reason outcome.Reason
	name   string
}

func (b *unknownBackend) lookup(inv *invocation.Invocation, l *Level, _ *Location, k *Key) (*data.Value, bool, *outcome.Error) {
	return inv.CannotAsk(k.Key, &outcome.Unknown{Reason: b.reason, Subject: b.name, Node: l.Config.Function.Node})
}

func (b *unknownBackend) traits() traits { return traits{format: data.YAML} }
