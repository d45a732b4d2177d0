package nodes

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// Requirement is a key without which the catalogs of the nodes that need it do not compile. If it is
// unknown which nodes need it, there is no Where.
type Requirement struct {
	Key string
	// Everywhere reports that every node needs it; otherwise, those in Where do. Each is mapped to how
	// the class whose parameter it is gets into their catalogs.
	Everywhere bool
	Where      map[Where]*manifest.Inclusion
	// Unnamed reports that nodes need it to which a node definition with a pattern applies; their names may be unknown.
	Unnamed bool
	// TooMany reports that it is unknown which nodes need it, because there may be too many.
	TooMany bool
	// Inclusion is the first of all inclusions of the class; nil for other keys.
	Inclusion *manifest.Inclusion
	// Merges are the merges with which code looks up the key, so that it is also evaluated with them.
	Merges []*data.Value
}

// Or returns a requirement for the nodes of either; q may be nil.
func (q *Requirement) Or(other Requirement) *Requirement {
	if q == nil || other.Everywhere && !q.Everywhere {
		return &other
	}
	either := *q
	either.TooMany = q.TooMany || other.TooMany
	either.Unnamed = q.Unnamed || other.Unnamed
	either.Where = maps.Clone(other.Where)
	maps.Copy(either.Where, q.Where)
	return &either
}

// need is the requirement of a key that some nodes are known to need, or may need.
type need struct {
	*Requirement
	variables []string // of Where, sorted
}

// need returns the need of a root key; nil if there is none.
func (fleet *Fleet) need(r *index.Root) *need {
	if !r.IsWanted {
		return nil
	}
	return fleet.needs[r.Name]
}

func (k *Key) need() *need { return k.Fleet.need(k.root) }

// Where selects the nodes on which a variable has a value.
type Where struct{ variable, value string }

// WhereIs returns the Where of a variable, which may have a legacy name.
func WhereIs(variable, value string) Where { return Where{facter.Canonical(variable), value} }

// Named returns the Where of the node with a name.
func Named(certname string) Where { return Where{vars.Certname, certname} }

// Certname returns the name of the node, if it is selected by its name.
func (w Where) Certname() (name string, ok bool) { return w.value, w.variable == vars.Certname }

func (w Where) compare(other Where) int {
	return cmp.Or(cmp.Compare(w.variable, other.variable), cmp.Compare(w.value, other.value))
}

// Describe describes the nodes: "`role` = `web`".
func (fleet *Fleet) Describe(w Where) string { return fleet.describe(w.variable, w.value) }

// IsRequired reports whether Require has been called, and an edit since then requires no other keys.
func (fleet *Fleet) IsRequired() bool { return fleet.isRequired }

// Require makes Keys also evaluate keys that no data defines, and also on nodes that only the
// requirements distinguish. It must be called before Keys.
func (fleet *Fleet) Require(all []Requirement) {
	fleet.isRequired = true
	fleet.required = append(slices.Clip(fleet.required), all...)
	if len(fleet.Project.Unclaimed) > 0 {
		return // there is a hierarchy elsewhere, whose values are unknown
	}
	for i := range all {
		q := &all[i]
		if k, err := key.Parse(q.Key); err != nil || k.Root != q.Key {
			continue
		}
		fleet.index.Want(q.Key, q.Merges)
		if q.Everywhere || q.TooMany || q.Unnamed || len(q.Where) > 0 {
			lists.Put(&fleet.needs, q.Key, &need{q, variablesOf(q.Where)})
		}
	}
	fleet.index.Recount()
}

// variablesOf returns the variables of conditions, sorted.
func variablesOf[V any](where map[Where]V) []string {
	names := map[string]bool{}
	for w := range where {
		names[w.variable] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Values returns the known values of a variable, sorted: those of real nodes, or those derived from
// the names of files.
func (fleet *Fleet) Values(variable string) []string {
	if len(fleet.Real) > 0 {
		values := map[string]bool{}
		for _, n := range fleet.Real {
			if value, ok := n.value(facter.Canonical(variable)); ok {
				values[value] = true
			}
		}
		return slices.Sorted(maps.Keys(values))
	}
	v := fleet.variables[facter.Canonical(variable)]
	if v == nil {
		return nil
	}
	return slices.Clone(v.values)
}

// maxCertnames limits the number of derived nodes that differ only by their names, and maxNeeding
// the number of evaluations of a key for them; beyond that, individual nodes are not considered.
// The keys of a run share further limits; see locationsPerNeeding.
const (
	maxCertnames = 200
	maxNeeding   = 20000
)

// Certnames returns the nodes whose names are known, sorted: the real ones, or those derived from
// the tree unless there are too many.
func (fleet *Fleet) Certnames() []string {
	names := lists.Set(lists.Map(fleet.Real, func(n *Node) string { return n.Name }))
	if len(fleet.Real) > 0 {
		return slices.Sorted(maps.Keys(names))
	}
	for _, a := range fleet.ways {
		if name := a.Value(vars.Certname); name != "" {
			names[name] = true
		}
	}
	if len(names) > maxCertnames {
		return nil
	}
	return slices.Sorted(maps.Keys(names))
}

// needs reports whether the node needs the key, and why if not every node does.
func (n *Node) needs(r *index.Root) (inclusion *manifest.Inclusion, needed bool) {
	of := n.fleet.need(r)
	switch {
	case of == nil, n.mayHave(r):
		return nil, false
	case of.Everywhere:
		return nil, true
	}
	for _, variable := range of.variables {
		if value, ok := n.value(variable); ok {
			if inclusion, needed = of.Where[Where{variable, value}]; needed {
				return inclusion, true
			}
		}
	}
	return nil, false
}

// Inclusion returns how the class whose parameter the key is gets into the catalogs of a case with nodes that need it.
func (k *Key) Inclusion(c *Case) *manifest.Inclusion {
	if inclusion, _ := c.Node.needs(k.root); inclusion != nil {
		return inclusion
	}
	return k.need().Inclusion
}

// Value returns the string value of a variable on the node, if it is known.
func (n *Node) Value(variable string) (string, bool) { return n.value(facter.Canonical(variable)) }

// HasPath reports whether a string contains the value of a variable that was found in several
// segments of a path. A variable may have such a value, but it is at least as likely that the match
// is wrong.
func (n *Node) HasPath(text string) bool {
	if n.assigned == nil || !strings.Contains(text, "/") {
		return false
	}
	return slices.ContainsFunc(n.assigned.Values, func(v vars.Value) bool {
		return strings.Contains(v.Value, "/") && strings.Contains(text, v.Value)
	})
}

// value returns the string value of a variable on the node, if it is known.
func (n *Node) value(variable string) (string, bool) {
	if n.assigned != nil {
		return n.assigned.Lookup(variable)
	}
	if variable == vars.Certname {
		return n.Name, true
	}
	v := data.NewHash([]data.Entry{{Key: data.NewString("trusted"), Value: orEmpty(n.facts.Trusted)}})
	path := strings.Split(variable, ".")
	if path[0] != "trusted" {
		v = orEmpty(n.facts.Facts)
		if further := orEmpty(n.facts.Vars); len(path) == 1 {
			if own, ok := further.Get(variable); ok {
				return own.Text(), own.Kind() == data.String
			}
		}
	}
	for _, part := range path {
		found, ok := v.Get(part)
		if !ok {
			return "", false
		}
		v = found
	}
	return v.Text(), v.Kind() == data.String
}

func orEmpty(v *data.Value) *data.Value {
	if v == nil {
		return data.NewHash(nil)
	}
	return v
}

// KnowsExtensions reports whether the certificate extensions of all real nodes are known.
func (fleet *Fleet) KnowsExtensions() bool {
	return !slices.ContainsFunc(fleet.Real, func(n *Node) bool { return !n.facts.KnowsExtensions() })
}

// mayHave reports whether the node may have a value of the key because of an unknown extension of
// its certificate.
func (n *Node) mayHave(r *index.Root) bool {
	if n.facts == nil || n.facts.KnowsExtensions() {
		return false
	}
	return slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool {
		return slices.ContainsFunc(d.Matches, func(m *project.Match) bool {
			return slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return IsExtension(v.Name) })
		})
	})
}

// IsExtension reports whether a variable comes from the node's certificate or from a service that
// the server calls, so that facts do not contain it.
func IsExtension(name string) bool {
	name = strings.TrimPrefix(name, "::")
	return strings.HasPrefix(name, "trusted.extensions.") || strings.HasPrefix(name, "trusted.external.")
}

// Required returns the requirement of the key; nil if there is none.
func (k *Key) Required() *Requirement {
	if of := k.need(); of != nil {
		return of.Requirement
	}
	return nil
}

// EveryoneWhere returns the conditions in the requirement, sorted, under which something holds
// regardless of other variables. It is for derived nodes.
func (k *Key) EveryoneWhere(holds func(*Case) bool) []Where {
	return k.where(holds, func(*Node) bool { return false })
}

// EveryoneBut is like EveryoneWhere, with one exception among several nodes whose names are known.
func (k *Key) EveryoneBut(holds func(*Case) bool) (nodes []Where, except string) {
	isException := func(n *Node) bool { return except != "" && n.assigned.Value(vars.Certname) == except }
	for _, c := range k.Cases {
		for _, n := range c.Nodes {
			if _, needed := n.needs(k.root); needed && !holds(c) && except == "" {
				except = n.assigned.Value(vars.Certname)
			}
		}
	}
	if except == "" || len(k.Fleet.Certnames()) < 2 {
		return nil, ""
	}
	return k.where(holds, isException), except
}

// where returns the conditions under which something holds, except on some nodes.
func (k *Key) where(holds func(*Case) bool, isException func(*Node) bool) []Where {
	of, everyone := k.need(), map[Where]bool{}
	for _, c := range k.Cases {
		for _, n := range c.Nodes {
			if isException(n) {
				continue
			}
			for _, variable := range of.variables {
				w := Where{variable, n.assigned.Value(variable)}
				if _, is := of.Where[w]; is {
					known, ok := everyone[w]
					everyone[w] = (known || !ok) && holds(c)
				}
			}
		}
	}
	maps.DeleteFunc(everyone, func(_ Where, holds bool) bool { return !holds })
	return slices.SortedFunc(maps.Keys(everyone), Where.compare)
}

// Known returns descriptions of the nodes that are determined by one value that files are for,
// sorted, for which something holds regardless of other variables. It is for derived nodes.
func (k *Key) Known(holds func(*Case) bool) []string {
	var all []string
	for _, a := range k.Fleet.ways {
		name, value, ok := k.Fleet.single(a.Assignment)
		if !ok || slices.ContainsFunc(k.Cases, func(c *Case) bool {
			return !holds(c) && slices.ContainsFunc(c.Nodes, func(n *Node) bool { return a.Agrees(n.assigned) })
		}) {
			continue
		}
		all = append(all, k.Fleet.describe(name, value))
	}
	return lists.Distinct(all)
}

// countNeeding returns the maximum number of nodes that need.nodes returns for so many others. It is 0 if no node of the
// requirement can differ from the others: every node needs the key, or every node has it.
func (k *Key) countNeeding(others int) int {
	of := k.need()
	if of == nil || of.Everywhere {
		return 0
	}
	for _, d := range k.root.Definitions {
		if slices.ContainsFunc(d.Matches, func(m *project.Match) bool { return len(m.Vars) == 0 }) {
			return 0
		}
	}
	if of.TooMany {
		return math.MaxInt32
	}
	return len(of.Where) * (1 + len(of.variables)/8) * others
}

// nodes returns the derived nodes that need the key, unless others already cover them: each value,
// alone and combined with the others.
func (n *need) nodes(others []*vars.Assignment) []*vars.Assignment {
	var nodes []*vars.Assignment
	for _, w := range slices.SortedFunc(maps.Keys(n.Where), Where.compare) {
		node := vars.New()
		node.Set(w.variable, w.value)
		for _, a := range others {
			if both := vars.Join(a, node); both != nil {
				nodes = append(nodes, both)
			}
		}
	}
	return nodes
}
