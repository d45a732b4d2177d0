package main

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"

	"github.com/hieralint/hieralint/internal/visible"
	"github.com/hieralint/hieralint/internal/wrap"
)

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// terminalWidth returns COLUMNS, or else the number of columns of the terminal; 0 if w is not a
// terminal.
func terminalWidth(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	if file, ok := w.(*os.File); ok && isTerminal(w) {
		return columnsOf(file.Fd())
	}
	return 0
}

// wrapped returns a function that writes the same text, and breaks its lines at the width of the
// terminal, if it is for one.
func wrapped[T any](write func(io.Writer, T) error) func(io.Writer, T) error {
	return func(w io.Writer, found T) error {
		width := terminalWidth(w)
		if width == 0 {
			return write(w, found)
		}
		var text bytes.Buffer
		if err := write(&text, found); err != nil {
			return err
		}
		_, err := io.WriteString(w, wrapLines(text.String(), width))
		return err
	}
}

// wrapLines breaks each line that is longer than width. What continues a line is indented further.
func wrapLines(text string, width int) string {
	const further, narrowest = 4, 40
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		words := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(words)]
		if wrap.Width(line) > width {
			parts := wrap.Lines(words, max(width-len(indent)-further, narrowest))
			for i, part := range parts[1:] {
				parts[i+1] = indent + strings.Repeat(" ", further) + visible.Start(part)
			}
			line = indent + strings.Join(parts, "\n")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
