package valuetext

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/secret"
)

// maxValue is the maximum number of characters of a value.
const maxValue = 72

// Short returns a value on one line; named reports that its key has the name of a secret. Secrets
// are not shown; withheld is then the reason.
func Short(named bool, v *data.Value) (text string, withheld secret.Withheld) {
	if why := secret.WithheldAs(named, v); why != "" {
		return "", why
	}
	w := &shortener{}
	w.value(named, v)
	return w.String(), ""
}

// shortener writes a value as a YAML flow collection of limited length. Strings are unquoted, since
// the text is meant for people.
type shortener struct {
	strings.Builder
	length int
	full   bool
}

// add writes text; it returns false if there is no space left.
func (w *shortener) add(text string) bool {
	for _, c := range text {
		if w.full {
			return false
		}
		if w.length == maxValue-1 {
			w.WriteRune('…')
			w.full = true
			return false
		}
		if c == '\n' || c == '\r' || c == '\t' {
			c = ' '
		}
		w.WriteRune(c)
		w.length++
	}
	return !w.full
}

// value writes a value; named reports that a key that leads to it has the name of a secret.
func (w *shortener) value(named bool, v *data.Value) {
	if why := secret.WithheldAs(named, v); why != "" {
		w.add(why.String())
		return
	}
	switch v.Kind() {
	case data.Hash:
		w.add("{")
		isSecret := secret.NamesIn(v)
		for i, e := range v.Entries() {
			if i > 0 {
				w.add(", ")
			}
			w.value(named && secret.IsElement(e.Value.Node()), e.Key)
			if !w.add(": ") {
				return
			}
			w.value(named || isSecret(e.Key.Text()), e.Value)
		}
		w.add("}")
	case data.Array:
		w.add("[")
		var elements secret.Elements
		for i, item := range v.Items() {
			if i > 0 && !w.add(", ") {
				return
			}
			w.value(elements.Next(item) || named, item)
		}
		w.add("]")
	case data.String:
		if v.Text() == "" {
			w.add("''")
		} else {
			w.add(strings.ToValidUTF8(secret.Redact(v.Text()), "\uFFFD"))
		}
	case data.Undef:
		w.add("null")
	default:
		w.add(rubytext.ToS(v))
	}
}
