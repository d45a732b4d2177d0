package rules

import (
	"errors"

	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsBadPattern reports patterns that Ruby cannot read.
var LookupOptionsBadPattern = &rule.Rule{
	ID: "HL3003", Name: "lookup-options-bad-pattern", Family: optionsFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "A pattern in lookup_options is not a regular expression of Ruby",
		What:  "An entry of `lookup_options` that starts with `^` and does not compile as a Ruby regular expression. What only other languages allow, such as `(?P<name>…)`, is reported as well.",
		Why:   "Puppet compiles all patterns at once, so a single bad one breaks every lookup of every node.",
		Puppet: "Every lookup fails with Ruby's message, for example `end pattern with unmatched parenthesis: /^y(/`; a pattern in the data of a module breaks the lookups of that module's keys. " +
			"(Puppet 7.23 and 8.11, case gen.lookup_options:fcb4bc5)",
		Examples: []rule.Example{{
			Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  '^app::(a|b': {merge: unique} # want\ndb::port: 5432\n"},
			Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  '^app::(a|b)': {merge: unique}\napp::a: [x]\ndb::port: 5432\n"},
			Lookup: "db::port", Fails: "end pattern with unmatched parenthesis: /^app::(a|b/", PreferValue: "5432",
		}},
	},
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			if problem.Code != lookupoptions.BadPattern {
				return diagnostic.Diagnostic{}, false
			}
			d := diagnostic.Diagnostic{
				Message: "this pattern is not a regular expression of Ruby: " + quoted(problem.Message),
				Detail:  "Puppet fails " + everyLookup(p),
				Help:    "mend the pattern, or escape the character with a backslash if it is meant as text",
			}
			var syntax *rubyregexp.SyntaxError
			if _, err := rubyregexp.Compile(problem.Name); errors.As(err, &syntax) {
				d.Message = "this pattern is not a regular expression of Ruby: " + syntax.Problem
			} else {
				d.Severity = diagnostic.Note
				d.Message = "this pattern cannot be checked: " + quoted(problem.Message)
				d.Detail, d.Help = "", ""
			}
			return d, true
		})
	},
}
