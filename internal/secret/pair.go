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

// NamesIn returns a function that reports whether a key of a hash leads to a secret: because of its name,
// see IsNamed, or because it is the value beside such a name.
func NamesIn(hash *data.Value) func(key string) bool {
	return namesIn(slices.ContainsFunc(hash.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && e.Value.Kind() == data.String && isPairName(e.Key.Text(), e.Value.Text())
	}))
}

// namesInMapping is NamesIn for a hash as written.
func namesInMapping(n *data.Node) func(key string) bool {
	for key, value := range n.Entries() {
		if key.Kind == data.Scalar && value.Kind == data.Scalar && isPairName(key.Text(), value.Text()) {
			return namesIn(true)
		}
	}
	return IsNamed
}

func namesIn(isPair bool) func(key string) bool {
	if !isPair {
		return IsNamed
	}
	return func(key string) bool { return IsNamed(key) || slices.Contains(pairValues, key) }
}

func isPairName(key, name string) bool {
	return slices.Contains(pairNames, key) && !strings.ContainsAny(name, " /\n") && IsNamed(name)
}
