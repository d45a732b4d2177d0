package explain

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// Tree returns the steps below n as data, as `puppet lookup --explain --render-as json` prints
// them. If symbols is set, Puppet's own words are symbols as in Ruby, which `--render-as yaml`
// shows.
func Tree(n *Node, symbols bool) *data.Value {
	b := treeBuilder{symbols: symbols}
	if len(n.branches) == 1 {
		return b.node(n.branches[0])
	}
	return data.NewHash(b.branches(nil, n))
}

// treeBuilder builds the tree of an explanation.
type treeBuilder struct {
	symbols bool
	printed int // bytes of the values, as they are printed
	steps   int // the same without values, approximately
}

// value returns v, or tooLong if the values exceed maxText.
func (b *treeBuilder) value(v *data.Value) *data.Value {
	size := v.Size()
	if b.printed += size + size/smallSize*2*v.Depth(); b.printed > maxText {
		return data.NewString(tooLong)
	}
	return v
}

// smallBranch is the typical size of a step in the tree, without its names.
const smallBranch = 200

// smallSize is a typical size of a value without its text; see data.Value.Size.
const smallSize = 16

// word returns one of Puppet's own words.
func (b *treeBuilder) word(text string) *data.Value {
	if b.symbols {
		return data.NewSymbol(text)
	}
	return data.NewString(text)
}

func (b *treeBuilder) entry(key string, v *data.Value) data.Entry {
	return data.Entry{Key: b.word(key), Value: v}
}

func (b *treeBuilder) text(key, text string) data.Entry {
	b.steps += len(key) + len(text)
	return b.entry(key, data.NewString(text))
}

func (b *treeBuilder) branches(entries []data.Entry, n *Node) []data.Entry {
	if len(n.branches) == 0 {
		return entries
	}
	items := make([]*data.Value, 0, len(n.branches))
	for _, branch := range n.branches {
		if b.steps += smallBranch; b.steps > maxText {
			branch = &Node{Kind: omitted, texts: []string{tooLong}}
		}
		items = append(items, b.node(branch))
		if branch.Kind == omitted {
			break
		}
	}
	return append(entries, b.entry("branches", data.NewArray(items)))
}

func (b *treeBuilder) node(n *Node) *data.Value {
	switch {
	case n.Kind == MergeSource:
		return data.NewHash([]data.Entry{b.entry("type", b.word("merge_source")), b.text("merge_source", n.Name)})
	case n.Kind == Merge && len(n.branches) == 1:
		return b.node(n.branches[0])
	}
	entries := b.branches(nil, n)
	if n.HasKey {
		entries = append(entries, b.text("key", n.Key))
	}
	switch n.Event {
	case found, foundInDefaults, foundInOverrides, result:
		entries = append(entries, b.entry("value", b.value(n.value)))
	}
	if n.Event != noEvent {
		entries = append(entries, b.entry("event", b.word(eventNames[n.Event])))
	}
	if len(n.texts) > 0 {
		items := lists.Map(n.texts, data.NewString)
		entries = append(entries, b.entry("texts", data.NewArray(items)))
	}
	return data.NewHash(b.typed(entries, n))
}

// typed adds the type and the entries that only nodes of that type have.
func (b *treeBuilder) typed(entries []data.Entry, n *Node) []data.Entry {
	switch n.Kind {
	case Location:
		kind := "path"
		if n.URI {
			kind = "uri"
		}
		return append(entries, b.entry("type", b.word(kind)),
			b.text("original_"+kind, n.Original), b.text(kind, n.Text))
	case Meta, Data:
		// Puppet ignores the type that it is given and prints root.
		return append(entries, b.entry("type", b.word("root")))
	}
	entries = append(entries, b.entry("type", b.word(typeNames[n.Kind])))
	switch n.Kind {
	case Interpolate:
		entries = append(entries, b.text("expression", n.Name))
	case Merge:
		entries = append(entries, b.entry("merge", b.word(n.Strategy.Name())))
		if options := n.Strategy.Options(); options != nil && options.Len() > 0 {
			entries = append(entries, b.entry("options", options))
		}
	case Provider:
		entries = append(entries, b.text("name", n.Name))
		if n.ConfigPath != "" {
			entries = append(entries, b.text("configuration_path", n.ConfigPath))
		}
		if n.Module != "" {
			entries = append(entries, b.text("module", n.Module))
		}
	case Scope:
		entries = append(entries, b.text("name", n.Name))
	}
	return entries
}
