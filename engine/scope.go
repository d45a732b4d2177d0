package engine

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// ScopeData is what a node brings to a lookup.
type ScopeData struct {
	// Certname is the name of the node.
	Certname string
	// Facts, Trusted and ServerFacts are Hashes, or nil when there are none. Each fact is a top
	// scope variable as well.
	Facts, Trusted, ServerFacts *data.Value
	// Vars are further variables, by name without leading `::`; they win over facts. A name may
	// be qualified (`apache::port`) without the class being evaluated.
	Vars map[string]*data.Value
	// TopVars are values that %{::x} has where they differ from that of %{x}.
	TopVars map[string]*data.Value
	// Partial tells that the node is only known in part: a variable that is not here has a value
	// that is not known, and a part of a fact that is missing may exist. Without it, what is not
	// here does not exist.
	Partial bool
	// Manifests tells that manifests were evaluated for the node elsewhere: a variable that is not
	// here, and is no part of a fact, may have a value that is not known.
	Manifests bool
	// Elsewhere tells, of a node that is known in part, that the variables that are not known lead to
	// none of the files there are: a location with such a variable does not exist.
	Elsewhere bool
}

// Scope holds the variables of one node. It is immutable and safe for concurrent use; what an
// engine has resolved for it is kept with it.
type Scope struct {
	certname string
	vars     map[string]*data.Value
	top      map[string]*data.Value
	partial  bool
	// manifests tells that variables may be missing that manifests set.
	manifests bool
	// elsewhere tells that unknown variables lead to no file.
	elsewhere bool
	// hasServerFacts tells that there are server facts: the environment is then one of them.
	hasServerFacts bool
	nodes          nodeCache
}

// NewScope makes the scope that a node's catalog has before any class is evaluated.
func NewScope(d ScopeData) *Scope {
	s := &Scope{certname: d.Certname, vars: map[string]*data.Value{}, partial: d.Partial, manifests: d.Manifests, elsewhere: d.Elsewhere}
	// Evaluating the empty main class leaves its title and name in the top scope.
	s.vars["title"], s.vars["name"] = data.NewString("main"), data.NewString("main")
	facts := sanitized(hashOrEmpty(d.Facts))
	s.setAll(facts)
	s.setAll(d.ServerFacts)
	for name, v := range d.Vars {
		name = strings.TrimPrefix(name, "::")
		switch name {
		case "facts", "trusted", "server_facts", "environment":
		default:
			s.vars[name] = v
		}
	}
	for name, v := range d.TopVars {
		if s.top == nil {
			s.top = map[string]*data.Value{}
		}
		s.top[strings.TrimPrefix(name, "::")] = v
	}
	s.vars["facts"], s.vars["trusted"] = facts, hashOrEmpty(d.Trusted)
	s.vars["server_facts"], s.hasServerFacts = hashOrEmpty(d.ServerFacts), d.ServerFacts != nil
	return s
}

// Certname is the name of the node.
func (s *Scope) Certname() string { return s.certname }

func (s *Scope) setAll(hash *data.Value) {
	if hash == nil {
		return
	}
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String {
			s.vars[e.Key.Text()] = e.Value
		}
	}
}

// sanitized is a fact as Puppet takes it in: null becomes an empty text at every depth
// (Puppet::Node::Facts#sanitize, case misc/nestnil).
func sanitized(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Undef:
		return data.NewString("")
	case data.Array:
		items := make([]*data.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = sanitized(item)
		}
		return data.NewArray(items)
	case data.Hash:
		entries := make([]data.Entry, v.Len())
		for i, e := range v.Entries() {
			entries[i] = data.Entry{Key: e.Key, Value: sanitized(e.Value)}
		}
		return data.NewHash(entries)
	default:
		return v
	}
}

func hashOrEmpty(v *data.Value) *data.Value {
	if v == nil {
		return data.NewHash(nil)
	}
	return v
}

// get finds the variable name, which may be qualified. A leading `::` is the top scope, where all
// variables are that Hiera data can see.
func (s *Scope) get(name string) (*data.Value, bool) {
	if bare, ok := strings.CutPrefix(name, "::"); ok {
		if v, ok := s.top[bare]; ok {
			return v, true
		}
		name = bare
	}
	v, ok := s.vars[name]
	return v, ok
}

// alwaysDefined are variables that never are undefined variables, and regular expression groups
// ($0, $1, …) never are either.
func alwaysDefined(name string) bool {
	if name == "module_name" || name == "caller_module_name" {
		return true
	}
	if name == "" || name != "0" && name[0] == '0' {
		return false
	}
	for _, r := range []byte(name) {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
