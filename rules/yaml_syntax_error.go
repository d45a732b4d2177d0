package rules

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLSyntaxError reports files that Puppet cannot parse.
var YAMLSyntaxError = &rule.Rule{
	ID: "HL1001", Name: "yaml-syntax-error", Family: yamlFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "The file cannot be parsed",
		What: "A data file that is not YAML, or JSON or HOCON where a level reads that: wrong indentation, tabs, quotes or brackets that nothing closes, a value that starts with a " +
			"character that YAML keeps for itself, an alias without an anchor, an anchor inside itself. Dates, tags and values that start with a token have rules of their own.",
		Why: "One mistake takes away every key of the file, and every lookup on every node that reads the file.",
		Puppet: "Puppet reads all files of a hierarchy for `lookup_options` before it looks for a key, so any lookup that reaches the file fails with " +
			"`Unable to parse (…): …`, even of a key that is found in a file above it. `puppet lookup` prints nothing. (Puppet 7.23, case config/badlater)",
		Examples: []rule.Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "ntp::servers: [a.example.com, b.example.com # want\nntp::driftfile: /var/lib/ntp/drift\n"},
				Prefer: map[string]string{"data/common.yaml": "ntp::servers: [a.example.com, b.example.com]\nntp::driftfile: /var/lib/ntp/drift\n"},
				Lookup: "ntp::driftfile", Fails: "did not find expected ',' or ']' while parsing a flow sequence", PreferValue: `"/var/lib/ntp/drift"`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "motd::text: 'It's here' # want\n"},
				Prefer: map[string]string{"data/common.yaml": "motd::text: \"It's here\"\n"},
				Lookup: "motd::text", Fails: "did not find expected key while parsing a block mapping", PreferValue: `"It's here"`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "web::site: *default # want\n"},
				Prefer: map[string]string{"data/common.yaml": "web::default: &default {port: 80}\nweb::site: *default\n"},
				Lookup: "web::site", Fails: "Unknown alias: default", PreferValue: `{"port":80}`,
			},
			{
				Avoid: map[string]string{
					"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Common\n    path: common.conf\n    data_hash: hocon_data\n",
					"data/common.conf": "\"app::port\" = 80\n\"app::contact\" = web@example.com # want\n",
				},
				Prefer: map[string]string{
					"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Common\n    path: common.conf\n    data_hash: hocon_data\n",
					"data/common.conf": "\"app::port\" = 80\n\"app::contact\" = \"web@example.com\"\n",
				},
				Lookup: "app::port", Fails: "Reserved character '@' is not allowed outside quotes", PreferValue: "80",
			},
		},
	},
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			switch problem.Code {
			case data.SyntaxError, data.UnknownAlias, data.CyclicAlias, data.AliasBomb, data.TooDeep:
				reportProblem(p, problem, diagnostic.Diagnostic{})
			default: // has a rule of its own
			}
		}
	},
}
