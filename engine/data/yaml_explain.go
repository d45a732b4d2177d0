package data

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// libyaml's messages rarely help the author of a mistake: their position is where the parser
// stopped, and their words are those of the grammar. This file translates each of them to a
// probable mistake and its position.

// explanation is the probable mistake behind a syntax error.
type explanation struct {
	code    ProblemCode
	span    source.Span
	reason  Reason
	subject string
}

// yamlText is the text in which the cause of an error is searched for.
type yamlText string

// explain finds the probable mistake behind an error of libyaml.
func explain(text string, e *syntaxError) explanation {
	t := yamlText(text)
	x := explanation{code: e.code, span: t.word(e.at)}
	if explain, ok := explainers[e.problem]; ok {
		explain(t, &x, e)
	} else {
		t.other(&x, e)
	}
	if line := t.line(x.span.Start); isConflictMarker(t.slice(line)) {
		x.span, x.reason, x.subject = line, ConflictMarker, ""
		return x
	}
	if x.code == e.code {
		t.lookalikeNear(&x, e)
	}
	return x
}

// isConflictMarker reports whether Git writes a line around the sides of a merge conflict.
func isConflictMarker(line string) bool {
	const width = 7
	if len(line) < width || strings.Trim(line[:width], line[:1]) != "" {
		return false
	}
	rest := line[width:]
	switch line[0] {
	case '<', '>', '|':
		return rest == "" || rest[0] == ' '
	case '=':
		return rest == ""
	}
	return false
}

// explainer completes an explanation that has the error's code and the word at its position.
type explainer func(t yamlText, x *explanation, e *syntaxError)

// explainers maps libyaml's messages to explainers.
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
	"block sequence entries are not allowed in this context":       character(ListOnKeyLine),
	"mapping keys are not allowed in this context":                 character(QuestionMarkStart),
	"did not find expected comment or line break":                  yamlText.restOfLine,
	"found an indentation indicator equal to 0":                    word(BadIndentationIndicator),
	"did not find expected alphabetic or numeric character":        yamlText.badName,
	"found undefined tag handle":                                   word(NotTag),
	"did not find expected whitespace or line break":               badTag,
	"did not find expected tag URI":                                badTag,
	"did not find URI escaped octet":                               badTag,
	"found an incorrect leading UTF-8 octet":                       badTag,
	"found an incorrect trailing UTF-8 octet":                      badTag,
	"did not find the expected '>'":                                badTag,
	"found unexpected ':'":                                         character(ColonInFlow),
	"could not find expected directive name":                       yamlText.badDirective,
	"found unknown directive name":                                 yamlText.badDirective,
	"found unexpected non-alphabetical character":                  yamlText.badDirective,
	"found incompatible YAML document":                             word(UnsupportedYAMLVersion),
	"did not find expected <document start>":                       word(MissingDocumentStart),
	"stack level too deep":                                         word(NestedTooDeep),
}

var badTag = construct(NotTag)

// word explains an error by the word at its position.
func word(r Reason) explainer {
	return func(_ yamlText, x *explanation, _ *syntaxError) { x.reason = r }
}

// character explains an error by the character at its position.
func character(r Reason) explainer {
	return func(t yamlText, x *explanation, e *syntaxError) { x.span, x.reason = t.span(e.at, e.at+1), r }
}

// construct explains an error by the word at the start of the construct that libyaml was reading.
func construct(r Reason) explainer {
	return func(t yamlText, x *explanation, e *syntaxError) { x.span, x.reason = t.word(e.started), r }
}

func (t yamlText) slice(s source.Span) string { return string(t[s.Start:s.End]) }

// span returns a span limited to the text.
func (t yamlText) span(from, to int) source.Span {
	from = max(0, min(from, len(t)))
	return source.Span{Start: from, End: max(from, min(to, len(t)))}
}

// line returns the line of an offset, without its line break.
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

// word returns the text from an offset to the next whitespace. At the end of a line, it is the last
// character of the preceding text.
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

// text returns the line from an offset on, without trailing whitespace and comment.
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

// interpolation makes x an UnquotedToken if there is an interpolation token.
func (t yamlText) interpolation(x *explanation) {
	if strings.HasPrefix(string(t[x.span.Start:]), "%{") {
		x.code = UnquotedToken
		x.span = t.text(x.span.Start)
		x.reason = UnquotedTokenStart
	}
}

func (t yamlText) noToken(x *explanation, e *syntaxError) {
	at := e.at
	switch c := t[at]; {
	case c == '\t':
		t.tab(x, e)
	case c == '|', c == '>':
		x.span = t.span(at, at+1)
		x.reason, x.subject = IndicatorInFlow, string(c)
	case t.isClosedBelow(e):
		x.span, x.reason = t.span(e.quoted.Start, e.quoted.Start+1), QuoteClosedBelow
	default:
		x.span = t.text(at)
		x.reason, x.subject = ReservedStart, string(c)
		t.interpolation(x)
	}
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
	x.reason = TabIndentation
}

// secondColon explains a `: ` where a key is not possible: after a value on the same line, or on a
// line that continues the value of the line above.
func (t yamlText) secondColon(x *explanation, e *syntaxError) {
	at := e.at
	x.span = t.span(at, at+1)
	line := t.line(at)
	before := strings.TrimLeft(string(t[line.Start:at]), " -?")
	if strings.HasPrefix(string(t), bom+"---") && line.Start <= strings.IndexByte(string(t), '\n')+1 {
		x.code, x.span = BadEncoding, source.Span{End: len(bom)}
		x.reason = ByteOrderMarkBeforeMarker
		return
	}
	if strings.Contains(before, ": ") || strings.Contains(before, ":\t") {
		x.reason = ColonInValue
		return
	}
	if t.textAbove(x, at) {
		return
	}
	x.span = t.text(t.indented(at))
	x.reason = ContinuesValue
}

// textAbove explains a key that continues text above it, if that text is not the value of another
// key: `a:1`, `a |`, another line without a colon, or an indented document marker.
func (t yamlText) textAbove(x *explanation, at int) bool {
	depth := t.indentation(at)
	text := source.Span{Start: -1} // the first line of the text
	for at = t.line(at).Start; at > 0; at = t.line(at).Start {
		at-- // to the line above
		line := t.text(t.indented(at))
		switch content := t.slice(line); {
		case content == "":
			continue
		case content == "---" && t.indentation(at) > 0:
			x.span, x.reason = line, IndentedMarker
			return true
		case strings.HasPrefix(content, "--- ") && text.Start < 0:
			text = t.text(line.Start + len("--- "))
		case content != "---" && t.indentation(at) == depth && !strings.HasPrefix(content, "#") && !isKey(content):
			text = line
			continue
		case t.indentation(at) > depth && !isKey(content):
			continue // the text goes on there
		case t.indentation(at) < depth && t.missingColon(x, line):
			return true
		case isKey(content) && t.indentation(at) < depth && !strings.HasSuffix(content, ":"):
			return false
		}
		break
	}
	if text.Start < 0 {
		return false
	}
	x.span = text
	if !t.missingColon(x, text) && !t.missingSpace(x, text) && !t.mistypedMarker(x, text) {
		x.reason = LineWithoutColon
	}
	return true
}

// missingColon explains a line that has a key and the header of a block scalar, but no colon, if it is one and the next line is
// indented further.
func (t yamlText) missingColon(x *explanation, line source.Span) bool {
	key := line
	for key.Len() > 1 && t[key.Start] == '-' && isBlank(t[key.Start+1]) {
		key.Start = t.indentedFrom(key.Start + 1)
	}
	word, header, _ := strings.Cut(t.slice(key), " ")
	header = strings.TrimLeft(header, " \t")
	if word == "" || strings.HasPrefix(word, "#") || strings.HasSuffix(word, ":") || header == "" || header[0] != '|' && header[0] != '>' || strings.Trim(header[1:], "+-0123456789") != "" {
		return false
	}
	if below := t.contentBelow(line.End); below.Len() == 0 || t.indentation(below.Start) <= t.indentation(line.Start) {
		return false
	}
	x.span, x.reason, x.subject = key, MissingColon, word+": "+header
	return true
}

// contentBelow returns the first line that is not empty below that of an offset; it is empty if there is none.
func (t yamlText) contentBelow(at int) source.Span {
	for at = t.line(at).End; at < len(t); at = t.line(at).End {
		at += max(breakWidth(string(t), at), 1)
		if line := t.text(t.indented(min(at, len(t)))); line.Len() > 0 {
			return line
		}
	}
	return source.Span{}
}

// mistypedMarker explains a line of dashes before all content that was probably meant as `---`, if it is one.
func (t yamlText) mistypedMarker(x *explanation, line source.Span) bool {
	text := t.slice(line)
	if text == "---" || text == "" || strings.Trim(text, "-–—") != "" || t.contentAbove(line.Start).Len() > 0 {
		return false
	}
	x.span, x.reason, x.subject = line, MistypedMarker, text
	return true
}

// contentAbove returns the last line above that of an offset that is neither empty nor a comment; it is empty if there is
// none.
func (t yamlText) contentAbove(at int) source.Span {
	for at = t.line(at).Start; at > 0; at = t.line(at).Start {
		at-- // to the line above
		if line := t.text(t.indented(at)); line.Len() > 0 && t[line.Start] != '#' {
			return line
		}
	}
	return source.Span{}
}

// besideDash explains an element in the column of its dash, which is at the end of the line above, if it is one.
func (t yamlText) besideDash(x *explanation, at int) bool {
	above := t.contentAbove(at)
	dash := above.End - 1
	if above.Len() == 0 || t.indented(at) != at || t[dash] != '-' || dash > above.Start && !isBlank(t[dash-1]) {
		return false
	}
	if dash-t.line(dash).Start != at-t.line(at).Start {
		return false
	}
	if !t.mistypedMarker(x, above) {
		x.span, x.reason = t.text(at), ElementNotIndented
	}
	return true
}

// isKey reports whether a line contains a key.
func isKey(line string) bool {
	return strings.HasSuffix(line, ":") || strings.Contains(line, ": ") || strings.Contains(line, ":\t")
}

// indented returns the offset of the first non-blank character of a line.
func (t yamlText) indented(at int) int {
	return t.indentedFrom(t.line(at).Start)
}

// indentedFrom returns the offset of the first non-blank character from another one on.
func (t yamlText) indentedFrom(at int) int {
	for at < len(t) && isBlank(t[at]) {
		at++
	}
	return at
}

// indentation returns the indentation of the line at an offset.
func (t yamlText) indentation(at int) int { return t.indented(at) - t.line(at).Start }

// noColon explains a line in a mapping that is not a key.
func (t yamlText) noColon(x *explanation, e *syntaxError) {
	x.span = t.text(e.started)
	switch text := t.slice(x.span); {
	case t.isOutsideBlock(x):
	case t.isDashed(x):
	case t.isTag(x):
	case t.missingColon(x, x.span):
	case t.missingSpace(x, x.span):
	case strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{"):
		x.reason = ValueWithoutKey
	default:
		x.reason = LineWithoutColon
	}
}

// isDashed explains text that starts with a dash and no space, if it does. After two dashes, or
// before a capital letter, it is probably an option of a program.
func (t yamlText) isDashed(x *explanation) bool {
	text := t.slice(x.span)
	if len(text) < 2 || text[0] != '-' || !strings.ContainsRune(`abcdefghijklmnopqrstuvwxyz'"`, rune(text[1])) {
		return false
	}
	x.reason, x.subject = DashWithoutSpace, "- "+text[1:]
	return true
}

// isTag explains a key that is read as a tag, if it is one.
func (t yamlText) isTag(x *explanation) bool {
	word, _, _ := strings.Cut(t.slice(x.span), " ")
	if !strings.HasPrefix(word, "!") || !strings.HasSuffix(word, ":") {
		return false
	}
	x.reason, x.subject = TagBetweenKeys, word[:len(word)-1]
	return true
}

// missingSpace explains `key:value` on the first line of a span, if it is one. The key ends at the first colon outside
// quotes, since a value such as `'http://a:80'` may contain others. The colons of `a::b` and `http://` are intended, and a key
// is one word.
func (t yamlText) missingSpace(x *explanation, span source.Span) bool {
	text, _, _ := strings.Cut(t.slice(span), "\n")
	colon := singleColon(text)
	if colon <= 0 || colon+1 == len(text) || strings.HasPrefix(text[colon:], "://") || strings.ContainsAny(strings.TrimRight(text[:colon], " "), " \t") {
		return false
	}
	x.reason, x.subject = MissingSpace, text[:colon]+": …"
	return true
}

// singleColon returns the offset of the first colon that is not next to another one and not in the quotes with which a text
// starts, or -1.
func singleColon(text string) int {
	at := 0
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		at = strings.IndexByte(text[1:], text[0]) + 2
	}
	for ; at < len(text); at++ {
		end := at
		for end < len(text) && text[end] == ':' {
			end++
		}
		if end == at+1 {
			return at
		}
		at = max(at, end-1)
	}
	return -1
}

// isClosedBelow reports whether the text at an error follows a quoted scalar that ends on the same line but starts above
// it, so that its last quote was probably meant to open another one.
func (t yamlText) isClosedBelow(e *syntaxError) bool {
	return e.quoted.End > 0 && e.quoted.End <= e.at && strings.ContainsAny(t.slice(e.quoted), "\r\n") && t.line(e.quoted.End) == t.line(e.at)
}

// noKey explains text that neither is a key of a mapping nor ends it.
func (t yamlText) noKey(x *explanation, e *syntaxError) {
	line := t.line(e.at)
	before := strings.TrimRight(string(t[line.Start:min(e.at, len(t))]), " \t")
	switch {
	case t.isClosedBelow(e):
		x.span, x.reason = t.span(e.quoted.Start, e.quoted.Start+1), QuoteClosedBelow
	case t.slice(t.text(e.at)) == ",", before == "" && e.at < len(t) && t[e.at] == ',':
		x.span = t.span(e.at, e.at+1)
		x.reason = StrayComma
	case before != "" && strings.HasSuffix(before, `'`):
		x.span = t.text(e.at)
		x.reason = TextAfterSingleQuotes
	case before != "" && strings.HasSuffix(before, `"`):
		x.span = t.text(e.at)
		x.reason = TextAfterDoubleQuotes
	case e.at < len(t) && (t[e.at] == '}' || t[e.at] == ']'):
		x.span = t.span(e.at, e.at+1)
		x.reason = NoBracketOpen
	case before != "" && !strings.HasSuffix(before, "-"):
		x.span = t.text(e.at)
		x.reason = TextAfterValue
	case e.at < len(t) && t[e.at] == '-':
		x.span = t.text(e.at)
		x.reason = ItemBesideKeys
	default:
		if x.span = t.text(e.at); !t.isOutsideBlock(x) && !t.isBelowShallowKey(x) {
			x.reason = BadIndentation
		}
	}
}

// isOutsideBlock explains a line that is no key, below a block scalar whose lines are indented further, or that has none.
func (t yamlText) isOutsideBlock(x *explanation) bool {
	at := x.span.Start
	if t.indented(at) != at || isKey(t.slice(x.span)) {
		return false
	}
	depth, least := t.indentation(at), len(t) // of this line, and of those between it and the header
	for at = t.line(at).Start; at > 0 && least > depth; at = t.line(at).Start {
		at-- // to the line above
		line := t.text(t.indented(at))
		if header := strings.TrimRight(t.slice(line), "+-0123456789"); isBlockHeader(header) {
			if least <= t.indentation(at) {
				return false
			}
			x.reason, x.subject = OutsideBlock, header[len(header)-1:]
			return true
		}
		if line.Len() > 0 {
			least = min(least, t.indentation(at))
		}
	}
	return false
}

// isBelowShallowKey explains a key whose hash ended above it, at a key that is indented less, but has a value like those of the
// other keys of that hash.
func (t yamlText) isBelowShallowKey(x *explanation) bool {
	at := x.span.Start
	if t.indented(at) != at || !isKey(t.slice(x.span)) {
		return false
	}
	depth := t.indentation(at)
	var shallow, inner source.Span // the key, and the first line of the value below each key
	below := 0                     // the indentation of that line below the key
	for line := t.contentAbove(at); line.Len() > 0; line = t.contentAbove(line.Start) {
		isShallow := t.indentation(line.Start) < depth
		switch {
		case t.indentation(line.Start) > depth:
			inner = line
		case shallow.Len() > 0 && inner.Len() == 0:
			if !strings.HasSuffix(t.slice(line), ":") || t.indentation(line.Start) != t.indentation(shallow.Start) || t.indentation(t.contentBelow(at).Start) != below {
				return false
			}
			x.span, x.reason = shallow, KeyIndentedLess // the first key of the hash
			return true
		case inner.Len() == 0 || isShallow == (shallow.Len() > 0) || !isKey(t.slice(line)):
			return false
		case isShallow:
			shallow, below, inner = line, t.indentation(inner.Start), source.Span{}
		case t.indentation(inner.Start) == below:
			x.span, x.reason = shallow, KeyIndentedLess
			return true
		default:
			return false
		}
	}
	return false
}

// isBlockHeader reports whether a line without the end of a header starts a block scalar.
func isBlockHeader(line string) bool {
	for _, indicator := range []string{"|", ">"} {
		if before, ok := strings.CutSuffix(line, indicator); ok {
			before = strings.TrimRight(before, " \t")
			return before != line[:len(line)-1] && (strings.HasSuffix(before, ":") || strings.HasSuffix(before, "-"))
		}
	}
	return false
}

// noDash explains text between array elements.
func (t yamlText) noDash(x *explanation, e *syntaxError) {
	t.noKey(x, e)
	if t.indented(e.at) == e.at {
		x.span, x.reason = t.text(e.at), LineBesideItems
		t.isDashed(x)
	}
}

// noComma explains a flow collection that does not continue with a comma or its bracket.
func (t yamlText) noComma(x *explanation, e *syntaxError) {
	bracket := string(t[e.started])
	if e.at >= len(t) || t.line(e.at) != t.line(e.started) && t.indentation(e.at) <= t.indentation(e.started) {
		x.span = t.span(e.started, e.started+1)
		x.reason, x.subject = BracketNotClosed, bracket
		return
	}
	x.reason = MissingComma
	switch t[e.at] {
	case '{', '[':
		x.span = t.span(e.at, e.at+1)
		x.reason, x.subject = BracketInFlowText, string(t[e.at])
	case '}', ']':
		x.span = t.span(e.at, e.at+1)
		x.reason, x.subject = WrongBracket, bracket
	case ':':
		x.span = t.span(e.at, e.at+1)
		x.reason = ColonInFlowText
	}
}

// noContent explains a position at which a value is missing.
func (t yamlText) noContent(x *explanation, e *syntaxError) {
	if e.at >= len(t) {
		x.reason = SomeBracketNotClosed
		if open := strings.LastIndexAny(string(t), "[{"); open >= 0 {
			x.span = t.span(open, open+1)
		}
		return
	}
	if t.besideDash(x, e.at) {
		return
	}
	x.span = t.span(e.at, e.at+1)
	c := string(t[e.at])
	switch c {
	case ",":
		x.reason = NothingBeforeComma
	case ":":
		x.span, x.reason, x.subject = t.word(e.at), IndicatorInFlow, c
	case "-":
		x.reason = DashInFlow
	default:
		x.reason, x.subject = ReservedStart, c
		if x.span = t.word(e.at); e.at == t.line(e.at).Start && (strings.HasPrefix(t.slice(x.span), "---") || strings.HasPrefix(t.slice(x.span), "...")) {
			x.reason = DocumentBeforeValue
		}
	}
}

// openQuote explains a quoted scalar that is not closed.
func (t yamlText) openQuote(x *explanation, e *syntaxError) {
	x.span, x.reason = t.span(e.started, e.started+1), QuoteNotClosed
}

// badEscape explains an unknown escape sequence.
func (t yamlText) badEscape(x *explanation, e *syntaxError) {
	x.span = t.span(e.at, e.at+2)
	x.reason, x.subject = UnknownEscape, t.slice(x.span)
}

// shortEscape explains an escape sequence with too few digits.
func (t yamlText) shortEscape(x *explanation, e *syntaxError) {
	x.span = t.span(e.at-2, e.at)
	x.reason, x.subject = MissingDigits, t.slice(x.span)
}

// noCharacter explains an escape sequence whose number is not a character.
func (t yamlText) noCharacter(x *explanation, e *syntaxError) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[t[e.at-1]]
	x.span, x.reason = t.span(e.at-2, e.at+digits), NoCharacter
}

// restOfLine explains text after the header of a block scalar or after a directive.
func (t yamlText) restOfLine(x *explanation, e *syntaxError) {
	x.reason = TextAfterDirective
	if e.context == "while scanning a block scalar" {
		x.reason = BlockTextOnHeader
	}
}

// badDirective explains a line that starts with `%` but is not a directive.
func (t yamlText) badDirective(x *explanation, e *syntaxError) {
	x.span, x.reason = t.word(e.started), DirectiveStart
	t.interpolation(x)
}

// badName explains * and & that do not start an alias or anchor.
func (t yamlText) badName(x *explanation, e *syntaxError) {
	x.span, x.reason = t.word(e.started), NotAlias
	if t[e.started] == '&' {
		x.reason = NotAnchor
	}
}

// other explains the remaining errors: invalid bytes, and uncommon mistakes in directives.
func (t yamlText) other(x *explanation, e *syntaxError) {
	if e.code != BadEncoding {
		x.reason, x.subject = NotYAML, e.problem
		return
	}
	x.span = t.span(e.at, e.at+1)
	switch {
	case strings.HasPrefix(string(t), "\xFF\xFE"), strings.HasPrefix(string(t), "\xFE\xFF"):
		x.span, x.reason = t.span(0, 2), UTF16
	case e.problem == "control characters are not allowed":
		x.span.End, x.reason = e.at+utf8Width(t[e.at]), ControlCharacter
	default:
		x.reason = NotUTF8
	}
}
