package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/evaluate"
)

// UndefAsText reports texts that were meant to be no value.
var UndefAsText = &Rule{
	ID: "HL5010", Name: "undef-as-text", Severity: Warning, Scope: Evaluation,
	Doc: Doc{
		Title: "A text `undef` where no value is meant",
		What: "The texts `undef`, `:undef` and `nil` as the value of a class parameter that need not have one: its type is Optional, or it has no type and the default `undef`. " +
			"Nothing is said where the code of the class has the text too, and of parameters that are any String.",
		Why: "Optional[String] takes the word for the value, and configuration files get a line `proxy = undef`. Other types refuse it, and the catalog fails.",
		Puppet: "What is `undef` in a manifest is `~` in YAML; `undef` is a text of five letters there. A parameter whose value is `~` gets its default. " +
			"(Puppet 7.23 and 8.11)",
		Examples: []Example{{
			Avoid: map[string]string{
				"modules/app/manifests/init.pp": "class app(Optional[String] $proxy = undef) { }\n",
				"data/common.yaml":              "app::proxy: undef # want\n",
			},
			Prefer: map[string]string{
				"modules/app/manifests/init.pp": "class app(Optional[String] $proxy = undef) { }\n",
				"data/common.yaml":              "app::proxy: ~\n",
			},
			Lookup: "app::proxy", Value: `"undef"`, PreferValue: "null",
		}},
	},
	Run: func(p *Pass) {
		t, ok := p.bound()
		if !ok {
			return
		}
		seen := map[*data.Node]bool{}
		for _, c := range p.Key().Cases {
			if c.Err != nil || c.Result == nil || c.Result.Value == nil || !isUndefText(c.Result.Value, t) {
				continue
			}
			m := unfit{value: c.Result.Value, whole: c.Result.Value}
			t.locate(&m, c)
			if m.place == nil || seen[m.place] {
				continue
			}
			seen[m.place] = true
			extent := p.Key().Extent(func(other *evaluate.Case) bool {
				return other.Result != nil && other.Result.Value != nil && isUndefText(other.Result.Value, t)
			})
			d := Diagnostic{
				File: m.place.Doc.File, Span: valueSpan(m.place), Key: keyPath(m.place),
				Message: "`" + shown(m.value.Text()) + "` is a text here, not the absence of a value",
				Detail:  "Puppet gives the class the text on " + extent.Text + guess(extent),
				Help:    "write `~`, or leave the key out",
			}
			if !types.Instance(t.typ, m.value) {
				d.Severity = severityOf(extent)
				d.Detail = "Puppet fails every catalog with the class on " + extent.Text + guess(extent) + ": the parameter takes `" + cut(t.parameter.Type()) + "`"
			}
			if n := m.place; m.source == nil && n.Kind == data.Scalar && n.Value != nil && data.Eql(n.Value, m.value) {
				nothing := "~"
				if n.Doc.Format == data.JSON {
					nothing = "null"
				}
				d.Fixes = []Fix{{Message: "write `" + nothing + "`", Edits: []TextEdit{{File: n.Doc.File, Span: n.Span, New: nothing}}}}
			}
			p.Report(d)
		}
	},
}

// isUndefText tells whether a value is a text that was meant to be none: the parameter can do without a value, and its class
// knows nothing of the text.
func isUndefText(v *data.Value, t target) bool {
	if v.Kind() != data.String {
		return false
	}
	text := v.Text()
	if text != "undef" && text != ":undef" && text != "nil" {
		return false
	}
	if !types.Instance(t.typ, data.NewUndef()) || types.Instance(t.typ, data.NewArray(nil)) && types.Instance(t.typ, v) && t.parameter.Default() != "undef" {
		return false // it must have a value, or may have any
	}
	code := string(t.class.File.Text)
	return !strings.Contains(code, "'"+text+"'") && !strings.Contains(code, `"`+text+`"`)
}
