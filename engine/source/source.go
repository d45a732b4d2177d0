// Package source holds the bytes of a file and converts byte offsets to lines and columns. It knows
// no file format; parsers, rules, and reports share it.
package source

import (
	"bytes"
	"path/filepath"
	"sort"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// File is the content of one file. It is immutable and safe for concurrent use.
type File struct {
	// Path is the path of the file for messages, with slashes.
	Path string
	// Text is the whole content, including a byte order mark.
	Text []byte

	once sync.Once
	// lines are the offsets of the first byte of each line. A file of line breaks has as many lines as bytes.
	lines []uint32
	// marks holds positions in lines that are too long to count repeatedly, by line.
	marks map[int][]mark
}

// mark is an offset in a line, with the number of characters before it, and of wide ones among them.
type mark struct{ offset, column, wide int }

// marked is the distance between marks in bytes.
const marked = 4096

// New returns a File with the content of the file at path.
func New(path string, text []byte) *File {
	return &File{Path: path, Text: text}
}

// Content returns Text as a string that shares its memory: copies of all files of a tree would take a
// fortieth of the time of a run (BenchmarkLint), and as much memory as the files.
func (f *File) Content() string {
	return unsafe.String(unsafe.SliceData(f.Text), len(f.Text)) //nolint:gosec // Text is immutable
}

// Span is a range of bytes in a File, from Start (inclusive) to End (exclusive).
type Span struct{ Start, End int }

// Len returns the length of the span in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset is in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Pos is a position in a file. Line and Column start at 1, and columns count Unicode code points
// (an invalid byte counts as one). Offset counts bytes from 0. A byte order mark has no column.
type Pos struct{ Offset, Line, Column int }

// Range is a Span whose ends are positions; End is exclusive.
type Range struct{ Start, End Pos }

// bom is the UTF-8 byte order mark, which editors do not show.
const bom = "\uFEFF"

// index finds the starts of lines. As in editors, lines end with LF, CRLF, or a lone CR.
func (f *File) index() {
	f.once.Do(func() {
		f.lines = append(make([]uint32, 0, 1+bytes.Count(f.Text, []byte("\n"))+bytes.Count(f.Text, []byte("\r"))), 0)
		for i := 0; i < len(f.Text); i++ {
			switch f.Text[i] {
			case '\r':
				if i+1 < len(f.Text) && f.Text[i+1] == '\n' {
					i++
				}
				f.lines = append(f.lines, uint32(i+1))
			case '\n':
				f.lines = append(f.lines, uint32(i+1))
			}
		}
		for i := range f.lines {
			end := len(f.Text)
			if i+1 < len(f.lines) {
				end = f.start(i + 1)
			}
			if start := f.start(i); end-start > 2*marked {
				f.mark(i, start, end)
			}
		}
	})
}

// start returns the offset of the first byte of the line with that index.
func (f *File) start(line int) int { return int(f.lines[line]) }

// mark adds marks to the line with that index.
func (f *File) mark(line, start, end int) {
	if f.marks == nil {
		f.marks = map[int][]mark{}
	}
	marks := []mark{{offset: start}}
	for {
		last := marks[len(marks)-1]
		next := last.offset + marked
		for range utf8.UTFMax - 1 { // marks are at the start of a character
			if next < end && !utf8.RuneStart(f.Text[next]) {
				next++
			}
		}
		if next >= end {
			break
		}
		part := f.Text[last.offset:next]
		marks = append(marks, mark{next, last.column + utf8.RuneCount(part), last.wide + countWide(part)})
	}
	f.marks[line] = marks
}

// markBefore returns the last mark at or before offset in the line with that index.
func (f *File) markBefore(line, offset int) mark {
	if marks := f.marks[line]; marks != nil {
		return marks[sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset })-1]
	}
	return mark{offset: f.start(line)}
}

// columns returns the number of characters before offset in the line with that index.
func (f *File) columns(line, offset int) int {
	from := f.markBefore(line, offset)
	return from.column + utf8.RuneCount(f.Text[from.offset:offset])
}

// Wide returns the number of characters before a position in its line that UTF-16 encodes as two units.
func (f *File) Wide(p Pos) int {
	f.index()
	from := f.markBefore(p.Line-1, p.Offset)
	return from.wide + countWide(f.Text[from.offset:p.Offset])
}

// countWide returns the number of characters outside of the Basic Multilingual Plane.
func countWide(text []byte) int {
	n := 0
	for i := range text {
		if text[i] >= 0xF0 { // the first byte of a character of four bytes
			if _, size := utf8.DecodeRune(text[i:]); size == utf8.UTFMax {
				n++
			}
		}
	}
	return n
}

// Abs returns the absolute path of the file on disk.
func (f *File) Abs() string {
	path := filepath.FromSlash(f.Path)
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// Lines returns the number of lines. Text after the last line break is a line, even if empty.
func (f *File) Lines() int {
	f.index()
	return len(f.lines)
}

// Pos returns the position of the byte at offset. Offsets outside of the file are clamped.
func (f *File) Pos(offset int) Pos {
	f.index()
	offset = max(0, min(offset, len(f.Text)))
	line := sort.Search(len(f.lines), func(i int) bool { return f.start(i) > offset }) // first line that starts after offset
	text := f.Text[f.start(line-1):offset]
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

// Line returns the span of line n, counted from 1, without its line break. It is empty if there is
// no such line.
func (f *File) Line(n int) Span {
	f.index()
	if n < 1 || n > len(f.lines) {
		return Span{len(f.Text), len(f.Text)}
	}
	start, end := f.start(n-1), len(f.Text)
	if n < len(f.lines) {
		end = f.start(n)
		if end > start && f.Text[end-1] == '\n' {
			end--
		}
		if end > start && f.Text[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// LineBreak returns the line break for lines that are added: that of the first line.
func (f *File) LineBreak() string {
	if bytes.HasPrefix(f.Text[f.Line(1).End:], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// Slice returns the bytes of span; nil if the span is not in the file.
func (f *File) Slice(span Span) []byte {
	if span.Start < 0 || span.End > len(f.Text) || span.Start > span.End {
		return nil
	}
	return f.Text[span.Start:span.End]
}
