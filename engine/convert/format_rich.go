package convert

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

func (f *stringFormat) binary(b *rich.Binary) (string, error) {
	letter := byte('s')
	if f.alt {
		letter = 'p'
	}
	switch f.letter {
	case 's':
		if f.alt {
			return f.printf(letter, data.NewBinaryString(b.Bytes()))
		}
		if !utf8.ValidString(b.Bytes()) {
			return "", errors.New(rubytext.Undefined(b.Bytes()))
		}
		return f.printf(letter, data.NewString(b.Bytes()))
	case 'p':
		text, err := f.printText(b.String())
		return `Binary("` + text + `")`, err
	case 'b':
		return f.printf(letter, data.NewString(lines60(b.String())))
	case 'B':
		return f.printf(letter, data.NewString(b.String()))
	case 'u':
		return f.printf(letter, data.NewString(base64.URLEncoding.EncodeToString([]byte(b.Bytes()))))
	case 't':
		return f.printf(letter, data.NewString("Binary"))
	case 'T':
		return f.printf(letter, data.NewString("BINARY"))
	}
	return "", f.illegal("Binary", "bButTsp")
}

// lines60 wraps base64 as Ruby's Base64.encode64 does.
func lines60(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		n := min(60, len(s))
		b.WriteString(s[:n] + "\n")
		s = s[n:]
	}
	return b.String()
}

func (f *stringFormat) regexp(r *rich.Regexp) (string, error) {
	switch f.letter {
	case 'p':
		text := r.Literal()
		if f.text == "%p" {
			return text, nil
		}
		return f.printText(text)
	case 's':
		text := r.Source()
		if !r.IsASCII() {
			text = "(?-imx:" + text + ")"
		}
		if f.alt {
			text = pp.Quote(text)
		}
		if f.text == "%s" {
			return text, nil
		}
		return f.printText(text)
	}
	return "", f.illegal("Regexp", "sp")
}

func (f *stringFormat) uri(u *rich.URI) (string, error) {
	switch f.letter {
	case 'p':
		return "URI(" + pp.Quote(u.String()) + ")", nil
	case 's':
		text := u.String()
		if f.alt {
			text = pp.Quote(text)
		}
		return f.printText(text)
	}
	return "", f.illegal("URI", "sp")
}

func (f *stringFormat) typ(t types.Type) (string, error) {
	switch f.letter {
	case 's':
		text := t.String()
		if f.alt {
			text = `"` + text + `"`
		}
		return f.printText(text)
	case 'p':
		return f.printText(t.String())
	}
	return "", f.illegal("Type", "sp")
}
