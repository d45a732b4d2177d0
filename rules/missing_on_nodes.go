package rules

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// missingVariables reports variables that real nodes do not have: in the texts of data, or in the
// paths of hierarchies. What no node can have is reported for the file already.
func missingVariables(p *rule.KeyPass, inHierarchy bool) {
	if len(p.Key.Fleet.Real) == 0 {
		return
	}
	for _, o := range observations(p, outcome.MissingVariable) {
		isHierarchy := p.Key.Fleet.IsHierarchy(o.Node.Doc)
		if isHierarchy != inHierarchy || !isForEvaluation(p.Site, o.Token) || isHierarchy && !o.extent.Everywhere {
			continue // that some nodes read other files is what levels are for
		}
		if nodes.IsExtension(o.Name) && !p.Key.Fleet.KnowsExtensions() {
			continue // facts do not tell
		}
		d := diagnostic.Diagnostic{
			File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.Span.Start, o.Token.Span.End), Key: keyPath(o.Node),
			Message: "`" + shown(o.Name) + "` does not exist on " + o.extent.Text,
			Detail:  "Puppet puts nothing in its place there",
			Help:    "correct the name, or see to it that those nodes have the fact",
		}
		if isHierarchy {
			d.Detail = "Puppet puts nothing in its place, so the level has no file"
		} else if !o.extent.Everywhere {
			d.Severity = diagnostic.Note
		}
		p.Report(d)
	}
}

// failsForVariables reports lookups that fail because real nodes do not have a variable.
func failsForVariables(p *rule.KeyPass) {
	for _, f := range failures(p, outcome.UndefinedVariable) {
		if f.Node == nil || len(f.Hops) > 0 || f.Node.Value == nil {
			continue // reported for the key whose value it is
		}
		t := interpolate.Parse(f.Node.Value.Text())
		if t == nil {
			continue
		}
		for i := range t.Tokens {
			token := &t.Tokens[i]
			if !isForEvaluation(p.Site, token) || f.Name != token.Key.Root {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				File: f.Node.Doc.File, Span: f.Node.SourceSpan(token.Span.Start, token.Span.End), Key: keyPath(f.Node), Severity: severityOf(f.extent),
				Message: "`" + shown(token.Key.Root) + "` does not exist on " + f.extent.Text,
				Detail:  "Puppet fails every lookup of `" + shown(p.Key.Name) + "` there" + quotedError(f.Error),
				Help:    "correct the name, or see to it that those nodes have the fact",
			})
			break
		}
	}
}

// isForEvaluation tells whether a token asks for a variable that may exist.
func isForEvaluation(p *rule.Site, token *interpolate.Token) bool {
	if token.KeyErr != nil || token.Mistake != interpolate.NoMistake || token.Kind != interpolate.Variable && token.Method != interpolate.Scope {
		return false
	}
	_, impossible := undefined(p, token.Key)
	return !impossible
}
