package edit

import (
	"bytes"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// RemoveWithComment returns the fix that removes an entry with the comment above it. There is none if the comment stands above
// several entries without a blank line between them, since it may be about all of them. Only the author knows why a value is
// repeated, so the fix is unsafe.
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

// commentGroup finds out which entries a comment is about: those up to the next blank line.
type commentGroup struct{ doc *data.Document }

// above returns where the comment directly above the entry at a line starts, or -1 if other entries are between the two or the
// comment is the head of the file.
func (g commentGroup) above(at int) (start int, isCommented bool) {
	isFirst := true
	for start = at; at > 0; {
		line := g.lineBefore(at)
		text := bytes.TrimSpace(g.doc.File.Slice(line))
		isComment := g.isComment(line)
		if len(text) == 0 || bytes.HasPrefix(text, []byte("---")) || isCommented && !isComment {
			break
		}
		if isComment {
			if !isFirst {
				return -1, true
			}
			start, isCommented = line.Start, true
		} else {
			isFirst = false
		}
		at = line.Start
	}
	if isCommented && start == 0 {
		return -1, true
	}
	return start, isCommented
}

// endsAt reports whether no other entry follows directly at the start of a line.
func (g commentGroup) endsAt(at int) bool {
	rest := g.doc.File.Text[at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	line := source.Span{Start: at, End: at + end}
	return len(bytes.TrimSpace(g.doc.File.Slice(line))) == 0 || g.isComment(line)
}

// lineBefore is the line that ends where another one starts.
func (g commentGroup) lineBefore(at int) source.Span {
	return source.Span{Start: bytes.LastIndexByte(g.doc.File.Text[:at-1], '\n') + 1, End: at}
}

// isComment reports whether there is nothing but a comment on a line.
func (g commentGroup) isComment(line source.Span) bool {
	text := g.doc.File.Slice(line)
	first := line.Start + len(text) - len(bytes.TrimLeft(text, " \t"))
	return slices.ContainsFunc(g.doc.Comments, func(c source.Span) bool { return c.Start == first })
}
