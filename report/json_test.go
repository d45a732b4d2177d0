package report

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/notseen"
)

func TestJSONExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.json", []byte(write(t, JSON, example(t), Options{})))
	golden.Check(t, "clean.json", []byte(write(t, JSON, &Report{Summary: Summary{Files: 214}}, Options{})))
}

func TestJSONFollowsItsSchema(t *testing.T) {
	t.Parallel()
	withDuration := example(t)
	withDuration.Summary.Duration = 1500 * time.Millisecond
	united := clean()
	united.Diagnostics = example(t).Diagnostics[:1]
	united.Diagnostics[0].Count = 30
	everything := clean()
	everything.Summary = Summary{Files: 1, Fixable: 1, Fixed: 2, Suppressed: 3, Known: 4, Older: 5, Stale: 6}
	schema := jsonschema.Read(t, "docs/schemas/lint-report.schema.json")
	for name, r := range map[string]*Report{
		"example": example(t), "clean": clean(), "nothing": {}, "every number": everything, "with duration": withDuration, "of one cause": united, "odd": odd(),
	} {
		t.Run(name, func(t *testing.T) {
			out := write(t, JSON, r, Options{})
			if !utf8.ValidString(out) {
				t.Error("invalid UTF-8")
			}
			if err := schema.CheckJSON([]byte(out)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestJSONSchemaRejects(t *testing.T) {
	t.Parallel()
	schema := jsonschema.Read(t, "docs/schemas/lint-report.schema.json")
	good := write(t, JSON, example(t), Options{})
	for name, change := range map[string][2]string{
		"other version":     {`"version": 1`, `"version": 2`},
		"missing member":    {`"summary": {`, `"summery": {`},
		"unknown severity":  {`"severity": "error"`, `"severity": "fatal"`},
		"line 0":            {`"line": 4`, `"line": 0`},
		"column as string":  {`"column": 5`, `"column": "5"`},
		"null for an array": {`"related": []`, `"related": null`},
		"malformed rule id": {`"id": "HL3004"`, `"id": "3004"`},
		"additional member": {`"safe": true`, `"safe": true, "sure": true`},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(good, change[0], change[1], 1)
			if bad == good {
				t.Fatalf("%s is not in the report", change[0])
			}
			if schema.CheckJSON([]byte(bad)) == nil {
				t.Error("got no error")
			}
		})
	}
}

func TestJSONCountsCodePoints(t *testing.T) {
	t.Parallel()
	file := source.New("f.yaml", []byte("\uFEFF😀e\u0301: x\r\ny: z\n"))
	r := &Report{Diagnostics: []diagnostic.Diagnostic{{Rule: aliasRule, Severity: diagnostic.Error, File: file,
		Span: source.Span{Start: find(t, file, "x", 1).Start, End: find(t, file, "z", 1).End}}}}
	var out jsonReport
	if err := json.Unmarshal([]byte(write(t, JSON, r, Options{})), &out); err != nil {
		t.Fatal(err)
	}
	if got, want := out.Diagnostics[0].Range, (jsonRange{jsonPosition{1, 6}, jsonPosition{2, 5}}); got != want {
		t.Errorf("got range %+v, want %+v", got, want)
	}
}

// TestJSONLeavesOutFixesThatAreNotUTF8 checks that fixes that JSON cannot represent exactly are omitted: they
// would corrupt the file.
func TestJSONLeavesOutFixesThatAreNotUTF8(t *testing.T) {
	t.Parallel()
	for _, format := range []Writer{JSON, SARIF} {
		r := example(t)
		before := strings.Count(write(t, format, r, Options{}), `"safe":`)
		r.Diagnostics[0].Fixes[0].Edits[0].New = "\xff"
		if after := strings.Count(write(t, format, r, Options{}), `"safe":`); after != before-1 {
			t.Errorf("got %d of %d fixes, want one less", after, before)
		}
	}
}

// odd returns a report with content that is difficult to represent in some formats.
func odd() *Report {
	empty := source.New("data/empty file.yaml", nil)
	whole := source.New("../outside/ü 100%.yaml", []byte("a: 1"))
	malformed := source.New("data/\xff\x1b.yaml", []byte("k\xff: \xe2\x82 \x1b[0m\u2028\"<b>&\r\x00x\r\n"))
	long := source.New("data/long.json", []byte(`{"a": "`+strings.Repeat("状", 5000)+`%{x}`+strings.Repeat("y", 9000)+`"}`))
	plain := func(file *source.File, start, end int, message string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: unquotedRule, Severity: diagnostic.Error, File: file, Span: source.Span{Start: start, End: end}, Message: message}
	}
	token := 7 + 3*5000
	return &Report{
		Rules: exampleRules[:2],
		Diagnostics: []diagnostic.Diagnostic{
			plain(empty, 0, 0, "empty file"),
			plain(whole, 0, 4, "the whole file, outside the working directory"),
			plain(whole, 4, 4, "the end of a file"),
			plain(malformed, 1, 9, "invalid \xff and control \x1b characters, <html>, [a link](1), *stars* and `a_b`*c*"),
			plain(malformed, len(malformed.Text), len(malformed.Text), "Ends with a full stop."),
			plain(long, token, token+4, "in a long line"),
			plain(long, 0, len(long.Text), "a whole long file"),
			{Rule: aliasRule, Severity: diagnostic.Note, File: malformed, Span: source.Span{Start: 0, End: 1}, Message: "`open backquote", Key: diagnostic.RootKey("k\xff"),
				Detail: "é is a letter", Help: "write `x`",
				Related: []diagnostic.Related{{File: malformed, Span: source.Span{Start: 1, End: 2}, Message: `a \ [b] ` + "\xff"}},
				Fixes: []diagnostic.Fix{
					{Message: "no edits"},
					{Message: "two files", Edits: []diagnostic.TextEdit{
						{File: long, Span: source.Span{Start: token, End: token + 4}},
						{File: malformed, Span: source.Span{Start: 0, End: 0}, New: "'"},
						{File: long, Span: source.Span{Start: 0, End: 1}, New: "["},
					}},
				}},
		},
		Summary: Summary{NotSeen: []notseen.Part{{What: "\xff"}}},
	}
}
