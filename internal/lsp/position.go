package lsp

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// encoding is the unit in which positions count characters.
type encoding string

// The encodings of the protocol.
const (
	utf8Encoding  encoding = "utf-8"
	utf16Encoding encoding = "utf-16"
	utf32Encoding encoding = "utf-32"
)

// chooseEncoding returns the first supported encoding of the client, or UTF-16 if it offers none.
func chooseEncoding(offered []string) encoding {
	supported := []string{string(utf8Encoding), string(utf16Encoding), string(utf32Encoding)}
	e := lists.Find(offered, func(name string) bool { return slices.Contains(supported, name) })
	return cmp.Or(encoding(e), utf16Encoding)
}

// width returns the number of units of a character that has size bytes.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Encoding:
		return size
	case e == utf16Encoding && r >= 0x10000: // outside of the Basic Multilingual Plane
		return 2
	}
	return 1
}

// offset returns the byte offset of a position in a file. Positions after the end of a line or of
// the file are moved there.
func (e encoding) offset(file *source.File, p protocol.Position) int {
	if int(p.Line) >= file.Lines() {
		return len(file.Text)
	}
	line := file.Line(int(p.Line) + 1)
	at := start(file, line)
	for units := int(p.Character); units > 0 && at < line.End; {
		r, size := utf8.DecodeRune(file.Text[at:line.End])
		if units -= e.width(r, size); units >= 0 {
			at += size
		}
	}
	return at
}

// position returns the position of a byte offset in a file.
func (e encoding) position(file *source.File, offset int) protocol.Position {
	pos := file.Pos(offset)
	units := pos.Column - 1
	switch e {
	case utf8Encoding:
		units = max(0, pos.Offset-start(file, file.Line(pos.Line)))
	case utf16Encoding:
		units += file.Wide(pos)
	}
	return protocol.Position{Line: uint32(pos.Line - 1), Character: uint32(units)}
}

func (e encoding) rangeOf(file *source.File, span source.Span) protocol.Range {
	return protocol.Range{Start: e.position(file, span.Start), End: e.position(file, span.End)}
}

// byteOrderMark may be at the start of files; editors neither show nor send it.
const byteOrderMark = "\uFEFF"

// start returns the first byte of a line that an editor shows.
func start(file *source.File, line source.Span) int {
	if line.Start == 0 && len(file.Text) >= len(byteOrderMark) && string(file.Text[:len(byteOrderMark)]) == byteOrderMark {
		return len(byteOrderMark)
	}
	return line.Start
}
