package search

import (
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// moduleOptions are the lookup_options that apply to the keys of one module, or to keys without a
// module, and what was observed while collecting them.
type moduleOptions struct {
	options *lookupoptions.Options
	record  *invocation.Record
}

// optionsKey identifies a node's collected lookup_options.
type optionsKey struct {
	*namespace
	globalOnly bool
}

// usualOptions is the key of the options for most keys: those without a module, or with one without
// data.
var usualOptions = optionsKey{namespace: noModule}

// collectedOptions are the options that a lookup has collected. Puppet caches them by module,
// whether it was searching all layers or only the global layer: the first key of a module
// determines the options of all others.
type collectedOptions []collectedEntry

type collectedEntry struct {
	*namespace
	options *moduleOptions
}

// of returns the options for the keys of a module, or nil.
func (c *collectedOptions) of(n *namespace) *moduleOptions {
	for i := range *c {
		if e := &(*c)[i]; e.namespace == n {
			return e.options
		}
	}
	return nil
}

func (c *collectedOptions) set(n *namespace, options *moduleOptions) {
	for i := range *c {
		if e := &(*c)[i]; e.namespace == n {
			e.options = options
			return
		}
	}
	*c = append(*c, collectedEntry{n, options})
}

// lookupOptions returns the options that apply to the module of the key. It reads all levels of the
// global and environment layers, so an invalid file anywhere breaks every lookup.
func (l *Lookup) lookupOptions(inv *invocation.Invocation, own *namespace) (*moduleOptions, *outcome.Error) {
	if m := l.collected.of(own); m != nil {
		inv.Record.Include(m.record)
		return m, nil
	}
	m, err := l.nodeOptions(inv, optionsKey{own, inv.GlobalOnly})
	if err != nil {
		return nil, err
	}
	l.collected.set(own, m)
	if own != noModule && !inv.GlobalOnly && l.collected.of(noModule) == nil {
		if m, ok := l.node.options.Load(usualOptions); ok {
			l.collected.set(noModule, m)
		}
	}
	return m, nil
}

// nodeOptions collects options once for each node.
func (l *Lookup) nodeOptions(inv *invocation.Invocation, key optionsKey) (*moduleOptions, *outcome.Error) {
	if key.hasModule && inv.Explain == nil && key.isBare() {
		key.namespace = noModule
	}
	if m, ok := l.node.options.Load(key); ok {
		inv.Record.Include(m.record)
		return m, nil
	}
	shape, isShared := l.sharedShape(inv, key)
	if isShared {
		if m, ok := l.node.space.options.Load(shape); ok {
			inv.Record.Include(m.record)
			return l.node.options.Store(key, m), nil
		}
	}
	meta := metaOf(inv)
	meta.Record = &invocation.Record{Traced: inv.Record.Traced}
	m := &moduleOptions{record: meta.Record}
	_, _, err := meta.Explained(explain.Node{Kind: explain.Meta, Key: lookupoptions.Key, HasKey: true}, func() (_ *data.Value, _ bool, err *outcome.Error) {
		m.options, err = l.collectOptions(meta, key.namespace)
		return nil, false, err
	})
	forOptions(meta.Record)
	inv.Record.Include(meta.Record)
	if err != nil {
		return nil, err
	}
	m.record = meta.Record.Settled()
	if inv.CollectingGlobal {
		return m, nil // only references within the options ignore those of the global layer
	}
	if isShared && meta.Record.IsPlain() {
		m = l.node.space.options.Store(shape, m)
	}
	return l.node.options.Store(key, m), nil
}

func (l *Lookup) collectOptions(inv *invocation.Invocation, of *namespace) (*lookupoptions.Options, *outcome.Error) {
	if inv.GlobalOnly {
		global, err := l.globalOptions(inv)
		if err != nil {
			return nil, err
		}
		return l.node.space.compileOptions(global)
	}
	options, err := l.environmentOptions(inv)
	if err != nil {
		return nil, err
	}
	if of.hasModule {
		// Puppet compiles the patterns of the environment before it reads the module, and caches
		// them for keys without a module.
		compiled, err := l.node.space.compileOptions(options)
		if err != nil {
			return nil, err
		}
		if !inv.CollectingGlobal {
			record := &invocation.Record{Traced: inv.Record.Traced}
			record.Include(inv.Record)
			forOptions(record)
			l.node.options.Store(usualOptions, &moduleOptions{options: compiled, record: record.Settled()})
		}
		if options, err = l.withModuleOptions(inv, of, options); err != nil {
			return nil, err
		}
	}
	return l.node.space.compileOptions(options)
}

// forOptions removes from a record what does not matter to lookups that use the lookup_options:
// levels that cannot be searched are assumed to have none, and values do not originate from there.
func forOptions(r *invocation.Record) { r.Unknown, r.Origins = nil, nil }

// metaOf returns the invocation that collects lookup_options. Overrides and defaults do not apply
// to it.
func metaOf(inv *invocation.Invocation) *invocation.Invocation {
	sub := inv.Nested()
	sub.Override, sub.Defaults = nil, nil
	sub.Key = lookupoptions.Key
	return sub
}

// compileOptions compiles options that were read from one file once for all nodes.
func (s *Space) compileOptions(v *data.Value) (*lookupoptions.Options, *outcome.Error) {
	if v == nil {
		return nil, nil
	}
	written := v.Node() != nil
	if written {
		if o, ok := s.compiled.Load(v); ok {
			return o, nil
		}
	}
	o, err := s.patterns.Compile(v, "")
	switch {
	case err != nil:
		return nil, outcome.From(err)
	case written:
		return s.compiled.Store(v, o), nil
	}
	return o, nil
}

// globalOptions returns the options of the global layer, collected once for each node. A reference
// in them is evaluated without them, because Puppet has already marked them as collected.
func (l *Lookup) globalOptions(inv *invocation.Invocation) (*data.Value, *outcome.Error) {
	if inv.CollectingGlobal {
		return nil, nil
	}
	return collectOnce(&l.node.globalOptions, inv, func(sub *invocation.Invocation) (*data.Value, *outcome.Error) {
		sub.CollectingGlobal = true
		v, _, err := l.searchGlobal(sub, noModule.options, mergeHashes())
		return validOptions(v, "", err)
	})
}

// collectOnce returns the options in kept or, if there are none yet, those that collect returns.
func collectOnce(kept *atomic.Pointer[invocation.Kept], inv *invocation.Invocation, collect func(*invocation.Invocation) (*data.Value, *outcome.Error)) (*data.Value, *outcome.Error) {
	if known := kept.Load(); known != nil {
		inv.Record.Include(&known.Record)
		return known.Value, nil
	}
	collected := invocation.NewKept(inv.Record.Traced)
	sub := *inv
	sub.Record = &collected.Record
	var err *outcome.Error
	collected.Value, err = collect(&sub)
	inv.Record.Include(&collected.Record)
	if err != nil {
		return nil, err
	}
	if !inv.CollectingGlobal {
		kept.Store(collected)
	}
	return collected.Value, nil
}

// validOptions returns v if Puppet accepts it as lookup_options; nil if there are none. Levels that
// cannot be searched are assumed to have none.
func validOptions(v *data.Value, module string, err *outcome.Error) (*data.Value, *outcome.Error) {
	if err != nil || v == nil || v.IsUndef() || v.IsUnknown() {
		return nil, err
	}
	if err := lookupoptions.Validate(v, module); err != nil {
		return nil, outcome.From(err)
	}
	return v, nil
}

// environmentOptions returns the options of the global and environment layers, collected once for
// each node.
func (l *Lookup) environmentOptions(inv *invocation.Invocation) (*data.Value, *outcome.Error) {
	return collectOnce(&l.node.environmentOptions, inv, l.collectEnvironmentOptions)
}

func (l *Lookup) collectEnvironmentOptions(inv *invocation.Invocation) (*data.Value, *outcome.Error) {
	global, err := l.globalOptions(inv)
	if err != nil {
		return nil, err
	}
	v, _, err := l.searchEnvironment(inv, noModule.options, mergeHashes())
	own, err := validOptions(v, "", err)
	switch {
	case err != nil:
		return nil, err
	case global == nil:
		return own, nil
	case own == nil:
		return global, nil
	}
	merged, mergeErr := merge.Hash().Merge(global, own)
	if mergeErr != nil {
		return nil, outcome.From(mergeErr)
	}
	return merged, nil
}

// withModuleOptions merges the options of the key's module with the higher-priority ones of the
// other layers.
func (l *Lookup) withModuleOptions(inv *invocation.Invocation, of *namespace, above *data.Value) (*data.Value, *outcome.Error) {
	v, found, err := l.searchModule(inv, of.options, mergeHashes())
	if err != nil || !found {
		return above, err
	}
	own, err := validOptions(v, of.module, nil)
	switch {
	case err != nil:
		return nil, err
	case above == nil || own == nil:
		// For its own keys, a module with `lookup_options: ~` also loses the options of the other
		// layers, because Ruby's conditional has no branch for this case and returns nil.
		return own, nil
	}
	names := [...]string{"Global and Environment", "Module " + of.module}
	values := [...]*data.Value{above, own}
	merged, _, err := fold(inv, merge.Hash(), 2, func(i int) (*data.Value, bool, *outcome.Error) {
		return inv.Explained(explain.Node{Kind: explain.Scope, Name: names[i]}, func() (*data.Value, bool, *outcome.Error) {
			inv.Explain.Found(lookupoptions.Key, values[i])
			return values[i], true, nil
		})
	})
	return merged, err
}

// defaultOptions returns the lookup_options of the default hierarchy of the key's module, the only
// ones that apply to it.
func (l *Lookup) defaultOptions(inv *invocation.Invocation, of *namespace) (*moduleOptions, *outcome.Error) {
	layer := of.layer()
	if m, ok := l.node.defaultOptions.Load(layer); ok {
		inv.Record.Include(m.record)
		return m, nil
	}
	meta := metaOf(inv)
	meta.Record = &invocation.Record{Traced: inv.Record.Traced}
	v, _, err := meta.Explained(explain.Node{Kind: explain.Scope, Name: `Searching for "` + lookupoptions.Key + `"`}, func() (*data.Value, bool, *outcome.Error) {
		return l.searchDefaultLevels(meta, layer, of.options, mergeHashes())
	})
	forOptions(meta.Record)
	inv.Record.Include(meta.Record)
	if v, err = validOptions(v, layer.Module, err); err != nil {
		return nil, err
	}
	options, err := l.node.space.compileOptions(v)
	if err != nil {
		return nil, err
	}
	m := &moduleOptions{options: options, record: meta.Record}
	return l.node.defaultOptions.Store(layer, m), nil
}
