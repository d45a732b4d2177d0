package source_test

import (
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	e := source.NewEdit(source.New("f", []byte("a: 1\nb: 2\nc: 3\n")), source.New("f", []byte("a: 1\nb: 200\nc: 3\n")))
	for _, tt := range []struct {
		before, after source.Span
		ok            bool
	}{
		{source.Span{Start: 0, End: 1}, source.Span{Start: 0, End: 1}, true},
		{source.Span{Start: 8, End: 9}, source.Span{}, false},
		{source.Span{Start: 10, End: 11}, source.Span{Start: 12, End: 13}, true},
	} {
		after, ok := e.Move(tt.before)
		if after != tt.after || ok != tt.ok {
			t.Errorf("%v: got %v, %t", tt.before, after, ok)
		}
		if origin, known := e.Origin(tt.after.Start); ok && (origin != tt.before.Start || !known) {
			t.Errorf("%v: origin %d, %t", tt.after, origin, known)
		}
	}
	if origin, ok := e.Origin(9); ok {
		t.Errorf("an edited offset comes from %d", origin)
	}
}
