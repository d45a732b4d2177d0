package data

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// The scanner cuts YAML text into tokens exactly where libyaml 0.2.5 does, the C library behind
// Ruby's Psych: what counts as a key, where a plain scalar ends, and which mistake is noticed
// first with which words.

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	streamEnd tokenKind = iota
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart // these three have no text of their own: they come from indentation
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyToken // a `?`, or without text in front of `key:`
	valueToken
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

// token is one token; which fields mean something depends on its kind.
type token struct {
	kind       tokenKind
	style      Style // of a scalar
	indent     int32 // of the text of a block scalar, in columns
	start, end int
	text       string // decoded scalar; name of an anchor or alias; handle of a tag or directive
	suffix     string // of a tag; prefix of a tag directive
}

// simpleKey remembers where a key without `?` may have begun. There is one for the block context
// and one for each open flow collection.
type simpleKey struct {
	possible, required   bool
	number               int // of its first token, counted from the start of the file
	offset, line, column int
}

// scanner turns text into tokens. Mistakes are raised with fail and caught by yamlParser.parse.
type scanner struct {
	text      string
	pos       int
	line      int // lines before pos
	lineStart int // offset of the line of pos
	wide      int // bytes of the line before pos that are not the first of a character

	flow       int // open flow collections
	indent     int // column of the innermost block collection, -1 outside of any
	indents    []int
	keyAllowed bool
	keys       []simpleKey
	firstKey   int // no key below this one is possible

	queue []token
	head  int
	taken int  // tokens taken out of the queue so far
	ready bool // the token at head will not change any more

	scalar   scalarText
	comments []source.Span

	quotes   source.Span   // the quoted scalar that was read last
	lenient  bool          // read over %{…} where YAML stumbles over it
	stumbled bool          // in the scalar that is being read
	unclosed int           // no token is closed between the last one and here
	unquoted []source.Span // the scalars with such tokens

	unreadable *syntaxError // the first byte that is not text, if there is one
	readable   int          // how far libyaml gets before it notices
}

func newScanner(text string) *scanner {
	return &scanner{text: text, indent: -1, keyAllowed: true, keys: make([]simpleKey, 1, 4),
		queue: make([]token, 0, 8), readable: len(text) + 1}
}

// at is the byte at offset i, 0 behind the end. Text never contains a NUL (see unreadable).
func (s *scanner) at(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// column counts characters as libyaml does: a tab is one, a byte order mark too.
func (s *scanner) column() int { return s.pos - s.lineStart - s.wide }

// breakWidth is the number of bytes of the line break at offset i, 0 when there is none.
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

// isBlankz tells whether a blank, a line break or the end of the text is at offset i.
func (s *scanner) isBlankz(i int) bool {
	c := s.at(i)
	if c > ' ' && c < 0xC2 {
		return false
	}
	return i >= len(s.text) || isBlank(c) || breakWidth(s.text, i) > 0
}

// isBreakz tells whether a line break or the end of the text is at offset i.
func (s *scanner) isBreakz(i int) bool {
	return i >= len(s.text) || breakWidth(s.text, i) > 0
}

// skip moves over one character that is not a line break.
func (s *scanner) skip() {
	if c := s.text[s.pos]; c < utf8.RuneSelf {
		s.pos++
		return
	}
	_, width := utf8.DecodeRuneInString(s.text[s.pos:])
	s.pos += width
	s.wide += width - 1
}

// skipBreak moves over a line break of the given width.
func (s *scanner) skipBreak(width int) {
	s.pos += width
	s.line++
	s.lineStart, s.wide = s.pos, 0
}

// skipLine moves to the end of the line.
func (s *scanner) skipLine() {
	for !s.isBreakz(s.pos) {
		s.skip()
	}
}

func (s *scanner) skipBlanks() {
	for isBlank(s.at(s.pos)) {
		s.pos++
	}
}

const bom = "\uFEFF"

// peek is the next token. It stays valid until a token is taken.
func (s *scanner) peek() *token {
	if !s.ready {
		s.prepare()
	}
	return &s.queue[s.head]
}

// prepare fetches tokens until the first one cannot change any more.
func (s *scanner) prepare() {
	for s.head == len(s.queue) || s.headMayBeKey() {
		s.fetch()
	}
	s.ready = true
}

// take removes the token that peek has shown.
func (s *scanner) take() {
	s.ready = false
	s.head++
	s.taken++
	if s.head == len(s.queue) {
		s.queue, s.head = s.queue[:0], 0
	}
}

// headMayBeKey tells whether a `:` still to come could make the first token of the queue a key.
func (s *scanner) headMayBeKey() bool {
	s.dropStaleKeys()
	for ; s.firstKey < len(s.keys); s.firstKey++ {
		if key := &s.keys[s.firstKey]; key.possible {
			return key.number == s.taken
		}
	}
	return false
}

// dropStaleKeys gives up keys that are not followed by `:` on their line or within 1024
// characters.
func (s *scanner) dropStaleKeys() {
	column := s.column()
	for i := s.firstKey; i < len(s.keys); i++ {
		key := &s.keys[i]
		if key.possible {
			if key.line == s.line && key.column+1024 >= column {
				return // those further in began later
			}
			s.removeKey(key)
		}
	}
}

// saveKey notes that a key may begin here.
func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	last := len(s.keys) - 1
	s.removeKey(&s.keys[last])
	s.keys[last] = simpleKey{
		possible: true,
		required: s.flow == 0 && s.indent == s.column(),
		number:   s.taken + len(s.queue) - s.head,
		offset:   s.pos, line: s.line, column: s.column(),
	}
	s.firstKey = min(s.firstKey, last)
}

// removeKey gives up a key. In a block mapping nothing but a key can stand in its column.
func (s *scanner) removeKey(key *simpleKey) {
	if key.possible && key.required {
		s.fail("could not find expected ':'", s.pos, "while scanning a simple key", key.offset)
	}
	key.possible = false
}

func (s *scanner) dropKey() { s.removeKey(&s.keys[len(s.keys)-1]) }

// roll opens a block collection at column unless one is open there already. Its token goes in
// front of token number, or to the end of the queue when number is -1.
func (s *scanner) roll(column, number int, kind tokenKind, offset int) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	s.insert(number, token{kind: kind, start: offset, end: offset})
}

// insert puts a token in front of token number, or at the end when number is -1.
func (s *scanner) insert(number int, t token) {
	s.queue = append(s.queue, t)
	if number >= 0 {
		at := number - s.taken + s.head
		copy(s.queue[at+1:], s.queue[at:])
		s.queue[at] = t
	}
}

// unroll closes the block collections that are indented deeper than column.
func (s *scanner) unroll(column int) {
	if s.flow > 0 {
		return
	}
	for s.indent > column {
		s.queue = append(s.queue, token{kind: blockEnd, start: s.pos, end: s.pos})
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// indicator adds a token of n ASCII characters.
func (s *scanner) indicator(kind tokenKind, n int) {
	s.queue = append(s.queue, token{kind: kind, start: s.pos, end: s.pos + n})
	s.pos += n
}

// toNextToken moves over blanks, comments and line breaks. A tab is no indentation: where a key
// could begin in block context it is left for fetch to stumble over.
func (s *scanner) toNextToken() {
	for {
		if s.pos == s.lineStart && strings.HasPrefix(s.text[s.pos:], bom) {
			s.skip()
		}
		for c := s.at(s.pos); c == ' ' || c == '\t' && (s.flow > 0 || !s.keyAllowed); c = s.at(s.pos) {
			s.pos++
		}
		if s.at(s.pos) == '#' {
			s.comment()
		}
		width := breakWidth(s.text, s.pos)
		if width == 0 {
			return
		}
		s.skipBreak(width)
		if s.flow == 0 {
			s.keyAllowed = true
		}
	}
}

// comment moves over a comment and keeps its place.
func (s *scanner) comment() {
	start := s.pos
	s.skipLine()
	s.comments = append(s.comments, source.Span{Start: start, End: s.pos})
}

// atDocumentMarker tells whether --- or ... stands at pos, the start of a line.
func (s *scanner) atDocumentMarker() bool {
	if s.pos != s.lineStart || s.pos+3 > len(s.text) {
		return false
	}
	marker := s.text[s.pos : s.pos+3]
	return (marker == "---" || marker == "...") && s.isBlankz(s.pos+3)
}

// fetch adds at least one token to the queue.
func (s *scanner) fetch() {
	s.toNextToken()
	s.dropStaleKeys()
	s.unroll(s.column())
	s.checkReadable()
	s.fetchToken()
	s.checkReadable()
}

// checkReadable fails when the scanner has passed a byte that is not text.
func (s *scanner) checkReadable() {
	if s.pos >= s.readable {
		panic(s.unreadable)
	}
}

func (s *scanner) fetchToken() {
	c := s.at(s.pos)
	switch {
	case s.lenient && c == '%' && s.at(s.pos+1) == '{':
		s.plainScalar()
		return
	case s.pos >= len(s.text):
		if s.column() > 0 {
			s.skipBreak(0) // the end counts as the end of a line
		}
		s.unroll(-1)
		s.dropKey()
		s.keyAllowed = false
		s.indicator(streamEnd, 0)
		return
	case c == '%' && s.pos == s.lineStart:
		s.unroll(-1)
		s.dropKey()
		s.keyAllowed = false
		s.directive()
		return
	case s.atDocumentMarker():
		s.unroll(-1)
		s.dropKey()
		s.keyAllowed = false
		if c == '-' {
			s.indicator(documentStart, 3)
		} else {
			s.indicator(documentEnd, 3)
		}
		return
	}

	switch c {
	case '[':
		s.flowStart(flowSequenceStart)
	case '{':
		s.flowStart(flowMappingStart)
	case ']':
		s.flowEnd(flowSequenceEnd)
	case '}':
		s.flowEnd(flowMappingEnd)
	case ',':
		s.dropKey()
		s.keyAllowed = true
		s.indicator(flowEntry, 1)
	case '-':
		if s.isBlankz(s.pos + 1) {
			s.blockEntry()
		} else {
			s.plainScalar()
		}
	case '?':
		if s.flow > 0 || s.isBlankz(s.pos+1) {
			s.explicitKey()
		} else {
			s.plainScalar()
		}
	case ':':
		if s.flow > 0 || s.isBlankz(s.pos+1) {
			s.value()
		} else {
			s.plainScalar()
		}
	case '*':
		s.anchor(aliasToken, "while scanning an alias")
	case '&':
		s.anchor(anchorToken, "while scanning an anchor")
	case '!':
		s.tag()
	case '|', '>':
		if s.flow > 0 {
			s.noToken()
		}
		s.blockScalar()
	case '\'', '"':
		s.quotedScalar()
	case '%', '@', '`', '\t':
		s.noToken()
	default:
		s.plainScalar()
	}
}

func (s *scanner) noToken() {
	s.fail("found character that cannot start any token", s.pos, "while scanning for the next token", s.pos)
}

func (s *scanner) flowStart(kind tokenKind) {
	s.saveKey()
	s.flow++
	s.keys = append(s.keys, simpleKey{})
	s.keyAllowed = true
	s.indicator(kind, 1)
}

func (s *scanner) flowEnd(kind tokenKind) {
	s.dropKey()
	if s.flow > 0 {
		s.flow--
		s.keys = s.keys[:len(s.keys)-1]
		s.firstKey = min(s.firstKey, len(s.keys))
	}
	s.keyAllowed = false
	s.indicator(kind, 1)
}

func (s *scanner) blockEntry() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("block sequence entries are not allowed in this context", s.pos, "", s.pos)
		}
		s.roll(s.column(), -1, blockSequenceStart, s.pos)
	}
	s.dropKey()
	s.keyAllowed = true
	s.indicator(blockEntry, 1)
}

func (s *scanner) explicitKey() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("mapping keys are not allowed in this context", s.pos, "", s.pos)
		}
		s.roll(s.column(), -1, blockMappingStart, s.pos)
	}
	s.dropKey()
	s.keyAllowed = s.flow == 0
	s.indicator(keyToken, 1)
}

func (s *scanner) value() {
	key := &s.keys[len(s.keys)-1]
	if key.possible {
		s.insert(key.number, token{kind: keyToken, start: key.offset, end: key.offset})
		s.roll(key.column, key.number, blockMappingStart, key.offset)
		key.possible = false
		s.keyAllowed = false
	} else {
		if s.flow == 0 {
			if !s.keyAllowed {
				s.fail("mapping values are not allowed in this context", s.pos, "", s.pos)
			}
			s.roll(s.column(), -1, blockMappingStart, s.pos)
		}
		s.keyAllowed = s.flow == 0
	}
	s.indicator(valueToken, 1)
}

// isWord tells whether c may be part of the name of an anchor or a tag handle.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// word moves over a name and returns it.
func (s *scanner) word() string {
	start := s.pos
	for isWord(s.at(s.pos)) {
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

// tag scans !, !suffix, !handle!suffix and !<uri>.
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

// tagHandle moves over ! and the word behind it, and over a second ! if one follows.
func (s *scanner) tagHandle() string {
	start := s.pos
	s.pos++
	s.word()
	if s.at(s.pos) == '!' {
		s.pos++
	}
	return s.text[start:s.pos]
}

// tagURI scans the rest of a tag, of which head without its ! has been read. %XX is decoded. In
// verbatim tags and directives (long) flow indicators are part of it.
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
		case isWord(c), c != 0 && strings.IndexByte(";/?:@&=+$.!~*'()", c) >= 0,
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

// uriEscape decodes one character written as %XX, or as several of them in UTF-8, and appends it to uri.
func (s *scanner) uriEscape(uri []byte, start int, context string) []byte {
	width := 1
	for n := 0; n < width; n++ {
		high, ok1 := hexDigit(s.at(s.pos + 1))
		low, ok2 := hexDigit(s.at(s.pos + 2))
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

// utf8Width is the length of a UTF-8 sequence by its first byte, 0 when none begins so.
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

func hexDigit(c byte) (value rune, ok bool) {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0'), true
	case c >= 'a' && c <= 'f':
		return rune(c - 'a' + 10), true
	case c >= 'A' && c <= 'F':
		return rune(c - 'A' + 10), true
	}
	return 0, false
}

// directive scans a line that begins with %.
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
		for c := s.at(s.pos); c >= '0' && c <= '9'; c = s.at(s.pos) {
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
