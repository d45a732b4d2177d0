package rule

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// OneLine is text with its white space folded, for a message.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// ShownLength is the number of characters after which data is cut off in a message.
const ShownLength = 60

// Shown is data of the user on one line of bounded length, for a message.
func Shown(text string) string {
	text = Quoted(text)
	if utf8.RuneCountInString(text) <= ShownLength {
		return text
	}
	return string([]rune(text)[:ShownLength]) + "…"
}

// DidYouMean is the help for a wrong name, with the right one.
func DidYouMean(name string) string { return "did you mean `" + name + "`?" }

// Quoted is a whole message of Puppet, since people search for it, on one line.
func Quoted(text string) string {
	return strings.TrimRight(strings.ReplaceAll(OneLine(text), "`", "'"), "; ") // Puppet writes "; " even if no reason follows
}

// Names lists names as a sentence has them.
func Names(names []string) string {
	shown := lists.Map(names, func(name string) string { return "`" + Shown(name) + "`" })
	if len(shown) < 2 {
		return strings.Join(shown, "")
	}
	last := len(shown) - 1
	return strings.Join(shown[:last], ", ") + " and " + shown[last]
}

// KindOf names the kind of a value in a sentence.
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
	default:
		return "something else"
	}
}
