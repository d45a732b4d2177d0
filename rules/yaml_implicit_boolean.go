package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// YAMLImplicitBoolean reports yes, no, on and off without quotes.
var YAMLImplicitBoolean = &Rule{
	ID: "HL1010", Name: "yaml-implicit-boolean", Severity: Warning, Scope: DataFile,
	Doc: Doc{
		Title: "`yes`, `no`, `on` or `off` without quotes is a boolean",
		What: "The words `yes`, `no`, `on` and `off` in any letter case as YAML values without quotes. `y` and `n` are texts for Puppet and are not reported, " +
			"nor is `lookup_options`, where only booleans fit.",
		Why: "The country `no` becomes false, and `PermitRootLogin: no` is written to a file as `false`. Other YAML readers, among them those of Go and of YAML 1.2, take the " +
			"same words for texts, so tools that read the file do not agree on it.",
		Puppet: "The value is true or false, without a word. (Puppet 7.23 and 8.11, case gen.yaml-scalars:f4419e3)",
		Examples: []Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "site::country: no # want\n"},
				Prefer: map[string]string{"data/common.yaml": "site::country: 'no'\n"},
				Lookup: "site::country", Value: "false", PreferValue: `"no"`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "app::ssl: on # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::ssl: true\n"},
				Lookup: "app::ssl", Value: "true", PreferValue: "true",
			},
		},
	},
	Run: func(p *Pass) {
		for _, n := range p.implicit() {
			if !isImplicitBoolean(n) {
				continue
			}
			word, value := n.Text(), strconv.FormatBool(n.Value.Bool())
			d := Diagnostic{
				Span:    n.Span,
				Message: "`" + word + "` without quotes is the boolean " + value,
				Detail:  "Puppet takes `yes`, `no`, `on` and `off` for booleans, in any letter case",
				Help:    "put it in quotes if it is a text, or write `" + value + "`",
				Key:     keyPath(n),
			}
			asBoolean := Fix{Message: "write `" + value + "`", Safe: true, Edits: []TextEdit{{File: p.source(), Span: n.Span, New: value}}}
			asText := quote(p.source(), n.Span)
			asText.Safe = false
			d.Fixes = []Fix{asBoolean, asText}
			if looksLikeText(n) {
				d.Fixes = []Fix{asText}
			}
			p.Report(d)
		}
	},
}

// isImplicitBoolean tells whether a scalar without quotes is a boolean that is written as another word.
func isImplicitBoolean(n *data.Node) bool {
	return n.Value.Kind() == data.Boolean && !strings.EqualFold(n.Text(), strconv.FormatBool(n.Value.Bool()))
}

// looksLikeText tells whether a word that YAML takes for a boolean probably is a text: among other
// texts in a list, in capital letters like the code of a country, or where the name of the key
// speaks for it. The words of programs with an `Option: yes` of their own, which are mostly written
// with capital letters, count too: true and false are not among them.
func looksLikeText(n *data.Node) bool {
	if list := n.Parent; list != nil && list.Kind == data.Sequence {
		return slices.ContainsFunc(list.Children, func(other *data.Node) bool {
			return other.Value != nil && other.Value.Kind() == data.String
		})
	}
	if n.Text() == strings.ToUpper(n.Text()) {
		return true
	}
	path := n.Path()
	name := path[len(path)-1]
	if len(path) > 1 && name != strings.ToLower(name) {
		return true
	}
	if i := strings.LastIndexAny(name, ":_-. "); i >= 0 {
		name = name[i+1:]
	}
	return slices.Contains(namesOfCodes, strings.TrimSuffix(strings.ToLower(name), "s"))
}

// namesOfCodes are keys whose values are abbreviations: no is Norway and Norwegian, on is Ontario.
var namesOfCodes = []string{"country", "countrie", "countrycode", "lang", "language", "locale", "nationality", "province", "region", "state", "tld", "code", "keymap", "xkblayout", "layout"}
