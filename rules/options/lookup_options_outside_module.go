package options

import (
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsOutsideModule reports options in module data for keys outside the module's namespace.
var LookupOptionsOutsideModule = &rule.Rule{
	ID: "HL3001", Name: "lookup-options-outside-module", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			if problem.Code != lookupoptions.OutsideModule {
				return diagnostic.Diagnostic{}, false
			}
			module := p.Module()
			return diagnostic.Diagnostic{
				Message: "`" + rule.Shown(problem.Name) + "` is outside the namespace of module `" + module + "`",
				Detail:  "Every lookup of a key `" + module + "::…` fails: `" + problem.Message + "`",
				Help:    "start it with `" + namespacePrefix(problem.Name, module) + "`, or move the entry to the environment's data",
			}, true
		})
	},
}

// namespacePrefix returns the required start of entries in a module's lookup_options.
func namespacePrefix(name, module string) string {
	if merging.IsPattern(name) {
		return "^" + module + "::"
	}
	return module + "::"
}
