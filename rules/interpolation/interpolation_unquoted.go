package interpolation

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InterpolationUnquoted reports unquoted YAML values that start with an interpolation token.
var InterpolationUnquoted = &rule.Rule{
	ID: "HL2001", Name: "interpolation-unquoted", Family: family, Severity: diagnostic.Error,
	Options: []rule.Option{{
		Name: style, Default: true,
		Doc: "also report values that Puppet parses correctly, for a style that quotes every value with a token",
	}},
	CheckFile: func(p *rule.FilePass) {
		doc := p.Doc()
		for _, problem := range doc.Problems {
			if problem.Code != data.UnquotedToken {
				continue
			}
			p.ReportProblem(problem, diagnostic.Diagnostic{
				Message: "unquoted value starts with an interpolation token",
				Detail:  "Puppet cannot parse the file, so every lookup that reaches it fails",
				Help:    "quote the whole value",
				Fixes:   edit.QuoteTokens(p.Source(), problem),
			})
		}
		for _, text := range p.Texts() {
			checkPlain(p, &text)
		}
	},
}

// style is the option of the rule.
const style = "style"

func checkPlain(p *rule.FilePass, text *rule.Text) {
	n := text.Node
	if n.Style != data.Plain || p.Doc().Format != data.YAML || p.IsUnparsable(n) {
		return
	}
	if text.Template.HasUnclosed() {
		if comment, ok := tokenInComment(p.Source(), n.Span.End); ok {
			p.Report(diagnostic.Diagnostic{
				Span:    comment,
				Message: "`#` starts a comment inside an interpolation token",
				Detail:  "Puppet reads the value only up to here",
				Help:    "quote the whole value",
				Key:     rule.KeyPath(n),
			})
			return
		}
	}
	if !p.Flag(style) {
		return
	}
	what, fix := "value", edit.Quote(p.Source(), n.Span)
	if n.IsKey() {
		what = "key"
	}
	fix.Message = "quote the whole " + what
	for token := range text.Template.All() {
		if token.Kind != interpolate.Empty {
			p.Report(diagnostic.Diagnostic{
				Severity: diagnostic.Note,
				Span:     text.Span(token.Span),
				Message:  "unquoted " + what + " contains an interpolation token",
				Detail:   "This parses today, but the file breaks as soon as the token is moved to the start of the " + what,
				Help:     fix.Message,
				Fixes:    []diagnostic.Fix{fix},
				Key:      rule.KeyPath(n),
			})
			return
		}
	}
}

// tokenInComment reports whether the } that the value lacks is in a comment on the line.
func tokenInComment(file *source.File, end int) (source.Span, bool) {
	rest := file.Text[end:]
	if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	hash := len(rest) - len(bytes.TrimLeft(rest, " \t"))
	if hash == len(rest) || rest[hash] != '#' || !bytes.ContainsRune(rest[hash:], '}') {
		return source.Span{}, false
	}
	return source.Span{Start: end + hash, End: end + hash + 1}, true
}
