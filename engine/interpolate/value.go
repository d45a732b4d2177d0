package interpolate

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// HasTokens reports whether a string in a value, which may be a key of a hash, contains a %{.
func HasTokens(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		return strings.Contains(v.Text(), opening)
	case data.Array:
		return slices.ContainsFunc(v.Items(), HasTokens)
	case data.Hash:
		return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return HasTokens(e.Key) || HasTokens(e.Value) })
	}
	return false
}

// HasTokensInKeys reports whether a key of a hash in a value contains a %{.
func HasTokensInKeys(v *data.Value) bool {
	return slices.ContainsFunc(v.Items(), HasTokensInKeys) ||
		slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return HasTokens(e.Key) || HasTokensInKeys(e.Value) })
}
