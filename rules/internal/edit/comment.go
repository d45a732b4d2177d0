package edit

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
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
	case start < 0 || !g.endsAt(entry.End, key.Position().Column-1):
		return diagnostic.Fix{}, false
	}
	fix.Edits[0].Span.Start = start
	return fix, true
}

// commentGroup determines which entries a comment is about: those up to the next blank line, or to a comment about one entry.
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

// endsAt reports whether the comment above an entry that ends at an offset is about this entry only. It is if no other entry follows
// directly, and further comments up to the next blank line are about one entry each. A comment above several entries shows that
// comments here are headings; so does an entry that is commented out, which was one of the group.
func (g commentGroup) endsAt(at, column int) bool {
	text := g.doc.File.Text
	entries := 1 // since the last comment
	for at < len(text) {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := text[at:end]
		shown := bytes.TrimSpace(line)
		indentation := len(line) - len(bytes.TrimLeft(line, " \t"))
		isComment := g.doc.IsComment(source.Span{Start: at, End: end})
		at = end
		switch {
		case len(shown) == 0, indentation < column && !isComment:
			return true
		case indentation > column, bytes.HasPrefix(shown, []byte("- ")): // part of a value
		case isComment && commentedOut().Match(shown):
			return false
		case isComment:
			entries = 0
		default:
			if entries++; entries > 1 {
				return false
			}
		}
	}
	return true
}

// commentedOut matches an entry that is commented out, unlike a comment with a colon after its first word.
var commentedOut = lazyregexp.New(`^#+(?:['"]?\w[\w:.-]*['"]?|\s*['"]?\w+(?:_|::)[\w:.-]*['"]?)\s*:(?:\s|$)`)

// lineBefore returns the span of the line that ends where another one starts.
func (g commentGroup) lineBefore(at int) source.Span {
	return source.Span{Start: bytes.LastIndexByte(g.doc.File.Text[:at-1], '\n') + 1, End: at}
}
