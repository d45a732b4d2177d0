package interpolation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// InterpolationStringifiesStructure reports arrays and hashes interpolated into a string.
var InterpolationStringifiesStructure = &rule.Rule{
	ID: "HL2011", Name: "interpolation-stringifies-structure", Family: family, Severity: diagnostic.Warning,
	CheckFile:   structuredFacts,
	CheckConfig: structuredFactsInConfig,
	NeedsPairs:  rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, o := range p.Observations(outcome.StructureInText) {
			if o.Token.Kind == interpolate.Variable && isStructure(o.Token.Key) {
				continue // reported for the file
			}
			d := diagnostic.Diagnostic{
				File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.Span.Start, o.Token.Span.End), Key: rule.KeyPath(o.Node),
				Message: "`" + rule.Shown(o.Name) + "` is " + rule.KindOf(o.Value) + ", which is converted to a string here",
				Detail:  "Puppet inserts its Ruby representation " + rule.On(o.Extent()),
				Help:    "name the part that you need, as in `" + rule.Shown(o.Name) + ".0`",
			}
			if o.Value.Kind() == data.Sensitive {
				d.Message = "`" + rule.Shown(o.Name) + "` is Sensitive, so its value is not inserted"
				d.Detail = "Puppet inserts `Sensitive [value redacted]` " + rule.On(o.Extent())
				d.Help = "convert the whole string to `Sensitive` instead of a part"
			}
			whole := o.Token.Span.Start == 0 && o.Token.Span.End == len(o.Node.Value.Text())
			if o.Token.Kind == interpolate.Call && o.Token.Method.TakesKey() && whole {
				d.Help = "use `alias` to keep the type of the value"
				method := methodSpan(o.Token)
				d.Fixes = []diagnostic.Fix{edit.Replace(d.Help, d.File, o.Node.SourceSpan(method.Start, method.End), "alias")}
			}
			o.Conceal(&d, "an array, a hash, or a Sensitive is converted to a string")
			p.Report(d)
		}
	},
}

// structuredFacts reports variables that are hashes on every node.
func structuredFacts(p *rule.FilePass) {
	for text, token := range p.Tokens() {
		if !asksForVariable(text, token) || !isStructure(token.Key) || variables.IsKnown(p.Site, token.Key.Root) {
			continue
		}
		p.Report(diagnostic.Diagnostic{
			Span: text.Span(token.Span), Key: rule.KeyPath(text.Node),
			Message: "`" + rule.Shown(token.Key.Text) + "` is a hash, which is converted to a string here",
			Detail:  "Puppet inserts its Ruby representation",
			Help:    "name the part that you need, as in `facts.os.family`",
		})
	}
}

// structuredFactsInConfig reports variables in a hiera.yaml that are hashes on every node. Those of mapped_paths may be hashes.
func structuredFactsInConfig(p *rule.ConfigPass) {
	isMapped := func(n *data.Node) bool {
		return slices.ContainsFunc(p.Config().AllLevels(), func(l *config.Level) bool { return l.Mapped != nil && l.Mapped.VariableNode == n })
	}
	for v := range variables.InConfig(p) {
		if !isStructure(v.Key) || variables.IsKnown(p.Site, strings.TrimPrefix(v.Root, "::")) || isMapped(v.Node) {
			continue
		}
		d := diagnostic.Diagnostic{
			Span: v.Node.SourceSpan(v.Offset, v.Offset+len(v.Text)), Key: rule.KeyPath(v.Node),
			Message: "`" + rule.Shown(v.Text) + "` is a hash, which is converted to a string here",
			Detail:  "Puppet inserts its Ruby representation, so the level has no file",
			Help:    "name the part that you need, as in `facts.os.family`",
		}
		if v.InOptions {
			d.Detail = "Puppet inserts its Ruby representation"
		}
		p.Report(d)
	}
}

// isStructure reports whether a variable is a hash on every node: one of Puppet's own, or one of Facter's structured
// facts.
func isStructure(v key.Key) bool {
	root := strings.TrimPrefix(v.Root, "::")
	path := []string{root}
	switch {
	case slices.Contains(facter.Hashes, root) && len(v.Sub) == 0:
		return true
	case root == "trusted":
		return len(v.Sub) == 1 && (v.Sub[0].Text == "extensions" || v.Sub[0].Text == "external")
	case root == "facts":
		path = nil
	case slices.Contains(facter.Hashes, root):
		return false
	}
	for _, s := range v.Sub {
		path = append(path, s.Text)
	}
	return facter.IsHash(path...)
}
