package data

import (
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// isWordOrHyphen reports whether c may be part of the name of an anchor or tag handle.
func isWordOrHyphen(c byte) bool {
	return ascii.IsWord(c) || c == '-'
}

// word skips a name and returns it.
func (s *scanner) word() string {
	start := s.pos
	for isWordOrHyphen(s.at(s.pos)) {
		s.pos++
	}
	return s.text[start:s.pos]
}

func (s *scanner) anchor(kind tokenKind, context string) {
	s.saveKey()
	s.keyAllowed = false
	start := s.pos
	s.pos++
	name := s.word()
	if name == "" || !s.isBlankz(s.pos) && strings.IndexByte("?:,]}%@`", s.at(s.pos)) < 0 {
		s.fail("did not find expected alphabetic or numeric character", s.pos, context, start)
	}
	s.queue = append(s.queue, token{kind: kind, start: start, end: s.pos, text: name})
}

// tag scans !, !suffix, !handle!suffix, and !<uri>.
func (s *scanner) tag() {
	s.saveKey()
	s.keyAllowed = false
	const context = "while scanning a tag"
	start := s.pos
	t := token{kind: tagToken, start: start}
	if s.at(s.pos+1) == '<' {
		s.pos += 2
		t.suffix = s.tagURI("", true, start, "while parsing a tag")
		if s.at(s.pos) != '>' {
			s.fail("did not find the expected '>'", s.pos, context, start)
		}
		s.pos++
	} else {
		handle := s.tagHandle()
		if len(handle) > 1 && strings.HasSuffix(handle, "!") {
			t.text, t.suffix = handle, s.tagURI("", false, start, "while parsing a tag")
		} else {
			t.text, t.suffix = "!", s.tagURI(handle, false, start, "while parsing a tag")
			if t.suffix == "" {
				t.text, t.suffix = "", "!"
			}
		}
	}
	if !s.isBlankz(s.pos) && !(s.flow > 0 && s.at(s.pos) == ',') {
		s.fail("did not find expected whitespace or line break", s.pos, context, start)
	}
	t.end = s.pos
	s.queue = append(s.queue, t)
}

// tagHandle skips !, the word after it, and a second ! if there is one.
func (s *scanner) tagHandle() string {
	start := s.pos
	s.pos++
	s.word()
	if s.at(s.pos) == '!' {
		s.pos++
	}
	return s.text[start:s.pos]
}

// tagURI scans the rest of a tag, after head. It decodes %XX. Flow indicators are allowed in
// verbatim tags and directives (long).
func (s *scanner) tagURI(head string, long bool, start int, context string) string {
	var uri []byte
	if head != "" {
		uri = append(uri, head[1:]...)
	}
	for {
		switch c := s.at(s.pos); {
		case c == '%':
			uri = s.uriEscape(uri, start, context)
			continue
		case isWordOrHyphen(c), c != 0 && strings.IndexByte(";/?:@&=+$.!~*'()", c) >= 0,
			long && (c == ',' || c == '[' || c == ']'):
			uri = append(uri, c)
			s.pos++
			continue
		}
		break
	}
	if len(uri) == 0 && head == "" {
		s.fail("did not find expected tag URI", s.pos, context, start)
	}
	return string(uri)
}

// uriEscape decodes a character written as %XX, or as several of them in UTF-8, and appends it to
// uri.
func (s *scanner) uriEscape(uri []byte, start int, context string) []byte {
	width := 1
	for n := 0; n < width; n++ {
		high, ok1 := ascii.HexDigit(s.at(s.pos + 1))
		low, ok2 := ascii.HexDigit(s.at(s.pos + 2))
		if s.at(s.pos) != '%' || !ok1 || !ok2 {
			s.fail("did not find URI escaped octet", s.pos, context, start)
		}
		octet := byte(high<<4 | low)
		if n == 0 {
			if width = utf8Width(octet); width == 0 {
				s.fail("found an incorrect leading UTF-8 octet", s.pos, context, start)
			}
		} else if octet&0xC0 != 0x80 {
			s.fail("found an incorrect trailing UTF-8 octet", s.pos, context, start)
		}
		uri = append(uri, octet)
		s.pos += 3
	}
	return uri
}

// directive scans a line that starts with %.
func (s *scanner) directive() {
	const context = "while scanning a directive"
	start := s.pos
	s.pos++
	name := s.word()
	if name == "" {
		s.fail("could not find expected directive name", s.pos, context, start)
	}
	if !s.isBlankz(s.pos) {
		s.fail("found unexpected non-alphabetical character", s.pos, context, start)
	}
	t := token{start: start}
	switch name {
	case "YAML":
		t.kind = versionDirective
		t.text = s.version(start)
	case "TAG":
		t.kind = tagDirective
		t.text, t.suffix = s.tagPrefix(start)
	default:
		s.fail("found unknown directive name", s.pos, context, start)
	}
	t.end = s.pos
	s.skipBlanks()
	if s.at(s.pos) == '#' {
		s.comment()
	}
	if !s.isBreakz(s.pos) {
		s.fail("did not find expected comment or line break", s.pos, context, start)
	}
	if width := breakWidth(s.text, s.pos); width > 0 {
		s.skipBreak(width)
	}
	s.queue = append(s.queue, t)
}

// version scans the 1.1 of %YAML 1.1.
func (s *scanner) version(start int) string {
	const context = "while scanning a %YAML directive"
	s.skipBlanks()
	number := func() string {
		from := s.pos
		for c := s.at(s.pos); ascii.IsDigit(c); c = s.at(s.pos) {
			if s.pos-from == 9 {
				s.fail("found extremely long version number", s.pos, context, start)
			}
			s.pos++
		}
		if s.pos == from {
			s.fail("did not find expected version number", s.pos, context, start)
		}
		return strings.TrimLeft(s.text[from:s.pos], "0")
	}
	major := number()
	if s.at(s.pos) != '.' {
		s.fail("did not find expected digit or '.' character", s.pos, context, start)
	}
	s.pos++
	return major + "." + number()
}

// tagPrefix scans the handle and prefix of %TAG !handle! prefix.
func (s *scanner) tagPrefix(start int) (handle, prefix string) {
	const context = "while scanning a %TAG directive"
	s.skipBlanks()
	if s.at(s.pos) != '!' {
		s.fail("did not find expected '!'", s.pos, "while scanning a tag directive", start)
	}
	handle = s.tagHandle()
	if len(handle) > 1 && !strings.HasSuffix(handle, "!") {
		s.fail("did not find expected '!'", s.pos, "while parsing a tag directive", start)
	}
	if !isBlank(s.at(s.pos)) {
		s.fail("did not find expected whitespace", s.pos, context, start)
	}
	s.skipBlanks()
	prefix = s.tagURI("", true, start, "while parsing a %TAG directive")
	if !s.isBlankz(s.pos) {
		s.fail("did not find expected whitespace or line break", s.pos, context, start)
	}
	return handle, prefix
}
