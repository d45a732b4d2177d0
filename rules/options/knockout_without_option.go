package options

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// KnockoutWithoutOption reports elements with a knockout prefix that remove nothing.
var KnockoutWithoutOption = &rule.Rule{
	ID: "HL3011", Name: "knockout-without-option", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: func(p *rule.KeyPass) bool {
		isKnockout := func(text *data.Value) bool { return strings.HasPrefix(text.Text(), knockoutPrefix) }
		return lists.Any(p.Key.Written(), func(v *data.Value) bool { return lists.Any(v.Strings(), isKnockout) })
	},
	CheckKey: func(p *rule.KeyPass) {
		seen := map[*data.Node]bool{}
		in := rule.CasesBy(p.Key, func(c *nodes.Case) iter.Seq[*data.Node] {
			return slices.Values(lists.Map(knockouts(c), func(k knockout) *data.Node { return k.element.Node() }))
		})
		for _, c := range p.Key.Cases {
			for _, k := range knockouts(c) {
				n := k.element.Node()
				if n == nil || n.Doc == nil || seen[n] {
					continue
				}
				seen[n] = true
				isRead, isHandled := readers(p)
				if isHandled {
					return
				}
				d := describeKnockout(p, c, k, p.Key.ExtentOf(in()[n]...))
				if !isRead {
					d.Severity = diagnostic.Note
					d.Detail += ", unless code outside the tree removes them"
				}
				p.Report(d)
			}
		}
	},
}

// readers reports whether code in the tree reads the key, as a class parameter or with a lookup, and whether that code mentions the
// prefix, so that it may remove elements itself.
func readers(p *rule.KeyPass) (isRead, isHandled bool) {
	code := p.Code()
	if code == nil {
		return false, false
	}
	files := lists.Map(code.ExactLookupsOf(p.Key.Name), func(u *manifest.Lookup) *source.File { return u.File })
	if class, parameter := code.Parameter(p.Key.Name); parameter != nil {
		files = append(files, class.File)
	}
	return len(files) > 0, slices.ContainsFunc(files, func(f *source.File) bool { return handled().Match(f.Text) })
}

// handled matches the prefix in a string or regular expression.
var handled = lazyregexp.New(`['"^/]` + knockoutPrefix)

// knockout is an element or key with a knockout prefix that removes nothing.
type knockout struct {
	element, meant *data.Value
	// key means that it is a key of a hash.
	key bool
	// next is the value on which the knockout acts, if the merge has a prefix.
	next *data.Value
}

func describeKnockout(p *rule.KeyPass, c *nodes.Case, k knockout, extent nodes.Extent) diagnostic.Diagnostic {
	n := k.element.Node()
	name := "`" + rule.Shown(k.element.Text()) + "`"
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: n.Span, Key: rule.KeyPath(n),
		Message: name + " removes nothing: `" + rule.Shown(p.Key.Name) + "` is merged without `knockout_prefix`",
		Detail:  "Puppet keeps both " + name + " and `" + rule.Shown(k.meant.Text()) + "` " + rule.On(extent),
		Help:    "set `merge: {strategy: deep, knockout_prefix: '" + knockoutPrefix + "'}` for the key in `lookup_options`",
	}
	switch {
	case k.key:
		d.Message = name + " removes nothing: a merge never removes hash keys"
		d.Help = "give `" + rule.Shown(k.meant.Text()) + "` a value that disables it, such as `ensure: absent`"
	case k.meant.IsNumber():
		d.Message = name + " removes nothing: a knockout cannot remove a number"
		d.Detail = "Puppet keeps the number " + rule.On(extent)
		d.Help = "quote the number where it is set"
	case k.next != nil:
		d.Message = name + " does not remove `" + rule.Shown(k.meant.Text()) + "` from a lower-priority level"
		d.Detail = "A knockout applies only to the next lower level with the key, where it also removes the same knockout. Puppet keeps the `" + rule.Shown(k.meant.Text()) + "` of the level below " + rule.On(extent)
		if !extent.Certain { // it is unknown whether there are nodes that read all of the levels
			d.Severity, d.OnRequest = diagnostic.Note, true
		}
		d.Help = "write " + name + " in the next lower level instead"
		if next := k.next.Node(); next != nil && next.Doc != nil {
			d.Related = append(d.Related, diagnostic.Related{File: next.Doc.File, Span: rule.FirstLine(next), Message: "the next lower level"})
		}
	}
	if meant := k.meant.Node(); meant != nil && meant.Doc != nil {
		d.Related = append(d.Related, diagnostic.Related{File: meant.Doc.File, Span: meant.Span, Message: "this element is kept"})
	}
	if asked := c.Entry.KeyNode; asked != nil {
		d.Related = append(d.Related, diagnostic.Related{File: asked.Doc.File, Span: asked.Span, Message: "the merge is set here"})
	}
	return d
}

// knockoutPrefix is the prefix in Puppet's documentation.
const knockoutPrefix = "--"

// knockouts returns the elements that are meant to remove something from the lower-priority values of a case, but do
// not.
func knockouts(c *nodes.Case) []knockout {
	if c.Entry == nil || c.Entry.Strategy == nil || len(c.Values) < 2 {
		return nil
	}
	if n := c.Entry.Node; n != nil && n.Value.Is(data.Hash) {
		if _, misplaced := n.Value.Get("knockout_prefix"); misplaced {
			return nil // reported elsewhere
		}
	}
	values := lists.Map(c.Values, func(v nodes.Value) *data.Value { return v.Value })
	f := &knockoutFinder{}
	if f.prefix = prefixOf(c); f.prefix != "" && c.Result != nil && c.Entry.ConvertTo == nil {
		f.findKept(c.Result.Value, values, values)
	}
	switch name := c.Entry.Strategy.Name(); name {
	case "unique":
		f.lists = true
	case "hash":
		f.keys = true
	case "deep", "unconstrained_deep", "reverse_deep":
		f.deep, f.keys, f.lists = true, true, !hasPrefix(c.Entry.Merge)
	default:
		return nil
	}
	for i, v := range values {
		f.find(v, values[i+1:])
	}
	return f.found
}

// hasPrefix reports whether a merge option has a knockout_prefix, with an effect or not.
func hasPrefix(merge *data.Value) bool {
	if !merge.Is(data.Hash) {
		return false
	}
	prefix, ok := merge.Get("knockout_prefix")
	return ok && !prefix.IsUndef()
}

type knockoutFinder struct {
	// lists and keys say where knockouts have no effect, and deep whether nested values are merged.
	lists, keys, deep bool
	prefix            string // of the merge; "" if it has none
	found             []knockout
}

// findKept finds knockouts with the prefix of the merge after which the merged value still has what they name. The values are those that were
// merged, highest priority first, and parts are theirs at the place of merged; nil if they have none.
func (f *knockoutFinder) findKept(merged *data.Value, parts, values []*data.Value) {
	if merged.Is(data.Hash) {
		for _, e := range merged.Entries() {
			f.findKept(e.Value, lists.Map(parts, func(part *data.Value) *data.Value { return entryOf(part, e.Key) }), values)
		}
	}
	if !merged.Is(data.Array) {
		return
	}
	kept := byText([]*data.Value{merged}, elements)
	above := map[string]bool{} // the elements of higher-priority parts
	below := sync.OnceValue(func() []map[string]*data.Value {
		return lists.Map(parts, func(part *data.Value) map[string]*data.Value { return byText([]*data.Value{part}, elements) })
	})
	for i, part := range parts {
		for _, item := range elements(part) {
			name, isKnockout := strings.CutPrefix(item.Text(), f.prefix)
			if !item.Is(data.String) || !isKnockout || name == "" || above[name] || above[item.Text()] {
				continue // also if a higher part has the same knockout, which removes this one
			}
			for _, other := range slices.Backward(below()[i+1:]) { // the one with the lowest priority is kept
				if meant := other[name]; meant != nil {
					if k := kept[name]; k != nil && k.Kind() == meant.Kind() {
						f.found = append(f.found, knockout{element: item, meant: meant, next: values[i+1]})
					}
					break
				}
			}
		}
		for _, item := range elements(part) {
			above[item.Text()] = true
		}
	}
}

// entryOf returns the value of a key in a hash; nil if it is not a hash with the key.
func entryOf(v, key *data.Value) *data.Value {
	if !v.Is(data.Hash) {
		return nil
	}
	value, _ := v.GetKey(key)
	return value
}

// byText returns the strings and integers among the parts of values by their text. Of several with the same text, the first string counts.
func byText(values []*data.Value, parts func(*data.Value) []*data.Value) map[string]*data.Value {
	all := map[string]*data.Value{}
	for _, v := range values {
		for _, part := range parts(v) {
			text := part.Text()
			if i, ok := part.Int(); ok {
				text = strconv.FormatInt(i, 10)
			} else if !part.Is(data.String) {
				continue
			}
			if known := all[text]; known == nil || part.Is(data.String) && !known.Is(data.String) {
				all[text] = part
			}
		}
	}
	return all
}

// find compares a value with lower-priority ones.
func (f *knockoutFinder) find(higher *data.Value, lower []*data.Value) {
	switch higher.Kind() {
	case data.Array:
		if !f.lists {
			return
		}
		meant := sync.OnceValue(func() map[string]*data.Value { return byText(lower, elements) })
		for _, item := range higher.Items() {
			if m := knockedOut(item, meant); m != nil {
				f.found = append(f.found, knockout{element: item, meant: m})
			}
		}
	case data.Hash:
		meant := sync.OnceValue(func() map[string]*data.Value { return byText(lower, keysOf) })
		for _, e := range higher.Entries() {
			if f.keys {
				if m := knockedOut(e.Key, meant); m != nil {
					f.found = append(f.found, knockout{element: e.Key, meant: m, key: true})
				}
			}
			if !f.deep {
				continue
			}
			if below := valuesOf(e.Key, lower); len(below) > 0 {
				f.find(e.Value, below)
			}
		}
	}
}

// valuesOf returns the values of a key in those of some values that are hashes with it.
func valuesOf(key *data.Value, values []*data.Value) []*data.Value {
	return lists.Filter(lists.Map(values, func(v *data.Value) *data.Value { return entryOf(v, key) }), func(v *data.Value) bool { return v != nil })
}

// knockedOut returns the string among lower-priority ones that an element is meant to remove, or nil if it is not a knockout.
func knockedOut(element *data.Value, lower func() map[string]*data.Value) *data.Value {
	if !element.Is(data.String) {
		return nil
	}
	name, ok := strings.CutPrefix(element.Text(), knockoutPrefix)
	if !ok || name == "" {
		return nil
	}
	if meant := lower()[name]; meant.Is(data.String) {
		return meant
	}
	return nil
}

// elements returns the elements of an array.
func elements(v *data.Value) []*data.Value {
	if !v.Is(data.Array) {
		return nil
	}
	return v.Items()
}

// keysOf returns the keys of a hash.
func keysOf(v *data.Value) []*data.Value {
	if v.Kind() != data.Hash {
		return nil
	}
	return lists.Map(v.Entries(), func(e data.Entry) *data.Value { return e.Key })
}
