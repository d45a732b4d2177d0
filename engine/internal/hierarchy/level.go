package hierarchy

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
)

// ResolveLevel resolves one level of the layer for a node, like Resolve. It returns nil for a level
// of the built-in configuration without existing locations. ok is false if the level, and therefore
// the hierarchy, fails.
func (l *Layer) ResolveLevel(s *scope.Scope, hiera3 bool, c *config.Level) (level *Level, record *invocation.Record, ok bool) {
	record = &invocation.Record{}
	resolved, counts, err := l.resolver(s, hiera3, record).level(c)
	switch {
	case err != nil:
		return nil, nil, false
	case counts:
		return &resolved, record, true
	}
	return nil, record, true
}

// IsUsable reports whether the configuration is valid on at least one node.
func (l *Layer) IsUsable() bool { return l.useErr == nil }

// Variables returns the variables that determine what a level is on a node.
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
		for text := range c.Options.Strings() { // including hash keys
			all.addTokens(interpolate.Parse(text.Text()))
		}
	}
	return all
}

// DatadirVariables returns the variables in the data directory of a level.
func DatadirVariables(c *config.Level) []key.Key {
	var all variables
	all.addTokens(c.Datadir.Template)
	return all
}

// LocationVariables returns the variables in the locations of a level.
func LocationVariables(c *config.Level) []key.Key {
	var all variables
	for i := range c.Locations {
		all.addTokens(c.Locations[i].Template)
	}
	return all
}

// variables is a list of variables without repetitions.
type variables []key.Key

func (all *variables) add(k key.Key) {
	if !slices.ContainsFunc(*all, func(known key.Key) bool { return known.Text == k.Text }) {
		*all = append(*all, k)
	}
}

func (all *variables) addTokens(t *interpolate.Template) {
	for token := range t.All() {
		if token.Kind == interpolate.Variable || token.Method == interpolate.Scope {
			all.add(token.Key)
		}
	}
}
