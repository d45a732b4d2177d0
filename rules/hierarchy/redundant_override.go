package hierarchy

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// RedundantOverride reports values equal to those of lower levels.
var RedundantOverride = &rule.Rule{
	ID: "HL4008", Name: "redundant-override", Family: family, Severity: diagnostic.Note, Tag: diagnostic.Unnecessary,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		if k.Merged() || k.Fleet.LacksData() {
			return
		}
		all := k.Definitions()
		for _, d := range all {
			below := givesAnyway(d, all.Below(d))
			if below == nil || d.Root.Installed || !d.IsReadOnlyHere() {
				continue
			}
			node := d.Key.Node()
			found := diagnostic.Diagnostic{
				File: node.Doc.File, Span: node.Span, Key: rule.KeyPath(node),
				Message: "`" + rule.Shown(k.Name) + "` has the same value in `" + below.File.Path + "`",
				Detail:  "Every node that reads this file would get the same value without this key",
				Help:    "remove the copy",
				Related: []diagnostic.Related{{File: below.Key.Node().Doc.File, Span: below.Key.Node().Span, Message: "the same value"}},
			}
			if fix, ok := edit.RemoveWithComment(node); ok {
				fix.Message = "remove the copy"
				found.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(found)
		}
	},
}

// givesAnyway returns the lower-priority definition that every node that reads d falls back to, or nil if some nodes
// may get another value.
func givesAnyway(d *nodes.Definition, lower nodes.Definitions) *nodes.Definition {
	i := slices.IndexFunc(lower, func(other *nodes.Definition) bool { return other.IsReadWith(d) })
	if i < 0 || slices.ContainsFunc(lower[:i+1], func(other *nodes.Definition) bool { return !other.HasValueOf(d) && d.Meets(other) }) {
		return nil
	}
	return lower[i]
}
