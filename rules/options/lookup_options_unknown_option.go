package options

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsUnknownOption reports options that Puppet ignores.
var LookupOptionsUnknownOption = &rule.Rule{
	ID: "HL3006", Name: "lookup-options-unknown-option", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		told := map[*data.Node]bool{}
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			switch {
			case problem.Owner != nil && keyMeant(problem.Owner.Counterpart()) != nil:
				return diagnostic.Diagnostic{}, false // lookup-options-reserved reports it
			case isMisplaced(problem):
				if told[problem.Owner] {
					return diagnostic.Diagnostic{}, false
				}
				told[problem.Owner] = true
				return misplaced(p, problem.Owner), true
			case problem.Code == lookupoptions.UnknownOption:
				d := diagnostic.Diagnostic{
					Message: "unknown lookup option `" + rule.Shown(problem.Name) + "`",
					Detail:  "Puppet silently ignores it",
					Help:    "use `merge` or `convert_to`",
				}
				suggest(p.Pass, &d, problem)
				return d, true
			default:
				return diagnostic.Diagnostic{}, false
			}
		})
	},
}

// isMisplaced reports whether the problem is a merge option outside of `merge`.
func isMisplaced(problem lookupoptions.Problem) bool {
	return problem.Owner != nil && (problem.Code == lookupoptions.MisplacedMergeOption || problem.Code == lookupoptions.UnknownOption && problem.Name == "strategy")
}

// misplaced reports all misplaced merge options of an entry, at the first of them.
func misplaced(p *rule.FilePass, owner *data.Node) diagnostic.Diagnostic {
	n := nesting{owner: owner}
	for _, problem := range p.OptionProblems() {
		if isMisplaced(problem) && problem.Owner == owner {
			n.outside = append(n.outside, problem.Node)
		}
	}
	n.find()
	d := diagnostic.Diagnostic{
		Message: rule.Names(lists.Map(n.outside, (*data.Node).Text)) + " " + n.verb("has", "have") + " no effect here; " + n.verb("it belongs", "they belong") + " inside `merge`",
		Detail:  "Puppet silently ignores " + n.verb("it", "them"),
		Help:    n.help(),
	}
	for _, other := range n.outside[1:] {
		d.Related = append(d.Related, diagnostic.Related{File: p.Source(), Span: rule.FirstLine(other), Message: "this option too"})
	}
	if fix, ok := n.fix(); ok {
		d.Fixes = []diagnostic.Fix{fix}
	}
	return d
}
