package binding

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
)

// maxNeeds limits the classes that are visited to find which nodes include them, and the nodes that are noted for them.
const maxNeeds = 1_000_000

// required returns the keys that nodes of an environment need: the parameters without a default of classes that are
// certainly in their catalogs. For a single module, these are the classes that its main class includes.
func required(code *manifest.Index, env *nodes.Fleet) []nodes.Requirement {
	n := needsIn(code, env.Project)
	return n.find(env, n.parametersOf)
}

// find returns the keys that nodes of an environment need because of the classes that are certainly in their catalogs.
// keysOf returns the keys that a class needs.
func (n *needs) find(env *nodes.Fleet, keysOf func(class *manifest.Definition) []string) []nodes.Requirement {
	code := n.code
	n.keysOf, n.given, n.byClass, n.left = keysOf, givenValues(code), map[string]*need{}, maxNeeds
	settings := map[string]*data.Value{}
	n.settings = func(key string) *data.Value {
		return lists.GetOrPut(settings, key, func() *data.Value { return n.setting(env, key) })
	}
	everyone := code.Included(n.everyone(), n.settings)
	n.add(everyone, (*need).everywhere)
	n.addDefinitions(everyone, env)
	certain := code.Certain(n.everyone(), n.settings)
	for _, i := range certain {
		if i.Variable == "" {
			continue
		}
		for _, value := range env.Values(i.Variable) {
			if n.left--; n.left < 0 {
				break
			}
			if !i.IsFor(value) {
				continue
			}
			where := nodes.WhereIs(i.Variable, value)
			included := n.besidesOn(i.Variable, value, []*manifest.Inclusion{i.With(value)}, everyone)
			n.add(included, func(of *need, i *manifest.Inclusion) { of.need(where, i) })
		}
	}
	n.addLists(certain, everyone, env, nil)
	return n.requirements()
}

// setting returns the value of a class parameter on all nodes of an environment; nil if it is unknown or not the same on all.
func (n *needs) setting(env *nodes.Fleet, key string) *data.Value {
	_, parameter := n.code.Parameter(key)
	if parameter == nil || n.isGiven(key) {
		return nil
	}
	v := env.Setting(key, parameter.Literal())
	typ, err := n.code.ParameterType(parameter)
	if v == nil || err != nil || !types.Instance(typ, v) {
		return nil // or lookup_options convert it
	}
	return v
}

// addDefinitions adds what node definitions include besides what every node does.
func (n *needs) addDefinitions(everyone map[string]*manifest.Inclusion, env *nodes.Fleet) {
	if len(n.code.Nodes) == 0 {
		return
	}
	names := map[*manifest.Definition][]string{}
	for _, name := range nodeNames(n.code, env.Certnames()) {
		if d, known := n.code.Node(name); known && d != nil {
			names[d] = append(names[d], fullNames(name, env)...)
		}
	}
	includesLists := slices.ContainsFunc(n.code.Inclusions(), func(i *manifest.Inclusion) bool {
		_, known := i.Key.Text()
		return known
	})
	for _, d := range n.code.Nodes {
		if n.left < 0 {
			return
		}
		inclusions := d.Inclusions
		if n.module != "" { // whose main class is that of every node
			inclusions = n.of(d)
		}
		n.add(n.besides(inclusions, everyone), func(of *need, i *manifest.Inclusion) {
			n.left -= len(names[d])
			of.Unnamed = of.Unnamed || d.HasPattern()
			for _, name := range names[d] {
				of.need(nodes.Named(name), i)
			}
		})
		if includesLists {
			certain := n.code.Certain(inclusions, n.settings)
			n.left -= len(certain) / repeatedFor
			n.addLists(certain, everyone, env, lists.Set(names[d]))
		}
	}
}

// addLists adds the classes in the values of keys that code looks up and includes on every node, or on the nodes of
// a node definition that have one of names.
func (n *needs) addLists(certain []*manifest.Inclusion, everyone map[string]*manifest.Inclusion, env *nodes.Fleet, names map[string]bool) {
	for _, i := range certain {
		if n.left < 0 {
			return
		}
		key, known := i.Key.Text()
		merge, isPlain := n.mergeOf(key)
		if !known || !isPlain || n.isGiven(key) {
			continue
		}
		values := lists.GetOrPut(n.listed, [2]string{key, merge}, func() []nodes.Listed { return env.Listed(key, merge) })
		for _, c := range listedClasses(values, i) {
			if n.left < 0 {
				return
			}
			n.add(n.besides([]*manifest.Inclusion{c.at[0].inclusion}, everyone), func(of *need, i *manifest.Inclusion) {
				for _, at := range c.at {
					if of.class.Name == c.name {
						i = at.inclusion
					}
					n.left -= len(at.Where)
					at.needIn(of, i, names)
				}
			})
		}
	}
}

// listedClass is a class that data lists.
type listedClass struct {
	name string
	at   []listedAt
}

// listedAt is a place that lists a class.
type listedAt struct {
	nodes.Listed
	inclusion *manifest.Inclusion
}

// needIn records that nodes need the keys of a class: those that read the list, and have one of names unless that is nil.
func (at *listedAt) needIn(of *need, i *manifest.Inclusion, names map[string]bool) {
	switch {
	case at.Everywhere && names == nil:
		of.everywhere(i)
	case at.Everywhere:
		for name := range names {
			of.need(nodes.Named(name), i)
		}
	}
	for _, w := range at.Where {
		if name, _ := w.Certname(); names == nil || names[name] {
			of.need(w, i)
		}
	}
}

// listedClasses returns the classes in the values of a key that code includes, without those that a knockout prefix may remove.
func listedClasses(values []nodes.Listed, i *manifest.Inclusion) []*listedClass {
	var all []*listedClass
	byName, removed := map[string]*listedClass{}, map[string]bool{}
	for _, value := range values {
		for _, v := range listed(value.Value, i.Path) {
			name := strings.TrimPrefix(v.Text(), "::")
			if !pp.IsDefinitionName(name) {
				removed[strings.TrimLeftFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })] = true
				continue
			}
			if v.Node() == nil || !value.Everywhere && len(value.Where) == 0 {
				continue
			}
			c := byName[name]
			if c == nil {
				c = &listedClass{name: name}
				byName[name] = c
				all = append(all, c)
			}
			c.at = append(c.at, listedAt{value, i.Of(name, v.Node().Doc.File, v.Node().Span)})
		}
	}
	return slices.DeleteFunc(all, func(c *listedClass) bool { return removed[c.name] })
}

// mergeOf returns the merge strategy with which code looks up a key; ok is false if its value may not be that in data.
// Lookups of computed keys are other ones.
func (n *needs) mergeOf(key string) (merge string, ok bool) {
	for at, u := range n.code.ExactLookupsOf(key) {
		with := u.Merge
		if u.Function == "hiera" {
			with = "first"
		}
		if !isKnown(u) {
			return "", false
		}
		if at > 0 && merge != with {
			with = "first"
		}
		merge = with
	}
	return merge, true
}

// isGiven reports whether a resource-like declaration may set the parameter that a key is for.
func (n *needs) isGiven(key string) bool {
	class, parameter, ok := manifest.CutParameter(key)
	if !ok {
		return false
	}
	values := n.given.of(class)
	return values[parameter] || values["*"]
}

// fullNames returns the names of the nodes that a node definition applies to by a name. If that has no domain, they are those with
// it as their host name for which there is data: their fqdn is not their certname, or Puppet before version 6 shortens it.
func fullNames(name string, env *nodes.Fleet) []string {
	if strings.Contains(name, ".") || len(env.Real) > 0 {
		return []string{name}
	}
	full := lists.Filter(env.Values("fqdn"), func(fqdn string) bool { return strings.HasPrefix(fqdn, name+".") })
	if len(full) == 0 {
		return []string{name}
	}
	return full
}

// nodeNames returns the names in node definitions, and other known certnames.
func nodeNames(code *manifest.Index, certnames []string) []string {
	return lists.Distinct(slices.Concat(certnames, lists.FlatMap(code.Nodes, (*manifest.Definition).Certnames)))
}

// needs collects requirements.
type needs struct {
	code   *manifest.Index
	keysOf func(class *manifest.Definition) []string // the keys that a class needs
	module string                                    // if the tree is a single module
	ofSite bool                                      // every node evaluates the code outside of definitions
	site   []*manifest.Inclusion                     // in that code
	given  *given
	// settings returns the values of class parameters that all nodes have; nil for others.
	settings manifest.Settings
	listed   map[[2]string][]nodes.Listed // by key and merge strategy; see nodes.Fleet.Listed
	byClass  map[string]*need
	order    []*need
	left     int // of maxNeeds; negative if there are more
}

// need is a class that nodes include.
type need struct {
	nodes.Requirement // of each key
	class             *manifest.Definition
	keys              []string
}

// needsIn returns needs without requirements.
func needsIn(code *manifest.Index, env *project.Environment) *needs {
	n := &needs{code: code, module: env.ModuleAlone(), listed: map[[2]string][]nodes.Listed{}}
	if n.ofSite = env.Conf != nil || filepath.Base(filepath.Dir(env.Dir)) == "environments" || !areOfMachines(code); n.ofSite {
		n.site = code.Site
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

// repeatedFor is the number of visits of inclusions that count as one of maxNeeds.
const repeatedFor = 4

// besides returns what inclusions include besides what every node does.
func (n *needs) besides(inclusions []*manifest.Inclusion, everyone map[string]*manifest.Inclusion) map[string]*manifest.Inclusion {
	return n.besidesOn("", "", inclusions, everyone)
}

// besidesOn is besides on nodes with a value of a variable.
func (n *needs) besidesOn(variable, value string, inclusions []*manifest.Inclusion, everyone map[string]*manifest.Inclusion) map[string]*manifest.Inclusion {
	included, visited := n.code.IncludedBesides(inclusions, n.settings, everyone, variable, value)
	n.left -= max(0, visited/repeatedFor-len(included))
	return included
}

// add records that classes are included. on sets on which nodes.
func (n *needs) add(included map[string]*manifest.Inclusion, on func(*need, *manifest.Inclusion)) {
	n.left -= 1 + len(included)
	for name, inclusion := range included {
		of := lists.GetOrPut(n.byClass, name, func() *need { return n.newNeed(name) })
		if of == nil {
			continue
		}
		if of.Inclusion == nil {
			of.Inclusion = inclusion
			n.order = append(n.order, of)
		}
		on(of, inclusion)
	}
}

// everywhere records that every node needs the keys.
func (of *need) everywhere(i *manifest.Inclusion) {
	if !of.Everywhere {
		of.Everywhere, of.Inclusion = true, i
	}
}

// need records that nodes need the keys, unless that is known.
func (of *need) need(on nodes.Where, i *manifest.Inclusion) {
	of.Where[on] = cmp.Or(of.Where[on], i)
}

// newNeed returns the need for a class; nil if it needs no key.
func (n *needs) newNeed(name string) *need {
	class, _ := n.code.Class(name)
	if class == nil {
		return nil
	}
	of := &need{class: class, Requirement: nodes.Requirement{Where: map[nodes.Where]*manifest.Inclusion{}}, keys: n.keysOf(class)}
	if of.keys == nil {
		return nil
	}
	return of
}

// parametersOf returns the keys of the parameters that need a value from data.
func (n *needs) parametersOf(class *manifest.Definition) (keys []string) {
	values := n.given.of(class.Name)
	n.left -= len(n.given.patterns) / 8
	for _, p := range class.Parameters {
		if !p.HasDefault() && !values[p.Name] && !values["*"] {
			keys = append(keys, class.Name+"::"+p.Name)
		}
	}
	return keys
}

// requirements returns those of all keys. If there are too many needs, it is unknown which nodes need which class.
func (n *needs) requirements() []nodes.Requirement {
	if n.left < 0 {
		for _, class := range n.code.Classes {
			if n.byClass[class.Name] == nil {
				n.add(map[string]*manifest.Inclusion{class.Name: {}}, func(*need, *manifest.Inclusion) {})
			}
		}
	}
	slices.SortFunc(n.order, func(a, b *need) int { return strings.Compare(a.class.Name, b.class.Name) })
	var all []nodes.Requirement
	for _, of := range n.order {
		q := of.Requirement
		if n.left < 0 && !q.Everywhere {
			q.TooMany, q.Where = true, nil
		}
		for _, key := range of.keys {
			q.Key = key
			all = append(all, q)
		}
	}
	return all
}

// given holds the parameters that resource-like declarations of classes set, "*" for unknown ones.
type given struct {
	byClass  map[string]map[string]bool
	patterns []*manifest.Inclusion // those of classes whose names are not known
}

// of returns the parameters that declarations of the class may set.
func (g *given) of(class string) map[string]bool {
	values := maps.Clone(g.byClass[class])
	for _, i := range g.patterns {
		if !i.Class.IsZero() && !i.Class.Matches(class) {
			continue
		}
		for _, parameter := range i.Given {
			lists.Put(&values, parameter, true)
		}
	}
	return values
}

// givenValues returns the parameters that resource-like declarations of classes set.
func givenValues(code *manifest.Index) *given {
	all := &given{byClass: map[string]map[string]bool{}}
	for _, i := range code.Inclusions() {
		name, known := i.Class.Text()
		switch {
		case len(i.Given) == 0:
			continue
		case !known:
			all.patterns = append(all.patterns, i)
			continue
		case all.byClass[name] == nil:
			all.byClass[name] = map[string]bool{}
		}
		for _, parameter := range i.Given {
			all.byClass[name][parameter] = true
		}
	}
	return all
}
