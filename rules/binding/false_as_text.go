package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// FalseAsText reports the string `false` for parameters without a type that the class tests for truth.
var FalseAsText = &rule.Rule{
	ID: "HL5017", Name: "false-as-text", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		t, ok := boundTarget(p)
		if !ok || t.parameter.Type() != "" || t.parameter.Check != nil || t.parameter.Default() != "true" && t.parameter.Default() != "false" {
			return
		}
		isWrong := func(c *nodes.Case) bool {
			return c.Result != nil && c.Result.Value.Is(data.String) && strings.EqualFold(c.Result.Value.Text(), "false")
		}
		if !slices.ContainsFunc(p.Key.Cases, isWrong) || !t.class.TestsTruth(t.parameter.Name) {
			return
		}
		t.eachMisfit(p, isWrong, func(m *misfit, extent nodes.Extent) {
			n := m.place
			d := diagnostic.Diagnostic{
				File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n),
				Message: "`" + rule.Shown(m.value.Text()) + "` is a string here, and every string counts as true",
				Detail:  "Class `" + t.class.Name + "` tests `$" + t.parameter.Name + "`, and gets the opposite of what is written " + rule.On(extent),
				Help:    "write `false` without quotes",
			}
			isBoolean := func(v *data.Value) bool { return v.Kind() == data.Boolean }
			if fix, ok := useAlias(p.Project, n, isBoolean); ok {
				d.Help, d.Fixes = fix.Message, []diagnostic.Fix{fix}
			} else if m.source != nil {
				d.Related = []diagnostic.Related{{File: m.source.Doc.File, Span: rule.FirstLine(m.source), Message: "this is the value"}}
			} else if n.Value == nil || !data.Eql(n.Value, m.value) {
				d.Help = "use a value that is a boolean, without inserting it into a string"
			} else if n.Kind == data.Scalar {
				d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, "false")}
			}
			p.Report(d)
		})
	},
}
