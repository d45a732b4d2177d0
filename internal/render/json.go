package render

import (
	"math"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/tagged"
)

// JSON formats v as Ruby's JSON.generate does, which `puppet lookup --render-as json` prints: keys
// become strings, and values without a JSON form become the string that Ruby prints.
func JSON(v *data.Value) string { return string(appendJSON(nil, v)) }

func appendJSON(b []byte, v *data.Value) []byte {
	switch v.Kind() {
	case data.Undef:
		return append(b, "null"...)
	case data.Boolean, data.Integer:
		return append(b, rubytext.ToS(v)...)
	case data.Float:
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return append(b, "null"...) // Ruby rejects these
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
	}
	return tagged.String(b, rubytext.ToS(v))
}
