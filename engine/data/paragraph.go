package data

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
)

// Paragraph is a group of lines of a document without a blank line or document marker.
type Paragraph struct {
	// Start is the offset of the first line.
	Start int
	// Comment is the offset of the first line that contains only a comment; -1 if there is none.
	Comment int
}

// ParagraphAt returns the paragraph that contains the line at an offset or, if the line is blank or
// a document marker, the one before it.
func (d *Document) ParagraphAt(offset int) Paragraph {
	d.paragraphsOnce.Do(func() { d.paragraphs = d.findParagraphs() })
	i, found := slices.BinarySearchFunc(d.paragraphs, offset, func(p Paragraph, offset int) int { return cmp.Compare(p.Start, offset) })
	if !found {
		i--
	}
	return d.paragraphs[i]
}

// findParagraphs finds all paragraphs at once, because callers need those of many entries.
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

// IsComment reports whether a line contains only a comment.
func (d *Document) IsComment(line source.Span) bool {
	text := d.File.Slice(line)
	first := line.Start + len(text) - len(bytes.TrimLeft(text, " \t"))
	_, found := slices.BinarySearchFunc(d.Comments, first, func(c source.Span, first int) int { return cmp.Compare(c.Start, first) })
	return found
}
