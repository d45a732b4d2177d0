package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
)

// Aliases let a small file represent a huge value. With aliases expanded, a document may have
// maxUnfolded values or four times the number of its nodes, whichever is more. The largest data
// files in public control repos have about ten thousand.
const maxUnfolded = 1_000_000

// yamlValues converts the nodes of a document to values in the order in which Psych visits them, so
// that the first refusal is the one that Puppet reports.
type yamlValues struct {
	doc      *Document
	values   slab[Value]
	entries  slab[Entry]
	items    slab[*Value]
	elements slab[elements]
	// builders are those of the open collections (depth of them), innermost last; they are reused.
	// anchored holds those of collections with an anchor, since an alias may refer to one that is
	// still open.
	builders []*hashBuilder
	depth    int
	anchored map[*Node]*hashBuilder
	ids      identities
	// sizes holds the expanded size of the anchored nodes.
	sizes map[*Node]int
	// symbols holds the entries of mappings with Symbol keys before these become strings, because
	// merge keys copy the Symbols.
	symbols map[*Node]*elements
	// unregistered holds the preceding nodes whose anchors Psych does not know.
	unregistered map[*Node]bool
	limit        int
	copied       int      // number of entries copied by merge keys
	refused      *Problem // the first for which Psych fails
	cycle        *Problem // the first alias inside its own anchor
}

func (b *yamlValues) newValue(n *Node) *Value {
	v := b.values.one()
	v.node = n
	return v
}

// open starts a collection. Its builder is reused for the next collection that starts after it
// ends.
func (b *yamlValues) open(n *Node) *hashBuilder {
	if b.depth == len(b.builders) {
		b.builders = append(b.builders, new(hashBuilder))
	}
	h := b.builders[b.depth]
	*h = hashBuilder{node: n, ids: &b.ids}
	b.depth++
	if n.Anchor != "" {
		lists.Put(&b.anchored, n, h)
	}
	return h
}

// close ends the innermost open collection.
func (b *yamlValues) close() {
	b.depth--
	if n := b.builders[b.depth].node; n.Anchor != "" {
		delete(b.anchored, n)
	}
}

// newArray returns an Array for n with space for its elements.
func (b *yamlValues) newArray(n *Node) (*Value, []*Value) {
	v := b.newValue(n)
	v.kind, v.elements = Array, b.elements.one()
	v.elements.items = b.items.many(len(n.Children))
	return v, v.elements.items
}

// refuse records that Psych raises an error at n.
func (b *yamlValues) refuse(n *Node, r *refusal) {
	p := &Problem{Code: r.code, Span: n.Span, Message: r.message, Class: r.class, Node: n}
	if n.Tag != "" && (p.Span.Len() == 0 || n.Kind != Scalar) {
		p.Span = n.TagSpan
	}
	b.note(p, &b.refused)
}

// note adds a problem, and sets first if it is the first of its kind.
func (b *yamlValues) note(p *Problem, first **Problem) {
	b.doc.Problems = append(b.doc.Problems, p)
	*first = cmp.Or(*first, p)
}

// value returns the value of n and the number of values in it with aliases expanded. It is nil if
// Psych rejects n or something in it.
func (b *yamlValues) value(n *Node) (*Value, int) {
	var v *Value
	size := 1
	switch n.Kind {
	case Alias:
		v, size = b.alias(n)
	case Scalar:
		v = b.scalar(n)
	case Sequence:
		v, size = b.sequence(n)
	case Mapping:
		v, size = b.mapping(n)
	}
	if size > b.limit {
		if v != nil {
			b.note(&Problem{Code: AliasBomb, Span: n.Span, Node: n,
				Message: fmt.Sprintf("with its aliases expanded, the file has more than %d values, so hieralint does not read it", b.limit)}, &b.refused)
		}
		v, size = nil, b.limit+1
	}
	n.Value = v
	b.keepSize(n, size)
	return v, size
}

// keepSize records the size of a node for its aliases.
func (b *yamlValues) keepSize(n *Node, size int) {
	if n.Anchor == "" {
		return
	}
	lists.Put(&b.sizes, n, size)
}

func (b *yamlValues) alias(n *Node) (*Value, int) {
	if n.Target == nil || b.unregistered[n.Target] {
		b.refuse(n, &refusal{code: UnknownAlias, message: "Unknown alias: " + n.text})
		return nil, 1
	}
	if b.underConstruction(n) != nil {
		// Psych loads it, but Puppet's stack overflows when it converts Symbol keys to strings.
		b.note(&Problem{Code: CyclicAlias, Span: n.Span, Node: n, Related: n.Target.AnchorSpan, Message: "stack level too deep"}, &b.cycle)
		return nil, 1
	}
	if n.Target.Value == nil {
		return nil, 1
	}
	return n.Target.Value.WithNode(n), b.sizes[n.Target]
}

// scalar follows Psych's ToRuby#deserialize.
func (b *yamlValues) scalar(n *Node) *Value {
	v := b.newValue(n)
	var r *refusal
	if n.tag == "" && n.Style != Plain {
		v.kind, v.text = String, n.text
	} else if n.tag == "" || n.tag == "!" {
		r = resolvePlain(v, n.text)
	} else {
		r = resolveTagged(v, n.tag, n.text)
	}
	if r != nil {
		b.refuse(n, r)
		return nil
	}
	return v
}

func (b *yamlValues) sequence(n *Node) (*Value, int) {
	if isOmapTag(n.tag) {
		return b.omap(n)
	}
	if r := refusedSequence(n.tag); r != nil {
		b.refuse(n, r)
		b.inner(n)
		return nil, 1
	}
	b.open(n)
	v, items := b.newArray(n)
	size, complete := 1, true
	for i, child := range n.Children {
		item, itemSize := b.value(child)
		items[i] = item
		size += itemSize
		complete = complete && item != nil
	}
	b.close()
	if !complete {
		return nil, size
	}
	return v, size
}

// inner sets the values inside a rejected node, for use by rules.
func (b *yamlValues) inner(n *Node) {
	b.open(n)
	for _, child := range n.Children {
		b.value(child)
	}
	b.close()
}

// omap returns a sequence of pairs that Psych reads as a hash, from the first and last child of
// each element.
func (b *yamlValues) omap(n *Node) (*Value, int) {
	h := b.open(n)
	size, complete := 1, true
	for _, pair := range n.Children {
		if len(pair.Children) == 0 {
			b.refuse(pair, &refusal{code: BadTag, message: "undefined method `first' for nil:NilClass"})
			complete = false
			continue
		}
		keyNode := pair.Children[0]
		key, keySize := b.value(keyNode)
		value, valueSize := b.value(pair.Children[len(pair.Children)-1])
		size += keySize + valueSize
		if key == nil || value == nil {
			complete = false
			continue
		}
		h.set(key, value, writer{key: keyNode})
	}
	b.close()
	return b.finish(h, complete), size
}

func (b *yamlValues) mapping(n *Node) (*Value, int) {
	if isStringTag(n.tag) {
		return b.stringMapping(n)
	}
	if r := refusedMapping(n.tag); r != nil {
		b.refuse(n, r)
		b.inner(n)
		return nil, 1
	}
	h := b.open(n)
	h.entries = b.entries.many(len(n.Children) / 2)[:0]
	size, complete := 1, true
	for i := 0; i+1 < len(n.Children); i += 2 {
		keyNode, valueNode := n.Children[i], n.Children[i+1]
		key, keySize := b.key(keyNode)
		if isMergeKey(keyNode, key) && mergeable(valueNode) {
			mergedSize, ok := b.merge(h, keyNode, valueNode)
			size += mergedSize
			complete = complete && ok
			continue
		}
		value, valueSize := b.value(valueNode)
		size += keySize + valueSize
		if key == nil || value == nil {
			complete = false
			continue
		}
		h.set(key, value, writer{key: keyNode})
	}
	b.close()
	return b.finish(h, complete), size
}

// key returns the value of a key. Puppet does not convert Symbols inside keys.
func (b *yamlValues) key(n *Node) (*Value, int) {
	v, size := b.value(n)
	if raw, ok := b.symbols[n.origin()]; ok && v != nil {
		v = b.newValue(n)
		v.kind, v.elements = Hash, raw
	}
	return v, size
}

// finish sets the value of h's node to its entries. A hash with rejected entries is rejected.
func (b *yamlValues) finish(h *hashBuilder, complete bool) *Value {
	if h.symbols {
		lists.Put(&b.symbols, h.node, &elements{entries: h.entries})
		h = h.stringKeys(b.newValue)
	}
	b.doc.Problems = append(b.doc.Problems, h.problems()...)
	if !complete {
		return nil
	}
	v := b.newValue(h.node)
	v.elements = b.elements.one()
	h.fill(v)
	return v
}

// stringMapping returns the value of a mapping with a string tag: Psych reads it as the value of
// its key str, and the other keys as instance variables of that. Its anchor is unknown until the
// key str.
func (b *yamlValues) stringMapping(n *Node) (*Value, int) {
	lists.Put(&b.unregistered, n, true)
	str, complete, size := b.newValue(n), true, 1
	var variables []string
	for i := 0; i+1 < len(n.Children); i += 2 {
		key, keySize := b.value(n.Children[i])
		value, valueSize := b.value(n.Children[i+1])
		size += keySize + valueSize
		switch {
		case key == nil || value == nil:
			complete = false
		case key.kind == String && key.text == "str":
			str = value.WithNode(n)
			delete(b.unregistered, n)
		default:
			variables = append(variables, rubyText(key))
		}
	}
	if !complete {
		return nil, size
	}
	for _, name := range variables {
		switch {
		case !isRubyName(strings.TrimPrefix(name, "@")):
			b.refuse(n, &refusal{code: BadTag, message: "`@" + strings.TrimPrefix(name, "@") + "' is not allowed as an instance variable name"})
			return nil, size
		case str.kind == Undef:
			b.refuse(n, &refusal{code: BadTag, message: "can't modify frozen NilClass: nil"})
			return nil, size
		}
	}
	return str, size
}

// isMergeKey reports whether Psych treats a key as the merge key, which depends only on its text,
// quoted or not.
func isMergeKey(n *Node, key *Value) bool {
	return key != nil && key.kind == String && key.text == "<<" && n.tag != yamlTagPrefix+"str"
}

// mergeable reports whether a merge key with the value n merges anything: a mapping, an alias of
// one, or a sequence of these. With any other value, `<<` is an ordinary key.
func mergeable(n *Node) bool {
	if n.Kind != Sequence {
		return becomesHash(n)
	}
	for _, child := range n.Children {
		if !becomesHash(child) {
			return false
		}
	}
	return !isOmapTag(n.tag)
}

// becomesHash reports whether the value of n will be a Hash, if it has one.
func becomesHash(n *Node) bool {
	switch n.Kind {
	case Alias:
		return n.Target != nil && becomesHash(n.Target)
	case Mapping:
		return !isStringTag(n.tag)
	case Sequence:
		return isOmapTag(n.tag)
	}
	return false
}

// merge merges the value of a merge key into h, overriding what is there. In a sequence of
// mappings, earlier ones take precedence. It returns the size of what it merged, and whether
// nothing was rejected.
func (b *yamlValues) merge(h *hashBuilder, keyNode, valueNode *Node) (size int, ok bool) {
	if valueNode.Kind != Sequence {
		return b.mergeOne(h, keyNode, valueNode)
	}
	// The sequence and its elements are also values, in the order of the file.
	b.open(valueNode)
	list, items := b.newArray(valueNode)
	ok = true
	for i, child := range valueNode.Children {
		if b.underConstruction(child) == nil {
			items[i], _ = b.value(child)
			ok = ok && items[i] != nil
		}
	}
	b.close()
	if !ok {
		return 0, false
	}
	if !slices.Contains(items, nil) {
		valueNode.Value = list
	}

	merged := &hashBuilder{node: valueNode, ids: &b.ids}
	for _, child := range slices.Backward(valueNode.Children) {
		childSize, childOK := b.mergeOne(merged, keyNode, child)
		size += childSize
		ok = ok && childOK
	}
	for _, e := range merged.entries {
		h.set(e.Key, e.Value, writer{keyNode, true})
	}
	b.keepSize(valueNode, size)
	return size, ok
}

// mergeOne merges the entries of one mapping into h.
func (b *yamlValues) mergeOne(h *hashBuilder, keyNode, n *Node) (size int, ok bool) {
	var entries []Entry
	if open := b.underConstruction(n); open != nil {
		entries, size = open.entries, len(open.entries) // if h itself is open, nothing in it changes
	} else {
		v := n.Value
		if v == nil {
			if v, size = b.value(n); v == nil {
				return size, false
			}
		}
		entries = v.Entries()
		origin := n.origin()
		if raw, ok := b.symbols[origin]; ok {
			entries = raw.entries
		}
		size = max(size, b.sizes[origin], len(entries))
	}
	if b.copied += len(entries); b.copied > b.limit {
		return b.limit + 1, true
	}
	for _, e := range entries {
		h.set(e.Key, e.Value, writer{keyNode, true})
	}
	return size, true
}

// underConstruction returns the builder of the open collection that n is an alias of, if any.
// Merging it uses the entries that it has so far.
func (b *yamlValues) underConstruction(n *Node) *hashBuilder {
	if n.Kind != Alias {
		return nil
	}
	return b.anchored[n.Target]
}
