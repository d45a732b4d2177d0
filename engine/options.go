package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// moduleOptions are the lookup_options that apply to the keys of one module, or to keys without
// one, and what collecting them yielded.
type moduleOptions struct {
	options *lookupoptions.Options
	out     *record
}

func (m *moduleOptions) entryFor(root string) (*lookupoptions.Entry, *outcome.Error) {
	entry, _, err := m.options.For(root)
	if err != nil {
		return nil, outcome.From(err)
	}
	return entry, nil
}

// namespace is the module whose keys options are for, or none.
type namespace struct {
	module    string
	hasModule bool
}

// optionsKey distinguishes the collections of lookup_options of a node.
type optionsKey struct {
	namespace
	globalOnly bool
}

// collectedOptions are the options that a lookup has collected so far. Puppet keeps them by module only, whether it was
// searching all layers or the global layer alone: the first key of a module decides for all others.
type collectedOptions []collectedEntry

type collectedEntry struct {
	namespace
	options *moduleOptions
}

// of returns the options for the keys of a module, or nil.
func (c *collectedOptions) of(n namespace) *moduleOptions {
	for i := range *c {
		if e := &(*c)[i]; e.namespace == n {
			return e.options
		}
	}
	return nil
}

func (c *collectedOptions) set(n namespace, options *moduleOptions) {
	for i := range *c {
		if e := &(*c)[i]; e.namespace == n {
			e.options = options
			return
		}
	}
	*c = append(*c, collectedEntry{n, options})
}

// lookupOptions are the options that apply to the module of the key. All levels of the global layer
// and of the environment are read for them: a broken file anywhere breaks every lookup.
func (inv *invocation) lookupOptions() (*moduleOptions, *outcome.Error) {
	own := namespace{inv.module, inv.hasModule}
	if m := inv.collected.of(own); m != nil {
		inv.out.include(m.out)
		return m, nil
	}
	m, err := inv.nodeOptions(optionsKey{own, inv.globalOnly})
	if err != nil {
		return nil, err
	}
	inv.collected.set(own, m)
	if inv.hasModule && !inv.globalOnly && inv.collected.of(namespace{}) == nil {
		if m, ok := inv.node.options.Load(optionsKey{}); ok {
			inv.collected.set(namespace{}, m)
		}
	}
	return m, nil
}

// nodeOptions collects options once for each node.
func (inv *invocation) nodeOptions(key optionsKey) (*moduleOptions, *outcome.Error) {
	if m, ok := inv.node.options.Load(key); ok {
		inv.out.include(m.out)
		return m, nil
	}
	meta := inv.meta()
	meta.out = &record{trace: traced.trace}
	m := &moduleOptions{out: meta.out}
	_, _, err := meta.with(explain.Node{Kind: explain.Meta, Key: lookupOptionsKey, HasKey: true}, func() (_ *data.Value, _ bool, err *outcome.Error) {
		m.options, err = meta.collectOptions()
		return nil, false, err
	})
	meta.out.unknown = nil       // levels that cannot be asked are taken to have no lookup_options
	meta.out.trace.origins = nil // values do not come from there
	inv.out.include(meta.out)
	if err != nil {
		return nil, err
	}
	if inv.collectingGlobal {
		return m, nil // only what is asked for meanwhile goes without those of the global layer
	}
	return inv.node.options.Store(key, m), nil
}

func (inv *invocation) collectOptions() (*lookupoptions.Options, *outcome.Error) {
	if inv.globalOnly {
		global, err := inv.globalOptions()
		if err != nil {
			return nil, err
		}
		return inv.node.engine.compileOptions(global)
	}
	options, err := inv.environmentOptions()
	if err != nil {
		return nil, err
	}
	if inv.hasModule {
		// Puppet compiles the patterns of the environment before it looks at the module, and keeps
		// them for keys without a module.
		compiled, err := inv.node.engine.compileOptions(options)
		if err != nil {
			return nil, err
		}
		if !inv.collectingGlobal {
			out := &record{trace: traced.trace}
			out.include(inv.out)
			inv.node.options.Store(optionsKey{}, &moduleOptions{options: compiled, out: out})
		}
		if options, err = inv.withModuleOptions(options); err != nil {
			return nil, err
		}
	}
	return inv.node.engine.compileOptions(options)
}

// compileOptions compiles what was read from one file once for all nodes.
func (e *Engine) compileOptions(v *data.Value) (*lookupoptions.Options, *outcome.Error) {
	if v == nil {
		return nil, nil
	}
	written := v.Node() != nil
	if written {
		if o, ok := e.compiled.Load(v); ok {
			return o, nil
		}
	}
	o, err := e.patterns.Compile(v, "")
	switch {
	case err != nil:
		return nil, outcome.From(err)
	case written:
		return e.compiled.Store(v, o), nil
	default:
		return o, nil
	}
}

// globalOptions are those of the global layer, collected once for each node. A reference in them
// is evaluated without them, as Puppet has noted by then that it has looked.
func (inv *invocation) globalOptions() (*data.Value, *outcome.Error) {
	if inv.collectingGlobal {
		return nil, nil
	}
	if kept := inv.node.globalOptions.Load(); kept != nil {
		inv.out.include(&kept.out)
		return kept.value, nil
	}
	kept := &keptValue{out: traced}
	sub := *inv
	sub.collectingGlobal, sub.out = true, &kept.out
	v, _, err := sub.searchGlobal(optionsRootKey, mergeArgument{given: true, strategy: merge.Hash()})
	inv.out.include(&kept.out)
	if kept.value, err = validOptions(v, "", err); err != nil {
		return nil, err
	}
	inv.node.globalOptions.Store(kept)
	return kept.value, nil
}

// keptValue is a value that was computed for a node, and what computing it yielded besides.
type keptValue struct {
	value *data.Value
	out   record
}

// validOptions is v when Puppet accepts it as lookup_options; nil when there are none. Levels
// that cannot be asked are taken to have none, as is the rule.
func validOptions(v *data.Value, module string, err *outcome.Error) (*data.Value, *outcome.Error) {
	if err != nil || v == nil || v.IsUndef() || v.IsUnknown() {
		return nil, err
	}
	if err := lookupoptions.Validate(v, module); err != nil {
		return nil, outcome.From(err)
	}
	return v, nil
}

// environmentOptions are those of the global layer and the environment, collected once for each
// node.
func (inv *invocation) environmentOptions() (*data.Value, *outcome.Error) {
	if kept := inv.node.environmentOptions.Load(); kept != nil {
		inv.out.include(&kept.out)
		return kept.value, nil
	}
	kept := &keptValue{out: traced}
	sub := *inv
	sub.out = &kept.out
	var err *outcome.Error
	kept.value, err = sub.collectEnvironmentOptions()
	inv.out.include(&kept.out)
	if err != nil {
		return nil, err
	}
	if !inv.collectingGlobal {
		inv.node.environmentOptions.Store(kept)
	}
	return kept.value, nil
}

func (inv *invocation) collectEnvironmentOptions() (*data.Value, *outcome.Error) {
	global, err := inv.globalOptions()
	if err != nil {
		return nil, err
	}
	v, _, err := inv.searchEnvironment(optionsRootKey, mergeArgument{given: true, strategy: merge.Hash()})
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

// withModuleOptions puts the options of the key's module under those of the layers above.
func (inv *invocation) withModuleOptions(above *data.Value) (*data.Value, *outcome.Error) {
	v, found, err := inv.searchModule(optionsRootKey, mergeArgument{given: true, strategy: merge.Hash()})
	if err != nil || !found {
		return above, err
	}
	own, err := validOptions(v, inv.module, nil)
	switch {
	case err != nil:
		return nil, err
	case above == nil || own == nil:
		// A module with `lookup_options: ~` loses those of the layers above as well, for its
		// own keys: Ruby's conditional has no branch for it and yields nil.
		return own, nil
	}
	names := [...]string{"Global and Environment", "Module " + inv.module}
	values := [...]*data.Value{above, own}
	merged, _, err := inv.fold(merge.Hash(), 2, func(i int) (*data.Value, bool, *outcome.Error) {
		return inv.with(explain.Node{Kind: explain.Scope, Name: names[i]}, func() (*data.Value, bool, *outcome.Error) {
			inv.explain.Found(lookupOptionsKey, values[i])
			return values[i], true, nil
		})
	})
	return merged, err
}

// defaultOptions are the lookup_options of the default hierarchy of the key's module: the only
// ones that count in it.
func (inv *invocation) defaultOptions(l *layer) (*moduleOptions, *outcome.Error) {
	if m, ok := inv.node.defaultOptions.Load(l); ok {
		inv.out.include(m.out)
		return m, nil
	}
	meta := inv.meta()
	meta.out = &record{trace: traced.trace}
	v, _, err := meta.with(explain.Node{Kind: explain.Scope, Name: `Searching for "` + lookupOptionsKey + `"`}, func() (*data.Value, bool, *outcome.Error) {
		return meta.searchDefaultLevels(l, optionsRootKey, mergeArgument{given: true, strategy: merge.Hash()})
	})
	inv.out.include(meta.out)
	if v, err = validOptions(v, l.module, err); err != nil {
		return nil, err
	}
	options, err := inv.node.engine.compileOptions(v)
	if err != nil {
		return nil, err
	}
	m := &moduleOptions{options: options, out: meta.out}
	return inv.node.defaultOptions.Store(l, m), nil
}
