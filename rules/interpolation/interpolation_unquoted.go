package interpolation

import (
	"bytes"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// InterpolationUnquoted reports unquoted YAML values that start with an interpolation token.
var InterpolationUnquoted = &rule.Rule{
	ID: "HL2001", Name: "interpolation-unquoted", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	Options: []rule.Option{{
		Name: style, Default: true,
		Doc: "also report values that Puppet parses correctly, for a style that quotes every value with a token",
	}},
	CheckFile: func(p *rule.FilePass) {
		doc := p.Doc()
		parts := sync.OnceValue(func() *parts { return partsOf(p) })
		for _, problem := range doc.Problems {
			if problem.Code != data.UnquotedToken {
				continue
			}
			d := diagnostic.Diagnostic{
				Message: "unquoted value starts with an interpolation token",
				Detail:  "Puppet cannot parse the file, so every lookup that reaches it fails",
				Help:    "quote the whole value",
				Fixes:   edit.QuoteTokens(p.Source(), problem),
			}
			suggestLookup(p, &d, problem, parts)
			p.ReportProblem(problem, d)
		}
		for _, text := range p.Texts() {
			checkPlain(p, &text)
		}
	},
}

// parts are the root keys of a file that cannot be parsed, which the project lacks, and its strings by position.
type parts struct {
	keys  map[string]bool
	texts map[int]*data.Node
}

func partsOf(p *rule.FilePass) *parts {
	all := &parts{map[string]bool{}, map[int]*data.Node{}}
	for key := range p.Doc().Root.Entries() {
		all.keys[key.Text()] = true
	}
	for _, text := range p.Texts() {
		all.texts[text.Node.Span.Start] = text.Node
	}
	return all
}

// suggestLookup suggests to look up the keys that have the names of variables in an unquoted value about which nothing is known. Only
// quoted, the value would probably be empty, without an error. Only the author knows what is meant, so no fix is safe.
func suggestLookup(p *rule.FilePass, d *diagnostic.Diagnostic, problem *data.Problem, parts func() *parts) {
	isKey := func(name string) bool { return p.Project.HasKey(name) || parts().keys[name] }
	var written strings.Builder
	at, name := 0, ""
	for token := range interpolate.Tokens(problem.Subject) {
		if token.Kind != interpolate.Variable || token.KeyErr != nil {
			continue
		}
		if meant := variables.MeantKey(p.Site, token.Key, isKey); meant != "" && !isIn(parts().texts[problem.Span.Start], meant) {
			name = meant
			written.WriteString(problem.Subject[at:token.Span.Start] + "%{lookup('" + meant + "')}")
			at = token.Span.End
		}
	}
	if name == "" {
		return
	}
	written.WriteString(problem.Subject[at:])
	d.Detail += ". `" + rule.Shown(name) + "` is a key in data, and no such variable is known, so it would probably be empty if the value were only quoted"
	d.Help = "quote the whole value, and write `%{lookup('" + rule.Shown(name) + "')}` for the value of the key"
	var fixes []diagnostic.Fix
	lookup := *problem
	lookup.Subject = written.String()
	for _, fix := range append(edit.QuoteTokens(p.Source(), &lookup), d.Fixes...) {
		fix.Safe = false
		fixes = append(fixes, fix)
	}
	d.Fixes = fixes
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
