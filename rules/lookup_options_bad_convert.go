package rules

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsBadConvert reports convert_to options that no value survives.
var LookupOptionsBadConvert = &rule.Rule{
	ID: "HL3005", Name: "lookup-options-bad-convert", Family: optionsFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "The convert_to option is not a type that values can be converted to",
		What: "A `convert_to` that is not a type expression, names a type that does not exist, or has arguments that the type's constructor does not take; " +
			"and a value that cannot be converted to the type.",
		Why: "The mistake is found only when one of the keys concerned is looked up, as an error of the catalog.",
		Puppet: "Every lookup of the keys concerned fails: `Invalid data type in lookup_options for key 'x' could not parse 'integer', …`, or " +
			"`The convert_to lookup_option for key 'x' raised error: Creation of new instance of type 'TypeReference['Integr']' is not supported`. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
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
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integer}\napp::port: http # want\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::port: {convert_to: Integer}\napp::port: '80'\n"},
				Lookup: "app::port", Fails: "cannot be converted to Integer", PreferValue: "80",
			},
		},
	},
	CheckKey: reportConversions,
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			d := diagnostic.Diagnostic{
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
				return diagnostic.Diagnostic{}, false
			}
			suggest(p.Pass, &d, problem)
			return d, true
		})
	},
}

// reportConversions reports the values of a key that cannot be converted. Where no value can be, the
// mistake is in the options.
func reportConversions(p *rule.KeyPass) {
	for _, f := range failures(p, outcome.BadConversion) {
		if f.Case.Entry == nil || f.Case.Entry.ConvertTo == nil || refusesAll(f.Case.Entry.ConvertTo) {
			continue
		}
		d := diagnostic.Diagnostic{
			Severity: severityOf(f.extent),
			Message:  "the value of `" + shown(p.Key.Name) + "` cannot be converted as `lookup_options` ask",
			Detail:   "Puppet fails every lookup of it on " + f.extent.Text + guess(f.extent) + quotedError(f.Error),
			Help:     "write a value that the type takes, or change `convert_to`",
		}
		if !place(&d, f) {
			continue
		}
		if node := f.Case.Entry.KeyNode; node != nil {
			d.Related = append(d.Related, diagnostic.Related{File: node.Doc.File, Span: node.Span, Message: "the conversion is asked for here"})
		}
		p.Report(d)
	}
}

// refusesAll tells whether a convert_to option is wrong by itself.
func refusesAll(convertTo *data.Value) bool {
	entry := data.NewHash([]data.Entry{{Key: data.NewString("convert_to"), Value: convertTo}})
	return len(lookupoptions.Check(data.NewHash([]data.Entry{{Key: data.NewString("x"), Value: entry}}), "")) > 0
}
