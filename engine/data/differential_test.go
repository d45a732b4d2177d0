package data

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/crash"
)

// The reader of YAML has two references: Psych, which Puppet uses (see compare), and yaml.v3, another port of
// libyaml, which needs no Ruby. Where the two disagree Psych is right; v3Differences is what is known of that.

// suite is the inputs of the YAML test suite by name.
func suite(t testing.TB) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/yaml-test-suite.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tabs := regexp.MustCompile(`—*»`)
	characters := strings.NewReplacer("␣", " ", "←", "\r", "⇔", bom, "↵", "", "∎\n", "")
	inputs := map[string]string{}
	for _, file := range archive.Files {
		if file.Name != "LICENSE" {
			inputs[file.Name] = characters.Replace(tabs.ReplaceAllString(string(file.Data), "\t"))
		}
	}
	return inputs
}

// v3Differences are what yaml.v3 reads in another way than libyaml and Psych.
var v3Differences = []struct {
	reason  string
	text    *regexp.Regexp // matches texts where that may happen
	example string
}{
	{"it counts no column for a byte order mark, and knows it only at the start of the text", regexp.MustCompile(bom), bom + "a: 1\n"},
	{"it takes a comma for a part of the tag in front of it", regexp.MustCompile(`!\S*,`), "[!a,b c]\n"},
	{"it forgets that the first key of a line began in front of a bracket when there is a `?` behind it", regexp.MustCompile(`[\[{](.|\n)*\?`), "{? a : b} : c\n"},
	{"it takes any `?` in brackets for an indicator", regexp.MustCompile(`[\[{](.|\n)*\?`), "[a?b]\n"},
	{"it allows a comma behind a `:` in brackets", regexp.MustCompile(`[\[{](.|\n)*:,`), "{a:, b: c}\n"},
	{"it has no `\\/`", regexp.MustCompile(`\\/`), "\"a\\/b\"\n"},
	{"it has a `\\'`", regexp.MustCompile(`\\'`), "\"a\\'b\"\n"},
	{"it refuses YAML 1.2", regexp.MustCompile(`%YAML`), "%YAML 1.2\n---\na: 1\n"},
}

// isKnownDifference reports whether yaml.v3 may read a text in another way.
func isKnownDifference(text string) bool {
	for _, d := range v3Differences {
		if d.text.MatchString(text) {
			return true
		}
	}
	return false
}

// TestV3Differences checks that what is known of yaml.v3 is true, and that libyaml sides with us.
func TestV3Differences(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, d := range v3Differences {
		if compareWithV3(d.example, true) == "" {
			t.Errorf("%q: there is no difference, although %s", d.example, d.reason)
		}
		if !d.text.MatchString(d.example) {
			t.Errorf("%q does not match %s", d.example, d.text)
		}
		texts = append(texts, d.example)
	}
	t.Run("Psych", func(t *testing.T) { compare(t, YAML, texts) })
}

// TestSuite compares with both references on the YAML test suite.
func TestSuite(t *testing.T) {
	t.Parallel()
	var texts []string
	for name, text := range suite(t) {
		texts = append(texts, text)
		if difference := compareWithV3(text, true); difference != "" && !isKnownDifference(text) {
			t.Errorf("%s: %q\n%s", name, text, difference)
		}
	}
	if len(texts) != 406 {
		t.Errorf("%d inputs", len(texts))
	}
	t.Run("Psych", func(t *testing.T) {
		compare(t, YAML, texts)
		compareTrees(t, texts)
	})
}

// TestV3 compares with yaml.v3 on real files, damaged ones, and texts that use all of YAML.
func TestV3(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(6))
	g := &generator{Rand: r}
	files := sorted(corpus(t, ".yaml", ".yml", ".eyaml"))
	texts := slices.Clone(files)
	for range rounds(5000) {
		texts = append(texts, mutate(r, files[r.Intn(len(files))]), g.document())
	}
	for _, text := range texts {
		if difference := compareWithV3(text, false); difference != "" && !isKnownDifference(text) {
			t.Errorf("text %q\n%s", shorten(text), difference)
		}
	}
}

// FuzzV3 looks for texts that yaml.v3 reads in another way.
func FuzzV3(f *testing.F) {
	for _, text := range suite(f) {
		f.Add(text)
	}
	for _, tt := range constructs {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if difference := compareWithV3(text, false); difference != "" && !isKnownDifference(text) {
			t.Error(difference)
		}
	})
}

// compareWithV3 is the first difference between our tree of a text and that of yaml.v3, "" when there is none. That
// one of the two refuses the text is a difference only where refusals count: yaml.v3 reads up to two tokens
// behind the document, knows no aliases without anchors, and fails on some comments.
func compareWithV3(text string, refusals bool) (difference string) {
	var document yaml.Node
	var err error
	crashed := crash.Guard("yaml.v3", func() { err = yaml.Unmarshal([]byte(text), &document) }) // it panics on some texts
	if crashed != nil {
		err = crashed
	}
	doc := parseText(text)
	refused := doc.quoted || doc.Root == nil && doc.Err != nil
	switch {
	case refused || err != nil:
		if refusals && refused != (err != nil) {
			return fmt.Sprintf("refused by only one: %v, yaml.v3: %v", doc.Err, err)
		}
		return ""
	case doc.Root == nil || document.Kind == 0:
		if doc.Root == nil && document.Kind == 0 {
			return ""
		}
		return fmt.Sprintf("only one has a document, ours: %t", doc.Root != nil)
	}
	at := position{text: text, line: 1}
	return compareNodes(doc.Root, document.Content[0], &at)
}

// position walks through a text and counts lines and columns as libyaml does.
type position struct {
	text                 string
	offset, line, column int
}

func (p *position) moveTo(offset int) {
	for p.offset < offset {
		if width := breakWidth(p.text, p.offset); width > 0 {
			p.offset, p.line, p.column = p.offset+width, p.line+1, 0
			continue
		}
		_, width := utf8.DecodeRuneInString(p.text[p.offset:])
		p.offset, p.column = p.offset+width, p.column+1
	}
}

// compareNodes is the first difference between two trees.
func compareNodes(ours *Node, theirs *yaml.Node, at *position) string {
	if a, b := described(ours), describedV3(theirs); a != b {
		return fmt.Sprintf("ours    %s\nyaml.v3 %s", a, b)
	}
	at.moveTo(ours.Span.Start)
	if ours.Properties == noProperties && ours.Span.Len() > 0 && (at.line != theirs.Line || at.column+1 != theirs.Column) {
		return fmt.Sprintf("%s at %d:%d, for yaml.v3 at %d:%d", described(ours), at.line, at.column+1, theirs.Line, theirs.Column)
	}
	if ours.Target != nil && described(ours.Target) != describedV3(theirs.Alias) {
		return fmt.Sprintf("%s is an alias of %s, for yaml.v3 of %s", described(ours), described(ours.Target), describedV3(theirs.Alias))
	}
	for i, child := range ours.Children {
		if difference := compareNodes(child, theirs.Content[i], at); difference != "" {
			return difference
		}
	}
	return ""
}

// described is a node without its place and what is in it.
func described(n *Node) string {
	style, tag := styleNames[n.Style], n.tag
	if tag == "!" {
		tag = "" // yaml.v3 does not keep it
	}
	if n.Kind == Alias {
		style = "plain"
	}
	return fmt.Sprintf("%s %s, %d children, text %q, anchor %q, tag %q", style, kindNamesOfNodes[n.Kind], len(n.Children), n.text, n.Anchor, tag)
}

func describedV3(n *yaml.Node) string {
	kinds := map[yaml.Kind]NodeKind{yaml.ScalarNode: Scalar, yaml.SequenceNode: Sequence, yaml.MappingNode: Mapping, yaml.AliasNode: Alias}
	styles := map[yaml.Style]Style{0: Plain, yaml.SingleQuotedStyle: SingleQuoted, yaml.DoubleQuotedStyle: DoubleQuoted,
		yaml.LiteralStyle: Literal, yaml.FoldedStyle: Folded, yaml.FlowStyle: Flow}
	style := styles[n.Style&^yaml.TaggedStyle]
	if style == Plain && (n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode) {
		style = Block
	}
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.LongTag()
	}
	return fmt.Sprintf("%s %s, %d children, text %q, anchor %q, tag %q", styleNames[style], kindNamesOfNodes[kinds[n.Kind]], len(n.Content), n.Value, n.Anchor, tag)
}
