package yaml

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLUnsupportedTag reports values whose Ruby class Puppet rejects, the tags that request the class, and keys that YAML reads as tags.
var YAMLUnsupportedTag = &rule.Rule{
	ID: "HL1008", Name: "yaml-unsupported-tag", Family: family, Severity: diagnostic.Error,
	Selectors: []*rule.Selector{symbols, keyTags},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(keyTags) {
			reportKeyTag(p, n)
		}
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

// keyTags chooses the values with a tag that ends in a colon. `!<tag:…>` ends in `>`.
var keyTags = &rule.Selector{Parts: rule.Scalars | rule.Hashes, Choose: func(n *data.Node) bool {
	return strings.HasSuffix(n.Tag, ":") && !n.IsKey()
}}

// reportKeyTag reports a tag that is meant to be the key of the only entry of a hash. If there are more entries, the file is not
// valid YAML.
func reportKeyTag(p *rule.FilePass, n *data.Node) {
	key := source.Span{Start: n.TagSpan.Start, End: n.TagSpan.End - 1}
	name := strings.TrimSuffix(n.Tag, ":")
	p.Report(diagnostic.Diagnostic{
		Span: n.TagSpan, Key: rule.KeyPath(n), Severity: diagnostic.Warning,
		Message: "`" + rule.Shown(n.Tag) + "` is a tag, not a key",
		Detail:  "A tag starts with `!`. Puppet silently ignores it, so there is no hash with this key, but only the value after it",
		Help:    "quote the key: `'" + rule.Shown(name) + "': …`",
		Fixes:   []diagnostic.Fix{edit.Replace("quote the key", p.Source(), key, "'"+name+"'")},
	})
}

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
