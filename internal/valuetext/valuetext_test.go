package valuetext

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

// TestLiteral checks that a string is not taken for a value that is withheld.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{"(secret)": `"(secret)"`, "(too large)": `"(too large)"`, "ENC[PKCS7,MIIB]": "(encrypted)"} {
		if got := Literal(data.NewString(text)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
