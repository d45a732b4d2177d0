package report

import (
	"strings"

	"github.com/hieralint/hieralint/internal/wrap"
)

// table prints a table whose first row is the header and whose first column is text; the others are
// numbers.
func (p *printer) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], wrap.Width(text))
		}
	}
	for n, row := range rows {
		line := ""
		for i, text := range row {
			space := strings.Repeat(" ", widths[i]-wrap.Width(text))
			if i == 0 {
				line += text + space
			} else {
				line += "  " + space + text
			}
		}
		line = strings.TrimRight(line, " ")
		if n == 0 {
			line = p.paint(dimStyle, line)
		}
		p.print(line + "\n")
	}
}
