package data

import (
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// MaxSize is the largest file that is read, in bytes: more than a hundred times the largest data
// file of the real control repos that the tests read (23 KB). What is bigger is something else that
// lies in a data directory, and reading it could take many seconds, and memory of two hundred times
// its size, since every scalar becomes a node and a value.
const MaxSize = 4 << 20

// FormatOf tells the format of a data file by the extension of its name. ok is false for files
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

// Parse reads a file. It never fails: what is wrong is in the document's Problems.
func Parse(file *source.File, format Format) *Document {
	doc := &Document{File: file, Format: format}
	if len(file.Text) > MaxSize {
		doc.fail(&Problem{Code: TooLarge, Cause: "the file is larger than 4 MiB, so hieralint does not read it"})
		return doc
	}
	if format == JSON {
		parseJSON(doc)
	} else {
		parseYAML(doc)
	}
	sortProblems(doc.Problems)
	return doc
}

// fail notes the problem for which Puppet refuses the file.
func (d *Document) fail(p *Problem) {
	d.Err, d.Value = p, nil
	d.Problems = append(d.Problems, p)
}
