package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLongLines checks columns in long lines, which are counted from marks, by counting all characters.
func TestLongLines(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"ASCII":            strings.Repeat("x", 3*marked),
		"characters":       strings.Repeat("aé€😀", marked),
		"invalid UTF-8":    strings.Repeat("\x80\xbf\xe2\x82", marked),
		"byte order mark":  "\uFEFF" + strings.Repeat("€", marked),
		"other lines":      "a\nb\r\n" + strings.Repeat("é€", marked) + "\nc",
		"just long enough": strings.Repeat("€", 2*marked/3) + "\n",
	} {
		f := New(name, []byte(text))
		for offset := 0; offset <= len(text); offset += 1 + offset%31 {
			pos := f.Pos(offset)
			start := f.lines[pos.Line-1]
			column := 1 + utf8.RuneCountInString(strings.TrimPrefix(text[start:offset], "\uFEFF"))
			if start == 0 && offset > 0 && offset < len(bom) && strings.HasPrefix(text, bom) {
				continue // inside the byte order mark
			}
			if pos.Column != column {
				t.Fatalf("%s: offset %d: got column %d, want %d", name, offset, pos.Column, column)
			}
			if got, want := f.Wide(pos), strings.Count(text[start:offset], "😀"); got != want {
				t.Fatalf("%s: offset %d: got %d wide characters, want %d", name, offset, got, want)
			}
		}
	}
}
