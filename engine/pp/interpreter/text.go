package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

// interpolated evaluates a string with expressions. The string is unknown if one of them is.
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
		if err := s.buildText(part, v); err != nil {
			return nil, err
		}
		appendText(&b, v)
	}
	if unknown != nil {
		return unknownOf(unknown), nil
	}
	return data.NewString(b.String()), nil
}

// buildText charges the text of a value that is about to be built.
func (s *scope) buildText(at place, v *data.Value) error {
	if err := s.build(at, v.Size()); err != nil {
		return err
	}
	return s.build(at, s.written(v))
}

// written returns the length of the types and regular expressions in a value, whose Size does not count it.
func (s *scope) written(v *data.Value) int {
	n := 0
	for part := range v.All() {
		switch p := part.Payload().(type) {
		case *rich.Regexp:
			n += len(p.Inspect())
		case types.Type:
			n += s.lengths.Of(p, func() int { return len(p.String()) })
		}
	}
	return n
}

// unknownOf returns an unknown value with the reason for the unknown part of v.
func unknownOf(v *data.Value) *data.Value {
	if n, ok := unknownError(v).(*UnknownValueError); ok {
		return data.NewRich(n.Value)
	}
	return v
}

// interpolated returns a value as Puppet interpolates it: `[1, a]`, `{a => 1}`, and the empty string for undef.
func interpolated(v *data.Value) string {
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
