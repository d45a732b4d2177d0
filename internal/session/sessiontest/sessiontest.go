// Package sessiontest checks trees for the tests of what answers questions about a report.
package sessiontest

import (
	"testing"

	"github.com/hieralint/hieralint/internal/session"
)

// Check returns the report of a check of everything.
func Check(t testing.TB, o session.Options) *session.Report {
	t.Helper()
	w, err := session.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Check(t.Context(), session.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
