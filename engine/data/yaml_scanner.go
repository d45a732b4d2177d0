package data

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// scanner splits YAML text into tokens exactly as libyaml 0.2.5 does, the C library behind Ruby's
// Psych: what is a key, where a plain scalar ends, and which mistake is found first, with which
// message. The parser takes tokens from the head of the queue; a token stays there as long as a
// later `:` can make it a key. Mistakes are raised by fail and caught by yamlParser.parse.
type scanner struct {
	yamlReader

	flow       int // number of open flow collections
	indent     int // column of the innermost block collection; -1 outside of any
	indents    []int
	keyAllowed bool
	keys       []simpleKey // one for the block context and one for each open flow collection
	firstKey   int         // no key before this index is possible

	queue []token
	head  int
	taken int  // number of tokens taken from the queue
	ready bool // the token at head cannot change any more

	scalar   scalarText
	quotes   source.Span // the last quoted scalar
	comments []source.Span

	lenient  bool          // skip %{…} where it is a syntax error
	stumbled bool          // the current scalar contains a syntax error
	unclosed int           // no %{ before this offset is closed
	unquoted []source.Span // the scalars that contain syntax errors
}

// simpleKey is a position at which a key without `?` may have started.
type simpleKey struct {
	possible, required   bool
	number               int // of its first token, counted from the start of the file
	offset, line, column int
}

func newScanner(text string) *scanner {
	return &scanner{yamlReader: yamlReader{text: text, readable: len(text) + 1}, indent: -1, keyAllowed: true, keys: make([]simpleKey, 1, 4), queue: make([]token, 0, 8)}
}

// peek returns the next token. It remains valid until a token is taken.
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

// take removes the token that peek returned.
func (s *scanner) take() {
	s.ready = false
	s.head++
	s.taken++
	if s.head == len(s.queue) {
		s.queue, s.head = s.queue[:0], 0
	}
}

// headMayBeKey reports whether a later `:` can make the first token of the queue a key.
func (s *scanner) headMayBeKey() bool {
	s.dropStaleKeys()
	for ; s.firstKey < len(s.keys); s.firstKey++ {
		if key := &s.keys[s.firstKey]; key.possible {
			return key.number == s.taken
		}
	}
	return false
}

// dropStaleKeys drops keys that are not followed by `:` on their line or within 1024 characters.
func (s *scanner) dropStaleKeys() {
	column := s.column()
	for i := s.firstKey; i < len(s.keys); i++ {
		key := &s.keys[i]
		if key.possible {
			if key.line == s.line && key.column+1024 >= column {
				return // the remaining ones started later
			}
			s.removeKey(key)
		}
	}
}

// saveKey records that a key may start here.
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

// removeKey drops a key. It is an error if the column of a block mapping's keys contains anything
// else.
func (s *scanner) removeKey(key *simpleKey) {
	if key.possible && key.required {
		s.fail("could not find expected ':'", s.pos, "while scanning a simple key", key.offset)
	}
	key.possible = false
}

func (s *scanner) dropKey() { s.removeKey(&s.keys[len(s.keys)-1]) }

// roll opens a block collection at column unless there is one already. Its token is inserted before
// token number, or appended if number is -1.
func (s *scanner) roll(column, number int, kind tokenKind, offset int) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	s.insert(number, token{kind: kind, start: offset, end: offset})
}

// insert inserts a token before token number, or appends it if number is -1.
func (s *scanner) insert(number int, t token) {
	s.queue = append(s.queue, t)
	if number >= 0 {
		at := number - s.taken + s.head
		copy(s.queue[at+1:], s.queue[at:])
		s.queue[at] = t
	}
}

// unroll closes the block collections that are indented more than column.
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

// toNextToken skips whitespace, comments, and line breaks. Tabs are not indentation: where a key
// may start in block context, they are left for fetch to reject.
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

// comment skips a comment and records its position.
func (s *scanner) comment() {
	start := s.pos
	s.skipLine()
	s.comments = append(s.comments, source.Span{Start: start, End: s.pos})
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

func (s *scanner) fetchToken() {
	c := s.at(s.pos)
	switch {
	case s.lenient && c == '%' && s.at(s.pos+1) == '{':
		s.plainScalar()
	case s.pos >= len(s.text):
		if s.column() > 0 {
			s.skipBreak(0) // the end of the text is the end of a line
		}
		s.endBlocks()
		s.indicator(streamEnd, 0)
	case c == '%' && s.pos == s.lineStart:
		s.endBlocks()
		s.directive()
	case s.atDocumentMarker():
		s.endBlocks()
		if c == '-' {
			s.indicator(documentStart, 3)
		} else {
			s.indicator(documentEnd, 3)
		}
	case (c == '-' || (c == '?' || c == ':') && s.flow == 0) && !s.isBlankz(s.pos+1):
		s.plainScalar()
	default:
		s.fetchContent(c)
	}
}

// fetchContent adds the token that starts with c.
func (s *scanner) fetchContent(c byte) {
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
		s.flowEntry()
	case '-':
		s.blockEntry()
	case '?':
		s.explicitKey()
	case ':':
		s.value()
	case '*':
		s.anchor(aliasToken, "while scanning an alias")
	case '&':
		s.anchor(anchorToken, "while scanning an anchor")
	case '!':
		s.tag()
	case '|', '>':
		s.blockScalar()
	case '\'', '"':
		s.quotedScalar()
	case '%', '@', '`', '\t':
		s.noToken()
	default:
		s.plainScalar()
	}
}

// endBlocks closes all block collections at the end of a document.
func (s *scanner) endBlocks() {
	s.unroll(-1)
	s.dropKey()
	s.keyAllowed = false
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

func (s *scanner) flowEntry() {
	s.dropKey()
	s.keyAllowed = true
	s.indicator(flowEntry, 1)
}

func (s *scanner) blockEntry() {
	s.begin("block sequence entries", blockSequenceStart)
	s.dropKey()
	s.keyAllowed = true
	s.indicator(blockEntry, 1)
}

func (s *scanner) explicitKey() {
	s.begin("mapping keys", blockMappingStart)
	s.dropKey()
	s.keyAllowed = s.flow == 0
	s.indicator(keyToken, 1)
}

// begin begins an entry of a block collection, and the collection unless it is open.
func (s *scanner) begin(entries string, collection tokenKind) {
	if s.flow > 0 {
		return
	}
	if !s.keyAllowed {
		s.fail(entries+" are not allowed in this context", s.pos, "", s.pos)
	}
	s.roll(s.column(), -1, collection, s.pos)
}

func (s *scanner) value() {
	key := &s.keys[len(s.keys)-1]
	if key.possible {
		s.insert(key.number, token{kind: keyToken, start: key.offset, end: key.offset})
		s.roll(key.column, key.number, blockMappingStart, key.offset)
		key.possible = false
		s.keyAllowed = false
	} else {
		s.begin("mapping values", blockMappingStart)
		s.keyAllowed = s.flow == 0
	}
	s.indicator(valueToken, 1)
}
