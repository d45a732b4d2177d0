package engine

import "github.com/hieralint/hieralint/engine/data"

// Tree is the explanation as data, as `puppet lookup --explain --render-as json` prints it.
func (e *Explanation) Tree() *data.Value { return treeBuilder{}.root(&e.root) }

// SymbolTree is Tree with the Symbols that Ruby has in it, as `--render-as yaml` prints it.
func (e *Explanation) SymbolTree() *data.Value { return treeBuilder{symbols: true}.root(&e.root) }

// treeBuilder makes a tree of an explanation.
type treeBuilder struct{ symbols bool }

func (b treeBuilder) root(n *explainNode) *data.Value {
	if len(n.branches) == 1 {
		return b.node(n.branches[0])
	}
	return data.NewHash(b.branches(nil, n))
}

// word is one of Puppet's own words, not the user's.
func (b treeBuilder) word(text string) *data.Value {
	if b.symbols {
		return data.NewSymbol(text)
	}
	return data.NewString(text)
}

func (b treeBuilder) entry(key string, v *data.Value) data.Entry {
	return data.Entry{Key: b.word(key), Value: v}
}

func (b treeBuilder) text(key, text string) data.Entry { return b.entry(key, data.NewString(text)) }

func (b treeBuilder) branches(entries []data.Entry, n *explainNode) []data.Entry {
	if len(n.branches) == 0 {
		return entries
	}
	items := make([]*data.Value, len(n.branches))
	for i, branch := range n.branches {
		items[i] = b.node(branch)
	}
	return append(entries, b.entry("branches", data.NewArray(items)))
}

func (b treeBuilder) node(n *explainNode) *data.Value {
	switch {
	case n.kind == explainMergeSource:
		return data.NewHash([]data.Entry{b.entry("type", b.word("merge_source")), b.text("merge_source", n.name)})
	case n.kind == explainMerge && len(n.branches) == 1:
		return b.node(n.branches[0])
	}
	entries := b.branches(nil, n)
	if n.hasKey {
		entries = append(entries, b.text("key", n.key))
	}
	switch n.event {
	case eventFound, eventFoundInDefaults, eventFoundInOverrides, eventResult:
		entries = append(entries, b.entry("value", n.value))
	}
	if n.event != noEvent {
		entries = append(entries, b.entry("event", b.word(eventNames[n.event])))
	}
	if len(n.texts) > 0 {
		items := make([]*data.Value, len(n.texts))
		for i, t := range n.texts {
			items[i] = data.NewString(t)
		}
		entries = append(entries, b.entry("texts", data.NewArray(items)))
	}
	return data.NewHash(b.typed(entries, n))
}

// typed adds the type and what only nodes of that type have.
func (b treeBuilder) typed(entries []data.Entry, n *explainNode) []data.Entry {
	switch n.kind {
	case explainLocation:
		kind := "path"
		if n.location.uri {
			kind = "uri"
		}
		return append(entries, b.entry("type", b.word(kind)),
			b.text("original_"+kind, n.location.original), b.text(kind, n.location.text))
	case explainMeta, explainData:
		// Puppet keeps the type it is given to itself and says root.
		return append(entries, b.entry("type", b.word("root")))
	}
	entries = append(entries, b.entry("type", b.word(explainTypes[n.kind])))
	switch n.kind {
	case explainInterpolate:
		entries = append(entries, b.text("expression", n.name))
	case explainMerge:
		entries = append(entries, b.entry("merge", b.word(n.strategy.Name())))
		if options := n.strategy.Options(); options != nil && options.Len() > 0 {
			entries = append(entries, b.entry("options", options))
		}
	case explainProvider:
		entries = append(entries, b.text("name", n.name))
		if n.configPath != "" {
			entries = append(entries, b.text("configuration_path", n.configPath))
		}
		if n.module != "" {
			entries = append(entries, b.text("module", n.module))
		}
	case explainScope:
		entries = append(entries, b.text("name", n.name))
	}
	return entries
}
