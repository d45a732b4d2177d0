package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

// shownOutput is a command of the documentation with the block that shows what it prints.
var shownOutput = regexp.MustCompile("(?s)(<!-- output of: hieralint ([^\n]*) -->\n```[a-z]*\n)(.*?)(```\n)")

var duration = regexp.MustCompile(`\(\d+\.\d+ s\)`)

// TestDocumentedOutput runs the commands whose output the documentation shows. With -update it
// writes what they print now.
func TestDocumentedOutput(t *testing.T) {
	repository := reference.Root(t)
	pages, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, filepath.Join(repository, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(repository)
		fresh := shownOutput.ReplaceAllStringFunc(string(text), func(block string) string {
			commands++
			m := shownOutput.FindStringSubmatch(block)
			var stdout, stderr bytes.Buffer
			run(context.Background(), append([]string{"hieralint"}, strings.Fields(m[2])...), strings.NewReader(""), &stdout, &stderr)
			if stderr.Len() > 0 {
				t.Errorf("hieralint %s: %s", m[2], stderr.String())
			}
			return m[1] + duration.ReplaceAllString(stdout.String(), "(0.02 s)") + m[4]
		})
		golden.CheckFile(t, page, []byte(fresh))
	}
	if commands == 0 {
		t.Error("the documentation shows no output")
	}
}
