package lsp

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// text is a text in pieces, so that an edit does not copy all of it. It is immutable, and versions of a document share
// most pieces.
type text struct{ pieces []piece }

// piece is a part of a text, which starts and ends between characters, and not between CR and LF.
type piece struct {
	text   string
	breaks int // line breaks: LF, CRLF, or a lone CR
	units  int // of the encoding of the client
}

// maxPiece is the maximum size of a piece in bytes, not counting a character or line break at its end.
const maxPiece = 4096

// pieces divides a text into pieces of nearly the same size, so that an insertion seldom divides one again.
func (e encoding) pieces(text string) []piece {
	var all []piece
	for n := (len(text) + maxPiece - 1) / maxPiece; n > 0 && text != ""; n-- {
		end := len(text) / n
		for end < len(text) && (!utf8.RuneStart(text[end]) || text[end-1] == '\r' && text[end] == '\n') {
			end++
		}
		p := piece{text: text[:end]}
		p.breaks = strings.Count(p.text, "\n") + strings.Count(p.text, "\r") - strings.Count(p.text, "\r\n")
		_, p.units = e.within(p.text, math.MaxInt)
		all = append(all, p)
		text = text[end:]
	}
	return all
}

// within returns the length of the longest start of a text, in bytes and in units, that has at most limit units.
func (e encoding) within(text string, limit int) (bytes, units int) {
	for bytes < len(text) {
		r, size := utf8.DecodeRuneInString(text[bytes:])
		width := e.width(r, size)
		if width > limit-units {
			break
		}
		bytes += size
		units += width
	}
	return bytes, units
}

// replace returns a text after a change.
func (e encoding) replace(t *text, c *protocol.ContentChange) *text {
	if c.Range == nil {
		return &text{e.pieces(c.Text)}
	}
	first, start := e.find(t, c.Range.Start)
	last, end := e.find(t, c.Range.End)
	if last < first || last == first && end < start {
		last, end = first, start
	}
	changed := c.Text
	if first < len(t.pieces) {
		changed = t.pieces[first].text[:start] + changed
	}
	if last < len(t.pieces) {
		changed += t.pieces[last].text[end:]
		last++
	}
	if first > 0 && (changed == "" || changed[0] == '\n') {
		first--
		changed = t.pieces[first].text + changed
	}
	if last < len(t.pieces) && strings.HasSuffix(changed, "\r") {
		changed += t.pieces[last].text
		last++
	}
	return &text{slices.Concat(t.pieces[:first], e.pieces(changed), t.pieces[last:])}
}

// find is encoding.offset for a text in pieces: it returns the index of the piece and the offset in it. The end of the
// text is that of an empty piece after the last one.
func (e encoding) find(t *text, p protocol.Position) (i, at int) {
	line := int(min(p.Line, math.MaxInt32))
	for ; i < len(t.pieces) && t.pieces[i].breaks < line; i++ {
		line -= t.pieces[i].breaks
	}
	switch {
	case i == len(t.pieces):
		return i, 0
	case p.Line == 0 && strings.HasPrefix(t.pieces[0].text, byteOrderMark):
		at = len(byteOrderMark)
	default:
		at = afterBreak(t.pieces[i].text, line)
	}
	for units := int(min(p.Character, math.MaxInt32)); i < len(t.pieces); i, at = i+1, 0 {
		piece := &t.pieces[i]
		if at == 0 && piece.breaks == 0 && piece.units <= units {
			units -= piece.units
			continue
		}
		rest := piece.text[at:]
		end := strings.IndexAny(rest, "\r\n")
		if end >= 0 {
			rest = rest[:end]
		}
		bytes, used := e.within(rest, units)
		if end >= 0 || bytes < len(rest) {
			return i, at + bytes
		}
		units -= used
	}
	return i, 0
}

// afterBreak returns the offset after the nth line break of a text; 0 for n = 0.
func afterBreak(text string, n int) int {
	at := 0
	for ; n > 0; n-- {
		at += strings.IndexAny(text[at:], "\r\n") + 1
		if text[at-1] == '\r' && at < len(text) && text[at] == '\n' {
			at++
		}
	}
	return at
}

// size returns the length of the text in bytes.
func (t *text) size() int {
	n := 0
	for i := range t.pieces {
		n += len(t.pieces[i].text)
	}
	return n
}

// contents returns the whole text.
func (t *text) contents() []byte {
	all := make([]byte, 0, t.size())
	for i := range t.pieces {
		all = append(all, t.pieces[i].text...)
	}
	return all
}
