// Package visible makes text safe to print. Names, keys and values come from whoever wrote the tree; on a terminal or in a log none of them
// may act as an escape sequence, reorder what stands around them, or pass for a command.
package visible

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text is a text that is to be a part of a line: with spaces for line breaks and tabs, and what is invisible spelled out, see Cells.
func Text(text string) string {
	if isPlain(text) {
		return text
	}
	text = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text)
	var b strings.Builder
	for _, c := range Cells([]byte(text), 0) {
		b.WriteString(c.Text)
	}
	return b.String()
}

// Lines is a text of several lines: Start for each of them. Whoever reads logs takes `::error::` for a command (GitHub), or `##vso[`
// (Azure).
func Lines(text string) string {
	if isPlain(strings.ReplaceAll(text, "\n", "")) && !strings.Contains(text, "::") && !strings.Contains(text, "##") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		shown, end := strings.CutSuffix(line, "\n")
		if end {
			shown = strings.TrimSuffix(shown, "\r")
		}
		b.WriteString(Start(shown))
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Start is Text for the start of a line, which is no command to whoever reads logs.
func Start(text string) string {
	text = Text(text)
	command := strings.TrimLeft(text, " ")
	if !strings.HasPrefix(command, "::") && !strings.HasPrefix(command, "##") {
		return text
	}
	return text[:len(text)-len(command)] + fmt.Sprintf("<U+%04X>", command[0]) + command[1:]
}

// isPlain reports whether there is nothing in a text but printable ASCII, and the ellipsis of what was shortened.
func isPlain(text string) bool {
	for _, c := range text {
		if (c < ' ' || c > '~') && c != '…' {
			return false
		}
	}
	return true
}

// JSON writes JSON text with what is invisible in its strings escaped: readers get the same strings.
func JSON(w io.Writer) io.Writer {
	return &escaper{w: w, escape: func(out []byte, c rune) []byte {
		if c > 0xFFFF {
			high, low := utf16.EncodeRune(c)
			return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
		return fmt.Appendf(out, `\u%04x`, c)
	}}
}

// XML does the same for the texts and attributes of a document.
func XML(w io.Writer) io.Writer {
	return &escaper{w: w, escape: func(out []byte, c rune) []byte { return fmt.Appendf(out, "&#x%X;", c) }}
}

type escaper struct {
	w      io.Writer
	escape func(out []byte, c rune) []byte
	begun  []byte // the first bytes of a character whose other bytes come with the next Write
}

// Write writes text escaped. The last character may be incomplete, as from an encoder with a
// buffer; the end of the whole text may not.
func (e *escaper) Write(text []byte) (int, error) {
	out := make([]byte, 0, len(e.begun)+len(text))
	all := text
	if len(e.begun) > 0 {
		all = append(e.begun, text...)
		e.begun = nil
	}
	for rest := all; len(rest) > 0; {
		plain := 0
		for plain < len(rest) && rest[plain] < utf8.RuneSelf {
			plain++
		}
		out = append(out, rest[:plain]...)
		if rest = rest[plain:]; len(rest) == 0 {
			break
		}
		if !utf8.FullRune(rest) {
			e.begun = bytes.Clone(rest)
			break
		}
		c, size := utf8.DecodeRune(rest)
		if isVisible(c) || c == zeroWidthJoiner || c == utf8.RuneError {
			out = append(out, rest[:size]...)
		} else {
			out = e.escape(out, c)
		}
		rest = rest[size:]
	}
	if _, err := e.w.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}
