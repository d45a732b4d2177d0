package data

import "github.com/hieralint/hieralint/engine/source"

// maxDepth is how deep collections may be nested. Ruby's stack overflows in Psych at 962 nested
// mappings or 1310 lists (Ruby 3.1, less inside of Puppet), and the recursions here need an end.
const maxDepth = 1000

// yamlParser builds the tree of the first document from the tokens. It accepts what libyaml's
// parser accepts and stops with its words where that stops.
type yamlParser struct {
	*scanner
	doc     *Document
	tags    map[string]string // prefix by handle
	anchors map[string]*Node
	open    []*Node // elements of the collections that are not complete yet
	depth   int
	nodes   []Node
	lists   []*Node

	nodeCount int
}

// newNode takes a node from a slab: files have thousands of them.
func (p *yamlParser) newNode() *Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]Node, min(max(8, len(p.text)/32), 512))
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	p.nodeCount++
	n.Doc = p.doc
	return n
}

// document parses the first document and returns its root; nil when there is none. What follows
// it is not read, as in Psych.
func (p *yamlParser) document() *Node {
	t := p.peek()
	if t.kind == streamEnd {
		return nil
	}
	explicit := t.kind == documentStart || t.kind == versionDirective || t.kind == tagDirective
	p.directives()
	if !explicit {
		root := p.node(true, false)
		p.peek()
		return root
	}
	if t = p.peek(); t.kind != documentStart {
		p.fail("did not find expected <document start>", t.start, "", 0)
	}
	end := t.end
	p.take()
	var root *Node
	switch p.peek().kind {
	case versionDirective, tagDirective, documentStart, documentEnd, streamEnd:
		root = p.empty(end)
	default:
		root = p.node(true, false)
	}
	p.peek()
	return root
}

// directives reads %YAML and %TAG lines.
func (p *yamlParser) directives() {
	p.tags = map[string]string{}
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
			version = true
		case tagDirective:
			if _, ok := p.tags[t.text]; ok {
				p.fail("found duplicate %TAG directive", t.start, "", 0)
			}
			p.tags[t.text] = t.suffix
		default:
			for handle, prefix := range map[string]string{"!": "!", "!!": yamlTagPrefix} {
				if _, ok := p.tags[handle]; !ok {
					p.tags[handle] = prefix
				}
			}
			return
		}
		p.take()
	}
}

// empty is a scalar that is not written at all.
func (p *yamlParser) empty(offset int) *Node {
	n := p.newNode()
	n.Span = source.Span{Start: offset, End: offset}
	return n
}

// node parses one node. Block collections may only stand where block is true; a list that is
// indented no deeper than the key in front of it only where indentless is.
func (p *yamlParser) node(block, indentless bool) *Node {
	t := p.peek()
	if t.kind == aliasToken {
		n := p.newNode()
		n.Kind, n.text, n.Span = Alias, t.text, source.Span{Start: t.start, End: t.end}
		n.Target = p.anchors[t.text]
		p.take()
		return n
	}

	n := p.newNode()
	start := t.start
	t = p.properties(n, t)
	switch {
	case indentless && t.kind == blockEntry:
		p.indentlessSequence(n)
	case t.kind == scalarToken:
		n.Style, n.text, n.indent, n.Span = t.style, t.text, t.indent, source.Span{Start: t.start, End: t.end}
		p.take()
	case t.kind == flowSequenceStart:
		p.flowSequence(n)
	case t.kind == flowMappingStart:
		p.flowMapping(n)
	case block && t.kind == blockSequenceStart:
		p.blockSequence(n)
	case block && t.kind == blockMappingStart:
		p.blockMapping(n)
	case n.Anchor != "" || n.Tag != "":
		end := max(n.AnchorSpan.End, n.TagSpan.End)
		n.Span = source.Span{Start: end, End: end}
	case block:
		p.fail("did not find expected node content", t.start, "while parsing a block node", start)
	default:
		p.fail("did not find expected node content", t.start, "while parsing a flow node", start)
	}
	return n
}

// properties reads the anchor and the tag in front of a node, in either order, and returns the
// token behind them.
func (p *yamlParser) properties(n *Node, t *token) *token {
	start, handle := t.start, ""
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
		if !ok {
			p.fail("found undefined tag handle", n.TagSpan.Start, "while parsing a node", start)
		}
		n.tag = prefix + n.tag
	}
	if n.Anchor != "" {
		p.anchors[n.Anchor] = n
	}
	return t
}

// begin opens the collection n, whose first token is at the head of the queue, and returns how
// many nodes wait for their collection.
func (p *yamlParser) begin(n *Node, kind NodeKind, style Style) (mark int) {
	n.Kind, n.Style, n.Span.Start = kind, style, p.peek().start
	if p.depth++; p.depth > maxDepth {
		panic(tooDeep{at: n.Span.Start})
	}
	return len(p.open)
}

func (p *yamlParser) add(n *Node) { p.open = append(p.open, n) }

// finish closes n: the nodes added since mark are its elements, and it ends at offset end.
func (p *yamlParser) finish(n *Node, mark, end int) {
	if added := p.open[mark:]; len(added) > 0 {
		if len(p.lists) < len(added) {
			p.lists = make([]*Node, max(len(added), 512))
		}
		n.Children = p.lists[:len(added):len(added)]
		p.lists = p.lists[len(added):]
		copy(n.Children, added)
		for _, child := range added {
			child.Parent = n
		}
		p.open = p.open[:mark]
	}
	n.Span.End = end
	p.depth--
}

// blockSequence parses a list of lines with dashes.
func (p *yamlParser) blockSequence(n *Node) {
	mark := p.begin(n, Sequence, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case blockEntry:
			end = p.item(t.end, func(next tokenKind) bool { return next == blockEntry || next == blockEnd })
		case blockEnd:
			p.take()
			p.finish(n, mark, end)
			return
		default:
			p.fail("did not find expected '-' indicator", t.start, "while parsing a block collection", n.Span.Start)
		}
	}
}

// indentlessSequence parses a list whose dashes stand in the column of the key in front of it.
func (p *yamlParser) indentlessSequence(n *Node) {
	mark := p.begin(n, Sequence, Block)
	end := n.Span.Start
	for {
		t := p.peek()
		if t.kind != blockEntry {
			p.finish(n, mark, end)
			return
		}
		end = p.item(t.end, func(next tokenKind) bool {
			return next == blockEntry || next == keyToken || next == valueToken || next == blockEnd
		})
	}
}

// item parses what follows a dash that ends at offset end: nothing when missing says so of the
// next token. It returns the end of the item.
func (p *yamlParser) item(end int, missing func(tokenKind) bool) int {
	p.take()
	var n *Node
	if missing(p.peek().kind) {
		n = p.empty(end)
	} else {
		n = p.node(true, false)
	}
	p.add(n)
	return n.Span.End
}

// blockMapping parses lines of `key: value` and `? key`.
func (p *yamlParser) blockMapping(n *Node) {
	mark := p.begin(n, Mapping, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case keyToken:
			key := p.blockMappingNode(t.end)
			p.add(key)
			var value *Node
			if t = p.peek(); t.kind == valueToken {
				value = p.blockMappingNode(t.end)
			} else {
				value = p.empty(key.Span.End)
			}
			p.add(value)
			end = value.Span.End
		case blockEnd:
			p.take()
			p.finish(n, mark, end)
			return
		default:
			p.fail("did not find expected key", t.start, "while parsing a block mapping", n.Span.Start)
		}
	}
}

// blockMappingNode parses the key or value behind an indicator that ends at offset end.
func (p *yamlParser) blockMappingNode(end int) *Node {
	p.take()
	switch p.peek().kind {
	case keyToken, valueToken, blockEnd:
		return p.empty(end)
	}
	return p.node(true, true)
}

// flowSequence parses [a, b].
func (p *yamlParser) flowSequence(n *Node) {
	mark := p.begin(n, Sequence, Flow)
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
			p.finish(n, mark, end)
			return
		case keyToken:
			p.add(p.flowPair())
		default:
			p.add(p.node(false, false))
		}
	}
}

// flowPair parses a mapping of one entry inside a flow sequence: [a: 1].
func (p *yamlParser) flowPair() *Node {
	pair := p.newNode()
	mark := p.begin(pair, Mapping, Flow)
	p.take()

	var key, value *Node
	t := p.peek()
	switch t.kind {
	case valueToken, flowEntry, flowSequenceEnd:
		// libyaml drops the token here, so that no entry without a key gets far.
		key = p.empty(pair.Span.Start + 1)
		p.take()
	default:
		key = p.node(false, false)
	}
	p.add(key)

	if t = p.peek(); t.kind == valueToken {
		end := t.end
		p.take()
		switch t = p.peek(); t.kind {
		case flowEntry, flowSequenceEnd:
			value = p.empty(end)
		default:
			value = p.node(false, false)
		}
	} else {
		value = p.empty(key.Span.End)
	}
	p.add(value)
	p.finish(pair, mark, value.Span.End)
	return pair
}

// flowMapping parses {a: 1, b}.
func (p *yamlParser) flowMapping(n *Node) {
	mark := p.begin(n, Mapping, Flow)
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
			p.finish(n, mark, end)
			return
		case keyToken:
			key := p.flowMappingKey(t.end)
			p.add(key)
			if t = p.peek(); t.kind == valueToken {
				p.add(p.flowMappingValue(t.end))
			} else {
				p.add(p.empty(key.Span.End))
			}
		default:
			key := p.node(false, false)
			p.add(key)
			p.add(p.empty(key.Span.End))
		}
	}
}

// flowMappingKey parses the key behind a `?`, or behind nothing, that ends at offset end.
func (p *yamlParser) flowMappingKey(end int) *Node {
	p.take()
	switch p.peek().kind {
	case valueToken, flowEntry, flowMappingEnd:
		return p.empty(end)
	}
	return p.node(false, false)
}

// flowMappingValue parses the value behind a `:` that ends at offset end.
func (p *yamlParser) flowMappingValue(end int) *Node {
	p.take()
	switch p.peek().kind {
	case flowEntry, flowMappingEnd:
		return p.empty(end)
	}
	return p.node(false, false)
}
