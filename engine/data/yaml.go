package data

import "strings"

// parseYAML fills doc with what Puppet's yaml_data reads.
func parseYAML(doc *Document) {
	doc.text = doc.File.Content()
	p := newYAMLParser(doc)
	root, refused := p.parse()
	if refused != nil {
		if !doc.readUnquoted(refused) {
			problem := refused.explained(doc.text)
			problem.Message = refused.message(doc.text)
			doc.Refuse(problem)
		}
		return
	}
	doc.Root, doc.Comments = root, p.comments
	doc.readValues(p.size)
	doc.readRest(p.rest)
}

// readValues sets the values of the tree.
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

// notAHash adds the problem that the document is not a hash.
func (d *Document) notAHash() {
	p := &Problem{Code: NotAHash, Node: d.Root}
	if d.Root != nil {
		p.Span = d.Root.Span
	}
	if d.Format == YAML {
		p.Message = "file does not contain a valid yaml hash"
		if d.Value.kind == Boolean && !d.Value.boolean {
			p.Code = EmptyDocument
		}
		if d.Value.kind == String && d.Root.Style == Plain {
			x, t := explanation{}, yamlText(d.text)
			line := t.line(d.Root.Span.Start)
			if isConflictMarker(t.slice(line)) {
				p.Reason = ConflictMarker
			} else if strings.ReplaceAll(d.Root.text, " ", "") == "---{}" {
				p.Reason = MarkerWithoutSpace
			} else if at, found := t.lookalike(line); found {
				p.Reason, p.Subject = SpaceLookalike, t.slice(at)
			} else if t.missingSpace(&x, d.Root.Span) || t.mistypedMarker(&x, d.Root.Span) {
				p.Reason, p.Subject = x.reason, x.subject
			}
		}
	}
	d.Problems = append(d.Problems, p)
}

// readRest checks what follows the first document at offset at; -1 if nothing does. Puppet silently
// ignores it: in a file in which only the first key is indented or follows a byte order mark, that
// is the only key that Puppet 7.23 finds.
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
	p := &Problem{Code: ExtraDocument, Span: t.text(s.pos)}
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
		p.Reason = AfterDocumentEnd
	case d.Root == nil:
	case d.Root.Style != Block:
		p.Reason = AfterCompleteDocument
	case d.Root.Span.Start == len(bom) && strings.HasPrefix(d.text, bom):
		p.Reason = AfterShiftedKey
	case t.line(d.Root.Span.Start).Start < d.Root.Span.Start:
		p.Reason = AfterIndentedKey
	}
	d.Problems = append(d.Problems, p)
}
