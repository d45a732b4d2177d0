package rules

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupFails reports lookups that fail for a reason that no other rule is about.
var LookupFails = &rule.Rule{
	ID: "HL5009", Name: "lookup-fails", Family: bindingFamily, Severity: diagnostic.Error,
	CheckKey: func(p *rule.KeyPass) {
		for _, f := range failures(p, outcome.WrongSubKey, outcome.NoDecryption, outcome.OtherCause) {
			d := diagnostic.Diagnostic{
				Severity: severityOf(f.extent), Message: "the lookup of `" + shown(p.Key.Name) + "` fails",
				Detail: "Puppet fails on " + f.extent.Text + guess(f.extent) + quotedError(f.Error),
				Help:   "correct the value, or what refers to it",
			}
			if !place(&d, f) || isConfigInvalid(p.Site, d.File) {
				continue
			}
			if f.Cause == outcome.WrongSubKey && len(f.Hops) > 0 {
				last := f.Hops[len(f.Hops)-1]
				d.Message = "`" + shown(last.Key) + "` does not fit the value of `" + shown(rootOf(last.Key)) + "`"
				d.Help = "give the position of an element of a list as a number, and the key of a hash by its name"
			}
			p.Report(d)
		}
	},
}

// isConfigInvalid tells whether a file is a hiera.yaml that Puppet refuses, which hiera-config-invalid reports.
func isConfigInvalid(p *rule.Site, file *source.File) bool {
	return slices.ContainsFunc(p.Project.Roots, func(root *project.Root) bool {
		return root.Config.Doc.File == file && slices.ContainsFunc(root.Config.Problems, func(problem *config.Problem) bool { return problem.Puppet8.Effect == config.Fails })
	})
}

// place puts a finding where the value stands that made a lookup fail: at the last reference on the
// way, else at the value, else at the most important value of the key.
func place(d *diagnostic.Diagnostic, f failure) bool {
	switch {
	case len(f.Hops) > 0 && f.Hops[len(f.Hops)-1].Node != nil:
		last := f.Hops[len(f.Hops)-1]
		d.File, d.Span, d.Key = last.Node.Doc.File, tokenOf(last), keyPath(last.Node)
		d.Related = hops(f.Hops[:len(f.Hops)-1])
		if f.Node != nil && f.Node != last.Node {
			d.Related = append(d.Related, diagnostic.Related{File: f.Node.Doc.File, Span: firstLine(f.Node), Message: "this is the value"})
		}
	case f.Node != nil:
		d.File, d.Span, d.Key = f.Node.Doc.File, firstLine(f.Node), keyPath(f.Node)
	case len(f.Case.Values) > 0:
		key := f.Case.Values[0].Key.Node()
		d.File, d.Span, d.Key = key.Doc.File, key.Span, keyPath(key)
	default:
		return false
	}
	return d.Span != source.Span{} || d.File != nil
}
