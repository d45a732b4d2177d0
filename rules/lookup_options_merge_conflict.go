package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsMergeConflict reports values that cannot be merged as lookup_options asks.
var LookupOptionsMergeConflict = &rule.Rule{
	ID: "HL3008", Name: "lookup-options-merge-conflict", Family: optionsFamily, Severity: diagnostic.Error,
	CheckKey: func(p *rule.KeyPass) {
		seen := map[*data.Node]bool{}
		reportConflicts(p, byOptions, nil, seen)
		if code := p.Code(); code != nil {
			for _, u := range code.Readers(p.Key.Name) {
				if _, exact := u.Key.Text(); exact && u.Plain && u.Merge != "" {
					reportConflicts(p, func(c *nodes.Case) string { return byCode(c, u.Merge) }, u, seen)
				}
			}
		}
	},
}

// byOptions is the merge strategy that lookup_options ask for; "" for none, and where the lookup fails for something else.
func byOptions(c *nodes.Case) string {
	if c.Entry == nil || c.Entry.Strategy == nil || c.Entry.Strategy.First() || c.Err != nil && c.Err.Cause != outcome.BadMerge {
		return ""
	}
	return c.Entry.Strategy.Name()
}

// byCode is the merge strategy that a lookup asks for; "" where lookup_options say the same.
func byCode(c *nodes.Case, merge string) string {
	if c.Err != nil || merge == "first" || byOptions(c) == merge {
		return ""
	}
	return merge
}

// mergeConflict is two values that a strategy does not merge: the one that does not fit, and the other.
type mergeConflict struct {
	strategy     string
	wrong, other *nodes.Value
	// path are the keys to what is at odds in hashes that are merged deeply, and key is where it stands in the value that
	// does not fit; both are empty for the values themselves.
	path []string
	key  *data.Node
	// wrongValue and otherValue are what is at odds.
	wrongValue, otherValue *data.Value
}

// place is where the conflict is reported; nil where it cannot be.
func (m *mergeConflict) place() *data.Node {
	if m.key != nil {
		return m.key
	}
	return m.wrong.Key.Node()
}

// reportConflicts reports the values that are at odds under a strategy; use is the code that asks for it, or nil.
func reportConflicts(p *rule.KeyPass, strategy func(*nodes.Case) string, use *manifest.Use, seen map[*data.Node]bool) {
	for _, c := range p.Key.Cases {
		for _, m := range conflicts(c, strategy(c)) {
			node := m.place()
			if node == nil || node.Doc == nil || m.other.Key.Node() == nil || seen[node] {
				continue
			}
			seen[node] = true
			extent := p.Key.Extent(func(o *nodes.Case) bool {
				return slices.ContainsFunc(conflicts(o, strategy(o)), func(other *mergeConflict) bool { return other.place() == node })
			})
			reportConflict(p, c, m, extent, use)
		}
	}
}

func reportConflict(p *rule.KeyPass, c *nodes.Case, m *mergeConflict, extent nodes.Extent, use *manifest.Use) {
	node, otherKey := m.place(), m.other.Key.Node()
	name := strings.Join(append([]string{p.Key.Name}, m.path...), ".")
	d := diagnostic.Diagnostic{
		File: node.Doc.File, Span: node.Span, Key: keyPath(node), Severity: severityOf(extent),
		Message: "`" + shown(name) + "` is " + kindOf(m.wrongValue) + " here and " + kindOf(m.otherValue) + " in " + otherKey.Doc.File.Path + ", which `" + m.strategy + "` cannot merge",
		Help:    "write " + kindOf(m.otherValue) + " here, or look the key up without this merge",
		Related: []diagnostic.Related{{File: otherKey.Doc.File, Span: otherKey.Span, Message: "the other value"}},
	}
	switch {
	case use != nil && m.strategy == "hash":
		d.Detail = "Puppet fails this lookup on " + extent.Text + guess(extent)
	case c.Err != nil:
		d.Detail = "Puppet fails every lookup of it on " + extent.Text + guess(extent) + ": `" + quoted(c.Err.Message) + "`"
	case m.strategy == "unique":
		d.Detail = "Puppet makes the hash one element of the list on " + extent.Text + guess(extent)
	default:
		d.Detail = "Puppet silently drops what the lower levels have on " + extent.Text + guess(extent)
	}
	if use != nil || len(m.path) > 0 { // which nodes the code is for is not known, and the rest of the hashes is merged
		if d.Severity = diagnostic.Warning; !extent.Certain {
			d.Severity, d.OnRequest = diagnostic.Note, true
		}
	}
	switch {
	case use != nil:
		d.Related = append(d.Related, diagnostic.Related{File: use.File, Span: use.Span, Message: "the merge is asked for here"})
	case c.Entry.KeyNode != nil:
		d.Related = append(d.Related, diagnostic.Related{File: c.Entry.KeyNode.Doc.File, Span: c.Entry.KeyNode.Span, Message: "the merge is asked for here"})
	}
	p.Report(d)
}

// conflicts finds what is at odds in the values of a case under a strategy: the first two neighbouring values that it does not
// merge, or else what it drops within hashes.
func conflicts(c *nodes.Case, strategy string) []*mergeConflict {
	if strategy == "" {
		return nil
	}
	var last *nodes.Value
	var nested []*mergeConflict
	for i := range c.Values {
		v := &c.Values[i]
		if _, ok := outcome.AsUnknown(v.Value); ok || v.Value.Kind() == data.Undef && !strings.HasPrefix(strategy, "hash") {
			continue
		}
		if v.Value.Kind() == data.String && strings.Contains(v.Value.Text(), "%{") {
			continue // a reference, whose value may be of any kind
		}
		if isDeep(strategy) && (!hasKind(v.Value) || v.Value.Kind() == data.Array && v.Value.Len() == 0) {
			continue // `absent`, false and an empty list say that there is nothing
		}
		switch {
		case last != nil && !mergeable(strategy, last.Value, v.Value):
			wrong, other := misfit(c, strategy, last, v)
			return []*mergeConflict{{strategy: strategy, wrong: wrong, other: other, wrongValue: wrong.Value, otherValue: other.Value}}
		case last != nil && isDeep(strategy):
			nested = append(nested, within(strategy, last, v, last.Value, v.Value, nil)...)
			last = v
		case last == nil:
			last = v
		}
	}
	return nested
}

// isDeep tells whether a strategy merges hashes in hashes.
func isDeep(strategy string) bool { return strings.Contains(strategy, "deep") }

// within finds what a deep merge drops in two hashes: a hash where the other one has something else.
func within(strategy string, higher, lower *nodes.Value, a, b *data.Value, path []string) []*mergeConflict {
	if a.Kind() != data.Hash || b.Kind() != data.Hash {
		return nil
	}
	var all []*mergeConflict
	for _, e := range a.Entries() {
		below, ok := b.GetKey(e.Key)
		if !ok || e.Key.Kind() != data.String {
			continue
		}
		at := append(slices.Clone(path), e.Key.Text())
		one, other := e.Value, below
		switch isHash := one.Kind() == data.Hash; {
		case isHash && other.Kind() == data.Hash:
			all = append(all, within(strategy, higher, lower, one, other, at)...)
		case !isHash && other.Kind() != data.Hash, !hasKind(one), !hasKind(other), isEmpty(one), isEmpty(other):
			// Lists are joined, and single values replaced; what is empty or turned off is meant.
		default:
			all = append(all, &mergeConflict{strategy: strategy, wrong: higher, other: lower, path: at, key: e.Key.Node(), wrongValue: one, otherValue: other})
		}
	}
	return all
}

// isEmpty tells whether a value is a hash or list without elements.
func isEmpty(v *data.Value) bool {
	return (v.Kind() == data.Hash || v.Kind() == data.Array) && v.Len() == 0
}

// mergeable tells whether a strategy makes one of two values.
func mergeable(strategy string, higher, lower *data.Value) bool {
	isHash := func(v *data.Value) bool { return v.Kind() == data.Hash }
	switch strategy {
	case "hash":
		return isHash(higher) && isHash(lower)
	case "unique":
		return !isHash(higher) && !isHash(lower)
	default:
		return shape(higher) == shape(lower)
	}
}

// shape tells hashes, lists and scalars apart.
func shape(v *data.Value) data.Kind {
	switch v.Kind() {
	case data.Hash, data.Array:
		return v.Kind()
	default:
		return data.String
	}
}

// misfit is which of two values does not fit, and the other: the one that the strategy refuses, else
// the one whose shape is rarer among the values of the case, else the more important one.
func misfit(c *nodes.Case, strategy string, higher, lower *nodes.Value) (wrong, other *nodes.Value) {
	switch isHash := shape(higher.Value) == data.Hash; strategy {
	case "hash":
		if isHash {
			return lower, higher
		}
		return higher, lower
	case "unique":
		if isHash {
			return higher, lower
		}
		return lower, higher
	}
	same := 0
	for _, v := range c.Values {
		if shape(v.Value) == shape(higher.Value) {
			same++
		}
	}
	if same > len(c.Values)-same {
		return lower, higher
	}
	return higher, lower
}
