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
// With the tree of yaml.v3 it gives each node its place. yaml.v3 decides what the tree is; it
// knows the line and column where a node starts, but not where it ends, and no byte offsets.
//
// Without a tree, after yaml.v3 has refused the text, it finds out in which words and at which
// place libyaml refuses it, which yaml.v3 does not tell, or what libyaml reads and yaml.v3 does
// not.
type yamlWalk struct {
	*scanner
	doc     *Document
	tree    bool
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

func (p *yamlWalk) agree(ok bool, at int) {
	if !ok {
		panic(&disagreement{at})
	}
}

// tooDeep is raised by a document that is nested deeper than maxDepth.
type tooDeep struct{ at int }

func newWalk(doc *Document) *yamlWalk {
	walk := &yamlWalk{scanner: newScanner(doc.text), doc: doc, rest: -1}
	walk.unreadable, walk.readable = unreadableByte(doc.text)
	return walk
}

// place makes the nodes of doc from a tree and gives them their places. The error is a
// *syntaxError or a *disagreement.
func (p *yamlWalk) place(tree *yaml.Node) error {
	p.tree = true
	p.size.count(tree)
	p.nodes, p.lists = newSlab[Node](p.size.nodes), newSlab[*Node](p.size.nodes)
	return p.run(tree)
}

// run goes through the document.
func (p *yamlWalk) run(tree *yaml.Node) (err error) {
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
	if root := p.document(tree); p.tree {
		p.doc.Root = root
	}
	return nil
}

func (p *yamlWalk) newNode() *Node {
	n := p.nodes.one()
	n.Doc, n.Properties = p.doc, noProperties
	return n
}

// document walks through the first document and returns its root; nil when there is none. What
// follows it is not read, as in Psych.
func (p *yamlWalk) document(tree *yaml.Node) *Node {
	t := p.peek()
	if t.kind == streamEnd {
		p.agree(tree == nil, t.start)
		return nil
	}
	p.agree(!p.tree || tree != nil, t.start)
	explicit := t.kind == documentStart || t.kind == versionDirective || t.kind == tagDirective
	p.directives()
	var root *Node
	if explicit {
		if t = p.peek(); t.kind != documentStart {
			p.fail("did not find expected <document start>", t.start, "", 0)
		}
		end := t.end
		p.take()
		switch p.peek().kind {
		case versionDirective, tagDirective, documentStart, documentEnd, streamEnd:
			root = p.empty(tree, end)
		default:
			root = p.node(tree, true, false)
		}
	} else {
		root = p.node(tree, true, false)
	}
	if t := p.peek(); t.kind != streamEnd {
		p.rest = t.start
		// yaml.v3 reads two tokens ahead, which may be two too many.
		p.edits = slices.DeleteFunc(p.edits, func(e edit) bool { return e.from >= t.start })
		p.adapt(edit{from: t.start, to: len(p.text)})
	}
	return root
}

// directives reads %YAML and %TAG lines.
func (p *yamlWalk) directives() {
	version := false
	for {
		t := p.peek()
		switch t.kind {
		case versionDirective:
			if version {
				p.fail("found duplicate %YAML directive", t.start, "", 0)
			}
			if t.text != "1.1" && t.text != "1.2" {
				p.fail("found incompatible YAML document", t.start, "", 0)
			}
			p.adapt(edit{from: t.start, to: t.end, text: "%YAML 1.1"})
			version = true
		case tagDirective:
			if _, ok := p.tags[t.text]; ok {
				p.fail("found duplicate %TAG directive", t.start, "", 0)
			}
			if p.tags == nil {
				p.tags = map[string]string{}
			}
			p.tags[t.text] = t.suffix
		default:
			return
		}
		p.take()
	}
}

// empty places a scalar that is not written at all.
func (p *yamlWalk) empty(tree *yaml.Node, offset int) *Node {
	n := p.newNode()
	n.Span = source.Span{Start: offset, End: offset}
	p.agree(!p.tree || tree.Kind == yaml.ScalarNode && tree.Value == "", offset)
	return n
}

// node places one node. Block collections may only stand where block is true; a list that is
// indented no deeper than the key in front of it only where indentless is.
func (p *yamlWalk) node(tree *yaml.Node, block, indentless bool) *Node {
	n := p.newNode()
	t := p.peek()
	if t.kind == aliasToken {
		p.alias(n, tree, t)
		p.take()
		return n
	}

	start := t.start
	t = p.properties(n, tree, t)
	switch {
	case indentless && t.kind == blockEntry:
		p.indentlessSequence(n, tree)
	case t.kind == scalarToken:
		p.scalarNode(n, tree, t)
		p.take()
	case t.kind == flowSequenceStart:
		p.flowSequence(n, tree)
	case t.kind == flowMappingStart:
		p.flowMapping(n, tree)
	case block && t.kind == blockSequenceStart:
		p.blockSequence(n, tree)
	case block && t.kind == blockMappingStart:
		p.blockMapping(n, tree)
	case n.Anchor != "" || n.Tag != "":
		end := max(n.AnchorSpan.End, n.TagSpan.End)
		n.Span = source.Span{Start: end, End: end}
		p.agree(!p.tree || tree.Kind == yaml.ScalarNode && tree.Value == "", end)
	case block:
		p.fail("did not find expected node content", t.start, "while parsing a block node", start)
	default:
		p.fail("did not find expected node content", t.start, "while parsing a flow node", start)
	}
	return n
}

// alias places an alias. Psych complains about an unknown anchor only after it has read the whole
// file, yaml.v3 at once: in the copy for yaml.v3 an empty text stands for such an alias.
func (p *yamlWalk) alias(n *Node, tree *yaml.Node, t *token) {
	n.Kind, n.text, n.Span = Alias, t.text, source.Span{Start: t.start, End: t.end}
	if !p.anchors[t.text] {
		p.adapt(edit{from: t.start, to: t.end, text: "''"})
		return
	}
	if p.tree {
		p.agree(tree.Kind == yaml.AliasNode && tree.Value == t.text, t.start)
		n.Target = p.targets[tree.Alias]
	}
}

// scalarNode places a scalar that is written.
func (p *yamlWalk) scalarNode(n *Node, tree *yaml.Node, t *token) {
	n.Style, n.indent, n.Span = t.style, t.indent, source.Span{Start: t.start, End: t.end}
	if p.tree {
		p.agree(tree.Kind == yaml.ScalarNode && tree.Value == t.text, t.start)
		n.text = tree.Value
	}
}

// properties places the anchor and the tag in front of a node, in either order, and returns the
// token behind them.
func (p *yamlWalk) properties(n *Node, tree *yaml.Node, t *token) *token {
	start, handle := t.start, ""
	if t.kind != anchorToken && t.kind != tagToken {
		p.agree(!p.tree || tree.Anchor == "" && tree.Style&yaml.TaggedStyle == 0, start)
		return t
	}
	n.Properties = &Properties{}
	for t.kind == anchorToken && n.Anchor == "" || t.kind == tagToken && n.Tag == "" {
		span := source.Span{Start: t.start, End: t.end}
		if t.kind == anchorToken {
			n.Anchor, n.AnchorSpan = t.text, span
		} else {
			n.Tag, n.TagSpan = p.text[t.start:t.end], span
			handle, n.tag = t.text, t.suffix
		}
		p.take()
		t = p.peek()
	}
	if handle != "" {
		prefix, ok := p.tags[handle]
		switch {
		case ok:
		case handle == "!":
			prefix = "!"
		case handle == "!!":
			prefix = yamlTagPrefix
		default:
			p.fail("found undefined tag handle", n.TagSpan.Start, "while parsing a node", start)
		}
		n.tag = prefix + n.tag
	}
	if n.Anchor != "" {
		if p.anchors == nil {
			p.anchors, p.targets = map[string]bool{}, map[*yaml.Node]*Node{}
		}
		p.anchors[n.Anchor] = true
	}
	if p.tree {
		p.agree(tree.Anchor == n.Anchor, start)
		p.agree(n.tag == "" || n.tag == "!" || tree.LongTag() == n.tag, start)
		if n.Anchor != "" {
			p.targets[tree] = n
		}
	}
	return t
}

// begin opens the collection n, whose first token is at the head of the queue.
func (p *yamlWalk) begin(n *Node, tree *yaml.Node, kind NodeKind, style Style) {
	n.Kind, n.Style, n.Span.Start = kind, style, p.peek().start
	if p.tree {
		want := yaml.MappingNode
		if kind == Sequence {
			want = yaml.SequenceNode
		}
		p.agree(tree.Kind == want, n.Span.Start)
		n.Children = p.lists.many(len(tree.Content))[:0]
	}
	if p.depth++; p.depth > maxDepth {
		panic(tooDeep{at: n.Span.Start})
	}
}

// next is the node of the tree that the next element of n is.
func (p *yamlWalk) next(n *Node, tree *yaml.Node) *yaml.Node {
	if !p.tree {
		return nil
	}
	i := len(n.Children)
	p.agree(i < len(tree.Content), p.pos)
	return tree.Content[i]
}

// add makes child the next element of n.
func (p *yamlWalk) add(n, child *Node) {
	if p.tree {
		child.Parent = n
		n.Children = append(n.Children, child)
	}
}

// finish closes n, which ends at offset end.
func (p *yamlWalk) finish(n *Node, tree *yaml.Node, end int) {
	p.agree(!p.tree || len(n.Children) == len(tree.Content), end)
	n.Span.End = end
	p.depth--
}

// blockSequence places a list of lines with dashes.
func (p *yamlWalk) blockSequence(n *Node, tree *yaml.Node) {
	p.begin(n, tree, Sequence, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case blockEntry:
			end = p.item(n, p.next(n, tree), t.end, func(next tokenKind) bool { return next == blockEntry || next == blockEnd })
		case blockEnd:
			p.take()
			p.finish(n, tree, end)
			return
		default:
			p.fail("did not find expected '-' indicator", t.start, "while parsing a block collection", n.Span.Start)
		}
	}
}

// indentlessSequence places a list whose dashes stand in the column of the key in front of it.
func (p *yamlWalk) indentlessSequence(n *Node, tree *yaml.Node) {
	p.begin(n, tree, Sequence, Block)
	end := n.Span.Start
	for {
		t := p.peek()
		if t.kind != blockEntry {
			p.finish(n, tree, end)
			return
		}
		end = p.item(n, p.next(n, tree), t.end, func(next tokenKind) bool {
			return next == blockEntry || next == keyToken || next == valueToken || next == blockEnd
		})
	}
}

// item places in list what follows a dash that ends at offset end: nothing when missing says so of the
// next token. It returns the end of the item.
func (p *yamlWalk) item(list *Node, tree *yaml.Node, end int, missing func(tokenKind) bool) int {
	p.take()
	var n *Node
	if missing(p.peek().kind) {
		n = p.empty(tree, end)
	} else {
		n = p.node(tree, true, false)
	}
	p.add(list, n)
	return n.Span.End
}

// blockMapping places lines of `key: value` and `? key`.
func (p *yamlWalk) blockMapping(n *Node, tree *yaml.Node) {
	p.begin(n, tree, Mapping, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case keyToken:
			key := p.blockMappingNode(p.next(n, tree), t.end)
			p.add(n, key)
			var value *Node
			if t = p.peek(); t.kind == valueToken {
				value = p.blockMappingNode(p.next(n, tree), t.end)
			} else {
				value = p.empty(p.next(n, tree), key.Span.End)
			}
			p.add(n, value)
			end = value.Span.End
		case blockEnd:
			p.take()
			p.finish(n, tree, end)
			return
		default:
			p.fail("did not find expected key", t.start, "while parsing a block mapping", n.Span.Start)
		}
	}
}

// blockMappingNode places the key or value behind an indicator that ends at offset end.
func (p *yamlWalk) blockMappingNode(tree *yaml.Node, end int) *Node {
	p.take()
	switch p.peek().kind {
	case keyToken, valueToken, blockEnd:
		return p.empty(tree, end)
	}
	return p.node(tree, true, true)
}

// flowSequence places [a, b].
func (p *yamlWalk) flowSequence(n *Node, tree *yaml.Node) {
	p.begin(n, tree, Sequence, Flow)
	p.take()
	for first := true; ; first = false {
		t := p.peek()
		if t.kind != flowSequenceEnd && !first {
			if t.kind != flowEntry {
				p.fail("did not find expected ',' or ']'", t.start, "while parsing a flow sequence", n.Span.Start)
			}
			p.take()
			t = p.peek()
		}
		switch t.kind {
		case flowSequenceEnd:
			end := t.end
			p.take()
			p.finish(n, tree, end)
			return
		case keyToken:
			p.add(n, p.flowPair(p.next(n, tree)))
		default:
			p.add(n, p.node(p.next(n, tree), false, false))
		}
	}
}

// flowPair places a mapping of one entry inside a flow sequence: [a: 1].
func (p *yamlWalk) flowPair(tree *yaml.Node) *Node {
	pair := p.newNode()
	p.begin(pair, tree, Mapping, Flow)
	p.take()

	var key, value *Node
	t := p.peek()
	switch t.kind {
	case valueToken, flowEntry, flowSequenceEnd:
		// libyaml drops the token here, so that no entry without a key gets far.
		key = p.empty(p.next(pair, tree), pair.Span.Start+1)
		p.take()
	default:
		key = p.node(p.next(pair, tree), false, false)
	}
	p.add(pair, key)

	if t = p.peek(); t.kind == valueToken {
		end := t.end
		p.take()
		switch t = p.peek(); t.kind {
		case flowEntry, flowSequenceEnd:
			value = p.empty(p.next(pair, tree), end)
		default:
			value = p.node(p.next(pair, tree), false, false)
		}
	} else {
		value = p.empty(p.next(pair, tree), key.Span.End)
	}
	p.add(pair, value)
	p.finish(pair, tree, value.Span.End)
	return pair
}

// flowMapping places {a: 1, b}.
func (p *yamlWalk) flowMapping(n *Node, tree *yaml.Node) {
	p.begin(n, tree, Mapping, Flow)
	p.take()
	for first := true; ; first = false {
		t := p.peek()
		if t.kind != flowMappingEnd && !first {
			if t.kind != flowEntry {
				p.fail("did not find expected ',' or '}'", t.start, "while parsing a flow mapping", n.Span.Start)
			}
			p.take()
			t = p.peek()
		}
		switch t.kind {
		case flowMappingEnd:
			end := t.end
			p.take()
			p.finish(n, tree, end)
			return
		case keyToken:
			key := p.flowMappingKey(p.next(n, tree), t.end)
			p.add(n, key)
			if t = p.peek(); t.kind == valueToken {
				p.add(n, p.flowMappingValue(p.next(n, tree), t.end))
			} else {
				p.add(n, p.empty(p.next(n, tree), key.Span.End))
			}
		default:
			key := p.node(p.next(n, tree), false, false)
			p.add(n, key)
			p.add(n, p.empty(p.next(n, tree), key.Span.End))
		}
	}
}

// flowMappingKey places the key behind a `?`, or behind nothing, that ends at offset end.
func (p *yamlWalk) flowMappingKey(tree *yaml.Node, end int) *Node {
	p.take()
	switch p.peek().kind {
	case valueToken, flowEntry, flowMappingEnd:
		return p.empty(tree, end)
	}
	return p.node(tree, false, false)
}

// flowMappingValue places the value behind a `:` that ends at offset end.
func (p *yamlWalk) flowMappingValue(tree *yaml.Node, end int) *Node {
	p.take()
	switch p.peek().kind {
	case flowEntry, flowMappingEnd:
		return p.empty(tree, end)
	}
	return p.node(tree, false, false)
}
