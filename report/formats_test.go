package report

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// FuzzFormats checks that reports can be parsed regardless of the content of files, names, and messages.
func FuzzFormats(f *testing.F) {
	f.Add([]byte("a: b\n"), 0, 4, "message", "data/path.yaml", "new")
	f.Add([]byte("\uFEFFa:\r\n\t- \x1b[31m😀\u202e\r"), 3, 40, "`a\x00` {0} [x](1)\n::error::]]>", "p\x1b/\xff\n::error::", "\xff")
	f.Add([]byte("k: ]]> \xff\uFFFE\x0b"), 3, 8, "\xff<![CDATA[", "", "]]>")
	f.Fuzz(func(t *testing.T, content []byte, start, length int, message, path, replacement string) {
		file := source.New(path, content)
		start = min(max(start, 0), len(content))
		span := source.Span{Start: start, End: min(max(length, 0), len(content)-start) + start}
		d := diagnostic.Diagnostic{
			Rule: aliasRule, Severity: diagnostic.Warning, File: file, Span: span, Message: message, Detail: message, Help: message,
			Related: []diagnostic.Related{{File: file, Span: span, Message: message}},
			Fixes:   []diagnostic.Fix{{Message: message, Edits: []diagnostic.TextEdit{{File: file, Span: span, New: replacement}}}},
		}
		r := &Report{Diagnostics: []diagnostic.Diagnostic{d, d}, Rules: exampleRules, Files: []string{path}}
		for _, format := range Formats {
			out := write(t, format.Write, r, Options{})
			switch format.Name {
			case "json", "sarif", "gitlab", "rdjson":
				if !json.Valid([]byte(out)) {
					t.Errorf("%s: invalid JSON", format.Name)
				}
			case "checkstyle", "junit":
				if err := wellFormed(out); err != nil {
					t.Errorf("%s: %v\n%q", format.Name, err, out)
				}
			case "compact":
				if n := strings.Count(out, "\n"); n != 2 {
					t.Errorf("compact: got %d lines for two findings: %q", n, out)
				}
			case "github":
				commands := 0
				for line := range strings.Lines(out) {
					if _, ok := parseCommand(strings.TrimSuffix(line, "\n")); ok {
						commands++
					}
				}
				if commands != 2 {
					t.Errorf("github: got %d commands for two findings: %q", commands, out)
				}
			}
		}
	})
}

func wellFormed(document string) error {
	d := xml.NewDecoder(strings.NewReader(document))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestFormatNames checks the names of formats, which are stable because configurations contain them.
func TestFormatNames(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
		if f.Title == "" {
			t.Errorf("%s has no title", f.Name)
		}
	}
	want := []string{"text", "json", "sarif", "html", "compact", "github", "gitlab", "checkstyle", "junit", "rdjson"}
	if !slices.Equal(names, want) {
		t.Errorf("got formats %q, want %q", names, want)
	}
}
