package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// certainty is what is certain about an unknown value.
type certainty uint8

const (
	nothing       certainty = iota
	insertedText            // it is a string into which the values of variables are inserted
	encryptedText           // it is a string, which is encrypted
)

// unknownString returns what is unknown of a value that is a string in a data file, rather than a hash with an unknown key, or nil.
func unknownString(v *data.Value) *outcome.Unknown {
	u, ok := outcome.AsUnknown(v)
	if !ok || u.Node == nil || u.Node != v.Node() || u.Node.IsKey() || !u.Node.Value.Is(data.String) {
		return nil
	}
	return u
}

// certainOf returns what is certain about an unknown value that a file contains for a key. An encrypted value is assumed not to be an alias
// for a value other than a string.
func certainOf(v *data.Value, key string) certainty {
	u := unknownString(v)
	if u == nil {
		return nothing
	}
	if path := u.Node.Path(); len(path) == 0 || path[0] != key {
		return nothing
	}
	switch u.Reason {
	case outcome.EncryptedValue:
		return encryptedText
	case outcome.UnknownVariable:
		template := interpolate.Parse(u.Node.Value.Text())
		if template != nil && !slices.ContainsFunc(template.Tokens, func(t interpolate.Token) bool { return t.Method == interpolate.Alias }) {
			return insertedText
		}
	}
	return nothing
}

// partlyKnown has the unknown parts of a value, as standIn returns it.
type partlyKnown map[*data.Value]certainty

// standIn returns a value of a key, or a part of one, with strings in place of what is unknown but certainly a string. It returns nil if
// a key of a hash is unknown.
func (k partlyKnown) standIn(v *data.Value, key string) *data.Value {
	if !v.HasUnknown() {
		return v
	}
	switch v.Kind() {
	case data.Array:
		items := lists.Map(v.Items(), func(item *data.Value) *data.Value { return k.standIn(item, key) })
		if slices.Contains(items, nil) {
			return nil
		}
		return data.NewArray(items).WithNode(v.Node())
	case data.Hash:
		entries := make([]data.Entry, 0, v.Len())
		for _, e := range v.Entries() {
			if e.Value = k.standIn(e.Value, key); e.Value == nil || e.Key.HasUnknown() {
				return nil
			}
			entries = append(entries, e)
		}
		return data.NewHash(entries).WithNode(v.Node())
	}
	what := certainOf(v, key)
	if what != nothing {
		v = data.NewString("unknown").WithNode(v.Node())
	}
	k[v] = what
	return v
}

// isCertain reports whether a mismatch does not depend on the unknown parts.
func (k partlyKnown) isCertain(m *types.Mismatch) bool {
	switch {
	case len(k) == 0:
		return true
	case isVariant(m):
		return false
	case m.Kind == types.MissingKey, m.Kind == types.WrongSize:
		return true
	}
	if what := k[m.Value]; what != nothing {
		return m.Kind == types.WrongType && m.ExcludesStrings()
	}
	return !lists.Any(m.Value.All(), func(part *data.Value) bool { _, unknown := k[part]; return unknown })
}
