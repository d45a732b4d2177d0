package source

import "github.com/hieralint/hieralint/internal/lists"

// Edit is the difference between two contents of a file: everything between their common start and their common end.
type Edit struct {
	Before, After *File

	start, end int // of the edited part of Before
}

// NewEdit returns the edit that makes before after.
func NewEdit(before, after *File) *Edit {
	start, end := lists.Common(before.Text, after.Text)
	return &Edit{before, after, start, len(before.Text) - end}
}

func (e *Edit) shift() int { return len(e.After.Text) - len(e.Before.Text) }

// Move returns where a span of Before is in After; false if it overlaps or touches what was edited.
func (e *Edit) Move(span Span) (Span, bool) {
	switch {
	case span.End < e.start:
		return span, true
	case span.Start > e.end:
		return Span{span.Start + e.shift(), span.End + e.shift()}, true
	}
	return Span{}, false
}

// Find returns where the text of a span of Before is in After; false if it was edited itself.
func (e *Edit) Find(span Span) (Span, bool) {
	text := string(e.Before.Slice(span))
	moved := Span{span.Start + e.shift(), span.End + e.shift()}
	for _, at := range []Span{span, moved} {
		isPossible := at == span && span.Start <= e.start || at == moved && span.End >= e.end
		if isPossible && at.Start >= 0 && at.End <= len(e.After.Text) && string(e.After.Slice(at)) == text {
			return at, true
		}
	}
	return Span{}, false
}

// Forward returns where an offset of Before is in After; for an edited one, where the edited text ends.
func (e *Edit) Forward(offset int) int {
	if offset < e.start {
		return offset
	}
	return max(offset, e.end) + e.shift()
}

// Origin returns where an offset of After was in Before; false if it was edited.
func (e *Edit) Origin(offset int) (int, bool) {
	switch {
	case offset < e.start:
		return offset, true
	case offset-e.shift() > e.end:
		return offset - e.shift(), true
	}
	return 0, false
}
