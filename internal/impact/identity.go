package impact

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// Equal reports whether values are equal: of the same type, with equal parts.
func Equal(a, b *data.Value) bool { return (&equality{}).of(a, b) }

// equality compares values. It remembers the results for large ones, which many keys may share.
type equality struct {
	known memo.Map[[2]*data.Value, bool]
}

func (q *equality) of(a, b *data.Value) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	a, b = withKeys(a), withKeys(b)
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	if a.Kind() != data.Hash && a.Kind() != data.Array || a.Size() < largeValue {
		return q.compute(a, b)
	}
	return q.known.Of([2]*data.Value{a, b}, func() bool { return q.compute(a, b) })
}

func (q *equality) compute(a, b *data.Value) bool {
	switch a.Kind() {
	case data.Hash:
		entries := entriesOf(b)
		return !slices.ContainsFunc(a.Entries(), func(e data.Entry) bool {
			other, ok := entries[Identity(e.Key)]
			return !ok || !q.of(e.Value, other.Value)
		})
	case data.Array:
		return slices.EqualFunc(a.Items(), b.Items(), q.of)
	case data.Sensitive:
		return q.of(a.Unwrap(), b.Unwrap())
	case data.String:
		if !a.IsBinary() && !b.IsBinary() && utf8.ValidString(a.Text()) && utf8.ValidString(b.Text()) {
			return a.Text() == b.Text()
		}
	}
	return Identity(a) == Identity(b)
}

// Identity returns a string that is the same for equal values only. Unknown values are equal if
// they are written in the same way.
func Identity(v *data.Value) string { return identities{}.of(v) }

// identities are the identities of hashes and arrays. That of a value is needed for each value
// around it.
type identities map[*data.Value]string

func (all identities) of(v *data.Value) string {
	v = withKeys(v)
	if u, ok := outcome.AsUnknown(v); ok {
		if u.Node == nil {
			return fmt.Sprintf("unknown\x00%d\x00%s\x00%s", u.Reason, u.Subject, u.Detail)
		}
		return fmt.Sprintf("unknown\x00%d\x00%s", u.Reason, all.written(u.Node))
	}
	switch v.Kind() {
	case data.Hash, data.Array:
		return lists.GetOrPut(all, v, func() string { return all.compute(v) })
	case data.Sensitive:
		return "Sensitive " + all.of(v.Unwrap())
	}
	id := string(tagged.Append(nil, v))
	if len(id) > largeValue {
		return v.Kind().String() + digest(id)
	}
	return id
}

// withKeys returns a hash that is unknown because of its keys as it is written. Its Unknown is that of
// one of the keys.
func withKeys(v *data.Value) *data.Value {
	if u, ok := outcome.AsUnknown(v); ok && u.Node != nil && u.Node.IsKey() && u.Node.Parent.Value != nil {
		return u.Node.Parent.Value
	}
	return v
}

// compute returns the identity of a hash or an array: a digest, so that it does not grow with each
// level.
func (all identities) compute(v *data.Value) string {
	parts := lists.Map(v.Items(), all.of)
	for _, e := range v.Entries() {
		parts = append(parts, digest(all.of(e.Key), all.of(e.Value)))
	}
	if v.Kind() == data.Array {
		return "[" + digest(parts...)
	}
	slices.Sort(parts)
	return "{" + digest(parts...)
}

func digest(parts ...string) string {
	h := sha256.New()
	var size [8]byte
	for _, part := range parts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		_, _ = io.WriteString(h, part) // a hash does not fail
	}
	return string(h.Sum(nil))
}

// written returns a string that is the same for nodes whose values are equal before interpolation
// and decryption.
func (all identities) written(n *data.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Value == nil:
		return sourceOf(n)
	}
	return all.of(n.Value)
}

// sourceOf returns the text of a node.
func sourceOf(n *data.Node) string { return string(n.Doc.File.Slice(n.Span)) }

func entriesOf(v *data.Value) map[string]data.Entry {
	all := make(map[string]data.Entry, v.Len())
	for _, e := range v.Entries() {
		all[Identity(e.Key)] = e
	}
	return all
}
