// Package wrap breaks text into lines at words, for terminals.
package wrap

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/visible"
)

// Lines breaks text at its spaces into lines of at most width columns. A word that is longer has a
// line of its own. Short code in backquotes and short text in parentheses are kept together. Escape
// sequences for colors take no room.
func Lines(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for i, word := range words(text) {
		columns := Width(word)
		switch {
		case i == 0:
			line, used = word, columns
		case used+1+columns <= width:
			line, used = line+" "+word, used+1+columns
		default:
			lines = append(lines, line)
			line, used = word, columns
		}
	}
	return append(lines, line)
}

// longestTogether is the maximum number of bytes that are kept together.
const longestTogether = 32

// words splits text at its spaces.
func words(text string) []string {
	var result []string
	joined, fields := "", 0
	for field := range strings.SplitSeq(text, " ") {
		if fields > 0 {
			joined += " "
		}
		joined += field
		fields++
		isOpen := strings.Count(joined, "`")%2 == 1 || strings.Count(joined, "(") > strings.Count(joined, ")")
		if isOpen && len(joined) < longestTogether {
			continue
		}
		if isOpen {
			result = append(result, strings.Split(joined, " ")...)
		} else {
			result = append(result, joined)
		}
		joined, fields = "", 0
	}
	if fields > 0 {
		result = append(result, strings.Split(joined, " ")...)
	}
	return result
}

// Width returns the number of columns of a terminal that text takes.
func Width(text string) int {
	width := 0
	for text != "" {
		before, sequence, found := strings.Cut(text, "\x1b[")
		width += plainWidth(before)
		if !found {
			break
		}
		_, text, _ = strings.Cut(sequence, "m")
	}
	return width
}

func plainWidth(text string) int {
	if len(text) == utf8.RuneCountInString(text) {
		return len(text)
	}
	width := 0
	for _, c := range visible.Cells([]byte(text), 0) {
		width += c.Width
	}
	return width
}
