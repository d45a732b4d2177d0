package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLUnsupportedTag reports values whose Ruby class Puppet rejects, and the tags that request the class.
var YAMLUnsupportedTag = &rule.Rule{
	ID: "HL1008", Name: "yaml-unsupported-tag", Family: family, Severity: diagnostic.Error,
	Selectors: []*rule.Selector{symbols},
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			switch {
			case problem.Code == data.ForbiddenClass && !isDate(problem):
				d := diagnostic.Diagnostic{Help: "use plain data: strings, numbers, booleans, arrays, and hashes"}
				if isUnread(p) {
					d.Severity = diagnostic.Warning
				}
				p.ReportProblem(problem, d)
			case problem.Code == data.BadTag:
				p.ReportProblem(problem, diagnostic.Diagnostic{})
			}
		}
		if permits(p, "Symbol") {
			return
		}
		for _, n := range p.Selected(symbols) {
			reportSymbol(p, n)
		}
	},
}

// symbols chooses the values that are symbols, which Puppet rejects.
var symbols = &rule.Selector{Parts: rule.Scalars, Choose: func(n *data.Node) bool {
	return n.Value.Kind() == data.Symbol && n.Value.Text() != "default" && n.Value.Text() != "undef"
}}

// reportSymbol reports a value that Puppet rejects when its key is looked up.
func reportSymbol(p *rule.FilePass, n *data.Node) {
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(n),
		Message: "`" + rule.Shown(n.Text()) + "` is a Ruby symbol, which Puppet rejects",
		Help:    "write a string",
		Key:     rule.KeyPath(n),
	}
	failsLookups(p, &d, n)
	if n.Style == data.Plain && n.Tag == "" {
		d.Message = "unquoted `" + rule.Shown(n.Text()) + "` is a Ruby symbol, which Puppet rejects"
		d.Help = "quote the value"
		d.Fixes = []diagnostic.Fix{edit.Quote(p.Source(), n.Span)}
	}
	p.Report(d)
}
