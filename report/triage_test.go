package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/notseen"
)

// many returns a report with enough findings for an overview; several have the same message.
func many(t *testing.T) *Report {
	t.Helper()
	r := &Report{}
	add := func(rule *diagnostic.Descriptor, severity diagnostic.Severity, path, message string, fixes ...diagnostic.Fix) {
		file := source.New(path, []byte("a: b\n"))
		r.Diagnostics = append(r.Diagnostics, diagnostic.Diagnostic{Rule: rule, Severity: severity, File: file, Span: find(t, file, "b", 1), Message: message, Fixes: fixes})
	}
	safe, unsafe := diagnostic.Fix{Message: "quote it", Safe: true}, diagnostic.Fix{Message: "remove it"}
	for i := range 8 {
		add(unquotedRule, diagnostic.Warning, fmt.Sprintf("data/%d.yaml", i), "unquoted value", safe)
	}
	add(unusedRule, diagnostic.Note, "data/a.yaml", "unused key `a`", unsafe)
	add(unusedRule, diagnostic.Note, "data/b.yaml", "unused key `b`", unsafe)
	add(duplicateRule, diagnostic.Error, "data/c.yaml", "duplicate key `a`", unsafe)
	add(unquotedRule, diagnostic.Error, "data/d.yaml", "unquoted value", safe, unsafe)
	r.Summary = Count(12, r.Diagnostics)
	return r
}

func TestTextTriage(t *testing.T) {
	t.Parallel()
	golden.Check(t, "triage.txt", []byte(write(t, Text, many(t), Options{CanFix: true})))
	golden.Check(t, "triage.warning.txt", []byte(write(t, Text, many(t).AtLeast(diagnostic.Warning), Options{CanFix: true, Width: 40})))
}

// TestTextFixesOfAll checks that findings without a fix are not listed below one with a fix, and that the numbers of fixes
// include the findings that others represent.
func TestTextFixesOfAll(t *testing.T) {
	t.Parallel()
	r := many(t)
	for i := range r.Diagnostics[:4] {
		r.Diagnostics[i].Fixes = nil
	}
	r.Diagnostics[4].Count = 30
	r.Summary = Count(12, r.Diagnostics)
	out := write(t, Text, r, Options{CanFix: true})
	if n := strings.Count(out, "also: 3 more findings of this kind"); n != 2 {
		t.Errorf("%d groups of findings, want one with fixes and one without:\n%s", n, out)
	}
	if want := "warning   interpolation-unquoted         8     33"; !strings.Contains(out, want) || r.Summary.Fixable != 34 {
		t.Errorf("no %q, or fixable: %d\n%s", want, r.Summary.Fixable, out)
	}
}

// TestTextSimilarFindings checks that findings of one kind in one file share an entry.
func TestTextSimilarFindings(t *testing.T) {
	t.Parallel()
	const limit = maxSimilar + maxOthers
	report := func(findings int) *Report {
		file := source.New("data/a.yaml", []byte(strings.Repeat("a: b\n", findings)))
		r := &Report{}
		for i := range findings {
			r.Diagnostics = append(r.Diagnostics, diagnostic.Diagnostic{
				Rule: unusedRule, Severity: diagnostic.Warning, File: file, Span: find(t, file, "a", i+1),
				Message: fmt.Sprintf("unused key `k%d`", i), Help: fmt.Sprintf("did you mean `m%d`?", i), Kind: "unused key",
			})
		}
		return r
	}
	if out := write(t, Text, report(maxSimilar), Options{}); strings.Contains(out, "of this kind") {
		t.Errorf("a few findings are combined:\n%s", out)
	}
	out := write(t, Text, report(limit), Options{})
	for _, want := range []string{
		fmt.Sprintf("also: %d more findings of this kind\n    data/a.yaml:2:1: unused key `k1`; did you mean `m1`?\n", limit-1),
		fmt.Sprintf("and %d more (--format compact", limit-1-maxOthers),
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Count(out, "warning: unused key") != 1 {
		t.Errorf("similar findings are not combined:\n%s", out)
	}
}

func TestTextNextStep(t *testing.T) {
	t.Parallel()
	few := many(t)
	few.Diagnostics = few.Diagnostics[6:]
	unfixable, known := many(t), many(t)
	unfixable.Summary.Fixable = 0
	known.Summary.Fixable, known.Summary.Known = 0, 7
	for _, tt := range []struct {
		name   string
		report *Report
		want   string
	}{
		{"none", &Report{}, "nothing was checked\n"},
		{"few", few, "See `hieralint explain yaml-duplicate-key`.\n"},
		{"many to fix", many(t), "Next: `hieralint lint --diff` shows what --fix would change.\n"},
		{"many", unfixable, "Next: `hieralint baseline` records what is found now; after that, only new findings are reported.\n"},
		{"many with a baseline", known, "7 in the baseline\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if out := write(t, Text, tt.report, Options{CanFix: true}); !strings.HasSuffix(out, tt.want) {
				t.Errorf("end of the report: got\n%s\nwant\n%s", out[max(0, len(out)-200):], tt.want)
			}
		})
	}
}

// TestAtLeast checks that hidden findings are counted, and that the secrets they cover remain redacted.
func TestAtLeast(t *testing.T) {
	t.Parallel()
	file := source.New("data/common.yaml", []byte("db:\n  password: hunter2\n"))
	r := &Report{Diagnostics: []diagnostic.Diagnostic{
		{Rule: secretRule, Severity: diagnostic.Note, File: file, Span: find(t, file, "hunter2", 1), Message: "a secret"},
		{Rule: duplicateRule, Severity: diagnostic.Error, File: file, Span: find(t, file, "password: hunter2", 1), Message: "duplicate key"},
		{Rule: unusedRule, Severity: diagnostic.Warning, File: file, Span: find(t, file, "db", 1), Message: "unused key"},
	}}
	r.Summary = Count(1, r.Diagnostics)
	errors := r.AtLeast(diagnostic.Warning).AtLeast(diagnostic.Error)
	if len(errors.Diagnostics) != 1 || errors.Summary.Hidden != (Hidden{Warnings: 1, Notes: 1}) || errors.Summary.Warnings+errors.Summary.Notes != 0 {
		t.Errorf("got %d findings, %+v", len(errors.Diagnostics), errors.Summary)
	}
	if len(r.Diagnostics) != 3 || r.Summary.Hidden != (Hidden{}) {
		t.Errorf("AtLeast changed the original report: %+v", r.Summary)
	}
	for _, format := range Formats {
		if out := write(t, format.Write, errors, Options{}); strings.Contains(out, "hunter2") {
			t.Errorf("%s shows the secret:\n%s", format.Name, out)
		}
	}
}

func TestNotSeenIsBrief(t *testing.T) {
	t.Parallel()
	names := slices.Repeat([]string{"a"}, notseen.MaxNames+1)
	for want, n := range map[string]int{
		"modules: a, a, a, a, a, a":                                       6,
		"modules: a, a, a, and 4 more (--min-severity note names them)":   7,
		"modules: a, a, a, and 198 more (--min-severity note names some)": notseen.MaxNames + 1,
	} {
		if got := brief(notseen.Part{What: "modules", Names: names[:n]}); got != want {
			t.Errorf("%d names: got %s, want %s", n, got, want)
		}
	}
	if got, want := brief(notseen.Part{What: "data in `secrets` (ignored by git)"}), "data in `secrets` (ignored by git)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNotSeenIsComplete checks that a text with notes names everything that was not seen.
func TestNotSeenIsComplete(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d", "e", "f", "g"}
	r := &Report{Summary: Summary{Files: 1, NotSeen: append(unseenLevels(7), notseen.Part{What: "modules", Names: names})}}
	text := write(t, Text, r, Options{NameAll: true})
	for _, want := range []string{"level `7` of a (a URI)", "modules: a, b, c, d, e, f, g."} {
		if !strings.Contains(text, want) {
			t.Errorf("got %s, want %s in it", text, want)
		}
	}
}
