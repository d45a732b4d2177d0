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
	for before, after := range map[int]int{0: 0, 8: 8, 9: 11, 10: 12} {
		if got := e.Forward(before); got != after {
			t.Errorf("%d: got %d, want %d", before, got, after)
		}
	}
	if origin, ok := e.Origin(9); ok {
		t.Errorf("an edited offset comes from %d", origin)
	}
}

func TestEditFind(t *testing.T) {
	t.Parallel()
	span := func(start, end int) source.Span { return source.Span{Start: start, End: end} }
	for _, tt := range []struct {
		before, after string
		span, want    source.Span
		ok            bool
	}{
		{"a: 1\n", "a: 12\n", span(0, 1), span(0, 1), true},
		{"port: 1\n", "po\nport: 1\n", span(0, 4), span(3, 7), true},                            // the common start is in the name
		{"port: 1\nuser: 2\n", "port: 1\npoort: 1\nuser: 2\n", span(8, 12), span(17, 21), true}, // the common end is before the name
		{"po\nport: 1\n", "port: 1\n", span(3, 7), span(0, 4), true},
		{"port: 1\n", "po rt: 1\n", span(0, 4), source.Span{}, false},
		{"port: 1\n", "", span(0, 4), source.Span{}, false},
		{"a: 1\nport: 1\n", "port: 1\n", span(0, 1), source.Span{}, false},
	} {
		e := source.NewEdit(source.New("f", []byte(tt.before)), source.New("f", []byte(tt.after)))
		if got, ok := e.Find(tt.span); got != tt.want || ok != tt.ok {
			t.Errorf("%q → %q, %v: got %v, %t, want %v, %t", tt.before, tt.after, tt.span, got, ok, tt.want, tt.ok)
		}
	}
}
