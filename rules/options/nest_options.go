package options

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// nesting moves merge options that are siblings of `merge` in an entry of lookup_options into it.
type nesting struct {
	owner *data.Node
	// outside are the keys of the misplaced options, in order.
	outside []*data.Node
	// mergeKey and mergeValue are the nodes of the `merge` option; nil if there is none, or more than one.
	mergeKey, mergeValue *data.Node
}

func (n *nesting) find() {
	for key, value := range n.owner.Entries() {
		if rule.IsKey(key, "merge") {
			n.mergeKey, n.mergeValue = key, value
		}
	}
}

func (n *nesting) verb(one, several string) string {
	if len(n.outside) == 1 {
		return one
	}
	return several
}

// help returns what to write, with the strategy of the entry if that has such options.
func (n *nesting) help() string {
	parts := []string{"strategy: deep"}
	if strategy := n.strategy(); strategy != "" && n.isAccepted() {
		parts[0] = "strategy: " + strategy
	}
	for _, key := range n.outside {
		if key.Text() != "strategy" {
			parts = append(parts, key.Text()+": …")
		}
	}
	help := "write `merge: {" + strings.Join(parts, ", ") + "}`"
	if strategy := n.strategy(); !n.isAccepted() && (strategy == "first" || strategy == "unique" || strategy == "hash") {
		help += "; `" + strategy + "` has no such option"
	}
	return help
}

// strategy returns the merge strategy of the entry, inside or outside of `merge`, or "".
func (n *nesting) strategy() string {
	v := n.whole()
	if name, ok := v.Get("strategy"); ok && name.Kind() == data.String {
		return name.Text()
	}
	return ""
}

// whole returns the `merge` option with all options.
func (n *nesting) whole() *data.Value {
	var entries []data.Entry
	switch v := n.mergeValue; {
	case v == nil || v.Value == nil:
	case v.Value.Kind() == data.Hash:
		entries = slices.Clone(v.Value.Entries())
	default:
		entries = []data.Entry{data.NewEntry("strategy", v.Value)}
	}
	for _, key := range n.outside {
		name := key.Text()
		inside := slices.ContainsFunc(entries, func(e data.Entry) bool { return e.Key.Text() == name })
		if value := key.Counterpart(); value != nil && value.Value != nil && !inside {
			entries = append(entries, data.NewEntry(name, value.Value))
		}
	}
	return data.NewHash(entries)
}

// isAccepted reports whether Puppet accepts `merge` with all options.
func (n *nesting) isAccepted() bool {
	_, err := merge.Parse(n.whole())
	return err == nil
}

// fix moves the misplaced options into `merge`.
func (n *nesting) fix() (diagnostic.Fix, bool) {
	fix := diagnostic.Fix{Message: "move " + n.verb("it", "them") + " into `merge`"}
	if !n.isAccepted() || n.owner.HasAnchor() || n.isTwice() {
		return fix, false
	}
	var ok bool
	if n.owner.Style == data.Flow {
		fix.Edits, ok = n.rewritten()
	} else {
		fix.Edits, ok = n.moved()
	}
	return fix, ok
}

// isTwice reports whether an option is set both inside and outside of `merge`, or twice.
func (n *nesting) isTwice() bool {
	seen := map[string]bool{}
	for key := range n.owner.Entries() {
		name := key.Text()
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	if n.mergeValue != nil && n.mergeValue.Kind == data.Scalar {
		return seen["strategy"]
	}
	return lists.Any(lists.Keys(n.mergeValue.Entries()), func(key *data.Node) bool { return seen[key.Text()] })
}

// rewritten returns the edits that rewrite an entry in flow style on its line.
func (n *nesting) rewritten() ([]diagnostic.TextEdit, bool) {
	file := n.owner.Doc.File
	if bytes.ContainsAny(file.Slice(n.owner.Span), "\n#") {
		return nil, false
	}
	var inside, entries []string
	strategy := "strategy: "
	if n.owner.Doc.Format == data.JSON {
		strategy = `"strategy": `
	}
	switch v := n.mergeValue; {
	case v == nil:
	case v.Kind == data.Scalar:
		inside = append(inside, strategy+string(file.Slice(v.Span)))
	default:
		inside = lists.Map(slices.Collect(lists.Keys(v.Entries())), written)
	}
	inside = append(inside, lists.Map(n.outside, written)...)
	merged := "{" + strings.Join(inside, ", ") + "}"
	for key := range n.owner.Entries() {
		switch {
		case key == n.mergeKey:
			entries = append(entries, string(file.Slice(key.Span))+": "+merged)
		case !slices.Contains(n.outside, key):
			entries = append(entries, written(key))
		case n.mergeKey == nil && key == n.outside[0]:
			name := "merge"
			if n.owner.Doc.Format == data.JSON {
				name = `"merge"`
			}
			entries = append(entries, name+": "+merged)
		}
	}
	return []diagnostic.TextEdit{{File: file, Span: n.owner.Span, New: "{" + strings.Join(entries, ", ") + "}"}}, true
}

// moved returns the edits that move the lines of an entry below `merge`. If `merge` is missing, it replaces the first
// of them.
func (n *nesting) moved() ([]diagnostic.TextEdit, bool) {
	file := n.owner.Doc.File
	newline := file.LineBreak()
	var edits []diagnostic.TextEdit
	var lines []string
	for _, key := range n.outside {
		line := written(key)
		removal, ok := edit.RemoveEntry(key)
		if !ok || strings.Contains(line, "\n") || key.Kind != data.Scalar || key.Counterpart().Kind != data.Scalar {
			return nil, false
		}
		edits = append(edits, removal.Edits...)
		lines = append(lines, line)
	}
	indent := indentOf(n.outside[0])
	block := func(indent string, lines []string) string {
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(newline + indent + line)
		}
		return b.String()
	}
	switch v := n.mergeValue; {
	case v == nil:
		edits[0].New = indent + "merge:" + block(indent+"  ", lines) + newline
	case v.Kind == data.Scalar && (v.Style == data.Plain || v.Style == data.SingleQuoted || v.Style == data.DoubleQuoted):
		lines = slices.Insert(lines, 0, "strategy: "+string(file.Slice(v.Span)))
		edits = append(edits, diagnostic.TextEdit{File: file, Span: source.Span{Start: n.mergeKey.Span.End, End: v.Span.End}, New: ":" + block(indent+"  ", lines)})
	case v.Kind == data.Mapping && v.Style == data.Block:
		edits = append(edits, diagnostic.Insert(file, v.Span.End, block(indentOf(v.Children[0]), lines)))
	case v.Kind == data.Mapping && !strings.ContainsAny(strings.Join(lines, ""), ",[]{}#"):
		edits = append(edits, diagnostic.TextEdit{File: file, Span: source.Span{Start: v.Span.End - 1, End: v.Span.End - 1}, New: ", " + strings.Join(lines, ", ")})
	default:
		return nil, false
	}
	return edits, true
}

// written returns the source of an entry, from its key to the end of its value.
func written(key *data.Node) string {
	return string(key.Doc.File.Slice(source.Span{Start: key.Span.Start, End: max(key.Span.End, key.Counterpart().Span.End)}))
}

// indentOf returns the indentation of a key.
func indentOf(key *data.Node) string {
	start := key.Span.Start
	for start > 0 && key.Doc.File.Text[start-1] == ' ' {
		start--
	}
	return string(key.Doc.File.Text[start:key.Span.Start])
}
