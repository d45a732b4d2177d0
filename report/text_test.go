package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/notseen"
)

func TestTextExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.txt", []byte(write(t, Text, example(t), Options{CanFix: true})))
	golden.Check(t, "example.narrow.txt", []byte(write(t, Text, example(t), Options{Width: 60, CanFix: true})))
	golden.Check(t, "example.ansi.txt", []byte(write(t, Text, example(t), Options{Color: true, CanFix: true})))
}

// TestTextColorOnlyAddsColor checks that color changes nothing else, such as widths.
func TestTextColorOnlyAddsColor(t *testing.T) {
	t.Parallel()
	plain := write(t, Text, example(t), Options{})
	colored := write(t, Text, example(t), Options{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("got colors without Options.Color")
	}
	if got := sgr.ReplaceAllString(colored, ""); got != plain {
		t.Errorf("colored report without escape sequences: got\n%s\nwant\n%s", got, plain)
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTextSummary(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		summary Summary
		want    string
	}{
		{"clean", Summary{Files: 214, Duration: 80 * time.Millisecond}, "no findings in 214 files (0.08 s)"},
		{"no duration", Summary{Files: 1}, "no findings in 1 file"},
		{"too short to measure", Summary{Files: 1, Duration: time.Microsecond}, "no findings in 1 file (0.01 s)"},
		{"long", Summary{Files: 2, Duration: 12340 * time.Millisecond}, "no findings in 2 files (12.3 s)"},
		{"very long", Summary{Files: 2, Duration: 3*time.Minute + 4*time.Second}, "no findings in 2 files (3 min 4 s)"},
		{"no files", Summary{}, "nothing was checked"},
		{"one of each", Summary{Files: 2, Errors: 1, Warnings: 1, Notes: 1}, "1 error, 1 warning, 1 note in 2 files"},
		{"fixed", Summary{Files: 2, Errors: 1, Fixed: 3}, "1 error in 2 files; 3 fixed"},
		{"known", Summary{Files: 2, Known: 500, Suppressed: 2}, "no findings in 2 files; 500 in the baseline; 2 suppressed"},
		{"older", Summary{Files: 2, Notes: 1, Older: 7}, "1 note in 2 files; 7 from before the change"},
		{"stale", Summary{Files: 2, Known: 1, Stale: 1},
			"no findings in 2 files; 1 in the baseline\n1 finding in the baseline is gone; `hieralint baseline --prune` removes it."},
		{"hidden notes", Summary{Files: 2, Errors: 1, Hidden: Hidden{Notes: 41}}, "1 error in 2 files; 41 notes not shown (--min-severity note)"},
		{"only hidden notes", Summary{Files: 2, Hidden: Hidden{Notes: 1}}, "no errors or warnings in 2 files; 1 note not shown (--min-severity note)"},
		{"hidden warnings", Summary{Files: 2, Hidden: Hidden{Warnings: 3}, Known: 1}, "no errors in 2 files; 3 warnings not shown (--min-severity warning); 1 in the baseline"},
		{"everything", Summary{Files: 214, Errors: 2, Warnings: 1, Fixable: 12, Duration: 80 * time.Millisecond, NotSeen: []notseen.Part{{What: "module `stdlib` (not installed)"}, {What: "2 eyaml keys"}}},
			"2 errors, 1 warning in 214 files; 12 fixable with --fix (0.08 s)\nNot seen: module `stdlib` (not installed); 2 eyaml keys."},
		{"many levels not seen", Summary{Files: 3, NotSeen: append(unseenLevels(7), notseen.Part{What: "module `m`"})},
			"no findings in 3 files\nNot seen: level `1` of a (a URI); level `2` of a (a URI); level `3` of a (a URI), and 4 more levels (--min-severity note names them); module `m`."},
		{"clean, not seen", Summary{Files: 3, NotSeen: []notseen.Part{{What: "a\x1b[2J"}}}, "no findings in 3 files\nNot seen: a<U+001B>[2J."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := write(t, Text, &Report{Summary: tt.summary}, Options{CanFix: true}); got != tt.want+"\n" {
				t.Errorf("got  %swant %s", got, tt.want)
			}
		})
	}
}

// unseenLevels returns levels that were not seen.
func unseenLevels(n int) []notseen.Part {
	var levels []notseen.Part
	for i := range n {
		levels = append(levels, notseen.Part{What: fmt.Sprintf("level `%d` of a (a URI)", i+1), Level: true})
	}
	return levels
}

func TestTextWithholdsSecrets(t *testing.T) {
	t.Parallel()
	file := source.New("data/common.yaml", []byte("db:\n  password: hunter2\nother: hunter2\n"))
	r := &Report{Diagnostics: []diagnostic.Diagnostic{{
		Rule: secretRule, Severity: diagnostic.Note, File: file, Span: find(t, file, "hunter2", 1), Message: "a secret",
		Related: []diagnostic.Related{{File: file, Span: find(t, file, "hunter2", 2), Message: "here too"}},
	}}}
	for _, format := range Formats {
		if out := write(t, format.Write, r, Options{}); strings.Contains(out, "hunter2") {
			t.Errorf("%s shows the secret:\n%s", format.Name, out)
		}
	}
}

func TestTextFixes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fixes []diagnostic.Fix
		want  string
	}{
		{"safe", []diagnostic.Fix{{Message: "a", Safe: true}}, "  fix: a (--fix)\n"},
		{"unsafe", []diagnostic.Fix{{Message: "a"}}, "  fix: a (--fix --unsafe-fixes)\n"},
		{"alternatives", []diagnostic.Fix{{Message: "a", Safe: true}, {Message: "b", Safe: true}, {Message: "c"}}, "  fix: a (--fix)\n   or: b\n   or: c\n"},
		{"the safe one is applied", []diagnostic.Fix{{Message: "a"}, {Message: "b", Safe: true}}, "  fix: a\n   or: b (--fix)\n"},
		{"unsafe alternatives", []diagnostic.Fix{{Message: "a"}, {Message: "b"}}, "  fix: a (--fix --unsafe-fixes)\n   or: b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &Report{Diagnostics: []diagnostic.Diagnostic{{Rule: aliasRule, Severity: diagnostic.Error, File: source.New("f", []byte("x")), Message: "m", Fixes: tt.fixes}}}
			out := write(t, Text, r, Options{CanFix: true})
			_, got, _ := strings.Cut(out, "^\n")
			got, _, _ = strings.Cut(got, "\n\n")
			if got+"\n" != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestTextWithoutFlagsForFixes checks that a report without CanFix does not mention the flags for fixes.
func TestTextWithoutFlagsForFixes(t *testing.T) {
	t.Parallel()
	out := write(t, Text, example(t), Options{})
	if strings.Contains(out, "--fix") || strings.Contains(out, "--unsafe-fixes") {
		t.Errorf("the report mentions a flag:\n%s", out)
	}
	if want := "  fix: write `true`\n   or: quote it\n"; !strings.Contains(out, want) {
		t.Errorf("the report does not contain\n%s", want)
	}
}

// TestTextOmitsHelpThatAFixRepeats checks that a finding does not say the same as help and as a fix.
func TestTextOmitsHelpThatAFixRepeats(t *testing.T) {
	t.Parallel()
	writes := func(name string) diagnostic.Fix { return diagnostic.Fix{Message: "write `" + name + "`", Writes: name} }
	for _, tt := range []struct {
		help, meant string
		fix         diagnostic.Fix
		omitted     bool
	}{
		{"write `b`", "", writes("b"), true},
		{"did you mean `b`?", "b", writes("b"), true},
		{"did you mean `a.b`?", "a.b", writes("b"), false},
		{"did you mean `b`?", "b", diagnostic.Fix{Message: "remove the key"}, false},
		{"did you mean `b`? Quote the value if it is meant to be a string", "", writes("b"), false},
		{"remove the key", "", writes("b"), false},
		{"remove the key", "", diagnostic.Fix{Message: "remove the key"}, true},
	} {
		r := &Report{Diagnostics: []diagnostic.Diagnostic{{
			Rule: aliasRule, Severity: diagnostic.Error, File: source.New("f", []byte("x")), Message: "m", Help: tt.help, Meant: tt.meant, Fixes: []diagnostic.Fix{tt.fix},
		}}}
		out := write(t, Text, r, Options{CanFix: true})
		if got := !strings.Contains(out, "help: "+tt.help); got != tt.omitted || !strings.Contains(out, "fix: "+tt.fix.Message) {
			t.Errorf("help %q and fix %q:\n%s", tt.help, tt.fix.Message, out)
		}
	}
}

// FuzzText checks that no content of files, messages, and paths causes a panic or control characters in the
// output.
func FuzzText(f *testing.F) {
	f.Add([]byte("a: b\n"), 0, 4, "message", "path", 80, false)
	f.Add([]byte("\uFEFFa:\r\n\t- \x1b[31m😀\u202e\r"), 3, 40, "`a\x00`\n", "p\x1b/\xff", 0, true)
	f.Add([]byte("k: \"状態 e\u0301 👨\u200d👩\u200d👧 \xff\xfe\"\n  x\n"), 5, 12, "\u009b", "", 1, true)
	f.Add([]byte(""), -3, 99, "", "x", 5, false)
	f.Fuzz(func(t *testing.T, text []byte, start, length int, message, path string, width int, color bool) {
		file := source.New(path, text)
		start = min(max(start, 0), len(text))
		span := source.Span{Start: start, End: min(max(length, 0), len(text)-start) + start}
		r := &Report{
			Diagnostics: []diagnostic.Diagnostic{{
				Rule: aliasRule, Severity: diagnostic.Warning, File: file, Span: span, Message: message, Detail: message, Help: message,
				Related: []diagnostic.Related{{File: file, Span: span, Message: message}}, Fixes: []diagnostic.Fix{{Message: message}},
			}},
			Summary: Summary{NotSeen: []notseen.Part{{What: message, Names: []string{message}}}},
		}
		out := write(t, Text, r, Options{Color: color, Width: width})
		if color {
			out = sgr.ReplaceAllString(out, "")
		}
		if !utf8.ValidString(out) {
			t.Errorf("invalid UTF-8: %q", out)
		}
		for _, c := range out {
			if c != '\n' && c < ' ' || 0x7F <= c && c < 0xA0 || c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 {
				t.Fatalf("%U in %q", c, out)
			}
		}
	})
}
