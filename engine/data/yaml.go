package data

import (
	"strconv"
	"strings"
)

// parseYAML fills doc with what Puppet's yaml_data reads.
func parseYAML(doc *Document) {
	doc.text = string(doc.File.Text)
	p := newYAMLParser(doc)
	root, refused := p.parse()
	if refused != nil {
		if !doc.readUnquoted(refused) {
			problem := refused.explained(doc.text)
			problem.Message = refused.message(doc.text)
			doc.fail(problem)
		}
		return
	}
	doc.Root, doc.Comments = root, p.comments
	doc.readValues(p.size)
	doc.readRest(p.rest)
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
	if d.Value.kind != Hash && !d.quoted {
		d.notAHash()
	}
}

// notAHash notes that the document has a value but no keys.
func (d *Document) notAHash() {
	p := &Problem{Code: NotAHash, Node: d.Root}
	if d.Root != nil {
		p.Span = d.Root.Span
	}
	p.Cause, p.Help = "the file must hold a hash of keys; this is "+kindOf(d.Value), "write `{\"key\": …}`"
	if d.Format == YAML {
		p.Help = "write `key: …`"
		p.Message = "file does not contain a valid yaml hash"
		if d.Value.kind == Boolean && !d.Value.boolean {
			p.Code, p.Cause, p.Help = EmptyDocument, "the file has no data", "write `{}` if that is meant"
		}
		if d.Value.kind == String && d.Root.Style == Plain {
			if x := (explanation{}); yamlText(d.text).missingSpace(&x, d.Root.Span) {
				p.Cause, p.Help = x.cause, x.help
			}
		}
	}
	d.Problems = append(d.Problems, p)
}

// kindOf names the kind of a value in the middle of a sentence.
func kindOf(v *Value) string {
	switch v.kind {
	case Array:
		return "a list"
	case Undef:
		return "null"
	case Boolean:
		return strconv.FormatBool(v.boolean)
	case Integer, Float:
		return "a number"
	}
	return "a text"
}

// readRest looks at what follows the first document at offset at (-1: nothing). Puppet does not
// read it, nor say so: of a file whose first key alone is indented, or follows a byte order
// mark, it knows only that key (lookups with Puppet 7.23).
func (d *Document) readRest(at int) {
	if at < 0 {
		return
	}
	s := newScanner(d.text)
	s.pos, s.lineStart, s.keyAllowed = at, at, false
	ended := false // by ...
	for s.toNextToken(); s.atDocumentMarker(); s.toNextToken() {
		if s.text[s.pos] == '-' {
			break
		}
		ended = true
		s.pos += len("...")
	}
	if s.pos == len(s.text) {
		return
	}
	t := yamlText(d.text)
	p := &Problem{Code: ExtraDocument, Span: t.text(s.pos),
		Cause: "Puppet reads only the first document of a file, and that ends above this line",
		Help:  "remove this line, or move what is below it into the first document"}
	switch {
	case s.atDocumentMarker():
		p.Span.End = p.Span.Start + len("---")
		for s.toNextToken(); s.atDocumentMarker(); s.toNextToken() {
			s.pos += len("---")
		}
		if s.pos == len(s.text) {
			return // nothing is lost
		}
	case ended:
		p.Help = "take the `...` above out"
	case d.Root == nil:
	case d.Root.Style != Block:
		p.Cause = "the document above is complete with what it holds, and Puppet reads only the first one of a file"
		p.Help = "take out what stands above this line, or add to it"
	case d.Root.Span.Start == len(bom) && strings.HasPrefix(d.text, bom):
		p.Cause = "the byte order mark counts as a blank in front of the first key, so the document ends above this line"
		p.Help = "save the file without byte order mark"
	case t.line(d.Root.Span.Start).Start < d.Root.Span.Start:
		p.Cause = "the first key is indented, this line is not, so the document ends above it"
		p.Help = "indent the first key like the others"
	}
	d.Problems = append(d.Problems, p)
}
