package data

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// answer is Puppet's result for a file: the value in the format of testdata/psych.rb, or the error.
type answer struct {
	Value json.RawMessage
	Error *[]byte
}

func (a answer) String() string {
	if a.Error != nil {
		return "error: " + string(*a.Error)
	}
	return string(a.Value)
}

// ask has Puppet parse the texts.
func ask(t testing.TB, format Format, texts []string) []answer {
	t.Helper()
	puppet := oracle.StartRuby(t, "testdata/psych.rb")
	name := map[Format]string{YAML: "yaml", JSON: "json"}[format]
	answers := make([]answer, len(texts))
	for i, text := range texts {
		puppet.Ask(t, map[string]any{"text": []byte(text), "format": name}, &answers[i])
	}
	return answers
}

// tagged encodes a value in the format of testdata/psych.rb.
func tagged(v *Value) string {
	text := func(tag string) string {
		return `{"` + tag + `":"` + base64.StdEncoding.EncodeToString([]byte(v.text)) + `"}`
	}
	switch v.Kind() {
	case Undef:
		return "null"
	case Boolean:
		return strconv.FormatBool(v.Bool())
	case Integer:
		return `{"i":"` + v.BigInt().String() + `"}`
	case Float:
		bits := math.Float64bits(v.Float())
		if math.IsNaN(v.Float()) {
			bits = 0x7ff8000000000000
		}
		return fmt.Sprintf(`{"f":"%016x"}`, bits)
	case String:
		if v.IsBinary() {
			return text("bin")
		}
		return text("s")
	case Symbol:
		return text("sym")
	case Array:
		var items []string
		for _, item := range v.Items() {
			items = append(items, tagged(item))
		}
		return `{"a":[` + strings.Join(items, ",") + `]}`
	case Hash:
		var entries []string
		for _, e := range v.Entries() {
			value, ok := v.GetKey(e.Key) // like a lookup
			if !ok {
				value = NewString("NOT FOUND")
			}
			entries = append(entries, "["+tagged(e.Key)+","+tagged(value)+"]")
		}
		return `{"h":[` + strings.Join(entries, ",") + `]}`
	}
	return "?" + v.Kind().String()
}

// ours returns the result of Parse in the format of answer.String.
func ours(text string, format Format) string {
	doc := Parse(source.New("FILE", []byte(text)), format)
	if doc.Err != nil {
		if doc.Err.Code == Unreadable {
			return "unreadable: " + doc.Err.Message
		}
		if format == JSON {
			return "error: " + doc.Err.Message // Puppet adds the file name later
		}
		return "error: " + doc.Err.Detail("FILE")
	}
	return tagged(doc.Value)
}

// corpus returns the data files of real control repos and modules, by path.
func corpus(t testing.TB, extensions ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	dirs := []string{filepath.Join(reference.Dir(t), "corpus"), filepath.Join(reference.Root(t), "testdata")}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if entry.Name() == "puppet" && filepath.Base(filepath.Dir(path)) == "testdata" {
					return filepath.SkipDir // recorded lookups
				}
				return nil
			}
			for _, extension := range extensions {
				if filepath.Ext(path) == extension {
					text, err := os.ReadFile(path)
					if err != nil {
						return err
					}
					files[path] = string(text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("the corpus is empty")
	}
	return files
}

// pieces are strings that mutate inserts.
var pieces = []string{
	"%{x}", "%{lookup('a')}", "@", "`", "\t", "\"", "'", "{", "}", "[", "]", ":", ": ", "- ", "-", "? ", "?", "#", " #",
	"&a ", "*a", "!x ", "!!int ", "! ", "|", ">", "|-\n", ">+\n", "|2\n", "\n", "\n\n", " ", "  ", ",", ", ", "---\n", "...\n", "\r\n", "\r",
	"\\", "\\n", "é", "%", "<<: *a\n", "<<: ", "key: value\n", "\u0085", "\u2028", "\u00a0", "\uFEFF", "~", "0", "12:30", "2001-01-01", ":sym",
}

// mutate makes one or two random changes to a text.
func mutate(r *rand.Rand, text string) string {
	for n := 1 + r.Intn(2); n > 0 && text != ""; n-- {
		i := r.Intn(len(text))
		piece := pieces[r.Intn(len(pieces))]
		switch r.Intn(6) {
		case 0:
			text = text[:i] + text[min(len(text), i+1+r.Intn(4)):]
		case 1, 2:
			text = text[:i] + piece + text[i:]
		case 3:
			text = text[:i] + piece + text[i+1:]
		case 4:
			text = text[:i]
		case 5:
			line := strings.LastIndexByte(text[:i], '\n') + 1
			text = text[:line] + piece + text[line:]
		}
	}
	return text
}

// TestPsychMutations checks that Parse and Puppet have the same value, or the same error with the same line and
// column, for mutated real files.
func TestPsychMutations(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var files []string
	for _, text := range sorted(corpus(t, ".yaml", ".yml", ".eyaml")) {
		files = append(files, text[:min(len(text), 4000)])
	}
	texts := make([]string, rounds(5000))
	for i := range texts {
		texts[i] = mutate(r, files[r.Intn(len(files))])
	}
	compare(t, YAML, texts)
}

func compare(t *testing.T, format Format, texts []string) {
	t.Helper()
	failures, given := 0, 0
	for i, a := range ask(t, format, texts) {
		got := ours(texts[i], format)
		switch {
		case got == a.String():
		case got == "error: stack level too deep":
			given++ // Puppet accepts a cycle in a value that a duplicate key overrides; too rare to support.
		default:
			if failures++; failures > 10 {
				continue
			}
			t.Errorf("%q\n got %s\nwant %s", shorten(texts[i]), shorten(got), shorten(a.String()))
		}
	}
	if failures > 10 || given > 1+len(texts)/5000 {
		t.Errorf("%d texts: %d differences, %d known differences", len(texts), failures, given)
	}
}

// psychNode is a node of Psych; see tree in testdata/psych.rb.
type psychNode struct {
	Kind               string
	Style              int
	Value, Anchor, Tag string
	Place              []int // line and column of start and end, from 0; nil if libyaml defines them differently
	Children           []psychNode
}

// compareTrees compares with the trees of Psych: kind, style, text, anchor, tag, start, and end of every node.
func compareTrees(t *testing.T, texts []string) {
	t.Helper()
	puppet := oracle.StartRuby(t, "testdata/psych.rb")
	for _, text := range texts {
		var a answer
		puppet.Ask(t, map[string]any{"text": []byte(text), "format": "tree"}, &a)
		doc := parseText(text)
		refused := doc.quoted || doc.Root == nil && doc.Err != nil
		if refused || a.Error != nil {
			if refused != (a.Error != nil) {
				t.Errorf("%q\nrejected by only one: %v, Psych: %v", shorten(text), doc.Err, a)
			}
			continue
		}
		var want *psychNode
		if err := json.Unmarshal(a.Value, &want); err != nil {
			t.Fatal(err)
		}
		var got *psychNode
		if doc.Root != nil {
			n := asPsychNode(doc.Root, &position{text: text})
			got = &n
		}
		if difference := cmp.Diff(want, got, cmpopts.EquateEmpty()); difference != "" {
			t.Errorf("%q\n%s", shorten(text), difference)
		}
	}
}

// asPsychNode converts a tree to that of Psych. at must not be after the start of n.
func asPsychNode(n *Node, at *position) psychNode {
	p := psychNode{
		Kind:  [...]string{"scalar", "sequence", "mapping", "alias"}[n.Kind],
		Style: map[Style]int{Plain: 1, SingleQuoted: 2, DoubleQuoted: 3, Literal: 4, Folded: 5, Block: 1, Flow: 2}[n.Style],
		Value: n.text, Anchor: n.Anchor, Tag: n.tag,
	}
	if n.Kind == Alias {
		p.Style, p.Value, p.Anchor = 0, "", n.text
	}
	at.moveTo(n.Span.Start)
	start := *at
	for _, child := range n.Children {
		p.Children = append(p.Children, asPsychNode(child, at))
	}
	at.moveTo(n.Span.End)
	block := n.Style == Literal || n.Style == Folded || n.Style == Block
	pair := n.Parent != nil && n.Parent.Kind == Sequence && len(n.Children) == 2
	if n.Properties == noProperties && n.Span.Len() > 0 && !block && !pair {
		p.Place = []int{start.line, start.column, at.line, at.column}
	}
	return p
}

func shorten(text string) string {
	if len(text) > 1500 {
		return text[:1500] + "…"
	}
	return text
}

// sorted returns the texts sorted by file name.
func sorted(files map[string]string) []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		texts = append(texts, files[name])
	}
	return texts
}

// generator generates valid and invalid documents that use all of YAML.
type generator struct {
	*rand.Rand
	budget int
}

func (g *generator) pick(of ...string) string { return of[g.Intn(len(of))] }

// chance returns true with probability 1/n.
func (g *generator) chance(n int) bool { return g.Intn(n) == 0 }

func (g *generator) scalar(flow bool) string {
	plain := []string{
		"a", "b", "key", "a b", "yes", "No", "null", "~", "1", "0755", "1.5", "12:30", "1,000", "-1", "a:b", "::x", ":s", "<<",
		"http://x.y/?a=b&c", "a#b", "-", "--- x", "a'b", `a"b`, "ü", "x\u00a0y", "2001-13-01", ".inf", "=", "1e3", "0x1F", "a?b", "?b",
		"a !b", "a &b *c", "%x"[1:], "-x", ":", "a,b", "x]", "[", "\\n", "=a", "!", "😀",
	}
	switch g.Intn(9) {
	case 0:
		return g.pick(`''`, `'a'`, `'it''s'`, `'a  b'`, "'a\n  b'", "'a\n\n  b'", "'%{x}'", "'<<'", "'1'", `'a\nb'`, "' a '", "'a\n'", "'\ta'")
	case 1:
		return g.pick(`""`, `"a"`, `"a\nb"`, `"\x41\u00e9\U0001F600"`, `"a\/b"`, "\"a\\\n   b\"", "\"a\n   b\"", "\"a \n\n b\"", `"\""`, `"\\"`, `"\e\0\N\_\L\P"`, `"%{x}"`, `"1"`, `"\'"`, `"\q"`, `"\x4"`, `"a\ "`)
	case 2:
		if !flow {
			return g.pick("a\n  b", "a\n\n   b", "a b\n    c d", "a # c", "a\n  # c\n  b")
		}
		return g.pick("a\n b", "a\n\n  b")
	case 3:
		if g.chance(4) {
			return ""
		}
	}
	return plain[g.Intn(len(plain))]
}

func (g *generator) properties() string {
	switch g.Intn(14) {
	case 0:
		return g.pick("&a ", "&b ", "&a1 ", "&a\n  ")
	case 1:
		return g.pick("!!str ", "!!int ", "!foo ", "! ", "!!float ", "!!omap ", "!!binary ", "!ruby/sym ", "!<tag:yaml.org,2002:str> ", "!x!y ", "!!set ", "!ruby/object:Foo ", "!ruby/object ", "!!null ", "!a,b ", "!str ", "!e%41 ")
	case 2:
		return g.pick("&a !!str ", "!!str &b ", "&a &b ", "!x !y ")
	}
	return ""
}

func (g *generator) flow(depth int) string {
	g.budget--
	if depth <= 0 || g.budget < 0 || g.chance(3) {
		if g.chance(8) {
			return g.pick("*a", "*b", "*a1", "*c")
		}
		return g.properties() + g.scalar(true)
	}
	if g.chance(6) {
		return g.properties() + g.wide()
	}
	space := func() string { return g.pick("", "", " ", " ", "\n ", " # c\n ", "\t") }
	var b strings.Builder
	b.WriteString(g.properties())
	if g.chance(2) {
		b.WriteString("[" + space())
		for i := g.Intn(4); i > 0; i-- {
			switch g.Intn(6) {
			case 0:
				b.WriteString(g.flow(depth-1) + space() + ": " + g.flow(depth-1))
			case 1:
				b.WriteString(g.pick("? ", "?", "?\n ") + g.flow(depth-1) + space() + g.pick(": ", "") + g.flow(depth-1))
			default:
				b.WriteString(g.flow(depth - 1))
			}
			b.WriteString(space())
			if i > 1 || g.chance(4) {
				b.WriteString("," + space())
			}
		}
		return b.String() + g.pick("]", "]", "]", "]", "]", "]", "]", "]", "", "}")
	}
	b.WriteString("{" + space())
	for i := g.Intn(4); i > 0; i-- {
		if g.chance(6) {
			b.WriteString(g.pick("? ", "?"))
		}
		b.WriteString(g.flow(depth-1) + g.pick("", " ") + g.pick(": ", ": ", ": ", ":", ":\n ", "") + g.flow(depth-1) + space())
		if i > 1 || g.chance(4) {
			b.WriteString("," + space())
		}
	}
	return b.String() + g.pick("}", "}", "}", "}", "}", "}", "}", "}", "", "]")
}

// wide returns a flow collection of up to 40 elements; large hashes are built and searched differently from
// small ones.
func (g *generator) wide() string {
	elements := make([]string, g.Intn(41))
	if g.chance(3) {
		for i := range elements {
			elements[i] = g.pick("a", "1", "{}", "[]", "{a: 1}", "*a")
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	prefix := g.pick("x", "x", "x", "k::", ":s", "")
	for i := range elements {
		elements[i] = fmt.Sprintf("%s%d: %s", prefix, i, g.pick("1", "b", "[1]", "{p: 1}"))
		if g.chance(20) {
			elements[i] = g.pick("x1: again", ":s1: again", "s1: again", "<<: {x1: 2, y: 3}", "<<: *a", "<<: *b", "? [1] : 2", "1.5: f")
		}
	}
	return "{" + strings.Join(elements, ", ") + "}"
}

func (g *generator) blockScalar(indent string) string {
	header := g.pick("|", ">") + g.pick("", "", "-", "+", "2", "1-", "+1", "9") + g.pick("", "", " # c", " ", "x") + "\n"
	inner := indent + g.pick(" ", "  ", "  ", "    ", "")
	var b strings.Builder
	for i := g.Intn(5); i > 0; i-- {
		b.WriteString(g.pick(inner+"text", inner+" more", inner+"a %{b} c", "", indent, inner+"  ", inner+"# no comment", inner+"\ttab", inner+"é\u2028x") + g.pick("\n", "\n", "\n", "\r\n"))
	}
	return header + b.String()
}

func (g *generator) block(indent string, depth int) string {
	g.budget--
	if depth <= 0 || g.budget < 0 {
		return g.scalar(false) + "\n"
	}
	var b strings.Builder
	key := func() string {
		switch g.Intn(12) {
		case 0:
			return g.flow(1)
		case 1:
			return "<<"
		case 2:
			return g.pick("*a", "*b") + " "
		case 3:
			return g.properties() + g.scalar(false)
		}
		return g.pick("a", "b", "c", "profile::x", "'q'", `"d"`, ":s", "1", "yes")
	}
	after := func(inner string) string {
		switch g.Intn(9) {
		case 0, 1:
			return " " + g.properties() + g.scalar(false) + g.pick("\n", "\n", " # c\n", "\n# c\n")
		case 2:
			return " " + g.flow(3) + "\n"
		case 3:
			return " " + g.properties() + g.blockScalar(indent)
		case 4:
			if g.chance(2) {
				return " " + g.properties() + g.wide() + "\n"
			}
			return g.pick("\n", " # c\n", "\n\n")
		case 5:
			return " " + g.pick("*a", "*b", "*a1", "*z") + "\n"
		}
		return g.pick("", " &a", " &b", " !foo", " !!set", " !!str") + "\n" + g.block(inner, depth-1)
	}
	sequence := g.chance(2)
	for i := 1 + g.Intn(3); i > 0; i-- {
		inner := indent + g.pick("  ", "  ", "  ", "  ", " ", "    ", "")
		line := indent
		if g.chance(25) {
			line = g.pick(indent+" ", "\t", strings.TrimPrefix(indent, " "))
		}
		switch {
		case sequence && g.chance(4):
			b.WriteString(line + "- " + strings.TrimPrefix(g.block(indent+"  ", depth-1), indent+"  "))
		case sequence:
			b.WriteString(line + "-" + after(inner))
		case g.chance(10):
			b.WriteString(line + "? " + key() + g.pick("\n"+indent, "\n") + g.pick(":", "") + after(inner))
		default:
			b.WriteString(line + key() + g.pick(":", ":", ":", ":", ":", ":", ":", " :", "", "::") + after(inner))
		}
	}
	return b.String()
}

func (g *generator) document() string {
	g.budget = 40
	text := g.pick("", "", "", "---\n", "--- ", "# c\n", "%YAML 1.1\n---\n", "%YAML 1.2\n---\n", "%TAG !x! tag:x,2000:\n---\n", "\uFEFF", "...\n", "  ", "%TAG ! !y\n---\n")
	text += g.block(g.pick("", "", "", " "), 4)
	return text + g.pick("", "", "", "---\n", "...\n", "--- a\n", "...\nx: [", "---\n@", "x", "\x00", "\xff", "\u0007")
}

// TestPsychGenerated compares with Puppet on generated documents.
func TestPsychGenerated(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewSource(2))}
	texts := make([]string, rounds(5000))
	for i := range texts {
		texts[i] = g.document()
	}
	compare(t, YAML, texts)
	compareTrees(t, texts[:len(texts)/10])
}

// rounds returns the number of texts to compare: reference.Cases(n), or $HIERALINT_TEST_ROUNDS.
func rounds(n int) int {
	if rounds, err := strconv.Atoi(os.Getenv("HIERALINT_TEST_ROUNDS")); err == nil {
		return rounds
	}
	return reference.Cases(n)
}

// jsonTexts are short documents, each with an edge case or an error.
var jsonTexts = []string{
	"{}", `{"a":1}`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `[1,]`, `[1 2]`, ``, `  `, `{`, `{"a"`, `{"a":`, `{"a":1`, `[`, `[1`, `"abc`, `nul`, `nullx`,
	`truex`, `01`, `-`, `-a`, `1.`, `1.e1`, `1e`, `1e5`, `-0`, `-0.0`, `1.5e400`, `NaN`, `[NaN]`, `Infinity`, `[Infinity]`, `-Infinity`, `[-Infinity]`,
	`"\q"`, `"\u12"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, "\"a\nb\"", "\"a\tb\"", `/*c*/{}`, `{}//c`, "{}//c\n", `{}/*c`, `{} x`,
	`{"a":1}{"b":2}`, "\uFEFF{}", "{\"a\":\"\xff\"}", `{"a":1,"a":2}`, `[1,/*c*/2]`, `{"a"/*c*/:/*d*/1}`, `[[[[]]]]`, "\x00", "{\"a\":\"\x00\"}",
	`{"a":tru}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":0x10}`, `{'a':1}`, `{"a":1;"b":2}`, `[1,,2]`, `[,1]`, `{,}`, `{"a":,}`,
	`{"a":1 "b":2}`, `["a" "b"]`, `{1:2}`, `[1.0.0]`, `[1-2]`, `[--1]`, `[1e+]`, `{"\u0061":1,"a":2}`, `["\/"]`, `["\`, `[123abc]`, `[truefalse]`,
	`{"a":nulll}`, `"\x41"`, "\"\\\n\"", "\v[1]", "[1]\v", `[1,2,3]]`, `{} /`, `{} /x`, `[/]`, `[1 /]`, `[1/*]`, `[1//]`, `{/`, `{"a"/:1}`,
	`"\uZZZZ"`, `"\ud83dabcdef"`, `"\ud83d\u0041"`, `"\ud83d\nabcdefgh"`, `"\ud83dxxxxx"`, `"\ud83dxxxxxx"`, `"\ud83d\ud83d\ude00"`,
	`{"a":"\ud83d"}`, `["\ud83d\ude"]`, `[1.5-2]`, `[1.5e3.2]`, `[-01]`, `[-0.5]`, `[1.5E]`, `[1E5]`, `{"a":[1,]}`, `[{"a":1,}]`, `[[1,],2]`, `{"a":NaN}`,
	`{"a":{"b":[}}`, `{"a":{"b":[1 2]}}`, `[{"a":[]},{"b"}]`, strings.Repeat("[", 101), strings.Repeat("[", 100) + strings.Repeat("]", 100),
	strings.Repeat(`{"a":`, 101), "/", "/*", "//", "//\n", "//\n1", "/***/1", "/*/1", `{/*x*/}`, `123456789012345678901234567890`, `1.0`, `0.1e-5`, `[1.25, -1]`,
	`"\u00e9\u20ac"`, `{"":1}`, `["\b\f\n\r\t\"\\"]`, "\"\u2028\"", `I`, `N`, `[-I]`, `t`, `[1,/`, `{"a":1/`,
}

// TestRubyJSON compares with Puppet on jsonTexts and on mutated real files.
func TestRubyJSON(t *testing.T) {
	texts := append([]string(nil), jsonTexts...)
	r := rand.New(rand.NewSource(3))
	damage := append([]string{`"`, `\`, `\u`, `/*`, `*/`, `//`, `,`, `:`, `{`, `}`, `[`, `]`, `1`, `-`, `.`, `e5`, ` `, `null`, `tru`, `NaN`, "\n", "\x00", "\xff"}, jsonTexts[:10]...)
	files := sorted(corpus(t, ".json"))
	for range rounds(5000) {
		text := files[r.Intn(len(files))]
		if r.Intn(2) == 0 {
			text = jsonTexts[r.Intn(len(jsonTexts))]
		}
		text = text[:min(len(text), 3000)]
		for n := r.Intn(3); n >= 0; n-- {
			i, j := r.Intn(len(text)+1), r.Intn(4)
			text = text[:i] + damage[r.Intn(len(damage))] + text[min(len(text), i+max(0, j-1)):]
		}
		texts = append(texts, text)
	}
	compare(t, JSON, texts)
}
