package convert

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

// printf formats with f as Ruby's Kernel#format does, with another letter.
func (f *stringFormat) printf(letter byte, v *data.Value) (string, error) {
	text := f.text
	if letter != f.letter {
		text = strings.ReplaceAll(text, string(rune(f.letter)), string(rune(letter)))
	}
	return rubytext.Format(text, v)
}

func (f *stringFormat) printText(text string) (string, error) {
	return f.printf('s', data.NewString(text))
}

// pad applies width and precision to a string.
func (f *stringFormat) pad(text string) (string, error) {
	if !f.left && f.width == noWidth && f.prec == noWidth {
		return text, nil
	}
	format := "%"
	if f.left {
		format += "-"
	}
	if f.width != noWidth {
		format += strconv.Itoa(f.width)
	}
	if f.prec != noWidth {
		format += "." + strconv.Itoa(f.prec)
	}
	return rubytext.Format(format+"s", data.NewString(text))
}

// choose returns one of two strings, depending on the flag #.
func (f *stringFormat) choose(alt, plain string) (string, error) {
	if f.alt {
		return f.pad(alt)
	}
	return f.pad(plain)
}

// scalar formats a value that is not an array or hash.
func (f *stringFormat) scalar(v *data.Value) (string, error) {
	switch v.Kind() {
	case data.Undef:
		return f.undef()
	case data.Default:
		return f.defaultText()
	case data.Boolean:
		return f.boolean(v.Bool())
	case data.Integer:
		return f.integer(v)
	case data.Float:
		return f.float(v)
	case data.String:
		return f.string(v)
	case data.Symbol:
		return f.symbol(v)
	}
	switch p := v.Payload().(type) {
	case *rich.Binary:
		return f.binary(p)
	case *rich.Regexp:
		return f.regexp(p)
	case *rich.URI:
		return f.uri(p)
	case *types.Object:
		if strings.IndexByte("spq", f.letter) < 0 {
			return "", f.illegal("Object", "spq")
		}
		return p.String(), nil
	case types.Type:
		return f.typ(p)
	}
	return rubytext.Format(f.text, v)
}

func (f *stringFormat) undef() (string, error) {
	switch f.letter {
	case 'n':
		return f.choose("null", "nil")
	case 'u':
		return f.choose("undefined", "undef")
	case 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return f.pad("NaN")
	case 'v':
		return f.pad("n/a")
	case 'V':
		return f.pad("N/A")
	case 's':
		return f.choose(`""`, "")
	case 'p':
		return f.choose(`"undef"`, "undef")
	}
	return "", f.illegal("Undef", "nudxXobBeEfgGaAvVsp")
}

func (f *stringFormat) defaultText() (string, error) {
	switch f.letter {
	case 'd', 's', 'p':
		return f.choose(`"default"`, "default")
	case 'D':
		return f.choose(`"Default"`, "Default")
	}
	return "", f.illegal("Default", "dDsp")
}

func (f *stringFormat) boolean(b bool) (string, error) {
	words := map[byte][2]string{'t': {"false", "true"}, 'T': {"False", "True"}, 'y': {"no", "yes"}, 'Y': {"No", "Yes"}}
	switch f.letter {
	case 't', 'T', 'y', 'Y':
		word := words[f.letter][bool01(b)]
		return f.choose(word[:1], word)
	case 'd', 'x', 'X', 'o', 'b', 'B':
		return f.integer(data.NewInteger(bool01(b)))
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return f.float(data.NewFloat(float64(bool01(b))))
	case 's', 'p':
		return f.pad(strconv.FormatBool(b))
	}
	return "", f.illegal("Boolean", "tTyYdxXobBeEfgGaAsp")
}

func (f *stringFormat) integer(v *data.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B', 'p':
		return rubytext.Format(f.text, v)
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return rubytext.Format(f.text, data.NewFloat(v.AsFloat()))
	case 'c':
		i, ok := v.Int()
		if !ok || i < 0 || i > utf8.MaxRune {
			return "", errors.New("pack(U): value out of range")
		}
		char := string(rune(i))
		if f.alt {
			char = `"` + char + `"`
		}
		return f.printText(char)
	case 's':
		letter := byte('s')
		if f.alt {
			letter = 'p'
		}
		return f.printf(letter, data.NewString(ranges.Of(v).String()))
	}
	return "", f.illegal("Integer", "dxXobBeEfgGaAspc")
}

func (f *stringFormat) float(v *data.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B':
		i, err := truncate(v.Float())
		if err != nil {
			return "", err
		}
		return rubytext.Format(f.text, data.NewBigInteger(i))
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A', 'p':
		return rubytext.Format(f.text, v)
	case 's':
		text := rubytext.Float(v.Float())
		if f.alt {
			text = `"` + text + `"`
		}
		return f.printText(text)
	}
	return "", f.illegal("Float", "dxXobBeEfgGaAsp")
}

func (f *stringFormat) string(v *data.Value) (string, error) {
	text := v.Text()
	switch f.letter {
	case 's':
		return rubytext.Format(f.text, v)
	case 'p':
		if f.alt {
			return f.pad(pp.QuoteDouble(text))
		}
		return f.pad(pp.Quote(text))
	case 'c':
		text = rubytext.Capitalize(text)
	case 'C':
		parts := rubystring.TrimSplit(strings.Split(text, "::"))
		for i, p := range parts {
			parts[i] = rubytext.Capitalize(p)
		}
		text = strings.Join(parts, "::")
	case 'u':
		text = rubytext.Upcase(text)
	case 'd':
		text = rubytext.Downcase(text)
	case 't':
		text = strings.Trim(text, blanks)
	default:
		return "", f.illegal("String", "cCudspt")
	}
	if f.alt {
		return f.pad(pp.Quote(text))
	}
	return f.printText(text)
}

func (f *stringFormat) symbol(v *data.Value) (string, error) {
	switch f.letter {
	case 's':
		return v.Text(), nil
	case 'p':
		return pp.Quote(v.Text()), nil
	case 'q':
		return rubytext.Inspect(v), nil
	}
	return "", f.illegal("Runtime", "spq")
}
