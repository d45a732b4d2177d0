package notseen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/notseen"
)

func TestString(t *testing.T) {
	t.Parallel()
	many := notseen.Part{What: "201 modules (not installed)", Names: slices.Repeat([]string{"`a`"}, notseen.MaxNames+1)}
	parts := []notseen.Part{{What: "1 encrypted value (no private key)"}, {What: "2 modules (not installed)", Names: []string{"`a`", "`b`"}}, many}
	want := []string{"1 encrypted value (no private key)", "2 modules (not installed): `a`, `b`", "201 modules (not installed): " + strings.Repeat("`a`, ", notseen.MaxNames) + "and 1 other"}
	if got := notseen.Texts(parts); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
