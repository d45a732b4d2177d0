package visible

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       string // the cells, each followed by |
		width      int
	}{
		{"ascii", "a: b", "a|:| |b|", 4},
		{"tab to the next stop", "a\tb\t\tc", "a|   |b|   |    |c|", 13},
		{"wide", "状a", "状|a|", 3},
		{"wide before a tab", "状\ta", "状|  |a|", 5},
		{"ideographic space", "a\u3000b", "a|\u3000|b|", 4},
		{"combining mark", "e\u0301x", "e\u0301|x|", 2},
		{"several marks", "e\u0301\u0323\u20dd", "e\u0301\u0323\u20dd|", 1},
		{"mark at the start", "\u0301x", "◌\u0301|x|", 2},
		{"mark on a space", " \u0301", " |◌\u0301|", 2},
		{"mark on what is spelled out", "\x01\u0301", "<U+0001>|◌\u0301|", 9},
		{"emoji", "😀x", "😀|x|", 3},
		{"emoji of several parts", "👨\u200d👩\u200d👧x", "👨\u200d👩\u200d👧|x|", 3},
		{"skin tone", "👍🏽x", "👍🏽|x|", 3},
		{"two emoji", "👍👍", "👍|👍|", 4},
		{"joiner without a partner", "a\u200db", "a|<U+200D>|b|", 10},
		{"escape sequence", "\x1b[31m", "<U+001B>|[|3|1|m|", 12},
		{"C1 control", "\u009b", "<U+009B>|", 8},
		{"direction override", "\u202e", "<U+202E>|", 8},
		{"zero width space", "\u200b", "<U+200B>|", 8},
		{"no-break space", "a:\u00a0b", "a|:|<U+00A0>|b|", 11},
		{"byte order mark in the middle", "a\uFEFF", "a|<U+FEFF>|", 9},
		{"letter without ink", "\u3164", "<U+3164>|", 8},
		{"not UTF-8", "a\xff\xc3", "a|<FF>|<C3>|", 9},
		{"replacement character", "\uFFFD", "\uFFFD|", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got strings.Builder
			width, at := 0, 10
			for _, c := range Cells([]byte(tt.line), 10) {
				got.WriteString(c.Text + "|")
				width += c.Width
				if c.Start != at {
					t.Errorf("cell %q starts at %d, want %d", c.Text, c.Start, at)
				}
				at = c.End
			}
			if got.String() != tt.want || width != tt.width {
				t.Errorf("cells of %q: got %q with width %d, want %q with width %d", tt.line, got.String(), width, tt.want, tt.width)
			}
			if at != 10+len(tt.line) {
				t.Errorf("cells end at %d, want %d", at, 10+len(tt.line))
			}
		})
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                   "plain",
		"a\r\nb\nc\td":            "a b c d",
		"Jürgen 状態":               "Jürgen 状態",
		"\x1b]0;title\x07 \u202e": "<U+001B>]0;title<U+0007> <U+202E>",
		"\xff":                    "<FF>",
	} {
		if got := Text(text); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"a\nb\n", "a\nb\n"},
		{"a\tb\x1b[31m\nc", "a b<U+001B>[31m\nc"},
		{"::error::x\n  ##vso[x]\na::b ## c\n", "<U+003A>:error::x\n  <U+0023>#vso[x]\na::b ## c\n"},
		{"a\xff\r\n", "a<FF>\n"},
	}
	for _, tt := range tests {
		if got := Lines(tt.text); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestEscapers checks that escaped output decodes to the same text, and has no hidden characters.
func TestEscapers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"plain", "a\x7fb", "a\u202Eb\u0085\u2028\u00ad\U000E0041", "状 é 👨\u200d👩", "<&>\"'"} {
		var b strings.Builder
		e := json.NewEncoder(JSON(&b))
		e.SetEscapeHTML(false)
		var fromJSON string
		if err := errors.Join(e.Encode(text), json.Unmarshal([]byte(b.String()), &fromJSON)); err != nil || fromJSON != text || strings.ContainsFunc(strings.TrimSpace(b.String()), isHidden) {
			t.Errorf("%q as JSON: %s gives %q, %v", text, b.String(), fromJSON, err)
		}
		b.Reset()
		var fromXML struct {
			Text string `xml:",chardata"`
		}
		if err := errors.Join(xml.NewEncoder(XML(&b)).EncodeElement(text, xml.StartElement{Name: xml.Name{Local: "a"}}), xml.Unmarshal([]byte(b.String()), &fromXML)); err != nil || fromXML.Text != text || strings.ContainsFunc(b.String(), isHidden) {
			t.Errorf("%q as XML: %s gives %q, %v", text, b.String(), fromXML.Text, err)
		}
	}
}

// TestEscapersOfPieces checks that a character that is split between several writes, as by a
// buffering encoder, is escaped, too.
func TestEscapersOfPieces(t *testing.T) {
	t.Parallel()
	const text, want = "a\u202e状\U000E0041\xff\xe2b", `a\u202e状\udb40\udc41` + "\xff\xe2b"
	for size := 1; size < len(text); size++ {
		var b strings.Builder
		w := JSON(&b)
		for piece := range slices.Chunk([]byte(text), size) {
			if n, err := w.Write(piece); err != nil || n != len(piece) {
				t.Fatalf("Write of %q: %d, %v", piece, n, err)
			}
		}
		if b.String() != want {
			t.Errorf("in pieces of %d bytes: %q, want %q", size, b.String(), want)
		}
	}
}

func isHidden(c rune) bool { return !isVisible(c) && c != zeroWidthJoiner }
