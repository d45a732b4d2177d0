package mistake

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
)

// InDocument describes in a sentence what is wrong with a document, and what to write instead. help may be empty.
func InDocument(p *data.Problem) (cause, help string) {
	if p.Reason == data.SpaceLookalike {
		c, _ := utf8.DecodeRuneInString(p.Subject)
		return SpaceName(c) + ", which YAML does not treat as a space", fmt.Sprintf("replace U+%04X with a space", c)
	}
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

// byCode describes a problem whose description follows from the code alone.
func byCode(p *data.Problem) (cause, help string) {
	switch p.Code {
	case data.UnquotedToken:
		if strings.HasPrefix(p.Subject, opening) {
			return "unquoted value starts with an interpolation token", "quote the whole value"
		}
		return "a string with `%{` must be quoted here", "quote the whole value"
	case data.UnknownAlias:
		return "no anchor `&" + p.Node.Text() + "` is defined above this alias", "define the anchor above, in the same file, or quote the value if it is not an alias"
	case data.CyclicAlias:
		name := p.Node.Text()
		return "`*" + name + "` is inside `&" + name + "`, so the value contains itself",
			"remove the alias, or quote the value if it is not an alias"
	case data.AliasBomb:
		return p.Message, "write the data without nested aliases"
	case data.ForbiddenClass:
		return forbiddenClass(p)
	case data.BadTag:
		if p.Node.Tag == "" {
			return "Puppet treats `" + p.Node.Text() + "` as a number and cannot convert it", "quote it"
		}
		return "the value does not match its tag `" + p.Node.Tag + "`: " + p.Message, "remove the tag"
	case data.DuplicateKey:
		return "duplicate key; Puppet uses the later value", "remove one of the two"
	case data.OverwrittenByMerge:
		return "the merge key `<<` below also sets this key and takes precedence, because Puppet applies `<<` in order",
			"move `<<` above the keys that it must not overwrite"
	case data.ExtraDocument:
		return "the file has more than one YAML document",
			"remove this line, or move what follows into the first document"
	case data.EmptyDocument:
		return "empty file", "write `{}` if this is intended"
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
		return "the tag `" + n.Tag + "` is for the Ruby class " + p.Class + ", which Puppet refuses to load", "remove the tag, or write the value differently"
	}
	return "unquoted `" + n.Text() + "` is a " + strings.ToLower(p.Class) + ", which Puppet refuses to load", "quote it"
}

func notAHash(root *data.Node) (cause, help string) {
	kind := "a string"
	switch v := root.Value; v.Kind() {
	case data.Array:
		kind = "an array"
	case data.Undef:
		kind = "null"
	case data.Boolean:
		kind = strconv.FormatBool(v.Bool())
	case data.Integer, data.Float:
		kind = "a number"
	}
	help = "write `{\"key\": …}`"
	if root.Doc.Format == data.YAML {
		if word, _, ok := strings.Cut(root.Text(), " "); ok && root.Style == data.Plain && strings.Contains(word, "::") && !strings.HasSuffix(word, ":") {
			return "the file must contain a hash, not " + kind, "write `" + word + ": …`, with a colon after the key"
		}
		if help = "write `key: …`"; root.Style == data.Plain && ascii.IsLetter(root.Text()[0]) && root.Value.Kind() == data.String && !strings.HasPrefix(root.Text(), "ENC[") {
			help += ", or start the line with `#` if it is a comment"
		}
	}
	return "the file must contain a hash, not " + kind, help
}

// SpaceName returns what a character is called that looks like a space, with its code.
func SpaceName(c rune) string {
	name := "Unicode space"
	switch c {
	case '\u00A0':
		name = "no-break space"
	case '\u200B':
		name = "zero-width space"
	}
	return fmt.Sprintf("%s (U+%04X)", name, c)
}

// words are a cause and a help, in which `§` represents the subject.
type words struct{ cause, help string }

// about returns the words with their subject.
func (w words) about(subject string) words {
	return words{strings.ReplaceAll(w.cause, "§", subject), strings.ReplaceAll(w.help, "§", subject)}
}

// likely contains the words for likely mistakes.
var likely = map[data.Reason]words{
	data.BadIndentation:          {"inconsistent indentation: this line matches none of the keys above", "align it with the keys of its hash"},
	data.BadIndentationIndicator: {"the number after `|` or `>` is the indentation: 1 to 9", "remove it"},
	data.BlockTextOnHeader:       {"the content of `|` or `>` starts on the next line", "move it there, indented, or quote the value if the character belongs to it"},
	data.BracketInFlowText:       {"unquoted value inside brackets contains `§`", "quote it"},
	data.BracketNotClosed:        {"unclosed `§`", "close it, or quote the value if it is a string"},
	data.ColonInFlow:             {"unexpected `:` inside brackets", "add a space after it, or quote the value"},
	data.ColonInFlowText:         {"unexpected `: `", "quote the value"},
	data.ColonInValue:            {"unquoted value contains `: `", "quote the value"},
	data.ConflictMarker:          {"unresolved merge conflict", "keep one side, or combine both, and remove the conflict markers"},
	data.ContinuesValue:          {"this line is indented further than the key above, so it continues that key's value", "indent it like the key above, or remove the value there"},
	data.DashInFlow:              {"`-` inside brackets: a flow sequence is written `[a, b]`", "separate the elements with commas, without `-`"},
	data.DashWithoutSpace:        {"missing space after `-`", "write `§`"},
	data.DirectiveStart:          {"a line that starts with `%` is a YAML directive", "quote the value"},
	data.DocumentBeforeValue:     {"the document ends before the value", "remove the line"},
	data.ElementNotIndented:      {"an array element is indented further than its `-`, and this line is not", "indent it, or write it on the line of the `-`"},
	data.IndentedMarker:          {"`---` is a string here: it starts a document only in the first column", "remove the spaces before it"},
	data.IndicatorInFlow:         {"a value inside brackets cannot start with `§`", "quote it"},
	data.ItemBesideKeys:          {"array element among the keys of a hash", "move it below its key, or make it a key"},
	data.KeyIndentedLess:         {"this key is indented less than the other keys of its hash", "indent it like them"},
	data.LineBesideItems:         {"missing `-` or indentation: the lines around this one are array elements", "start it with `- `, or indent it like the keys of the element above"},
	data.LineWithoutColon:        {"expected a key, but this line has no `: `", "write `key: value`, or indent the line if it continues the previous one"},
	data.ListOnKeyLine:           {"an array cannot start on the line of its key", "put each element on its own line, or write `[a, b]`"},
	data.MarkerWithoutSpace:      {"missing space after `---`", "write `--- {}`"},
	data.MissingColon:            {"missing colon after the key", "write `§`"},
	data.MissingComma:            {"missing `,` before this", "add it, or quote the value"},
	data.MissingDocumentStart:    {"missing `---` after the `%` directives", "add `---` above this line"},
	data.MissingDigits:           {"incomplete escape `§`: `\\x` needs two digits, `\\u` four, `\\U` eight", "write `\\\\` for a backslash, or use single quotes"},
	data.MissingSpace:            {"missing space after `:`", "write `§`"},
	data.MistypedMarker:          {"`§` does not start a document", "write `---`"},
	data.NestedTooDeep:           {"data is nested more deeply than Puppet can read", ""},
	data.NoBracketOpen:           {"unmatched closing bracket", "remove it, or quote the value"},
	data.NoCharacter:             {"invalid character code", "write the character itself; YAML has no surrogate pairs"},
	data.NotAlias:                {"invalid alias: a value that starts with `*` is an alias (`*name`)", "quote it"},
	data.NotAnchor:               {"invalid anchor: a value that starts with `&` is an anchor (`&name`)", "quote it"},
	data.NotTag:                  {"invalid tag: a value that starts with `!` is a tag", "quote it"},
	data.NotYAML:                 {"invalid YAML: §", ""},
	data.NothingBeforeComma:      {"missing value before this `,`", "remove it, or quote the value"},
	data.OutsideBlock:            {"this line is not indented far enough to be part of the `§` above", "indent all lines of the value alike, further than its key"},
	data.QuestionMarkStart:       {"a value cannot start with `? `", "quote it"},
	data.QuoteClosedBelow:        {"unclosed quote: the next quote, which was meant to open a string, closes it", "close it on the same line"},
	data.QuoteNotClosed:          {"unclosed quote", "close it; inside a string, double `'` or write `\\\"`"},
	data.ReservedStart:           {"a value cannot start with `§`", "quote it"},
	data.SomeBracketNotClosed:    {"unclosed bracket", "close it"},
	data.StrayComma:              {"unexpected `,`", "remove it"},
	data.TabIndentation:          {"tab used for indentation", "use spaces"},
	data.TagBetweenKeys:          {"`§:` is a tag, not a key: a tag starts with `!`", "quote the key: `'§': …`"},
	data.TextAfterDirective:      {"a line that starts with `%` is a YAML directive", "remove it"},
	data.TextAfterDoubleQuotes:   {"the quoted string ends before this", "write `\\\"` for quotes inside the string, or use single quotes around it"},
	data.TextAfterSingleQuotes:   {"the quoted string ends before this", "double the quotes inside the string (`''`), or use double quotes around it"},
	data.TextAfterValue:          {"the value ends before this", "quote the whole value"},
	data.UnknownEscape:           {"invalid escape `§` in a double-quoted string", "write `\\\\` for a backslash, or use single quotes"},
	data.UnquotedTokenStart:      {"unquoted value starts with an interpolation token", "use double quotes"},
	data.UnsupportedYAMLVersion:  {"Puppet reads YAML 1.1 and 1.2 only", "remove the line"},
	data.ValueWithoutKey:         {"expected a key, not a value", "add a `key: `, or indent it to make it the value of the key above"},
	data.WrongBracket:            {"mismatched bracket: this does not close `§`", ""},

	data.ByteOrderMarkBeforeMarker: {"the byte order mark turns `---` into a string", "save the file without a byte order mark"},
	data.ControlCharacter:          {"control character", "remove it, or write it as an escape in double quotes"},
	data.NotUTF8:                   {"invalid UTF-8; it may be Latin-1 or Windows-1252", "save the file as UTF-8"},
	data.UTF16:                     {"the file is encoded in UTF-16; Puppet reads UTF-8", "save it as UTF-8"},

	data.AfterCompleteDocument: {"the YAML document ends above this line, and Puppet reads only the first one", "remove what is above this line, or add to it"},
	data.AfterDocumentEnd:      {"text after the end of the YAML document", "remove the `...` above"},
	data.AfterIndentedKey:      {"the first key is indented and this line is not, so the document ends above it", "indent the first key like the others"},
	data.AfterShiftedKey:       {"the byte order mark counts as indentation of the first key, so the document ends above this line", "save the file without a byte order mark"},

	data.HOCONUnquoted: {"§", "quote the key or value if this belongs to it"},

	data.JSONBackslashAtLineEnd:  {"backslash at the end of a line", "remove it, or write `\\\\`"},
	data.JSONBracketNotClosed:    {"unclosed bracket", "close it"},
	data.JSONByteOrderMark:       {"byte order mark, which JSON does not allow", "save the file without it"},
	data.JSONColonMissing:        {"missing `:` after the key", "add it"},
	data.JSONCommaMissing:        {"missing `,` before this", "add it"},
	data.JSONCommentNotClosed:    {"unclosed comment", "end it with a line break or with `*/`"},
	data.JSONControlCharacter:    {"control character, which JSON does not allow", "remove it"},
	data.JSONControlInString:     {"line break, tab, or other control character in a string", "write it as `\\n`, `\\t`, or `\\u…`"},
	data.JSONDataAfterEnd:        {"unexpected content after the data", "remove it"},
	data.JSONDigitsMissing:       {"missing digits after `-`", "add them, or use double quotes for a string"},
	data.JSONHalfSurrogate:       {"incomplete surrogate pair", "write the character itself"},
	data.JSONHexadecimalDigits:   {"`\\u` needs four hexadecimal digits", "write `\\\\` for a backslash"},
	data.JSONKeyNotQuoted:        {"unquoted key", "use double quotes"},
	data.JSONLeadingZero:         {"number with a leading zero", "remove the zero, or use double quotes for a string"},
	data.JSONNestedTooDeep:       {"data is nested more deeply than Ruby's JSON parser allows", ""},
	data.JSONNoData:              {"empty file", "write `{}` if this is intended"},
	data.JSONNumberStart:         {"a number starts with a digit or `-`", "correct it, or use double quotes for a string"},
	data.JSONQuoteNotClosed:      {"unclosed quote", "close it; write `\\\"` for a quote inside a string"},
	data.JSONSingleQuotes:        {"single quotes, which JSON does not allow", "use double quotes"},
	data.JSONSlash:               {"unexpected `/`", "write `// …` or `/* … */` for a comment"},
	data.JSONSpecialNumber:       {"invalid JSON number", "write a number, or use double quotes for a string"},
	data.JSONStringNotQuoted:     {"strings must be in double quotes", "use double quotes"},
	data.JSONTrailingComma:       {"trailing comma, which JSON does not allow", "remove it"},
	data.JSONValueMissing:        {"missing value before this bracket", "add it"},
	data.JSONValueMissingAtComma: {"missing value before this `,`", "add it, or remove the `,`"},
	data.JSONWordNotQuoted:       {"strings must be in double quotes", "use double quotes, or write `true`, `false`, or `null`"},
}
