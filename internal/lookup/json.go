package lookup

import (
	"math"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/tagged"
)

// JSON is v as Ruby's JSON.generate writes it, as `puppet lookup --render-as json` prints it: keys
// become strings, and what JSON has no form for is the string that Ruby prints of it.
func JSON(v *data.Value) string { return string(appendJSON(nil, v)) }

func appendJSON(b []byte, v *data.Value) []byte {
	switch v.Kind() {
	case data.Undef:
		return append(b, "null"...)
	case data.Boolean, data.Integer:
		return append(b, rubytext.ToS(v)...)
	case data.Float:
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return append(b, "null"...) // Ruby refuses these
		}
		return append(b, rubytext.ToS(v)...)
	case data.Array:
		b = append(b, '[')
		for i, item := range v.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case data.Hash:
		b = append(b, '{')
		for i, e := range v.Entries() {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(tagged.String(b, rubytext.ToS(e.Key)), ':')
			b = appendJSON(b, e.Value)
		}
		return append(b, '}')
	default:
		return tagged.String(b, rubytext.ToS(v))
	}
}
