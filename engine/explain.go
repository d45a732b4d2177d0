package engine

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Explanation is how a lookup came to its outcome: what `puppet lookup --explain` prints. Text is
// line by line that of Puppet, Tree is what --render-as json prints.
type Explanation struct{ root explainNode }

// explainKind is what a node of an explanation tells of.
type explainKind uint8

const (
	explainRoot explainKind = iota
	explainMeta             // the search for lookup_options
	explainData             // the search for a key
	explainInvalidKey
	explainMergeSource
	explainModule
	explainInterpolate
	explainMerge
	explainProvider // a layer, a level
	explainLocation
	explainSubKey
	explainSegment
	explainScope
)

// explainType is the name of a kind in the tree.
var explainTypes = [...]string{
	explainMeta: "meta", explainData: "data", explainInvalidKey: "invalid_key", explainMergeSource: "merge_source",
	explainModule: "module", explainInterpolate: "interpolate", explainMerge: "merge", explainProvider: "data_provider",
	explainSubKey: "sub_key", explainSegment: "segment", explainScope: "scope",
}

// explainEvent is what came out at a node.
type explainEvent uint8

const (
	noEvent explainEvent = iota
	eventFound
	eventFoundInOverrides
	eventFoundInDefaults
	eventResult
	eventNotFound
	eventLocationNotFound
	eventModuleNotFound
	eventModuleProviderNotFound
)

var eventNames = [...]string{
	eventFound: "found", eventFoundInOverrides: "found_in_overrides", eventFoundInDefaults: "found_in_defaults",
	eventResult: "result", eventNotFound: "not_found", eventLocationNotFound: "location_not_found",
	eventModuleNotFound: "module_not_found", eventModuleProviderNotFound: "module_provider_not_found",
}

type explainNode struct {
	kind     explainKind
	parent   *explainNode
	branches []*explainNode
	texts    []string

	// name is what the node is about: the name of a layer or level, of a module or scope, the
	// text that is interpolated, the sub key.
	name string
	// configPath and module are those of a layer; hasModule tells a module's layer.
	configPath, module string
	location           *location
	strategy           *merge.Strategy

	event  explainEvent
	key    string
	hasKey bool
	value  *data.Value
}

// explainer builds an Explanation. All its methods do nothing on a nil explainer, so that a
// lookup without explanation pays no more than a test for nil.
type explainer struct {
	root    *explainNode
	current *explainNode
}

func newExplainer() *explainer {
	root := &explainNode{kind: explainRoot}
	return &explainer{root: root, current: root}
}

func (x *explainer) push(node *explainNode) {
	node.parent = x.current
	x.current.branches = append(x.current.branches, node)
	x.current = node
}

func (x *explainer) pop() {
	if x.current.parent != nil {
		x.current = x.current.parent
	}
}

func (x *explainer) outcome(event explainEvent, key string, v *data.Value) {
	if x == nil {
		return
	}
	x.current.event, x.current.key, x.current.hasKey, x.current.value = event, key, true, v
}

func (x *explainer) found(key string, v *data.Value) { x.outcome(eventFound, key, v) }

func (x *explainer) notFound(key string) { x.outcome(eventNotFound, key, nil) }

func (x *explainer) result(v *data.Value) {
	if x != nil {
		x.current.event, x.current.value = eventResult, v
	}
}

func (x *explainer) locationNotFound() {
	if x != nil {
		x.current.event = eventLocationNotFound
	}
}

// text adds a line of its own to the current node.
func (x *explainer) text(line string) {
	if x != nil {
		x.current.texts = append(x.current.texts, line)
	}
}

// merges is told of each merge: Puppet prints the values that it merged as they are afterwards.
func (x *explainer) merges(strategy *merge.Strategy) func(higher, lower *data.Value) {
	if x == nil {
		return nil
	}
	return func(higher, lower *data.Value) {
		if left := strategy.Spent(higher, lower); left != higher {
			x.root.replace(higher, left)
		}
	}
}

func (n *explainNode) replace(old, v *data.Value) {
	if n.value == old {
		n.value = v
	}
	for _, b := range n.branches {
		b.replace(old, v)
	}
}

// leaf adds a node that nothing happens in.
func (x *explainer) leaf(node *explainNode) {
	if x != nil {
		x.push(node)
		x.pop()
	}
}

// Text is the explanation as `puppet lookup --explain` prints it.
func (e *Explanation) Text() string {
	var w explainWriter
	for _, b := range e.root.branches {
		w.node(b, "")
	}
	w.lines(e.root.texts, "")
	return w.String()
}

// explainWriter prints an explanation, two spaces for each level.
type explainWriter struct{ strings.Builder }

func (w *explainWriter) line(indent string, parts ...string) {
	w.WriteString(indent)
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

func (w *explainWriter) lines(lines []string, indent string) {
	for _, l := range lines {
		w.line(indent, l)
	}
}

func (w *explainWriter) node(n *explainNode, indent string) {
	switch n.kind {
	case explainMeta, explainData:
		w.line(indent, `Searching for "`, n.key, `"`)
		w.branches(n, indent)
	case explainInvalidKey:
		w.line(indent, `Invalid key "`, n.key, `"`)
	case explainMergeSource:
		w.line(indent, `Using merge options from "`, n.name, `" hash`)
	case explainModule:
		if n.event == eventModuleNotFound {
			w.line(indent, `Module "`, n.name, `" not found`)
		} else {
			w.line(indent, `Module data provider for module "`, n.name, `" not found`)
		}
	case explainInterpolate:
		w.line(indent, `Interpolation on "`, n.name, `"`)
		w.branches(n, indent)
	case explainMerge:
		w.merge(n, indent)
	case explainProvider:
		w.line(indent, n.name)
		if n.configPath != "" {
			w.line(indent+"  ", `Using configuration "`, n.configPath, `"`)
		}
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainLocation:
		w.location(n, indent)
	case explainSubKey:
		w.line(indent, `Sub key: "`, n.name, `"`)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainScope:
		w.line(indent, n.name)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainSegment:
		w.outcome(n, indent)
	}
}

func (w *explainWriter) branches(n *explainNode, indent string) {
	for _, b := range n.branches {
		w.node(b, indent+"  ")
	}
}

// merge leaves out the merge of a single branch: there is nothing to tell of it.
func (w *explainWriter) merge(n *explainNode, indent string) {
	switch len(n.branches) {
	case 0:
		return
	case 1:
		w.node(n.branches[0], indent)
		return
	}
	w.line(indent, "Merge strategy ", n.strategy.Name())
	if options := n.strategy.Options(); options != nil && options.Len() > 0 {
		w.WriteString(indent + "  Options: ")
		w.value(options, indent+"  ")
		w.WriteByte('\n')
	}
	w.branches(n, indent)
	if n.event == eventResult {
		w.WriteString(indent + "  Merged result: ")
		w.value(n.value, indent+"  ")
		w.WriteByte('\n')
	}
}

func (w *explainWriter) location(n *explainNode, indent string) {
	label, original := "Path", "path"
	if n.location.uri {
		label, original = "URI", "uri"
	}
	w.line(indent, label, ` "`, n.location.text, `"`)
	w.line(indent+"  ", "Original ", original, `: "`, n.location.original, `"`)
	w.branches(n, indent)
	if n.event == eventLocationNotFound {
		w.line(indent+"  ", label, " not found")
	}
	w.outcome(n, indent+"  ")
}

func (w *explainWriter) outcome(n *explainNode, indent string) {
	switch n.event {
	case eventNotFound:
		w.line(indent, `No such key: "`, n.key, `"`)
	case eventFound, eventFoundInOverrides, eventFoundInDefaults:
		w.WriteString(indent + `Found key: "` + n.key + `" value: `)
		w.value(n.value, indent)
		switch n.event {
		case eventFoundInOverrides:
			w.WriteString(" in overrides")
		case eventFoundInDefaults:
			w.WriteString(" in defaults")
		}
		w.WriteByte('\n')
	}
	w.lines(n.texts, indent)
}

func (w *explainWriter) value(v *data.Value, indent string) {
	inner := indent + "  "
	switch v.Kind() {
	case data.Hash:
		w.WriteByte('{')
		for i, e := range v.Entries() {
			w.separator(i, inner)
			w.value(e.Key, inner)
			w.WriteString(" => ")
			w.value(e.Value, inner)
		}
		w.closing(v.Len(), indent, '}')
	case data.Array:
		w.WriteByte('[')
		for i, item := range v.Items() {
			w.separator(i, inner)
			w.value(item, inner)
		}
		w.closing(v.Len(), indent, ']')
	default:
		w.WriteString(rubytext.Inspect(v))
	}
}

func (w *explainWriter) separator(i int, indent string) {
	if i > 0 {
		w.WriteByte(',')
	}
	w.WriteString("\n" + indent)
}

func (w *explainWriter) closing(n int, indent string, bracket byte) {
	if n > 0 {
		w.WriteString("\n" + indent)
	}
	w.WriteByte(bracket)
}

// Tree is the explanation as data, as `puppet lookup --explain --render-as json` prints it.
func (e *Explanation) Tree() *data.Value {
	if len(e.root.branches) == 1 {
		return e.root.branches[0].tree()
	}
	return data.NewHash(e.root.branchEntries(nil))
}

func (n *explainNode) branchEntries(entries []data.Entry) []data.Entry {
	if len(n.branches) == 0 {
		return entries
	}
	items := make([]*data.Value, len(n.branches))
	for i, b := range n.branches {
		items[i] = b.tree()
	}
	return append(entries, entryOf("branches", data.NewArray(items)))
}

func (n *explainNode) tree() *data.Value {
	switch {
	case n.kind == explainMergeSource:
		return data.NewHash([]data.Entry{textEntry("type", "merge_source"), textEntry("merge_source", n.name)})
	case n.kind == explainMerge && len(n.branches) == 1:
		return n.branches[0].tree()
	}
	entries := n.branchEntries(nil)
	if n.hasKey {
		entries = append(entries, textEntry("key", n.key))
	}
	switch n.event {
	case eventFound, eventFoundInDefaults, eventFoundInOverrides, eventResult:
		entries = append(entries, entryOf("value", n.value))
	}
	if n.event != noEvent {
		entries = append(entries, textEntry("event", eventNames[n.event]))
	}
	if len(n.texts) > 0 {
		items := make([]*data.Value, len(n.texts))
		for i, t := range n.texts {
			items[i] = data.NewString(t)
		}
		entries = append(entries, entryOf("texts", data.NewArray(items)))
	}
	return data.NewHash(n.typeEntries(entries))
}

// typeEntries adds the type and what only nodes of that type have.
func (n *explainNode) typeEntries(entries []data.Entry) []data.Entry {
	switch n.kind {
	case explainLocation:
		kind := "path"
		if n.location.uri {
			kind = "uri"
		}
		return append(entries, textEntry("type", kind),
			textEntry("original_"+kind, n.location.original), textEntry(kind, n.location.text))
	case explainMeta, explainData:
		// Puppet keeps the type it is given to itself and says root.
		return append(entries, textEntry("type", "root"))
	}
	entries = append(entries, textEntry("type", explainTypes[n.kind]))
	switch n.kind {
	case explainInterpolate:
		entries = append(entries, textEntry("expression", n.name))
	case explainMerge:
		entries = append(entries, textEntry("merge", n.strategy.Name()))
		if options := n.strategy.Options(); options != nil && options.Len() > 0 {
			entries = append(entries, entryOf("options", options))
		}
	case explainProvider:
		entries = append(entries, textEntry("name", n.name))
		if n.configPath != "" {
			entries = append(entries, textEntry("configuration_path", n.configPath))
		}
		if n.module != "" {
			entries = append(entries, textEntry("module", n.module))
		}
	case explainScope:
		entries = append(entries, textEntry("name", n.name))
	}
	return entries
}

func entryOf(key string, v *data.Value) data.Entry {
	return data.Entry{Key: data.NewString(key), Value: v}
}

func textEntry(key, text string) data.Entry { return entryOf(key, data.NewString(text)) }
