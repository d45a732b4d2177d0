package data

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/source"
)

// parseYAML fills doc with what Puppet's yaml_data reads.
func parseYAML(doc *Document) {
	doc.text = string(doc.File.Text)
	walk, err := readYAML(doc)
	if err != nil {
		doc.Root = nil
		if syntax, ok := err.(*syntaxError); ok {
			doc.fail(&Problem{Code: syntax.code, Span: source.Span{Start: syntax.at, End: syntax.at}, Message: syntax.message(doc.text)})
		} else {
			doc.fail(&Problem{Code: SyntaxError, Cause: "hieralint cannot read what Puppet can read here: " + err.Error()})
		}
		return
	}
	doc.Comments = walk.comments
	doc.readValues(walk.size)
}

// readYAML builds the tree of doc.text.
func readYAML(doc *Document) (*yamlWalk, error) {
	root, refused := yamlTree(doc.File.Text)
	if refused == nil {
		walk, err := walkYAML(doc, root, true)
		if _, ok := err.(*disagreement); !ok {
			return walk, err
		}
	}
	// yaml.v3 does not read what libyaml reads. Find out what libyaml says, and if it accepts the
	// text, give yaml.v3 a copy that it reads in the same way.
	walk, err := walkYAML(doc, nil, false)
	if err != nil {
		return nil, err
	}
	if root, err = yamlTree([]byte(apply(doc.text, walk.edits))); err != nil {
		return nil, err
	}
	return walkYAML(doc, root, true)
}

// yamlTree is the tree of the first document of text; nil when there is none.
func yamlTree(text []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // yaml.v3 panics on some broken texts
			err = fmt.Errorf("%v", r)
		}
	}()
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	if document.Kind == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// treeSize is what the tree of a document consists of.
type treeSize struct{ nodes, collections, entries, items int }

func (s *treeSize) count(n *yaml.Node) {
	if n == nil {
		return
	}
	s.nodes++
	switch n.Kind {
	case yaml.MappingNode:
		s.collections++
		s.entries += len(n.Content) / 2
	case yaml.SequenceNode:
		s.collections++
		s.items += len(n.Content)
	}
	for _, child := range n.Content {
		s.count(child)
	}
}

// tooDeep is raised by a document that is nested deeper than maxDepth.
type tooDeep struct{ at int }

// walkYAML goes through doc.text, with a tree or without.
func walkYAML(doc *Document, root *yaml.Node, tree bool) (walk *yamlWalk, err error) {
	walk = &yamlWalk{scanner: newScanner(doc.text), doc: doc, tree: tree}
	if tree {
		walk.size.count(root)
		walk.nodes, walk.lists = newSlab[Node](walk.size.nodes), newSlab[*Node](walk.size.nodes)
	}
	walk.unreadable, walk.readable = unreadableByte(doc.text)
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
	doc.Root = nil
	doc.Root = walk.document(root)
	return walk, nil
}

// readValues builds the values of the tree.
func (d *Document) readValues(size treeSize) {
	if d.Root == nil {
		d.Value = NewBoolean(false)
		d.notAHash()
		return
	}
	values := &yamlValues{doc: d, values: newSlab[Value](size.nodes), entries: newSlab[Entry](size.entries),
		items: newSlab[*Value](size.items), elements: newSlab[elements](size.collections), limit: max(maxUnfolded, 4*size.nodes)}
	d.Value, _ = values.value(d.Root)
	if d.Value == nil {
		if d.Err = values.refused; d.Err == nil {
			d.Err = values.cycle
		}
		return
	}
	if d.Value.kind == Undef {
		d.Value = NewBoolean(false)
	}
	if d.Value.kind != Hash {
		d.notAHash()
	}
}

// notAHash notes that the document has a value but no keys.
func (d *Document) notAHash() {
	p := &Problem{Code: NotAHash, Node: d.Root}
	if d.Format == YAML {
		p.Message = "file does not contain a valid yaml hash"
		if d.Value.kind == Boolean && !d.Value.boolean {
			p.Code = EmptyDocument
		}
	}
	if d.Root != nil {
		p.Span = d.Root.Span
	}
	d.Problems = append(d.Problems, p)
}
