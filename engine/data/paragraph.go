package data

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
)

// Paragraph is lines of a document without a blank line or a document marker between them.
type Paragraph struct {
	// Start is the offset of the first line.
	Start int
	// Comment is the offset of the first line with nothing but a comment; -1 if there is none.
	Comment int
}

// ParagraphAt is the paragraph with the line at an offset. It is the one above where the line is blank or a document marker.
func (d *Document) ParagraphAt(offset int) Paragraph {
	d.paragraphsOnce.Do(func() { d.paragraphs = d.findParagraphs() })
	i, found := slices.BinarySearchFunc(d.paragraphs, offset, func(p Paragraph, offset int) int { return cmp.Compare(p.Start, offset) })
	if !found {
		i--
	}
	return d.paragraphs[i]
}

// findParagraphs finds all of them at once, as callers ask for those of many entries.
func (d *Document) findParagraphs() []Paragraph {
	all := []Paragraph{{0, -1}}
	text := d.File.Text
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		line := source.Span{Start: start, End: end}
		last := &all[len(all)-1]
		if shown := bytes.TrimSpace(text[start:end]); len(shown) == 0 || bytes.HasPrefix(shown, []byte("---")) {
			all = append(all, Paragraph{end, -1})
		} else if last.Comment < 0 && d.IsComment(line) {
			last.Comment = start
		}
		start = end
	}
	return all
}

// IsComment reports whether there is nothing but a comment on a line.
func (d *Document) IsComment(line source.Span) bool {
	text := d.File.Slice(line)
	first := line.Start + len(text) - len(bytes.TrimLeft(text, " \t"))
	_, found := slices.BinarySearchFunc(d.Comments, first, func(c source.Span, first int) int { return cmp.Compare(c.Start, first) })
	return found
}
