package options

import (
	"iter"
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/yamledit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// MissingMergeBehavior reports hashes and arrays set at several levels if Puppet uses only one of them.
var MissingMergeBehavior = &rule.Rule{
	ID: "HL3009", Name: "missing-merge-behavior", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: func(p *rule.KeyPass) bool {
		if merging.IsAlwaysAsked(p.Key) {
			if plain, _ := merging.IsAskedPlainly(p); !plain.OnlyByHiera {
				return false
			}
		}
		for v := range p.Key.Written() {
			if v.Kind() == data.Hash {
				return true // reported only on request
			}
		}
		return false
	},
	NeedsText: rule.Never, // values are compared as they are written
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		plain, ok := merging.IsAskedPlainly(p)
		presence := k.Fleet.Presence(k.Name)
		if !ok || presence == project.Expected {
			return // the data of the missing module may set merge options for its keys
		}
		seen := map[*data.Node]bool{}
		in := rule.CasesBy(k, func(c *nodes.Case) iter.Seq[*data.Node] {
			return func(yield func(*data.Node) bool) {
				if len(c.Values) > 1 {
					yield(c.Values[0].Key.Node())
				}
			}
		})
		for _, c := range k.Cases {
			if c.Err != nil || c.Result.Value.IsUnknown() || isMerged(&plain, c) || len(c.Values) < 2 {
				continue
			}
			higher, lower := &c.Values[0], &c.Values[1]
			node := higher.Key.Node()
			if higher.Layer != lower.Layer || node == nil || seen[node] {
				continue
			}
			lost, additive := lost(higher.Value, lower.Value)
			if lost == "" || higher.Layer == config.Module && !additive {
				continue // module data sets one value for each system
			}
			if merging.IsMisdirected(p.Site, k.Name) {
				return
			}
			seen[node] = true
			extent := k.ExtentOf(in()[node]...)
			d := diagnostic.Diagnostic{
				File: node.Doc.File, Span: node.Span, Key: rule.KeyPath(node), Severity: diagnostic.Note,
				Message: "`" + rule.Shown(k.Name) + "` replaces " + rule.KindOf(lower.Value) + " from a lower-priority level, losing " + lost,
				Detail:  "The key has no merge strategy, so Puppet uses only the first value it finds " + rule.On(extent),
				Help:    "set `merge` for the key in `lookup_options`; use `first` if this value is meant to replace the other",
				Related: []diagnostic.Related{{File: lower.Key.Node().Doc.File, Span: lower.Key.Node().Span, Message: "this value is not used there"}},
			}
			if plain.Use != nil {
				d.Related = append(d.Related, diagnostic.Related{File: plain.Use.File, Span: plain.Use.Span, Message: "looked up here"})
			}
			if plain.OnlyByHiera {
				d.Detail = "Code looks up the key only with `hiera`, which ignores merges in `lookup_options` and uses only the first value it finds " + rule.On(extent)
				d.Help = plain.HowToMerge(higher.Value.Kind())
				if c.Entry != nil && c.Entry.Merge != nil {
					d.Help = "write `lookup` instead of `hiera` in the code"
					if key := c.Entry.KeyNode; key != nil {
						d.Related = append(d.Related, diagnostic.Related{File: key.Doc.File, Span: key.Span, Message: "this merge has no effect"})
					}
				}
			}
			if plain.Unused != nil {
				d.Detail = "Puppet looks up the parameter before it evaluates its default, so the merge there has no effect " + rule.On(extent)
				d.Related = append(d.Related, diagnostic.Related{File: plain.Unused.File, Span: plain.Unused.Call, Message: "this merge is never used"})
			}
			if (merging.IsAddition(higher.Value, lower.Value) || plain.Unused != nil) && extent.Certain && plain.Known {
				d.Severity = diagnostic.Warning
			}
			d.OnRequest = d.Severity == diagnostic.Note
			if fix, ok := askForMerge(&plain, k.Name, c, additive); ok {
				d.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(d)
		}
	},
}

// isMerged reports whether lookup_options name a merge for the key, and lookups use it or the author obviously wants the first value.
func isMerged(plain *merging.Asked, c *nodes.Case) bool {
	return c.Entry != nil && c.Entry.Merge != nil && (!plain.OnlyByHiera || c.Entry.Strategy == nil || c.Entry.Strategy.First())
}

// askForMerge returns the fix that adds the key to the lookup_options of the file with the lowest-priority value.
func askForMerge(plain *merging.Asked, name string, c *nodes.Case, additive bool) (diagnostic.Fix, bool) {
	if c.Entry != nil || plain.OnlyByHiera {
		return diagnostic.Fix{}, false // has other options for the key, or options have no effect
	}
	merge := "unique"
	switch {
	case plain.Unused != nil:
		merge = plain.Unused.Merge
	case additive:
		merge = "hash"
	case c.Values[0].Value.Kind() == data.Hash:
		merge = "deep"
	}
	added, ok := yamledit.AddMerge(c.Values[len(c.Values)-1].Key.Node().Doc, name, merge)
	return diagnostic.Fix{Message: "set the merge `" + merge + "` in `lookup_options`", Edits: []diagnostic.TextEdit{added}}, ok
}

// lost names something that only the lower-priority value contains, with the number of other such things, or "" if there is
// nothing. additive means that both are hashes of hashes without a common key.
func lost(higher, lower *data.Value) (what string, additive bool) {
	var all []*data.Value
	switch {
	case higher.Kind() == data.Hash && lower.Kind() == data.Hash && higher.Len() > 0:
		additive = true
		for _, e := range lower.Entries() {
			if _, ok := higher.GetKey(e.Key); ok {
				additive = false
			} else {
				all = append(all, e.Key)
			}
			additive = additive && e.Value.Kind() == data.Hash
		}
		for _, e := range higher.Entries() {
			additive = additive && e.Value.Kind() == data.Hash
		}
	case higher.Kind() == data.Array && lower.Kind() == data.Array && higher.Len() > 0:
		var kept data.Index
		for _, item := range higher.Items() {
			kept.Add(item)
		}
		all = lists.Filter(lower.Items(), func(item *data.Value) bool { return kept.Find(item, data.Eql) < 0 })
	}
	first := slices.IndexFunc(all, func(v *data.Value) bool { return v.Kind() == data.String })
	if first < 0 {
		return "", additive
	}
	what = "`" + rule.Shown(all[first].Text()) + "`"
	if others := len(all) - 1; others > 0 {
		what += " and " + strconv.Itoa(others) + " more"
	}
	return what, additive
}
