package report

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// TestPublicPlace checks that the text at a finding of a rule about secrets is shown if it is no secret.
func TestPublicPlace(t *testing.T) {
	t.Parallel()
	file := source.New("hiera.yaml", []byte(":backends:\n  - eyaml\n"))
	d := diagnostic.Diagnostic{Rule: secretRule, Severity: diagnostic.Error, File: file, Span: find(t, file, "eyaml", 1), Message: "no keys", IsPublic: true}
	if out := write(t, Text, &Report{Diagnostics: []diagnostic.Diagnostic{d}}, Options{}); !strings.Contains(out, "- eyaml") {
		t.Errorf("the level is hidden:\n%s", out)
	}
}

// TestFormatsShowNoSecrets checks that no format shows a secret: neither in the finding about it, nor in
// another finding on the same line or near it.
func TestFormatsShowNoSecrets(t *testing.T) {
	t.Parallel()
	file := source.New("data/common.yaml", []byte("db:\n  password: hunter2\n  user: db\nkey: |\n  hunter2\n  hunter2\nlast: true\n"))
	at := func(token string, nth int) source.Span { return find(t, file, token, nth) }
	block := source.Span{Start: at("|", 1).Start, End: at("hunter2", 3).End}
	user := at("user", 1)
	r := &Report{Rules: exampleRules, Diagnostics: []diagnostic.Diagnostic{
		{Rule: secretRule, Severity: diagnostic.Error, File: file, Span: at("hunter2", 1), Message: "a secret", Related: []diagnostic.Related{{File: file, Span: block, Message: "the same again"}}},
		{Rule: secretRule, Severity: diagnostic.Error, File: file, Span: block, Message: "a secret"},
		{Rule: duplicateRule, Severity: diagnostic.Error, File: file, Span: at("password", 1), Message: "twice"},
		{Rule: booleanRule, Severity: diagnostic.Error, File: file, Span: source.Span{Start: at("password", 1).Start, End: user.End}, Message: "over several lines",
			Fixes: []diagnostic.Fix{{Message: "change both ends", Edits: []diagnostic.TextEdit{{File: file, Span: at("password", 1), New: "x"}, {File: file, Span: user, New: "y"}}}}},
		{Rule: unusedRule, Severity: diagnostic.Note, File: file, Span: at("last", 1), Message: "near it", Related: []diagnostic.Related{{File: file, Span: at("key", 1), Message: "here"}}},
		{Rule: aliasRule, Severity: diagnostic.Note, File: file, Span: at("hunter2", 2), Message: "on it, and without a key"},
	}}
	suppressed := *r
	suppressed.Diagnostics = r.Diagnostics[2:]
	for _, d := range r.Diagnostics[:2] {
		suppressed.Suppressed = append(suppressed.Suppressed, diagnostic.Suppressed{Diagnostic: d})
	}
	for _, format := range Formats {
		if out := write(t, format.Write, &suppressed, fullOptions()); strings.Contains(out, "hunter2") {
			t.Errorf("%s shows the secret of a suppressed finding:\n%s", format.Name, out)
		}
		out := write(t, format.Write, r, fullOptions())
		if strings.Contains(out, "hunter2") {
			t.Errorf("%s shows the secret:\n%s", format.Name, out)
		}
		if (format.Name == "text" || format.Name == "junit") && !strings.Contains(out, "user: db") {
			t.Errorf("%s hides a value that is not a secret:\n%s", format.Name, out)
		}
	}
}
