package vars

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
)

// legacyNames maps canonical names to the legacy facts with the same value.
var legacyNames = sync.OnceValue(func() map[string][]string {
	names := map[string][]string{}
	for _, legacy := range append(facter.LegacyNames(), "clientcert") {
		names[facter.Canonical(legacy)] = append(names[facter.Canonical(legacy)], legacy)
	}
	return names
})

// Certname is the name of the variable that identifies a node.
const Certname = "trusted.certname"

// Implied is the value of a variable that follows from that of another.
type Implied struct{ Name, Value string }

// ImpliedBy returns the values that follow from a value: the parts of a certname, and Facter's
// names for an operating system. Networking facts may differ from the certname, but rarely do.
func ImpliedBy(name, value string) []Implied {
	switch name {
	case "trusted.certname", "networking.fqdn":
		host, domain, hasDomain := strings.Cut(value, ".")
		if !hasDomain {
			return []Implied{{"trusted.hostname", host}, {"networking.hostname", host}}
		}
		return []Implied{
			{"trusted.hostname", host}, {"networking.hostname", host}, {"trusted.domain", domain}, {"networking.domain", domain},
			{"networking.fqdn", value}, {"trusted.certname", value},
		}
	case "trusted.hostname":
		return []Implied{{"networking.hostname", value}}
	case "networking.hostname":
		return []Implied{{"trusted.hostname", value}}
	case "trusted.domain":
		return []Implied{{"networking.domain", value}}
	case "networking.domain":
		return []Implied{{"trusted.domain", value}}
	case "os.name":
		if family, ok := facter.Family(value); ok {
			return []Implied{{"os.family", family}}
		}
	case "os.family":
		if kernel, ok := facter.Kernel(value); ok {
			return []Implied{{"kernel", kernel}}
		}
	case "calling_module":
		return []Implied{{"module_name", value}} // the engine reads the former from the latter
	}
	return nil
}

// Scope returns the node's scope data. All other variables lead to no file.
func (a *Assignment) Scope() engine.ScopeData {
	d := engine.ScopeData{Certname: a.Value(Certname), Partial: true, NoFileForUnknown: true, Vars: map[string]*data.Value{}}
	roots := map[string]*tree{}
	plant := func(name string, v *data.Value) {
		segments := strings.Split(name, ".")
		t := lists.GetOrPut(roots, segments[0], func() *tree { return &tree{} })
		t.plant(segments[1:], v)
	}
	for i := range a.Values {
		if v := &a.Values[i]; v.Name != facter.Environment {
			plant(v.Name, data.NewString(v.Value))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Elements)) {
		items := lists.Map(a.Elements[name], data.NewString)
		plant(name, data.NewArray(items))
	}
	var nodeFacts []data.Entry
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		v := roots[name].value()
		switch {
		case name == "trusted":
			d.Trusted = v
		case strings.Contains(name, "::"):
			d.Vars[name] = v // a variable of a class
		default:
			nodeFacts = append(nodeFacts, data.Entry{Key: data.NewString(name), Value: v})
		}
	}
	for i := range a.Values {
		for _, legacy := range legacyNames()[a.Values[i].Name] {
			nodeFacts = append(nodeFacts, data.Entry{Key: data.NewString(legacy), Value: data.NewString(a.Values[i].Value)})
		}
	}
	slices.SortFunc(nodeFacts, func(a, b data.Entry) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
	d.Facts = data.NewHash(nodeFacts)
	return d
}

// tree is a fact that is composed of its parts.
type tree struct {
	leaf     *data.Value
	names    []string
	branches map[string]*tree
}

func (t *tree) plant(segments []string, v *data.Value) {
	if len(segments) == 0 {
		t.leaf = v
		return
	}
	name := segments[0]
	if t.branches[name] == nil {
		lists.Put(&t.branches, name, &tree{})
		t.names = append(t.names, name)
	}
	t.branches[name].plant(segments[1:], v)
}

func (t *tree) value() *data.Value {
	if len(t.names) == 0 {
		return t.leaf
	}
	entries := make([]data.Entry, len(t.names))
	for i, name := range t.names {
		entries[i] = data.Entry{Key: data.NewString(name), Value: t.branches[name].value()}
	}
	return data.NewHash(entries)
}

// RealScope returns the scope of a node with the facts in its file.
func RealScope(n *facts.Node) *engine.Scope {
	d := n.Scope()
	d.ServerFacts = serverFacts()
	return engine.NewScope(d)
}

// serverFacts is what the server adds to the facts of every node and facts files do not contain.
// Except for the environment, which the engine sets, the values are unknown.
var serverFacts = sync.OnceValue(func() *data.Value {
	var entries []data.Entry
	for _, name := range facter.ServerFacts[1:] {
		unknown := data.NewRich(&outcome.Unknown{Reason: outcome.UnknownVariable, Subject: name})
		entries = append(entries, data.Entry{Key: data.NewString(name), Value: unknown})
	}
	return data.NewHash(entries)
})
