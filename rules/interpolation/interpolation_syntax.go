package interpolation

import (
	"regexp"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
)

// InterpolationSyntax reports tokens that Puppet cannot parse, or reads differently from what they look like.
var InterpolationSyntax = &rule.Rule{
	ID: "HL2004", Name: "interpolation-syntax", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if malformed(text, token) && !callsLiteral(text, token) {
				p.Report(malformedToken(p.Pass, text, token))
			}
		}
		for _, text := range p.Texts() {
			for _, offset := range text.Template.Unclosed {
				severity := diagnostic.Warning
				if openedForHiera.MatchString(text.Template.Text[offset:]) {
					severity = diagnostic.Error
				}
				p.Report(diagnostic.Diagnostic{
					Severity: severity,
					Span:     text.Span(source.Span{Start: offset, End: offset + len("%{")}),
					Message:  "this `%{` is never closed",
					Detail:   "Puppet leaves it, and what follows, as text",
					Help:     "close it with `}`, or write `%{literal('%')}{` if it is meant as text",
					Key:      rule.KeyPath(text.Node),
				})
			}
		}
	},
}

// openedForHiera matches an unclosed token that is certainly meant for Hiera.
var openedForHiera = regexp.MustCompile(`^%\{\s*(?:(?:::)?(?:facts|trusted|server_facts)\.|(?:lookup|hiera|alias|literal|scope)\s*\()`)

// malformed reports whether interpolation-syntax reports a token: an invalid one, or a variable that was plainly meant as
// something else. Unquoted arguments and misspelled functions have rules of their own.
func malformed(text *rule.Text, token *interpolate.Token) bool {
	switch token.Kind {
	case interpolate.Invalid:
		return true
	case interpolate.Variable:
		kind := mistake.Of(text.Template, token)
		return kind != mistake.None && kind != mistake.UnquotedArgument
	default:
		return false
	}
}

// mistakes are the messages and helps for mistaken tokens.
var mistakes = map[mistake.Kind]struct{ message, help string }{
	mistake.None:               {"Hiera cannot read this token", "write a variable as `%{facts.os.family}`, a call as `%{lookup('key')}`"},
	mistake.UnquotedArgument:   {"the argument of a function must be in quotes", "write `%{lookup('key')}`"},
	mistake.MissingArgument:    {"a function needs an argument in quotes", "write `%{lookup('key')}`"},
	mistake.MissingParentheses: {"a function needs parentheses around its argument", "write `%{lookup('key')}`"},
	mistake.SpaceInCall:        {"spaces are not allowed before or inside the parentheses of a call", "write `%{lookup('key')}`"},
	mistake.TooManyArguments:   {"a function takes one argument only", "leave the other arguments out; there is no default value here"},
	mistake.UnbalancedQuote:    {"a quote in this token has no partner", "write `%{lookup('key')}` or `%{lookup(\"key\")}`"},
	mistake.TextAfterCall:      {"text behind the call does not belong inside the braces", "close the token first: `%{lookup('key')}text`"},
	mistake.UnclosedCall:       {"the parenthesis of this call is never closed", "write `%{lookup('key')}`"},
	mistake.BraceInArgument:    {"a token ends at its first `}`, even between quotes", "look up a key without `}`"},
	mistake.Nested:             {"a token cannot contain another token: it ends at the first `}`", "look up the inner value under a key of its own, or use a hierarchy level for it"},
	mistake.Subscript:          {"Hiera has no brackets: the parts of a variable are joined by dots", "write `%{facts.os.family}`"},
	mistake.DollarSign:         {"a variable has no `$` in Hiera", "leave the `$` out"},
	mistake.EmptySegment:       {"a part of this name between two dots is empty", "write `%{facts.os.family}`"},
	mistake.MethodSpelling:     {"this is not a function of Hiera", "use `lookup`, `hiera`, `alias`, `literal` or `scope`"},
}

func malformedToken(p *rule.Pass, text *rule.Text, token *interpolate.Token) diagnostic.Diagnostic {
	kind, instead := mistake.Find(text.Template, token)
	about := mistakes[kind]
	d := diagnostic.Diagnostic{Span: text.Span(token.Span), Message: about.message, Help: about.help, Key: rule.KeyPath(text.Node)}
	if token.Kind == interpolate.Variable {
		d.Detail = "Puppet takes `" + rule.OneLine(text.Slice(token.Expression)) + "` for the name of a variable: undefined, so the lookup fails (Puppet 8) or the text is empty (Puppet 7)"
	} else {
		d.Detail = "Puppet fails every lookup of " + rule.LookupName(text.Node)
	}
	if instead != "" {
		d.Help = "write `" + rule.OneLine(instead) + "`"
		d.Fixes = []diagnostic.Fix{{
			Message: "write `" + rule.OneLine(instead) + "`",
			Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: d.Span, New: instead}},
		}}
	}
	return d
}
