package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// reportOptions reports what the engine finds wrong with the lookup_options of the file, as far
// as describe says that it is the rule's business.
func reportOptions(p *rule.FilePass, describe func(lookupoptions.Problem) (diagnostic.Diagnostic, bool)) {
	for _, problem := range p.OptionProblems() {
		d, ok := describe(problem)
		if !ok || problem.Node == nil {
			continue
		}
		d.Span = firstLine(problem.Node)
		if problem.Span.Len() > 0 {
			d.Span = problem.Node.SourceSpan(problem.Span.Start, problem.Span.End)
		}
		d.Key = keyPath(problem.Node)
		if problem.Reach == lookupoptions.KeyLookups {
			if winner := hiddenBy(p, problem.Entry); winner != nil {
				d.Severity = diagnostic.Warning
				d.Detail = "Puppet does not come to this entry: another one is used wherever the file is read"
				d.Related = append(d.Related, diagnostic.Related{File: winner.Doc.File, Span: winner.Span, Message: "this entry is used"})
			}
		}
		p.Report(d)
	}
}

// suggest adds the name that was probably meant to a diagnostic, with a fix.
func suggest(p *rule.Pass, d *diagnostic.Diagnostic, problem lookupoptions.Problem) {
	if problem.Suggestion == "" {
		return
	}
	d.Help = "did you mean `" + problem.Suggestion + "`?"
	if problem.Node.Kind != data.Scalar || strings.ContainsAny(problem.Suggestion, `'"\:#`) {
		return
	}
	// The name is the text of the node, or a part of it; what stands around it stays.
	span := source.Span{Start: 0, End: len(problem.Node.Value.Text())}
	if problem.Name != "" && problem.Span.Len() > 0 {
		span = problem.Span
	}
	d.Fixes = append(d.Fixes, diagnostic.Fix{
		Message: "write `" + problem.Suggestion + "`",
		Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: problem.Node.SourceSpan(span.Start, span.End), New: problem.Suggestion}},
	})
}

// everyLookup says which lookups fail for a lookup_options that Puppet refuses as a whole.
func everyLookup(p *rule.FilePass) string {
	if module := p.Module(); module != "" {
		return "every lookup of a key `" + module + "::…`"
	}
	return "every lookup on every node that reads this file"
}

// concerned names the keys that an entry of lookup_options is about.
func concerned(problem lookupoptions.Problem) string {
	if isPattern(problem.Entry) {
		return "the keys that match `" + shown(problem.Entry) + "`"
	}
	return "`" + shown(problem.Entry) + "`"
}

// isOptionProblem tells whether the engine finds something wrong with the lookup_options at n.
func isOptionProblem(p *rule.FilePass, n *data.Node) bool {
	return slices.ContainsFunc(p.OptionProblems(), func(problem lookupoptions.Problem) bool { return problem.Node == n })
}
