package edit

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// RemoveWithComment returns the fix that removes an entry with the comment above it. There is none if the comment is
// above several entries without a blank line between them, since it may be about all of them. Only the author knows why
// a value is repeated, so the fix is unsafe.
func RemoveWithComment(key *data.Node) (diagnostic.Fix, bool) {
	fix, ok := RemoveEntry(key)
	if !ok {
		return diagnostic.Fix{}, false
	}
	fix.Safe = false
	if key.Parent.Style != data.Block {
		return fix, true
	}
	entry := fix.Edits[0].Span
	g := commentGroup{doc: key.Doc}
	start, isCommented := g.above(entry.Start)
	switch {
	case !isCommented:
		return fix, true
	case start < 0 || !g.endsAt(entry.End):
		return diagnostic.Fix{}, false
	}
	fix.Edits[0].Span.Start = start
	return fix, true
}

// commentGroup determines which entries a comment is about: those up to the next blank line.
type commentGroup struct{ doc *data.Document }

// above returns the start of the comment directly above the entry at a line, or -1 if other entries are in between or
// the comment is the header of the file.
func (g commentGroup) above(at int) (start int, isCommented bool) {
	p := g.doc.ParagraphAt(at)
	if p.Comment < 0 || p.Comment >= at {
		return at, false
	}
	for start = at; start > p.Start && g.doc.IsComment(g.lineBefore(start)); {
		start = g.lineBefore(start).Start
	}
	if start == at || start == 0 {
		return -1, true
	}
	return start, true
}

// endsAt reports whether no other entry follows directly at the start of a line.
func (g commentGroup) endsAt(at int) bool {
	rest := g.doc.File.Text[at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	line := source.Span{Start: at, End: at + end}
	return len(bytes.TrimSpace(g.doc.File.Slice(line))) == 0 || g.doc.IsComment(line)
}

// lineBefore returns the span of the line that ends where another one starts.
func (g commentGroup) lineBefore(at int) source.Span {
	return source.Span{Start: bytes.LastIndexByte(g.doc.File.Text[:at-1], '\n') + 1, End: at}
}
