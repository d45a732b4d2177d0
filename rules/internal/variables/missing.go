package variables

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// ReportMissing reports variables that real nodes lack, in data or in the paths of hierarchies. Variables that no node
// can have are already reported for the file.
func ReportMissing(p *rule.KeyPass, inHierarchy bool) {
	if len(p.Key.Fleet.Real) == 0 {
		return
	}
	for _, o := range p.Observations(outcome.MissingVariable) {
		isHierarchy := p.Key.Fleet.IsHierarchy(o.Node.Doc)
		if isHierarchy != inHierarchy || !IsForEvaluation(p.Site, o.Template, o.Token) {
			continue
		}
		if isHierarchy && (!o.Extent().Everywhere || p.Key.Fleet.HasVariable(o.Token.Key)) {
			continue // hierarchies are meant to differ between nodes
		}
		if nodes.IsExtension(o.Name) && !p.Key.Fleet.KnowsExtensions() {
			continue // facts do not include trusted extensions
		}
		d := diagnostic.Diagnostic{
			File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.Span.Start, o.Token.Span.End), Key: rule.KeyPath(o.Node),
			Message: "`" + rule.Shown(o.Name) + "` is undefined on " + o.Extent().Text,
			Detail:  "Puppet inserts the empty string there",
			Help:    "correct the name, or make sure that those nodes have the fact",
		}
		if isHierarchy {
			d.Detail = "Puppet inserts the empty string, so the level has no file"
		} else if !o.Extent().Everywhere {
			d.Severity = diagnostic.Note
		}
		o.Conceal(&d, "undefined variable")
		p.Report(d)
	}
}

// IsForEvaluation reports whether a token uses a variable that may exist.
func IsForEvaluation(p *rule.Site, t *interpolate.Template, token *interpolate.Token) bool {
	if token.KeyErr != nil || token.Kind != interpolate.Variable && token.Method != interpolate.Scope || mistake.Of(t.Text, token) != mistake.None {
		return false
	}
	_, impossible := Undefined(p, token.Key)
	return !impossible
}
