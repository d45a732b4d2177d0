package options

import (
	"cmp"
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// EmptyValueRemovesNothing reports empty values that are meant to clear what lower levels set, but are merged with it.
var EmptyValueRemovesNothing = &rule.Rule{
	ID: "HL3015", Name: "empty-value-removes-nothing", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never, // reported only of nodes that certainly read both values
	NeedsText:  rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		if !lists.Any(p.Key.Written(), hasEmpty) {
			return
		}
		f := &emptyFinder{key: p.Key, byCode: mergeInCode(p), definitions: map[*data.Node]nodes.Definitions{}}
		for _, d := range p.Key.Definitions() {
			f.definitions[d.Key.Node()] = append(f.definitions[d.Key.Node()], d)
		}
		seen := map[*data.Node]bool{}
		in := rule.CasesBy(p.Key, func(c *nodes.Case) iter.Seq[*data.Node] {
			return slices.Values(lists.Map(f.in(c), func(e empty) *data.Node { return e.node }))
		})
		for _, c := range p.Key.Cases {
			for _, e := range f.in(c) {
				if !seen[e.node] {
					seen[e.node] = true
					p.Report(f.describe(p.Key.ExtentOf(in()[e.node]...), c, &e))
				}
			}
		}
	},
}

// hasEmpty reports whether a value is, or contains as the value of a key, an empty array, an empty hash, or null.
func hasEmpty(v *data.Value) bool {
	switch v.Kind() {
	case data.Undef:
		return true
	case data.Array:
		return v.Len() == 0
	case data.Hash:
		return v.Len() == 0 || slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return hasEmpty(e.Value) })
	}
	return false
}

// mergeInCode returns a lookup in code that merges the key; nil if there is none, or if the key is also looked up without a merge.
func mergeInCode(p *rule.KeyPass) *manifest.Lookup {
	code := p.Code()
	if code == nil {
		return nil
	}
	if _, parameter := code.Parameter(p.Key.Name); parameter != nil {
		return nil
	}
	all := code.LookupsOf(p.Key.Name)
	if len(all) == 0 || !lists.All(all, func(u *manifest.Lookup) bool {
		return merging.IsMerge(u) && u.Merge == all[0].Merge && u.Merge != "first"
	}) {
		return nil
	}
	return all[0]
}

// emptyFinder finds the empty values of a key.
type emptyFinder struct {
	key         *nodes.Key
	byCode      *manifest.Lookup // see mergeInCode
	definitions map[*data.Node]nodes.Definitions
}

// empty is an empty value that does not remove a lower-priority one.
type empty struct {
	node        *data.Node // to report
	value, kept *data.Value
}

// in returns the empty values of a case that remove nothing.
func (f *emptyFinder) in(c *nodes.Case) []empty {
	strategy := f.strategy(c)
	if len(c.Values) < 2 || c.Result == nil || strategy == "" {
		return nil
	}
	m := &emptyMerge{lists: strategy == "unique", keys: strategy == "hash"}
	if merging.IsDeep(strategy) {
		m.deep, m.lists, m.keys = true, true, true
	}
	var merged *data.Value
	if merging.ByOptions(c) != "" {
		merged = c.Result.Value
	}
	for i := range c.Values[:len(c.Values)-1] {
		higher := &c.Values[i]
		if !hasEmpty(higher.Value) {
			continue
		}
		var lower []*data.Value
		for k := range c.Values[i+1:] {
			if v := &c.Values[i+1+k]; f.areReadTogether(higher, v) {
				lower = append(lower, v.Value)
			}
		}
		m.find(higher.Value, lower, merged)
	}
	return m.found
}

// strategy returns how the values of a case are merged; "" if they are not.
func (f *emptyFinder) strategy(c *nodes.Case) string {
	if f.byCode != nil {
		return cmp.Or(merging.ByOptions(c), f.byCode.Merge)
	}
	return merging.ByOptions(c)
}

// areReadTogether reports whether each node that reads the value of higher priority certainly reads the other.
func (f *emptyFinder) areReadTogether(higher, lower *nodes.Value) bool {
	if len(f.key.Fleet.Real) > 0 {
		return true
	}
	return slices.ContainsFunc(f.definitions[higher.Key.Node()], func(a *nodes.Definition) bool {
		return slices.ContainsFunc(f.definitions[lower.Key.Node()], func(b *nodes.Definition) bool { return a.Root == b.Root && b.IsReadWith(a) })
	})
}

// emptyMerge finds empty values in values that are merged.
type emptyMerge struct {
	// lists and keys say which values are merged, and deep whether nested ones are.
	lists, keys, deep bool
	found             []empty
}

// find compares a value with lower-priority ones. merged is the value after the merge; nil if it is unknown.
func (m *emptyMerge) find(value *data.Value, lower []*data.Value, merged *data.Value) {
	var keeps func(*data.Value) bool
	switch kind := value.Kind(); {
	case kind == data.Undef && m.deep && isWritten(value):
		keeps = func(v *data.Value) bool { return !v.IsUndef() && !v.IsUnknown() }
	case kind == data.Array && value.Len() == 0 && m.lists:
		keeps = func(v *data.Value) bool { return v.Is(data.Array) && v.Len() > 0 }
	case kind == data.Hash && value.Len() == 0 && m.keys:
		keeps = func(v *data.Value) bool { return v.Is(data.Hash) && v.Len() > 0 }
	case kind == data.Hash && m.deep:
		for _, e := range value.Entries() {
			below := valuesOf(e.Key, lower)
			if len(below) == 0 || e.Value.Is(data.Hash) && e.Value.Len() == 0 { // `{}` adds a resource without further attributes
				continue
			}
			m.find(e.Value, below, entryOf(merged, e.Key))
		}
		return
	default:
		return
	}
	i := slices.IndexFunc(lower, keeps)
	if i < 0 || merged != nil && !keeps(merged) {
		return
	}
	if n := value.Node(); n != nil && n.Doc != nil && n.Tag == "" { // a tag is more often a mistake
		m.found = append(m.found, empty{node: n, value: value, kept: lower[i]})
	}
}

// isWritten reports whether a null is more than nothing after the colon, which is usually left when the value was deleted or commented out.
func isWritten(null *data.Value) bool { return null.Node() != nil && null.Node().Span.Len() > 0 }

func (f *emptyFinder) describe(extent nodes.Extent, c *nodes.Case, e *empty) diagnostic.Diagnostic {
	what, kept := "`"+rule.Shown(e.node.Text())+"`", "the value"
	help := "write a value that disables it, such as `absent`, or remove the key"
	switch {
	case e.value.Is(data.Array):
		what, kept = "`[]`", "the elements"
		help = "to remove elements, set `merge: {strategy: deep, knockout_prefix: '" + knockoutPrefix + "'}` and write each of them with the prefix; otherwise, remove the key"
		if c.Entry != nil && hasPrefix(c.Entry.Merge) {
			help = "to remove elements, write each of them with the `knockout_prefix`; otherwise, remove the key"
		}
	case e.value.Is(data.Hash):
		what, kept = "`{}`", "the keys"
		help = "to disable what the keys set, give each of them a value such as `ensure: absent`; otherwise, remove this key"
	}
	d := diagnostic.Diagnostic{
		File: e.node.Doc.File, Span: rule.FirstLine(e.node), Key: rule.KeyPath(e.node),
		Message: what + " removes nothing: `" + rule.Shown(f.key.Name) + "` is merged with `" + f.strategy(c) + "`",
		Detail:  "Puppet keeps " + kept + " of the lower-priority level " + rule.On(extent),
		Help:    help,
	}
	if n := e.kept.Node(); n != nil && n.Doc != nil {
		d.Related = append(d.Related, diagnostic.Related{File: n.Doc.File, Span: rule.FirstLine(n), Message: "this value is kept"})
	}
	if merging.ByOptions(c) == "" {
		d.Related = append(d.Related, diagnostic.Related{File: f.byCode.File, Span: f.byCode.Span, Message: "this lookup merges the values"})
	} else if asked := c.Entry.KeyNode; asked != nil {
		d.Related = append(d.Related, diagnostic.Related{File: asked.Doc.File, Span: asked.Span, Message: "the merge is set here"})
	}
	return d
}
