package data

import (
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// MaxSize is the largest file that is read, in bytes. Data files of real control repos stay below
// a hundredth of it; a bigger one is something else that lies in a data directory, and its tree
// would take some thirty times its size in memory.
const MaxSize = 16 << 20

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
		doc.fail(&Problem{Code: TooLarge, Cause: "the file is larger than 16 MiB and is not read"})
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
