package secret

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Withheld is the reason why reports do not show a value; "" if they do. It is the payload of the value
// that stands for the withheld one, which is unknown to the reader.
type Withheld string

// The reasons.
const (
	IsSecret    Withheld = "secret"
	IsEncrypted Withheld = "encrypted"
	IsDecrypted Withheld = "decrypted" // it may contain decrypted text
	IsTooLarge  Withheld = "too large"
)

// Value returns a value that stands for the withheld one.
func (w Withheld) Value() *data.Value { return data.NewRich(w) }

// String returns the text that reports show instead of the value.
func (w Withheld) String() string { return "(" + string(w) + ")" }

// UnknownReason makes Withheld implement data.Unknown.
func (w Withheld) UnknownReason() string { return string(w) }

// AsWithheld returns the reason if v stands for a withheld value.
func AsWithheld(v *data.Value) (Withheld, bool) {
	if v == nil || v.Kind() != data.Rich {
		return "", false
	}
	w, ok := v.Payload().(Withheld)
	return w, ok
}

// Reason describes what is unknown about a value, without a part of a decrypted one.
func Reason(u *outcome.Unknown) string {
	if u.Reason == outcome.UnknownVariable && u.Node != nil && u.Node.Value != nil && eyaml.IsEncrypted(u.Node.Value.Text()) {
		return "a variable in a decrypted value is unknown for this node"
	}
	return u.String()
}
