package data_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// TestLongNumbers checks that files with numbers of millions of digits are refused, since they would take minutes to
// convert, and that long numbers and strings are not.
func TestLongNumbers(t *testing.T) {
	t.Parallel()
	const limit = 1_000_000
	for text, isRead := range map[string]bool{
		"k: " + strings.Repeat("9", limit) + "\n":              true,
		"k: " + strings.Repeat("9", 30*limit) + "\n":           false,
		"k: " + strings.Repeat("9,", 2*limit) + "9\n":          false,
		"k: 0x" + strings.Repeat("f", 2*limit) + "\n":          false,
		"k: " + strings.Repeat("9", 2*limit) + ":30\n":         false,
		"k: '" + strings.Repeat("9", 2*limit) + "'\n":          true,
		"k: [" + strings.Repeat("9,", limit/2) + "9]\n":        true,
		strings.Repeat("9", 2*limit) + ": 1\n":                 false,
		`{"k": ` + strings.Repeat("9", 2*limit) + "}":          false,
		`{"k": [` + strings.Repeat("9,", limit/2) + "9]}":      true,
		`{"k": "` + strings.Repeat("9", 2*limit) + `"}`:        true,
		"k: !!float " + strings.Repeat("9", 2*limit) + "\n":    false,
		"k: " + strings.Repeat("9", 2*limit) + ".5\n":          true,
		"k: 1.e+" + strings.Repeat("9", 2*limit) + "\n":        true,
		"k: [a, b, " + strings.Repeat("9", 2*limit) + ", c]\n": false,
	} {
		format := data.YAML
		if text[0] == '{' {
			format = data.JSON
		}
		doc := data.Parse(source.New("data/common.yaml", []byte(text)), format)
		if got := doc.Root != nil; got != isRead {
			t.Errorf("%.20q: read: %t, want %t", text, got, isRead)
		}
	}
}
