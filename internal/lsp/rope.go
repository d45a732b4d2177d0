package lsp

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// rope is a text in pieces, so that an edit does not copy all of it: a balanced tree with a piece in each leaf. It is
// immutable, and versions of a document share most of it; nil is the empty text. Pieces start and end between
// characters.
type rope struct {
	left, right *rope  // nil for a leaf
	piece       string // of a leaf
	height      int
	bytes       int
	breaks      int // line breaks: LF, CRLF, or a lone CR
	units       int // of the encoding of the client
	first, last byte
}

// maxPiece is the size in bytes from which pieces are not joined.
const maxPiece = 512

// rope returns a text as a rope.
func (e encoding) rope(text string) *rope {
	if len(text) > maxPiece {
		if at := runeAt(text, len(text)/2); at < len(text) {
			return pair(e.rope(text[:at]), e.rope(text[at:]))
		}
	}
	return e.leaf(text)
}

// runeAt returns the start of the first character that starts at or after an offset.
func runeAt(text string, at int) int {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

func (e encoding) leaf(text string) *rope {
	if text == "" {
		return nil
	}
	breaks := strings.Count(text, "\n")
	if cr := strings.Count(text, "\r"); cr > 0 {
		breaks += cr - strings.Count(text, "\r\n")
	}
	_, units := e.within(text, math.MaxInt)
	return &rope{piece: text, bytes: len(text), breaks: breaks, units: units, first: text[0], last: text[len(text)-1]}
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

// pair returns the text of two ropes of nearly the same height.
func pair(a, b *rope) *rope {
	r := &rope{
		left: a, right: b, height: 1 + max(a.height, b.height),
		bytes: a.bytes + b.bytes, breaks: a.breaks + b.breaks, units: a.units + b.units, first: a.first, last: b.last,
	}
	if r.splitsBreak() {
		r.breaks--
	}
	return r
}

func (r *rope) isLeaf() bool { return r.height == 0 }

// splitsBreak reports whether a line break starts in the left part and ends in the right one, so that both count it.
func (r *rope) splitsBreak() bool { return r.left.last == '\r' && r.right.first == '\n' }

// join returns the text of one rope followed by that of another.
func (e encoding) join(a, b *rope) *rope {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.isLeaf() && b.isLeaf() && a.bytes+b.bytes <= maxPiece:
		return e.leaf(a.piece + b.piece)
	case a.height > b.height+1, b.isLeaf() && !a.isLeaf(): // a small leaf becomes a part of the one next to it
		return balanced(a.left, e.join(a.right, b))
	case b.height > a.height+1, a.isLeaf() && !b.isLeaf():
		return balanced(e.join(a, b.left), b.right)
	}
	return pair(a, b)
}

// balanced is pair for ropes whose heights differ by up to two.
func balanced(a, b *rope) *rope {
	switch {
	case b.height > a.height+1:
		if b.left.height > b.right.height {
			return pair(pair(a, b.left.left), pair(b.left.right, b.right))
		}
		return pair(pair(a, b.left), b.right)
	case a.height > b.height+1:
		if a.right.height > a.left.height {
			return pair(pair(a.left, a.right.left), pair(a.right.right, b))
		}
		return pair(a.left, pair(a.right, b))
	}
	return pair(a, b)
}

// split returns the text before an offset, and that after it.
func (e encoding) split(r *rope, at int) (before, after *rope) {
	switch {
	case r == nil || at <= 0:
		return nil, r
	case at >= r.bytes:
		return r, nil
	case r.isLeaf():
		return e.leaf(r.piece[:at]), e.leaf(r.piece[at:])
	case at < r.left.bytes:
		before, after = e.split(r.left, at)
		return before, e.join(after, r.right)
	default:
		before, after = e.split(r.right, at-r.left.bytes)
		return e.join(r.left, before), after
	}
}

// replace returns a text after a change.
func (e encoding) replace(r *rope, c *protocol.ContentChange) *rope {
	if c.Range == nil {
		return e.rope(c.Text)
	}
	start := e.find(r, c.Range.Start)
	end := max(start, e.find(r, c.Range.End))
	before, rest := e.split(r, start)
	_, after := e.split(rest, end-start)
	return e.join(e.join(before, e.rope(c.Text)), after)
}

// find is encoding.offset for a rope.
func (e encoding) find(r *rope, p protocol.Position) int {
	if r == nil || int64(p.Line) > int64(r.breaks) {
		return r.size()
	}
	line := int(p.Line)
	start, end := r.afterBreak(line), r.bytes
	if line < r.breaks {
		end = r.afterBreak(line + 1)
		if end > start && r.at(end-1) == '\n' {
			end--
		}
		if end > start && r.at(end-1) == '\r' {
			end--
		}
	}
	if line == 0 && r.startsWith(byteOrderMark) {
		start = len(byteOrderMark)
	}
	return min(r.offset(e, r.unitsBefore(e, start)+int(p.Character)), end)
}

func (r *rope) size() int {
	if r == nil {
		return 0
	}
	return r.bytes
}

// afterBreak returns the offset after the nth line break, which is the start of a line; 0 for n = 0.
func (r *rope) afterBreak(n int) int {
	switch {
	case n == 0:
		return 0
	case !r.isLeaf() && n == r.left.breaks && r.splitsBreak():
		return r.left.bytes + 1
	case !r.isLeaf() && n <= r.left.breaks:
		return r.left.afterBreak(n)
	case !r.isLeaf():
		n -= r.left.breaks
		if r.splitsBreak() {
			n++
		}
		return r.left.bytes + r.right.afterBreak(n)
	}
	at := 0
	for ; n > 0; n-- {
		at += strings.IndexAny(r.piece[at:], "\r\n") + 1
		if r.piece[at-1] == '\r' && at < len(r.piece) && r.piece[at] == '\n' {
			at++
		}
	}
	return at
}

// at returns the byte at an offset.
func (r *rope) at(offset int) byte {
	switch {
	case r.isLeaf():
		return r.piece[offset]
	case offset < r.left.bytes:
		return r.left.at(offset)
	}
	return r.right.at(offset - r.left.bytes)
}

func (r *rope) startsWith(prefix string) bool {
	for i := range len(prefix) {
		if i >= r.bytes || r.at(i) != prefix[i] {
			return false
		}
	}
	return true
}

// unitsBefore returns the number of units before an offset.
func (r *rope) unitsBefore(e encoding, offset int) int {
	switch {
	case r.isLeaf():
		_, units := e.within(r.piece[:offset], math.MaxInt)
		return units
	case offset < r.left.bytes:
		return r.left.unitsBefore(e, offset)
	}
	return r.left.units + r.right.unitsBefore(e, offset-r.left.bytes)
}

// offset returns the offset after a number of units, or the start of the character in which they end.
func (r *rope) offset(e encoding, units int) int {
	switch {
	case r.isLeaf():
		bytes, _ := e.within(r.piece, units)
		return bytes
	case units < r.left.units:
		return r.left.offset(e, units)
	}
	return r.left.bytes + r.right.offset(e, units-r.left.units)
}

// contents returns the whole text.
func (r *rope) contents() []byte {
	text := make([]byte, 0, r.size())
	var add func(*rope)
	add = func(r *rope) {
		if r.isLeaf() {
			text = append(text, r.piece...)
			return
		}
		add(r.left)
		add(r.right)
	}
	if r != nil {
		add(r)
	}
	return text
}
