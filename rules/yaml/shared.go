package yaml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// failsLookups describes which lookups fail because of a value that Puppet rejects when it looks up the root key. If no
// level reads the file, other code may, and may accept the value.
func failsLookups(p *rule.FilePass, d *diagnostic.Diagnostic, n *data.Node) {
	d.Detail = rule.EveryLookup(n) + " fails"
	if path := n.Path(); len(path) > 0 && path[0] == lookupoptions.Key {
		d.Detail = p.EveryLookupFails()
	}
	if len(p.File.Matches) == 0 {
		d.Severity = diagnostic.Warning
		d.Detail = "If Puppet reads this file, " + strings.ToLower(d.Detail[:1]) + d.Detail[1:]
	}
}

// permits reports whether a function that may read the file may load objects of a Ruby class that Puppet rejects.
func permits(p *rule.FilePass, class string) bool {
	return slices.ContainsFunc(p.File.Functions, func(f *project.DataFunction) bool { return f.Permits(class) })
}

// problems returns the problems of the document that affect those that read the file. Functions of the site may accept
// documents that are not a hash, and permit further classes. An encrypted file has none.
func problems(p *rule.FilePass) []*data.Problem {
	if encryptedBy(p.Source().Text) != nil {
		return nil
	}
	if !p.ReadByCode() {
		return p.Doc().Problems
	}
	var problems []*data.Problem
	for _, problem := range p.Doc().Problems {
		switch problem.Code {
		case data.NotAHash, data.EmptyDocument, data.ExtraDocument:
		case data.ForbiddenClass:
			if !permits(p, problem.Class) {
				problems = append(problems, problem)
			}
		default:
			problems = append(problems, problem)
		}
	}
	return problems
}

// folded chooses the unquoted strings, except keys, that continue on another line, or start on another line than
// their key or dash.
var folded = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	if !isUnquoted(n) || n.IsKey() {
		return false
	}
	span := n.Span
	if key := n.Counterpart(); key != nil {
		span.Start = key.Span.End
	}
	return bytes.IndexByte(n.Doc.File.Slice(span), '\n') >= 0
}}

// isUnquoted reports whether a node is an unquoted string without a tag.
func isUnquoted(n *data.Node) bool {
	return n.Kind == data.Scalar && n.Style == data.Plain && n.Tag == "" && n.Doc.Format == data.YAML &&
		n.Value.Is(data.String)
}

// implicit chooses the unquoted, untagged scalars that YAML may read differently than people do: a boolean other than
// true and false, a number that does not consist of digits only, or a string that starts like a number. Other rules
// check those in lookup_options.
var implicit = &rule.Selector{Parts: rule.Scalars, NotOptions: true, Choose: func(n *data.Node) bool {
	if n.Style != data.Plain || n.Tag != "" || n.Doc.Format != data.YAML {
		return false
	}
	text := n.Text()
	switch n.Value.Kind() {
	case data.Boolean:
		return text != "true" && text != "false"
	case data.Integer:
		return text[0] == '0' && len(text) > 1 || !ascii.IsNumber(text)
	case data.Float:
		return true
	case data.String:
		return text[0] == '0' || strings.IndexByte("123456789+-.", text[0]) >= 0 && strings.ContainsAny(text, "eE")
	}
	return false
}}
