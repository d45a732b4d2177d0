package engine

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/internal/search"
	"github.com/hieralint/hieralint/internal/lists"
)

// ScopeData describes a node.
type ScopeData struct {
	// Certname is the node's name.
	Certname string
	// Facts, Trusted, and ServerFacts are hashes, or nil. Each fact is also a top-scope variable.
	Facts, Trusted, ServerFacts *data.Value
	// Vars holds further variables by name, without leading `::`. They take precedence over facts.
	// A qualified name (`apache::port`) does not imply that the class was evaluated.
	Vars map[string]*data.Value
	// TopVars holds the values of %{::x} that differ from those of %{x}.
	TopVars map[string]*data.Value
	// Partial says that only some facts and variables of the node are known: the value of any other
	// variable is unknown, and facts may have further subkeys. If false, anything that is not
	// listed does not exist.
	Partial bool
	// Manifests says that manifests were evaluated elsewhere: the value of a variable that is
	// neither listed nor part of a fact is unknown.
	Manifests bool
	// NoFileForUnknown says of a Partial node that no existing file is for an unknown variable:
	// locations that contain such a variable do not exist.
	NoFileForUnknown bool
}

// Scope holds the variables of one node. It is immutable and safe for concurrent use. Engines cache
// what they have resolved for a node in its scope.
type Scope struct {
	variables scope.Scope
	// hasServerFacts reports that the node has server facts, which include the environment.
	hasServerFacts bool
	// like and own are set by CombineScopes.
	like  [2]*Scope
	own   func() *Scope
	nodes atomic.Pointer[resolvedNode]
}

// resolvedNode is the node that an engine has created for a scope.
type resolvedNode struct {
	nodeKey
	node *search.Node
	next *resolvedNode
}

// CombineScopes returns the scope of a node for which exactly the variables of a or b are known. Both
// must be Partial and have no server facts, and no variable may be a string in one and a hash in
// the other. data returns the combined variables; it is called at most once, when a lookup needs
// them. Engines reuse what they have resolved for a and b.
func CombineScopes(a, b *Scope, data func() ScopeData) *Scope {
	return &Scope{like: [2]*Scope{a, b}, own: sync.OnceValue(func() *Scope { return NewScope(data()) })}
}

// NewScope returns the scope that the node's catalog has before any class is evaluated.
func NewScope(d ScopeData) *Scope {
	vars := map[string]*data.Value{}
	// Evaluating the empty main class leaves its title and name in the top scope.
	vars["title"], vars["name"] = data.NewString("main"), data.NewString("main")
	facts := sanitized(hashOrEmpty(d.Facts))
	setAll(vars, facts)
	setAll(vars, d.ServerFacts)
	for name, v := range d.Vars {
		name = strings.TrimPrefix(name, "::")
		switch name {
		case "facts", "trusted", "server_facts", "environment":
		default:
			vars[name] = v
		}
	}
	vars["facts"], vars["trusted"] = facts, hashOrEmpty(d.Trusted)
	var top map[string]*data.Value
	for name, v := range d.TopVars {
		lists.Put(&top, strings.TrimPrefix(name, "::"), v)
	}
	return &Scope{hasServerFacts: d.ServerFacts != nil, variables: scope.Scope{
		Vars: vars, Top: top, ServerFacts: hashOrEmpty(d.ServerFacts),
		Partial: d.Partial, Manifests: d.Manifests, NoFileForUnknown: d.NoFileForUnknown,
	}}
}

func setAll(vars map[string]*data.Value, hash *data.Value) {
	if hash != nil {
		maps.Insert(vars, hash.StringEntries())
	}
}

// sanitized converts a fact as Puppet does: null becomes an empty string at every depth
// (Puppet::Node::Facts#sanitize, case misc/nestnil). Facts without null are not copied.
func sanitized(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Undef:
		return data.NewString("")
	case data.Array:
		if items := replaced(v.Items(), sanitized); items != nil {
			return data.NewArray(items)
		}
	case data.Hash:
		if entries := replaced(v.Entries(), func(e data.Entry) data.Entry { return data.Entry{Key: e.Key, Value: sanitized(e.Value)} }); entries != nil {
			return data.NewHash(entries)
		}
	}
	return v
}

// replaced returns a copy of items in which each is what replace returns; nil if that changes nothing.
func replaced[T comparable](items []T, replace func(T) T) []T {
	var changed []T
	for i, item := range items {
		if other := replace(item); other != item {
			if changed == nil {
				changed = slices.Clone(items)
			}
			changed[i] = other
		}
	}
	return changed
}

func hashOrEmpty(v *data.Value) *data.Value {
	if v == nil {
		return data.NewHash(nil)
	}
	return v
}

// nodeKey identifies what an engine has resolved for a scope.
type nodeKey struct {
	engine *Engine
	traced bool
}

// nodeOf returns the node of a scope in the engine's environment. traced enables reads.
func (e *Engine) nodeOf(s *Scope, traced bool) *search.Node {
	k := nodeKey{e, traced}
	first := s.nodes.Load()
	for n := first; n != nil; n = n.next {
		if n.nodeKey == k {
			return n.node
		}
	}
	made := &resolvedNode{nodeKey: k, node: e.newNode(s, traced)}
	for {
		made.next = first
		if s.nodes.CompareAndSwap(first, made) {
			return made.node
		}
		now := s.nodes.Load()
		for n := now; n != first; n = n.next {
			if n.nodeKey == k {
				return n.node
			}
		}
		first = now
	}
}

func (e *Engine) newNode(s *Scope, traced bool) *search.Node {
	switch {
	case s.own == nil:
		return e.space.NewNode(e.variablesOf(s), traced)
	case traced:
		return e.space.NewNode(e.variablesOf(s.own()), traced)
	default:
		a, b := e.nodeOf(s.like[0], false), e.nodeOf(s.like[1], false)
		variables := &scope.Scope{
			Partial: a.Scope().Partial, Manifests: a.Scope().Manifests, NoFileForUnknown: a.Scope().NoFileForUnknown,
			Late: sync.OnceValue(func() *scope.Scope { return e.variablesOf(s.own()) }),
		}
		return e.space.NewLikeNode(a, b, variables)
	}
}

// variablesOf returns the variables of a scope as lookups in the environment see them.
func (e *Engine) variablesOf(s *Scope) *scope.Scope {
	variables := s.variables
	variables.Settings = e.settings
	if _, given := variables.ServerFacts.Get("environment"); s.hasServerFacts && !given {
		entries := slices.Clone(variables.ServerFacts.Entries())
		entries = append(entries, data.NewEntry("environment", e.settings["environment"]))
		variables.ServerFacts = data.NewHash(entries)
	}
	return &variables
}

// Variable returns the value of a variable as a lookup would see it. It returns false if the
// variable is undefined or its value unknown.
func (e *Engine) Variable(s *Scope, name string) (*data.Value, bool) {
	return e.nodeOf(s, false).Scope().Variable(name)
}

var strictNames = [...]string{Off: "off", Warning: "warning", Strict: "error"}

// settingVariables returns the variables that Puppet sets from its settings, as far as they are
// known.
func settingVariables(o *Options) map[string]*data.Value {
	m := map[string]*data.Value{}
	set := func(name string, v *data.Value) { m[scope.SettingVariable(name)] = v }
	text := data.NewString
	environment := text(o.Environment.Name)
	m["environment"] = environment
	set("environment", environment)
	set("strict", text(strictNames[o.Strict]))
	set("data_binding_terminus", text("hiera"))
	// The class that holds the settings has variables of its own.
	set("title", text("settings"))
	set("name", text("settings"))
	if o.NoGlobalLayer {
		set("data_binding_terminus", text("none"))
	}
	if o.Codedir != "" {
		set("codedir", text(o.Codedir))
	}
	if o.GlobalConfig != "" {
		set("hiera_config", text(o.GlobalConfig))
	}
	if o.Environment.Dir != "" {
		set("modulepath", text(strings.Join(o.Environment.ModulePath, string(filepath.ListSeparator))))
		if o.Environment.Conf.Get("manifest") == nil {
			set("manifest", text(filepath.Join(o.Environment.Dir, "manifests")))
		}
	}
	return m
}
