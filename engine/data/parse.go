package data

import (
	"errors"
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxNodes is how many keys and values a document may have: some hundred times those of the largest data files in
// public control repos. Each takes memory.
const maxNodes = 1_500_000

// errTooManyNodes is what a parser panics with when a document has more.
var errTooManyNodes = errors.New("more than 1500000 keys and values")

// count counts a node that is about to be made.
func (d *Document) count() {
	if d.nodes++; d.nodes > maxNodes {
		panic(errTooManyNodes)
	}
}

// parseWithin calls parse, and refuses the document when it has too many nodes.
func (d *Document) parseWithin(parse func(*Document)) {
	defer func() {
		if r := recover(); r == errTooManyNodes { //nolint:errorlint // it is what count panics with
			*d = Document{File: d.File, Format: d.Format}
			d.fail(&Problem{Code: TooLarge, Message: "the file has " + errTooManyNodes.Error() + ", so hieralint does not read it"})
		} else if r != nil {
			panic(r)
		}
	}()
	parse(d)
}

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
