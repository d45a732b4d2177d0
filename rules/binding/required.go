package binding

import (
	"slices"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
)

// required are the keys that nodes of an environment need: those of the parameters without a default of classes
// that are certainly in their catalogs. For a module that lies alone they are those of the classes that its main class
// includes.
func required(code *manifest.Index, env *nodes.Fleet) []nodes.Requirement {
	needs := needs{code: code, module: env.Project.ModuleAlone(), byKey: map[string]*nodes.Requirement{}, given: givenValues(code)}
	needs.add(needs.everyone(), func(q *nodes.Requirement) { q.Everywhere = true })
	if len(code.Nodes) > 0 {
		for _, name := range nodeNames(code, env.Certnames()) {
			if d, known := code.Node(name); known && d != nil {
				needs.add(needs.of(d), func(q *nodes.Requirement) { q.Certnames[name] = true })
			}
		}
	}
	for _, i := range code.Certain(needs.everyone()) {
		if i.Variable == "" {
			continue
		}
		for _, value := range env.Values(i.Variable) {
			where := nodes.Where{Variable: i.Variable, Value: value}
			needs.add([]*manifest.Inclusion{i.With(value)}, func(q *nodes.Requirement) { q.Where[where] = true })
		}
	}
	all := make([]nodes.Requirement, 0, len(needs.order))
	for _, q := range needs.order {
		all = append(all, *q)
	}
	return all
}

// nodeNames are the nodes that node definitions name, and others whose names are known.
func nodeNames(code *manifest.Index, certnames []string) []string {
	names := slices.Clone(certnames)
	for _, d := range code.Nodes {
		names = append(names, d.Certnames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// needs gathers requirements.
type needs struct {
	code   *manifest.Index
	module string // that lies alone
	given  []*manifest.Inclusion
	byKey  map[string]*nodes.Requirement
	order  []*nodes.Requirement
}

// everyone are the inclusions that every node evaluates: those outside of node definitions, and those of the
// default where there is no other. Of a module that lies alone they are those of its main class.
func (n *needs) everyone() []*manifest.Inclusion {
	if n.module != "" {
		if main, _ := n.code.Class(n.module); main != nil {
			return main.Inclusions
		}
		return nil
	}
	if len(n.code.Nodes) == 1 && n.code.Nodes[0].IsDefault() {
		return n.of(n.code.Nodes[0])
	}
	return n.code.Site
}

// of are the inclusions that the nodes of a definition evaluate.
func (n *needs) of(d *manifest.Definition) []*manifest.Inclusion {
	return slices.Concat(n.code.Site, d.Inclusions)
}

// add notes what the classes need that inclusions bring, and with on the nodes on which they do.
func (n *needs) add(inclusions []*manifest.Inclusion, on func(*nodes.Requirement)) {
	for name := range n.code.Included(inclusions) {
		class, _ := n.code.Class(name)
		if class == nil {
			continue
		}
		for _, parameter := range class.Parameters {
			if parameter.HasDefault() || n.isGiven(name, parameter.Name) {
				continue
			}
			key := class.Name + "::" + parameter.Name
			q := n.byKey[key]
			if q == nil {
				q = &nodes.Requirement{Key: key, Certnames: map[string]bool{}, Where: map[nodes.Where]bool{}}
				n.byKey[key] = q
				n.order = append(n.order, q)
			}
			on(q)
		}
	}
}

// isGiven reports whether any code that declares the class like a resource may give a value to the parameter.
func (n *needs) isGiven(class, parameter string) bool {
	return slices.ContainsFunc(n.given, func(i *manifest.Inclusion) bool {
		return (i.Class.IsZero() || i.Class.Matches(class)) && (slices.Contains(i.Given, parameter) || slices.Contains(i.Given, "*"))
	})
}

// givenValues are the declarations of classes like resources, with values for parameters.
func givenValues(code *manifest.Index) []*manifest.Inclusion {
	var given []*manifest.Inclusion
	note := func(inclusions []*manifest.Inclusion) {
		for _, i := range inclusions {
			if len(i.Given) > 0 {
				given = append(given, i)
			}
		}
	}
	note(code.Site)
	for _, definitions := range [][]*manifest.Definition{code.Nodes, code.Classes, code.DefinedTypes, code.Functions} {
		for _, d := range definitions {
			note(d.Inclusions)
		}
	}
	return given
}

// inclusionOf is what brings a class to the nodes that need a key.
func inclusionOf(code *manifest.Index, module string, q *nodes.Requirement, class string) *manifest.Inclusion {
	needs := needs{code: code, module: module}
	if q.Everywhere {
		return code.Included(needs.everyone())[class]
	}
	for _, d := range code.Nodes {
		if i := code.Included(needs.of(d))[class]; i != nil {
			return i
		}
	}
	for _, i := range code.Certain(needs.everyone()) {
		for where := range q.Where {
			if i.Variable == "" {
				continue
			}
			if by := code.Included([]*manifest.Inclusion{i.With(where.Value)})[class]; by != nil {
				return by
			}
		}
	}
	return nil
}
