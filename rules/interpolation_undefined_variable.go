package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
)

// InterpolationUndefinedVariable reports variables that no node can have.
var InterpolationUndefinedVariable = &Rule{
	ID: "HL2007", Name: "interpolation-undefined-variable", Severity: Warning, Scope: DataFile | Evaluation,
	Doc: Doc{
		Title: "A variable that does not exist",
		What: "Variables that no node has: misspellings of `facts`, `trusted` and `server_facts`, parts that these and the structured facts of Facter do not have " +
			"(`%{trusted.certnam}`, `%{facts.os.famly}`), facts with capital letters, the variables of Hiera 3 (`%{calling_module}`), `::` where a dot belongs, and `%%{HIERA}{…}`, the escape of old versions. " +
			"Facts and variables of a site may have any name. They are reported only where the configuration says which there are (`known_facts`, `known_variables`), " +
			"or where the facts of real nodes are given and some of them do not have it. What a module in the tree defines in `lib/facter` or `facts.d`, and the main manifest sets, is there.",
		Why: "The text arrives with a hole in it, on every node. A path such as `/srv/%{fact.role}` becomes `/srv/`.",
		Puppet: "A missing part of a variable that exists is an empty text, silently. A variable that does not exist is an empty text and a warning in Puppet 7; Puppet 8 fails every lookup of " +
			"the key with `Undefined variable 'fact'`. (Puppet 7.23 and 8.11)",
		Examples: []Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "app::dir: \"/srv/%{fact.os.family}\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::dir: \"/srv/%{facts.os.family}\"\n"},
				Lookup: "app::dir", Value: `"/srv/"`, PreferValue: `"/srv/Debian"`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "app::family: \"%{facts.os.famly}\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::family: \"%{facts.os.family}\"\n"},
				Lookup: "app::family", Value: `""`, PreferValue: `"Debian"`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "app::role: \"%{trusted.pp_role}\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::role: \"%{trusted.extensions.pp_role}\"\n"},
				Lookup: "app::role", Value: `""`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "apache::format: \"%h %%{HIERA}{Referer}i\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "apache::format: \"%h %{literal('%')}{Referer}i\"\n"},
				Lookup: "apache::format", Value: `"%h %{Referer}i"`, PreferValue: `"%h %{Referer}i"`,
			},
		},
	},
	Run: func(p *Pass) {
		if p.Key() != nil {
			p.missingVariables(false)
			p.failsForVariables()
			return
		}
		for text, token := range p.Tokens() {
			variable := token.Kind == interpolate.Variable && token.Mistake == interpolate.NoMistake
			if !variable && token.Method != interpolate.Scope || token.KeyErr != nil {
				continue
			}
			if p.isOldEscape(text, token) {
				p.reportOldEscape(text, token)
				continue
			}
			if meant, _ := meantFor(text, token); meant != nobody {
				continue // which interpolation-accidental reports
			}
			u, ok := p.known().undefined(token.Key)
			if !ok || strings.HasPrefix(token.Key.Root, "calling_") && p.readByVersion3() {
				continue
			}
			d := Diagnostic{
				Span:    text.Span(token.Span),
				Message: u.message,
				Detail:  "Puppet puts nothing in its place, and says nothing",
				Help:    u.help,
				Key:     keyPath(text.Node),
				Cause:   token.Key.Text,
			}
			if u.root {
				d.Detail = p.undefinedOutcome(text, token.Key)
			}
			if u.instead != "" {
				wrong := source.Span{Start: token.KeyOffset + u.span.Start, End: token.KeyOffset + u.span.End}
				d.Fixes = []Fix{{
					Message: "write `" + u.instead + "`",
					Edits:   []TextEdit{{File: p.source(), Span: text.Span(wrong), New: u.instead}},
				}}
			}
			p.Report(d)
		}
	},
}

// isOldEscape tells whether a token is there to give nothing: before Hiera had the function literal, people wrote
// `%%{HIERA}{Referer}i` with a variable that does not exist to get `%{Referer}i`.
func (p *Pass) isOldEscape(text *Text, token *interpolate.Token) bool {
	name := strings.TrimPrefix(token.Key.Root, "::")
	if token.Kind != interpolate.Variable || len(token.Key.Sub) > 0 || !isWord(name) || p.known().isKnown(name) || isOfPuppet(name) || facter.Core(name) != nil {
		return false
	}
	if _, legacy := facter.Legacy(name); legacy {
		return false
	}
	return strings.HasSuffix(text.Template.Text[:token.Span.Start], "%") && strings.HasPrefix(text.Template.Text[token.Span.End:], "{")
}

func (p *Pass) reportOldEscape(text *Text, token *interpolate.Token) {
	escape := source.Span{Start: token.Span.Start - 1, End: token.Span.End}
	literal := p.literalPercent(text)
	d := Diagnostic{
		Span:    text.Span(escape),
		Message: "`" + shown(text.Slice(escape)) + "` is an old escape for `%`, with a variable that does not exist",
		Detail:  p.undefinedOutcome(text, token.Key),
		Help:    "write `" + literal + "`",
		Key:     keyPath(text.Node),
	}
	if p.PuppetVersion == 7 {
		d.Severity = Note
		d.Detail += ", as it is meant, and logs a warning"
	}
	if !p.unparsable(text.Node) {
		d.Fixes = []Fix{{Message: "write `" + literal + "`", Safe: true, Edits: []TextEdit{{File: p.source(), Span: text.Span(escape), New: literal}}}}
	}
	p.Report(d)
}

// known is what is known of the site.
func (p *Pass) known() *Knowledge {
	if p.subject.Known == nil {
		return &Knowledge{}
	}
	return p.subject.Known
}

// readByVersion3 tells whether a hiera.yaml of version 3 reads the file.
func (p *Pass) readByVersion3() bool {
	for _, r := range p.subject.File.Readers {
		if r.Root.Config.Version == 3 {
			return true
		}
	}
	return false
}
