package inspect

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
)

// VariableFacts is what is known about a variable.
type VariableFacts struct {
	// Origin describes where it comes from.
	Origin string
	// Values lists the values in files or facts, sorted.
	Values []string
	// Instead is the replacement of a legacy fact; empty for others.
	Instead string
}

// Variable returns what is known about a variable, given its name without leading colons.
func (x *Inspector) Variable(name string) *VariableFacts {
	v := &VariableFacts{}
	if !secret.IsNamed(name) {
		v.Values = lists.Distinct(lists.FlatMap(x.Inventory().Fleets, func(fleet *nodes.Fleet) []string { return fleet.Values(name) }))
	}
	root, rest, _ := strings.Cut(name, ".")
	path := strings.Split(name, ".")
	if root == "facts" {
		path = strings.Split(rest, ".")
	}
	replacement, isLegacy := facter.Legacy(path[0])
	switch {
	case isLegacy && len(path) == 1:
		v.Origin, v.Instead = "a legacy fact", replacement.Path
	case root == "trusted":
		v.Origin = "a trusted fact, from the node's certificate"
	case root == "server_facts":
		v.Origin = "a server fact"
	case facter.Core(path...) != nil:
		v.Origin = "a Facter fact"
	case lists.Any(x.AllCode(), func(code *manifest.Index) bool { return code.Facts[path[0]] }):
		v.Origin = "a fact that code in the tree defines"
	case facter.IsVariable(root):
		v.Origin = "a variable that Puppet sets"
	}
	return v
}

// LevelFacts is what is known about a level of a hierarchy.
type LevelFacts struct {
	// Kind is the function that serves it: `data_hash yaml_data`.
	Kind string
	// Locations are as written, with the files that they lead to, as shown to users.
	Locations []LocationFacts
}

// LocationFacts is a location with the files that it leads to.
type LocationFacts struct {
	Text  string
	Files []string
}

// Level returns what is known about a level.
func (x *Inspector) Level(s *Subject) *LevelFacts {
	l := s.Level
	facts := &LevelFacts{Kind: strings.TrimSpace(l.Function.Kind.String() + " " + l.Function.Name)}
	for i, location := range l.Locations {
		at := LocationFacts{Text: location.Text}
		for _, f := range x.Project.Files {
			if slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == s.Root && m.Level == l && m.Location == i }) {
				at.Files = append(at.Files, f.Path)
			}
		}
		facts.Locations = append(facts.Locations, at)
	}
	return facts
}

// ClassText returns the documentation of a class; empty if there is none.
func (x *Inspector) ClassText(name string) string {
	for class := range x.classesNamed(name) {
		return class.Documentation("")
	}
	return ""
}
