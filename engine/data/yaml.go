package data

import (
	"github.com/hieralint/hieralint/engine/source"
)

// parseYAML fills doc with what Puppet's yaml_data reads.
func parseYAML(doc *Document) {
	doc.text = string(doc.File.Text)
	p, err := readYAML(doc)
	for _, c := range p.comments {
		doc.Comments = append(doc.Comments, source.Span{Start: c[0], End: c[1]})
	}
	if err != nil {
		doc.Root = nil
		doc.fail(&Problem{Code: err.code, Span: source.Span{Start: err.at, End: err.at}, Message: err.message(doc.text)})
		return
	}
	doc.readValues(p.nodeCount)
}

// tooDeep is raised by a document that is nested deeper than maxDepth.
type tooDeep struct{ at int }

// readYAML builds the tree of doc.text.
func readYAML(doc *Document) (p *yamlParser, err *syntaxError) {
	p = &yamlParser{scanner: newScanner(doc.text), doc: doc, anchors: map[string]*Node{}}
	p.unreadable, p.readable = unreadableByte(doc.text)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *syntaxError:
			err = r
		case tooDeep:
			err = &syntaxError{code: TooDeep, problem: "stack level too deep", at: r.at}
		default:
			panic(r)
		}
	}()
	doc.Root = p.document()
	return p, nil
}

// readValues builds the values of the tree.
func (d *Document) readValues(nodes int) {
	if d.Root == nil {
		d.Value = NewBoolean(false)
		d.notAHash()
		return
	}
	values := &yamlValues{doc: d, sizes: map[*Node]int{}, symbols: map[*Node][]Entry{}, limit: max(maxUnfolded, 4*nodes)}
	d.Value, _ = values.value(d.Root)
	switch {
	case values.refused != nil:
		d.Err = values.refused
	case d.Value.kind == Undef:
		d.Value = NewBoolean(false)
		fallthrough
	case d.Value.kind != Hash:
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
