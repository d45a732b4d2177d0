package data

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// maxJSONDepth is Ruby's max_nesting.
const maxJSONDepth = 100

// jsonParser parses JSON as Ruby's json 2.6.1 (Ruby 3.1, Debian's Puppet 7.23) does, which Puppet's
// json_data uses: comments are allowed, and equal keys share an entry.
//
// Ruby reports a mistake inside an object at the start of the outermost enclosing object, and one
// inside an array at the token itself. Therefore, the functions for parts of a document record the
// position and reason of a mistake where they find it, and return nil. The innermost array or the
// top level converts this to an error.
type jsonParser struct {
	doc     *Document
	text    string
	pos     int
	depth   int
	scalar  scalarText
	nodes   slab[Node]
	values  slab[Value]
	mistake *Problem
}

// jsonError is the message of Ruby's error, with which a jsonParser panics.
type jsonError string

// The lines of json 2.6.1's parser.rl with which its error messages start.
const (
	jsonInArray     = 451
	jsonAtTop       = 859
	jsonNaN         = 225
	jsonInfinity    = 232
	jsonNegInfinity = 249
)

// parseJSON fills doc with what Puppet's json_data reads.
func parseJSON(doc *Document) {
	doc.text = doc.File.Content()
	p := &jsonParser{doc: doc, text: doc.text}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case jsonError:
			doc.Root = nil
			p.mistake.Message = string(r)
			doc.Refuse(p.mistake)
		default:
			panic(r)
		}
	}()
	doc.Root = p.document()
	doc.Value = doc.Root.Value
	if doc.Value.kind != Hash {
		doc.notAHash()
	}
}

// fail records what is wrong at the bytes from start to end. Only the first mistake is recorded.
func (p *jsonParser) fail(start, end int, r Reason) {
	if p.mistake == nil {
		p.mistake = &Problem{Code: SyntaxError, Span: source.Span{Start: start, End: min(end, len(p.text))}, Reason: r}
	}
}

// unexpected raises Ruby's error for the text at an offset. Ruby prints the text up to a NUL.
func (p *jsonParser) unexpected(line, at int) {
	rest := p.text[max(at, 0):]
	if at < 0 {
		rest = ""
	}
	rest, _, _ = strings.Cut(rest, "\x00")
	panic(jsonError(fmt.Sprintf("%d: unexpected token at '%s'", line, rest)))
}

func (p *jsonParser) at(i int) byte {
	if i < len(p.text) {
		return p.text[i]
	}
	return 0
}

// beginsValue reports whether Ruby attempts to read a value at pos.
func (p *jsonParser) beginsValue() bool {
	return p.pos < len(p.text) && strings.IndexByte(`"-[{ntfNI0123456789`, p.text[p.pos]) >= 0
}

func (p *jsonParser) document() *Node {
	if !p.space() {
		p.unexpected(jsonAtTop, p.pos)
	}
	if !p.beginsValue() {
		p.noValue(-1)
		p.unexpected(jsonAtTop, p.pos)
	}
	start := p.pos
	root := p.value()
	if root == nil {
		p.unexpected(jsonAtTop, start)
	}
	if !p.space() {
		p.unexpected(jsonAtTop, p.pos)
	}
	if p.pos < len(p.text) {
		p.fail(p.pos, p.word(p.pos), JSONDataAfterEnd)
		p.unexpected(jsonAtTop, p.pos)
	}
	return root
}

// word returns the end of the word or single character at an offset.
func (p *jsonParser) word(at int) int {
	end := at
	for end < len(p.text) && (isWordOrHyphen(p.text[end]) || p.text[end] == '.' || p.text[end] >= utf8.RuneSelf) {
		end++
	}
	return max(end, at+1)
}

// space skips whitespace and comments. It returns false, at the byte where Ruby stops, if a comment
// is invalid.
func (p *jsonParser) space() bool {
	for {
		switch p.at(p.pos) {
		case ' ', '\t', '\n', '\r':
			p.pos++
			continue
		case '/':
			if p.comment() {
				continue
			}
			return false
		}
		return true
	}
}

func (p *jsonParser) comment() bool {
	start := p.pos
	var end string
	switch p.at(p.pos + 1) {
	case '/':
		end = "\n"
	case '*':
		end = "*/"
	default:
		p.fail(p.pos, p.pos+1, JSONSlash)
		p.pos = min(p.pos+1, len(p.text))
		return false
	}
	p.pos += 2
	length := strings.Index(p.text[p.pos:], end)
	if length < 0 {
		p.fail(start, start+2, JSONCommentNotClosed)
		p.pos = len(p.text)
		return false
	}
	p.pos += length + len(end)
	span := source.Span{Start: start, End: p.pos}
	if end == "\n" {
		span.End--
	}
	p.doc.Comments = append(p.doc.Comments, span)
	return true
}

// noValue records what is in the place of a value. The innermost collection, if any, starts at
// open.
func (p *jsonParser) noValue(open int) {
	at := p.pos
	switch c := p.at(at); {
	case at >= len(p.text) && open >= 0:
		p.fail(open, open+1, JSONBracketNotClosed)
	case at >= len(p.text):
		p.fail(0, 0, JSONNoData)
	case (c == ']' || c == '}') && strings.HasSuffix(strings.TrimRight(p.text[:at], " \t\r\n"), ","):
		comma := strings.LastIndexByte(p.text[:at], ',')
		p.fail(comma, comma+1, JSONTrailingComma)
	case c == ']' || c == '}':
		p.fail(at, at+1, JSONValueMissing)
	case c == ',':
		p.fail(at, at+1, JSONValueMissingAtComma)
	case strings.HasPrefix(p.text[at:], bom):
		p.fail(at, at+len(bom), JSONByteOrderMark)
		p.mistake.Code = BadEncoding
	case c == '\'':
		p.fail(at, at+1, JSONSingleQuotes)
	case c == '.' || c == '+':
		p.fail(at, p.word(at), JSONNumberStart)
	case c < ' ':
		p.fail(at, at+1, JSONControlCharacter)
	default:
		p.fail(at, p.word(at), JSONStringNotQuoted)
	}
}

func (p *jsonParser) node(kind NodeKind, style Style, start int) *Node {
	p.doc.count()
	n := p.nodes.one()
	n.Doc, n.Properties, n.Content, n.Kind, n.Style, n.Span = p.doc, noProperties, contentOf(kind), kind, style, source.Span{Start: start, End: p.pos}
	n.Value = p.values.one()
	n.Value.node = n
	return n
}

// value parses the value at pos.
func (p *jsonParser) value() *Node {
	start := p.pos
	switch p.text[start] {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.string()
	case 'n', 't', 'f':
		return p.keyword()
	case 'N', 'I':
		p.fail(start, p.word(start), JSONSpecialNumber)
		if strings.HasPrefix(p.text[start:], "NaN") {
			p.unexpected(jsonNaN, start)
		}
		if strings.HasPrefix(p.text[start:], "Infinity") {
			p.unexpected(jsonInfinity, start-1) // Ruby's offset is wrong by one
		}
		return nil
	}
	if strings.HasPrefix(p.text[start:], "-Infinity") {
		p.fail(start, p.word(start), JSONSpecialNumber)
		p.unexpected(jsonNegInfinity, start)
	}
	return p.number()
}

func (p *jsonParser) keyword() *Node {
	start := p.pos
	for _, word := range []string{"null", "true", "false"} {
		if strings.HasPrefix(p.text[start:], word) {
			p.pos += len(word)
			n := p.node(Scalar, Plain, start)
			n.text = word
			if word != "null" {
				n.Value.kind, n.Value.boolean = Boolean, word == "true"
			}
			return n
		}
	}
	p.fail(start, p.word(start), JSONWordNotQuoted)
	return nil
}

// enter opens a collection.
func (p *jsonParser) enter() {
	if p.depth++; p.depth > maxJSONDepth {
		p.fail(p.pos, p.pos+1, JSONNestedTooDeep)
		p.mistake.Code = TooDeep
		panic(jsonError("nesting of " + strconv.Itoa(p.depth) + " is too deep"))
	}
	p.pos++
}

// leave closes the collection n after its bracket.
func (p *jsonParser) leave(n *Node) *Node {
	p.depth--
	p.pos++
	n.Span.End = p.pos
	return n
}

func (p *jsonParser) array() *Node {
	n := p.node(Sequence, Flow, p.pos)
	p.enter()
	n.Value.kind, n.Value.elements = Array, &elements{}
	space := func() {
		if !p.space() {
			p.unexpected(jsonInArray, p.pos)
		}
	}
	for space(); p.at(p.pos) != ']' || len(n.Children) > 0; {
		if !p.beginsValue() {
			p.noValue(n.Span.Start)
			p.unexpected(jsonInArray, p.pos)
		}
		start := p.pos
		item := p.value()
		if item == nil {
			p.unexpected(jsonInArray, start)
		}
		n.Add(item)
		n.Value.elements.items = append(n.Value.elements.items, item.Value)
		space()
		if p.at(p.pos) == ']' {
			break
		}
		if p.at(p.pos) != ',' {
			p.noSeparator(n)
			p.unexpected(jsonInArray, p.pos)
		}
		p.pos++
		space()
	}
	return p.leave(n)
}

// noSeparator records what is in the place of a comma or the closing bracket of n.
func (p *jsonParser) noSeparator(n *Node) {
	if p.pos >= len(p.text) {
		p.fail(n.Span.Start, n.Span.Start+1, JSONBracketNotClosed)
		return
	}
	p.fail(p.pos, p.word(p.pos), JSONCommaMissing)
}

func (p *jsonParser) object() *Node {
	n := p.node(Mapping, Flow, p.pos)
	p.enter()
	h := &hashBuilder{node: n}
	if !p.space() {
		return nil
	}
	for p.at(p.pos) != '}' || len(n.Children) > 0 {
		key, value := p.entry(n)
		if value == nil {
			return nil
		}
		n.Add(key)
		n.Add(value)
		h.set(key.Value, value.Value, writer{key: key})
		if !p.space() {
			return nil
		}
		if p.at(p.pos) == '}' {
			break
		}
		if p.at(p.pos) != ',' {
			p.noSeparator(n)
			return nil
		}
		p.pos++
		if !p.space() {
			return nil
		}
	}
	n.Value.elements = &elements{}
	h.fill(n.Value)
	p.doc.Problems = append(p.doc.Problems, h.problems()...)
	return p.leave(n)
}

// entry parses `"key": value`; value is nil if there is a mistake.
func (p *jsonParser) entry(object *Node) (key, value *Node) {
	if p.at(p.pos) != '"' {
		if p.pos >= len(p.text) || strings.IndexByte("]},'", p.text[p.pos]) >= 0 {
			p.noValue(object.Span.Start)
		}
		p.fail(p.pos, p.word(p.pos), JSONKeyNotQuoted)
		return nil, nil
	}
	if key = p.string(); key == nil || !p.space() {
		return nil, nil
	}
	if p.at(p.pos) != ':' {
		p.fail(p.pos, p.word(p.pos), JSONColonMissing)
		return nil, nil
	}
	p.pos++
	if !p.space() {
		return nil, nil
	}
	if !p.beginsValue() {
		p.noValue(object.Span.Start)
		return nil, nil
	}
	return key, p.value()
}

// number parses a number. It depends on what follows: `1.5` is a Float, but `1.5-2` is the Integer
// 1, followed by an unexpected token.
func (p *jsonParser) number() *Node {
	start := p.pos
	m := matcher{text: p.text, pos: start}
	m.one("-")
	if !m.one("0") && m.many(decimal) == 0 {
		p.fail(start, p.word(start+1), JSONDigitsMissing)
		return nil
	}
	whole := m.pos
	float := true
	if m.one(".") {
		float = m.many(decimal) > 0
	}
	if float && m.one("eE") {
		m.one("+-")
		float = m.many(decimal) > 0
	}
	float = float && m.pos > whole && (m.done() || strings.IndexByte(decimal+"eE.-", p.text[m.pos]) < 0)
	p.pos = whole
	if float {
		p.pos = m.pos
	} else if c := p.at(whole); ascii.IsDigit(c) {
		p.fail(start, p.word(start), JSONLeadingZero)
		return nil
	}
	n := p.node(Scalar, Plain, start)
	n.text = p.text[start:p.pos]
	if float {
		f, _ := strconv.ParseFloat(n.text, 64) // out of range: infinite, as in Ruby
		setFloat(n.Value, f)
	} else {
		checkLength(n.text)
		i, _ := bigint.Parse(n.text, 10)
		setInteger(n.Value, i)
	}
	return n
}

func (p *jsonParser) string() *Node {
	start := p.pos
	text, ok := p.quoted()
	if !ok {
		return nil
	}
	n := p.node(Scalar, DoubleQuoted, start)
	n.text = text
	n.Value.kind, n.Value.text = String, text
	return n
}

// quoted parses a string and skips its closing quote.
func (p *jsonParser) quoted() (text string, ok bool) {
	start := p.pos
	p.pos++
	p.scalar.reset(p.text, p.pos)
	end := p.closingQuote(start)
	if end < 0 {
		return "", false
	}
	run := p.pos // start of the text after the last escape sequence, for Ruby
	for p.pos < end {
		next := strings.IndexByte(p.text[p.pos:end], '\\')
		if next < 0 {
			next = end - p.pos
		}
		p.scalar.copy(p.pos, p.pos+next)
		if p.pos += next; p.pos < end {
			run = p.escape(end, run)
		}
	}
	p.pos = end + 1
	return p.scalar.String(), true
}

// closingQuote returns the position of the quote that closes the string at start; -1 if Ruby does
// not recognize a string.
func (p *jsonParser) closingQuote(start int) int {
	for i := start + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			return i
		case c < ' ':
			p.fail(i, i+1, JSONControlInString)
			return -1
		case c == '\\':
			i++
			if p.at(i) == 'u' {
				for k := range 4 {
					if _, ok := ascii.HexDigit(p.at(i + 1 + k)); !ok {
						p.fail(i-1, i+1+k, JSONHexadecimalDigits)
						return -1
					}
				}
			} else if p.at(i) < ' ' && i < len(p.text) {
				p.fail(i-1, i, JSONBackslashAtLineEnd)
				return -1
			}
		}
	}
	p.fail(start, start+1, JSONQuoteNotClosed)
	return -1
}

var jsonEscapes = [256]string{'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

// escape decodes an escape sequence of a string that ends at end, and returns the position from
// which Ruby continues. Ruby drops the backslash of an invalid escape sequence, and continues at a
// wrong position after half of a surrogate pair.
func (p *jsonParser) escape(end, run int) int {
	from := p.pos
	code := p.text[from+1]
	text := jsonEscapes[code]
	p.pos += 2
	switch {
	case code == 'u':
		value := p.hex()
		switch {
		case value&^0x3FF != 0xD800:
			text = surrogate(value)
		case end-p.pos < len(`\uDC00`):
			p.fail(from, p.pos, JSONHalfSurrogate)
			rest, _, _ := strings.Cut(p.text[run:], "\x00")
			panic(jsonError("521: incomplete surrogate pair at '" + rest + "'"))
		case p.text[p.pos] == '\\' && p.text[p.pos+1] == 'u':
			p.pos += 2
			text = string((value&0x3FF)<<10 + p.hex()&0x3FF + 0x10000)
		default:
			text = "?"
			p.pos++
		}
	case text == "":
		run = from + 1
		p.scalar.put(p.text[run:p.pos], from, p.pos)
		return run
	}
	p.scalar.put(text, from, p.pos)
	return p.pos
}

// hex reads four hexadecimal digits.
func (p *jsonParser) hex() rune {
	value, _ := strconv.ParseUint(p.text[p.pos:p.pos+4], 16, 32)
	p.pos += 4
	return rune(value)
}

// surrogate encodes a character as Ruby does, even the second half of a pair, which is not a
// character.
func surrogate(value rune) string {
	if value&^0x3FF == 0xDC00 {
		return string([]byte{0xE0 | byte(value>>12), 0x80 | byte(value>>6&0x3F), 0x80 | byte(value&0x3F)})
	}
	return string(value)
}
