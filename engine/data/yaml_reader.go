package data

import "unicode/utf8"

// yamlReader reads a YAML text and counts lines and columns as libyaml does.
type yamlReader struct {
	text      string
	pos       int
	line      int // number of lines before pos
	lineStart int // offset of the current line
	wide      int // bytes of the line before pos that are not the first of a character

	unreadable *syntaxError // the first byte that libyaml rejects, if any; see checkEncoding
	readable   int          // the offset at which libyaml finds it
}

const bom = "\uFEFF"

// at returns the byte at offset i; 0 at the end. The text never contains a NUL (see checkEncoding).
func (r *yamlReader) at(i int) byte {
	if i < len(r.text) {
		return r.text[i]
	}
	return 0
}

// column counts characters as libyaml does: a tab and a byte order mark are one each.
func (r *yamlReader) column() int { return r.pos - r.lineStart - r.wide }

// breakWidth returns the length of the line break at offset i; 0 if there is none.
func breakWidth(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	switch text[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(text) && text[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2: // U+0085, next line
		if i+1 < len(text) && text[i+1] == 0x85 {
			return 2
		}
	case 0xE2: // U+2028 and U+2029, line and paragraph separator
		if i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xA8 {
			return 3
		}
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isBlankz reports whether there is whitespace, a line break, or the end of the text at offset i.
func (r *yamlReader) isBlankz(i int) bool {
	c := r.at(i)
	if c > ' ' && c < 0xC2 {
		return false
	}
	return i >= len(r.text) || isBlank(c) || breakWidth(r.text, i) > 0
}

// isBreakz reports whether there is a line break or the end of the text at offset i.
func (r *yamlReader) isBreakz(i int) bool {
	return i >= len(r.text) || breakWidth(r.text, i) > 0
}

// skip skips a character that is not a line break.
func (r *yamlReader) skip() {
	if c := r.text[r.pos]; c < utf8.RuneSelf {
		r.pos++
		return
	}
	_, width := utf8.DecodeRuneInString(r.text[r.pos:])
	r.pos += width
	r.wide += width - 1
}

// skipBreak skips a line break of the given length.
func (r *yamlReader) skipBreak(width int) {
	r.pos += width
	r.line++
	r.lineStart, r.wide = r.pos, 0
}

// skipLine skips to the end of the line.
func (r *yamlReader) skipLine() {
	for !r.isBreakz(r.pos) {
		r.skip()
	}
}

func (r *yamlReader) skipBlanks() {
	for isBlank(r.at(r.pos)) {
		r.pos++
	}
}

// atDocumentMarker reports whether there is a --- or ... at pos, which is the start of a line.
func (r *yamlReader) atDocumentMarker() bool {
	if r.pos != r.lineStart || r.pos+3 > len(r.text) {
		return false
	}
	marker := r.text[r.pos : r.pos+3]
	return (marker == "---" || marker == "...") && r.isBlankz(r.pos+3)
}

// libyaml reads and checks rawBuffer bytes at a time, and needs lookAhead characters after the
// current one.
const (
	rawBuffer = 16384
	lookAhead = 4
)

// checkEncoding ends the text at the first byte that libyaml rejects: invalid UTF-8 or a control
// character. libyaml rejects it when it fills its buffer, which may be before or after it finds
// other mistakes.
func (r *yamlReader) checkEncoding() {
	for i := 0; i < len(r.text); {
		if c := r.text[i]; c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		problem, width := badCharacter(r.text[i:])
		if problem == "" {
			i += width
			continue
		}
		r.readable = max(0, i/rawBuffer*rawBuffer-lookAhead)
		if problem == incomplete {
			r.readable = i // found when more is needed, but there is no more
		}
		r.unreadable = &syntaxError{problem: problem, at: i, code: BadEncoding}
		r.text = r.text[:i]
		return
	}
}

// checkReadable fails if libyaml has found an invalid byte.
func (r *yamlReader) checkReadable() {
	if r.pos >= r.readable {
		panic(r.unreadable)
	}
}

// incomplete is libyaml's message for a text that ends in the middle of a character.
const incomplete = "incomplete UTF-8 octet sequence"

// badCharacter returns libyaml's message for the first character of text, "" if it is valid, and
// its length.
func badCharacter(text string) (problem string, width int) {
	width = utf8Width(text[0])
	switch {
	case width == 0:
		return "invalid leading UTF-8 octet", 1
	case width > len(text):
		return incomplete, len(text)
	}
	value := rune(text[0]) & (0xFF >> width)
	if width == 1 {
		value = rune(text[0])
	}
	for _, c := range []byte(text[1:width]) {
		if c&0xC0 != 0x80 {
			return "invalid trailing UTF-8 octet", width
		}
		value = value<<6 | rune(c&0x3F)
	}
	switch {
	case width > 1 && utf8.RuneLen(max(value, 0)) != width && !(value >= 0xD800 && value <= 0xDFFF) && value <= 0x10FFFF:
		return "invalid length of a UTF-8 sequence", width
	case value >= 0xD800 && value <= 0xDFFF, value > 0x10FFFF:
		return "invalid Unicode character", width
	case value == '\t', value == '\n', value == '\r', value == 0x85, value >= ' ' && value <= '~', value >= 0xA0 && value <= 0xFFFD, value > 0xFFFF:
		return "", width
	}
	return "control characters are not allowed", width
}

// utf8Width returns the length of a UTF-8 sequence by its first byte; 0 if that is invalid.
func utf8Width(c byte) int {
	switch {
	case c < 0x80:
		return 1
	case c&0xE0 == 0xC0:
		return 2
	case c&0xF0 == 0xE0:
		return 3
	case c&0xF8 == 0xF0:
		return 4
	}
	return 0
}
