package nodes

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// pairsNeeded selects the nodes that combine two ways on which a key must be evaluated: all, or those with a clash.
type pairsNeeded struct {
	all     bool
	clashes []clash
	// unmerged reports that lookups merge none of its values.
	unmerged bool
}

// clash is a way to read a value whose form differs from others, and the ways to read these.
type clash struct {
	way     *vars.Assignment
	against []*vars.Assignment
}

// has reports whether the key must be evaluated on a node that combines two ways.
func (needed *pairsNeeded) has(both *vars.Assignment) bool {
	return needed.all || slices.ContainsFunc(needed.clashes, func(c clash) bool { return both.Has(c.way) && slices.ContainsFunc(c.against, both.Has) })
}

// judgePairs decides on which pairs a key must be evaluated, after it was evaluated on the nodes of each way: on all, unless
// the caller does not need values that merge without a conflict.
func (k *Key) judgePairs() {
	k.pairs = pairsNeeded{all: true}
	asked := k.Fleet.options.NeedsPairs
	if asked == nil {
		return
	}
	if k.neverMerges(asked) {
		k.pairs.unmerged = true
	} else if f := k.form(); f != nil && !asked(k) {
		k.pairs = pairsNeeded{clashes: k.clashes(f)}
	}
}

// neverMerges reports whether lookups merge no values of the key, although some lookup_options
// would: these are not read where the key is, or only by functions that are not run.
func (k *Key) neverMerges(asked func(*Key) bool) bool {
	return k.root.Merged && k.hasPlainOptions() && !slices.ContainsFunc(k.Cases, func(c *Case) bool { return c.Err != nil || c.Entry != nil }) &&
		!slices.ContainsFunc(k.root.Definitions, func(d *index.Definition) bool { return d.Value.IsUndef() }) && !asked(k)
}

// hasPlainOptions reports whether the lookup_options that apply to the key on combined nodes are
// the same as on those of one of the ways.
func (k *Key) hasPlainOptions() bool {
	x := k.Fleet.index
	return k.need() == nil && !k.isComputed && len(x.Broken) == 0 && len(x.OptionAsks.Variables)+len(x.OptionAsks.References) == 0 &&
		!slices.ContainsFunc(x.OptionsFor(k.Name), func(f *index.OptionsFile) bool {
			_, ok, err := f.Options.For(k.Name)
			return (ok || err != nil) && len(k.Fleet.assignmentsOf(f.Matches)) != len(f.Matches)
		})
}

// clashes returns the ways to read values that do not have the common form, or none.
func (k *Key) clashes(f *form) []clash {
	var all []clash
	for i, d := range k.root.Definitions {
		if f.fits(d.Value) {
			continue
		}
		var against []*vars.Assignment
		for j, other := range k.root.Definitions {
			if i != j && haveOtherForms(d.Value, other.Value) {
				for _, a := range k.Fleet.assignmentsOf(other.Matches) {
					against = append(against, a.Assignment)
				}
			}
		}
		for _, a := range k.Fleet.assignmentsOf(d.Matches) {
			all = append(all, clash{a.Assignment, against})
		}
	}
	return all
}

// haveOtherForms reports whether two values, or entries that both have, have different forms.
func haveOtherForms(a, b *data.Value) bool {
	if formOf(a) != formOf(b) {
		return true
	}
	return a.Kind() == data.Hash && slices.ContainsFunc(a.Entries(), func(e data.Entry) bool {
		other, ok := b.GetKey(e.Key)
		return ok && haveOtherForms(e.Value, other)
	})
}

// form returns the form of the values if lookups on all nodes merge those that have it without failing, or losing anything,
// and depend only on text that variables or other keys insert. Otherwise, it returns nil.
func (k *Key) form() *form {
	r := k.root
	if !r.Merged || len(r.Closure.Modules) > 0 || !k.hasPlainOptions() || !k.insertsOnlyText() ||
		len(r.Closure.Roots) > 1 && slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool { return interpolate.HasTokensInKeys(d.Value) }) {
		return nil
	}
	for _, f := range k.Fleet.index.OptionsFor(r.Name) {
		if _, ok, err := f.Options.For(r.Name); ok || err != nil {
			return nil
		}
	}
	entry := k.Cases[0].Entry
	if entry == nil || entry.Strategy == nil || entry.Err != nil || entry.ConvertTo != nil || slices.ContainsFunc(k.Cases, func(c *Case) bool { return !c.isPlain(entry) }) {
		return nil
	}
	kind := data.Hash
	switch entry.Strategy.Name() {
	case "hash", "deep":
	case "unique":
		kind = data.Array
	default:
		return nil
	}
	knockout := ""
	if options := entry.Strategy.Options(); options != nil && options.Len() > 0 {
		prefix, ok := options.Get("knockout_prefix")
		if !ok || options.Len() > 1 || prefix.Kind() != data.String || prefix.Text() == "" {
			return nil
		}
		knockout = prefix.Text()
	}
	if slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool { return d.Value.Kind() != kind || !isPlain(d.Value, knockout) }) {
		return nil
	}
	return &form{kind: kind}
}

// isPlain reports whether a lookup yielded nothing but a value, or nothing, with the same
// lookup_options as others.
func (c *Case) isPlain(entry *lookupoptions.Entry) bool {
	return c.Err == nil && c.Entry != nil && c.Entry.KeyNode == entry.KeyNode && c.Entry.Node == entry.Node && len(c.Result.Observations) == 0 &&
		!slices.ContainsFunc(c.Result.Unknown, func(u *outcome.Unknown) bool {
			return u.Reason == outcome.EncryptedValue || u.Reason == outcome.CustomType
		})
}

// isPlain reports whether merges keep a value and everything in it unchanged.
func isPlain(v *data.Value, knockout string) bool {
	switch formOf(v) {
	case data.String:
		return v.Kind() != data.String || !strings.Contains(v.Text(), "ENC[") && (knockout == "" || !strings.Contains(v.Text(), knockout))
	case data.Array: // nested arrays are flattened
		return !slices.ContainsFunc(v.Items(), func(item *data.Value) bool { return item.Kind() == data.Array || !isPlain(item, knockout) })
	case data.Hash:
		return !slices.ContainsFunc(v.Entries(), func(e data.Entry) bool {
			return e.Key.Kind() != data.String || !isPlain(e.Key, knockout) || !isPlain(e.Value, knockout)
		})
	}
	return false
}

// form is the kind that a value has in all definitions, and the kinds of the entries of hashes.
type form struct {
	kind    data.Kind // as returned by formOf
	entries map[string]*form
}

// fits reports whether a value has the form, and adds what the form does not contain yet.
func (f *form) fits(v *data.Value) bool {
	if formOf(v) != f.kind {
		return false
	}
	if f.kind != data.Hash {
		return true
	}
	fits := true
	for _, e := range v.Entries() {
		of := f.entries[e.Key.Text()]
		if of == nil {
			of = &form{kind: formOf(e.Value)}
			lists.Put(&f.entries, e.Key.Text(), of)
		}
		fits = of.fits(e.Value) && fits
	}
	return fits
}

// formOf returns the kind of a value as merges distinguish them: data.String for all scalars, and
// data.Rich for what they reject.
func formOf(v *data.Value) data.Kind {
	switch kind := v.Kind(); kind {
	case data.Undef, data.Boolean, data.Integer, data.Float:
		return data.String
	case data.String, data.Array, data.Hash:
		return kind
	}
	return data.Rich
}
