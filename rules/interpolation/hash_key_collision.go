package interpolation

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// HashKeyCollision reports entries of a hash that replace others, because their keys are equal after interpolation.
var HashKeyCollision = &rule.Rule{
	ID: "HL2015", Name: "hash-key-collision", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, o := range p.Observations(outcome.ReplacedEntry) {
			if isForMissing(&o) {
				continue // reported instead
			}
			p.Report(diagnostic.Diagnostic{
				File: o.By.Doc.File, Span: rule.FirstLine(o.By), Key: rule.KeyPath(o.By),
				Message: "key `" + rule.Shown(o.By.Text()) + "` is equal to `" + rule.Shown(o.Replaced.Text()) + "` after interpolation",
				Detail:  "Puppet silently keeps the value of this entry and discards the earlier one " + rule.On(o.Extent()),
				Help:    "remove one of the two, or combine their values",
				Related: []diagnostic.Related{{File: o.Replaced.Doc.File, Span: rule.FirstLine(o.Replaced), Message: "the value of this entry is discarded"}},
			})
		}
	},
}

// isForMissing reports whether a key has a token for an undefined key or variable.
func isForMissing(o *rule.Observed) bool {
	isMissing := func(other *outcome.Observation) bool {
		return (other.Kind == outcome.MissingKey || other.Kind == outcome.MissingVariable) && slices.Contains([]*data.Node{o.Replaced, o.By}, other.Node)
	}
	return slices.ContainsFunc(o.Cases(), func(c *nodes.Case) bool { return slices.ContainsFunc(c.Result.Observations, isMissing) })
}
