package data

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/golden"
)

// constructs are documents that cover the syntax of YAML.
var constructs = []struct{ name, text string }{
	{"block", "a: 1\nb:\n  c: x y  # comment\n  d:\n  - e\n  -  f\nlast: end\n"},
	{"comments between", "# one\na:   # two\n\n# three\n  - b # four\n\n  # five\n  - c\n# six\nd: e\n"},
	{"flow", "a: [b, 'c' , {d: e, f}, [ ]]\ng: {\n  h: i, # c\n  \"j\":k,\n}\n"},
	{"flow pairs", "[a: b, ? c : d, ? e, f: , \"g\":h]\n"},
	{"flow on several lines", "a: [\n  b\n   c,\n  'd\n   e'\n]\n"},
	{"quoted", "a: 'it''s'\nb: \"x\\ty\\u00e9\\\n   z\"\n'k': \"\"\n"},
	{"quoted on several lines", "a: 'b\n  c\n\n  d'\ne: \"f \n\n g\"\n"},
	{"plain on several lines", "a: b c\n  d\n\n   e\nf: g\n"},
	{"literal", "a: |\n  b\n   c\n\n  d\n\ne: f\n"},
	{"literal, all line breaks kept", "a: |+\n  b\n\n\nc: d\n"},
	{"literal, no line break kept", "a: |-\n  b\n\nc: d\n"},
	{"literal with indentation", "a:\n  b: |2-  # why\n     c\n    d\n"},
	{"literal without text", "a: |\nb: >-\n\nc: d"},
	{"folded", "a: >\n  b\n  c\n\n  d\n    e\n  f\ng: h\n"},
	{"nested lists", "- - a\n  - - b\n-\n  - c\n- d: e\n  f: g\n-\n"},
	{"complex keys", "? a\n: b\n? [c, d]\n: - e\n? |\n  f\n: g\n? h\n"},
	{"empty values", "a:\nb: ~\nc: &x\nd: !!str\n? e\nf: [g: , h]\n"},
	{"anchors, aliases, tags", "a: &x !!map\n  b: !foo 'c'\nd: *x\ne: &y\n  &z f: &w g\nh: [*y , *z]\n<<: *x\n!!str i: ! j\n"},
	{"document markers", "%YAML 1.1\n---\na: b\n...\n"},
	{"text behind the marker", "--- |\n a\n"},
	{"empty document", "---\n# nothing\n"},
	{"byte order mark", "\uFEFFa: b\n c: d\n"},
	{"CRLF", "a: b\r\nc: |\r\n  d\r\n  e\r\nf: 'g\r\n  h'\r\n"},
	{"lone CR", "a: b\rc:\r- d\r"},
	{"characters of several bytes", "ключ: [é, '😀', \"ü\\n\"]\n日本: x  y\n"},
	{"unusual line breaks", "a: 'b\u2028c'\nd: |\n  e\u0085  f\n"},
	{"tabs", "a:\tb\t# c\nc: [\td\t]\n"},
	{"indented root", "  a: b\n  c: d\n"},
	{"no line break at the end", "a: b"},
	{"scalar root", "just text\n"},
}

var jsonConstructs = []struct{ name, text string }{
	{"values", "{\n  \"a\": [1, -2.5e3, \"b\\n\\u00e9\", true, null],\n  \"\": {}\n}\n"},
	{"comments", "// one\n{ /* two */ \"a\": /* three\n */ [ // four\n ] }\n"},
	{"characters of several bytes", `{"ключ": ["é😀", 1]}`},
}

// TestPlaces records the positions of all nodes.
func TestPlaces(t *testing.T) {
	checkConstructs(t, "places", YAML, constructs)
	checkConstructs(t, "places-json", JSON, jsonConstructs)
}

func checkConstructs(t *testing.T, file string, format Format, constructs []struct{ name, text string }) {
	var b bytes.Buffer
	for _, tt := range constructs {
		fmt.Fprintf(&b, "== %s\n%s\n", tt.name, strings.ReplaceAll(fmt.Sprintf("%q", tt.text), `\n`, "\\n\n"))
		doc := Parse(source.New("f", []byte(tt.text)), format)
		for _, p := range doc.Problems {
			fmt.Fprintf(&b, "problem %d at %v\n", p.Code, p.Span)
		}
		for _, c := range doc.Comments {
			fmt.Fprintf(&b, "comment %q\n", doc.File.Slice(c))
		}
		if doc.Root != nil {
			writeNode(&b, doc.Root, "")
		}
		b.WriteByte('\n')
	}
	golden.Check(t, file, b.Bytes())
}

var (
	kindNamesOfNodes = [...]string{"scalar", "sequence", "mapping", "alias"}
	styleNames       = [...]string{"plain", "single", "double", "literal", "folded", "block", "flow"}
)

func writeNode(b *bytes.Buffer, n *Node, indent string) {
	r := n.Doc.File.Range(n.Span)
	fmt.Fprintf(b, "%s%s %s %d:%d-%d:%d %q", indent, styleNames[n.Style], kindNamesOfNodes[n.Kind], r.Start.Line, r.Start.Column, r.End.Line, r.End.Column, n.Doc.File.Slice(n.Span))
	if n.Anchor != "" {
		fmt.Fprintf(b, " anchor %s %q", n.Anchor, n.Doc.File.Slice(n.AnchorSpan))
	}
	if n.Tag != "" {
		fmt.Fprintf(b, " tag %s %q", n.Tag, n.Doc.File.Slice(n.TagSpan))
	}
	if n.Kind == Scalar && n.Text() != string(n.Doc.File.Slice(n.Span)) {
		fmt.Fprintf(b, " text %q", n.Text())
	}
	if n.Target != nil {
		fmt.Fprintf(b, " of %s", n.Target.Anchor)
	}
	b.WriteByte('\n')
	for _, child := range n.Children {
		writeNode(b, child, indent+"  ")
	}
}

// nodes visits n and all its descendants.
func nodes(n *Node, visit func(*Node)) {
	if n == nil {
		return
	}
	visit(n)
	for _, child := range n.Children {
		nodes(child, visit)
	}
}

// checkPlaces checks invariants of the spans in every document.
func checkPlaces(t *testing.T, doc *Document) {
	t.Helper()
	nodes(doc.Root, func(n *Node) {
		if n.Doc != doc || doc.File.Slice(n.Span) == nil {
			t.Fatalf("node at %v is outside the file", n.Span)
		}
		at := n.Span.Start
		for _, child := range n.Children {
			start := child.Span.Start
			if child.Anchor != "" {
				start = min(start, child.AnchorSpan.Start)
			}
			if child.Tag != "" {
				start = min(start, child.TagSpan.Start)
			}
			if child.Parent != n {
				t.Fatalf("node at %v has a wrong parent", child.Span)
			}
			if start < at || child.Span.End > n.Span.End {
				t.Fatalf("node at %v is out of order or outside its parent at %v", child.Span, n.Span)
			}
			at = child.Span.End
		}
		if n.Kind == Scalar {
			checkOffsets(t, n)
		}
	})
	for _, p := range doc.Problems {
		if doc.File.Slice(p.Span) == nil || doc.File.Slice(p.Related) == nil {
			t.Fatalf("problem at %v, %v is outside the file", p.Span, p.Related)
		}
		if p.Code == SyntaxError && p.Reason == NoReason {
			t.Fatalf("problem at %v has no reason", p.Span)
		}
	}
}

// checkOffsets checks that the source spans of the bytes of a scalar's text are inside the span of the
// scalar, in order, and contain the same bytes unless they are escaped or folded.
func checkOffsets(t *testing.T, n *Node) {
	t.Helper()
	step := 1 + len(n.Text())/500
	last := n.Span.Start
	for i := 0; i <= len(n.Text()); i += step {
		at := n.SourceSpan(i, i).Start
		if at < last || at > n.Span.End {
			t.Fatalf("scalar at %v: offset %d is at %d, after %d", n.Span, i, at, last)
		}
		last = at
		if i == len(n.Text()) {
			continue
		}
		span := n.SourceSpan(i, i+1)
		if span.Start != at || span.End < at || span.End > n.Span.End {
			t.Fatalf("scalar at %v: byte %d is at %v", n.Span, i, span)
		}
		if written := string(n.Doc.File.Slice(span)); written != n.Text()[i:i+1] && !writtenOtherwise(written) {
			t.Fatalf("scalar at %v: byte %d is %q, in the file %q", n.Span, i, n.Text()[i], written)
		}
	}
}

// writtenOtherwise reports whether a part of a scalar's source differs from its text: an escape sequence, a
// doubled quote, or a line break.
func writtenOtherwise(written string) bool {
	return written == "" || written[0] == '\\' || written == "''" || breakWidth(written, 0) == len(written) || !strings.Contains(" \t", written[:1]) && written[0] >= 0x80
}

// alone returns a document that contains only the scalar n, built from the source in its span.
func alone(n *Node) string {
	text := string(n.Doc.File.Text)
	written := text[n.Span.Start:n.Span.End]
	switch {
	case n.Style == Literal || n.Style == Folded:
		// The trailing line breaks are part of the value, and an indentation indicator is relative to the
		// indentation of the parent node.
		end := n.Span.End
		for end < len(text) && (isBlank(text[end]) || breakWidth(text, end) > 0) {
			end++
		}
		header, _, _ := strings.Cut(written, "\n")
		indent := 0
		if digit := strings.IndexAny(header[:min(3, len(header))], "123456789"); digit >= 0 {
			indent = int(n.indent) - int(header[digit]-'0')
		}
		return strings.Repeat(" ", indent) + "k: " + text[n.Span.Start:end]
	case n.Style == Plain && n.Parent != nil && n.Parent.Style == Flow:
		return "[" + written + "]"
	}
	return " " + written
}

// TestScalarsDecode checks, for every scalar in the corpus, that yaml.v3 decodes the source in its span to
// the same text, and that the source spans of all offsets in the text are valid.
func TestScalarsDecode(t *testing.T) {
	count := 0
	for name, text := range corpus(t, ".yaml", ".yml", ".eyaml", ".json") {
		format, _ := FormatOf(name)
		doc := Parse(source.New(filepath.Base(name), []byte(text)), format)
		checkPlaces(t, doc)
		if doc.quoted {
			continue
		}
		nodes(doc.Root, func(n *Node) {
			if n.Kind != Scalar || n.Span.Len() == 0 {
				return
			}
			count++
			var decoded yaml.Node
			if err := yaml.Unmarshal([]byte(alone(n)), &decoded); err != nil {
				t.Fatalf("%s: scalar at %v: %v in %q", name, n.Position(), err, alone(n))
			}
			scalar := decoded.Content[0]
			for scalar.Kind != yaml.ScalarNode {
				scalar = scalar.Content[len(scalar.Content)-1]
			}
			if scalar.Value != n.Text() {
				t.Errorf("%s: scalar at %v: yaml.v3 decodes %q, got %q", name, n.Position(), scalar.Value, n.Text())
			}
			if v := n.Value; v != nil && v.Kind() == String && !v.IsBinary() && v.Text() != n.Text() {
				t.Errorf("%s: scalar at %v: got value %q, want %q", name, n.Position(), v.Text(), n.Text())
			}
		})
	}
	if count < 10000 {
		t.Errorf("got %d scalars, want at least 10000", count)
	}
}

func TestSourceSpan(t *testing.T) {
	tests := []struct {
		name, text string
		value      string // the text of the last value
		token      string // a part of value
		want       string // the source of token
	}{
		{"plain", "k: a %{b} c", "a %{b} c", "%{b}", "%{b}"},
		{"plain on two lines", "k: a\n  %{b}\n  c", "a %{b} c", "%{b}", "%{b}"},
		{"fold", "k: a   \n   b", "a b", " ", "\n"},
		{"word in front of a fold", "k: %{a}   \n   b", "%{a} b", "%{a}", "%{a}"},
		{"across a fold", "k: 'a %{b\n   c} d'", "a %{b c} d", "%{b c}", "%{b\n   c}"},
		{"single quotes", "k: 'it''s %{b}'", "it's %{b}", "%{b}", "%{b}"},
		{"the doubled quote", "k: 'it''s'", "it's", "'", "''"},
		{"across a doubled quote", "k: '%{lookup(''x'')}'", "%{lookup('x')}", "%{lookup('x')}", "%{lookup(''x'')}"},
		{"escapes", `k: "\t\u00e9\x41 %{b}"`, "\té" + "A %{b}", "%{b}", "%{b}"},
		{"an escape", `k: "a\u00e9b"`, "aéb", "é", `\u00e9`},
		{"escaped token", `k: "%{lookup(\"x\")}"`, `%{lookup("x")}`, `%{lookup("x")}`, `%{lookup(\"x\")}`},
		{"escaped line break", "k: \"a\\\n   %{b}\"", "a%{b}", "%{b}", "%{b}"},
		{"literal", "k: |\n  a\n  b %{c}\n", "a\nb %{c}\n", "%{c}", "%{c}"},
		{"literal, CRLF", "k: |\r\n  a\r\n  b %{c}\r\n", "a\nb %{c}\n", "%{c}", "%{c}"},
		{"line break of CRLF", "k: |\r\n  a\r\n  b\r\n", "a\nb\n", "\nb", "\r\n  b"},
		{"literal, deeper line", "k: |\n  a\n    %{c}\n", "a\n  %{c}\n", "  %{c}", "  %{c}"},
		{"folded", "k: >\n  a\n  b\n\n  %{c}\n", "a b\n%{c}\n", "%{c}", "%{c}"},
		{"characters of several bytes", "k: é😀 %{c}", "é😀 %{c}", "%{c}", "%{c}"},
		{"JSON", `{"k": "a\n%{b}"}`, "a\n%{b}", "%{b}", "%{b}"},
		{"repaired", "j: %{a}\nk: %{b} \"c\" \\d 'e'", `%{b} "c" \d 'e'`, `\d`, `\d`},
		{"repaired, behind a quote", "j: %{a}\nk: %{b} \"c\" \\d 'e'", `%{b} "c" \d 'e'`, `"c"`, `"c"`},
		{"behind a repaired one", "j: %{a}\nk: 'b''%{c}'", "b'%{c}", "'%{c}", "''%{c}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			format := YAML
			if tt.name == "JSON" {
				format = JSON
			}
			doc := Parse(source.New("f", []byte(tt.text)), format)
			n := doc.Root.Children[len(doc.Root.Children)-1]
			if n.Text() != tt.value {
				t.Fatalf("got text %q, want %q", n.Text(), tt.value)
			}
			checkPlaces(t, doc)
			at := strings.Index(tt.value, tt.token)
			if got := string(doc.File.Slice(n.SourceSpan(at, at+len(tt.token)))); got != tt.want {
				t.Errorf("source of %q: got %q, want %q", tt.token, got, tt.want)
			}
		})
	}
}

func TestPath(t *testing.T) {
	doc := parseText("profile::x:\n  docroot: [a, {b: c}]\n? [k]\n: v\n")
	var got []string
	nodes(doc.Root, func(n *Node) { got = append(got, strings.Join(n.Path(), "/")) })
	want := []string{"", "profile::x", "profile::x", "profile::x/docroot", "profile::x/docroot", "profile::x/docroot/0", "profile::x/docroot/1",
		"profile::x/docroot/1/b", "profile::x/docroot/1/b", "[k]", "[k]/0", "[k]"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]string{
		"a/common.yaml": "yaml", "x.yml": "yaml", "x.eyaml": "yaml", "x.EYAML": "yaml", "x.eyml": "yaml", "x.json": "json", "x.conf": "", "yaml": "", "x.yaml.erb": "",
	} {
		format, ok := FormatOf(name)
		got := ""
		if ok {
			got = map[Format]string{YAML: "yaml", JSON: "json"}[format]
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestHasAnchor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a: 1\n": false, "a: &x 1\n": true, "a: &x {b: 1}\n": true, "a: [1, {b: &x 1}]\n": true, "&x a: 1\n": true,
	} {
		if got := parseText(text).Root.HasAnchor(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
