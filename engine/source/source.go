// Package source holds the bytes of a file and turns byte offsets into the places a person
// sees: line and column. It knows no format; parsers, rules and reports share it.
package source

import (
	"sort"
	"sync"
	"unicode/utf8"
)

// File is the content of one file. It never changes after New, so it may be shared between
// goroutines.
type File struct {
	// Path names the file for people: as it was found, with slashes.
	Path string
	// Text is the whole content, byte for byte, a byte order mark included.
	Text []byte

	once  sync.Once
	lines []int // offset of the first byte of each line
	// marks are places in lines that are too long to be counted again and again, by line.
	marks map[int][]mark
}

// mark is an offset in a line, and how many characters are before it.
type mark struct{ offset, column int }

// marked is how far apart marks are, in bytes.
const marked = 4096

// New wraps text as the content of the file at path.
func New(path string, text []byte) *File {
	return &File{Path: path, Text: text}
}

// Span is a range of bytes in a File: Start is the offset of the first byte, End the offset
// behind the last.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Pos is a place in a file. Line and Column count from 1, columns in Unicode code points (an
// invalid byte counts as one); Offset counts bytes from 0. A byte order mark has no column.
type Pos struct{ Offset, Line, Column int }

// Range is a Span with both ends as places; End is exclusive.
type Range struct{ Start, End Pos }

// bom is the UTF-8 byte order mark, which editors do not show.
const bom = "\uFEFF"

// index finds the line starts. Lines end as editors end them: LF, CRLF or a lone CR.
func (f *File) index() {
	f.once.Do(func() {
		f.lines = append(make([]int, 0, len(f.Text)/32+1), 0)
		for i := 0; i < len(f.Text); i++ {
			switch f.Text[i] {
			case '\r':
				if i+1 < len(f.Text) && f.Text[i+1] == '\n' {
					i++
				}
				f.lines = append(f.lines, i+1)
			case '\n':
				f.lines = append(f.lines, i+1)
			}
		}
		for i, start := range f.lines {
			end := len(f.Text)
			if i+1 < len(f.lines) {
				end = f.lines[i+1]
			}
			if end-start > 2*marked {
				f.mark(i, start, end)
			}
		}
	})
}

// mark marks the line with that index.
func (f *File) mark(line, start, end int) {
	if f.marks == nil {
		f.marks = map[int][]mark{}
	}
	marks := []mark{{offset: start}}
	for {
		last := marks[len(marks)-1]
		next := last.offset + marked
		for range utf8.UTFMax - 1 { // no character is cut
			if next < end && !utf8.RuneStart(f.Text[next]) {
				next++
			}
		}
		if next >= end {
			break
		}
		marks = append(marks, mark{next, last.column + utf8.RuneCount(f.Text[last.offset:next])})
	}
	f.marks[line] = marks
}

// columns is how many characters of the line with that index are before offset.
func (f *File) columns(line, offset int) int {
	from := mark{offset: f.lines[line]}
	if marks := f.marks[line]; marks != nil {
		from = marks[sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset })-1]
	}
	return from.column + utf8.RuneCount(f.Text[from.offset:offset])
}

// Lines is the number of lines. Text behind the last line break counts as a line even when it
// is empty.
func (f *File) Lines() int {
	f.index()
	return len(f.lines)
}

// Pos returns the position of the byte at offset. Offsets outside the file are moved to its nearest end.
func (f *File) Pos(offset int) Pos {
	f.index()
	offset = max(0, min(offset, len(f.Text)))
	line := sort.SearchInts(f.lines, offset+1) // first line that starts behind offset
	text := f.Text[f.lines[line-1]:offset]
	column := f.columns(line-1, offset)
	if line == 1 && len(text) >= len(bom) && string(text[:len(bom)]) == bom {
		column--
	}
	return Pos{Offset: offset, Line: line, Column: column + 1}
}

// Range returns the positions of both ends of span.
func (f *File) Range(span Span) Range {
	return Range{Start: f.Pos(span.Start), End: f.Pos(span.End)}
}

// Line is the span of line n (from 1) without its line break. It is empty for lines that the
// file does not have.
func (f *File) Line(n int) Span {
	f.index()
	if n < 1 || n > len(f.lines) {
		return Span{len(f.Text), len(f.Text)}
	}
	start, end := f.lines[n-1], len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n]
		if end > start && f.Text[end-1] == '\n' {
			end--
		}
		if end > start && f.Text[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// Slice is the text of span, or nil when the span does not lie in the file.
func (f *File) Slice(span Span) []byte {
	if span.Start < 0 || span.End > len(f.Text) || span.Start > span.End {
		return nil
	}
	return f.Text[span.Start:span.End]
}
