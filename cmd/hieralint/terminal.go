package main

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
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
