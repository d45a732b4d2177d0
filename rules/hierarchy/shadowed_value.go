package hierarchy

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// ShadowedValue reports values that no node ever uses.
var ShadowedValue = &rule.Rule{
	ID: "HL4007", Name: "shadowed-value", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Unnecessary, Dead: diagnostic.HiddenValue,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		if k.Merged() {
			return
		}
		all := k.Definitions()
		global := lists.Filter(all, func(d *nodes.Definition) bool { return d.Root.Layer == config.Global })
		for _, d := range all {
			above := shadows(all.Above(d), d)
			if first := all.FirstInGlob(d); above == nil && first != nil && first != d {
				above = shadows(nodes.Definitions{first}, d)
			}
			if above == nil && d.Root.Layer == config.Environment {
				above = shadows(global, d)
			}
			if above == nil || d.Root.Installed || above.Root.Substitute || mayBeMerged(p, above, d) || rule.IsConfigVersion(k.Name, d.Value) {
				continue
			}
			found := diagnostic.Diagnostic{
				File: d.Key.Node().Doc.File, Span: d.Key.Node().Span, Key: rule.KeyPath(d.Key.Node()),
				Message: "value of `" + rule.Shown(k.Name) + "` is always overridden by `" + above.File.Path + "`",
				Detail:  "Puppet uses the first value it finds, and every node that reads this file finds the other one first",
				Help:    "remove one of the two",
				Cause:   above.File.Path + " " + d.File.Path,
				Related: []diagnostic.Related{{File: above.Key.Node().Doc.File, Span: above.Key.Node().Span, Message: "this value is used instead"}},
			}
			isWrong := above.Value.IsUndef() && !d.Value.IsUndef() // the other value may be what is wrong, or the order of the levels
			if isWrong {
				found.Help = "remove the empty value, or this one"
			}
			isFixed := above.Root == d.Root && rule.StaticMatch(above.File, d.Root) != nil
			if isFixed && rule.StaticMatch(d.File, d.Root) == nil {
				isWrong = true
				found.Help += ", or move the path of this file above that of the other if this one is meant to take precedence"
			}
			if shape := merging.Shape(d.Value); shape != data.String && shape == merging.Shape(above.Value) {
				plain, _ := merging.IsAskedPlainly(p)
				found.Help += ", or " + plain.HowToMerge(shape)
			}
			if isFixed && p.HoldsDefaults(d.File, d.Root) {
				found.Severity = diagnostic.Note
				found.Detail += ". This file seems to hold defaults: another file, which all nodes read, overrides many of its keys"
				found.Help += ", unless this one is meant as the default"
			} else if fix, ok := edit.RemoveWithComment(d.Key.Node()); ok && !isWrong {
				found.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(found)
		}
	},
}

// mayBeMerged reports whether the two values of the key are, or should be, merged: code requests a merge, code outside the
// tree may request one of hashes or arrays, or missing-merge-behavior reports the higher value.
func mayBeMerged(p *rule.KeyPass, above, d *nodes.Definition) bool {
	if merging.Shape(d.Value) == data.String {
		return merging.IsAskedByCode(p)
	}
	plain, ok := merging.IsAskedPlainly(p)
	return !ok || !plain.Known || merging.IsAddition(above.Value, d.Value)
}

// shadows returns the one of higher that hides d on every node that reads d, or nil.
func shadows(higher nodes.Definitions, d *nodes.Definition) *nodes.Definition {
	if i := slices.IndexFunc(higher, func(above *nodes.Definition) bool { return above.IsReadWith(d) }); i >= 0 && d.IsReadOnlyHere() {
		return higher[i]
	}
	return nil
}
