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

// The YAML parser is compared with two others: Psych, which Puppet uses (see compare), and yaml.v3, another
// port of libyaml, which needs no Ruby. If the two disagree, Psych is right; v3Differences lists the known
// differences.

// suite returns the inputs of the YAML test suite by name.
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

// v3Differences are known differences between yaml.v3 and libyaml (and Psych).
var v3Differences = []struct {
	reason  string
	text    *regexp.Regexp // matches documents that may be affected
	example string
}{
	{"yaml.v3 does not count a byte order mark as a column, and accepts it only at the start", regexp.MustCompile(bom), bom + "a: 1\n"},
	{"yaml.v3 treats a comma as part of the tag before it", regexp.MustCompile(`!\S*,`), "[!a,b c]\n"},
	{"yaml.v3 forgets that a flow collection that contains `?` can be a key", regexp.MustCompile(`[\[{](.|\n)*\?`), "{? a : b} : c\n"},
	{"yaml.v3 treats any `?` in a flow collection as an indicator", regexp.MustCompile(`[\[{](.|\n)*\?`), "[a?b]\n"},
	{"yaml.v3 allows a comma after `:` in a flow collection", regexp.MustCompile(`[\[{](.|\n)*:,`), "{a:, b: c}\n"},
	{"yaml.v3 rejects `\\/`", regexp.MustCompile(`\\/`), "\"a\\/b\"\n"},
	{"yaml.v3 accepts `\\'`", regexp.MustCompile(`\\'`), "\"a\\'b\"\n"},
	{"yaml.v3 takes any tag that starts with `!!` for one of YAML's own", regexp.MustCompile(`%TAG[^\n]*!!|!<!!`), "%TAG ! !!!\n--- !a 0\n"},
	{"yaml.v3 rejects YAML 1.2", regexp.MustCompile(`%YAML`), "%YAML 1.2\n---\na: 1\n"},
}

// isKnownDifference reports whether a known difference of yaml.v3 may affect a document.
func isKnownDifference(text string) bool {
	for _, d := range v3Differences {
		if d.text.MatchString(text) {
			return true
		}
	}
	return false
}

// TestV3Differences checks that each known difference exists, and that Psych agrees with this package.
func TestV3Differences(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, d := range v3Differences {
		if compareWithV3(d.example, true) == "" {
			t.Errorf("%q: no difference, want one because %s", d.example, d.reason)
		}
		if !d.text.MatchString(d.example) {
			t.Errorf("%q does not match %s", d.example, d.text)
		}
		texts = append(texts, d.example)
	}
	t.Run("Psych", func(t *testing.T) { compare(t, YAML, texts) })
}

// TestSuite compares with yaml.v3 and Psych on the YAML test suite.
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
		t.Errorf("got %d inputs, want 406", len(texts))
	}
	t.Run("Psych", func(t *testing.T) {
		compare(t, YAML, texts)
		compareTrees(t, texts)
	})
}

// TestV3 compares with yaml.v3 on real files, mutated files, and generated documents.
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
			t.Errorf("%q\n%s", shorten(text), difference)
		}
	}
}

// FuzzV3 searches for documents that yaml.v3 parses differently.
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

// compareWithV3 returns the first difference between the tree of a document here and in yaml.v3, "" if there
// is none. If only one of them rejects the document, that is a difference only if refusals is set: yaml.v3
// reads up to two tokens past the document, rejects unknown aliases, and fails on some comments.
func compareWithV3(text string, refusals bool) (difference string) {
	var document yaml.Node
	var err error
	crashed := crash.Guard("yaml.v3", func() { err = yaml.Unmarshal([]byte(text), &document) }) // yaml.v3 panics on some documents
	if crashed != nil {
		err = crashed
	}
	doc := parseText(text)
	refused := doc.quoted || doc.Root == nil && doc.Err != nil
	switch {
	case refused || err != nil:
		if refusals && refused != (err != nil) {
			return fmt.Sprintf("rejected by only one: %v, yaml.v3: %v", doc.Err, err)
		}
		return ""
	case doc.Root == nil || document.Kind == 0:
		if doc.Root == nil && document.Kind == 0 {
			return ""
		}
		return fmt.Sprintf("only one has a document, this package: %t", doc.Root != nil)
	}
	at := position{text: text, line: 1}
	return compareNodes(doc.Root, document.Content[0], &at)
}

// position is a position in a text, with line and column as in libyaml.
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

// compareNodes returns the first difference between two trees, "" if there is none.
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

// described describes a node without its position and children.
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
