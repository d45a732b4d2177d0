package options

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsMergeConflict reports values that cannot be merged as lookup_options requires.
var LookupOptionsMergeConflict = &rule.Rule{
	ID: "HL3008", Name: "lookup-options-merge-conflict", Family: family, Severity: diagnostic.Error, Require: merging.ByCode,
	NeedsPairs: func(p *rule.KeyPass) bool {
		code := p.Code()
		return code != nil && slices.ContainsFunc(code.LookupsOf(p.Key.Name), func(u *manifest.Lookup) bool { return u.Merge != "" })
	},
	NeedsText: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		seen := map[*data.Node]bool{}
		reportConflicts(p, merging.ByOptions, nil, seen)
		if code := p.Code(); code != nil {
			for _, u := range code.LookupsOf(p.Key.Name) {
				if merging.IsMerge(u) {
					reportConflicts(p, func(c *nodes.Case) string { return byCode(c, u.Merge) }, u, seen)
				}
			}
		}
	},
}

// byCode returns the merge strategy of a lookup, or "" if lookup_options specify the same one.
func byCode(c *nodes.Case, merge string) string {
	if c.Err != nil || merge == "first" || merging.ByOptions(c) == merge {
		return ""
	}
	return merge
}

// reportConflicts reports the values that a strategy does not merge. use is the code that requests it, or nil.
func reportConflicts(p *rule.KeyPass, strategy func(*nodes.Case) string, use *manifest.Lookup, seen map[*data.Node]bool) {
	conflicts := make([][]*merging.MergeConflict, len(p.Key.Cases))
	at := map[*data.Node][]*nodes.Case{} // the cases with a conflict at a node
	for i, c := range p.Key.Cases {
		conflicts[i] = merging.Conflicts(c, strategy(c))
		for _, m := range conflicts[i] {
			if of := at[m.Place()]; len(of) == 0 || of[len(of)-1] != c {
				at[m.Place()] = append(of, c)
			}
		}
	}
	for i, c := range p.Key.Cases {
		for _, m := range conflicts[i] {
			node := m.Place()
			if node == nil || node.Doc == nil || m.Other.Key.Node() == nil || seen[node] {
				continue
			}
			seen[node] = true
			reportConflict(p, c, m, p.Key.ExtentOf(at[node]...), use)
		}
	}
}

func reportConflict(p *rule.KeyPass, c *nodes.Case, m *merging.MergeConflict, extent nodes.Extent, use *manifest.Lookup) {
	node, otherKey := m.Place(), m.Other.Key.Node()
	name := strings.Join(append([]string{p.Key.Name}, m.Path...), ".")
	d := diagnostic.Diagnostic{
		File: node.Doc.File, Span: node.Span, Key: rule.KeyPath(node), Severity: rule.SeverityOf(extent),
		Message: "`" + rule.Shown(name) + "` is " + kinds(m) + " in `" + otherKey.Doc.File.Path + "`, which `" + m.Strategy + "` cannot merge",
		Help:    remedy(m),
		Related: []diagnostic.Related{{File: otherKey.Doc.File, Span: otherKey.Span, Message: "the other value"}},
	}
	switch {
	case use != nil && (m.Strategy == "hash" || m.Strategy == "unique" && m.WrongValue.Kind() == data.Undef):
		d.Detail = "This lookup fails " + rule.On(extent)
	case c.Err != nil:
		d.Detail = "Every lookup of the key fails " + rule.On(extent) + ": `" + rule.Quoted(c.Err.Message) + "`"
	case m.Strategy == "unique":
		d.Detail = "Puppet makes the hash one element of the array " + rule.On(extent)
	default:
		d.Detail = "Puppet silently discards the values from lower-priority levels " + rule.On(extent)
	}
	if use != nil || len(m.Path) > 0 { // it is unknown which nodes run the code; in nested hashes, the rest is merged
		if d.Severity = diagnostic.Warning; !extent.Certain {
			d.Severity, d.OnRequest = diagnostic.Note, true
		}
	}
	switch {
	case use != nil:
		d.Related = append(d.Related, diagnostic.Related{File: use.File, Span: use.Span, Message: "the merge is set here"})
	case c.Entry.KeyNode != nil:
		d.Related = append(d.Related, diagnostic.Related{File: c.Entry.KeyNode.Doc.File, Span: c.Entry.KeyNode.Span, Message: "the merge is set here"})
	}
	p.Report(d)
}

// kinds describes the values of a conflict: "a hash here and an array", or "a hash here and".
func kinds(m *merging.MergeConflict) string {
	wrong, other := rule.KindOf(m.WrongValue), rule.KindOf(m.OtherValue)
	if wrong == other {
		return wrong + " here and"
	}
	return wrong + " here and " + other
}

// remedy returns what resolves a conflict: a value of the other kind or, if both are of the same one, a strategy for it.
func remedy(m *merging.MergeConflict) string {
	wrong, other := rule.KindOf(m.WrongValue), rule.KindOf(m.OtherValue)
	switch {
	case m.Strategy == "unique" && m.WrongValue.Kind() == data.Undef:
		return "write `[]`, or remove the key"
	case wrong != other:
		return "write " + other + " here, or look the key up without this merge"
	case m.WrongValue.Kind() == data.Hash:
		return "merge with `hash` or `deep`, or look the key up without this merge"
	default:
		return "merge with `unique`, or look the key up without this merge"
	}
}
