package options

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// AccidentalKnockout reports values that a merge removes although they are not meant to knock out anything.
var AccidentalKnockout = &rule.Rule{
	ID: "HL3013", Name: "accidental-knockout", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: func(p *rule.KeyPass) bool {
		return lists.Any(p.Key.Written(), func(v *data.Value) bool { return lists.Any(v.Strings(), hasLineWithDash) })
	},
	CheckKey: func(p *rule.KeyPass) {
		if !slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool { return prefixOf(c) != "" }) {
			return // as for most
		}
		seen := map[*data.Node]bool{}
		written := sync.OnceValue(func() map[string]bool { return stringsIn(p.Key.Written()) })
		in := rule.CasesBy(p.Key, func(c *nodes.Case) iter.Seq[*data.Node] {
			return slices.Values(lists.Map(removedIn(p.Key.Name, c, written), func(r removed) *data.Node { return r.value.Node() }))
		})
		for _, c := range p.Key.Cases {
			for _, r := range removedIn(p.Key.Name, c, written) {
				if n := r.value.Node(); n != nil && n.Doc != nil && !seen[n] {
					seen[n] = true
					p.Report(r.describe(p, c, p.Key.ExtentOf(in()[n]...)))
				}
			}
		}
	},
}

// hasLineWithDash reports whether a line of a text starts like one with a usual prefix.
func hasLineWithDash(text *data.Value) bool { return startsLine(text.Text(), "-") }

// startsLine reports whether a line of a text starts with a prefix.
func startsLine(text, prefix string) bool {
	return strings.HasPrefix(text, prefix) || strings.Contains(text, "\n"+prefix)
}

// removed is a string that a merge removes because of its prefix.
type removed struct {
	value     *data.Value
	isElement bool // of an array
}

func (r removed) describe(p *rule.KeyPass, c *nodes.Case, extent nodes.Extent) diagnostic.Diagnostic {
	n := r.value.Node()
	what, starts := "value", "starts"
	if r.isElement {
		what = "element"
	}
	if !strings.HasPrefix(r.value.Text(), prefixOf(c)) {
		starts = "has a line that starts"
	}
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: n.Span, Key: rule.KeyPath(n),
		Message: "this " + what + " " + starts + " with the `knockout_prefix` of `" + rule.Shown(p.Key.Name) + "`, so a merge removes it",
		Detail:  "Puppet replaces it with an empty string " + rule.On(extent),
		Help:    "remove `knockout_prefix` from the options of the key, or choose a prefix that no value starts with",
	}
	if r.isElement {
		d.Detail = "Puppet leaves it out of the merged array " + rule.On(extent)
	}
	if set := c.Entry.KeyNode; set != nil {
		d.Related = []diagnostic.Related{{File: set.Doc.File, Span: set.Span, Message: "the prefix is set here"}}
	}
	return d
}

// prefixOf returns the knockout_prefix with which a case is merged; "" if there is none, or one that lookup-options-bad-merge reports.
func prefixOf(c *nodes.Case) string {
	if c.Entry == nil || c.Entry.Strategy == nil || c.Entry.Strategy.Name() == "reverse_deep" {
		return ""
	}
	prefix, ok := knockoutPrefixOf(c.Entry.Merge)
	if !ok || strings.ContainsAny(prefix.Text(), specialCharacters) {
		return ""
	}
	return prefix.Text()
}

// stringsIn returns the strings in some values.
func stringsIn(values iter.Seq[*data.Value]) map[string]bool {
	all := map[string]bool{}
	for v := range values {
		for s := range v.Strings() {
			all[s.Text()] = true
		}
	}
	return all
}

// removedIn returns the strings that the merge of a case removes by accident; written are the strings in all values of the key.
func removedIn(key string, c *nodes.Case, written func() map[string]bool) []removed {
	prefix := prefixOf(c)
	if prefix == "" || c.Result == nil || c.Entry.ConvertTo != nil || len(c.Values) < 2 {
		return nil
	}
	f := &removedFinder{prefix: prefix, written: written}
	f.find(key, c.Result.Value, lists.Map(c.Values, func(v nodes.Value) *data.Value { return v.Value }))
	return f.found
}

// removedFinder finds strings that are missing from a merged value, and that are not meant to remove others.
type removedFinder struct {
	prefix  string
	written func() map[string]bool
	found   []removed
}

// find compares the values, highest priority first, with the merged one. The name is that of their key or entry.
func (f *removedFinder) find(name string, merged *data.Value, values []*data.Value) {
	switch highest := values[0]; {
	case merged.Is(data.Hash):
		for _, e := range merged.Entries() {
			if below := valuesOf(e.Key, values); len(below) > 0 {
				f.find(e.Key.Text(), e.Value, below)
			}
		}
	case merged.Is(data.Array):
		kept := sync.OnceValue(func() map[string]bool { return stringsIn(slices.Values(merged.Items())) })
		for _, v := range values {
			f.findElements(name, v, kept)
		}
	case highest.Is(data.String) && merged.Is(data.String) && merged.Text() == "" && startsLine(highest.Text(), f.prefix):
		if !f.isMeant(name, highest.Text()) {
			f.found = append(f.found, removed{value: highest})
		}
	}
}

// isMeant reports whether a string is meant to remove the entry, or an element or value that some data has.
func (f *removedFinder) isMeant(name, text string) bool {
	rest, isPrefixed := strings.CutPrefix(text, f.prefix)
	return isPrefixed && (rest == "" || rest == name || f.written()[rest])
}

// findElements finds the elements of one of the arrays. A single word may be meant to remove an element that no longer exists, unless the
// array contains options of a command.
func (f *removedFinder) findElements(name string, array *data.Value, kept func() map[string]bool) {
	hasOptions := optionsName().MatchString(name) || slices.ContainsFunc(array.Items(), func(item *data.Value) bool {
		return item.Is(data.String) && strings.HasPrefix(item.Text(), "-") && !strings.HasPrefix(item.Text(), f.prefix)
	})
	for _, item := range array.Items() {
		text := item.Text()
		if !item.Is(data.String) || !startsLine(text, f.prefix) || strings.Contains(text, "%{") || f.isMeant(name, text) || kept()[text] {
			continue
		}
		if hasOptions || strings.ContainsAny(text, " =\n") || strings.HasPrefix(text, f.prefix+f.prefix) {
			f.found = append(f.found, removed{item, true})
		}
	}
}

// optionsName matches names of arrays with the options of a command.
var optionsName = lazyregexp.New(`(?i)(?:\b|_)(?:arg|argument|flag|opt|option|param|parameter)s?$`)
