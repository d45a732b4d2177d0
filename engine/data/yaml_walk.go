package data

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/source"
)

// maxDepth is how deep collections may be nested. Ruby's stack overflows in Psych at 962 nested
// mappings or 1310 lists (Ruby 3.1, less inside of Puppet), and the recursions here need an end.
const maxDepth = 1000

// yamlWalk goes through the tokens of the first document by the grammar of libyaml, for two ends.
//
// With the tree of yaml.v3 it gives each node its place. yaml.v3 decides what the tree is, but it
// knows only the line and column where a node starts: no byte offsets, and not where a node ends.
//
// Without a tree, after yaml.v3 has refused the text, it finds out in which words and at which
// place libyaml refuses it: yaml.v3 names neither column nor context. Or it finds what libyaml
// reads and yaml.v3 does not, and notes how to write it for yaml.v3 (scanner.edits).
type yamlWalk struct {
	*scanner
	doc     *Document
	tree    bool              // there is a tree
	tags    map[string]string // prefix by handle, of the %TAG lines
	anchors map[string]bool   // those seen so far
	targets map[*yaml.Node]*Node
	rest    int // offset of what follows the document, -1 when nothing does
	depth   int
	size    treeSize
	nodes   slab[Node]
	lists   slab[*Node]
}

// disagreement is raised when the tokens are not those of yaml.v3's tree.
type disagreement struct{ at int }

func (d *disagreement) Error() string { return "yaml.v3 reads this in another way than libyaml" }

func (w *yamlWalk) agree(ok bool, at int) {
	if !ok {
		panic(&disagreement{at})
	}
}

// tooDeep is raised by a document that is nested deeper than maxDepth.
type tooDeep struct{ at int }

func newWalk(doc *Document) *yamlWalk {
	walk := &yamlWalk{scanner: newScanner(doc.text), doc: doc, rest: -1}
	if walk.unreadable, walk.readable = unreadableByte(doc.text); walk.unreadable != nil {
		walk.text = doc.text[:walk.unreadable.at]
	}
	return walk
}

// place makes the nodes of doc from a tree and gives them their places. The error is a
// *syntaxError or a *disagreement.
func (w *yamlWalk) place(tree *yaml.Node) error {
	w.tree = true
	w.size.count(tree)
	w.nodes, w.lists = newSlab[Node](w.size.nodes), newSlab[*Node](w.size.nodes)
	return w.run(tree)
}

// run goes through the document.
func (w *yamlWalk) run(tree *yaml.Node) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *syntaxError:
			err = r
		case *disagreement:
			err = r
		case tooDeep:
			err = &syntaxError{code: TooDeep, problem: "stack level too deep", at: r.at}
		default:
			panic(r)
		}
	}()
	if root := w.document(tree); w.tree {
		w.doc.Root = root
	}
	return nil
}

func (w *yamlWalk) newNode() *Node {
	n := w.nodes.one()
	n.Doc, n.Properties = w.doc, noProperties
	return n
}

// document walks through the first document and returns its root; nil when there is none. What
// follows it is not read, as in Psych.
func (w *yamlWalk) document(tree *yaml.Node) *Node {
	t := w.peek()
	if t.kind == streamEnd {
		w.agree(tree == nil, t.start)
		return nil
	}
	w.agree(!w.tree || tree != nil, t.start)
	explicit := t.kind == documentStart || t.kind == versionDirective || t.kind == tagDirective
	w.directives()
	var root *Node
	if explicit {
		if t = w.peek(); t.kind != documentStart {
			w.fail("did not find expected <document start>", t.start, "", 0)
		}
		end := t.end
		w.take()
		switch w.peek().kind {
		case versionDirective, tagDirective, documentStart, documentEnd, streamEnd:
			root = w.empty(tree, end)
		default:
			root = w.node(tree, true, false)
		}
	} else {
		root = w.node(tree, true, false)
	}
	if t := w.peek(); t.kind != streamEnd {
		w.rest = t.start
		// yaml.v3 reads two tokens ahead, which may be two too many.
		w.edits = slices.DeleteFunc(w.edits, func(e edit) bool { return e.from >= t.start })
		w.adapt(edit{from: t.start, to: len(w.text)})
	}
	return root
}

// directives reads %YAML and %TAG lines.
func (w *yamlWalk) directives() {
	version := false
	for {
		t := w.peek()
		switch t.kind {
		case versionDirective:
			if version {
				w.fail("found duplicate %YAML directive", t.start, "", 0)
			}
			if t.text != "1.1" && t.text != "1.2" {
				w.fail("found incompatible YAML document", t.start, "", 0)
			}
			w.adapt(edit{from: t.start, to: t.end, text: "%YAML 1.1"})
			version = true
		case tagDirective:
			if _, ok := w.tags[t.text]; ok {
				w.fail("found duplicate %TAG directive", t.start, "", 0)
			}
			if w.tags == nil {
				w.tags = map[string]string{}
			}
			w.tags[t.text] = t.suffix
		default:
			return
		}
		w.take()
	}
}

// empty places a scalar that is not written at all.
func (w *yamlWalk) empty(tree *yaml.Node, offset int) *Node {
	n := w.newNode()
	n.Span = source.Span{Start: offset, End: offset}
	w.agree(!w.tree || tree.Kind == yaml.ScalarNode && tree.Value == "", offset)
	return n
}

// node places one node. Block collections may only stand where block is true; a list that is
// indented no deeper than the key in front of it only where indentless is.
func (w *yamlWalk) node(tree *yaml.Node, block, indentless bool) *Node {
	n := w.newNode()
	t := w.peek()
	if t.kind == aliasToken {
		w.alias(n, tree, t)
		w.take()
		return n
	}

	start := t.start
	t = w.properties(n, tree, t)
	switch {
	case indentless && t.kind == blockEntry:
		w.indentlessSequence(n, tree)
	case t.kind == scalarToken:
		w.scalarNode(n, tree, t)
		w.take()
	case t.kind == flowSequenceStart:
		w.flowSequence(n, tree)
	case t.kind == flowMappingStart:
		w.flowMapping(n, tree)
	case block && t.kind == blockSequenceStart:
		w.blockSequence(n, tree)
	case block && t.kind == blockMappingStart:
		w.blockMapping(n, tree)
	case n.Anchor != "" || n.Tag != "":
		end := max(n.AnchorSpan.End, n.TagSpan.End)
		n.Span = source.Span{Start: end, End: end}
		w.agree(!w.tree || tree.Kind == yaml.ScalarNode && tree.Value == "", end)
	case block:
		w.fail("did not find expected node content", t.start, "while parsing a block node", start)
	default:
		w.fail("did not find expected node content", t.start, "while parsing a flow node", start)
	}
	return n
}

// alias places an alias. Psych complains about an unknown anchor only after it has read the whole
// file, yaml.v3 at once: in the copy for yaml.v3 an empty text stands for such an alias.
func (w *yamlWalk) alias(n *Node, tree *yaml.Node, t *token) {
	n.Kind, n.text, n.Span = Alias, t.text, source.Span{Start: t.start, End: t.end}
	if !w.anchors[t.text] {
		w.adapt(edit{from: t.start, to: t.end, text: "''"})
		return
	}
	if w.tree {
		w.agree(tree.Kind == yaml.AliasNode && tree.Value == t.text, t.start)
		n.Target = w.targets[tree.Alias]
	}
}

// scalarNode places a scalar that is written.
func (w *yamlWalk) scalarNode(n *Node, tree *yaml.Node, t *token) {
	n.Style, n.indent, n.Span = t.style, t.indent, source.Span{Start: t.start, End: t.end}
	if w.tree {
		w.agree(tree.Kind == yaml.ScalarNode && tree.Value == t.text, t.start)
		n.text = tree.Value
	}
}

// properties places the anchor and the tag in front of a node, in either order, and returns the
// token behind them.
func (w *yamlWalk) properties(n *Node, tree *yaml.Node, t *token) *token {
	start, handle := t.start, ""
	if t.kind != anchorToken && t.kind != tagToken {
		w.agree(!w.tree || tree.Anchor == "" && tree.Style&yaml.TaggedStyle == 0, start)
		return t
	}
	n.Properties = &Properties{}
	for t.kind == anchorToken && n.Anchor == "" || t.kind == tagToken && n.Tag == "" {
		span := source.Span{Start: t.start, End: t.end}
		if t.kind == anchorToken {
			n.Anchor, n.AnchorSpan = t.text, span
		} else {
			n.Tag, n.TagSpan = w.text[t.start:t.end], span
			handle, n.tag = t.text, t.suffix
		}
		w.take()
		t = w.peek()
	}
	if handle != "" {
		prefix, ok := w.tags[handle]
		switch {
		case ok:
		case handle == "!":
			prefix = "!"
		case handle == "!!":
			prefix = yamlTagPrefix
		default:
			w.fail("found undefined tag handle", n.TagSpan.Start, "while parsing a node", start)
		}
		n.tag = prefix + n.tag
	}
	if n.Anchor != "" {
		if w.anchors == nil {
			w.anchors, w.targets = map[string]bool{}, map[*yaml.Node]*Node{}
		}
		w.anchors[n.Anchor] = true
	}
	if w.tree {
		w.agree(tree.Anchor == n.Anchor, start)
		w.agree(n.tag == "" || n.tag == "!" || tree.LongTag() == n.tag, start)
		if n.Anchor != "" {
			w.targets[tree] = n
		}
	}
	return t
}

// begin opens the collection n, whose first token is at the head of the queue.
func (w *yamlWalk) begin(n *Node, tree *yaml.Node, kind NodeKind, style Style) {
	n.Kind, n.Style, n.Span.Start = kind, style, w.peek().start
	if w.tree {
		want := yaml.MappingNode
		if kind == Sequence {
			want = yaml.SequenceNode
		}
		w.agree(tree.Kind == want, n.Span.Start)
		n.Children = w.lists.many(len(tree.Content))[:0]
	}
	if w.depth++; w.depth > maxDepth {
		panic(tooDeep{at: n.Span.Start})
	}
}

// next is the node of the tree that the next element of n is.
func (w *yamlWalk) next(n *Node, tree *yaml.Node) *yaml.Node {
	if !w.tree {
		return nil
	}
	i := len(n.Children)
	w.agree(i < len(tree.Content), w.pos)
	return tree.Content[i]
}

// add makes child the next element of n.
func (w *yamlWalk) add(n, child *Node) {
	if w.tree {
		n.add(child)
	}
}

// finish closes n, which ends at offset end.
func (w *yamlWalk) finish(n *Node, tree *yaml.Node, end int) {
	w.agree(!w.tree || len(n.Children) == len(tree.Content), end)
	n.Span.End = end
	w.depth--
}

// blockSequence places a list of lines with dashes.
func (w *yamlWalk) blockSequence(n *Node, tree *yaml.Node) {
	w.begin(n, tree, Sequence, Block)
	w.take()
	end := n.Span.Start
	for {
		t := w.peek()
		switch t.kind {
		case blockEntry:
			end = w.item(n, w.next(n, tree), t.end, func(next tokenKind) bool { return next == blockEntry || next == blockEnd })
		case blockEnd:
			w.take()
			w.finish(n, tree, end)
			return
		default:
			w.fail("did not find expected '-' indicator", t.start, "while parsing a block collection", n.Span.Start)
		}
	}
}

// indentlessSequence places a list whose dashes stand in the column of the key in front of it.
func (w *yamlWalk) indentlessSequence(n *Node, tree *yaml.Node) {
	w.begin(n, tree, Sequence, Block)
	end := n.Span.Start
	for {
		t := w.peek()
		if t.kind != blockEntry {
			w.finish(n, tree, end)
			return
		}
		end = w.item(n, w.next(n, tree), t.end, func(next tokenKind) bool {
			return next == blockEntry || next == keyToken || next == valueToken || next == blockEnd
		})
	}
}

// item places in list what follows a dash that ends at offset end: nothing when missing says so of the
// next token. It returns the end of the item.
func (w *yamlWalk) item(list *Node, tree *yaml.Node, end int, missing func(tokenKind) bool) int {
	w.take()
	var n *Node
	if missing(w.peek().kind) {
		n = w.empty(tree, end)
	} else {
		n = w.node(tree, true, false)
	}
	w.add(list, n)
	return n.Span.End
}

// blockMapping places lines of `key: value` and `? key`.
func (w *yamlWalk) blockMapping(n *Node, tree *yaml.Node) {
	w.begin(n, tree, Mapping, Block)
	w.take()
	end := n.Span.Start
	for {
		t := w.peek()
		switch t.kind {
		case keyToken:
			key := w.blockMappingNode(w.next(n, tree), t.end)
			w.add(n, key)
			var value *Node
			if t = w.peek(); t.kind == valueToken {
				value = w.blockMappingNode(w.next(n, tree), t.end)
			} else {
				value = w.empty(w.next(n, tree), key.Span.End)
			}
			w.add(n, value)
			end = value.Span.End
		case blockEnd:
			w.take()
			w.finish(n, tree, end)
			return
		default:
			w.fail("did not find expected key", t.start, "while parsing a block mapping", n.Span.Start)
		}
	}
}

// blockMappingNode places the key or value behind an indicator that ends at offset end.
func (w *yamlWalk) blockMappingNode(tree *yaml.Node, end int) *Node {
	w.take()
	switch w.peek().kind {
	case keyToken, valueToken, blockEnd:
		return w.empty(tree, end)
	}
	return w.node(tree, true, true)
}

// flowSequence places [a, b].
func (w *yamlWalk) flowSequence(n *Node, tree *yaml.Node) {
	w.begin(n, tree, Sequence, Flow)
	w.take()
	for first := true; ; first = false {
		t := w.peek()
		if t.kind != flowSequenceEnd && !first {
			if t.kind != flowEntry {
				w.fail("did not find expected ',' or ']'", t.start, "while parsing a flow sequence", n.Span.Start)
			}
			w.take()
			t = w.peek()
		}
		switch t.kind {
		case flowSequenceEnd:
			end := t.end
			w.take()
			w.finish(n, tree, end)
			return
		case keyToken:
			w.add(n, w.flowPair(w.next(n, tree)))
		default:
			w.add(n, w.node(w.next(n, tree), false, false))
		}
	}
}

// flowPair places a mapping of one entry inside a flow sequence: [a: 1].
func (w *yamlWalk) flowPair(tree *yaml.Node) *Node {
	pair := w.newNode()
	w.begin(pair, tree, Mapping, Flow)
	w.take()

	var key, value *Node
	t := w.peek()
	switch t.kind {
	case valueToken, flowEntry, flowSequenceEnd:
		// libyaml drops the token here, so that no entry without a key gets far.
		key = w.empty(w.next(pair, tree), pair.Span.Start+1)
		w.take()
	default:
		key = w.node(w.next(pair, tree), false, false)
	}
	w.add(pair, key)

	if t = w.peek(); t.kind == valueToken {
		end := t.end
		w.take()
		switch t = w.peek(); t.kind {
		case flowEntry, flowSequenceEnd:
			value = w.empty(w.next(pair, tree), end)
		default:
			value = w.node(w.next(pair, tree), false, false)
		}
	} else {
		value = w.empty(w.next(pair, tree), key.Span.End)
	}
	w.add(pair, value)
	w.finish(pair, tree, value.Span.End)
	return pair
}

// flowMapping places {a: 1, b}.
func (w *yamlWalk) flowMapping(n *Node, tree *yaml.Node) {
	w.begin(n, tree, Mapping, Flow)
	w.take()
	for first := true; ; first = false {
		t := w.peek()
		if t.kind != flowMappingEnd && !first {
			if t.kind != flowEntry {
				w.fail("did not find expected ',' or '}'", t.start, "while parsing a flow mapping", n.Span.Start)
			}
			w.take()
			t = w.peek()
		}
		switch t.kind {
		case flowMappingEnd:
			end := t.end
			w.take()
			w.finish(n, tree, end)
			return
		case keyToken:
			key := w.flowMappingKey(w.next(n, tree), t.end)
			w.add(n, key)
			if t = w.peek(); t.kind == valueToken {
				w.add(n, w.flowMappingValue(w.next(n, tree), t.end))
			} else {
				w.add(n, w.empty(w.next(n, tree), key.Span.End))
			}
		default:
			key := w.node(w.next(n, tree), false, false)
			w.add(n, key)
			w.add(n, w.empty(w.next(n, tree), key.Span.End))
		}
	}
}

// flowMappingKey places the key behind a `?`, or behind nothing, that ends at offset end.
func (w *yamlWalk) flowMappingKey(tree *yaml.Node, end int) *Node {
	w.take()
	switch w.peek().kind {
	case valueToken, flowEntry, flowMappingEnd:
		return w.empty(tree, end)
	}
	return w.node(tree, false, false)
}

// flowMappingValue places the value behind a `:` that ends at offset end.
func (w *yamlWalk) flowMappingValue(tree *yaml.Node, end int) *Node {
	w.take()
	switch w.peek().kind {
	case flowEntry, flowMappingEnd:
		return w.empty(tree, end)
	}
	return w.node(tree, false, false)
}
