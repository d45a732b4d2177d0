package yaml

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLStrayBackslash reports unquoted strings that start with a backslash before a character with which none can start, and paths
// of Windows whose backslashes are doubled as in double quotes.
var YAMLStrayBackslash = &rule.Rule{
	ID: "HL1031", Name: "yaml-stray-backslash", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{leadingBackslashes, doubledBackslashes},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(leadingBackslashes) {
			if !isEscapedStart(n.Text()) || isForPatterns(n) {
				continue
			}
			escaped := n.Text()[1:]
			d := diagnostic.Diagnostic{
				Span: n.SourceSpan(0, len(`\`)), Key: rule.KeyPath(n),
				Message: "backslash before `" + escaped[:1] + "` at the start of an unquoted string",
				Detail:  "In YAML, a backslash escapes something only in double quotes. Puppet reads this one as part of the " + role(n),
				Help:    "quote the string, without the backslash",
			}
			if string(p.Source().Slice(n.Span)) == n.Text() && !strings.ContainsAny(escaped, `'"`) {
				d.Fixes = []diagnostic.Fix{edit.Replace(d.Help, p.Source(), n.Span, "'"+escaped+"'")}
			}
			p.Report(d)
		}
		for _, n := range p.Selected(doubledBackslashes) {
			if isForPatterns(n) {
				continue
			}
			first := strings.Index(n.Text(), doubled)
			p.Report(diagnostic.Diagnostic{
				Severity: diagnostic.Note, Span: n.SourceSpan(first, first+len(doubled)), Key: rule.KeyPath(n),
				Message: "doubled backslashes in a path without double quotes",
				Detail:  "In YAML, a backslash escapes something only in double quotes. Puppet reads both backslashes as part of the " + role(n),
				Help:    "write single backslashes, unless the program that reads the path unescapes them",
				Fixes:   []diagnostic.Fix{edit.Write(p.Source(), n.Span, strings.ReplaceAll(string(p.Source().Slice(n.Span)), doubled, `\`))},
			})
		}
	},
}

const doubled = `\\`

// doubledBackslashes chooses the absolute paths of Windows that are unquoted or in single quotes, and in which all backslashes are
// doubled. Regular expressions contain other characters with a meaning.
var doubledBackslashes = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	text := n.Text()
	return len(text) > len(`c:`+doubled) && text[1:4] == `:`+doubled && ascii.IsLetter(text[0]) && (n.Style == data.Plain || n.Style == data.SingleQuoted) &&
		n.Doc.Format == data.YAML && !strings.Contains(text, doubled+doubled) && !strings.Contains(strings.ReplaceAll(text, doubled, ""), `\`) &&
		!strings.ContainsAny(text, "^$|[]{}+?\n") && !strings.Contains(text, ".*")
}}

// leadingBackslashes chooses the unquoted strings, including keys, that start with a backslash.
var leadingBackslashes = &rule.Selector{Parts: rule.Strings | rule.RootKeys, Choose: func(n *data.Node) bool {
	return strings.HasPrefix(n.Text(), `\`) && isUnquoted(n)
}}

// role returns what a scalar is in its hash or array.
func role(n *data.Node) string {
	if n.IsKey() {
		return "key"
	}
	return "value"
}

// isEscapedStart reports whether a string consists of a backslash, a character with which an unquoted string cannot start, and a
// name; or of an escaped asterisk, alone or before a domain. Regular expressions contain other backslashes or characters with a
// meaning.
func isEscapedStart(text string) bool {
	const start, shortestRest = len(`\#`), 2
	if len(text) < start || strings.IndexByte("#\"'@&*!%`", text[1]) < 0 || strings.ContainsAny(text[1:], `\^$|()[]{}+?`) || strings.Contains(text, ".*") {
		return false
	}
	rest := text[start:]
	if text[1] == '*' {
		domain, isDomain := strings.CutPrefix(rest, ".")
		return rest == "" || isDomain && domain != "" && ascii.IsLetter(domain[0])
	}
	return len(rest) >= shortestRest && ascii.IsWord(rest[0]) && ascii.IsWord(rest[1])
}

// patterns matches the names of keys whose values are regular expressions.
var patterns = lazyregexp.New(`(?i)reg_?exp?|pattern|match|filter|expr`)

// isForPatterns reports whether a key above a value names regular expressions.
func isForPatterns(n *data.Node) bool { return patterns().MatchString(rule.KeyPath(n).String()) }
