package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// interpolated is a string with expressions in it. With one that is not known, the text is not known.
func (s *scope) interpolated(e *pp.Interpolated) (*data.Value, error) {
	var b strings.Builder
	var unknown *data.Value
	for _, part := range e.Parts {
		v, err := s.evaluate(part)
		if err != nil {
			return nil, err
		}
		if v.HasUnknown() {
			unknown = v
			continue
		}
		if err := s.build(part, v.Size()); err != nil {
			return nil, err
		}
		appendText(&b, v)
	}
	if unknown != nil {
		return unknownOf(unknown), nil
	}
	return data.NewString(b.String()), nil
}

// unknownOf is an unknown value for the reason that v, which has an unknown part, is not known.
func unknownOf(v *data.Value) *data.Value {
	if n, ok := notKnown(v).(*NotKnownError); ok {
		return data.NewRich(n.Value)
	}
	return v
}

// Text is a value as Puppet writes it in a string: `[1, a]`, `{a => 1}`, nothing for undef.
func Text(v *data.Value) string {
	var b strings.Builder
	appendText(&b, v)
	return b.String()
}

func appendText(b *strings.Builder, v *data.Value) {
	switch v.Kind() {
	case data.Undef:
	case data.Default:
		b.WriteString("default")
	case data.Symbol:
		if v.Text() != "undef" {
			b.WriteString(v.Text())
		}
	case data.Array:
		b.WriteByte('[')
		for i, item := range v.Items() {
			if i > 0 {
				b.WriteString(", ")
			}
			appendText(b, item)
		}
		b.WriteByte(']')
	case data.Hash:
		b.WriteByte('{')
		for i, e := range v.Entries() {
			if i > 0 {
				b.WriteString(", ")
			}
			appendText(b, e.Key)
			b.WriteString(" => ")
			appendText(b, e.Value)
		}
		b.WriteByte('}')
	case data.Rich:
		if re, ok := v.Payload().(*rich.Regexp); ok {
			b.WriteString(re.Inspect())
			return
		}
		b.WriteString(rubytext.ToS(v))
	default:
		b.WriteString(rubytext.ToS(v))
	}
}

// rubyText is a value as Puppet's messages have it.
func rubyText(v *data.Value) string { return rubytext.ToS(v) }
