package rules

import (
	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/project"
)

// InterpolationMissingKey reports references to keys that no data has.
var InterpolationMissingKey = &Rule{
	ID: "HL2008", Name: "interpolation-missing-key", Severity: Error, Scope: Evaluation,
	Doc: Doc{
		Title: "A reference to a key that does not exist",
		What: "`lookup`, `hiera` or `alias` in a value with a key that no data has. It is an error where no node has it, and a warning where some nodes lack it. " +
			"Nothing is said of keys that data outside of the tree could have: of modules that are not installed, of levels that are served by functions, " +
			"lie elsewhere, or have a fixed file name that is not there.",
		Why: "A mistyped key is an empty text in the middle of a value: a URL without its host, a password of nothing. Nobody is told.",
		Puppet: "The token is replaced by an empty text, also with `alias`. There is no warning, and no setting for one. " +
			"(Puppet 7.23 and 8.11)",
		Examples: []Example{{
			Avoid: map[string]string{"data/common.yaml": "site::db_host: db1.example.com\n" +
				"site::url: \"pgsql://%{lookup('site::db_hots')}/shop\" # want\n"},
			Prefer: map[string]string{"data/common.yaml": "site::db_host: db1.example.com\n" +
				"site::url: \"pgsql://%{lookup('site::db_host')}/shop\"\n"},
			Lookup: "site::url", Value: `"pgsql:///shop"`, PreferValue: `"pgsql://db1.example.com/shop"`,
		}},
	},
	Run: func(p *Pass) {
		for _, o := range p.observations(engine.MissingKey) {
			if d, ok := p.missingKey(o); ok {
				p.Report(d)
			}
		}
	},
}

func (p *Pass) missingKey(o observed) (Diagnostic, bool) {
	env := p.Key().Environment
	k, err := key.Parse(o.Name)
	if err != nil || k.Root == optionsKey || o.extent.Hypothetical && env.Defines(k.Root) || len(env.Unseen()) > 0 {
		return Diagnostic{}, false
	}
	near := ""
	if !env.Defines(k.Root) {
		near = meant(k.Root, env.Defined())
		if len(k.Sub) > 0 && !env.IsStructure(near) {
			near = ""
		}
	}
	d := Diagnostic{
		File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.ArgumentSpan.Start, o.Token.ArgumentSpan.End), Key: keyPath(o.Node),
		Detail: "Puppet puts an empty text in its place on " + o.extent.Text + guess(o.extent),
	}
	presence := env.Presence(k.Root)
	switch {
	case presence == project.Expected:
		return d, false
	case !o.extent.Everywhere && env.Defines(k.Root):
		d.Severity = Warning
		d.Message = "`" + shown(o.Name) + "` does not exist on some nodes that use this value"
	case env.Defines(k.Root) && len(k.Sub) == 0:
		return d, false // files have it that no node is known to read
	case env.Defines(k.Root):
		d.Message = "`" + shown(k.Root) + "` has no `" + shown(k.Sub[0].String()) + "`" + subKeyRest(k)
	case presence == project.Possible && near == "":
		d.Severity = Warning
		d.Message = "there is no key `" + shown(k.Root) + "` in any data here"
	default:
		d.Message = "there is no key `" + shown(k.Root) + "` in any data"
	}
	if near != "" {
		d.Help = "did you mean `" + near + "`?"
		d.Fixes = []Fix{{
			Message: "write `" + near + "`",
			Edits:   []TextEdit{{File: d.File, Span: o.Node.SourceSpan(o.Token.KeyOffset+k.RootSpan.Start, o.Token.KeyOffset+k.RootSpan.End), New: near}},
		}}
	} else if o.extent.Everywhere || !env.Defines(k.Root) {
		d.Help = "define the key, or take the reference out"
	} else {
		d.Help = "define the key in a level that those nodes read too"
	}
	return d, true
}

// subKeyRest names what was dug for when it is more than one step.
func subKeyRest(k key.Key) string {
	if len(k.Sub) == 1 {
		return ""
	}
	return " on the way to `" + shown(k.Text) + "`"
}
