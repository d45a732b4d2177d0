package merging

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// IsAddition reports whether the higher of two values looks as if it was written to be added to the lower one: both are
// hashes of the same kind of things without a key in common, and the lower one has a thing that the higher one does not
// have under another name. Things are hashes: single values, such as the addresses of servers, mostly replace each other.
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
		isNew = isNew || !isRestated(e.Value, details)
	}
	return isNew && areAlike(higher, lower)
}

// areAlike reports whether two hashes hold the same kind of things: hashes, with a key in common where they have any.
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

// isRestated reports whether all details of a value, of which it has some, are among others: `{dport: 8140}` is, where the
// others have a rule of another name for this port.
func isRestated(v *data.Value, others map[string]bool) bool {
	details := detailsOf(v, map[string]bool{})
	for detail := range details {
		if !others[detail] {
			return false
		}
	}
	return len(details) > 0
}

// detailsOf adds the single values in a value that mean something by themselves: numbers, paths, addresses, but no words
// such as `present`.
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
		if text := rubytext.ToS(v); strings.ContainsAny(text, "0123456789./@:") {
			details[text] = true
		}
	}
	return details
}
