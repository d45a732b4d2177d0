package interpolation

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InterpolationSyntax reports tokens that Puppet cannot parse, or does not parse as they look.
var InterpolationSyntax = &rule.Rule{
	ID: "HL2004", Name: "interpolation-syntax", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if malformed(text, token) && !callsLiteral(text, token) {
				p.Report(malformedToken(p.Pass, text, token))
			}
		}
		for _, text := range p.Texts() {
			for offset := range text.Template.Unclosed() {
				severity := diagnostic.Warning
				if openedForHiera().MatchString(text.Template.Text[offset:]) {
					severity = diagnostic.Error
				}
				p.Report(diagnostic.Diagnostic{
					Severity: severity,
					Span:     text.Span(source.Span{Start: offset, End: offset + len("%{")}),
					Message:  "unclosed `%{`",
					Detail:   "Puppet treats it and the text after it literally",
					Help:     "close it with `}`, or write `%{literal('%')}{` for a literal `%{`",
					Key:      rule.KeyPath(text.Node),
				})
			}
		}
	},
}

// openedForHiera matches an unclosed token that is certainly meant for Hiera.
var openedForHiera = lazyregexp.New(`^%\{\s*(?:(?:::)?(?:facts|trusted|server_facts)\.|(?:lookup|hiera|alias|literal|scope)\s*\()`)

// malformed reports whether interpolation-syntax reports a token: an invalid one, or a variable that was obviously
// meant as something else. Unquoted arguments and misspelled functions have their own rules.
func malformed(text *rule.Text, token *interpolate.Token) bool {
	switch token.Kind {
	case interpolate.Invalid:
		return true
	case interpolate.Variable:
		kind := mistake.Of(text.Template.Text, token)
		return kind != mistake.None && kind != mistake.UnquotedArgument
	}
	return false
}

// mistakes contains the messages and help for mistaken tokens.
var mistakes = map[mistake.Kind]struct{ message, help string }{
	mistake.None:               {"malformed interpolation token", "write a variable as `%{facts.os.family}`, and a call as `%{lookup('key')}`"},
	mistake.UnquotedArgument:   {"unquoted function argument", "write `%{lookup('key')}`"},
	mistake.MissingArgument:    {"missing function argument", "write `%{lookup('key')}`"},
	mistake.MissingParentheses: {"missing parentheses around the function argument", "write `%{lookup('key')}`"},
	mistake.SpaceInCall:        {"spaces before or inside the parentheses of a call", "write `%{lookup('key')}`"},
	mistake.TooManyArguments:   {"more than one function argument", "remove the other arguments; interpolation functions have no default value"},
	mistake.UnbalancedQuote:    {"unclosed quote in an interpolation token", "write `%{lookup('key')}` or `%{lookup(\"key\")}`"},
	mistake.TextAfterCall:      {"unexpected text after the call", "close the token first: `%{lookup('key')}text`"},
	mistake.UnclosedCall:       {"unclosed parenthesis", "write `%{lookup('key')}`"},
	mistake.BraceInArgument:    {"an interpolation token ends at its first `}`, even inside quotes", "look up a key without `}`"},
	mistake.Nested:             {"nested interpolation token: a token ends at its first `}`", "give the inner value its own key, or use a hierarchy level"},
	mistake.Subscript:          {"brackets in an interpolation token: Hiera separates the parts of a variable with dots", "write `%{facts.os.family}`"},
	mistake.DollarSign:         {"`$` in an interpolation token: Hiera variables are written without it", "remove the `$`"},
	mistake.EmptySegment:       {"empty part between two dots", "write `%{facts.os.family}`"},
	mistake.MethodSpelling:     {"unknown interpolation function", "use `lookup`, `hiera`, `alias`, `literal`, or `scope`"},
}

func malformedToken(p *rule.Pass, text *rule.Text, token *interpolate.Token) diagnostic.Diagnostic {
	kind, instead := mistake.Find(text.Template.Text, token)
	about := mistakes[kind]
	d := diagnostic.Diagnostic{Span: text.Span(token.Span), Message: about.message, Help: about.help, Key: rule.KeyPath(text.Node)}
	if token.Kind == interpolate.Variable {
		d.Detail = "Puppet treats `" + rule.OneLine(text.Slice(token.Expression)) + "` as an undefined variable: the lookup fails (Puppet 8) or the result is empty (Puppet 7)"
	} else {
		d.Detail = rule.EveryLookup(text.Node) + " fails"
	}
	if instead != "" {
		d.Help = "write `" + rule.OneLine(instead) + "`"
		d.Fixes = []diagnostic.Fix{edit.Replace(d.Help, p.Source(), d.Span, instead)}
	}
	return d
}
