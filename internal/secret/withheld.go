package secret

import "github.com/hieralint/hieralint/engine/data"

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
