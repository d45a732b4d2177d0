package runner

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// ParseBaseline parses a baseline.
var ParseBaseline = parseBaseline

// CheckSuppressionPlaces checks that the spans of the suppressions in a file are within the file
// and consistent.
func CheckSuppressionPlaces(t *testing.T, file *source.File) {
	for _, format := range []data.Format{data.YAML, data.JSON} {
		for _, s := range commentsIn(data.Parse(file, format)) {
			checkSuppressionPlaces(t, file, s)
		}
	}
}

func checkSuppressionPlaces(t *testing.T, file *source.File, s *suppression) {
	t.Helper()
	isInFile := func(what string, span source.Span) {
		if span.Start < 0 || span.End < span.Start || span.End > len(file.Text) {
			t.Errorf("%s %v is not in the file", what, span)
		}
	}
	isInFile("suppression", s.Span)
	isInFile("removal", s.Removal)
	if s.Removal.Start > s.Span.Start || s.Removal.End < s.Span.End {
		t.Errorf("removal %v does not cover %v", s.Removal, s.Span)
	}
	for _, r := range s.Rules {
		isInFile("name", r.Span)
		isInFile("removal of a name", r.Removal)
		if got := string(file.Slice(r.Span)); got != r.Name {
			t.Errorf("span of the name %q: got %q", r.Name, got)
		}
	}
	if s.Mistake != nil {
		isInFile("mistake", s.Mistake.Span)
	}
}
