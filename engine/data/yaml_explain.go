package data

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// What libyaml says about a mistake seldom helps whoever made it: the place is where the parser gave up, and the words
// are those of the grammar. Here each of its complaints becomes a likely cause, at the place to look at, and a help.

// explanation is what a person should know about a syntax error.
type explanation struct {
	code        ProblemCode
	span        source.Span
	cause, help string
}

// yamlText is a text in which the cause of an error is searched for.
type yamlText string

// explain finds the likely mistake behind a refusal of libyaml.
func explain(text string, e *syntaxError) explanation {
	t := yamlText(text)
	x := explanation{code: e.code, span: t.word(e.at)}
	if explain, ok := explainers[e.problem]; ok {
		explain(t, &x, e)
	} else {
		t.other(&x, e)
	}
	return x
}

// explainer completes an explanation, which has the code of the error and the word at its place.
type explainer func(t yamlText, x *explanation, e *syntaxError)

// explainers are the explainers of libyaml's complaints.
var explainers = map[string]explainer{
	"found character that cannot start any token":                  yamlText.noToken,
	"found a tab character that violates indentation":              yamlText.tab,
	"found a tab character where an indentation space is expected": yamlText.tab,
	"mapping values are not allowed in this context":               yamlText.secondColon,
	"could not find expected ':'":                                  yamlText.noColon,
	"did not find expected key":                                    yamlText.noKey,
	"did not find expected '-' indicator":                          yamlText.noDash,
	"did not find expected ',' or ']'":                             yamlText.noComma,
	"did not find expected ',' or '}'":                             yamlText.noComma,
	"did not find expected node content":                           yamlText.noContent,
	"found unexpected end of stream":                               yamlText.openQuote,
	"found unexpected document indicator":                          yamlText.openQuote,
	"found unknown escape character":                               yamlText.badEscape,
	"did not find expected hexdecimal number":                      yamlText.shortEscape,
	"found invalid Unicode character escape code":                  yamlText.noCharacter,
	"block sequence entries are not allowed in this context":       character("a list cannot begin on the line of its key", "put the items on lines of their own, or write `[a, b]`"),
	"mapping keys are not allowed in this context":                 character("a value cannot start with `? `", "put it in quotes"),
	"did not find expected comment or line break":                  yamlText.restOfLine,
	"found an indentation indicator equal to 0":                    word("the number behind `|` or `>` says how deep the text is indented: 1 to 9", "leave it out"),
	"did not find expected alphabetic or numeric character":        yamlText.badName,
	"found undefined tag handle":                                   word("a value that starts with `!` is read as a tag, and this is none", "put it in quotes"),
	"did not find expected whitespace or line break":               badTag,
	"did not find expected tag URI":                                badTag,
	"did not find URI escaped octet":                               badTag,
	"found an incorrect leading UTF-8 octet":                       badTag,
	"found an incorrect trailing UTF-8 octet":                      badTag,
	"did not find the expected '>'":                                badTag,
	"found unexpected ':'":                                         character("a `:` cannot stand here inside of brackets", "put a space behind it, or the text in quotes"),
	"could not find expected directive name":                       yamlText.badDirective,
	"found unknown directive name":                                 yamlText.badDirective,
	"found unexpected non-alphabetical character":                  yamlText.badDirective,
	"found incompatible YAML document":                             word("Puppet reads YAML 1.1 and 1.2 only", "remove the line"),
	"did not find expected <document start>":                       word("after lines that start with `%` the data begin with `---`", "write `---` above this"),
	"stack level too deep":                                         word("the data are nested deeper than Puppet can read", ""),
}

var badTag = construct("a value that starts with `!` is read as a tag, and this is none", "put it in quotes")

// word explains the word at the place of the error.
func word(cause, help string) explainer {
	return func(_ yamlText, x *explanation, _ *syntaxError) { x.cause, x.help = cause, help }
}

// character explains the character at the place of the error.
func character(cause, help string) explainer {
	return func(t yamlText, x *explanation, e *syntaxError) {
		x.span, x.cause, x.help = t.span(e.at, e.at+1), cause, help
	}
}

// construct explains the word where the construct in which libyaml noticed the error begins.
func construct(cause, help string) explainer {
	return func(t yamlText, x *explanation, e *syntaxError) {
		x.span, x.cause, x.help = t.word(e.started), cause, help
	}
}

func (t yamlText) slice(s source.Span) string { return string(t[s.Start:s.End]) }

// span is a span cut to the text.
func (t yamlText) span(from, to int) source.Span {
	from = max(0, min(from, len(t)))
	return source.Span{Start: from, End: max(from, min(to, len(t)))}
}

// line is the line of an offset, without its break.
func (t yamlText) line(at int) source.Span {
	from, to := at, at
	for from > 0 && t[from-1] != '\n' && t[from-1] != '\r' {
		from--
	}
	for to < len(t) && breakWidth(string(t), to) == 0 {
		to++
	}
	return source.Span{Start: from, End: to}
}

// word is the text at an offset up to the next blank. At the end of a line it is the last
// character of the text in front.
func (t yamlText) word(at int) source.Span {
	end := at
	for end < len(t) && !isBlank(t[end]) && breakWidth(string(t), end) == 0 {
		end++
	}
	if end > at {
		return source.Span{Start: at, End: end}
	}
	for at = min(at, len(t)); at > 0 && (isBlank(t[at-1]) || t[at-1] == '\n' || t[at-1] == '\r'); at-- {
	}
	if at == 0 {
		return source.Span{}
	}
	_, width := utf8.DecodeLastRuneInString(string(t[:at]))
	return source.Span{Start: at - width, End: at}
}

// text is the line of an offset from there on, without blanks and a comment at its end.
func (t yamlText) text(at int) source.Span {
	s := t.line(at)
	s.Start = at
	if comment := strings.Index(t.slice(s), " #"); comment >= 0 {
		s.End = at + comment
	}
	for s.End > s.Start && isBlank(t[s.End-1]) {
		s.End--
	}
	return s
}

// interpolation makes x an UnquotedToken when an interpolation token is there.
func (t yamlText) interpolation(x *explanation) {
	if strings.HasPrefix(string(t[x.span.Start:]), "%{") {
		x.code = UnquotedToken
		x.span = t.text(x.span.Start)
		x.cause, x.help = "a text that starts with `%{` must be in quotes", "put it in double quotes"
	}
}

func (t yamlText) noToken(x *explanation, e *syntaxError) {
	at := e.at
	switch c := t[at]; c {
	case '\t':
		t.tab(x, e)
	case '|', '>':
		x.span = t.span(at, at+1)
		x.cause, x.help = "inside of brackets a value cannot start with `"+string(c)+"`", "put it in quotes"
	default:
		x.span = t.text(at)
		x.cause, x.help = "a value cannot start with "+quotedChar(c), "put it in quotes"
		t.interpolation(x)
	}
}

// quotedChar is a character as messages show it.
func quotedChar(c byte) string {
	if c == '`' {
		return "a backquote"
	}
	return "`" + string(c) + "`"
}

func (t yamlText) tab(x *explanation, e *syntaxError) {
	from, to := e.at, e.at
	for from > 0 && t[from-1] == '\t' {
		from--
	}
	for to < len(t) && t[to] == '\t' {
		to++
	}
	x.span = source.Span{Start: from, End: to}
	x.cause, x.help = "YAML does not allow tabs for indentation", "write spaces"
}

// secondColon explains a `: ` where no key can stand: behind a value on the same line, or on a
// line that continues the value of the line above.
func (t yamlText) secondColon(x *explanation, e *syntaxError) {
	at := e.at
	x.span = t.span(at, at+1)
	line := t.line(at)
	before := strings.TrimLeft(string(t[line.Start:at]), " -?")
	if strings.HasPrefix(string(t), bom+"---") && line.Start <= strings.IndexByte(string(t), '\n')+1 {
		x.code, x.span = BadEncoding, source.Span{End: len(bom)}
		x.cause, x.help = "the byte order mark in front of `---` makes a text of it", "save the file without byte order mark"
		return
	}
	if strings.Contains(before, ": ") || strings.Contains(before, ":\t") {
		x.cause, x.help = "a value without quotes cannot hold `: `", "put the value in quotes"
		return
	}
	x.span = t.text(t.indented(at))
	x.cause = "this line is indented deeper than the key above, so it continues the value of that key"
	x.help = "indent it like the key above, or take away the value there"
}

// indented is the offset of the first character of a line that is not a blank.
func (t yamlText) indented(at int) int {
	from := t.line(at).Start
	for from < len(t) && isBlank(t[from]) {
		from++
	}
	return from
}

// indentation is how deep the line of an offset is indented.
func (t yamlText) indentation(at int) int { return t.indented(at) - t.line(at).Start }

// noColon explains a line in a mapping that is no key.
func (t yamlText) noColon(x *explanation, e *syntaxError) {
	x.span = t.text(e.started)
	switch text := t.slice(x.span); {
	case t.missingSpace(x, x.span):
	case strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{"):
		x.cause, x.help = "a key is expected here, not a value", "write `key: ` in front of it, or indent it to be the value of the key above"
	default:
		x.cause, x.help = "a key is expected here, and this line has no `: `", "write `key: value`, or indent the line if it continues the one above"
	}
}

// missingSpace explains `key:value` on the first line of a span, if it is that. The colons
// of `a::b` and `http://` are meant.
func (t yamlText) missingSpace(x *explanation, span source.Span) bool {
	text, _, _ := strings.Cut(t.slice(span), "\n")
	colon := strings.LastIndexByte(text, ':')
	for colon > 0 && text[colon-1] == ':' {
		colon = strings.LastIndexByte(text[:colon-1], ':')
	}
	if colon <= 0 || colon+1 == len(text) || strings.HasPrefix(text[colon:], "://") {
		return false
	}
	x.cause, x.help = "there is no space behind the `:`", "write `"+text[:colon]+": "+text[colon+1:]+"`"
	return true
}

// noKey explains text that can neither be a key of a mapping nor end it.
func (t yamlText) noKey(x *explanation, e *syntaxError) {
	line := t.line(e.at)
	before := strings.TrimRight(string(t[line.Start:min(e.at, len(t))]), " \t")
	switch {
	case e.quoted.End > 0 && e.quoted.End <= e.at && strings.ContainsAny(t.slice(e.quoted), "\r\n") && t.line(e.quoted.End) == line:
		x.span = t.span(e.quoted.Start, e.quoted.Start+1)
		x.cause = "this quote is closed only further down, at a quote that was meant to open a text"
		x.help = "close it on its line"
	case before != "" && strings.HasSuffix(before, `'`):
		x.span = t.text(e.at)
		x.cause, x.help = "the text in quotes ends before this", "double the quotes inside of the text (`''`), or put all of it in double quotes"
	case before != "" && strings.HasSuffix(before, `"`):
		x.span = t.text(e.at)
		x.cause, x.help = "the text in quotes ends before this", "write `\\\"` for quotes inside of the text, or put all of it in single quotes"
	case e.at < len(t) && (t[e.at] == '}' || t[e.at] == ']'):
		x.span = t.span(e.at, e.at+1)
		x.cause, x.help = "nothing is open that this bracket closes", "remove it, or put the text in quotes"
	case e.at < len(t) && t[e.at] == ',':
		x.span = t.span(e.at, e.at+1)
		x.cause, x.help = "a `,` cannot stand here", "remove it, or put the text in quotes"
	case before != "" && !strings.HasSuffix(before, "-"):
		x.span = t.text(e.at)
		x.cause, x.help = "the value ends before this", "put all of it in quotes"
	case e.at < len(t) && t[e.at] == '-':
		x.span = t.text(e.at)
		x.cause, x.help = "a list item cannot stand beside keys", "put it below the key it belongs to, or make it a key"
	default:
		x.span = t.text(e.at)
		x.cause, x.help = "the indentation of this line fits none of the keys above", "indent it like the keys that it belongs to"
	}
}

// noDash explains text beside list items.
func (t yamlText) noDash(x *explanation, e *syntaxError) {
	t.noKey(x, e)
	if t.indented(e.at) == e.at {
		x.span = t.text(e.at)
		x.cause = "the lines around this one are items of a list, and it is none"
		x.help = "write `- ` in front of it, or indent it like the keys that it belongs to"
	}
}

// noComma explains a flow collection that does not go on with a comma or its bracket.
func (t yamlText) noComma(x *explanation, e *syntaxError) {
	bracket := string(t[e.started])
	if e.at >= len(t) || t.line(e.at) != t.line(e.started) && t.indentation(e.at) <= t.indentation(e.started) {
		x.span = t.span(e.started, e.started+1)
		x.cause, x.help = "this `"+bracket+"` is not closed", "close it, or put the text in quotes if it is no list or hash"
		return
	}
	x.cause, x.help = "a `,` is missing in front of this", "write it, or put the text in quotes"
	switch t[e.at] {
	case '{', '[':
		x.span = t.span(e.at, e.at+1)
		x.cause, x.help = "inside of brackets a text cannot hold `"+string(t[e.at])+"`", "put it in quotes"
	case '}', ']':
		x.span = t.span(e.at, e.at+1)
		x.cause, x.help = "this bracket does not close `"+bracket+"`", ""
	case ':':
		x.span = t.span(e.at, e.at+1)
		x.cause, x.help = "a `: ` cannot stand here", "put the text in quotes"
	}
}

// noContent explains a place where a value is expected and something else is found.
func (t yamlText) noContent(x *explanation, e *syntaxError) {
	if e.at >= len(t) {
		x.cause, x.help = "a bracket is not closed", "close it"
		if open := strings.LastIndexAny(string(t), "[{"); open >= 0 {
			x.span = t.span(open, open+1)
		}
		return
	}
	x.span = t.span(e.at, e.at+1)
	c := string(t[e.at])
	switch c {
	case ",":
		x.cause, x.help = "there is nothing in front of this `,`", "remove it, or put the text in quotes"
	case ":":
		x.span = t.word(e.at)
		x.cause, x.help = "inside of brackets a value cannot start with `:`", "put it in quotes"
	case "-":
		x.cause, x.help = "inside of brackets a list is written `[a, b]`", "write the items with commas, without `-`"
	default:
		x.cause, x.help = "a value cannot start with `"+c+"`", "put it in quotes"
		if x.span = t.word(e.at); e.at == t.line(e.at).Start && (strings.HasPrefix(t.slice(x.span), "---") || strings.HasPrefix(t.slice(x.span), "...")) {
			x.cause, x.help = "the document ends before the value", "remove the line"
		}
	}
}

// openQuote explains a quoted scalar that does not end.
func (t yamlText) openQuote(x *explanation, e *syntaxError) {
	x.span = t.span(e.started, e.started+1)
	x.cause, x.help = "this quote is never closed", "close it; to have a quote in a text, double `'` or write `\\\"`"
}

// badEscape explains a backslash in front of a character that has no meaning behind it.
func (t yamlText) badEscape(x *explanation, e *syntaxError) {
	x.span = t.span(e.at, e.at+2)
	x.cause = "`" + t.slice(x.span) + "` means nothing inside double quotes"
	x.help = "write `\\\\` for a backslash, or use single quotes"
	if strings.HasSuffix(t.slice(x.span), "'") {
		x.help = "write `'` alone: inside double quotes it needs no backslash"
	}
}

// shortEscape explains an escape sequence with too few digits.
func (t yamlText) shortEscape(x *explanation, e *syntaxError) {
	x.span = t.span(e.at-2, e.at)
	x.cause = "`" + t.slice(x.span) + "` needs digits: two behind `\\x`, four behind `\\u`, eight behind `\\U`"
	x.help = "write `\\\\` for a backslash, or use single quotes"
}

// noCharacter explains an escape sequence with a number that is no character.
func (t yamlText) noCharacter(x *explanation, e *syntaxError) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[t[e.at-1]]
	x.span = t.span(e.at-2, e.at+digits)
	x.cause, x.help = "no character has this number", "write the character itself; YAML has no pairs of `\\u` for one character"
}

// restOfLine explains what follows the header of a block scalar or a directive.
func (t yamlText) restOfLine(x *explanation, e *syntaxError) {
	if e.context == "while scanning a block scalar" {
		x.cause, x.help = "the text of `|` or `>` begins on the next line", "move this there, indented"
	} else {
		x.cause, x.help = "a line that starts with `%` is for the YAML parser", "remove this"
	}
}

// badDirective explains a line that starts with `%` and is no directive.
func (t yamlText) badDirective(x *explanation, e *syntaxError) {
	x.span = t.word(e.started)
	x.cause, x.help = "a line that starts with `%` is for the YAML parser", "put the text in quotes"
	t.interpolation(x)
}

// badName explains * and & that are no alias and no anchor.
func (t yamlText) badName(x *explanation, e *syntaxError) {
	x.span = t.word(e.started)
	c := string(t[e.started])
	what := "an alias (`*name`)"
	if c == "&" {
		what = "an anchor (`&name`)"
	}
	x.cause, x.help = "a value that starts with `"+c+"` is read as "+what+", and this is none", "put it in quotes"
}

// other explains what is left: bytes that are no text, and oddities of directives.
func (t yamlText) other(x *explanation, e *syntaxError) {
	if e.code != BadEncoding {
		x.cause, x.help = "this is not YAML: "+e.problem, ""
		return
	}
	x.span = t.span(e.at, e.at+1)
	switch {
	case strings.HasPrefix(string(t), "\xFF\xFE"), strings.HasPrefix(string(t), "\xFE\xFF"):
		x.span = t.span(0, 2)
		x.cause, x.help = "the file is encoded in UTF-16; Puppet reads UTF-8", "save it as UTF-8"
	case e.problem == "control characters are not allowed":
		x.span.End = e.at + utf8Width(t[e.at])
		x.cause, x.help = "YAML does not allow this control character", "remove it, or write it as an escape in double quotes"
	default:
		x.cause, x.help = "this is not UTF-8; it may be Latin-1 or Windows-1252", "save the file as UTF-8"
	}
}

// explain says what a person should know about a value that Psych refuses.
func (r *refusal) explain(n *Node) (cause, help string) {
	switch r.code {
	case UnknownAlias:
		return "no anchor `&" + n.text + "` stands above this alias", "put the value in quotes if it is no alias"
	case BadTag:
		if n.Tag == "" {
			return "Puppet takes `" + n.text + "` for a number and cannot read it as one", "put it in quotes"
		}
		return "the value does not fit its tag `" + n.Tag + "`: " + r.message, "remove the tag"
	}
	if n.Tag != "" && n.Kind != Scalar || n.Tag != "" && r.class != "Date" && r.class != "Time" {
		return "the tag `" + n.Tag + "` asks for the Ruby class " + r.class + ", which Puppet refuses to load", "remove the tag, or write the value in another way"
	}
	return "`" + n.text + "` without quotes is a " + strings.ToLower(r.class) + ", which Puppet refuses to load", "put it in quotes"
}
