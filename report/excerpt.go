package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/visible"
)

// row is a line of source in an excerpt. A row without a number represents omitted lines.
type row struct {
	number int
	cells  []visible.Cell
	marked source.Span
	mark   bool
}

// rows returns the lines that show a span: its first line, its last line, and, with context, the
// line above that contains the key or element that they belong to. A file without text has none.
func rows(file *source.File, span source.Span, context bool) []row {
	if len(file.Text) == 0 {
		return nil
	}
	first, last := lines(file, span)
	var all []row
	add := func(number int, mark bool) {
		line := lineWithoutMark(file, number)
		marked := source.Span{Start: max(span.Start, line.Start), End: min(span.End, line.End)}
		if number > first { // indentation is not part of it
			text := file.Slice(line)
			marked.Start += len(text) - len(bytes.TrimLeft(text, " \t"))
		}
		shown := near(file, line, marked.Start)
		all = append(all, row{number: number, cells: visible.Cells(file.Slice(shown), shown.Start), marked: marked, mark: mark})
	}
	// A single line takes no more space than the sign for a gap.
	gap := func(from, to int, mark bool) {
		if to-from == 1 {
			add(from, mark)
		} else if to > from {
			all = append(all, row{})
		}
	}
	if context {
		if n := parentLine(file, first); n > 0 {
			add(n, false)
			gap(n+1, first, false)
		}
	}
	add(first, true)
	if last > first {
		gap(first+1, last, true)
		add(last, true)
	}
	return all
}

// near returns the part of a line around an offset that fills a screen. A file may be a single long
// line, which would otherwise be read for each finding.
func near(file *source.File, line source.Span, offset int) source.Span {
	const enough = 1024
	if line.Len() <= 3*enough {
		return line
	}
	offset = min(max(offset, line.Start), line.End)
	part := source.Span{Start: max(line.Start, offset-enough), End: min(line.End, offset+enough)}
	return wholeCharacters(file, part, source.Span{Start: offset, End: offset})
}

// wholeCharacters returns a part of a file without halves of characters at its ends, but with everything in a smaller part.
func wholeCharacters(file *source.File, part, with source.Span) source.Span {
	for part.Start < with.Start && !utf8.RuneStart(file.Text[part.Start]) {
		part.Start++
	}
	for part.End > with.End && part.End < len(file.Text) && !utf8.RuneStart(file.Text[part.End]) {
		part.End--
	}
	return part
}

// lineWithoutMark returns the span of a line without a byte order mark, which editors do not show.
func lineWithoutMark(file *source.File, number int) source.Span {
	line := file.Line(number)
	if number == 1 && bytes.HasPrefix(file.Text, []byte("\uFEFF")) {
		line.Start += len("\uFEFF")
	}
	return line
}

// parentSearch is the number of lines that parentLine searches.
const parentSearch = 500

// parentLine returns the line of the parent of line n, judging by indentation, such as the key
// above a nested key, or 0. It knows YAML's dashes and comments; JSON is usually indented in the
// same way.
func parentLine(file *source.File, n int) int {
	indent, text := indentation(file, n)
	item := isItem(text)
	if len(text) == 0 || indent == 0 && !item {
		return 0
	}
	for above := n - 1; above > 0 && above >= n-parentSearch; above-- {
		outer, text := indentation(file, above)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if outer < indent || outer == indent && item && !isItem(text) {
			if bytes.IndexFunc(text, isWord) < 0 { // only a bracket
				return 0
			}
			return above
		}
	}
	return 0
}

func indentation(file *source.File, n int) (width int, text []byte) {
	line := file.Slice(lineWithoutMark(file, n))
	text = bytes.TrimLeft(line, " \t")
	return len(line) - len(text), text
}

func isItem(text []byte) bool {
	return len(text) > 0 && text[0] == '-' && (len(text) == 1 || text[1] == ' ')
}

func isWord(c rune) bool { return ascii.IsLetter(c) || ascii.IsDigit(c) || c > 0x7F }

// excerpt prints rows with line numbers of a given width, and a line of marks below rows with
// marks.
func (p *printer) excerpt(rows []row, digits int, mark, style string) {
	gutter := func(label, text string) {
		p.print(p.paint(gutterStyle, strings.Repeat(" ", 2+digits-utf8.RuneCountInString(label))+label+" |"))
		if text = strings.TrimRight(text, " "); text != "" {
			p.print(" " + text)
		}
		p.print("\n")
	}
	for _, row := range rows {
		if row.number == 0 {
			gutter("…", "")
			continue
		}
		from, to := 0, 0
		if row.mark {
			from, to = columns(row.cells, row.marked)
		}
		text, from, to := cut(row.cells, from, to, p.width-digits-len("   | "))
		gutter(strconv.Itoa(row.number), text)
		if row.mark {
			gutter("", strings.Repeat(" ", from)+p.paint(style, strings.Repeat(mark, to-from)))
		}
	}
}

// digits returns the number of digits of the highest line number.
func digits(excerpts ...[]row) int {
	highest := 0
	for _, rows := range excerpts {
		for _, row := range rows {
			highest = max(highest, row.number)
		}
	}
	return len(strconv.Itoa(highest))
}

// columns returns the columns of a span among the cells of its line. An empty span takes one
// column.
func columns(cells []visible.Cell, span source.Span) (from, to int) {
	column, found := 0, false
	for _, c := range cells {
		if !found && c.End > span.Start {
			from, found = column, true
		}
		column += c.Width
		if c.Start < span.End {
			to = column
		}
	}
	if !found {
		from = column
	}
	return from, max(to, from+1)
}

// cut returns the text of a line in at most width columns. Of a longer line, it is the part around
// the columns from..to, with ellipses; newFrom and newTo are then columns of that part.
func cut(cells []visible.Cell, from, to, width int) (text string, newFrom, newTo int) {
	width = max(width, minWidth)
	length := 0
	for _, c := range cells {
		length += c.Width
	}
	left, right := 0, length
	if all := max(length, to); all > width { // marks may extend one column beyond the line
		if to >= width { // some of the text before the token, and as much of the token as possible
			left = min(max(from-max((width-(to-from))/3, width/8), 0), all-width)
		}
		right = min(length, left+width)
	}
	first, last := left, right // the columns that show text
	if left > 0 {
		first++
	}
	if right < length {
		last--
		to = min(to, last)
	}
	var b strings.Builder
	b.WriteString(strings.Repeat("…", first-left))
	column := 0
	for _, c := range cells {
		start, end := max(column, first), min(column+c.Width, last)
		switch {
		case end-start == c.Width:
			b.WriteString(c.Text)
		case end > start: // half of a wide character would not be shown
			b.WriteString(strings.Repeat(" ", end-start))
		}
		column += c.Width
	}
	b.WriteString(strings.Repeat("…", right-last))
	return b.String(), from - left, to - left
}

// minWidth is the minimum width of a line, even on a narrower terminal.
const minWidth = 20
