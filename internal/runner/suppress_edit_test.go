package runner_test

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
)

// TestSuppressionEdit checks that the comment that Suppression adds for a finding suppresses it,
// and for the whole file, all findings of its rule.
func TestSuppressionEdit(t *testing.T) {
	for name, text := range map[string]string{
		"plain.yaml":    "a: 1\nb: \"" + bad + "\"\nc: \"" + bad + "\"\n",
		"crlf.yaml":     "a: 1\r\nb: \"" + bad + "\"\r\n",
		"bom.yaml":      "\uFEFFb: \"" + bad + "\"\n",
		"open.yaml":     "b: \"" + bad + "\"",
		"comment.yaml":  "b: \"" + bad + "\" # of a\nc: \"" + bad + "\" # hieralint:ignore encoding -- why\n",
		"literal.yaml":  "b: |\n  one\n  " + bad + "\n  two\nc:\n  - >-\n    " + bad + "\n",
		"quoted.yaml":   "b:\n  d: \"one\n    " + bad + "\n    two\"\n",
		"flow.yaml":     "b: [1,\n  \"" + bad + "\",\n  2]\n",
		"broken.yaml":   "a: [\n",
		"object.json":   "{\"b\": \"" + bad + "\",\n \"c\": \"" + bad + "\"}\n",
		"start.yaml":    "---\nb: \"" + bad + "\"\n...\n",
		"trailing.yaml": "b: \"" + bad + "\"   \n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, wholeFile := range []bool{false, true} {
				for i := range 2 {
					dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/" + name: text})
					t.Chdir(dir)
					o := runner.Options{Settings: settings.Default(dir, settings.Strict), Rules: plainRules}
					p := load(t, ".")
					found := run(t, p, o).Diagnostics
					if i >= len(found) {
						continue
					}
					d := found[i]
					var doc *data.Document
					for _, f := range p.Files {
						if f.Doc.File == d.File {
							doc = f.Doc
						}
					}
					edit, ok := runner.NewSuppressor(doc, o.Settings).Suppress(&d, wholeFile, "")
					if !ok {
						t.Fatal("no suppression")
					}
					filetree.Add(t, dir, map[string]string{"data/" + name: text[:edit.Span.Start] + edit.New + text[edit.Span.End:]})
					after := run(t, load(t, "."), o)
					if want := len(found) - 1; !wholeFile && len(after.Diagnostics) != want {
						t.Errorf("with %q at %d: got %d findings, want %d", edit.New, edit.Span.Start, len(after.Diagnostics), want)
					}
					for _, left := range after.Diagnostics {
						if wholeFile && left.Rule == d.Rule {
							t.Errorf("with %q at %d: %s is still reported", edit.New, edit.Span.Start, left.Rule.Name)
						}
					}
					if len(after.Suppressed) == 0 {
						t.Errorf("with %q at %d: nothing was suppressed", edit.New, edit.Span.Start)
					}
				}
			}
		})
	}
}
