package hierarchy

import (
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// HierarchyPathUndefinedVariable reports variables in hiera.yaml that no node has.
var HierarchyPathUndefinedVariable = &rule.Rule{
	ID: "HL4003", Name: "hierarchy-path-undefined-variable", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey:   func(p *rule.KeyPass) { variables.ReportMissing(p, true) },
	CheckConfig: func(p *rule.ConfigPass) {
		for v := range variables.InConfig(p) {
			undefinedVariable(p, v)
		}
		for level := range rule.Levels(p.Config()) {
			if level.Mapped != nil {
				unusedElement(p.Pass, level.Mapped)
			}
		}
	},
}

// unusedElement reports mapped_paths whose path is the same for all elements.
func unusedElement(p *rule.Pass, mapped *config.MappedPaths) {
	path := mapped.Template
	if path.Node == nil || path.Node.Kind != data.Scalar {
		return
	}
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(path.Node),
		Key:     rule.KeyPath(path.Node),
		Message: "the path does not use `" + rule.Shown(mapped.Name) + "`, the name of the element",
		Detail:  "Puppet reads the same file for each element of `" + rule.Shown(mapped.Variable) + "`",
		Help:    "write `%{" + rule.Shown(mapped.Name) + "}` in place of the element",
	}
	if path.Template != nil {
		for i := range path.Template.Tokens {
			token := &path.Template.Tokens[i]
			if token.Kind != interpolate.Variable || token.Key.Root == mapped.Name {
				return // the name itself, or an invalid token
			}
			if len(token.Key.Sub) == 0 && nearest.Distance(token.Key.Root, mapped.Name, 2) <= 2 {
				d.Span = path.Node.SourceSpan(token.KeyOffset, token.KeyOffset+len(token.Key.Text))
				d.Help = "did you mean `" + rule.Shown(mapped.Name) + "`?"
				d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), d.Span, mapped.Name)}
			}
		}
	}
	p.Report(d)
}

// isMeantToBeEmpty reports whether a level has a file for nodes without the variable, such as `nodes/.yaml` for
// `nodes/%{facts.rack}.yaml`. The files in `data` are no such files for the datadir `data/%{environment}`.
func isMeantToBeEmpty(p *rule.ConfigPass, v variables.Variable) bool {
	for level := range rule.Levels(p.Config()) {
		if level.Datadir.Node == v.Node {
			return false
		}
	}
	name := strings.TrimPrefix(v.Text, "::")
	for _, f := range p.Project.Files {
		for i := range f.Matches {
			m := &f.Matches[i]
			if value, ok := m.Vars[name]; ok && value == "" && m.Root == p.Root {
				return true
			}
		}
	}
	return false
}

// undefinedVariable reports a variable that no node has.
func undefinedVariable(p *rule.ConfigPass, v variables.Variable) {
	// Version 3 has additional variables.
	if strings.HasPrefix(v.Root, "calling_") && p.Config().Version == 3 {
		return
	}
	wrong, ok := variables.Undefined(p.Site, v.Key)
	if !ok || isMeantToBeEmpty(p, v) {
		return
	}
	d := diagnostic.Diagnostic{
		Span:    v.Node.SourceSpan(v.Offset+wrong.Span.Start, v.Offset+wrong.Span.End),
		Key:     rule.KeyPath(v.Node),
		Message: wrong.Message,
		Detail:  "Puppet silently inserts the empty string",
		Help:    wrong.Help,
	}
	switch {
	case wrong.Flat:
		d.Detail = "The fact is a single value, so every lookup that reaches this layer fails on nodes that have it"
	case wrong.Root && v.InOptions && p.PuppetVersion >= 8:
		d.Detail = "Every lookup that reaches this layer fails: `Undefined variable '" + rule.Quoted(v.Text) + "'`"
		d.Severity = diagnostic.Error
	case wrong.Root:
		d.Detail = "Puppet inserts the empty string and warns"
	}
	if wrong.Instead != "" {
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), d.Span, wrong.Instead)}
	}
	p.Report(d)
}
