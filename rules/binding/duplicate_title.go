package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// DuplicateTitle reports duplicate elements of arrays for whose elements code declares resources.
var DuplicateTitle = &rule.Rule{
	ID: "HL5019", Name: "duplicate-title", Family: family, Severity: diagnostic.Warning, Require: merging.ByCode,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		code := p.Code()
		if code == nil || len(code.Titles[p.Key.Name]) == 0 || mayRemoveDuplicates(p, code) {
			return
		}
		_, parameter := code.Parameter(p.Key.Name)
		seen := map[*data.Node]bool{}
		// Those that are always declared come first.
		for _, isConditional := range []bool{false, true} {
			for _, t := range code.Titles[p.Key.Name] {
				if t.Conditional == isConditional {
					reportDuplicateTitles(p, code, t, parameter != nil, seen)
				}
			}
		}
	},
}

// mayRemoveDuplicates reports whether a lookup of the key merges arrays, which removes duplicates.
func mayRemoveDuplicates(p *rule.KeyPass, code *manifest.Index) bool {
	return slices.ContainsFunc(code.LookupsOf(p.Key.Name), func(u *manifest.Lookup) bool {
		return !u.Plain || u.Merge != "" && u.Merge != "first"
	})
}

// duplicate is an element of an array that equals another one before it.
type duplicate struct{ first, second *data.Value }

// duplicatesIn returns the duplicate strings in an array that are written under the key of the pass.
func duplicatesIn(p *rule.KeyPass, array *data.Value) []duplicate {
	if array == nil || array.Kind() != data.Array {
		return nil
	}
	var found []duplicate
	firsts := map[string]*data.Value{}
	for _, v := range array.Items() {
		if v.Kind() != data.String || !isWritten(p, v) || isInterpolated(v) {
			continue
		}
		if first := firsts[v.Text()]; first != nil {
			found = append(found, duplicate{first, v})
		} else {
			firsts[v.Text()] = v
		}
	}
	return found
}

func reportDuplicateTitles(p *rule.KeyPass, code *manifest.Index, t *manifest.Titles, isParameter bool, seen map[*data.Node]bool) {
	path, isExact := t.Path.Text()
	if !isExact {
		return
	}
	var found []duplicate
	having := map[*data.Node][]*nodes.Case{}
	for c := range casesOf(p, code, isParameter) {
		if c.Err != nil || c.Result == nil || c.Result.Value == nil {
			continue
		}
		for _, d := range duplicatesIn(p, dig(path, c.Result.Value)) {
			if n := d.second.Node(); !seen[n] {
				if len(having[n]) == 0 {
					found = append(found, d)
				}
				having[n] = append(having[n], c)
			}
		}
	}
	for _, f := range found {
		n, first := f.second.Node(), f.first.Node()
		seen[n] = true
		extent := p.Key.ExtentOf(having[n]...)
		resource := "`" + referenceName(t.Type) + "[…]`"
		d := diagnostic.Diagnostic{
			File: n.Doc.File, Span: rule.FirstLine(n), Key: rule.KeyPath(n),
			Message: "duplicate element `" + rule.Shown(f.second.Text()) + "` of an array of titles",
			Detail:  "Every catalog with both resources fails to compile " + rule.On(extent) + ": code declares " + resource + " for each element",
			Help:    "remove it",
			Related: []diagnostic.Related{
				{File: first.Doc.File, Span: rule.FirstLine(first), Message: "the first element"},
				{File: t.File, Span: rule.FirstLineOf(t.File, t.Span), Message: "the resources are declared here"},
			},
		}
		if !t.Conditional && !mayBeGiven(p.Site, code, p.Key.Name) {
			d.Severity = rule.SeverityOf(extent)
		}
		p.Report(d)
	}
}
