package facts

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// The keys of what an external node classifier answers for a node.
const (
	keyClasses     = "classes"
	keyParameters  = "parameters"
	keyEnvironment = "environment"
)

// isClassification reports whether a hash is what an external node classifier such as Foreman answers. It does not
// name the node.
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

// classify takes over a classification. Puppet makes top-scope variables of its parameters.
func (n *Node) classify(v *data.Value) {
	n.Facts = data.NewHash(nil)
	n.Environment = textOf(v, keyEnvironment)
	if parameters, ok := v.Get(keyParameters); ok && parameters.Kind() == data.Hash {
		n.Vars = parameters
	}
	n.Classes = classes(v)
}

// classes are the names in an array, or the keys of a hash, whose values are parameters of the classes.
func classes(v *data.Value) []string {
	list, ok := v.Get(keyClasses)
	if !ok || list.Kind() != data.Array && list.Kind() != data.Hash {
		return nil
	}
	names := []string{}
	add := func(name *data.Value) {
		if name.Kind() == data.String {
			names = append(names, ClassName(name.Text()))
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

// ClassName is the name of the class with a title: `profile::web` for `::Profile::Web`.
func ClassName(title string) string { return strings.ToLower(strings.TrimPrefix(title, "::")) }
