package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell is the smallest unit that a terminal displays: a character with its combining marks.
type Cell struct {
	Text       string // text that is safe to print
	Width      int    // width in columns
	Start, End int    // byte range in the source

	base rune // the character that others can be joined to, or 0 if spelled out
}

// tabWidth is the distance between tab stops.
const tabWidth = 4

// Cells splits a line, whose first byte has the offset start, into cells. Invisible characters and those that affect a
// terminal are spelled out as in less(1): <U+001B>, and <FF> for invalid UTF-8. Escape sequences, direction overrides,
// zero-width characters, and look-alikes of the space thus become visible.
func Cells(line []byte, start int) []Cell {
	all := make([]Cell, 0, len(line))
	text := string(line)
	column := 0
	for i := 0; i < len(line); {
		c, size := utf8.DecodeRune(line[i:])
		if n := len(all); n > 0 && all[n-1].joinedBy(c, line[i+size:]) {
			all[n-1].Text += string(c)
			all[n-1].End += size
			i += size
			continue
		}
		next := Cell{Start: start + i, End: start + i + size}
		switch {
		case c == utf8.RuneError && size == 1:
			next.Text = fmt.Sprintf("<%02X>", line[i])
			next.Width = len(next.Text)
		case c == '\t':
			next.Width = tabWidth - column%tabWidth
			next.Text = strings.Repeat(" ", next.Width)
		case unicode.In(c, unicode.Mn, unicode.Me):
			next.Text, next.Width = "◌"+string(c), 1 // a mark needs a base
		case !isVisible(c):
			next.Text = fmt.Sprintf("<U+%04X>", c)
			next.Width = len(next.Text)
		case unicode.Is(wide, c):
			next.Text, next.Width, next.base = text[i:i+size], 2, c
		default:
			next.Text, next.Width, next.base = text[i:i+size], 1, c
		}
		column += next.Width
		all = append(all, next)
		i += size
	}
	return all
}

// joinedBy reports whether next is displayed as part of the cell: as a mark, or as a part of an emoji sequence.
// Terminals differ in how they display emoji sequences; this follows newer ones.
func (c *Cell) joinedBy(next rune, rest []byte) bool {
	switch {
	case c.base == 0 || c.base == ' ':
		return false
	case unicode.In(next, unicode.Mn, unicode.Me):
		return true
	case !unicode.Is(emoji, c.base):
		return false
	case next == zeroWidthJoiner:
		after, _ := utf8.DecodeRune(rest)
		return unicode.Is(emoji, after)
	case 0x1F3FB <= next && next <= 0x1F3FF: // skin tones
		return true
	}
	return unicode.Is(emoji, next) && strings.HasSuffix(c.Text, string(rune(zeroWidthJoiner)))
}

const zeroWidthJoiner = 0x200D

// isVisible reports whether c is displayed, and cannot be mistaken for another character.
func isVisible(c rune) bool {
	switch c {
	case ' ', 0x3000: // the ideographic space is as wide as an ideograph
		return true
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: // letters and a symbol without a glyph
		return false
	}
	return unicode.IsPrint(c)
}

// emoji are the characters that others can be joined to.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{{0x2600, 0x27BF, 1}},
	R32: []unicode.Range32{{0x1F300, 0x1FAFF, 1}},
}

// wide are the characters that take two columns: W and F of EastAsianWidth.txt, Unicode 15, including unassigned gaps.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x231A, 0x231B, 1}, {0x2329, 0x232A, 1}, {0x23E9, 0x23EC, 1},
		{0x23F0, 0x23F0, 1}, {0x23F3, 0x23F3, 1}, {0x25FD, 0x25FE, 1}, {0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1}, {0x267F, 0x267F, 1}, {0x2693, 0x2693, 1}, {0x26A1, 0x26A1, 1},
		{0x26AA, 0x26AB, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1}, {0x26CE, 0x26CE, 1},
		{0x26D4, 0x26D4, 1}, {0x26EA, 0x26EA, 1}, {0x26F2, 0x26F3, 1}, {0x26F5, 0x26F5, 1},
		{0x26FA, 0x26FA, 1}, {0x26FD, 0x26FD, 1}, {0x2705, 0x2705, 1}, {0x270A, 0x270B, 1},
		{0x2728, 0x2728, 1}, {0x274C, 0x274C, 1}, {0x274E, 0x274E, 1}, {0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1}, {0x2795, 0x2797, 1}, {0x27B0, 0x27B0, 1}, {0x27BF, 0x27BF, 1},
		{0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1}, {0x2E80, 0x303E, 1},
		{0x3041, 0x3247, 1}, {0x3250, 0x4DBF, 1}, {0x4E00, 0xA4C6, 1}, {0xA960, 0xA97C, 1},
		{0xAC00, 0xD7A3, 1}, {0xF900, 0xFAD9, 1}, {0xFE10, 0xFE19, 1}, {0xFE30, 0xFE6B, 1},
		{0xFF01, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x16FE0, 0x1B2FB, 1}, {0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F18E, 0x1F18E, 1},
		{0x1F191, 0x1F19A, 1}, {0x1F200, 0x1F320, 1}, {0x1F32D, 0x1F335, 1}, {0x1F337, 0x1F37C, 1},
		{0x1F37E, 0x1F393, 1}, {0x1F3A0, 0x1F3CA, 1}, {0x1F3CF, 0x1F3D3, 1}, {0x1F3E0, 0x1F3F0, 1},
		{0x1F3F4, 0x1F3F4, 1}, {0x1F3F8, 0x1F43E, 1}, {0x1F440, 0x1F440, 1}, {0x1F442, 0x1F4FC, 1},
		{0x1F4FF, 0x1F53D, 1}, {0x1F54B, 0x1F54E, 1}, {0x1F550, 0x1F567, 1}, {0x1F57A, 0x1F57A, 1},
		{0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A4, 1}, {0x1F5FB, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1},
		{0x1F6CC, 0x1F6CC, 1}, {0x1F6D0, 0x1F6D2, 1}, {0x1F6D5, 0x1F6DF, 1}, {0x1F6EB, 0x1F6EC, 1},
		{0x1F6F4, 0x1F6FF, 1}, {0x1F7E0, 0x1F7F0, 1}, {0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1},
		{0x1F947, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1}, {0x20000, 0x3FFFD, 1},
	},
}
