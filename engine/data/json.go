package data

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// maxJSONDepth is Ruby's max_nesting.
const maxJSONDepth = 100

// jsonParser reads JSON as Ruby's json 2.6 does, which Puppet's json_data calls.
type jsonParser struct {
	doc    *Document
	text   string
	pos    int
	depth  int
	scalar scalarText
}

// jsonError is why Ruby refuses a text.
type jsonError struct {
	code    ProblemCode
	at, end int
	message string
	cause   string
}

// parseJSON fills doc with what Puppet's json_data reads.
func parseJSON(doc *Document) {
	doc.text = string(doc.File.Text)
	p := &jsonParser{doc: doc, text: doc.text}
	p.scalar.wanted = -1
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *jsonError:
			doc.Root = nil
			doc.fail(&Problem{Code: r.code, Span: source.Span{Start: r.at, End: r.end}, Message: r.message, Cause: r.cause})
		default:
			panic(r)
		}
	}()
	p.space()
	doc.Root = p.value()
	p.space()
	if p.pos < len(p.text) {
		p.unexpected(p.pos)
	}
	doc.Value = doc.Root.Value
	if doc.Value.kind != Hash {
		doc.notAHash()
	}
}

func (p *jsonParser) at(i int) byte {
	if i < len(p.text) {
		return p.text[i]
	}
	return 0
}

// unexpected gives up at the token that begins at offset at.
func (p *jsonParser) unexpected(at int) {
	rest := p.text[at:]
	_, width := utf8.DecodeRuneInString(rest)
	panic(&jsonError{at: at, end: at + width, message: "859: unexpected token at '" + rest + "'"})
}

// space moves over blanks, line breaks and comments.
func (p *jsonParser) space() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ' ', c == '\t', c == '\n', c == '\r':
			p.pos++
		case c == '/' && (p.at(p.pos+1) == '/' || p.at(p.pos+1) == '*'):
			start, end := p.pos, 0
			if p.at(p.pos+1) == '/' {
				if end = strings.IndexByte(p.text[p.pos:], '\n'); end < 0 {
					p.unexpected(start)
				}
			} else {
				if end = strings.Index(p.text[p.pos+2:], "*/"); end < 0 {
					p.unexpected(start)
				}
				end += 4
			}
			p.pos += end
			p.doc.Comments = append(p.doc.Comments, source.Span{Start: start, End: p.pos})
		default:
			return
		}
	}
}

func (p *jsonParser) node(kind NodeKind, style Style, start int) *Node {
	n := &Node{Doc: p.doc, Properties: noProperties, Kind: kind, Style: style, Span: source.Span{Start: start, End: p.pos}}
	n.Value = &Value{node: n}
	return n
}

func (p *jsonParser) value() *Node {
	start := p.pos
	switch c := p.at(p.pos); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.string()
	case c == '-', c >= '0' && c <= '9':
		return p.number()
	}
	for _, word := range []string{"null", "true", "false"} {
		if strings.HasPrefix(p.text[p.pos:], word) {
			p.pos += len(word)
			n := p.node(Scalar, Plain, start)
			n.text = word
			if word != "null" {
				n.Value.kind, n.Value.boolean = Boolean, word == "true"
			}
			return n
		}
	}
	p.unexpected(start)
	return nil
}

func (p *jsonParser) enter() {
	if p.depth++; p.depth > maxJSONDepth {
		panic(&jsonError{code: TooDeep, at: p.pos, end: p.pos + 1, message: "nesting of " + strconv.Itoa(p.depth) + " is too deep",
			cause: "Ruby reads JSON that is nested up to 100 levels deep"})
	}
}

func (p *jsonParser) object() *Node {
	n := p.node(Mapping, Flow, p.pos)
	p.enter()
	p.pos++
	h := &hashBuilder{node: n}
	for p.space(); p.at(p.pos) != '}'; {
		if p.at(p.pos) != '"' {
			p.unexpected(p.pos)
		}
		key := p.string()
		p.space()
		if p.at(p.pos) != ':' {
			p.unexpected(p.pos)
		}
		p.pos++
		p.space()
		value := p.value()
		key.Parent, value.Parent = n, n
		n.Children = append(n.Children, key, value)
		h.set(key.Value, value.Value, writer{key: key})
		p.separator('}')
	}
	p.pos++
	p.depth--
	n.Span.End = p.pos
	n.Value.elements = &elements{}
	h.fill(n.Value)
	p.doc.Problems = append(p.doc.Problems, h.problems()...)
	return n
}

func (p *jsonParser) array() *Node {
	n := p.node(Sequence, Flow, p.pos)
	p.enter()
	p.pos++
	n.Value.kind, n.Value.elements = Array, &elements{}
	for p.space(); p.at(p.pos) != ']'; {
		item := p.value()
		item.Parent = n
		n.Children = append(n.Children, item)
		n.Value.elements.items = append(n.Value.elements.items, item.Value)
		p.separator(']')
	}
	p.pos++
	p.depth--
	n.Span.End = p.pos
	return n
}

// separator moves over a comma to the next element, or to the closing bracket.
func (p *jsonParser) separator(closing byte) {
	p.space()
	switch p.at(p.pos) {
	case closing:
	case ',':
		p.pos++
		if p.space(); p.at(p.pos) == closing {
			p.unexpected(p.pos)
		}
	default:
		p.unexpected(p.pos)
	}
}

func (p *jsonParser) number() *Node {
	start := p.pos
	digits := func() bool {
		from := p.pos
		for c := p.at(p.pos); c >= '0' && c <= '9'; c = p.at(p.pos) {
			p.pos++
		}
		return p.pos > from
	}
	if p.at(p.pos) == '-' {
		p.pos++
	}
	if p.at(p.pos) == '0' {
		p.pos++
	} else if !digits() {
		p.unexpected(start)
	}
	float := false
	if p.at(p.pos) == '.' {
		p.pos++
		float = true
		if !digits() {
			p.unexpected(start)
		}
	}
	if c := p.at(p.pos); c == 'e' || c == 'E' {
		p.pos++
		float = true
		if c := p.at(p.pos); c == '+' || c == '-' {
			p.pos++
		}
		if !digits() {
			p.unexpected(start)
		}
	}
	n := p.node(Scalar, Plain, start)
	n.text = p.text[start:p.pos]
	if float {
		f, _ := strconv.ParseFloat(n.text, 64) // beyond the range: infinite, as in Ruby
		setFloat(n.Value, f)
	} else {
		i, _ := new(big.Int).SetString(n.text, 10)
		setInteger(n.Value, i)
	}
	return n
}

func (p *jsonParser) string() *Node {
	start := p.pos
	text := p.quoted()
	n := p.node(Scalar, DoubleQuoted, start)
	n.text = text
	n.Value.kind, n.Value.text = String, text
	return n
}

// quoted reads a string and moves behind its closing quote.
func (p *jsonParser) quoted() string {
	start := p.pos
	p.pos++
	p.scalar.reset(p.text, p.pos)
	from := p.pos
	for {
		if p.pos >= len(p.text) {
			p.unexpected(start)
		}
		c := p.text[p.pos]
		switch {
		case c == '"':
			p.scalar.copy(from, p.pos)
			p.pos++
			return p.scalar.String()
		case c == '\\':
			p.scalar.copy(from, p.pos)
			p.escape(start)
			from = p.pos
		case c < ' ':
			p.unexpected(start)
		default:
			p.pos++
		}
	}
}

var jsonEscapes = map[byte]string{'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

// escape decodes one escape sequence. Ruby drops the backslash in front of what is none.
func (p *jsonParser) escape(start int) {
	from := p.pos
	code := p.at(p.pos + 1)
	if code == 'u' {
		value, ok := p.hex(p.pos + 2)
		if !ok {
			p.unexpected(start)
		}
		p.pos += 6
		if value >= 0xD800 && value < 0xDC00 && p.at(p.pos) == '\\' && p.at(p.pos+1) == 'u' {
			if low, ok := p.hex(p.pos + 2); ok && low >= 0xDC00 && low < 0xE000 {
				value = (value-0xD800)<<10 + low - 0xDC00 + 0x10000
				p.pos += 6
			}
		}
		p.scalar.put(string(value), from, p.pos)
		return
	}
	if code < ' ' {
		p.unexpected(start)
	}
	text, ok := jsonEscapes[code]
	if !ok {
		_, width := utf8.DecodeRuneInString(p.text[p.pos+1:])
		text = p.text[p.pos+1 : p.pos+1+width]
	}
	p.pos += 1 + len(text)
	p.scalar.put(text, from, p.pos)
}

// hex reads the four digits at offset i.
func (p *jsonParser) hex(i int) (value rune, ok bool) {
	for range 4 {
		digit, ok := hexDigit(p.at(i))
		if !ok {
			return 0, false
		}
		value = value<<4 | digit
		i++
	}
	return value, true
}
