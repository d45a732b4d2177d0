package secret

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Sensitive are the lookup_options that make values Sensitive: the keys that they are for have secrets whatever they are
// called.
type Sensitive []*lookupoptions.Options

// SensitiveIn collects the lookup_options of data files.
func SensitiveIn(docs []*data.Document) Sensitive {
	var all Sensitive
	for _, doc := range docs {
		if !mayBeSensitive(doc) {
			continue
		}
		v, _ := doc.Value.Get("lookup_options")
		if options, err := lookupoptions.Compile(v, ""); err == nil {
			all = append(all, options)
		}
	}
	return all
}

// mayBeSensitive reports whether the lookup_options of a data file may make values Sensitive.
func mayBeSensitive(doc *data.Document) bool {
	if doc.Value == nil || doc.Value.Kind() != data.Hash {
		return false
	}
	v, ok := doc.Value.Get("lookup_options")
	return ok && v.Kind() == data.Hash && bytes.Contains(doc.File.Text, []byte("Sensitive"))
}

// Has reports whether lookup_options make the values of a root key Sensitive.
func (s Sensitive) Has(key string) bool {
	return slices.ContainsFunc(s, func(o *lookupoptions.Options) bool {
		entry, ok, err := o.For(key)
		return ok && err == nil && entry.ConvertTo != nil && convertsToSensitive(entry.ConvertTo)
	})
}

// convertsToSensitive reports whether a convert_to names Sensitive.
func convertsToSensitive(to *data.Value) bool {
	if to.Kind() == data.Array && to.Len() > 0 {
		to = to.Items()[0]
	}
	return to.Kind() == data.String && strings.Contains(to.Text(), "Sensitive")
}

// Place is a secret as it is written.
type Place struct {
	Span source.Span
	// Value is what is there; nil where it is a piece of text that was not parsed.
	Value *data.Value
}

// places are the secrets of a document.
type places struct {
	parsed  bool    // as a whole
	secrets []Place // in no order
	keys    []int   // where the keys begin that have the names of secrets

	ends []int // the largest end of a secret up to each, once they are sorted; see in

	sensitive Sensitive
	targets   map[*data.Node]bool // of aliases, looked at already
}

// placesIn finds the secrets among the values of a document.
func placesIn(doc *data.Document, sensitive Sensitive) *places {
	p := &places{sensitive: sensitive, parsed: doc.Err == nil}
	if doc.Root != nil {
		p.walk(doc.Root, false)
	}
	p.targets = nil
	return p
}

// in are the secrets that overlap a span, in order.
func (p *places) in(span source.Span) iter.Seq[*Place] {
	if len(p.ends) != len(p.secrets) {
		slices.SortStableFunc(p.secrets, func(a, b Place) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		p.ends = p.ends[:0]
		largest := 0
		for _, s := range p.secrets {
			largest = max(largest, s.Span.End)
			p.ends = append(p.ends, largest)
		}
	}
	first, _ := slices.BinarySearch(p.ends, span.Start+1)
	return func(yield func(*Place) bool) {
		for i := first; i < len(p.secrets) && p.secrets[i].Span.Start < span.End; i++ {
			if span.Start < p.secrets[i].Span.End && !yield(&p.secrets[i]) {
				return
			}
		}
	}
}

func (p *places) walk(n *data.Node, named bool) {
	switch n.Kind {
	case data.Scalar:
		if n.Value != nil && Of(named, n.Value) != "" || n.Value == nil && ofText(named, n.Text()) != "" {
			p.secrets = append(p.secrets, Place{withComment(n), n.Value})
		}
	case data.Sequence:
		for _, child := range n.Children {
			p.walk(child, named)
		}
	case data.Mapping:
		for key, value := range n.Entries() {
			p.walk(key, false)
			isNamed := key.Kind == data.Scalar && (IsNamed(key.Text()) || n.Parent == nil && len(p.sensitive) > 0 && p.sensitive.Has(key.Text()))
			if isNamed {
				p.keys = append(p.keys, key.Span.Start)
			}
			p.walk(value, named || isNamed)
		}
	case data.Alias:
		if !named || n.Target == nil || p.targets[n.Target] {
			return
		}
		if p.targets == nil {
			p.targets = map[*data.Node]bool{}
		}
		p.targets[n.Target] = true
		p.walk(n.Target, true)
	}
}

// withComment is the span of a scalar and of the comment behind it.
func withComment(n *data.Node) source.Span {
	line := n.Doc.File.Line(n.Doc.File.Pos(n.Span.End).Line)
	rest := n.Doc.File.Slice(source.Span{Start: n.Span.End, End: line.End})
	if comment := bytes.TrimLeft(rest, " \t"); len(comment) < len(rest) && bytes.HasPrefix(comment, []byte("#")) {
		return source.Span{Start: n.Span.Start, End: line.End}
	}
	return n.Span
}

var (
	// assignment is a name with what it is given, in YAML, JSON, Puppet and on command lines.
	assignment = lazyregexp.New(`([A-Za-z_][0-9A-Za-z_:.-]*)["']?[ \t]*(?:=>?[ \t]*|:(?:[ \t]+|["'{\[]|$))`)
	// code is an expression of the Puppet language, whose value is elsewhere.
	code = lazyregexp.New(`^(?:\$(?:::)?[a-z_]\w*(?:::\w+)*[\s,)]*$|(?:::)?[a-z]\w*(?:::\w+)*\()`)
	// piece is a secret that shows wherever it stands: a block of hiera-eyaml, encrypted or not, the password in a URL, a
	// private key.
	piece = lazyregexp.New(`(?s)ENC\[[0-9A-Za-z+/=,_ \t]*(?:\r?\n[ \t]+[0-9A-Za-z+/=]+)*(?:\s*\])?|DEC(?:\(\d+\))?::[A-Za-z]\w*\[(?:.+?\]!|[^\]]*\]?)|://[^/\s:@]*:[^/\s@]+@|-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----(?:.*?-----END [A-Z ]*-----|.*)`)
)

// inText finds secrets in a text of any kind by how they are assigned: in comments, in manifests, in files that cannot be parsed.
// known are those found as values, whose keys are passed over; nil for none. Where the text was not parsed, what is indented
// below the name of a secret is a secret as well.
func inText(text []byte, known *places) []source.Span {
	var spans []source.Span
	var pieces [][]int
	if mayHavePiece(text) {
		pieces = piece.FindAllIndex(text, -1)
	}
	for _, m := range pieces {
		if bytes.HasPrefix(text[m[0]:], []byte("://")) && !hasSecretForm(string(text[m[0]:m[1]])) {
			continue // only tokens
		}
		spans = append(spans, source.Span{Start: m[0], End: m[1]})
	}
	parsed := known != nil && known.parsed
	below := -1 // the indentation of the name above; -1 for none
	at := 0
	for line := range bytes.Lines(text) {
		end := len(bytes.TrimRight(line, "\r\n"))
		indent := end - len(bytes.TrimLeft(line[:end], " \t"))
		switch {
		case indent == end:
		case below >= 0 && (indent > below || indent == below && line[indent] == '-'):
			spans = append(spans, source.Span{Start: at + indent, End: at + end})
		default:
			below = -1
			from, given := secretOnLine(line[:end], at, known)
			if given {
				if rest := bytes.TrimSpace(line[from:end]); !parsed && continues(rest) {
					below = indent
				} else if len(rest) > 0 {
					spans = append(spans, source.Span{Start: at + from, End: at + end})
				}
			}
		}
		at += len(line)
	}
	return spans
}

// mayHavePiece reports whether there may be a piece in a text. Most texts have none.
func mayHavePiece(text []byte) bool {
	has := func(part string) bool { return bytes.Contains(text, []byte(part)) }
	return has("ENC[") || has("DEC") || has("PRIVATE KEY") || has("://") && has("@")
}

// continues reports whether what stands behind a name is on the lines below it: a block of YAML, or a collection.
func continues(rest []byte) bool {
	return len(rest) == 0 || bytes.IndexByte([]byte("|>"), rest[0]) >= 0 || bytes.IndexByte([]byte("{[("), rest[len(rest)-1]) >= 0
}

// secretOnLine finds where the first secret of a line begins; it ends with the line. at is the offset of the line.
func secretOnLine(line []byte, at int, known *places) (from int, found bool) {
	if !mayHaveName(string(line)) {
		return 0, false
	}
	for _, m := range assignment.FindAllSubmatchIndex(line, -1) {
		if !IsNamed(string(line[m[2]:m[3]])) || known.hasKey(at+m[2]) {
			continue
		}
		value := strings.Trim(string(bytes.TrimSpace(line[m[1]:])), `"',`)
		if value == "" || ofText(true, value) != "" && !code.MatchString(value) {
			return m[1], true
		}
	}
	return 0, false
}

// hasKey reports whether a key begins at an offset, or in the quotes there.
func (p *places) hasKey(at int) bool {
	return p != nil && (slices.Contains(p.keys, at) || slices.Contains(p.keys, at-1))
}

// merged are spans in order, those that meet made one.
func merged(spans []source.Span) []source.Span {
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	var all []source.Span
	for _, s := range spans {
		if n := len(all); n > 0 && s.Start <= all[n-1].End {
			all[n-1].End = max(all[n-1].End, s.End)
			continue
		}
		all = append(all, s)
	}
	return all
}
