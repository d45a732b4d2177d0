package data

import (
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxSize is the largest file that is read, in bytes: more than a hundred times the largest data
// file of the real control repos that the tests read (23 KB). What is bigger is something else that
// lies in a data directory, and reading it could take many seconds, and memory of two hundred times
// its size, since every scalar becomes a node and a value.
const maxSize = 4 << 20

// FormatOf is the format of a data file by the extension of its name. ok is false for files
// that are no data files. EYAML is YAML: its encrypted values are strings here.
func FormatOf(name string) (format Format, ok bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml", ".eyaml", ".eyml":
		return YAML, true
	case ".json":
		return JSON, true
	}
	return YAML, false
}

// parsers fill a Document, each with what Puppet reads in its format.
var parsers = map[Format]func(*Document){YAML: parseYAML, JSON: parseJSON}

// Parse reads a file. It never fails: what is wrong is in the document's Problems.
func Parse(file *source.File, format Format) *Document {
	return ParseWith(file, format, parsers[format])
}

// fail notes the problem for which Puppet refuses the file.
func (d *Document) fail(p *Problem) {
	d.Err, d.Value = p, nil
	d.Problems = append(d.Problems, p)
}
