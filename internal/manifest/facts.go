package manifest

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Custom facts are defined by Ruby code in `lib/facter` and by `facts.d`, which contains data and
// programs that print one fact per line (Facter 4.3, external facts). Only literal names are found.

// rubyFact matches the definition of a fact in Ruby code: Facter.add(:role), Facter.add('role'),
// Facter.add 'role'.
var rubyFact = lazyregexp.New(`\bFacter\.add\s*\(?\s*(?::(\w+)|:?'([\w.-]+)'|:?"([\w.-]+)")`)

// printedFact matches what a program prints, or a line of a text file: role=web.
var (
	printedFact = lazyregexp.New(`(?:\b(?:echo|print|printf|puts|say|Write-Host|Write-Output)\b[ \t(]*(?:-[a-z]+ )?["']?|^)([A-Za-z_][\w.-]*)=`)
	textFact    = lazyregexp.New(`(?m)^([A-Za-z_][\w.-]*)=`)
)

// readFacts finds the facts that a file in `facts.d` defines.
func (f codeFile) readFacts(file *source.File) found {
	var names []string
	switch strings.ToLower(f.path[strings.LastIndexByte(f.path, '.')+1:]) {
	case "yaml", "yml":
		names = rootNames(data.Parse(file, data.YAML))
	case "json":
		names = rootNames(data.Parse(file, data.JSON))
	case "txt":
		names = matched(textFact(), file.Text)
	default:
		names = matched(printedFact(), file.Text)
	}
	return found{facts: names}
}

func rootNames(doc *data.Document) []string {
	if !doc.Value.Is(data.Hash) {
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

// matched returns the names that a pattern matches in a text, in Facter's spelling.
func matched(pattern *regexp.Regexp, text []byte) []string {
	var names []string
	for _, m := range pattern.FindAllSubmatch(text, -1) {
		names = append(names, strings.ToLower(string(bytes.Join(m[1:], nil)))) // only one group is not empty
	}
	return names
}
