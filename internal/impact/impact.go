// Package impact compares two evaluations of the same keys and determines what differs: values,
// their places, failures, and defaults of class parameters, and on which nodes. `hieralint diff`
// reports the result.
//
// It loads, evaluates, and prints nothing: package session loads both sides, package nodes
// evaluates keys, and package impactreport writes the result.
package impact

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/place"
)

// Impact is the effect of a change of a tree.
type Impact struct {
	// Before and After are the two sides.
	Before, After Revision
	// Nodes is the number of real nodes that were compared; 0 if they are derived from the tree.
	Nodes int
	// Keys is the number of keys that could differ and were evaluated.
	Keys int
	// WithoutLookups means that Groups are not wanted, and empty.
	WithoutLookups bool
	// Groups are the changes of lookups, grouped by nodes.
	Groups []*Group
	// Folds are changes in Groups that may be shown together.
	Folds []*Fold
	// Outages are the failures of many keys. Their changes are in Groups, too.
	Outages []*Outage
	// Moved are the keys with the same values from different files.
	Moved []*Group
	// New and Fixed are findings that only one of the sides has. Changed are findings whose
	// severity differs between two versions of Puppet.
	New, Fixed, Changed []Finding
	// Environments describes those that only one of the sides has.
	Environments []string
	// NotSeen describes what could not be compared.
	NotSeen []string
}

// Revision describes one side.
type Revision struct {
	// Name is the requested name; Commit is empty for the working tree.
	Name, Commit string
}

// HasChanges reports whether any lookup differs.
func (i *Impact) HasChanges() bool { return len(i.Groups) > 0 }

// Group is a group of nodes on which the same keys change in the same way.
type Group struct {
	// Environment is the hierarchy; empty if there is only one.
	Environment string
	// Where describes the nodes; IsExcept reports that it names the other nodes. Count is the number
	// of real nodes; 0 for derived ones.
	Where    string
	IsExcept bool
	Count    int
	// Nodes are the names of real nodes, or descriptions of derived ones, sorted.
	Nodes []string
	// Changes are sorted by key.
	Changes []*Change
	// IsGuess reports that nothing in the tree indicates that there are such nodes; see nodes.Spread.
	IsGuess bool
}

// Fold is a key that has one outcome on one side of a change, and more than MaxOutcomes on the
// other. The change only reveals or hides these: if a node's own file is removed, a derived node
// has the value of its role, and there may be many roles.
type Fold struct {
	// Environment is that of the groups, and Where describes the nodes of all changes.
	Environment, Where string
	// IsBefore reports that the single outcome is that before the change.
	IsBefore bool
	// Changes are the changes on the nodes, Nodes their descriptions, and IsGuess as for a Group.
	Changes []*Change
	Nodes   []string
	IsGuess bool
}

// MaxOutcomes is the maximum number of outcomes that a Fold does not combine.
const MaxOutcomes = 3

// Kind is the kind of a change.
type Kind string

// The kinds of changes.
const (
	Added   Kind = "added"   // the key had no value
	Removed Kind = "removed" // the key no longer has a value
	Changed Kind = "changed" // the value has changed
	Failing Kind = "failing" // the lookup fails, and did not, or failed differently
	Working Kind = "fixed"   // the lookup failed, and no longer does
	Default Kind = "default" // the key has no value, and the default in the class has changed
	Moved   Kind = "moved"   // the value is the same, but comes from different files
)

// Change is a change of one key.
type Change struct {
	Key  string
	Kind Kind
	// Before and After are the outcomes on the first of the nodes. Differences between nodes are
	// not in Edits.
	Before, After Outcome
	// Edits are the differences in the value.
	Edits []Edit
	// Class is the class whose parameter the key sets; empty for other keys.
	Class string

	id, opposite string // see IDs
}

// IDs returns strings that identify the change and the opposite change, whatever is withheld: two
// changes are opposites if each has the other's.
func (c *Change) IDs() (id, opposite string) { return c.id, c.opposite }

// identify determines the IDs.
func (c *Change) identify() {
	id := func(c *Change) string {
		var parts []string
		for _, e := range c.Edits {
			parts = append(parts, (&Change{Key: c.Key, Kind: c.Kind, Edits: []Edit{e}}).identity())
		}
		if parts == nil {
			parts = []string{c.identity()}
		}
		slices.Sort(parts)
		return digest(append(parts, c.Key)...)
	}
	c.id, c.opposite = id(c), id(c.reverse())
}

// reverse returns the opposite change.
func (c *Change) reverse() *Change {
	r := &Change{Key: c.Key, Kind: c.Kind, Before: c.After, After: c.Before, Class: c.Class}
	switch {
	case c.Kind == Added:
		r.Kind = Removed
	case c.Kind == Removed:
		r.Kind = Added
	case c.Kind == Failing && c.Before.Failure == "":
		r.Kind = Working
	case c.Kind == Working:
		r.Kind = Failing
	}
	for _, e := range c.Edits {
		switch e.Before, e.After = e.After, e.Before; e.Operation {
		case Add:
			e.Operation = Remove
		case Remove:
			e.Operation = Add
		}
		r.Edits = append(r.Edits, e)
	}
	return r
}

// Outcome is the result of a lookup.
type Outcome struct {
	// Value is nil if there is none.
	Value *data.Value
	// Failure is the reason why the lookup fails.
	Failure string
	// Default is the default of the class parameter as written, if the key has no value.
	Default string
	// Places are where the value comes from, where the lookup fails, or where a Default that differs
	// is declared.
	Places []place.Place
	// Responsible are the places that cause the change: the sources of this value whose content is
	// not a source of the other one; may be empty.
	Responsible []place.Place

	// Options are the lookup_options of the key if they differ between the outcomes; nil if there
	// are none.
	Options *Options

	isNew     bool // a part of it is written at a place that has something else on the other side
	decrypted bool // a part of the value is encrypted in the file

	referenced []outcome.Origin // the places that references lead to
}

// Options are the lookup_options of a key.
type Options struct {
	// Merge and ConvertTo are the options as written; nil if there are none.
	Merge, ConvertTo *data.Value
	place.Place
}

// Finding is a finding of a rule.
type Finding struct {
	Rule     *diagnostic.Descriptor
	Severity diagnostic.Severity
	Was      diagnostic.Severity // the earlier severity, if it differs
	Message  string
	// Key is the path of keys to the place; empty for a whole file.
	Key string
	place.Place
}

// Dead is data without an effect.
type Dead struct {
	// Rule is the rule that finds it, and why it has no effect.
	Rule *diagnostic.Descriptor
	// Key is the path of keys to the place; empty for a file.
	Key string
	place.Place
}

// Dead returns the data that has no effect because of the change, in the order of the findings.
func (i *Impact) Dead() []Dead {
	var all []Dead
	for k := range i.New {
		f := &i.New[k]
		d := Dead{f.Rule, f.Key, f.Place}
		switch f.Rule.Dead {
		case diagnostic.NotDead:
			continue
		case diagnostic.UnreadFile:
			d.Key, d.Line = "", 1
		}
		all = append(all, d)
	}
	return all
}
