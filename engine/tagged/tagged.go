// Package tagged converts any result of a lookup to plain JSON and back, without losing its type or
// the order of hashes. Recorded lookups and the batch protocol use this format.
//
// Numbers, strings, booleans, null, arrays, and hashes with string keys represent themselves; an
// Integer has no decimal point, and a Float always has one or an exponent. Anything else is
// {"__type": T, "value": V}.
package tagged

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/ascii"
)

const (
	typeKey  = "__type"
	valueKey = "value"
)

// Append appends v to b.
func Append(b []byte, v *data.Value) []byte {
	switch v.Kind() {
	case data.Undef:
		return append(b, "null"...)
	case data.Boolean:
		return strconv.AppendBool(b, v.Bool())
	case data.Integer:
		if i, ok := v.Int(); ok {
			return strconv.AppendInt(b, i, 10)
		}
		return appendTag(b, "Integer", v.BigInt().String())
	case data.Float:
		return appendFloat(b, v.Float())
	case data.String:
		return appendText(b, v)
	case data.Symbol:
		switch v.Text() {
		case "default":
			return appendTag(b, "Default", "")
		case "undef":
			return appendTag(b, "Undef", "")
		}
		return appendTag(b, "Symbol", v.Text())
	case data.Default:
		return appendTag(b, "Default", "")
	case data.Array:
		b = append(b, '[')
		for i, item := range v.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			b = Append(b, item)
		}
		return append(b, ']')
	case data.Hash:
		return appendHash(b, v)
	case data.Sensitive:
		b = append(b, `{"__type":"Sensitive","value":`...)
		return append(Append(b, v.Unwrap()), '}')
	}
	return appendRich(b, v)
}

// unescaped marks the bytes that need no escaping in JSON strings.
var unescaped = func() (table [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// noneEscaped reports whether none of the first eight bytes needs escaping. It checks them in
// parallel.
func noneEscaped(s string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	_ = s[7]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	quote, backslash := x^'"'*ones, x^'\\'*ones
	return (x|(x-' '*ones)|(quote-ones)|(backslash-ones))&high == 0
}

// String appends a JSON string.
func String(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		if len(s)-i >= 8 && noneEscaped(s[i:]) {
			i += 8
			continue
		}
		c := s[i]
		if unescaped[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[start:i]...), "\uFFFD"...)
				i++
				start = i
				continue
			}
			i += size
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

func appendTag(b []byte, kind, text string) []byte {
	b = String(append(b, `{"__type":`...), kind)
	b = append(b, `,"value":`...)
	if kind == "Default" || kind == "Undef" {
		b = append(b, "null"...)
	} else {
		b = String(b, text)
	}
	return append(b, '}')
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return appendTag(b, "Float", "NaN")
	case math.IsInf(f, 1):
		return appendTag(b, "Float", "Infinity")
	case math.IsInf(f, -1):
		return appendTag(b, "Float", "-Infinity")
	}
	return append(b, rubytext.Float(f)...)
}

func appendText(b []byte, v *data.Value) []byte {
	if !v.IsBinary() && utf8.ValidString(v.Text()) {
		return String(b, v.Text())
	}
	encoding := "UTF-8"
	if v.IsBinary() {
		if ascii.Is(v.Text()) {
			return String(b, v.Text())
		}
		encoding = "ASCII-8BIT"
	}
	b = String(append(b, `{"__type":"String","encoding":`...), encoding)
	b = String(append(b, `,"base64":`...), base64.StdEncoding.EncodeToString([]byte(v.Text())))
	return append(b, '}')
}

func appendHash(b []byte, v *data.Value) []byte {
	plain := true
	for _, e := range v.Entries() {
		if e.Key.Kind() != data.String || e.Key.Text() == typeKey || !utf8.ValidString(e.Key.Text()) {
			plain = false
		}
	}
	if plain {
		b = append(b, '{')
		for i, e := range v.Entries() {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(String(b, e.Key.Text()), ':')
			b = Append(b, e.Value)
		}
		return append(b, '}')
	}
	b = append(b, `{"__type":"Hash","entries":[`...)
	for i, e := range v.Entries() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(Append(append(b, '['), e.Key), ',')
		b = append(Append(b, e.Value), ']')
	}
	return append(b, "]}"...)
}

func appendRich(b []byte, v *data.Value) []byte {
	switch p := v.Payload().(type) {
	case data.Unknown:
		return appendTag(b, "Unknown", p.UnknownReason())
	case *rich.Regexp:
		return appendTag(b, "Regexp", p.Source())
	case *rich.Binary, *rich.Timestamp, *rich.Timespan, *rich.SemVer, *rich.SemVerRange, *rich.URI:
		return appendTag(b, types.Name(types.Infer(v)), rubytext.ToS(v))
	case types.Type:
		return appendTag(b, "Type", p.String())
	case *types.Object:
		b = String(append(b, `{"__type":"Object","class":`...), p.RubyClass())
		b = String(append(b, `,"value":`...), p.String())
		return append(b, '}')
	case fmt.Stringer:
		return appendTag(b, "Unknown", p.String())
	}
	return appendTag(b, "Object", "")
}
