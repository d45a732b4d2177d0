package binding

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
)

// required returns the keys that nodes of an environment need: the parameters without a default of classes that are
// certainly in their catalogs. For a single module, these are the classes that its main class includes.
func required(code *manifest.Index, env *nodes.Fleet) []nodes.Requirement {
	needs := needsIn(code, env.Project)
	needs.byKey, needs.given = map[string]*nodes.Requirement{}, givenValues(code)
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
	return lists.Map(needs.order, func(q *nodes.Requirement) nodes.Requirement { return *q })
}

// nodeNames returns the names in node definitions, and other known certnames.
func nodeNames(code *manifest.Index, certnames []string) []string {
	names := slices.Clone(certnames)
	for _, d := range code.Nodes {
		names = append(names, d.Certnames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// needs collects requirements.
type needs struct {
	code   *manifest.Index
	module string                // if the tree is a single module
	site   []*manifest.Inclusion // outside of definitions
	given  []*manifest.Inclusion
	byKey  map[string]*nodes.Requirement
	order  []*nodes.Requirement
}

// needsIn returns needs without requirements.
func needsIn(code *manifest.Index, env *project.Environment) *needs {
	n := &needs{code: code, module: env.ModuleAlone(), site: code.Site}
	if env.Conf == nil && filepath.Base(filepath.Dir(env.Dir)) != "environments" && areOfMachines(code) {
		n.site = nil
	}
	return n
}

// areOfMachines reports whether manifests may be those of single machines, of which Vagrant or `puppet apply` evaluates
// one each: several include classes, and none is called site.pp.
func areOfMachines(code *manifest.Index) bool {
	isOther := func(i *manifest.Inclusion) bool { return i.File != code.Site[0].File }
	return slices.ContainsFunc(code.Site, isOther) && !code.HasFile(func(name string) bool { return filepath.Base(name) == "site.pp" })
}

// everyone returns the inclusions that every node evaluates: those outside node definitions, those of `node default` if
// it is the only definition, and for a single module those of its main class.
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
	return n.site
}

// of returns the inclusions that nodes evaluate through a node definition.
func (n *needs) of(d *manifest.Definition) []*manifest.Inclusion {
	return slices.Concat(n.site, d.Inclusions)
}

// add records the requirements of included classes. on sets on which nodes they apply.
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

// isGiven reports whether a resource-like declaration of the class may set the parameter.
func (n *needs) isGiven(class, parameter string) bool {
	return slices.ContainsFunc(n.given, func(i *manifest.Inclusion) bool {
		return (i.Class.IsZero() || i.Class.Matches(class)) && (slices.Contains(i.Given, parameter) || slices.Contains(i.Given, "*"))
	})
}

// givenValues returns the resource-like declarations of classes, which set parameters.
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

// inclusionOf returns how a class gets into the catalogs of the nodes that need a key.
func inclusionOf(code *manifest.Index, env *project.Environment, q *nodes.Requirement, class string) *manifest.Inclusion {
	needs := needsIn(code, env)
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
