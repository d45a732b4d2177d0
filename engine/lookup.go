package engine

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

const lookupOptionsKey = "lookup_options"

// LookupOptions are the arguments of a lookup besides its key.
type LookupOptions struct {
	// Merge is the merge argument: the name of a strategy or a Hash; nil when not given.
	Merge *data.Value
	// Default is the value where nothing is found; nil when not given (undef counts as given).
	Default *data.Value
	// Type is what the value must be an instance of; nil when not given.
	Type types.Type
	// Override and DefaultValues are Hashes by key, before and after all layers; nil when empty.
	Override, DefaultValues *data.Value

	// Parameter makes it the automatic lookup of a class parameter: only the layers count.
	Parameter bool
	// GlobalOnly leaves out all layers but the global one.
	GlobalOnly bool
	// Classic makes it a call of hiera, hiera_array or hiera_hash, which differ by the merge that
	// they ask for. ClassicOverride are their extra hierarchy levels.
	Classic         bool
	ClassicOverride []string

	// Trace asks for Result.Origins and Result.Reads.
	Trace bool
	// Explain asks for an explanation, ExplainOptions for one of lookup_options only.
	Explain, ExplainOptions bool
}

// Result is what a lookup found.
type Result struct {
	// Key is the one of the keys that was found; the first when the default was used.
	Key string
	// Value is what was found; nil when nothing was. Where Puppet could know the value and the engine
	// cannot, it is an outcome.Unknown, as a whole or in parts.
	Value *data.Value
	// Default reports that no layer has the key: the value is the default that was given.
	Default bool
	// Entry is what lookup_options say about the key that was searched last, also beside an error;
	// nil when they say nothing.
	Entry *lookupoptions.Entry
	// Unknown are the reasons why the value, or a part of it, is unknown, and the levels that could not be
	// asked.
	Unknown []*outcome.Unknown
	// Warnings are what Puppet would log, each once.
	Warnings []string
	// Observations are set when Options.Observe asks for them.
	Observations []*outcome.Observation
	// Origins are where the value came from, and Reads the variables that were looked at, when they
	// were asked for.
	Origins []outcome.Origin
	Reads   []outcome.Read
	// Explanation is set when asked for, also beside an error.
	Explanation *Explanation
}

// lookupState is what nearly every lookup needs. Nothing of it is left in a result, so it serves many.
type lookupState struct {
	invocation
	out    record
	budget budget
	stack  [4]string

	objects          merge.Objects
	collected        collectedOptions
	collectedEntries [2]collectedEntry
}

var lookupStates = sync.Pool{New: func() any { return new(lookupState) }}

func (s *lookupState) release() {
	*s = lookupState{}
	lookupStates.Put(s)
}

// Lookup finds the value of one of keys, the first that any layer has. The error is an *outcome.Error;
// the result beside it still has the warnings and the explanation.
func (e *Engine) Lookup(ctx context.Context, scope *Scope, o LookupOptions, keys ...string) (*Result, error) {
	n := e.nodeOf(scope)
	if o.Explain || o.ExplainOptions {
		n = n.fresh() // Puppet forgets lookup_options, so that the explanation shows them
	}
	state := lookupStates.Get().(*lookupState)
	defer state.release()
	inv := &state.invocation
	*inv = invocation{
		ctx: ctx, node: n, out: &state.out, budget: &state.budget, stack: state.stack[:0], collected: &state.collected, objects: &state.objects,
		override: o.Override, defaults: o.DefaultValues,
		globalOnly: o.GlobalOnly,
		hiera3:     hiera3State{call: o.Classic, overrides: o.ClassicOverride},
	}
	state.collected = state.collectedEntries[:0]
	inv.out.trace.wanted = o.Trace
	if o.Explain || o.ExplainOptions {
		inv.explain = explain.NewRecorder()
		inv.objects.All = true
		inv.onlyExplainOptions = o.ExplainOptions && !o.Explain
	}
	if o.Classic {
		// Puppet reads this hiera.yaml before that of the global layer then.
		if l := n.engine.environmentLayer(); l != nil {
			l.tell(inv.out)
		}
		version5, err := n.hasEnvironmentVersion5()
		if err != nil {
			return inv.result(&Result{}), err
		}
		inv.globalOnly = inv.globalOnly || !version5
	}
	var r *Result
	var err *outcome.Error
	if o.Parameter {
		r, err = inv.lookupParameter(keys[0])
	} else {
		r, err = inv.lookupAny(keys, &o)
	}
	if err != nil {
		if inv.explain != nil && err.IsLookup() {
			inv.explain.Text(err.Message)
		}
		return inv.result(&Result{}), inv.out.withhold(err)
	}
	return inv.result(r), nil
}

func (inv *invocation) result(r *Result) *Result {
	if inv.out.hasUnknown {
		for _, u := range outcome.UnknownParts(r.Value) {
			inv.out.noteUnknown(u)
		}
	}
	inv.out.withholdWarnings()
	r.Origins, r.Reads = inv.out.trace.origins, inv.out.trace.reads
	r.Warnings, r.Unknown, r.Observations = inv.out.warnings, inv.out.unknown, inv.out.observations
	r.Entry = inv.out.entry
	if inv.explain != nil {
		r.Explanation = &Explanation{inv.explain.Root(inv.objects)}
	}
	return r
}

// lookupParameter is automatic parameter lookup.
func (inv *invocation) lookupParameter(name string) (*Result, *outcome.Error) {
	v, found, err := inv.search(name, mergeArgument{})
	if err != nil {
		return nil, err
	}
	if !found {
		e := outcome.Errorf("no_such_key: %s", name)
		e.NotFound = true
		return nil, e
	}
	return &Result{Key: name, Value: v}, nil
}

// lookupAny is the function lookup.
func (inv *invocation) lookupAny(names []string, o *LookupOptions) (*Result, *outcome.Error) {
	for _, name := range names {
		if v, ok := valueIn(o.Override, name); ok {
			if err := assertType(fmt.Sprintf("Value found for key '%s' in override hash", name), o.Type, v); err != nil {
				return nil, err
			}
			return inv.found(name, v, o)
		}
		v, found, err := inv.search(name, newMergeArgument(o.Merge))
		if err != nil {
			return nil, err
		}
		if found {
			return inv.found(name, v, o)
		}
	}
	for _, name := range names {
		if v, ok := valueIn(o.DefaultValues, name); ok {
			if err := assertType(fmt.Sprintf("Value found for key '%s' in default values hash", name), o.Type, v); err != nil {
				return nil, err
			}
			return &Result{Key: name, Value: v, Default: true}, nil
		}
	}
	if o.Default != nil {
		if err := assertType("Default value", o.Type, o.Default); err != nil {
			return nil, err
		}
		r := &Result{Value: o.Default, Default: true}
		if len(names) > 0 {
			r.Key = names[0]
		}
		return r, nil
	}
	return nil, notFound(names)
}

func (inv *invocation) found(name string, v *data.Value, o *LookupOptions) (*Result, *outcome.Error) {
	if err := assertType("Found value", o.Type, v); err != nil {
		return nil, err
	}
	return &Result{Key: name, Value: v}, nil
}

func notFound(names []string) *outcome.Error {
	var e *outcome.Error
	if len(names) == 1 {
		e = &outcome.Error{Class: outcome.ClassLookup, Message: "Function lookup() did not find a value for the name '" + names[0] + "'"}
	} else {
		quoted := make([]string, len(names))
		for i, n := range names {
			quoted[i] = "'" + n + "'"
		}
		e = outcome.Errorf("Function lookup() did not find a value for any of the names [%s]", strings.Join(quoted, ", "))
	}
	e.NotFound = true
	return e
}

func valueIn(hash *data.Value, name string) (*data.Value, bool) {
	if hash == nil {
		return nil, false
	}
	return hash.Get(name)
}

func assertType(subject string, t types.Type, v *data.Value) *outcome.Error {
	if t == nil || v.HasUnknown() {
		return nil
	}
	if err := types.AssertInstance(subject, t, v); err != nil {
		return (&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).At(v.Node())
	}
	return nil
}

// mergeArgument is a merge argument that is read when it is needed: a wrong one is an error at
// that point only.
type mergeArgument struct {
	given    bool
	strategy *merge.Strategy
	err      error
}

func newMergeArgument(v *data.Value) mergeArgument {
	if v == nil || v.IsUndef() {
		return mergeArgument{}
	}
	s, err := merge.Parse(v)
	return mergeArgument{given: true, strategy: s, err: err}
}

func (m mergeArgument) read() (*merge.Strategy, *outcome.Error) {
	switch {
	case m.err != nil:
		return nil, outcome.From(m.err)
	case m.strategy == nil:
		return merge.Default(), nil
	default:
		return m.strategy, nil
	}
}

// search finds name in all layers, with the options that lookup_options has for it.
func (inv *invocation) search(name string, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	// The test is textual: '"lookup_options"' is an ordinary key.
	if name == lookupOptionsKey || strings.HasPrefix(name, lookupOptionsKey+".") {
		inv.explain.Leaf(explain.Node{Kind: explain.InvalidKey, Key: lookupOptionsKey, HasKey: true})
		return nil, false, nil
	}
	k, err := inv.node.engine.parseKey(name)
	if err != nil {
		return nil, false, outcome.From(err)
	}
	inv.key = name
	inv.module, inv.hasModule = k.Module(), k.Qualified()
	if inv.onlyExplainOptions {
		return inv.explainOptions()
	}
	entry, e := inv.optionsFor(k.Root)
	if e != nil {
		return nil, false, e
	}
	if len(inv.stack) == 0 {
		inv.out.entry = entry
	}
	if entry == nil && !argument.given {
		for i := range inv.out.unsettled {
			if at := &inv.out.unsettled[i]; at.mayBe(k.Root) {
				return at.unknown, true, nil
			}
		}
	}
	// Of an entry that is no hash Ruby cannot ask for its merge, nor later for its convert_to.
	noHash := entry != nil && entry.Err != nil && entry.Merge == nil
	switch {
	case entry == nil || argument.given:
	case noHash:
		return nil, false, outcome.From(entry.Err)
	case entry.Merge != nil:
		argument = mergeArgument{given: true, strategy: entry.Strategy, err: entry.Err}
		inv.explain.Leaf(explain.Node{Kind: explain.MergeSource, Name: lookupOptionsKey})
	}
	inv.out.gap = nil
	v, found, e := inv.searchLayersAndDefaults(k, argument)
	switch {
	case e != nil || !found || entry == nil:
		return v, found, e
	case noHash:
		return nil, false, outcome.From(entry.Err)
	case entry.ConvertTo == nil:
		return v, true, nil
	}
	v, e = inv.convert(name, entry, v)
	return v, e == nil, e
}

func (inv *invocation) searchLayersAndDefaults(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if inv.explain != nil {
		inv.explain.Push(&explain.Node{Kind: explain.Data, Key: k.Text, HasKey: true})
		defer inv.explain.Pop()
	}
	v, found, err := inv.searchLayers(k, argument)
	if err != nil || found || inv.globalOnly {
		return v, found, err
	}
	if v, found, err = inv.searchDefaultHierarchy(k); err != nil || !found {
		return nil, false, err
	}
	return inv.dig(k, v)
}

func (inv *invocation) searchLayers(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	var v *data.Value
	var found bool
	var err *outcome.Error
	if inv.globalOnly {
		v, found, err = inv.searchGlobal(k, argument)
	} else {
		var strategy *merge.Strategy
		if strategy, err = argument.read(); err != nil {
			return nil, false, err
		}
		argument = mergeArgument{given: true, strategy: strategy}
		if strategy.First() {
			v, found, err = inv.searchFirst(k, argument)
		} else {
			v, found, err = inv.fold(strategy, layerCount, func(i int) (*data.Value, bool, *outcome.Error) { return inv.searchLayer(i, k, argument) })
		}
	}
	if err != nil || !found {
		return nil, false, err
	}
	return inv.dig(k, v)
}

// layerCount is the number of layers: global, environment and module.
const layerCount = 3

func (inv *invocation) searchLayer(i int, k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	switch i {
	case 0:
		return inv.searchGlobal(k, argument)
	case 1:
		return inv.searchEnvironment(k, argument)
	default:
		return inv.searchModule(k, argument)
	}
}

func (inv *invocation) searchFirst(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	for i := range layerCount {
		if v, found, err := inv.searchLayer(i, k, argument); err != nil || found {
			return v, found, err
		}
	}
	return nil, false, nil
}

// explainOptions is the search of --explain-options: the value does not count.
func (inv *invocation) explainOptions() (*data.Value, bool, *outcome.Error) {
	k, err := inv.node.engine.parseKey(lookupOptionsKey)
	if err != nil {
		return nil, false, outcome.From(err)
	}
	if _, _, err := inv.searchLayers(k, mergeArgument{given: true, strategy: merge.Hash()}); err != nil {
		return nil, false, err
	}
	return data.NewUndef(), true, nil
}

// optionsFor is the entry of lookup_options that applies to the root key, or nil.
func (inv *invocation) optionsFor(root string) (*lookupoptions.Entry, *outcome.Error) {
	options, err := inv.lookupOptions()
	if err != nil {
		return nil, err
	}
	return options.entryFor(root)
}
