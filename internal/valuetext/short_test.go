package valuetext

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// parsed returns the value of a YAML document.
func parsed(t testing.TB, text string) *data.Value {
	t.Helper()
	doc := data.Parse(source.New("f.yaml", []byte(text)), data.YAML)
	if doc.Value == nil {
		t.Fatalf("%s: %v", text, doc.Err)
	}
	return doc.Value
}

func TestShort(t *testing.T) {
	tests := []struct{ yaml, want string }{
		{"k: text", "text"},
		{"k: ''", "''"},
		{"k: ~", "null"},
		{"k: 3", "3"},
		{"k: 1.5", "1.5"},
		{"k: true", "true"},
		{"k: :sym", "sym"},
		{"k: []", "[]"},
		{"k: [1, two, [3]]", "[1, two, [3]]"},
		{"k: {a: 1, b: {c: ~}}", "{a: 1, b: {c: null}}"},
		{"k: \"two\\nlines\\tand a tab\"", "two lines and a tab"},
		{"k: " + strings.Repeat("x", 72), strings.Repeat("x", 71) + "…"},
		{"k: " + strings.Repeat("x", 71), strings.Repeat("x", 71)},
		{"k: [" + strings.Repeat("abc, ", 40) + "]", "[" + strings.Repeat("abc, ", 14) + "…"},
		{"k: [状, 状]", "[状, 状]"},
		{"k: {user: root, password: hunter2}", "{user: root, password: (secret)}"},
		{"k: {tokens: {alice: abc, bob: def}}", "{tokens: {alice: (secret), bob: (secret)}}"},
		{"k: [plain, 'ENC[PKCS7,MIIB]']", "[plain, (encrypted)]"},
		{"k: [{name: DB_PASSWORD, value: hunter2}]", "[{name: DB_PASSWORD, value: (secret)}]"},
		{"k: {password: '%{lookup(\"x\")}'}", "{password: %{lookup(\"x\")}}"},
		{"k: {password_length: 12}", "{password_length: 12}"},
	}
	for _, tt := range tests {
		value := parsed(t, tt.yaml).Entries()[0].Value
		if text, withheld := Short(false, value); text != tt.want || withheld != "" {
			t.Errorf("%s: %q %q, want %q", tt.yaml, text, withheld, tt.want)
		}
	}
}

func FuzzShort(f *testing.F) {
	f.Add("a: {b: [1, 'ENC[PKCS7,MII]', {c: ~}]}")
	f.Add("password: {x: [y]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		doc := data.Parse(source.New("f.yaml", []byte(text)), data.YAML)
		if doc.Value == nil {
			return
		}
		short, _ := Short(false, doc.Value)
		if n := len([]rune(short)); n > maxValue || strings.ContainsAny(short, "\n\r\t") {
			t.Errorf("got %d characters: %q", n, short)
		}
	})
}
