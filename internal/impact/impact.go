// Package impact compares two evaluations of the same keys and determines what differs: values,
// their places, failures, and defaults of class parameters, and on which nodes. `hieralint diff`
// reports the result.
//
// It loads, evaluates, and prints nothing: package session loads both sides, package nodes
// evaluates keys, and package impactreport writes the result.
package impact

import (
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
	// Unread describes the files and directories that could not be read after the change. They are among NotSeen.
	Unread []string
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
