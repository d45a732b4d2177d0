package declared

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/recognize"
)

// IsScript reports whether a file may be a script by its name.
func IsScript(path string) bool {
	return slices.Contains([]string{"", ".bash", ".ps1", ".rb", ".sh"}, filepath.Ext(path))
}

var (
	hierarchyLine = lazyregexp.New(`(?m)^[ \t]*:?hierarchy:[ \t]*$`)
	// yamlLine matches the lines of which a hiera.yaml usually consists.
	yamlLine = lazyregexp.New(`^\s*(?:#.*|---|-\s.*|:?[\w-]+:(?:\s.*)?)?$`)
)

// embedded returns the hiera.yaml in a string or here-document of a manifest or script, with everything else blank;
// nil if there is none.
func embedded(file *source.File) *data.Document {
	for _, at := range hierarchyLine().FindAllIndex(file.Text, maxEmbedded) {
		start, end := at[0], at[1]
		for start > 0 && end-start < maxSize {
			before := bytes.LastIndexByte(file.Text[:start-1], '\n') + 1
			if !yamlLine().Match(file.Text[before : start-1]) {
				break
			}
			start = before
		}
		for end < len(file.Text) && end-start < maxSize {
			next := len(file.Text)
			if i := bytes.IndexByte(file.Text[end+1:], '\n'); i >= 0 {
				next = end + 1 + i
			}
			if !yamlLine().Match(file.Text[end+1 : next]) {
				break
			}
			end = next
		}
		if end-start >= maxSize {
			continue
		}
		text := blank(file.Text)
		copy(text[start:], withoutEnd(file.Text[start:end]))
		if doc := data.Parse(source.New(file.Path, text), data.YAML); recognize.IsHierarchy(doc) {
			return doc
		}
	}
	return nil
}

// withoutEnd removes the quotation mark at the end of the string that a text is in: it starts no string on its line.
func withoutEnd(text []byte) []byte {
	text = bytes.TrimRight(text, " \t\r\n")
	last := text[bytes.LastIndexByte(text, '\n')+1:]
	if quote := last[len(last)-1:]; bytes.Contains([]byte(`'"`), quote) && bytes.Count(last, quote)%2 == 1 {
		return text[:len(text)-1]
	}
	return text
}

// maxEmbedded limits the texts in a file that may be a hierarchy, and maxSize their size in bytes.
const (
	maxEmbedded = 10
	maxSize     = 64 << 10
)
