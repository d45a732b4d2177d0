package options

import (
	"errors"

	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsBadPattern reports patterns that are invalid as Ruby regular expressions.
var LookupOptionsBadPattern = &rule.Rule{
	ID: "HL3003", Name: "lookup-options-bad-pattern", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			if problem.Code != lookupoptions.BadPattern {
				return diagnostic.Diagnostic{}, false
			}
			d := diagnostic.Diagnostic{
				Message: "invalid regular expression: " + rule.Quoted(problem.Message),
				Detail:  p.EveryLookupFails(),
				Help:    "correct the pattern, or escape the character with a backslash to match it literally",
			}
			var syntax *rubyregexp.SyntaxError
			if _, err := rubyregexp.Compile(problem.Name); errors.As(err, &syntax) {
				d.Message = "invalid regular expression: " + syntax.Problem
			} else {
				d.Severity = diagnostic.Note
				d.Message = "this pattern cannot be checked: " + rule.Quoted(problem.Message)
				d.Detail, d.Help = "", ""
			}
			return d, true
		})
	},
}
