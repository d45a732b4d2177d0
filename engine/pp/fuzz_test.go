package pp_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// FuzzParse checks that the parser terminates, and that the spans of nodes and errors are inside the file.
func FuzzParse(f *testing.F) {
	for _, topic := range topics() {
		for _, r := range snippets[topic] {
			f.Add(r.Text, r.Template, r.Plans)
		}
	}
	f.Fuzz(func(t *testing.T, text string, template, plans bool) {
		file, err := parseFile(text, template, plans)
		if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
			if s := wrong.Span; s.Start < 0 || s.End < s.Start || s.End > len(text) {
				t.Fatalf("error at %v in a file of %d bytes", s, len(text))
			}
			if wrong.Text == "" {
				t.Fatal("error without a message")
			}
			return
		}
		checkSpans(t, file.Body, source.Span{End: len(text)})
	})
}

func parseFile(text string, template, plans bool) (*pp.File, error) {
	read := pp.Parse
	if template {
		read = pp.ParseTemplate
	}
	return read(source.New("", []byte(text)), pp.Options{Plans: plans})
}

// checkSpans checks that the spans of n and its descendants are inside outer. They need not be inside their
// parents: the text of a heredoc follows the line of its tag.
func checkSpans(t *testing.T, n pp.Node, outer source.Span) {
	t.Helper()
	pp.Walk(n, func(n pp.Node) bool {
		if s := n.Span(); s.Start < 0 || s.End < s.Start || s.End > outer.End {
			t.Fatalf("%T at %v, in a file of %d bytes", n, s, outer.End)
		}
		return true
	})
}

// TestDeep checks that code with extremely many nested expressions or operators is rejected quickly, and that
// long flat code is accepted.
func TestDeep(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"parentheses":   strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"brackets":      strings.Repeat("[ ", n),
		"braces":        strings.Repeat("{ a => ", n),
		"blocks":        strings.Repeat("if $x { ", n),
		"elsif":         "if 1 { } " + strings.Repeat("elsif $x { } ", n),
		"not":           strings.Repeat("!", n) + "1",
		"sum":           strings.Repeat("1 + ", n) + "1",
		"accesses":      "$x" + strings.Repeat("[1]", n),
		"methods":       "$x" + strings.Repeat(".a", n),
		"assignments":   strings.Repeat("$a = ", n) + "1",
		"arrows":        strings.Repeat("a -> ", n) + "a",
		"selectors":     strings.Repeat("$a ? b => ", n) + "1",
		"texts":         strings.Repeat(`"${`, n),
		"virtual":       strings.Repeat("@ ", n) + "a",
		"heredocs":      strings.Repeat("@(\"A\")\n${", n),
		"resources":     strings.Repeat("file { 'a': b => ", n),
		"lambdas":       strings.Repeat("f() |$x| { ", n),
		"classes":       strings.Repeat("class a { ", n),
		"bodies":        "a" + strings.Repeat("{ 'b': }", n),
		"type brackets": "function a(" + strings.Repeat("A[", n),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, err := parseFile(text, false, false); err == nil {
				t.Error("got no error")
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
	// Long lists are accepted.
	for name, text := range map[string]string{
		"statements": strings.Repeat("include a\n", n),
		"elements":   "[" + strings.Repeat("1,", n) + "]",
		"entries":    "{" + strings.Repeat("a => 1,", n) + "}",
		"parts":      `"` + strings.Repeat("${x} ", n) + `"`,
		"heredocs":   strings.Repeat("f(@(A))\nb\nA\n", n),
		"comments":   strings.Repeat("/* a */ # b\n", n),
		"unicode":    `"` + strings.Repeat(`\u005cu0041`, n) + `"`,
		"parens":     strings.Repeat(" ", n) + strings.Repeat("f(1) ", n),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, err := parseFile(text, false, false); err != nil {
				t.Error(err)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
