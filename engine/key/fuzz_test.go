package key

import (
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

func FuzzParse(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(tt.key)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Parse(text)
		if err != nil {
			if _, ok := err.(*SyntaxError); !ok {
				t.Fatalf("%#v", err)
			}
			return
		}
		end := 0
		for i, span := range append([]source.Span{k.RootSpan}, spansOf(k)...) {
			if span.Start < end || span.End < span.Start || span.End > len(text) {
				t.Fatalf("segment %d of %q has invalid span %v after %d", i, text, span, end)
			}
			end = span.End
		}
	})
}

func spansOf(k Key) []source.Span {
	var spans []source.Span
	for _, s := range k.Sub {
		spans = append(spans, s.Span)
	}
	return spans
}
