package nearest_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/nearest"
)

func TestWhole(t *testing.T) {
	t.Parallel()
	known := []string{"error", "warning", "note", "never", "yaml-duplicate-key", "yaml-date-value", "--min-severity", "--fail-on"}
	for part, want := range map[string]string{
		"warn": "warning", "duplicate-key": "yaml-duplicate-key", "duplicate": "yaml-duplicate-key", "--severity": "--min-severity", "--fail": "--fail-on",
		"yaml": "", "ne": "", "": "", "--": "", "cate-key": "", "value-date": "", "warnings": "", "arning": "",
	} {
		if got, ok := nearest.Whole(part, known); got != want || ok != (want != "") {
			t.Errorf("%s: %q %t, want %q", part, got, ok, want)
		}
	}
}
