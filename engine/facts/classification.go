package facts

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
)

// The keys in the output of an external node classifier.
const (
	keyClasses     = "classes"
	keyParameters  = "parameters"
	keyEnvironment = "environment"
)

// isClassification reports whether a hash is the output of an external node classifier such as
// Foreman, which does not contain the node's name.
func isClassification(v *data.Value) bool {
	given := false
	for _, e := range v.Entries() {
		switch e.Key.Text() {
		case keyClasses, keyParameters:
			given = given || e.Value.Kind() == data.Hash || e.Value.Kind() == data.Array
		case keyEnvironment:
		default:
			return false
		}
	}
	return given
}

// classify adds a classification. Puppet makes its parameters top-scope variables.
func (n *Node) classify(v *data.Value) {
	n.Facts = data.NewHash(nil)
	n.Environment = textOf(v, keyEnvironment)
	if parameters, ok := v.Get(keyParameters); ok && parameters.Kind() == data.Hash {
		n.Vars = parameters
	}
	n.Classes = classes(v)
}

// classes returns the names in an array, or the keys of a hash whose values are class parameters.
func classes(v *data.Value) []string {
	list, ok := v.Get(keyClasses)
	if !ok || list.Kind() != data.Array && list.Kind() != data.Hash {
		return nil
	}
	names := []string{}
	add := func(name *data.Value) {
		if name.Kind() == data.String {
			names = append(names, pp.LowerName(name.Text()))
		}
	}
	for _, name := range list.Items() {
		add(name)
	}
	for _, e := range list.Entries() {
		add(e.Key)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
