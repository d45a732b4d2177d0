package hierarchy

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
)

// ResolveLevel makes one level of the layer for a node, as Resolve does. It is nil for a level of the built-in
// configuration without locations. ok is false where the level fails, and with it the hierarchy.
func (l *Layer) ResolveLevel(s *scope.Scope, hiera3 bool, c *config.Level) (level *Level, record *invocation.Record, ok bool) {
	record = &invocation.Record{}
	resolved, counts, err := l.resolver(s, hiera3, record).level(c)
	switch {
	case err != nil:
		return nil, nil, false
	case counts:
		return &resolved, record, true
	default:
		return nil, record, true
	}
}

// IsUsable reports whether the configuration of the layer is refused on no node.
func (l *Layer) IsUsable() bool { return l.useErr == nil }

// Variables are the variables that decide what a level is on a node.
func Variables(c *config.Level) []key.Key {
	var all variables
	all.addTokens(c.Datadir.Template)
	for i := range c.Locations {
		all.addTokens(c.Locations[i].Template)
	}
	if c.Mapped != nil {
		all.addTokens(c.Mapped.Template.Template)
		if k, err := key.Parse(c.Mapped.Variable); err == nil {
			all.add(k)
		}
	}
	if c.Options != nil {
		all.addStrings(c.Options)
	}
	return all
}

// DatadirVariables are the variables in the data directory of a level.
func DatadirVariables(c *config.Level) []key.Key {
	var all variables
	all.addTokens(c.Datadir.Template)
	return all
}

// LocationVariables are the variables in the locations of a level.
func LocationVariables(c *config.Level) []key.Key {
	var all variables
	for i := range c.Locations {
		all.addTokens(c.Locations[i].Template)
	}
	return all
}

// variables are different variables.
type variables []key.Key

func (all *variables) add(k key.Key) {
	if !slices.ContainsFunc(*all, func(known key.Key) bool { return known.Text == k.Text }) {
		*all = append(*all, k)
	}
}

func (all *variables) addTokens(t *interpolate.Template) {
	if t == nil {
		return
	}
	for i := range t.Tokens {
		if token := &t.Tokens[i]; token.Kind == interpolate.Variable || token.Method == interpolate.Scope {
			all.add(token.Key)
		}
	}
}

// addStrings adds those of the strings in a value, hash keys included.
func (all *variables) addStrings(v *data.Value) {
	for text := range v.Strings() {
		if strings.Contains(text.Text(), "%{") {
			all.addTokens(interpolate.Parse(text.Text()))
		}
	}
}
