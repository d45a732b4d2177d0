package hocon_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/hocon"
	"github.com/hieralint/hieralint/engine/source"
)

// TestLongNumbers checks that a number of millions of digits, which would take minutes to convert, is refused.
func TestLongNumbers(t *testing.T) {
	t.Parallel()
	for n, isRead := range map[int]bool{500_000: true, 20_000_000: false} {
		text := "k = " + strings.Repeat("9", n) + "\n"
		if _, err := hocon.Parse(text, func(string) *data.Value { return nil }); (err == nil) != isRead {
			t.Errorf("%d digits: Parse: %v", n, err)
		}
		if doc := hocon.Document(source.New("x.conf", []byte(text)), nil); (doc.Root != nil) != isRead {
			t.Errorf("%d digits: Document: %v", n, doc.Err)
		}
	}
}
