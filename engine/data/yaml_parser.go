package data

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
)

// maxDepth is the maximum depth of nested collections. Psych's stack overflows at 962 nested
// mappings or 1310 sequences (Ruby 3.1, earlier inside Puppet), and the recursion here must be
// limited.
const maxDepth = 1000

// yamlParser builds the nodes of a document from the tokens of the scanner. It follows the grammar
// of libyaml 0.2.5, so it accepts the same texts and rejects others with the same messages.
//
// It resolves anchors, aliases, and tags; yamlValues converts nodes to values.
type yamlParser struct {
	*scanner
	doc         *Document
	tagPrefixes map[string]string // by handle, from the %TAG directives
	anchors     map[string]*Node  // the last node with each anchor
	rest        int               // offset of what follows the document; -1 if nothing does
	depth       int               // number of open collections
	size        treeSize
	nodes       slab[Node]
	lists       slab[*Node]
	contents    slab[Content]
	children    []*Node // of the open collections, innermost last
}

// treeSize counts the parts of a document's tree.
type treeSize struct{ nodes, collections, entries, items int }

func newYAMLParser(doc *Document) *yamlParser {
	// Most files have one or two nodes per line, and a file with one line has three nodes.
	foreseen := min(strings.Count(doc.text, "\n")*3/2+2, lastSlab)
	p := &yamlParser{scanner: newScanner(doc.text), doc: doc, rest: -1, nodes: newSlab[Node](foreseen), lists: newSlab[*Node](foreseen)}
	p.checkEncoding()
	return p
}

// parse parses the first document and returns its root; nil if there is none.
func (p *yamlParser) parse() (root *Node, err *syntaxError) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *syntaxError:
			root, err = nil, r
		default:
			panic(r)
		}
	}()
	return p.document(), nil
}

// document parses the first document. Psych reads no further than the next token.
func (p *yamlParser) document() (root *Node) {
	t := p.peek()
	if t.kind == streamEnd {
		return nil
	}
	explicit := t.kind == documentStart || t.kind == versionDirective || t.kind == tagDirective
	p.directives()
	if explicit {
		if t = p.peek(); t.kind != documentStart {
			p.fail("did not find expected <document start>", t.start, "", 0)
		}
		end := t.end
		p.take()
		if p.nextIs(versionDirective, tagDirective, documentStart, documentEnd, streamEnd) {
			root = p.empty(end)
		} else {
			root = p.node(blockElement)
		}
	} else {
		root = p.node(blockElement)
	}
	if t := p.peek(); t.kind != streamEnd {
		p.rest = t.start
	}
	return root
}

// directives parses %YAML and %TAG lines.
func (p *yamlParser) directives() {
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
			if _, ok := p.tagPrefixes[t.text]; ok {
				p.fail("found duplicate %TAG directive", t.start, "", 0)
			}
			lists.Put(&p.tagPrefixes, t.text, t.suffix)
		default:
			return
		}
		p.take()
	}
}

// nextIs reports whether the next token has one of the kinds.
func (p *yamlParser) nextIs(kinds ...tokenKind) bool {
	return slices.Contains(kinds, p.peek().kind)
}

func (p *yamlParser) newNode() *Node {
	p.doc.count()
	p.size.nodes++
	n := p.nodes.one()
	n.Doc, n.Properties, n.Content = p.doc, noProperties, noContent
	return n
}

// empty returns the scalar of a missing value.
func (p *yamlParser) empty(offset int) *Node {
	n := p.newNode()
	n.Span = source.Span{Start: offset, End: offset}
	return n
}

// within is what a node is part of, which determines the collections that it may be.
type within uint8

const (
	flow         within = iota // no block collections
	blockElement               // no sequence whose dashes are not indented more than its key
	blockPair                  // any
)

// node parses a node.
func (p *yamlParser) node(in within) *Node {
	n := p.newNode()
	t := p.peek()
	if t.kind == aliasToken {
		n.Kind, n.text, n.Span = Alias, t.text, source.Span{Start: t.start, End: t.end}
		n.Content = &Content{Target: p.anchors[t.text]}
		p.take()
		return n
	}

	start := t.start
	t = p.properties(n, t)
	switch {
	case in == blockPair && t.kind == blockEntry:
		p.indentlessSequence(n)
	case t.kind == scalarToken:
		n.Style, n.indent, n.text, n.Span = t.style, t.indent, t.text, source.Span{Start: t.start, End: t.end}
		p.take()
	case t.kind == flowSequenceStart:
		p.flowSequence(n)
	case t.kind == flowMappingStart:
		p.flowMapping(n)
	case in != flow && t.kind == blockSequenceStart:
		p.blockSequence(n)
	case in != flow && t.kind == blockMappingStart:
		p.blockMapping(n)
	case n.Anchor != "" || n.Tag != "":
		end := max(n.AnchorSpan.End, n.TagSpan.End)
		n.Span = source.Span{Start: end, End: end}
	case in != flow:
		p.fail("did not find expected node content", t.start, "while parsing a block node", start)
	default:
		p.fail("did not find expected node content", t.start, "while parsing a flow node", start)
	}
	return n
}

// properties parses the anchor and tag of a node in either order, starting with t, and returns the
// token that follows.
func (p *yamlParser) properties(n *Node, t *token) *token {
	if t.kind != anchorToken && t.kind != tagToken {
		return t
	}
	start, handle := t.start, ""
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
		n.tag = p.tagPrefix(handle, n.TagSpan.Start, start) + n.tag
	}
	if n.Anchor != "" {
		lists.Put(&p.anchors, n.Anchor, n)
	}
	return t
}

// tagPrefix returns the prefix for the handle of the tag at offset at. The node with the tag starts
// at start.
func (p *yamlParser) tagPrefix(handle string, at, start int) string {
	if prefix, ok := p.tagPrefixes[handle]; ok {
		return prefix
	}
	switch handle {
	case "!":
		return "!"
	case "!!":
		return yamlTagPrefix
	}
	p.fail("found undefined tag handle", at, "while parsing a node", start)
	return ""
}

// begin opens the collection n at the next token. Its children follow at index base.
func (p *yamlParser) begin(n *Node, kind NodeKind, style Style) (base int) {
	n.Kind, n.Style, n.Span.Start = kind, style, p.peek().start
	if p.depth++; p.depth > maxDepth {
		panic(&syntaxError{code: TooDeep, problem: "stack level too deep", at: n.Span.Start})
	}
	return len(p.children)
}

// add appends child to the innermost open collection.
func (p *yamlParser) add(child *Node) { p.children = append(p.children, child) }

// finish closes n at offset end.
func (p *yamlParser) finish(n *Node, base, end int) {
	n.Span.End = end
	children := p.children[base:]
	n.Content = p.contents.one()
	n.Children = p.lists.many(len(children))[:0]
	for _, child := range children {
		n.Add(child)
	}
	p.children = p.children[:base]
	p.depth--
	p.size.collections++
	if n.Kind == Sequence {
		p.size.items += len(children)
	} else {
		p.size.entries += len(children) / 2
	}
}

// blockSequence parses a sequence of lines with dashes.
func (p *yamlParser) blockSequence(n *Node) {
	base := p.begin(n, Sequence, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case blockEntry:
			end = p.after(t.end, blockElement, blockEntry, blockEnd).Span.End
		case blockEnd:
			p.take()
			p.finish(n, base, end)
			return
		default:
			p.fail("did not find expected '-' indicator", t.start, "while parsing a block collection", n.Span.Start)
		}
	}
}

// indentlessSequence parses a sequence whose dashes are in the same column as its key.
func (p *yamlParser) indentlessSequence(n *Node) {
	base := p.begin(n, Sequence, Block)
	end := n.Span.Start
	for {
		t := p.peek()
		if t.kind != blockEntry {
			p.finish(n, base, end)
			return
		}
		end = p.after(t.end, blockElement, blockEntry, keyToken, valueToken, blockEnd).Span.End
	}
}

// after adds the node after an indicator, which ends at offset end. It is empty if one of the tokens
// in ends follows.
func (p *yamlParser) after(end int, in within, ends ...tokenKind) *Node {
	p.take()
	var n *Node
	if p.nextIs(ends...) {
		n = p.empty(end)
	} else {
		n = p.node(in)
	}
	p.add(n)
	return n
}

// valueOf adds the value of a key, which is empty without an indicator.
func (p *yamlParser) valueOf(key *Node, in within, ends ...tokenKind) *Node {
	if t := p.peek(); t.kind == valueToken {
		return p.after(t.end, in, ends...)
	}
	n := p.empty(key.Span.End)
	p.add(n)
	return n
}

// blockMapping parses lines of `key: value` and `? key`.
func (p *yamlParser) blockMapping(n *Node) {
	base := p.begin(n, Mapping, Block)
	p.take()
	end := n.Span.Start
	for {
		t := p.peek()
		switch t.kind {
		case keyToken:
			key := p.after(t.end, blockPair, keyToken, valueToken, blockEnd)
			end = p.valueOf(key, blockPair, keyToken, valueToken, blockEnd).Span.End
		case blockEnd:
			p.take()
			p.finish(n, base, end)
			return
		default:
			p.fail("did not find expected key", t.start, "while parsing a block mapping", n.Span.Start)
		}
	}
}

// flowEntry returns the first token of an entry of a flow collection, after the comma, or its end.
func (p *yamlParser) flowEntry(n *Node, first bool, end tokenKind) *token {
	t := p.peek()
	if t.kind == end || first {
		return t
	}
	if t.kind != flowEntry {
		closing, what := "]", "sequence"
		if end == flowMappingEnd {
			closing, what = "}", "mapping"
		}
		p.fail("did not find expected ',' or '"+closing+"'", t.start, "while parsing a flow "+what, n.Span.Start)
	}
	p.take()
	return p.peek()
}

// flowSequence parses [a, b].
func (p *yamlParser) flowSequence(n *Node) {
	base := p.begin(n, Sequence, Flow)
	p.take()
	for first := true; ; first = false {
		t := p.flowEntry(n, first, flowSequenceEnd)
		switch t.kind {
		case flowSequenceEnd:
			end := t.end
			p.take()
			p.finish(n, base, end)
			return
		case keyToken:
			p.add(p.flowPair())
		default:
			p.add(p.node(flow))
		}
	}
}

// flowPair parses a mapping with a single entry in a flow sequence: [a: 1].
func (p *yamlParser) flowPair() *Node {
	pair := p.newNode()
	base := p.begin(pair, Mapping, Flow)
	p.take()

	var key *Node
	if p.nextIs(valueToken, flowEntry, flowSequenceEnd) {
		// libyaml drops the token here, so an entry without a key fails soon afterwards.
		key = p.empty(pair.Span.Start + 1)
		p.take()
	} else {
		key = p.node(flow)
	}
	p.add(key)

	value := p.valueOf(key, flow, flowEntry, flowSequenceEnd)
	p.finish(pair, base, value.Span.End)
	return pair
}

// flowMapping parses {a: 1, b}.
func (p *yamlParser) flowMapping(n *Node) {
	base := p.begin(n, Mapping, Flow)
	p.take()
	for first := true; ; first = false {
		t := p.flowEntry(n, first, flowMappingEnd)
		switch t.kind {
		case flowMappingEnd:
			end := t.end
			p.take()
			p.finish(n, base, end)
			return
		case keyToken:
			key := p.after(t.end, flow, valueToken, flowEntry, flowMappingEnd)
			p.valueOf(key, flow, flowEntry, flowMappingEnd)
		default:
			key := p.node(flow)
			p.add(key)
			p.add(p.empty(key.Span.End))
		}
	}
}
