package rule

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
)

// OneLine replaces whitespace, including line breaks, by single spaces, for use in messages.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// shownLength is the number of characters after which data is truncated in messages. Full names of keys seldom have
// more.
const shownLength = 80

// Shown formats data of the user on one line of limited length, for use in messages.
func Shown(text string) string {
	text = Quoted(text)
	if utf8.RuneCountInString(text) <= shownLength {
		return text
	}
	return string([]rune(text)[:shownLength]) + "…"
}

// maxQuoted is the number of bytes from which messages of Puppet are shortened.
const maxQuoted = 5 << 10

// Quoted returns a message of Puppet on one line: as a whole, so that people can search for it, unless it is very long.
func Quoted(text string) string {
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted], "") + "…"
	}
	return strings.TrimRight(strings.ReplaceAll(OneLine(text), "`", "'"), "; ") // Puppet prints "; " even if no reason follows
}

// Names joins names as in a sentence.
func Names(names []string) string {
	return plural.And(lists.Map(names, func(name string) string { return "`" + Shown(name) + "`" }))
}

// KindOf returns the kind of a value, for use in a sentence.
func KindOf(v *data.Value) string {
	if v == nil {
		return "something else"
	}
	switch v.Kind() {
	case data.Undef:
		return "null"
	case data.Boolean:
		return "a boolean"
	case data.Integer, data.Float:
		return "a number"
	case data.String:
		return "a string"
	case data.Symbol:
		return "a symbol"
	case data.Array:
		return "an array"
	case data.Hash:
		return "a hash"
	}
	return "something else"
}
