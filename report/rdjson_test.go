package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
)

func TestRDJSONExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.rdjson", []byte(write(t, RDJSON, example(t), Options{})))
	golden.Check(t, "clean.rdjson", []byte(write(t, RDJSON, clean(), Options{})))
}

func TestRDJSONFollowsTheSchema(t *testing.T) {
	t.Parallel()
	schema := jsonschema.Read(t, "report/testdata/rdjson.schema.json")
	for name, r := range map[string]*Report{"example": example(t), "clean": clean(), "odd": odd()} {
		if err := schema.CheckJSON([]byte(write(t, RDJSON, r, Options{}))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// accept applies a suggestion like reviewdog (service/github/github.go): it replaces the lines of the range
// by the text and the rest of these lines.
func accept(text string, s rdSuggestion) string {
	all := strings.SplitAfter(text, "\n")
	first, last := s.Range.Start.Line-1, s.Range.End.Line-1
	replaced := s.Text
	if s.Range.Start.Column > 0 {
		replaced = all[first][:s.Range.Start.Column-1] + s.Text + all[last][s.Range.End.Column-1:]
	} else if s.Text != "" {
		replaced += "\n"
	}
	return strings.Join(all[:first], "") + replaced + strings.Join(all[last+1:], "")
}

func TestRDJSONSuggestions(t *testing.T) {
	t.Parallel()
	const text = "\uFEFFa: 1\nü: %{x} 😀\r\nb: 2\nc: 3\nd: 4"
	edit := func(old, new string) diagnostic.TextEdit {
		at := strings.Index(text, old)
		return diagnostic.TextEdit{Span: source.Span{Start: at, End: at + len(old)}, New: new}
	}
	tests := []struct {
		name  string
		edits []diagnostic.TextEdit
		want  string
	}{
		{"replace in the first line", []diagnostic.TextEdit{edit("1", "one")}, "\uFEFFa: one\nü: %{x} 😀\r\nb: 2\nc: 3\nd: 4"},
		{"insert on both sides", []diagnostic.TextEdit{edit("%", `"%`), edit("😀", `😀"`)}, "\uFEFFa: 1\nü: \"%{x} 😀\"\r\nb: 2\nc: 3\nd: 4"},
		{"edits in any order", []diagnostic.TextEdit{edit("3", "4"), edit("b", "B")}, "\uFEFFa: 1\nü: %{x} 😀\r\nB: 2\nc: 4\nd: 4"},
		{"remove a line", []diagnostic.TextEdit{edit("b: 2\n", "")}, "\uFEFFa: 1\nü: %{x} 😀\r\nc: 3\nd: 4"},
		{"remove two lines", []diagnostic.TextEdit{edit("b: 2\nc: 3\n", "")}, "\uFEFFa: 1\nü: %{x} 😀\r\nd: 4"},
		{"remove the last line", []diagnostic.TextEdit{edit("\nd: 4", "")}, "\uFEFFa: 1\nü: %{x} 😀\r\nb: 2\nc: 3"},
		{"replace with the line break", []diagnostic.TextEdit{edit("2\n", "'2'\n")}, "\uFEFFa: 1\nü: %{x} 😀\r\nb: '2'\nc: 3\nd: 4"},
		{"add a line", []diagnostic.TextEdit{edit("c", "x: y\nc")}, "\uFEFFa: 1\nü: %{x} 😀\r\nb: 2\nx: y\nc: 3\nd: 4"},
		{"two files", []diagnostic.TextEdit{edit("1", "2"), {File: source.New("other", []byte("x")), New: "y"}}, ""},
		{"invalid UTF-8", []diagnostic.TextEdit{edit("1", "\xff")}, ""},
		{"no edits", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := source.New("f.yaml", []byte(text))
			for i := range tt.edits {
				if tt.edits[i].File == nil {
					tt.edits[i].File = file
				}
			}
			d := diagnostic.Diagnostic{Rule: aliasRule, File: file, Fixes: []diagnostic.Fix{{Edits: tt.edits}}}
			all := rdSuggestions(&d, nil)
			if tt.want == "" {
				if len(all) != 0 {
					t.Errorf("got %+v, want no suggestions", all)
				}
				return
			}
			if len(all) != 1 {
				t.Fatalf("got %d suggestions, want 1", len(all))
			}
			if got := accept(text, all[0]); got != tt.want {
				t.Errorf("%+v: got\n%q, want\n%q", all[0], got, tt.want)
			}
		})
	}
}

// TestRDJSONSuggestsForTheSameLines checks that all suggestions are for the same lines; reviewdog rejects
// others.
func TestRDJSONSuggestsForTheSameLines(t *testing.T) {
	t.Parallel()
	file := source.New("f.yaml", []byte("a: 1\nb: 2\n"))
	fix := func(at int, text string, safe bool) diagnostic.Fix {
		return diagnostic.Fix{Safe: safe, Edits: []diagnostic.TextEdit{{File: file, Span: source.Span{Start: at, End: at + 1}, New: text}}}
	}
	d := diagnostic.Diagnostic{Rule: aliasRule, File: file, Fixes: []diagnostic.Fix{fix(0, "other line", false), fix(5, "safe", true), fix(8, "same line", false)}}
	var texts []string
	for _, s := range rdSuggestions(&d, nil) {
		texts = append(texts, s.Text)
	}
	if got := strings.Join(texts, ", "); got != "safe, same line" {
		t.Errorf("got %s, want the safe fix and the other fix for the same line", got)
	}
}

func TestRDJSONCountsBytes(t *testing.T) {
	t.Parallel()
	file := source.New("f.yaml", []byte("\uFEFF😀: x\nü: y\n"))
	r := &Report{Diagnostics: []diagnostic.Diagnostic{{Rule: aliasRule, Severity: diagnostic.Error, File: file,
		Span: source.Span{Start: bytes.IndexByte(file.Text, 'x'), End: bytes.IndexByte(file.Text, 'y')}}}}
	var out rdResult
	if err := json.Unmarshal([]byte(write(t, RDJSON, r, Options{})), &out); err != nil {
		t.Fatal(err)
	}
	if got, want := out.Diagnostics[0].Location.Range, (rdRange{rdPosition{1, 10}, rdPosition{2, 5}}); got != want {
		t.Errorf("got range %+v, want %+v", got, want)
	}
}
