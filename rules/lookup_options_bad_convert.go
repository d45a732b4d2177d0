package rules

import "github.com/hieralint/hieralint/engine/lookupoptions"

// LookupOptionsBadConvert reports convert_to options that no value survives.
var LookupOptionsBadConvert = &Rule{
	ID: "HL3005", Name: "lookup-options-bad-convert", Severity: Error, Scope: DataFile,
	Doc: Doc{
		Title: "The convert_to option is not a type that values can be converted to",
		What:  "A `convert_to` that is not a type expression, names a type that does not exist, or has arguments that the type's constructor does not take.",
		Why:   "The mistake is found only when one of the keys concerned is looked up, as an error of the catalog.",
		Puppet: "Every lookup of the keys concerned fails: `Invalid data type in lookup_options for key 'x' could not parse 'integer', …`, or " +
			"`The convert_to lookup_option for key 'x' raised error: Creation of new instance of type 'TypeReference['Integr']' is not supported`. (Puppet 7.23 and 8.11)",
		Examples: []Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integr} # want\napp::port: '80'\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integer}\napp::port: '80'\n"},
				Lookup: "app::port", Fails: "Creation of new instance of type 'TypeReference['Integr']' is not supported", PreferValue: "80",
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: integer} # want\napp::port: '80'\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integer}\napp::port: '80'\n"},
				Lookup: "app::port", Fails: "could not parse 'integer'", PreferValue: "80",
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::secret: {convert_to: [Sensitive, true]} # want\napp::secret: x\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::secret: {convert_to: Sensitive}\napp::secret: x\n"},
				Lookup: "app::secret", Fails: "'new_Sensitive' expects 1 argument, got 2",
			},
		},
	},
	Run: func(p *Pass) {
		p.reportOptions(func(problem lookupoptions.Problem) (Diagnostic, bool) {
			d := Diagnostic{
				Detail: "Puppet fails every lookup of " + concerned(problem) + ": `" + quoted(problem.Message) + "`",
				Help:   "write a Puppet type, or a list of a type and the arguments of its constructor: `Integer`, `[Integer, 16]`",
			}
			switch problem.Code {
			case lookupoptions.NotAType:
				d.Message = "this is not a Puppet type"
			case lookupoptions.UnknownType:
				d.Message = "there is no type `" + shown(problem.Name) + "`"
			case lookupoptions.BadConvertTo:
				d.Message = "no value can be converted with this argument"
			default:
				return Diagnostic{}, false
			}
			p.suggest(&d, problem)
			return d, true
		})
	},
}
