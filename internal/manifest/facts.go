package manifest

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Facts of a site are made by Ruby code in `lib/facter` and by what is in `facts.d`: data, or programs that print one
// fact per line (Facter 4.3, external facts). Only names that are written out are found.

// rubyFact is where Ruby code adds a fact: Facter.add(:role), Facter.add('role'), Facter.add 'role'.
var rubyFact = lazyregexp.New(`\bFacter\.add\s*\(?\s*(?::(\w+)|:?'([\w.-]+)'|:?"([\w.-]+)")`)

// printedFact is what a program prints, or a line of a text file: role=web.
var (
	printedFact = lazyregexp.New(`(?:\b(?:echo|print|printf|puts|say|Write-Host|Write-Output)\b[ \t(]*(?:-[a-z]+ )?["']?|^)([A-Za-z_][\w.-]*)=`)
	textFact    = lazyregexp.New(`(?m)^([A-Za-z_][\w.-]*)=`)
)

// readFacts finds the facts that a file of `facts.d` defines.
func (f codeFile) readFacts(file *source.File) found {
	var names []string
	switch extension(f.path) {
	case "yaml", "yml":
		names = rootNames(data.Parse(file, data.YAML))
	case "json":
		names = rootNames(data.Parse(file, data.JSON))
	case "txt":
		names = matched(textFact, file.Text)
	default:
		names = matched(printedFact, file.Text)
	}
	return found{facts: names}
}

// extension is that of a path in small letters, without its dot.
func extension(path string) string {
	return strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
}

func rootNames(doc *data.Document) []string {
	if doc.Value == nil || doc.Value.Kind() != data.Hash {
		return nil
	}
	var names []string
	for _, e := range doc.Value.Entries() {
		if e.Key.Kind() == data.String {
			names = append(names, e.Key.Text())
		}
	}
	return names
}

// matched are the names that a pattern finds in a string, as Facter writes them.
func matched(pattern *lazyregexp.Regexp, text []byte) []string {
	var names []string
	for _, m := range pattern.FindAllSubmatch(text, -1) {
		names = append(names, strings.ToLower(string(bytes.Join(m[1:], nil)))) // all groups but one are empty
	}
	return names
}
