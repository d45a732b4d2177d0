package merging

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// Asked is a lookup of a key without a merge.
type Asked struct {
	// Known means that a class parameter or code in the tree looks up the key. Code outside the tree may request a
	// merge.
	Known bool
	// Use is the lookup in code, or nil for a class parameter.
	Use *manifest.Lookup
	// Unused is a lookup of the key with a merge that is the default of the class parameter that has the key, or nil. Puppet
	// evaluates the default only if no data defines the key.
	Unused *manifest.Lookup
	// OnlyByHiera means that, as far as is known, only the function hiera looks up the key. It ignores merges in lookup_options,
	// although not convert_to (Puppet 7.23).
	OnlyByHiera bool
}

// HowToMerge says how to have values of a kind merged, as part of a sentence.
func (a *Asked) HowToMerge(kind data.Kind) string {
	switch {
	case !a.OnlyByHiera:
		return "set a merge in `lookup_options`"
	case kind == data.Array:
		return "write `lookup` with a merge, or `hiera_array`, instead of `hiera` in the code"
	}
	return "write `lookup` with a merge, or `hiera_hash`, instead of `hiera` in the code"
}

// IsAlwaysAsked reports whether lookup_options request a merge of the key on all nodes that it is evaluated on.
func IsAlwaysAsked(k *nodes.Key) bool {
	return !slices.ContainsFunc(k.Cases, func(c *nodes.Case) bool { return c.Entry == nil || c.Entry.Merge == nil })
}

// IsAskedPlainly reports whether the key is, as far as is known, looked up without a merge, by a class parameter or in
// code.
func IsAskedPlainly(p *rule.KeyPass) (plain Asked, ok bool) {
	name := p.Key.Name
	qualified := strings.Contains(name, "::")
	code := p.Code()
	if code == nil {
		return Asked{}, qualified
	}
	class, parameter := code.Parameter(name)
	var unused *manifest.Lookup
	for _, u := range code.LookupsOf(name) {
		switch _, exact := u.Key.Text(); {
		case parameter != nil && u.File == class.File && parameter.DefaultSpan.Start <= u.Call.Start && u.Call.End <= parameter.DefaultSpan.End:
			if u.Merge != "" {
				unused = u
			}
		case !exact && !rule.IsPartlyKnown(u):
		case !exact, !u.Plain, u.Merge != "":
			return Asked{}, false
		default:
			if !plain.Known {
				plain = Asked{Known: true, Use: u, OnlyByHiera: !p.Project.Refers(name)}
			}
			plain.OnlyByHiera = plain.OnlyByHiera && u.Function == "hiera"
		}
	}
	if parameter != nil {
		plain = Asked{Known: true, Unused: unused}
	}
	return plain, plain.Known || qualified
}

// IsMerge reports whether a lookup in code requests a merge of the values of a key that is known, which may be `first`.
func IsMerge(u *manifest.Lookup) bool {
	_, isExact := u.Key.Text()
	return isExact && u.Plain && u.Merge != ""
}

// IsAskedByCode reports whether a lookup in code requests a merge of the values of all levels.
func IsAskedByCode(p *rule.KeyPass) bool {
	code := p.Code()
	return code != nil && slices.ContainsFunc(code.LookupsOf(p.Key.Name), func(u *manifest.Lookup) bool {
		return IsMerge(u) && u.Merge != "first"
	})
}

// maxMerges is the number of different merges of a key up to which the values that code requests are known.
const maxMerges = 5

// ByCode returns the keys that code looks up with a merge whose options are known.
func ByCode(code *manifest.Index, _ *nodes.Fleet) []nodes.Requirement {
	var all []nodes.Requirement
	at := map[string]int{}
	for _, u := range code.Lookups {
		name, _ := u.Key.Text()
		if !IsMerge(u) || u.Strategy == nil {
			continue
		}
		i, isKnown := at[name]
		if !isKnown {
			i, at[name] = len(all), len(all)
			all = append(all, nodes.Requirement{Key: name})
		}
		if q := &all[i]; len(q.Merges) < maxMerges && mergeIn(q.Merges, u) < 0 {
			q.Merges = append(q.Merges, u.Strategy)
		}
	}
	return all
}

// mergeIn returns the index of the merge that a lookup requests; -1 if there is none.
func mergeIn(merges []*data.Value, u *manifest.Lookup) int {
	return slices.IndexFunc(merges, func(m *data.Value) bool { return impact.Equal(m, u.Strategy) })
}

// CaseOf returns what a lookup in code returns on the nodes of a case; nil if that is unknown.
func CaseOf(k *nodes.Key, c *nodes.Case, u *manifest.Lookup) *nodes.Case {
	switch {
	case u.Merge == "" || u.Merge == "first" && ByOptions(c) == "":
		return c
	case u.Strategy != nil:
		if i := mergeIn(k.Merges(), u); i >= 0 && i < len(c.Merged) {
			return c.Merged[i]
		}
	}
	return nil
}

// MayBeDeep reports whether lookup_options or a lookup in code may request a deep merge of the key.
func MayBeDeep(p *rule.KeyPass) bool {
	return slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool { return IsDeep(ByOptions(c)) }) ||
		slices.ContainsFunc(p.Code().LookupsOf(p.Key.Name), func(u *manifest.Lookup) bool { return !u.Plain || IsDeep(u.Merge) })
}
