// Package merging determines, for several rules, which values a merge strategy merges and what requests a merge.
package merging

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/nodes"
)

// ByOptions returns the merge strategy of lookup_options, or "" if there is none or the lookup fails for another
// reason.
func ByOptions(c *nodes.Case) string {
	if c.Entry == nil || c.Entry.Strategy == nil || c.Entry.Strategy.First() || c.Err != nil && c.Err.Cause != outcome.BadMerge {
		return ""
	}
	return c.Entry.Strategy.Name()
}

// MergeConflict is a pair of values that a strategy does not merge: the one of the wrong type, and the other.
type MergeConflict struct {
	Strategy     string
	wrong, Other *nodes.Value
	// Path is the keys that lead to nested values, and key the node of the last one in the value of the wrong type.
	// Both are empty if the values themselves conflict.
	Path []string
	key  *data.Node
	// WrongValue and OtherValue are the values that conflict.
	WrongValue, OtherValue *data.Value
}

// Place returns the node to report, or nil if there is none.
func (m *MergeConflict) Place() *data.Node {
	if m.key != nil {
		return m.key
	}
	return m.wrong.Key.Node()
}

// Conflicts returns the conflicts between the values of a case under a strategy: the first two neighbors that it does
// not merge, or otherwise what it drops inside hashes.
func Conflicts(c *nodes.Case, strategy string) []*MergeConflict {
	if strategy == "" {
		return nil
	}
	var last, above *nodes.Value // the last value that was compared, and the last one that is known
	var nested []*MergeConflict
	for i := range c.Values {
		v := &c.Values[i]
		if _, ok := outcome.AsUnknown(v.Value); ok {
			continue
		}
		if v.Value.Kind() == data.Undef && strategy == "unique" && above != nil {
			return []*MergeConflict{{Strategy: strategy, wrong: v, Other: above, WrongValue: v.Value, OtherValue: above.Value}}
		}
		above = v
		if v.Value.Kind() == data.Undef && !strings.HasPrefix(strategy, "hash") {
			continue
		}
		if v.Value.Kind() == data.String && strings.Contains(v.Value.Text(), "%{") {
			continue // a reference, whose value may have any type
		}
		if IsDeep(strategy) && (!HasKind(v.Value) || v.Value.Kind() == data.Array && v.Value.Len() == 0) {
			continue // `absent`, false, and an empty array mean "nothing"
		}
		switch {
		case last != nil && !mergeable(strategy, last.Value, v.Value):
			wrong, other := misfit(c, strategy, last, v)
			return []*MergeConflict{{Strategy: strategy, wrong: wrong, Other: other, WrongValue: wrong.Value, OtherValue: other.Value}}
		case last != nil && IsDeep(strategy):
			nested = append(nested, within(MergeConflict{Strategy: strategy, wrong: last, Other: v}, last.Value, v.Value)...)
			last = v
		case last == nil:
			last = v
		}
	}
	return nested
}

// IsDeep reports whether a strategy merges nested hashes.
func IsDeep(strategy string) bool { return strings.Contains(strategy, "deep") }

// within returns the nested hashes that a deep merge of two hashes drops because the other value is not a hash. at has
// the values that contain them, and the path to a and b.
func within(at MergeConflict, a, b *data.Value) []*MergeConflict {
	if a.Kind() != data.Hash || b.Kind() != data.Hash {
		return nil
	}
	var all []*MergeConflict
	for _, e := range a.Entries() {
		below, ok := b.GetKey(e.Key)
		if !ok || e.Key.Kind() != data.String {
			continue
		}
		switch isHash := e.Value.Kind() == data.Hash; {
		case isHash && below.Kind() == data.Hash:
			all = append(all, within(at.below(e.Key), e.Value, below)...)
		case !isHash && below.Kind() != data.Hash, !HasKind(e.Value), !HasKind(below), isEmpty(e.Value), isEmpty(below):
			// Arrays are concatenated, and scalars replaced. Empty values are intended.
		default:
			found := at.below(e.Key)
			found.WrongValue, found.OtherValue = e.Value, below
			all = append(all, &found)
		}
	}
	return all
}

// below returns the conflict at a key in the values.
func (m MergeConflict) below(key *data.Value) MergeConflict {
	m.Path, m.key = append(slices.Clone(m.Path), key.Text()), key.Node()
	return m
}

// isEmpty reports whether a value is an empty hash or array.
func isEmpty(v *data.Value) bool {
	return (v.Kind() == data.Hash || v.Kind() == data.Array) && v.Len() == 0
}

// mergeable reports whether a strategy merges two values.
func mergeable(strategy string, higher, lower *data.Value) bool {
	isHash := func(v *data.Value) bool { return v.Kind() == data.Hash }
	switch strategy {
	case "hash":
		return isHash(higher) && isHash(lower)
	case "unique":
		return !isHash(higher) && !isHash(lower)
	}
	return Shape(higher) == Shape(lower)
}

// Shape returns the kind of a hash or array, and data.String for any scalar.
func Shape(v *data.Value) data.Kind {
	switch v.Kind() {
	case data.Hash, data.Array:
		return v.Kind()
	}
	return data.String
}

// misfit returns which of two values is wrong, and the other one. The wrong one is the one that the strategy rejects;
// otherwise, the one whose shape is rarer among the values of the case; otherwise, the one with the higher priority.
func misfit(c *nodes.Case, strategy string, higher, lower *nodes.Value) (wrong, other *nodes.Value) {
	switch isHash := Shape(higher.Value) == data.Hash; strategy {
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
		if Shape(v.Value) == Shape(higher.Value) {
			same++
		}
	}
	if same > len(c.Values)-same {
		return lower, higher
	}
	return higher, lower
}

// HasKind reports whether the type of a value is certainly the one in the file, and the value means more than
// "nothing".
func HasKind(v *data.Value) bool {
	if _, unknown := outcome.AsUnknown(v); unknown {
		return false
	}
	switch v.Kind() {
	case data.Undef, data.Boolean:
		return false
	case data.String:
		switch strings.ToLower(v.Text()) {
		case "", "absent", "none", "undef", "unset", "default", "disabled", "false", "true", "nil", "null", "all", "any", "*":
			return false
		}
		return !strings.Contains(v.Text(), "%{")
	}
	return true
}
