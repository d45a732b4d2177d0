package secret

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// A hash may have the name of a secret in one entry and the secret in another, such as
// `{name: DB_PASSWORD, value: hunter2}` for a variable of the environment.

var (
	pairNames  = []string{"name", "key", "var", "variable", "param", "parameter", "setting", "option", "property"}
	pairValues = []string{"value", "val", "default"}
)

// IsPair reports whether an entry of a hash is named like a secret, so that another one may be the secret; see IsInPair.
func IsPair(v *data.Value) bool {
	return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && e.Value.Kind() == data.String && isPairName(e.Key.Text(), e.Value.Text())
	})
}

// IsInPair reports whether a key of a hash that IsPair may lead to the secret.
func IsInPair(key string) bool { return slices.Contains(pairValues, key) }

// isPairNode is IsPair for a mapping as written.
func isPairNode(n *data.Node) bool {
	for key, value := range n.Entries() {
		if key.Kind == data.Scalar && value.Kind == data.Scalar && isPairName(key.Text(), value.Text()) {
			return true
		}
	}
	return false
}

func isPairName(key, name string) bool {
	return slices.Contains(pairNames, key) && !strings.ContainsAny(name, " /\n") && IsNamed(name)
}
