package types

import (
	"errors"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

func FuzzParse(f *testing.F) {
	for _, text := range parseTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		typ, err := Parse(text)
		if err != nil {
			if parse := (*ParseError)(nil); !errors.As(err, &parse) || parse.Span.Start < 0 || parse.Span.Start > parse.Span.End || parse.Span.End > len(text) {
				t.Fatalf("%q: the error %v is at %+v", text, err, parse)
			}
			return
		}
		if typ.String() == "" || !typ.Eql(typ) {
			t.Fatalf("%q is %q", text, typ)
		}
		v := hash("a", 1, "b", list("x", nil))
		if Instance(typ, v) != (len(Mismatches(typ, v)) == 0) && Describe("S", typ, v) != "" {
			t.Fatalf("%s: instance and mismatches do not agree", typ)
		}
	})
}

func FuzzNew(f *testing.F) {
	for _, text := range constructible {
		f.Add(text, `"5"`, "10")
		f.Add(text, "[[a, 1], [b, [1.5]]]", `"%#p"`)
	}
	f.Fuzz(func(t *testing.T, text, value, arg string) {
		typ, err := Parse(text)
		if err != nil {
			return
		}
		args := []*data.Value{}
		for _, yaml := range []string{value, arg} {
			doc := data.Parse(source.New("", []byte(yaml)), data.YAML)
			if doc.Value == nil {
				return
			}
			args = append(args, doc.Value)
		}
		for n := 1; n <= 2; n++ {
			v, err := New(TypeValue(typ), args[:n]...)
			if err != nil {
				if err.Error() == "" && Describe("S", typ, args[0]) != "" {
					t.Fatalf("%s of %s fails without a word", text, value)
				}
				continue
			}
			if !Instance(typ, v) {
				t.Fatalf("%s of %s is %s", text, value, ToString(v))
			}
			ToString(v)
		}
	})
}
