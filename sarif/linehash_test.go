package sarif

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
)

// TestLineHashes starts with three test vectors of github/codeql-action.
func TestLineHashes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"empty file", "", "c129715d7a2bc9a3:1"},
		{"spaces are ignored", " a\nb\n  \t\tc\n d", "271789c17abda88f:1 54703d4cd895b18:1 180aee12dab6264:1 a23a3dc5e078b07b:1"},
		{"repeated start", "---\nk: 1\nk: 2\nü: \"😀\"\n", "3451f413f1535ee:1 f288b1b28cd50f15:1 9740ac8afd86b89d:1 2566825bb9245a50:1 c129715d7a2bc9a3:1"},
		{"CRLF as LF", "---\r\nk: 1\r\nk: 2\r\nü: \"😀\"\r\n", "3451f413f1535ee:1 f288b1b28cd50f15:1 9740ac8afd86b89d:1 2566825bb9245a50:1 c129715d7a2bc9a3:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(LineHashes([]byte(tt.text)), " "); got != tt.want {
				t.Errorf("LineHashes(%q)\n got %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}

// TestLineHashesOfNode compares with testdata/linehashes.json, which was generated in Node.js 20 with the
// algorithm of codeql-action. It covers byte order marks, lone carriage returns, invalid UTF-8, and long and
// repeated lines.
func TestLineHashesOfNode(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/linehashes.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Hex    string
		Units  int
		Hashes []string
	}
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		text, err := hex.DecodeString(c.Hex)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Hashes, LineHashes(text)); diff != "" {
			t.Errorf("LineHashes(%q) (-want +got):\n%s", text, diff)
		}
		if got := UTF16Len(text); got != c.Units {
			t.Errorf("UTF16Len(%q) = %d, want %d", text, got, c.Units)
		}
	}
}

// FuzzLineHashes checks that there is one hash per line of source.File: results look up their hash by line
// number.
func FuzzLineHashes(f *testing.F) {
	for _, text := range []string{"", "a", "a\n", "a\r\n\r b\r", "\xff\r\n", "\uFEFFa: 😀\n", "a\r \nb"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := len(LineHashes(text)), source.New("f", text).Lines(); got != want {
			t.Errorf("%[1]q: got %[3]d hashes, want %[2]d", text, want, got)
		}
	})
}

func BenchmarkLineHashes(b *testing.B) {
	text := []byte(strings.Repeat("profile::web::vhosts::docroot: \"%{lookup('profile::base')}/ü\"\n", 10_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		LineHashes(text)
	}
}
