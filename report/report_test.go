package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

func TestFind(t *testing.T) {
	t.Parallel()
	for _, want := range Formats {
		if got, ok := Find(want.Name); !ok || got.Title != want.Title {
			t.Errorf("Find(%q) = %q, %t", want.Name, got.Title, ok)
		}
	}
	if _, ok := Find("pdf"); ok {
		t.Error("Find(\"pdf\") found something")
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	got := Count(214, example(t).Diagnostics)
	if want := (Summary{Files: 214, Errors: 5, Warnings: 3, Notes: 2, Fixable: 3}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFormatsAreDeterministic(t *testing.T) {
	t.Parallel()
	for _, format := range Formats {
		if a, b := write(t, format.Write, example(t), Options{}), write(t, format.Write, example(t), Options{}); a != b {
			t.Errorf("%s: got different output for equal reports", format.Name)
		}
	}
}

func TestFormatsTellThatWritingFailed(t *testing.T) {
	t.Parallel()
	for _, format := range Formats {
		if err := format.Write(full{}, example(t), Options{}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: got error %v, want that of the writer", format.Name, err)
		}
	}
}

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ file, from, dir, want string }{
		{"data/a.yaml", "", "", "data/a.yaml"},
		{"./data//a.yaml", "", "", "data/a.yaml"},
		{"data/a.yaml", "/repo", "/repo", "data/a.yaml"},
		{"/repo/data/a.yaml", "/repo", "/repo", "data/a.yaml"},
		{"/repo/data/a.yaml", "", "", "/repo/data/a.yaml"},
		{"/other/a.yaml", "/repo", "/repo", "../other/a.yaml"},
		{"data/a.yaml", "/repo/site", "/repo", "site/data/a.yaml"},
		{"../a.yaml", "/repo/site", "/repo", "a.yaml"},
	}
	for _, tt := range tests {
		if got := relative(tt.file, tt.from, tt.dir); got != tt.want {
			t.Errorf("relative(%q, %q, %q) = %q, want %q", tt.file, tt.from, tt.dir, got, tt.want)
		}
	}
}

func TestFingerprints(t *testing.T) {
	t.Parallel()
	before := source.New("data/common.yaml", []byte("a: on\nb: on\n"))
	after := source.New("/repo/data/common.yaml", []byte("# moved\n\na: on\nb: on\n"))
	other := source.New("data/other.yaml", []byte("a: on\n"))
	finding := func(r *diagnostic.Descriptor, file *source.File, nth int, key string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: r, File: file, Span: find(t, file, "on", nth), Key: diagnostic.RootKey(key)}
	}
	prints := func(all ...diagnostic.Diagnostic) []string {
		return Fingerprints(&Report{Dir: "/repo", Diagnostics: all}, Options{})
	}

	first := prints(finding(booleanRule, before, 1, "a"), finding(booleanRule, before, 2, ""), finding(booleanRule, before, 2, ""))
	moved := prints(finding(booleanRule, after, 1, "a"), finding(booleanRule, after, 2, ""), finding(booleanRule, after, 2, ""))
	if !slices.Equal(first, moved) {
		t.Errorf("fingerprints after moving lines: got %[2]q, want %[1]q", first, moved)
	}
	all := append(first, prints(finding(aliasRule, before, 1, "a"), finding(booleanRule, other, 1, "a"), finding(booleanRule, before, 1, "b"))...)
	if n := len(slices.Compact(slices.Sorted(slices.Values(all)))); n != len(all) {
		t.Errorf("%d of %d fingerprints are duplicates: %q", len(all)-n, len(all), all)
	}
	if !strings.HasSuffix(first[2], ":2") {
		t.Errorf("second of two equal findings: got fingerprint %s, want suffix :2", first[2])
	}
}

// TestFingerprintOfElement checks that the fingerprint of a finding in an array does not change when an
// element is inserted before it, and that numeric keys of a hash are told apart.
func TestFingerprintOfElement(t *testing.T) {
	t.Parallel()
	file := source.New("data/common.yaml", []byte("a: on\n"))
	prints := func(step diagnostic.KeyStep) string {
		return Fingerprints(&Report{Diagnostics: []diagnostic.Diagnostic{{Rule: booleanRule, File: file, Span: find(t, file, "on", 1), Key: diagnostic.KeyPath{{Name: "a"}, step}}}}, Options{})[0]
	}
	if a, b := prints(diagnostic.KeyStep{Name: "0", IsIndex: true}), prints(diagnostic.KeyStep{Name: "1", IsIndex: true}); a != b {
		t.Errorf("fingerprint of an element changed from %s to %s", a, b)
	}
	if a, b := prints(diagnostic.KeyStep{Name: "0"}), prints(diagnostic.KeyStep{Name: "1"}); a == b {
		t.Errorf("different keys have the same fingerprint %s", a)
	}
}

// TestFingerprintOfCause checks that findings with a common cause, reported as one, keep their fingerprint
// when the first of them is fixed.
func TestFingerprintOfCause(t *testing.T) {
	t.Parallel()
	before, after := source.New("data/a.yaml", []byte("a: on\n")), source.New("data/b.yaml", []byte("b: on\n"))
	prints := func(file *source.File, cause string, count int) string {
		return Fingerprints(&Report{Diagnostics: []diagnostic.Diagnostic{{Rule: booleanRule, File: file, Span: find(t, file, "on", 1), Cause: cause, Count: count}}}, Options{})[0]
	}
	if a, b := prints(before, "on", 30), prints(after, "on", 29); a != b {
		t.Errorf("fingerprint changed from %s to %s", a, b)
	}
	if a, b := prints(before, "on", 30), prints(before, "off", 30); a == b {
		t.Errorf("different causes have the same fingerprint %s", a)
	}
	if a, b := prints(before, "on", 0), prints(before, "off", 0); a != b {
		t.Errorf("single finding with another cause: fingerprint changed from %s to %s", a, b)
	}
}

func TestFingerprintsDoNotHoldSecrets(t *testing.T) {
	t.Parallel()
	a, b := source.New("f", []byte("k: hunter2")), source.New("f", []byte("k: swordfish"))
	prints := func(f *source.File) string {
		return Fingerprints(&Report{Diagnostics: []diagnostic.Diagnostic{{Rule: secretRule, File: f, Span: source.Span{Start: 3, End: len(f.Text)}}}}, Options{})[0]
	}
	if prints(a) != prints(b) {
		t.Error("the fingerprint depends on the secret")
	}
}

// BenchmarkFormats writes as many results as GitHub accepts, in files of a thousand lines.
func BenchmarkFormats(b *testing.B) {
	const files, lines = 25, 1000
	r := &Report{Rules: exampleRules}
	for i := range files {
		var text strings.Builder
		for n := range lines {
			fmt.Fprintf(&text, "profile::class%d::parameter%d: \"/srv/%%{alias('profile::web::base')}/ü\"\n", i, n)
		}
		file := source.New(fmt.Sprintf("data/nodes/node%02d.yaml", i), []byte(text.String()))
		for n := range lines {
			line := file.Line(n + 1)
			r.Diagnostics = append(r.Diagnostics, diagnostic.Diagnostic{
				Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: source.Span{Start: line.Start + 5, End: line.End - 2},
				Message: "`alias` must be the whole value", Detail: "Puppet fails every lookup of it",
				Help: "use `%{lookup('profile::web::base')}`", Key: diagnostic.RootKey(fmt.Sprintf("profile::class%d::parameter%d", i, n)),
				Related: []diagnostic.Related{{File: file, Span: line, Message: "here"}},
			})
		}
	}
	r.Summary = Count(files, r.Diagnostics)
	for _, format := range Formats {
		b.Run(format.Name, func(b *testing.B) {
			for b.Loop() {
				if err := format.Write(io.Discard, r, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOneLine writes a thousand findings in a generated file without line breaks.
func BenchmarkOneLine(b *testing.B) {
	file := source.New("data/generated.json", []byte("{"+strings.Repeat(`"profile::key": "%{alias('x')}y", `, 30_000)+"}"))
	r := &Report{Rules: exampleRules}
	for i := range 1000 {
		start := 17 + i*900
		r.Diagnostics = append(r.Diagnostics, diagnostic.Diagnostic{
			Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: source.Span{Start: start, End: start + 13}, Message: "m", Key: diagnostic.RootKey(fmt.Sprint(i)),
		})
	}
	for _, format := range Formats {
		b.Run(format.Name, func(b *testing.B) {
			for b.Loop() {
				if err := format.Write(io.Discard, r, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
