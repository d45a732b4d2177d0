package variables

import (
	"iter"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/rule"
)

// Variable is a variable in a hiera.yaml.
type Variable struct {
	key.Key
	// Node is the string that contains the variable, and Offset its position there.
	Node   *data.Node
	Offset int
	// InOptions means that the variable is in the options of a level, not in a path.
	InOptions bool
}

// InConfig returns the variables of a hiera.yaml in paths, globs, datadirs, options, and mapped_paths, in the order of
// the levels. Each occurrence is returned once, even if several levels inherit it. The variable that mapped_paths
// defines is not included.
func InConfig(p *rule.ConfigPass) iter.Seq[Variable] { return inHierarchy(p.Config()) }

// inHierarchy is InConfig for a hierarchy.
func inHierarchy(c *config.Config) iter.Seq[Variable] {
	return func(yield func(Variable) bool) {
		w := variableWalk{yield: yield, seen: map[*data.Node]bool{}}
		for _, level := range c.AllLevels() {
			w.level(level)
		}
	}
}

// variableWalk visits the strings of a hiera.yaml.
type variableWalk struct {
	yield func(Variable) bool
	done  bool
	seen  map[*data.Node]bool
}

func (w *variableWalk) level(level *config.Level) {
	local := ""
	if level.Mapped != nil {
		local = level.Mapped.Name
		w.mapped(level.Mapped)
	}
	w.template(level.Datadir.Node, level.Datadir.Template, "", false)
	for _, location := range level.Locations {
		w.template(location.Node, location.Template, local, false)
	}
	if n := level.OptionsNode; n != nil && !w.seen[n] {
		w.seen[n] = true
		w.options(n)
	}
}

// template visits the variables in the string at n except local, which mapped_paths sets.
func (w *variableWalk) template(n *data.Node, template *interpolate.Template, local string, inOptions bool) {
	if n == nil || template == nil || n.Kind != data.Scalar || n.Text() != template.Text || w.seen[n] {
		return
	}
	w.seen[n] = true
	for token := range template.All() {
		if token.Kind == interpolate.Variable && token.Key.Root != local {
			w.found(Variable{token.Key, n, token.KeyOffset, inOptions})
		}
	}
}

func (w *variableWalk) options(n *data.Node) {
	if n.Kind == data.Scalar {
		if n.Value.Is(data.String) {
			w.template(n, interpolate.Parse(n.Value.Text()), "", true)
		}
		return
	}
	for _, child := range n.Children {
		w.options(child)
	}
}

// mapped visits the variable of mapped_paths, which is written without `%{}`.
func (w *variableWalk) mapped(mapped *config.MappedPaths) {
	n := mapped.VariableNode
	if n == nil || n.Kind != data.Scalar || n.Text() != mapped.Variable || strings.Contains(mapped.Variable, "%{") {
		return // invalid, which another rule reports
	}
	if variable, err := key.Parse(mapped.Variable); err == nil {
		w.found(Variable{variable, n, 0, false})
	}
}

func (w *variableWalk) found(v Variable) {
	w.done = w.done || !w.yield(v)
}
