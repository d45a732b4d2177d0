package search

import (
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
)

// target is a lookup key with what is the same on all nodes.
type target struct {
	backend.Key
	// err is the reason why the key cannot be looked up.
	err       *outcome.Error
	namespace *namespace
	// chosen caches the lookup_options entry for the key. Nearly all nodes have the same one.
	chosen atomic.Pointer[chosenEntry]
	// missing is the error if nothing has the key; nil if it was not needed yet.
	missing atomic.Pointer[outcome.Error]
}

type chosenEntry struct {
	of    *lookupoptions.Options
	entry *lookupoptions.Entry
}

// namespace is the module in the name of a key, or none.
type namespace struct {
	module    string
	hasModule bool
	// layer returns the layer of the module.
	layer func() *hierarchy.Layer
	// options is the target lookup_options for keys in the namespace.
	options *target
	// isBare reports whether the module has no data. The lookup_options of its keys are then those of
	// keys without a module.
	isBare func() bool
}

// noModule is the namespace of keys without a module.
var noModule = newNamespace("", false, nil)

func newNamespace(module string, hasModule bool, layer func() *hierarchy.Layer) *namespace {
	n := &namespace{module: module, hasModule: hasModule, layer: layer}
	n.options = &target{Key: *backend.OptionsKey, namespace: n}
	n.isBare = sync.OnceValue(func() bool {
		layer := layer()
		return layer.IsAbsent() && !layer.HasWarnings()
	})
	return n
}

// target returns the target for the text of a key.
func (s *Space) target(text string) *target {
	if t, ok := s.targets.Load(text); ok {
		return t
	}
	k, err := key.Parse(text)
	if err != nil {
		return s.targets.Store(text, &target{err: outcome.From(err)})
	}
	return s.targets.Store(text, &target{
		Key: s.Backends.Key(k), namespace: s.namespace(k.Module(), k.Qualified()),
	})
}

func (s *Space) namespace(module string, hasModule bool) *namespace {
	if !hasModule {
		return noModule
	}
	return s.namespaces.Of(module, func() *namespace {
		return newNamespace(module, true, sync.OnceValue(func() *hierarchy.Layer { return s.Layers.Module(module) }))
	})
}

// notFound returns the error if nothing has the key.
func (t *target) notFound() *outcome.Error {
	if e := t.missing.Load(); e != nil {
		return e
	}
	t.missing.CompareAndSwap(nil, invocation.NotFound([]string{t.Text}))
	return t.missing.Load()
}

// entryFor returns the entry of lookup_options that applies to the key, or nil.
func (t *target) entryFor(options *lookupoptions.Options) (*lookupoptions.Entry, *outcome.Error) {
	if options == nil {
		return nil, nil
	}
	if c := t.chosen.Load(); c != nil && c.of == options {
		return c.entry, nil
	}
	entry, _, err := options.For(t.Root)
	if err != nil {
		return nil, outcome.From(err)
	}
	t.chosen.Store(&chosenEntry{options, entry})
	return entry, nil
}
