package sarif

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWriteEmptyRun(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	log := New(Run{Tool: Tool{Driver: Driver{Name: "x", Rules: []Descriptor{}}}, ColumnKind: UTF16CodeUnits, Results: []Result{}})
	if err := log.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",` +
		`"runs":[{"tool":{"driver":{"name":"x","rules":[]}},"columnKind":"utf16CodeUnits","results":[]}]}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	if compact.String() != want {
		t.Errorf("got  %s\nwant %s", &compact, want)
	}
}

// TestWriteInParts checks that results, which are written one by one, are indented like everything else.
func TestWriteInParts(t *testing.T) {
	t.Parallel()
	some := []Result{{RuleID: "a", Message: Message{Text: "\n   \"results\": []"}}, {RuleID: "b", Locations: []Location{{}}}}
	for _, runs := range [][]Run{{}, {{}}, {{Results: []Result{}}}, {{Results: some}}, {{}, {Results: some[:1]}, {Results: []Result{}}, {Results: some}}} {
		log := &Log{Runs: runs}
		var b bytes.Buffer
		if err := log.Write(&b); err != nil {
			t.Fatal(err)
		}
		if want, err := json.MarshalIndent(log, "", " "); err != nil || b.String() != string(want)+"\n" {
			t.Errorf("got %s\nwant %s, error %v", &b, want, err)
		}
	}
}

func TestWriteMalformedText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := New(Run{Results: []Result{{Message: Message{Text: "a \xff <b> & c"}}}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b.Bytes()) || !utf8.Valid(b.Bytes()) {
		t.Errorf("invalid JSON or UTF-8: %q", &b)
	}
	if !strings.Contains(b.String(), "<b> & c") {
		t.Errorf("text was escaped as HTML: %s", &b)
	}
}

func TestWriteTellsThatTheLogIsTooLarge(t *testing.T) {
	t.Parallel()
	noise := rand.New(rand.NewPCG(1, 2))
	var run Run
	for range 36 {
		text := make([]byte, 400_000) // 6 bits of noise in each byte
		for i := range text {
			text[i] = byte('0' + noise.IntN(64))
		}
		run.Results = append(run.Results, Result{Message: Message{Text: string(text)}})
	}
	var b bytes.Buffer
	if err := New(run).Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "MB after gzip; GitHub refuses more than 10 MB."; !strings.Contains(b.String(), want) {
		t.Errorf("missing notification with %q", want)
	}
	if len(run.Results) != 36 || !json.Valid(b.Bytes()) {
		t.Error("the log is incomplete or invalid")
	}
}
