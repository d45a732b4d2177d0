package options

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsBadConvert reports convert_to options that make lookups fail.
var LookupOptionsBadConvert = &rule.Rule{
	ID: "HL3005", Name: "lookup-options-bad-convert", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	NeedsPairs: rule.Never,
	CheckKey:   reportConversions,
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			d := diagnostic.Diagnostic{
				Detail: "Every lookup of " + concerned(problem) + " fails: `" + rule.Quoted(problem.Message) + "`",
				Help:   "write a Puppet type, or an array of a type and the arguments of its `new` function: `Integer`, `[Integer, 16]`",
			}
			switch problem.Code {
			case lookupoptions.NotAType:
				d.Message = "not a Puppet type"
			case lookupoptions.UnknownType:
				d.Message = "unknown type `" + rule.Shown(problem.Name) + "`"
			case lookupoptions.BadConvertTo:
				d.Message = "invalid argument for the conversion"
			default:
				return diagnostic.Diagnostic{}, false
			}
			suggest(p.Pass, &d, problem)
			return d, true
		})
	},
}

// reportConversions reports the values of a key that cannot be converted, or the option if none can.
func reportConversions(p *rule.KeyPass) {
	for _, f := range p.Failures(outcome.BadConversion) {
		if f.Case.Entry == nil || f.Case.Entry.ConvertTo == nil || refusesAll(p.Site, f.Case.Entry.ConvertTo) {
			continue
		}
		d := diagnostic.Diagnostic{
			Severity: rule.SeverityOf(f.Extent),
			Message:  "value of `" + rule.Shown(p.Key.Name) + "` cannot be converted as its `lookup_options` require",
			Detail:   "Every lookup of the key fails " + rule.On(f.Extent) + rule.QuotedError(f.Error),
			Help:     "use a value that the type accepts, or change `convert_to`",
		}
		if !rule.PlaceFailure(&d, f) {
			continue
		}
		if node := f.Case.Entry.KeyNode; node != nil {
			d.Related = append(d.Related, diagnostic.Related{File: node.Doc.File, Span: node.Span, Message: "the conversion is set here"})
		}
		p.Report(d)
	}
}

type refusesAllID struct{ convertTo *data.Value }

// refusesAll reports whether a convert_to option is invalid for any value. It is checked once for all keys.
func refusesAll(s *rule.Site, convertTo *data.Value) bool {
	return rule.Once(s, refusesAllID{convertTo}, func() bool {
		entry := data.NewHash([]data.Entry{data.NewEntry("convert_to", convertTo)})
		return len(lookupoptions.Check(data.NewHash([]data.Entry{data.NewEntry("x", entry)}), "")) > 0
	})
}
