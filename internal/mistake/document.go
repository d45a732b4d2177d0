package mistake

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// InDocument says in a sentence what is wrong with a document, and what to write instead: help may be empty.
func InDocument(p *data.Problem) (cause, help string) {
	if w, ok := likely[p.Reason]; ok {
		if p.Reason == data.ReservedStart && p.Subject == "`" {
			return "a value cannot start with a backquote", w.help
		}
		if p.Reason == data.UnknownEscape && strings.HasSuffix(p.Subject, "'") {
			return w.about(p.Subject).cause, "write `'` alone: inside double quotes it needs no backslash"
		}
		w = w.about(p.Subject)
		return w.cause, w.help
	}
	return byCode(p)
}

// byCode says what is wrong where the code alone tells it.
func byCode(p *data.Problem) (cause, help string) {
	switch p.Code {
	case data.UnquotedToken:
		if strings.HasPrefix(p.Subject, opening) {
			return "a text that starts with `%{` must be in quotes", "put all of it in quotes"
		}
		return "a text with `%{` must be in quotes here", "put all of it in quotes"
	case data.UnknownAlias:
		return "no anchor `&" + p.Node.Text() + "` stands above this alias", "put the value in quotes if it is no alias"
	case data.CyclicAlias:
		name := p.Node.Text()
		return "`*" + name + "` stands inside of `&" + name + "`, so the value contains itself",
			"write the value without the alias, or put the text in quotes if it is no alias"
	case data.AliasBomb:
		return p.Message, "write the data without aliases inside of what aliases stand for"
	case data.ForbiddenClass:
		return forbiddenClass(p)
	case data.BadTag:
		if p.Node.Tag == "" {
			return "Puppet takes `" + p.Node.Text() + "` for a number and cannot read it as one", "put it in quotes"
		}
		return "the value does not fit its tag `" + p.Node.Tag + "`: " + p.Message, "remove the tag"
	case data.DuplicateKey:
		return "this key is there again below, where it wins", "remove one of the two"
	case data.OverwrittenByMerge:
		return "the merge key `<<` below brings this key too and wins, because Puppet merges when it comes to `<<`",
			"write `<<` above the keys that it must not overwrite"
	case data.ExtraDocument:
		return "Puppet reads only the first document of a file, and that ends above this line",
			"remove this line, or move what is below it into the first document"
	case data.EmptyDocument:
		return "the file has no data", "write `{}` if that is meant"
	case data.NotAHash:
		return notAHash(p.Node)
	default:
		if p.Subject != "" {
			return p.Subject, ""
		}
		return p.Message, ""
	}
}

func forbiddenClass(p *data.Problem) (cause, help string) {
	n := p.Node
	if n.Tag != "" && (n.Kind != data.Scalar || p.Class != "Date" && p.Class != "Time") {
		return "the tag `" + n.Tag + "` asks for the Ruby class " + p.Class + ", which Puppet refuses to load", "remove the tag, or write the value in another way"
	}
	return "`" + n.Text() + "` without quotes is a " + strings.ToLower(p.Class) + ", which Puppet refuses to load", "put it in quotes"
}

func notAHash(root *data.Node) (cause, help string) {
	kind := "a text"
	switch v := root.Value; v.Kind() {
	case data.Array:
		kind = "a list"
	case data.Undef:
		kind = "null"
	case data.Boolean:
		kind = strconv.FormatBool(v.Bool())
	case data.Integer, data.Float:
		kind = "a number"
	}
	help = "write `{\"key\": …}`"
	if root.Doc.Format == data.YAML {
		help = "write `key: …`"
	}
	return "the file must hold a hash of keys; this is " + kind, help
}

// words are a cause and a help; `§` stands for the subject.
type words struct{ cause, help string }

// about are the words with the subject in its place.
func (w words) about(subject string) words {
	return words{strings.ReplaceAll(w.cause, "§", subject), strings.ReplaceAll(w.help, "§", subject)}
}

// likely are the words for likely mistakes.
var likely = map[data.Reason]words{
	data.BadIndentation:          {"the indentation of this line fits none of the keys above", "indent it like the keys that it belongs to"},
	data.BadIndentationIndicator: {"the number behind `|` or `>` says how deep the text is indented: 1 to 9", "leave it out"},
	data.BlockTextOnHeader:       {"the text of `|` or `>` begins on the next line", "move this there, indented"},
	data.BracketInFlowText:       {"inside of brackets a text cannot hold `§`", "put it in quotes"},
	data.BracketNotClosed:        {"this `§` is not closed", "close it, or put the text in quotes if it is no list or hash"},
	data.ColonInFlow:             {"a `:` cannot stand here inside of brackets", "put a space behind it, or the text in quotes"},
	data.ColonInFlowText:         {"a `: ` cannot stand here", "put the text in quotes"},
	data.ColonInValue:            {"a value without quotes cannot hold `: `", "put the value in quotes"},
	data.ContinuesValue:          {"this line is indented deeper than the key above, so it continues the value of that key", "indent it like the key above, or take away the value there"},
	data.DashInFlow:              {"inside of brackets a list is written `[a, b]`", "write the items with commas, without `-`"},
	data.DirectiveStart:          {"a line that starts with `%` is for the YAML parser", "put the text in quotes"},
	data.DocumentBeforeValue:     {"the document ends before the value", "remove the line"},
	data.IndicatorInFlow:         {"inside of brackets a value cannot start with `§`", "put it in quotes"},
	data.ItemBesideKeys:          {"a list item cannot stand beside keys", "put it below the key it belongs to, or make it a key"},
	data.LineBesideItems:         {"the lines around this one are items of a list, and it is none", "write `- ` in front of it, or indent it like the keys that it belongs to"},
	data.LineWithoutColon:        {"a key is expected here, and this line has no `: `", "write `key: value`, or indent the line if it continues the one above"},
	data.ListOnKeyLine:           {"a list cannot begin on the line of its key", "put the items on lines of their own, or write `[a, b]`"},
	data.MissingComma:            {"a `,` is missing in front of this", "write it, or put the text in quotes"},
	data.MissingDocumentStart:    {"after lines that start with `%` the data begin with `---`", "write `---` above this"},
	data.MissingDigits:           {"`§` needs digits: two behind `\\x`, four behind `\\u`, eight behind `\\U`", "write `\\\\` for a backslash, or use single quotes"},
	data.MissingSpace:            {"there is no space behind the `:`", "write `§`"},
	data.NestedTooDeep:           {"the data are nested deeper than Puppet can read", ""},
	data.NoBracketOpen:           {"nothing is open that this bracket closes", "remove it, or put the text in quotes"},
	data.NoCharacter:             {"no character has this number", "write the character itself; YAML has no pairs of `\\u` for one character"},
	data.NotAlias:                {"a value that starts with `*` is read as an alias (`*name`), and this is none", "put it in quotes"},
	data.NotAnchor:               {"a value that starts with `&` is read as an anchor (`&name`), and this is none", "put it in quotes"},
	data.NotTag:                  {"a value that starts with `!` is read as a tag, and this is none", "put it in quotes"},
	data.NotYAML:                 {"this is not YAML: §", ""},
	data.NothingBeforeComma:      {"there is nothing in front of this `,`", "remove it, or put the text in quotes"},
	data.QuestionMarkStart:       {"a value cannot start with `? `", "put it in quotes"},
	data.QuoteClosedBelow:        {"this quote is closed only further down, at a quote that was meant to open a text", "close it on its line"},
	data.QuoteNotClosed:          {"this quote is never closed", "close it; to have a quote in a text, double `'` or write `\\\"`"},
	data.ReservedStart:           {"a value cannot start with `§`", "put it in quotes"},
	data.SomeBracketNotClosed:    {"a bracket is not closed", "close it"},
	data.StrayComma:              {"a `,` cannot stand here", "remove it, or put the text in quotes"},
	data.TabIndentation:          {"YAML does not allow tabs for indentation", "write spaces"},
	data.TextAfterDirective:      {"a line that starts with `%` is for the YAML parser", "remove this"},
	data.TextAfterDoubleQuotes:   {"the text in quotes ends before this", "write `\\\"` for quotes inside of the text, or put all of it in single quotes"},
	data.TextAfterSingleQuotes:   {"the text in quotes ends before this", "double the quotes inside of the text (`''`), or put all of it in double quotes"},
	data.TextAfterValue:          {"the value ends before this", "put all of it in quotes"},
	data.UnknownEscape:           {"`§` means nothing inside double quotes", "write `\\\\` for a backslash, or use single quotes"},
	data.UnquotedTokenStart:      {"a text that starts with `%{` must be in quotes", "put it in double quotes"},
	data.UnsupportedYAMLVersion:  {"Puppet reads YAML 1.1 and 1.2 only", "remove the line"},
	data.ValueWithoutKey:         {"a key is expected here, not a value", "write `key: ` in front of it, or indent it to be the value of the key above"},
	data.WrongBracket:            {"this bracket does not close `§`", ""},

	data.ByteOrderMarkBeforeMarker: {"the byte order mark in front of `---` makes a text of it", "save the file without byte order mark"},
	data.ControlCharacter:          {"YAML does not allow this control character", "remove it, or write it as an escape in double quotes"},
	data.NotUTF8:                   {"this is not UTF-8; it may be Latin-1 or Windows-1252", "save the file as UTF-8"},
	data.UTF16:                     {"the file is encoded in UTF-16; Puppet reads UTF-8", "save it as UTF-8"},

	data.AfterCompleteDocument: {"the document above is complete with what it holds, and Puppet reads only the first one of a file", "take out what stands above this line, or add to it"},
	data.AfterDocumentEnd:      {"Puppet reads only the first document of a file, and that ends above this line", "take the `...` above out"},
	data.AfterIndentedKey:      {"the first key is indented, this line is not, so the document ends above it", "indent the first key like the others"},
	data.AfterShiftedKey:       {"the byte order mark counts as a blank in front of the first key, so the document ends above this line", "save the file without byte order mark"},

	data.JSONBackslashAtLineEnd:  {"a backslash cannot stand at the end of a line", "remove it, or write `\\\\`"},
	data.JSONBracketNotClosed:    {"this bracket is not closed", "close it"},
	data.JSONByteOrderMark:       {"JSON does not allow a byte order mark", "save the file without it"},
	data.JSONColonMissing:        {"a `:` is missing behind the key", "write it"},
	data.JSONCommaMissing:        {"a `,` is missing in front of this", "write it"},
	data.JSONCommentNotClosed:    {"this comment never ends", "end it with a line break or with `*/`"},
	data.JSONControlCharacter:    {"JSON does not allow this control character", "remove it"},
	data.JSONControlInString:     {"a string cannot hold a line break, a tab or another control character", "write it as `\\n`, `\\t` or `\\u…`"},
	data.JSONDataAfterEnd:        {"the data end before this", "remove it"},
	data.JSONDigitsMissing:       {"a number has digits behind its `-`", "write them, or put the text in double quotes"},
	data.JSONHalfSurrogate:       {"this is half of a surrogate pair", "write the character itself"},
	data.JSONHexadecimalDigits:   {"`\\u` needs four hexadecimal digits", "write `\\\\` for a backslash"},
	data.JSONKeyNotQuoted:        {"a key must be in double quotes", "put it in double quotes"},
	data.JSONLeadingZero:         {"a number cannot begin with `0`", "remove the zero, or put the text in double quotes"},
	data.JSONNestedTooDeep:       {"the data are nested deeper than Ruby reads JSON", ""},
	data.JSONNoData:              {"the file has no data", "write `{}` if that is meant"},
	data.JSONNumberStart:         {"a number begins with a digit or `-`", "write it so, or put it in double quotes"},
	data.JSONQuoteNotClosed:      {"this quote is never closed", "close it; write `\\\"` for a quote inside of a text"},
	data.JSONSingleQuotes:        {"JSON has no single quotes", "use double quotes"},
	data.JSONSlash:               {"a `/` cannot stand here", "write `// …` or `/* … */` for a comment"},
	data.JSONSpecialNumber:       {"JSON has no numbers like this", "write a number, or put it in double quotes"},
	data.JSONStringNotQuoted:     {"a text must be in double quotes", "put it in double quotes"},
	data.JSONTrailingComma:       {"JSON does not allow a `,` in front of a closing bracket", "remove it"},
	data.JSONValueMissing:        {"a value is missing in front of this bracket", "write it"},
	data.JSONValueMissingAtComma: {"a value is missing in front of this `,`", "write it, or remove the `,`"},
	data.JSONWordNotQuoted:       {"a text must be in double quotes", "put it in double quotes, or write `true`, `false` or `null`"},
}
