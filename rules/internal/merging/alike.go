package merging

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// IsAddition reports whether the higher-priority value seems to be meant for a merge with the lower-priority one: both
// are hashes of similar hashes, they have no key in common, and the lower-priority one contains a hash that the other
// does not repeat under another name. Scalars, such as addresses of servers, usually replace each other.
func IsAddition(higher, lower *data.Value) bool {
	if higher.Kind() != data.Hash || lower.Kind() != data.Hash {
		return false
	}
	details := detailsOf(higher, map[string]bool{})
	isNew := false
	for _, e := range lower.Entries() {
		if _, ok := higher.GetKey(e.Key); ok {
			return false
		}
		isNew = isNew || !isRestated(e, details)
	}
	return isNew && areAlike(higher, lower)
}

// areAlike reports whether two hashes contain only hashes that are either all empty or share a key.
func areAlike(a, b *data.Value) bool {
	fields := map[string]bool{}
	for _, e := range a.Entries() {
		if e.Value.Kind() != data.Hash {
			return false
		}
		for _, field := range e.Value.Entries() {
			fields[field.Key.Text()] = true
		}
	}
	isEmpty, isShared := true, false
	for _, e := range b.Entries() {
		if e.Value.Kind() != data.Hash {
			return false
		}
		for _, field := range e.Value.Entries() {
			isEmpty, isShared = false, isShared || fields[field.Key.Text()]
		}
	}
	return isShared || isEmpty || len(fields) == 0
}

// isRestated reports whether an entry has details that all occur in others: `{dport: 8140}` if others have a firewall
// rule for this port under another name. Numbers alone do not show that an entry with a specific name was renamed, such as
// `vm.swappiness` or a path: many settings have the same value.
func isRestated(e data.Entry, others map[string]bool) bool {
	isIdentified := !strings.ContainsAny(rubytext.ToS(e.Key), "./@:")
	details := detailsOf(e.Value, map[string]bool{})
	for detail := range details {
		if !others[detail] {
			return false
		}
		isIdentified = isIdentified || strings.Trim(detail, "0123456789") != ""
	}
	return isIdentified && len(details) > 0
}

// detailsOf adds the specific scalars of a value, such as numbers, paths, and addresses, but neither words such as
// `present` nor single digits.
func detailsOf(v *data.Value, details map[string]bool) map[string]bool {
	switch v.Kind() {
	case data.Hash:
		for _, e := range v.Entries() {
			detailsOf(e.Value, details)
		}
	case data.Array:
		for _, item := range v.Items() {
			detailsOf(item, details)
		}
	default:
		if text := rubytext.ToS(v); len(text) > 1 && strings.ContainsAny(text, "0123456789./@:") {
			details[text] = true
		}
	}
	return details
}
