package rules

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLDuplicateKey reports a key that stands twice in one mapping.
var YAMLDuplicateKey = &rule.Rule{
	ID: "HL1002", Name: "yaml-duplicate-key", Family: yamlFamily, Severity: diagnostic.Error,
	CheckFile:   func(p *rule.FilePass) { reportDuplicateKeys(p.Pass, p.Doc()) },
	CheckConfig: func(p *rule.ConfigPass) { reportDuplicateKeys(p.Pass, p.Config().Doc) },
}

// reportDuplicateKeys reports the keys of a document that another key of the same hash overwrites.
func reportDuplicateKeys(p *rule.Pass, doc *data.Document) {
	for _, problem := range doc.Problems {
		if problem.Code == data.OverwrittenByMerge {
			reportDocumentProblem(p, problem, diagnostic.Diagnostic{
				Severity: diagnostic.Warning,
				Detail:   "Puppet lets the merge key win, since it stands below this key",
				Related:  []diagnostic.Related{{File: p.Source(), Span: problem.Related, Message: "this merge key wins"}},
			})
		}
		if problem.Code != data.DuplicateKey {
			continue
		}
		again := repetition(problem)
		d := diagnostic.Diagnostic{
			Span:    again,
			Message: "`" + shown(string(p.Source().Slice(again))) + "` is set further up in this hash already",
			Detail:  "Puppet drops the entry further up without a word; the last one wins",
			Help:    "remove one of the two, or merge what they hold",
			Related: []diagnostic.Related{{File: p.Source(), Span: problem.Span, Message: "this entry is dropped"}},
			Key:     keyPathOf(problem.Node),
		}
		if fix, ok := removeEntry(problem.Node); ok {
			d.Fixes = []diagnostic.Fix{fix}
		}
		p.Report(d)
	}
}

// repetition is where the key of a dropped entry stands next.
func repetition(problem *data.Problem) source.Span {
	dropped := problem.Node
	if dropped.Value == nil || dropped.Parent == nil {
		return problem.Related
	}
	for i := 0; i+1 < len(dropped.Parent.Children); i += 2 {
		key := dropped.Parent.Children[i]
		if key.Span.Start > dropped.Span.Start && key.Value != nil && data.Eql(key.Value, dropped.Value) {
			return key.Span
		}
	}
	return problem.Related
}

// removeEntry is the fix that deletes an entry of a mapping. It is offered only where the entry holds no
// anchor and, in a block mapping, shares no line with anything else. It is called safe only where the
// entry that wins has the same value, so that nothing anyone wrote is lost.
func removeEntry(key *data.Node) (diagnostic.Fix, bool) {
	parent := key.Parent
	if parent == nil || parent.Kind != data.Mapping {
		return diagnostic.Fix{}, false
	}
	value := valueOf(key)
	if value == nil || hasAnchor(value) || key.Anchor != "" {
		return diagnostic.Fix{}, false
	}
	span, ok := linesOfEntry(key, value)
	if parent.Style != data.Block {
		span, ok = flowEntry(key)
	}
	if !ok {
		return diagnostic.Fix{}, false
	}
	var winner *data.Value
	if parent.Value != nil && key.Value != nil { // Puppet may refuse something else in the hash
		winner, _ = parent.Value.GetKey(key.Value)
	}
	return diagnostic.Fix{
		Message: "remove the entry that has no effect",
		Safe:    winner != nil && value.Value != nil && data.Eql(winner, value.Value),
		Edits:   []diagnostic.TextEdit{{File: key.Doc.File, Span: span}},
	}, true
}

// flowEntry is an entry between braces with the comma that parts it from the next one, or from the one before.
func flowEntry(key *data.Node) (source.Span, bool) {
	children := key.Parent.Children
	i := slices.Index(children, key)
	span, comma := source.Span{}, source.Span{}
	switch {
	case i+2 < len(children):
		span = source.Span{Start: key.Span.Start, End: children[i+2].Span.Start}
		comma = source.Span{Start: children[i+1].Span.End, End: span.End}
	case i > 0:
		span = source.Span{Start: children[i-1].Span.End, End: children[i+1].Span.End}
		comma = source.Span{Start: span.Start, End: key.Span.Start}
	}
	return span, strings.TrimSpace(string(key.Doc.File.Slice(comma))) == ","
}

// linesOfEntry are the lines of an entry that has them for itself.
func linesOfEntry(key, value *data.Node) (source.Span, bool) {
	file := key.Doc.File
	start := key.Span.Start
	for start > 0 && (file.Text[start-1] == ' ') {
		start--
	}
	if start > 0 && file.Text[start-1] != '\n' && file.Text[start-1] != '\r' {
		return source.Span{}, false // follows a dash, a ? or a brace on the same line
	}
	end := max(value.Span.End, key.Span.End)
	rest := file.Text[end:]
	lineEnd := bytes.IndexByte(rest, '\n')
	if lineEnd < 0 {
		lineEnd = len(rest) - 1
	}
	tail := bytes.TrimSpace(rest[:lineEnd+1])
	if len(tail) > 0 && tail[0] != ':' && tail[0] != '#' || bytes.HasPrefix(tail, []byte(":")) && len(tail) > 1 {
		return source.Span{}, false
	}
	return source.Span{Start: start, End: end + lineEnd + 1}, true
}

func hasAnchor(n *data.Node) bool {
	if n.Anchor != "" {
		return true
	}
	for _, child := range n.Children {
		if hasAnchor(child) {
			return true
		}
	}
	return false
}
