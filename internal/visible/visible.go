// Package visible makes text safe to print. Names, keys, and values come from untrusted trees. On a terminal or in a
// log, they must not act as escape sequences, reorder the text around them, or pass for a command.
package visible

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns text for use within a line: line breaks and tabs become spaces, and invisible characters are spelled out
// as by Cells.
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

// Lines returns text of several lines, with Start applied to each of them. Some log viewers treat `::error::` (GitHub)
// or `##vso[` (Azure) as commands.
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

// WriteLines writes lines of text whose parts have been escaped with Text.
func WriteLines(w io.Writer, lines string) error {
	_, err := io.WriteString(w, Lines(lines))
	return err
}

// Start is like Text, but for the start of a line, where text must not look like a command.
func Start(text string) string {
	text = Text(text)
	command := strings.TrimLeft(text, " ")
	if !strings.HasPrefix(command, "::") && !strings.HasPrefix(command, "##") {
		return text
	}
	return text[:len(text)-len(command)] + fmt.Sprintf("<U+%04X>", command[0]) + command[1:]
}

// isPlain reports whether a text consists of printable ASCII characters and ellipses.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return (c < ' ' || c > '~') && c != '…' })
}

// JSON returns a writer that escapes the invisible characters in JSON strings. Readers decode the same strings.
func JSON(w io.Writer) io.Writer {
	return &escaper{w: w, escape: func(out []byte, c rune) []byte {
		if c > 0xFFFF {
			high, low := utf16.EncodeRune(c)
			return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
		return fmt.Appendf(out, `\u%04x`, c)
	}}
}

// XML returns a writer that does the same for the text and attributes of an XML document.
func XML(w io.Writer) io.Writer {
	return &escaper{w: w, escape: func(out []byte, c rune) []byte { return fmt.Appendf(out, "&#x%X;", c) }}
}

// deleteCharacter is the only control character of ASCII that encoders do not escape.
const deleteCharacter = '\x7f'

type escaper struct {
	w      io.Writer
	escape func(out []byte, c rune) []byte
	begun  []byte // an incomplete character at the end of the last Write
}

// Write writes text escaped. The last character may be incomplete, as from an encoder with a buffer, unless it is the
// last one of all.
func (e *escaper) Write(text []byte) (int, error) {
	out := make([]byte, 0, len(e.begun)+len(text))
	all := text
	if len(e.begun) > 0 {
		all = append(e.begun, text...)
		e.begun = nil
	}
	for rest := all; len(rest) > 0; {
		plain := 0
		for plain < len(rest) && rest[plain] < utf8.RuneSelf && rest[plain] != deleteCharacter {
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
