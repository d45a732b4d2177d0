// Package yamledit writes YAML into files: scalars, and entries of lookup_options.
package yamledit

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

var (
	plain = lazyregexp.New(`^[A-Za-z_/][\w./-]*(?:(?: |::)[\w./-]+)*$`)
	// notString matches plain scalars that YAML does not read as strings.
	notString = lazyregexp.New(`(?i)^(true|false|yes|no|on|off|y|n|null)$`)
)

// Scalar returns a string as a YAML scalar on one line, quoted if necessary.
func Scalar(s string) string {
	switch {
	case plain().MatchString(s) && !notString().MatchString(s):
		return s
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		quoted, err := json.Marshal(s)
		if err != nil {
			panic(err) // unreachable: strings always have a JSON form
		}
		return string(quoted)
	}
	return SingleQuoted(s)
}

// SingleQuoted returns a string without line breaks in single quotes.
func SingleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// AddMerge returns the edit that sets the merge strategy of a key without an entry in the lookup_options of a document. The
// entry goes before the others; without lookup_options, they go before all keys. It returns false if there is no line for
// it.
func AddMerge(doc *data.Document, key, strategy string) (diagnostic.TextEdit, bool) {
	if doc.Format != data.YAML || doc.Root == nil {
		return diagnostic.TextEdit{}, false
	}
	key, parent, options := Scalar(key), doc.Root, doc.Root.Get(lookupoptions.Key)
	if options != nil {
		parent = options
	}
	if parent.Kind != data.Mapping || len(parent.Children) == 0 || parent.Anchor != "" {
		return diagnostic.TextEdit{}, false
	}
	if parent.Style == data.Flow {
		if options == nil {
			return diagnostic.TextEdit{}, false
		}
		return diagnostic.Insert(doc.File, options.Span.Start+len("{"), key+": {merge: "+strategy+"}, "), true
	}
	first := parent.Children[0].Span.Start
	start := doc.File.Line(doc.File.Pos(first).Line).Start
	indent, end := string(doc.File.Text[start:first]), doc.File.LineBreak()
	if strings.Trim(indent, " ") != "" {
		return diagnostic.TextEdit{}, false
	}
	before := ""
	if options == nil {
		before = indent + lookupoptions.Key + ":" + end
		indent += "  "
	}
	return diagnostic.Insert(doc.File, start, before+indent+key+":"+end+indent+"  merge: "+strategy+end), true
}
