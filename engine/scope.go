package engine

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/internal/search"
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
	// Partial says that the node is only known in part: a variable that is not here has an unknown value,
	// and a part of a fact that is missing may exist. Without it, what is not here does not exist.
	Partial bool
	// Manifests says that manifests were evaluated for the node elsewhere: a variable that is not
	// here, and is no part of a fact, may have an unknown value.
	Manifests bool
	// Elsewhere says, of a node that is known in part, that the unknown variables lead to none of the
	// existing files: a location with such a variable does not exist.
	Elsewhere bool
}

// Scope holds the variables of one node. It is immutable and safe for concurrent use; what engines
// have resolved for it is kept with it.
type Scope struct {
	variables scope.Scope
	// hasServerFacts reports that there are server facts: the environment is then one of them.
	hasServerFacts bool
	// like are the scopes that it is like, and own makes the one that it is then: see LikeBoth.
	like  [2]*Scope
	own   func() *Scope
	nodes atomic.Pointer[resolvedNode]
}

// resolvedNode is a node that an engine has made for a scope.
type resolvedNode struct {
	nodeKey
	node *search.Node
	next *resolvedNode
}

// LikeBoth is the scope of a node of which is known what is known of two others, and nothing else: it has all that their data has, and no
// string that is a hash in the other. data is its own, and called at most when a lookup needs it. Both others must be Partial, and without
// server facts. What engines have found out for the two need not be found out again.
func LikeBoth(a, b *Scope, data func() ScopeData) *Scope {
	return &Scope{like: [2]*Scope{a, b}, own: sync.OnceValue(func() *Scope { return NewScope(data()) })}
}

// NewScope makes the scope that a node's catalog has before any class is evaluated.
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
		if top == nil {
			top = map[string]*data.Value{}
		}
		top[strings.TrimPrefix(name, "::")] = v
	}
	return &Scope{hasServerFacts: d.ServerFacts != nil, variables: scope.Scope{
		Vars: vars, Top: top, ServerFacts: hashOrEmpty(d.ServerFacts),
		Partial: d.Partial, Manifests: d.Manifests, Elsewhere: d.Elsewhere,
	}}
}

func setAll(vars map[string]*data.Value, hash *data.Value) {
	if hash == nil {
		return
	}
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String {
			vars[e.Key.Text()] = e.Value
		}
	}
}

// sanitized is a fact as Puppet takes it in: null becomes an empty string at every depth
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

// nodeKey distinguishes what engines have resolved for a scope.
type nodeKey struct {
	engine *Engine
	traced bool
}

// nodeOf is the node of a scope in the environment of the engine. traced says that origins and reads are asked for.
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
			Partial: a.Scope().Partial, Manifests: a.Scope().Manifests, Elsewhere: a.Scope().Elsewhere,
			Late: sync.OnceValue(func() *scope.Scope { return e.variablesOf(s.own()) }),
		}
		return e.space.NewLikeNode(a, b, variables)
	}
}

// variablesOf are the variables of a scope as lookups in the environment see them.
func (e *Engine) variablesOf(s *Scope) *scope.Scope {
	variables := s.variables
	variables.Settings = e.settings
	if _, given := variables.ServerFacts.Get("environment"); s.hasServerFacts && !given {
		entries := slices.Clone(variables.ServerFacts.Entries())
		entries = append(entries, data.Entry{Key: data.NewString("environment"), Value: e.settings["environment"]})
		variables.ServerFacts = data.NewHash(entries)
	}
	return &variables
}

// Variable is the value of a variable of the node as a lookup would see it; false when the node does
// not have it, or it is unknown.
func (e *Engine) Variable(s *Scope, name string) (*data.Value, bool) {
	return e.nodeOf(s, false).Scope().Variable(name)
}

var strictNames = [...]string{Off: "off", Warning: "warning", Strict: "error"}

// settingVariables are the variables that Puppet sets from its settings, as far as they are known
// here.
func settingVariables(o *Options) map[string]*data.Value {
	m := map[string]*data.Value{}
	set := func(name string, v *data.Value) { m[scope.SettingVariable(name)] = v }
	text := data.NewString
	environment := text(o.Environment.Name)
	m["environment"] = environment
	set("environment", environment)
	set("strict", text(strictNames[o.Strict]))
	set("data_binding_terminus", text("hiera"))
	// Variables of the class that holds the settings: its own.
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
