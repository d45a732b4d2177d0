package source

import "testing"

func TestPos(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
		want       Pos
	}{
		{"empty", "", 0, Pos{0, 1, 1}},
		{"first", "ab", 0, Pos{0, 1, 1}},
		{"end", "ab", 2, Pos{2, 1, 3}},
		{"after the end", "ab", 9, Pos{2, 1, 3}},
		{"negative offset", "ab", -1, Pos{0, 1, 1}},
		{"line feed belongs to its line", "ab\ncd", 2, Pos{2, 1, 3}},
		{"second line", "ab\ncd", 4, Pos{4, 2, 2}},
		{"CRLF", "ab\r\ncd", 4, Pos{4, 2, 1}},
		{"lone CR", "ab\rcd", 3, Pos{3, 2, 1}},
		{"code points", "üü: x", 4, Pos{4, 1, 3}},
		{"astral", "😀x", 4, Pos{4, 1, 2}},
		{"invalid byte", "\xffx", 1, Pos{1, 1, 2}},
		{"byte order mark", "\uFEFFab", 4, Pos{4, 1, 2}},
		{"start of a byte order mark", "\uFEFFab", 0, Pos{0, 1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := New("f", []byte(tt.text)).Pos(tt.offset); got != tt.want {
				t.Errorf("Pos(%d) of %q = %+v, want %+v", tt.offset, tt.text, got, tt.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	f := New("f", []byte("a\r\nbb\n\nlast"))
	for n, want := range map[int]string{0: "", 1: "a", 2: "bb", 3: "", 4: "last", 5: ""} {
		if got := string(f.Slice(f.Line(n))); got != want {
			t.Errorf("line %d = %q, want %q", n, got, want)
		}
	}
	if got := f.Lines(); got != 4 {
		t.Errorf("Lines() = %d, want 4", got)
	}
}
