package yaml

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLMissingDash reports elements of arrays that YAML reads as part of a string, or as a string,
// because they have no dash, no space after it, or another indentation.
var YAMLMissingDash = &rule.Rule{
	ID: "HL1015", Name: "yaml-missing-dash", Family: family, Severity: diagnostic.Warning,
	Nodes: folded,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		lines := linesOf(n)
		isElement := n.Parent.Kind == data.Sequence
		switch i := slices.IndexFunc(lines, startsWithDash); {
		case i > 0:
			reportDash(p, n, lines, i)
		case isElement && len(lines) > 1 && areWords(lines) && (isListOfWords(n.Parent, n) || isOnlyElement(n) && areAll(lines, isNameLike)):
			d := missingDash(n, lines[1])
			d.Detail = "YAML joins the lines into one element, `" + rule.Shown(n.Text()) + "`"
			d.Help = "write `- ` before it, aligned with the other dashes, or quote the element if it is meant to be one"
			reportSplit(p, d, lines, dashColumn(n))
		case !isElement && startsBelowKey(n) && slices.ContainsFunc(lines, isQuotedAfterDash):
			d := missingDash(n, lines[slices.IndexFunc(lines, isQuotedAfterDash)])
			d.Detail = "The value is the string `" + rule.Shown(n.Text()) + "`, with the dash and the quotes"
			d.Help = "write `- ` at the start of each element"
			reportSplit(p, d, lines, n.Position().Column-1)
		case !isElement && startsBelowKey(n) && isAmong(n, data.Sequence):
			d := missingDash(n, lines[0])
			d.Detail = "This is a string, but the other values are arrays"
			d.Help = "write `- ` before it, or write it on the line of its key if it is meant to be a string"
			reportSplit(p, d, lines, n.Position().Column-1)
		case !isElement && startsBelowKey(n) && !takesOptions(n.Counterpart()) && areNames(lines):
			d := missingDash(n, lines[0])
			d.Detail = "The value is the string `" + rule.Shown(n.Text()) + "`, with the dash"
			d.Help = "write `- ` before each element, or write the value on the line of its key if it is meant to be a string"
			reportSplit(p, d, lines, n.Position().Column-1)
		case !isElement && startsBelowKey(n) && len(lines) > 1 && areClasses(lines):
			d := missingDash(n, lines[0])
			d.Detail = "YAML joins the lines into one string, `" + rule.Shown(n.Text()) + "`"
			d.Help = "write `- ` before each element"
			reportSplit(p, d, lines, n.Position().Column-1)
		}
	},
}

// line is a line of a string, without the white space around it.
type line struct {
	text string
	span source.Span
}

// linesOf returns the lines of an unquoted string, without comments.
func linesOf(n *data.Node) []line {
	var lines []line
	start := n.Span.Start
	for text := range bytes.Lines(n.Doc.File.Slice(n.Span)) {
		trimmed := bytes.TrimSpace(text)
		at := start + bytes.Index(text, trimmed)
		lines = append(lines, line{string(trimmed), source.Span{Start: at, End: at + len(trimmed)}})
		start += len(text)
	}
	return lines
}

// startsWithDash reports whether a line looks like an element of a list.
func startsWithDash(l line) bool { return strings.HasPrefix(l.text, "- ") }

// isQuotedAfterDash reports whether a line is a dash, directly followed by a quoted string.
func isQuotedAfterDash(l line) bool { return quotedAfterDash().MatchString(l.text) }

var quotedAfterDash = lazyregexp.New(`^-(?:'[^']*'|"[^"]*")$`)

// nameAfterDash matches a dash, directly followed by a name with a separator, such as that of a host or a class. Options
// of programs look similar, such as -Xmx1g and -server.
var nameAfterDash = lazyregexp.New(`^-[a-z][a-z0-9-]*(?:(?:[._]|::)[a-z0-9][\w-]*)+$`)

// areNames reports whether each line is a dash, directly followed by a name with a separator; or any name, if one of them is
// that of a class in a module.
func areNames(lines []line) bool {
	if areAll(lines, nameAfterDash().MatchString) {
		return true
	}
	return areAll(lines, wordAfterDash().MatchString) && slices.ContainsFunc(lines, func(l line) bool { return strings.Contains(l.text, "::") })
}

// areClasses reports whether each line is the name of a class, and one of them that of a class in a module.
func areClasses(lines []line) bool {
	return areAll(lines, className().MatchString) && slices.ContainsFunc(lines, func(l line) bool { return strings.Contains(l.text, "::") })
}

var className = lazyregexp.New(`^(?:::)?[a-z]\w*(?:::[a-z]\w*)*$`)

// wordAfterDash matches a dash, directly followed by a word, which may be the name of a class.
var wordAfterDash = lazyregexp.New(`^-[a-z]\w*(?:::[a-z]\w*)*$`)

// takesOptions reports whether the name of a key says that its value consists of options of a program.
func takesOptions(key *data.Node) bool {
	return key.Kind != data.Scalar || optionsKey().MatchString(key.Text())
}

var optionsKey = lazyregexp.New(`(?i)opt|arg|flag|param|command|cmd|exec`)

// maxWord is the length above which a word is part of a key or certificate rather than a name.
const maxWord = 40

// areWords reports whether there is one word on each line.
func areWords(lines []line) bool {
	return !slices.ContainsFunc(lines, func(l line) bool {
		return l.text == "" || len(l.text) > maxWord || strings.ContainsAny(l.text, " \t,;")
	})
}

// isListOfWords reports whether a block sequence has other elements, each of them a single word.
func isListOfWords(list, but *data.Node) bool {
	return list.Style != data.Flow && len(list.Children) >= 2 && lists.All(list.Children, func(n *data.Node) bool {
		return n == but || n.Kind == data.Scalar && !strings.ContainsAny(n.Text(), " \t\n")
	})
}

// isOnlyElement reports whether a block sequence has no other elements.
func isOnlyElement(n *data.Node) bool {
	return n.Parent.Style != data.Flow && len(n.Parent.Children) == 1
}

// isNameLike reports whether a text is no word of a sentence, but may be a name, such as web-1, ntp::server, or NOPASSWD.
func isNameLike(text string) bool { return nameLike().MatchString(text) }

var nameLike = lazyregexp.New(`^[\w.:/@-]*[A-Z0-9_.:/@-][\w.:/@-]*\w$`)

// startsBelowKey reports whether a value is not on the line of its key.
func startsBelowKey(n *data.Node) bool {
	between := source.Span{Start: n.Counterpart().Span.End, End: n.Span.Start}
	return bytes.IndexByte(n.Doc.File.Slice(between), '\n') >= 0
}

// isAmong reports whether similar values are arrays, or hashes, depending on kind: at least two other values of the
// hash, or those of the same key in the hashes beside it.
func isAmong(n *data.Node, kind data.NodeKind) bool {
	hash, key := n.Parent, n.Counterpart()
	if hash.Parent == nil || key.Kind != data.Scalar {
		return false // at the root, values have nothing in common
	}
	if others, all := countValues(hash, kind, func(k, _ *data.Node) *data.Node { return k.Counterpart() }, key); all && others >= 2 {
		return true
	}
	above := hash.Counterpart()
	if above == nil {
		return false
	}
	others, all := countValues(hash.Parent, kind, func(_, v *data.Node) *data.Node { return v.Get(key.Text()) }, above)
	return all && others >= 1
}

// countValues applies pick to the entries of a hash, except that of the key but, and counts the
// values of a kind; all reports whether there are no other values.
func countValues(hash *data.Node, kind data.NodeKind, pick func(key, value *data.Node) *data.Node, but *data.Node) (found int, all bool) {
	for k, v := range hash.Entries() {
		switch picked := pick(k, v); {
		case k == but || picked == nil:
		case picked.Kind != kind:
			return 0, false
		default:
			found++
		}
	}
	return found, true
}

// reportDash reports the elements from line i on, which start with a dash but belong to the string above.
func reportDash(p *rule.FilePass, n *data.Node, lines []line, i int) {
	d := diagnostic.Diagnostic{
		Span:    lines[i].span,
		Message: "array element `" + rule.Shown(lines[i].text) + "` is part of the string above",
		Detail:  "YAML joins the lines into one string, `" + rule.Shown(n.Text()) + "`",
		Help:    "move the array directly below its key, or quote the string if it is meant to be one",
		Key:     rule.KeyPath(n),
	}
	column := -1
	switch {
	case n.Parent.Kind == data.Sequence:
		d.Help = "align the dash with the one above, or quote the string if it is meant to be one"
		if i == 1 && !slices.ContainsFunc(lines[1:], func(l line) bool { return !startsWithDash(l) }) {
			column = dashColumn(n)
		}
	case i == 1 && startsBelowKey(n) && keyWord().MatchString(lines[0].text):
		d.Help = "write `" + lines[0].text + ":` if this is the key of the array, or `- " + lines[0].text + "` if it is an element; quote the string if it is meant to be one"
	}
	reportSplit(p, d, lines, column)
}

// keyWord matches a word that may be a key without its colon.
var keyWord = lazyregexp.New(`^[A-Za-z_][\w.-]*(?:::\w+)*$`)

// missingDash returns a finding about a line that has no dash, or no space after it.
func missingDash(n *data.Node, l line) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Span: l.span, Message: "missing dash before `" + rule.Shown(l.text) + "`", Key: rule.KeyPath(n)}
	if strings.HasPrefix(l.text, "-") {
		d.Message = "missing space after the dash in `" + rule.Shown(l.text) + "`"
	}
	return d
}

// reportSplit reports a finding with a fix that makes each line an element, with its dash in a
// column counted from 0. Without a column, there is no fix.
func reportSplit(p *rule.FilePass, d diagnostic.Diagnostic, lines []line, column int) {
	if column >= 0 && len(lines) <= diagnostic.MaxEdits {
		text := p.Source().Text
		var edits []diagnostic.TextEdit
		for _, l := range lines {
			lineStart := bytes.LastIndexByte(text[:l.span.Start], '\n') + 1
			before := source.Span{Start: lineStart, End: l.span.Start}
			if len(bytes.TrimSpace(p.Source().Slice(before))) > 0 {
				continue // it has a dash
			}
			if strings.HasPrefix(l.text, "-") {
				before.End++
			}
			if strings.HasPrefix(l.text, "- ") {
				before.End++
			}
			edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: before, New: strings.Repeat(" ", column) + "- "})
		}
		message := "split it into " + strconv.Itoa(len(lines)) + " elements"
		if len(lines) == 1 {
			message = "make it an array element"
		}
		d.Fixes = []diagnostic.Fix{{Message: message, Edits: edits}}
	}
	p.Report(d)
}

// dashColumn returns the number of spaces before the dash of an element, or -1 if there is other text.
func dashColumn(n *data.Node) int {
	text := n.Doc.File.Text[:n.Span.Start]
	before := text[bytes.LastIndexByte(text, '\n')+1:]
	indented := bytes.TrimRight(before, " ")
	if spaces, isElement := bytes.CutSuffix(indented, []byte("-")); isElement && len(bytes.Trim(spaces, " ")) == 0 {
		return len(spaces)
	}
	return -1
}
