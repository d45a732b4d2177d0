package rules

import (
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsOutsideModule reports options that a module sets for keys that are not its own.
var LookupOptionsOutsideModule = &rule.Rule{
	ID: "HL3001", Name: "lookup-options-outside-module", Family: optionsFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "A module sets lookup_options outside its own namespace",
		What: "In the data of a module, an entry of `lookup_options` whose name does not start with `<module>::`, or a pattern that does not " +
			"start with `^<module>::`, letter for letter.",
		Why: "One such entry breaks every lookup of every key of the module, parameters of its classes included.",
		Puppet: "Every lookup of a key of the module fails with `all lookup_options keys must start with module name 'foo'` or " +
			"`all lookup_options patterns must match a key starting with module name 'foo'`. The test compares text, so `^foo(::|x)` fails too. Older documentation says that the entry is ignored. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
			{
				Avoid:  moduleExample("lookup_options:\n  foo::list: {merge: unique}\n  bar::list: {merge: unique} # want\nfoo::list: [a]\n"),
				Prefer: moduleExample("lookup_options:\n  foo::list: {merge: unique}\nfoo::list: [a]\n"),
				Lookup: "foo::list", Fails: "all lookup_options keys must start with module name 'foo'", PreferValue: `["a"]`,
			},
			{
				Avoid:  moduleExample("lookup_options:\n  '^fo+::.*list$': {merge: unique} # want\nfoo::list: [a]\n"),
				Prefer: moduleExample("lookup_options:\n  '^foo::.*list$': {merge: unique}\nfoo::list: [a]\n"),
				Lookup: "foo::list", Fails: "all lookup_options patterns must match a key starting with module name 'foo'", PreferValue: `["a"]`,
			},
		},
	},
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			if problem.Code != lookupoptions.OutsideModule {
				return diagnostic.Diagnostic{}, false
			}
			module := p.Module()
			return diagnostic.Diagnostic{
				Message: "`" + shown(problem.Name) + "` is outside of module `" + module + "`",
				Detail:  "Puppet fails every lookup of a key `" + module + "::…`: `" + problem.Message + "`",
				Help:    "start it with `" + namespacePrefix(problem.Name, module) + "`, or move the entry to the data of the environment",
			}, true
		})
	},
}

// namespacePrefix is how an entry of a module's lookup_options must start.
func namespacePrefix(name, module string) string {
	if isPattern(name) {
		return "^" + module + "::"
	}
	return module + "::"
}

// moduleExample is a tree with a module foo that has text as its data.
func moduleExample(text string) map[string]string {
	return map[string]string{
		"modules/foo/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"modules/foo/data/common.yaml": text,
	}
}
