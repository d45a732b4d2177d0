package session

import (
	"context"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// Suppress returns the comments that suppress the findings of a check with at least the given
// severity, with a reason. Findings in files without comments, and those that comments cannot
// suppress, remain.
func (w *Workspace) Suppress(ctx context.Context, r Request, least diagnostic.Severity, reason string) (*Fixes, error) {
	f, err := w.snapshot().fix(ctx, &r, false, func(r *Report) []diagnostic.Diagnostic { return r.suppressible(least, reason) })
	if err != nil {
		return nil, err
	}
	f.After.Summary.Fixed = 0
	return f, nil
}

// suppressible returns the findings that comments can suppress, with the comment as their only fix.
func (r *Report) suppressible(least diagnostic.Severity, reason string) []diagnostic.Diagnostic {
	documents := map[*source.File]*data.Document{}
	for _, doc := range r.project.Documents() {
		documents[doc.File] = doc
	}
	suppressors := map[*data.Document]*runner.Suppressor{}
	var found []diagnostic.Diagnostic
	for _, d := range r.Findings {
		doc := documents[d.File]
		if doc == nil || isJSON(doc) || d.Severity < least || !r.maySuppress(d.Rule) {
			continue
		}
		suppressor := lists.GetOrPut(suppressors, doc, func() *runner.Suppressor { return runner.NewSuppressor(doc, r.settings) })
		if edit, ok := suppressor.Suppress(&d, false, reason); ok {
			d.Fixes = []diagnostic.Fix{{Message: "suppress it", Safe: true, Edits: []diagnostic.TextEdit{edit}}}
			found = append(found, d)
		}
	}
	return found
}

// isJSON reports whether other programs read a file as JSON, in which comments are invalid; Puppet
// reads it as YAML if the hierarchy says so.
func isJSON(doc *data.Document) bool {
	format, ok := data.FormatOf(doc.File.Path)
	return doc.Format == data.JSON || ok && format == data.JSON
}

// maySuppress reports whether comments can suppress findings of a rule.
func (r *Report) maySuppress(of *diagnostic.Descriptor) bool {
	if of.Gap != diagnostic.NoGap || of.GuardsSecrets && r.settings.Suppressions.ProtectSecrets {
		return false
	}
	found := rules.Find(of.Name)
	return found != nil && found.Scope() != rule.Hygiene
}
