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

// terminalWidth is the number of columns that COLUMNS says, or else those of the terminal; 0 where w is none.
func terminalWidth(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	if file, ok := w.(*os.File); ok && isTerminal(w) {
		return columnsOf(file.Fd())
	}
	return 0
}
