package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Columns in long lines, which are counted from marks, are those that counting all characters gives.
func TestLongLines(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"ASCII":            strings.Repeat("x", 3*marked),
		"characters":       strings.Repeat("aé€😀", marked),
		"no characters":    strings.Repeat("\x80\xbf\xe2\x82", marked),
		"a mark":           "\uFEFF" + strings.Repeat("€", marked),
		"lines before it":  "a\nb\r\n" + strings.Repeat("é€", marked) + "\nc",
		"only long enough": strings.Repeat("€", 2*marked/3) + "\n",
	} {
		f := New(name, []byte(text))
		for offset := 0; offset <= len(text); offset += 1 + offset%7 {
			pos := f.Pos(offset)
			start := f.lines[pos.Line-1]
			column := 1 + utf8.RuneCountInString(strings.TrimPrefix(text[start:offset], "\uFEFF"))
			if start == 0 && offset > 0 && offset < len(bom) && strings.HasPrefix(text, bom) {
				continue // inside of the mark
			}
			if pos.Column != column {
				t.Fatalf("%s: offset %d is in column %d, want %d", name, offset, pos.Column, column)
			}
		}
	}
}
