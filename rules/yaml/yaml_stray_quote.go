package yaml

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLStrayQuote reports unquoted strings that end with an unmatched quotation mark, strings in curly quotation marks, and
// quotation marks inside the paths of a hierarchy.
var YAMLStrayQuote = &rule.Rule{
	ID: "HL1014", Name: "yaml-stray-quote", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{trailingQuotes},
	CheckConfig: func(p *rule.ConfigPass) {
		if root := p.Config().Doc.Root; root != nil {
			reportCurlyBelow(p.Pass, root)
		}
		checkPaths(p)
	},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(trailingQuotes) {
			if inCurly().MatchString(n.Text()) {
				reportCurly(p.Pass, n)
			} else if mark := strayMark(n.Text()); mark != "" {
				reportMark(p, n, mark)
			}
		}
	},
}

// trailingQuotes chooses the unquoted strings, including keys, that end in a quotation mark, straight or curly.
var trailingQuotes = &rule.Selector{Parts: rule.Strings | rule.RootKeys, Choose: func(n *data.Node) bool {
	if !isUnquoted(n) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(n.Text())
	return strings.ContainsRune("'\"”’", last)
}}

var (
	// inCurly matches text in curly quotation marks, or after a curly one, without others in it.
	inCurly = lazyregexp.New(`^(?:[“”„][^“”„"]*[”“]|[‘’‚][^‘’‚']*[’‘]|[“„][^“”„"]*"|[‘‚][^‘’‚']*')$`)
	// canClose matches text after which a quotation mark may be the end of a string.
	canClose = lazyregexp.New(`[\pL\pN)\]}/*%._-]$`)
	// isInches matches text after which it may be the unit of disks and screens.
	isInches = lazyregexp.New(`(?:^|\s)[0-9]+\.[0-9]+$`)
	// isPlural matches text after which it may be an apostrophe: `the users'`.
	isPlural = lazyregexp.New(`\s\S*[^0-9]s$`)
	// tokens matches interpolation tokens, whose arguments are quoted.
	tokens = lazyregexp.New(`%\{[^}]*\}`)
)

// strayMark returns the quotation mark at the end of a string if nothing in the string opens the quotation, or "".
func strayMark(text string) string {
	mark := text[len(text)-1:]
	if mark[0] >= utf8.RuneSelf {
		return "" // a curly one
	}
	before := strings.TrimRight(text, mark)
	switch {
	case len(before)+len(mark) < len(text), strings.Contains(tokens().ReplaceAllString(before, ""), mark), !canClose().MatchString(before) && !isQuotedAtEnd(before):
		return ""
	case mark == `"` && isInches().MatchString(before), mark == "'" && isPlural().MatchString(before):
		return ""
	}
	return mark
}

// isQuotedAtEnd reports whether a text ends with a part in quotation marks.
func isQuotedAtEnd(text string) bool {
	if !strings.HasSuffix(text, "'") && !strings.HasSuffix(text, `"`) {
		return false
	}
	return strings.Count(text, text[len(text)-1:])%2 == 0
}

func reportMark(p *rule.FilePass, n *data.Node, mark string) {
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(n),
		Message: "stray `" + mark + "` at the end of an unquoted string",
		Detail:  "In YAML, only a string that starts with a quotation mark is quoted. Puppet reads this one as part of the value",
		Help:    "add the opening quotation mark, or remove this one",
		Key:     rule.KeyPath(n),
	}
	if n.IsKey() {
		d.Detail = "In YAML, only a string that starts with a quotation mark is quoted. Puppet reads this one as part of the key"
	}
	if written := string(n.Doc.File.Slice(n.Span)); written == n.Text() && !strings.Contains(written, `\`) {
		d.Fixes = []diagnostic.Fix{{
			Message: "add the opening quotation mark", Edits: []diagnostic.TextEdit{diagnostic.Insert(n.Doc.File, n.Span.Start, mark)},
		}}
	}
	p.Report(d)
}

// checkPaths reports the quotation marks in paths of a hierarchy.
func checkPaths(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	check := func(n *data.Node) {
		if n != nil && !seen[n] && n.Kind == data.Scalar && n.Value.Is(data.String) {
			seen[n] = true
			reportQuoted(p.Pass, n)
		}
	}
	for _, level := range p.Config().AllLevels() {
		if level.LocationKind != config.URI {
			check(level.Datadir.Node)
			for _, location := range level.Locations {
				check(location.Node)
			}
		}
	}
}

// reportQuoted reports a path with pairs of quotation marks, except in interpolation tokens.
func reportQuoted(p *rule.Pass, n *data.Node) {
	text := n.Text()
	outside := tokens().ReplaceAllStringFunc(text, func(token string) string { return strings.Repeat(" ", len(token)) })
	for _, mark := range []byte{'"', '\''} {
		count := strings.Count(outside, string(mark))
		if count == 0 || count%2 != 0 {
			continue
		}
		first, last := strings.IndexByte(outside, mark), strings.LastIndexByte(outside, mark)
		d := diagnostic.Diagnostic{
			Span: n.SourceSpan(first, last+1), Key: rule.KeyPath(n),
			Message: "quotation marks inside a path", Detail: "Puppet looks for a file or directory whose name contains them",
			Help: "quote the whole path, or nothing",
		}
		if count <= diagnostic.MaxEdits {
			fix := diagnostic.Fix{Message: "remove the quotation marks"}
			for i := range len(outside) {
				if outside[i] == mark {
					fix.Edits = append(fix.Edits, diagnostic.TextEdit{File: n.Doc.File, Span: n.SourceSpan(i, i+1)})
				}
			}
			d.Fixes = []diagnostic.Fix{fix}
		}
		p.Report(d)
		return
	}
}

// reportCurlyBelow reports the strings in curly quotation marks in a node of a hiera.yaml.
func reportCurlyBelow(p *rule.Pass, n *data.Node) {
	if isUnquoted(n) && inCurly().MatchString(n.Text()) {
		reportCurly(p, n)
	}
	for _, child := range n.Children {
		reportCurlyBelow(p, child)
	}
}

// reportCurly reports a string in curly quotation marks, as word processors write them.
func reportCurly(p *rule.Pass, n *data.Node) {
	d := diagnostic.Diagnostic{
		Span: rule.FirstLine(n), Key: rule.KeyPath(n),
		Message: "curly quotation marks do not quote a string",
		Detail:  "Puppet reads them as part of the value",
		Help:    "write straight quotation marks",
	}
	if n.IsKey() {
		d.Detail = "Puppet reads them as part of the key"
	}
	text := []rune(n.Text())
	mark := `"`
	if strings.ContainsRune("‘’‚", text[0]) {
		mark = "'"
	}
	if inner := string(text[1 : len(text)-1]); string(n.Doc.File.Slice(n.Span)) == n.Text() && !strings.Contains(inner, `\`) {
		d.Fixes = []diagnostic.Fix{edit.Replace(d.Help, n.Doc.File, n.Span, mark+inner+mark)}
	}
	p.Report(d)
}
