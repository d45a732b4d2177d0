package interpolation

import (
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// InterpolationCycle reports values that reference themselves.
var InterpolationCycle = &rule.Rule{
	ID: "HL2012", Name: "interpolation-cycle", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, f := range p.Failures(outcome.Recursion) {
			// The key itself must be part of the cycle. A key that only leads to it is not the cause.
			if len(f.Hops) == 0 || f.Hops[0].Node == nil || rule.RootOf(f.Hops[len(f.Hops)-1].Key) != p.Key.Name || f.Hops[0].Node.Path()[0] == rule.OptionsKey {
				continue
			}
			first := f.Hops[0]
			p.Report(diagnostic.Diagnostic{
				File: first.Node.Doc.File, Span: rule.TokenOf(first), Key: rule.KeyPath(first.Node), Severity: rule.SeverityOf(f.Extent),
				Message: "`" + rule.Shown(p.Key.Name) + "` refers to itself" + byWayOf(f.Hops),
				Detail:  "Every lookup of it fails " + rule.On(f.Extent) + rule.QuotedError(f.Error),
				Help:    "replace one of the references with a value",
				Related: rule.Hops(f.Hops[1:]),
			})
		}
	},
}

func byWayOf(all []outcome.Hop) string {
	if len(all) < 2 {
		return ""
	}
	return " through `" + rule.Shown(rule.RootOf(all[0].Key)) + "`"
}
