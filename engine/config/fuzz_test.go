package config

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// FuzzRead checks that every problem has a span in the file, and that every error belongs to a problem.
func FuzzRead(f *testing.F) {
	for _, tt := range errorTests {
		f.Add(uint8(tt.layer), []byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, layer uint8, text []byte) {
		c := Read(data.Parse(source.New(file, text), data.YAML), Layer(layer%3))
		start := 0
		for _, p := range c.Problems {
			if p.Span.Start < start || p.Span.End < p.Span.Start || p.Span.End > len(text) {
				t.Fatalf("problem %+v of %q", p, text)
			}
			start = p.Span.Start
		}
		for _, version := range []int{7, 8, 9} {
			if err := c.Err(version); err != nil && (len(err.Problems) == 0 || err.Class == "") {
				t.Fatalf("error %+v of %q", err, text)
			}
		}
		for _, l := range c.Hierarchy {
			if c.Err(8) == nil && (l.Name == "" || l.Function.Kind == NoFunction) {
				t.Fatalf("level %+v of %q", l, text)
			}
		}
	})
}
