package interpolation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// InterpolationUndefinedVariable reports variables that no node can have.
var InterpolationUndefinedVariable = &rule.Rule{
	ID: "HL2007", Name: "interpolation-undefined-variable", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherKeys,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		variables.ReportMissing(p, false)
		failsForVariables(p)
	},
	CheckFile: func(p *rule.FilePass) {
		var programs programFinder
		for text, token := range p.Tokens() {
			if !asksForVariable(text, token) {
				continue
			}
			if isOldEscape(p.Site, text, token) {
				reportOldEscape(p, text, token)
				continue
			}
			if meant, _ := programs.meantFor(text, token); meant != nobody {
				continue // interpolation-accidental reports it
			}
			if class := classBeingBound(p.Site, text, token); class != "" {
				p.Report(diagnostic.Diagnostic{
					Span:    text.Span(token.Span),
					Message: "`" + rule.Shown(token.Key.Root) + "` is not set yet when Puppet looks up the parameters of class `" + class + "`",
					Detail:  undefinedOutcome(p.Site, text, token.Key),
					Help:    "write the value, or set `" + rule.Shown(token.Key.Root) + "` in data and use the `lookup` function",
					Key:     rule.KeyPath(text.Node),
				})
				continue
			}
			u, ok := variables.Undefined(p.Site, token.Key)
			if !ok {
				if !reportTypo(p, text, token) {
					reportNameOfKey(p, text, token)
				}
				continue
			}
			if strings.HasPrefix(token.Key.Root, "calling_") && readByVersion3(p) {
				continue
			}
			d := diagnostic.Diagnostic{
				Span:    text.Span(token.Span),
				Message: u.Message,
				Detail:  "Puppet silently inserts the empty string",
				Help:    u.Help,
				Meant:   u.Meant,
				Key:     rule.KeyPath(text.Node),
				Cause:   token.Key.Text,
			}
			switch {
			case u.Flat:
				d.Detail = "The fact is a single value, so every lookup that inserts it fails on nodes that have it"
			case u.Root:
				d.Detail = undefinedOutcome(p.Site, text, token.Key)
			}
			if u.Instead != "" {
				wrong := source.Span{Start: token.KeyOffset + u.Span.Start, End: token.KeyOffset + u.Span.End}
				d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), text.Span(wrong), u.Instead)}
			}
			p.Report(d)
		}
	},
}

// reportNameOfKey reports a variable about which nothing is known, but which has the name of a key in data. In a value that has to be
// quoted first, interpolation-unquoted suggests to look up the key.
func reportNameOfKey(p *rule.FilePass, text *rule.Text, token *interpolate.Token) {
	name := variables.MeantKey(p.Site, token.Key, p.Project.HasKey)
	if name == "" || isIn(text.Node, name) || p.IsUnparsable(text.Node) {
		return
	}
	p.Report(diagnostic.Diagnostic{
		Severity: diagnostic.Note,
		Span:     text.Span(token.Span),
		Message:  "`" + rule.Shown(name) + "` is a key in data, and no such variable is known",
		Detail:   "Puppet inserts the empty string if there is no such variable; it does not look up the key",
		Help:     "write `%{lookup('" + rule.Shown(name) + "')}` for the value of the key",
		Key:      rule.KeyPath(text.Node),
		Cause:    token.Key.Text,
	})
}

// isIn reports whether a node is part of the value of a root key, which cannot look up itself.
func isIn(n *data.Node, root string) bool {
	if n == nil {
		return false
	}
	path := n.Path()
	return len(path) > 0 && path[0] == root
}

// reportTypo reports a variable that is probably a misspelling of one that a hierarchy uses, and whether it is.
func reportTypo(p *rule.FilePass, text *rule.Text, token *interpolate.Token) bool {
	if !variables.MayBeTypo(p.Site, token.Key) || strings.HasPrefix(token.Key.Root, "calling_") {
		return false
	}
	meant := variables.MeantOfHierarchy(p.Site, token.Key)
	if meant == "" {
		return false
	}
	name := strings.TrimPrefix(token.Key.Text, "::")
	at := source.Span{Start: token.KeyOffset, End: token.KeyOffset + len(token.Key.Text)}
	if prefix := "::"; strings.HasPrefix(token.Key.Text, prefix) && !strings.Contains(meant, ".") {
		at.Start += len(prefix)
	}
	p.Report(diagnostic.Diagnostic{
		Span:    text.Span(token.Span),
		Message: "`" + rule.Shown(name) + "` is nearly the same as `" + rule.Shown(meant) + "`, a variable that the hierarchy uses",
		Detail:  "Puppet inserts the empty string if there is no such variable",
		Meant:   meant,
		Key:     rule.KeyPath(text.Node),
		Cause:   token.Key.Text,
		Fixes:   []diagnostic.Fix{edit.Write(p.Source(), text.Span(at), meant)},
	})
	return true
}

// asksForVariable reports whether a token is a variable, and was meant as one.
func asksForVariable(text *rule.Text, token *interpolate.Token) bool {
	switch {
	case token.KeyErr != nil:
		return false
	case token.Kind == interpolate.Variable:
		return mistake.Of(text.Template.Text, token) == mistake.None
	}
	return token.Method == interpolate.Scope
}

// classBeingBound returns the class that is not evaluated yet when Puppet reads a token: the token refers to a variable
// of the class, and is in the data of one of its parameters. It returns "" if there is none, or if code also looks up
// the key explicitly.
func classBeingBound(p *rule.Site, text *rule.Text, token *interpolate.Token) string {
	path := text.Node.Path()
	class, _, ok := manifest.CutParameter(token.Key.Root)
	if len(path) == 0 || !ok {
		return ""
	}
	class = strings.TrimPrefix(class, "::")
	if parameter, ok := strings.CutPrefix(path[0], class+"::"); class == "" || !ok || strings.Contains(parameter, "::") {
		return ""
	}
	isParameter := false
	for code := range p.AllCode() {
		if len(code.LookupsOf(path[0])) > 0 {
			return ""
		}
		_, parameter := code.Parameter(path[0])
		isParameter = isParameter || parameter != nil
	}
	if !isParameter {
		return ""
	}
	return class
}

// isOldEscape reports whether a token is meant to evaluate to the empty string: before Hiera had the literal function,
// people wrote `%%{HIERA}{Referer}i` with an undefined variable to get `%{Referer}i`.
func isOldEscape(p *rule.Site, text *rule.Text, token *interpolate.Token) bool {
	name := strings.TrimPrefix(token.Key.Root, "::")
	if token.Kind != interpolate.Variable || len(token.Key.Sub) > 0 || !ascii.IsName(name) || variables.IsKnown(p, name) || facter.IsVariable(name) || facter.Core(name) != nil {
		return false
	}
	if _, legacy := facter.Legacy(name); legacy {
		return false
	}
	return strings.HasSuffix(text.Template.Text[:token.Span.Start], "%") && strings.HasPrefix(text.Template.Text[token.Span.End:], "{")
}

func reportOldEscape(p *rule.FilePass, text *rule.Text, token *interpolate.Token) {
	escape := source.Span{Start: token.Span.Start - 1, End: token.Span.End}
	literal := literalPercent(p.Pass, text)
	d := diagnostic.Diagnostic{
		Span:    text.Span(escape),
		Message: "`" + rule.Shown(text.Slice(escape)) + "` is an obsolete escape for `%`, with an undefined variable",
		Detail:  undefinedOutcome(p.Site, text, token.Key),
		Help:    "write `" + literal + "`",
		Cause:   text.Slice(escape) + literal,
		Key:     rule.KeyPath(text.Node),
	}
	if p.PuppetVersion == 7 {
		d.Severity = diagnostic.Note
		d.Detail += ", as intended, and logs a warning"
	}
	if !p.IsUnparsable(text.Node) {
		d.Fixes = []diagnostic.Fix{{Message: "write `" + literal + "`", Safe: true, Edits: []diagnostic.TextEdit{{File: p.Source(), Span: text.Span(escape), New: literal}}}}
	}
	p.Report(d)
}

// readByVersion3 reports whether a version 3 hierarchy reads the file.
func readByVersion3(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Matches, func(m project.Match) bool { return m.Root.Config.Version == 3 })
}
