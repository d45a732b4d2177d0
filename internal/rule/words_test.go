package rule_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
)

func TestShown(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 81)
	for text, want := range map[string]string{
		"a\n  b": "a b",
		"profile::platform::baseline::operatingsystem::filesystems::snapshots::retention": "profile::platform::baseline::operatingsystem::filesystems::snapshots::retention",
		long: strings.Repeat("ä", 80) + "…",
	} {
		if got := rule.Shown(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
