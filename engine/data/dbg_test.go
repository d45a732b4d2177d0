package data

import (
	"fmt"
	"github.com/hieralint/hieralint/engine/source"
	"strings"
	"testing"
)

func TestDbg(t *testing.T) {
	for _, text := range []string{
		"a: %{x}\n", "a: %{x}\nb: @c\n", "a: [%{x}/a, b]\nc: %{lookup('x')} # c\nd: 'x'\n", "%{x}: a\nb: 1\n", "a:\n  - %{x} \"q\" 'r' \\z\n", "a: %{x", "a: %foo", "a: x%{lookup('b: c')}y\n",
		"a: [x%{b}, c]\n", "a: {%{k}: v}\n", "a: @b c\n", "a: `b`\n", "a:\n\tb: 1\n", "a: b\n\tc: 1\n", "a: |\n\tb\n", "a: b: c\n", "a: b\n  c: d\n", "a: 1\nb:2\nc: 3\n", "a: 1\nfoo bar\nc: 3\n", "a: 1\nprofile::x:y\n",
		"a: 'it's me'\n", "a: \"say \"hi\" x\"\n", "a: 'b' c\n", "a:\n  b: 1\n c: 2\n", "a: 1\n- b\n", "- a\nb: 1\n", "a: [b, c\nd: 1\n", "a: {b: c\nd: 1\n", "a: [b c: d e]\n", "a: [b, , c]\n", "a: [:t]\n", "a: [b", "a: ]\n", "a: , b\n",
		"a: \"b\nc: 1\n", "a: 'b\nc: 1\nd: 'x'\n", "a: \"\\d+\"\n", "a: \"\\x4\"\n", "a: \"\\ud83d\"\n", "a: - b\n", "a: |foo\n", "a: *.example.com\n", "a: & b\n", "a: !foo{x}\n", "a: !x!y z\n", "%{a}\n", "%foo\n", "\uFEFF---\na: 1\n", "a: \xe9\n", "\xff\xfea\x00", "a: \x07\n", "a: [b:, c]\n", "  a: 1\nb: 2\n", "\uFEFFa: 1\nb: 2\n", "a: 1\n---\nb: 2\n", "a: 1\n...\n", "a: 1\n---\n", "a: *x\n", "a: 2001-01-01\n", "a: !ruby/regexp /a/\n", "a: !!float abc\n", "a: 0x_\n", "a:b\n", "", "# c\n", "a: {{ x }}\n", "a: 1\n  b: 2\n", "a: \"x\" # c\n  - b\n", "a:\n- b\n  c\n- d\n e: f\n", "a: ? b\n", "x: {a: b}c\n", "'a': 'b'c': d\n", "a: b\n c\nd\ne: f\n",
	} {
		d := Parse(source.New("f", []byte(text)), YAML)
		fmt.Printf("%q\n", text)
		for _, p := range d.Problems {
			e := ""
			if d.Err == p {
				e = "ERR "
			}
			fmt.Printf("   %s%d %v %q: %s | %s | %s | %s\n", e, p.Code, p.Span, d.File.Slice(p.Span), p.Cause, p.Help, p.Replacement, p.Message)
		}
		if d.Repaired {
			fmt.Println("   repaired", tagged(d.Root.Value))
			show(d.Root, "     ")
		}
	}
}
func show(n *Node, in string) {
	fmt.Printf("%s%d %d %q %q\n", in, n.Kind, n.Style, n.text, n.Doc.File.Slice(n.Span))
	if n.Kind == Scalar {
		var b strings.Builder
		for i := range len(n.text) + 1 {
			fmt.Fprintf(&b, "%d ", n.SourceOffset(i))
		}
		fmt.Println(in, n.Span, b.String())
	}
	for _, c := range n.Children {
		show(c, in+"  ")
	}
}
