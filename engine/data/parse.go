package data

import (
	"bytes"
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
)

// The limits of a document, about a hundred times what the largest data files in public control
// repos have, because each of these takes memory and time.
const (
	maxNodes  = 1_500_000 // keys and values
	maxTokens = 500_000   // interpolation tokens
)

// tooMany is a value with which a parser panics if a document exceeds a limit.
type tooMany string

// The limits that a document may exceed.
const (
	tooManyNodes  tooMany = "more than 1500000 keys and values"
	tooManyTokens tooMany = "more than 500000 interpolation tokens"
	tooManyDigits tooMany = "a number with more than 1000000 digits"
)

// count counts a node before it is created.
func (d *Document) count() {
	if d.nodes++; d.nodes > maxNodes {
		panic(tooManyNodes)
	}
}

// checkLength checks the digits of a number before they are converted.
func checkLength(digits string) {
	if len(digits) > bigint.Max {
		panic(tooManyDigits)
	}
}

// parseWithin calls parse, and rejects the document if it exceeds a limit.
func (d *Document) parseWithin(parse func(*Document)) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case tooMany:
			*d = Document{File: d.File, Format: d.Format}
			d.Refuse(&Problem{Code: TooLarge, Message: "the file has " + string(r) + ", so hieralint does not read it"})
		default:
			panic(r)
		}
	}()
	if d.tokens = countTokens(d.File.Text); d.tokens > maxTokens {
		panic(tooManyTokens)
	}
	parse(d)
}

// countTokens counts the interpolation tokens of a text. One with many dots counts as several, because each subkey takes
// memory.
func countTokens(text []byte) int {
	n := 0
	for {
		start := bytes.Index(text, []byte("%{"))
		if start < 0 {
			return n
		}
		text = text[start+2:]
		token := text
		if end := bytes.IndexAny(text, "}\n"); end >= 0 {
			token = text[:end]
		}
		n += 1 + bytes.Count(token, []byte("."))/dotsPerToken
		if n > maxTokens {
			return n
		}
		text = text[len(token):]
	}
}

// dotsPerToken is the number of dots that take as much memory as a token.
const dotsPerToken = 4

// FormatOf returns the format of a data file by its extension; ok is false for other files. EYAML
// is YAML in which encrypted values are strings.
func FormatOf(name string) (format Format, ok bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml", ".eyaml", ".eyml":
		return YAML, true
	case ".json":
		return JSON, true
	}
	return YAML, false
}

// parsers fill a Document with what Puppet reads in each format.
var parsers = map[Format]func(*Document){YAML: parseYAML, JSON: parseJSON}

// Parse parses a file. It never fails: mistakes are in the document's Problems.
func Parse(file *source.File, format Format) *Document {
	return ParseWith(file, format, parsers[format])
}

// Refuse adds the problem for which Puppet rejects the file.
func (d *Document) Refuse(p *Problem) {
	d.Err, d.Value = p, nil
	d.Problems = append(d.Problems, p)
}

// ParseWith parses a file with the parser of another package, which fills the document. It never
// fails: mistakes are in the document's Problems.
func ParseWith(file *source.File, format Format, parse func(*Document)) *Document {
	doc := &Document{File: file, Format: format}
	if crashed := crash.Guard("the file "+file.Path, func() { doc.parseWithin(parse) }); crashed != nil {
		*doc = Document{File: file, Format: format}
		doc.Refuse(&Problem{Code: Unreadable, Message: crashed.Error()})
	}
	sortProblems(doc.Problems)
	return doc
}

// NewNode returns a node of the document without children.
func (d *Document) NewNode(kind NodeKind, style Style, span source.Span) *Node {
	d.count()
	return &Node{Doc: d, Kind: kind, Style: style, Span: span, Properties: noProperties, Content: contentOf(kind)}
}

// contentOf returns the content of a new node.
func contentOf(kind NodeKind) *Content {
	if kind == Scalar {
		return noContent
	}
	return &Content{}
}

// NewScalar returns a scalar with the given decoded text.
func (d *Document) NewScalar(style Style, span source.Span, text string) *Node {
	n := d.NewNode(Scalar, style, span)
	n.text = text
	return n
}
