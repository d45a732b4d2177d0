package engine

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

// node is what an engine has resolved for one scope: hierarchies and lookup_options.
type node struct {
	engine     *Engine
	scope      *Scope
	background context.Context
	// serverFacts are those of the scope with the environment.
	serverFacts *data.Value

	// The hierarchies of the layers that every lookup asks; modules has those of modules. Classic
	// Hiera reads variables differently, so that the global layer can have two.
	global, globalHiera3, environment lazyHierarchy

	modules        cache.Cache[*layer, *lazyHierarchy]
	options        cache.Cache[optionsKey, *moduleOptions]
	defaultOptions cache.Cache[*layer, *moduleOptions]

	globalOptions, environmentOptions atomic.Pointer[keptValue]
}

// nodeCache finds the node of each engine for a scope.
type nodeCache struct{ nodes sync.Map }

func (e *Engine) nodeOf(s *Scope) *node {
	if n, ok := s.nodes.nodes.Load(e); ok {
		return n.(*node)
	}
	n, _ := s.nodes.nodes.LoadOrStore(e, e.newNode(s))
	return n.(*node)
}

func (e *Engine) newNode(s *Scope) *node {
	n := &node{engine: e, scope: s, background: context.Background(), serverFacts: s.vars["server_facts"]}
	if _, given := n.serverFacts.Get("environment"); s.hasServerFacts && !given {
		entries := slices.Clone(n.serverFacts.Entries())
		n.serverFacts = data.NewHash(append(entries, data.Entry{Key: data.NewString("environment"), Value: e.settings["environment"]}))
	}
	return n
}

// fresh is the node without anything resolved.
func (n *node) fresh() *node { return n.engine.newNode(n.scope) }

type lazyHierarchy struct {
	once sync.Once
	h    *hierarchy
}

func (n *node) hierarchy(l *layer, hiera3 bool) *hierarchy {
	lazy := &n.global
	switch {
	case l.kind == config.Global && hiera3:
		lazy = &n.globalHiera3
	case l.kind == config.Environment:
		lazy = &n.environment
	case l.kind == config.Module:
		var ok bool
		if lazy, ok = n.modules.Load(l); !ok {
			lazy = n.modules.Store(l, &lazyHierarchy{})
		}
	}
	lazy.once.Do(func() { lazy.h = n.newHierarchy(l, hiera3 && l.kind == config.Global) })
	return lazy.h
}

// variable is a variable of the scope, or one that holds a setting.
func (n *node) variable(name string) (*data.Value, bool) {
	if name == "server_facts" || name == "::server_facts" {
		return n.serverFacts, true
	}
	v, ok := n.scope.get(name)
	if !ok {
		v, ok = n.engine.settings[strings.TrimPrefix(name, "::")]
	}
	return v, ok
}

// hasEnvironmentVersion5 decides which layers the classic functions see.
func (n *node) hasEnvironmentVersion5() (bool, *outcome.Error) {
	l := n.engine.environmentLayer()
	if l == nil {
		return false, nil
	}
	if l.err != nil {
		return false, l.err
	}
	return l.config != nil && l.config.Version >= 5, nil
}

// parseKey reads a key once.
func (e *Engine) parseKey(text string) (key.Key, error) {
	if k, ok := e.keys.Load(text); ok {
		return k.key, k.err
	}
	k, err := key.Parse(text)
	e.keys.Store(text, &parsedKey{k, err})
	return k, err
}

type parsedKey struct {
	key key.Key
	err error
}
