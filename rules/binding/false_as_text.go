package binding

import (
	"strings"
	"sync"

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
		if !ok || t.parameter.Type() != "" || t.parameter.Default() != "true" && t.parameter.Default() != "false" {
			return
		}
		holds := func(c *nodes.Case) bool {
			return c.Err == nil && c.Result != nil && c.Result.Value.Is(data.String) && strings.EqualFold(c.Result.Value.Text(), "false")
		}
		testsTruth := sync.OnceValue(func() bool { return t.class.TestsTruth(t.parameter.Name) })
		seen := map[*data.Node]bool{}
		for _, c := range p.Key.Cases {
			if !holds(c) || !testsTruth() {
				continue
			}
			m := misfit{value: c.Result.Value, whole: c.Result.Value}
			t.locate(&m, c)
			if m.place == nil || seen[m.place] {
				continue
			}
			seen[m.place] = true
			d := diagnostic.Diagnostic{
				File: m.place.Doc.File, Span: valueSpan(m.place), Key: rule.KeyPath(m.place),
				Message: "`" + rule.Shown(m.value.Text()) + "` is a string here, and every string counts as true",
				Detail:  "Class `" + t.class.Name + "` tests `$" + t.parameter.Name + "`, and gets the opposite of what is written " + rule.On(p.Key.Extent(holds)),
				Help:    "write `false` without quotes",
			}
			if n := m.place; m.source == nil && n.Kind == data.Scalar && n.Value != nil && data.Eql(n.Value, m.value) {
				d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, "false")}
			}
			p.Report(d)
		}
	},
}
