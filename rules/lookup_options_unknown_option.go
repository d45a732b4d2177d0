package rules

import "github.com/hieralint/hieralint/engine/lookupoptions"

// LookupOptionsUnknownOption reports options that Puppet ignores.
var LookupOptionsUnknownOption = &Rule{
	ID: "HL3006", Name: "lookup-options-unknown-option", Severity: Error, Scope: DataFile,
	Doc: Doc{
		Title:  "An option in lookup_options is unknown or in the wrong place",
		What:   "Anything but `merge` and `convert_to` in the options of a key, above all an option of the deep merge beside `merge` instead of inside of it.",
		Why:    "The option has no effect and nothing says so: the knockout prefix stays in the data, the typo turns the merge off.",
		Puppet: "Options other than `merge` and `convert_to` are ignored in silence. (Puppet 7.23 and 8.11, case gen.lookup_options:1845e3d)",
		Examples: []Example{
			{
				Avoid: map[string]string{
					"hiera.yaml":         twoLevels,
					"data/override.yaml": "app::list: ['--b']\n",
					"data/common.yaml":   "lookup_options:\n  app::list:\n    merge: deep\n    knockout_prefix: '--' # want\napp::list: [a, b]\n",
				},
				Prefer: map[string]string{
					"hiera.yaml":         twoLevels,
					"data/override.yaml": "app::list: ['--b']\n",
					"data/common.yaml":   "lookup_options:\n  app::list:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\napp::list: [a, b]\n",
				},
				Lookup: "app::list", Value: `["a","b","--b"]`, PreferValue: `["a"]`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert-to: Integer} # want\napp::port: '80'\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integer}\napp::port: '80'\n"},
				Lookup: "app::port", Value: `"80"`, PreferValue: "80",
			},
		},
	},
	Run: func(p *Pass) {
		p.reportOptions(func(problem lookupoptions.Problem) (Diagnostic, bool) {
			switch problem.Code {
			case lookupoptions.MisplacedMergeOption:
				return Diagnostic{
					Message: "`" + problem.Name + "` beside `merge` has no effect; it belongs inside",
					Detail:  "Puppet ignores it without a word",
					Help:    "write `merge: {strategy: deep, " + problem.Name + ": …}`",
				}, true
			case lookupoptions.UnknownOption:
				d := Diagnostic{
					Message: "`" + shown(problem.Name) + "` is not an option",
					Detail:  "Puppet ignores it without a word",
					Help:    "use `merge` or `convert_to`",
				}
				p.suggest(&d, problem)
				return d, true
			default:
				return Diagnostic{}, false
			}
		})
	},
}
