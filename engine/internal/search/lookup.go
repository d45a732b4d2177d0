package search

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// Parameter performs automatic parameter lookup, which searches only the layers, of the first of keys
// that any layer has.
func (l *Lookup) Parameter(keys []string) (invocation.Answer, *outcome.Error) {
	for _, name := range keys {
		v, found, err := l.search(&l.outermost, name, mergeArgument{})
		switch {
		case err != nil:
			return invocation.Answer{}, err
		case found:
			return invocation.Answer{Key: name, Value: v}, nil
		}
	}
	err := invocation.NotFound(keys)
	if len(keys) == 1 {
		err.Message = "no_such_key: " + keys[0]
	}
	return invocation.Answer{}, err
}

// Function performs the function lookup or one of the classic functions.
func (l *Lookup) Function(keys []string, a invocation.Arguments) (invocation.Answer, *outcome.Error) {
	answer, err := l.Search(&l.outermost, keys, a)
	switch {
	case err != nil || answer.Value != nil:
	case len(keys) == 1 && l.node.space.target(keys[0]).err == nil:
		err = l.node.space.target(keys[0]).notFound()
	default:
		err = invocation.NotFound(keys)
	}
	return answer, err
}

// Search performs the lookups of keys that values reference and that functions look up.
func (l *Lookup) Search(inv *invocation.Invocation, keys []string, a invocation.Arguments) (invocation.Answer, *outcome.Error) {
	if a.Classic {
		if err := l.beginClassic(inv); err != nil {
			return invocation.Answer{}, err
		}
	}
	for _, name := range keys {
		if v, ok := valueIn(inv.Override, name); ok {
			return answer(name, v, false, a.Type, "Value found for key '%s' in override hash")
		}
		v, found, err := l.search(inv, name, newMergeArgument(a.Merge))
		if err != nil {
			return invocation.Answer{}, err
		}
		if found {
			return answer(name, v, false, a.Type, "Found value")
		}
	}
	for _, name := range keys {
		if v, ok := valueIn(inv.Defaults, name); ok {
			return answer(name, v, true, a.Type, "Value found for key '%s' in default values hash")
		}
	}
	if a.Default == nil {
		return invocation.Answer{}, nil
	}
	name := ""
	if len(keys) > 0 {
		name = keys[0]
	}
	return answer(name, a.Default, true, a.Type, "Default value")
}

// answer returns an Answer with v, which must be an instance of t. subject is Puppet's description
// of the value.
func answer(name string, v *data.Value, isDefault bool, t types.Type, subject string) (invocation.Answer, *outcome.Error) {
	if t != nil && !v.HasUnknown() {
		if strings.Contains(subject, "%s") {
			subject = fmt.Sprintf(subject, name)
		}
		if err := types.AssertInstance(subject, t, v); err != nil {
			return invocation.Answer{}, (&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).WithNode(v.Node())
		}
	}
	return invocation.Answer{Key: name, Value: v, Default: isDefault}, nil
}

func valueIn(hash *data.Value, name string) (*data.Value, bool) {
	if hash == nil {
		return nil, false
	}
	return hash.Get(name)
}

// mergeArgument is a merge argument that is parsed when it is needed: an invalid one is an error
// only then.
type mergeArgument struct {
	given    bool
	strategy *merge.Strategy
	err      error
}

// mergeHashes returns the argument with which Puppet looks up lookup_options.
func mergeHashes() mergeArgument { return mergeArgument{given: true, strategy: merge.Hash()} }

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
	}
	return m.strategy, nil
}

// search searches all layers for name, with the lookup_options that apply to it.
func (l *Lookup) search(inv *invocation.Invocation, name string, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	// Puppet compares the text of the key, so '"lookup_options"' is an ordinary key.
	if name == lookupoptions.Key || strings.HasPrefix(name, lookupoptions.Key+".") {
		inv.Explain.Leaf(explain.Node{Kind: explain.InvalidKey, Key: lookupoptions.Key, HasKey: true})
		return nil, false, nil
	}
	t := l.node.space.target(name)
	if t.err != nil {
		return nil, false, t.err
	}
	inv.Key = name
	if l.onlyExplainOptions {
		return l.explainOptions(inv, t.namespace)
	}
	options, e := l.lookupOptions(inv, t.namespace)
	if e != nil {
		return nil, false, e
	}
	entry, e := t.entryFor(options.options)
	if e != nil {
		return nil, false, e
	}
	if inv.IsOutermost() {
		inv.Record.Entry = entry
	}
	if entry == nil && !argument.given {
		if unknown := inv.Record.Unsettled(t.Root); unknown != nil {
			return unknown, true, nil
		}
	}
	// Ruby fails to read merge, and later convert_to, from an entry that is not a hash.
	noHash := entry != nil && entry.Err != nil && entry.Merge == nil
	switch {
	case entry == nil || argument.given:
	case noHash:
		return nil, false, outcome.From(entry.Err)
	case entry.Merge != nil:
		argument = mergeArgument{given: true, strategy: entry.Strategy, err: entry.Err}
		inv.Explain.Leaf(explain.Node{Kind: explain.MergeSource, Name: lookupoptions.Key})
	}
	inv.Record.Gap = nil
	v, found, e := l.searchLayersAndDefaults(inv, t, argument)
	switch {
	case e != nil || !found || entry == nil:
		return v, found, e
	case noHash:
		return nil, false, outcome.From(entry.Err)
	case entry.ConvertTo == nil:
		return v, true, nil
	}
	v, e = l.convert(inv, name, entry, v)
	return v, e == nil, e
}

func (l *Lookup) searchLayersAndDefaults(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if inv.Explain != nil {
		inv.Explain.Push(&explain.Node{Kind: explain.Data, Key: t.Text, HasKey: true})
		defer inv.Explain.Pop()
	}
	v, found, err := l.searchLayers(inv, t, argument)
	if err != nil || found || inv.GlobalOnly {
		return v, found, err
	}
	if v, found, err = l.searchDefaultHierarchy(inv, t); err != nil || !found {
		return nil, false, err
	}
	return inv.Dig(t.Key.Key, v)
}

// explainOptions performs the search of --explain-options, which ignores the value.
func (l *Lookup) explainOptions(inv *invocation.Invocation, of *namespace) (*data.Value, bool, *outcome.Error) {
	if _, _, err := l.searchLayers(inv, of.options, mergeHashes()); err != nil {
		return nil, false, err
	}
	return data.NewUndef(), true, nil
}
