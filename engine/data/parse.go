package data

import (
	"errors"
	"path"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxNodes limits the number of keys and values of a document, to about a hundred times those of
// the largest data files in public control repos, because each takes memory.
const maxNodes = 1_500_000

// errTooManyNodes is the value with which a parser panics if a document exceeds maxNodes.
var errTooManyNodes = errors.New("more than 1500000 keys and values")

// count counts a node before it is created.
func (d *Document) count() {
	if d.nodes++; d.nodes > maxNodes {
		panic(errTooManyNodes)
	}
}

// parseWithin calls parse, and rejects the document if it has too many nodes.
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

// FormatOf returns the format of a data file by its extension; ok is false for other files. EYAML
// is YAML in which encrypted values are strings.
func FormatOf(name string) (format Format, ok bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml", ".eyaml", ".eyml":
		return YAML, true
	case ".json":
		return JSON, true
	}
	return YAML, false
}

// parsers fill a Document with what Puppet reads in each format.
var parsers = map[Format]func(*Document){YAML: parseYAML, JSON: parseJSON}

// Parse parses a file. It never fails: mistakes are in the document's Problems.
func Parse(file *source.File, format Format) *Document {
	return ParseWith(file, format, parsers[format])
}

// fail adds the problem for which Puppet rejects the file.
func (d *Document) fail(p *Problem) {
	d.Err, d.Value = p, nil
	d.Problems = append(d.Problems, p)
}
