package types

import (
	"errors"
	"testing"

	"github.com/hieralint/hieralint/engine/internal/typetest"
)

func FuzzParse(f *testing.F) {
	for _, text := range parseTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		typ, err := Parse(text)
		if err != nil {
			if parse := (*ParseError)(nil); !errors.As(err, &parse) || parse.Span.Start < 0 || parse.Span.Start > parse.Span.End || parse.Span.End > len(text) {
				t.Fatalf("%q: error %v with invalid span: %+v", text, err, parse)
			}
			return
		}
		if typ.String() == "" || !typ.Eql(typ) {
			t.Fatalf("%q: got type %q, which is empty or not equal to itself", text, typ)
		}
		v := typetest.Hash("a", 1, "b", typetest.List("x", nil))
		if Instance(typ, v) != (len(Mismatches(typ, v)) == 0) && Describe("S", typ, v) != "" {
			t.Fatalf("%s: Instance and Mismatches disagree", typ)
		}
	})
}
