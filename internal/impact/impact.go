// Package impact compares two evaluations of the same keys and says what differs: values, their places, failures, defaults of class
// parameters, on which nodes. It is what `hieralint diff` reports.
//
// It loads, evaluates and prints nothing: package session loads both sides, package nodes evaluates keys on them, and package views writes
// what is found.
package impact

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Impact is what a change of a tree does.
type Impact struct {
	// Before and After are the two sides.
	Before, After Revision
	// Nodes is how many real nodes were compared; 0 where they are derived from the tree.
	Nodes int
	// Keys is how many keys could differ and were evaluated.
	Keys int
	// Groups are the changes of lookups, those of the same nodes together.
	Groups []*Group
	// Moved are the keys whose values are the same and come from other files.
	Moved []*Group
	// New and Fixed are findings that only one of the sides has. Changed are findings that two versions of Puppet make of different severity.
	New, Fixed, Changed []Finding
	// Environments are those that only one of the sides has, in words.
	Environments []string
	// NotSeen says what could not be compared.
	NotSeen []string
}

// Revision names one side.
type Revision struct {
	// Name is what it was asked for as; Commit is empty for the working tree.
	Name, Commit string
}

// HasChanges reports whether any lookup differs.
func (i *Impact) HasChanges() bool { return len(i.Groups) > 0 }

// Group is nodes on which the same keys change in the same way.
type Group struct {
	// Environment is the hierarchy; empty where there is only one.
	Environment string
	// Where describes the nodes. Count is how many real ones they are; 0 for derived ones.
	Where string
	Count int
	// Nodes are the names of real nodes, or what distinguishes derived ones, in order.
	Nodes []string
	// Changes are in the order of their keys.
	Changes []*Change

	isGuess bool // see nodes.Spread
}

// Kind is what is different.
type Kind string

// The kinds of changes.
const (
	Added   Kind = "added"   // the key had no value
	Removed Kind = "removed" // the key has no value any more
	Changed Kind = "changed" // the value is another one
	Failing Kind = "failing" // the lookup fails, and did not, or failed otherwise
	Working Kind = "fixed"   // the lookup failed, and does not any more
	Default Kind = "default" // the key has no value, and the class has another default
	Moved   Kind = "moved"   // the value is the same, and comes from other files
)

// Change is one key that changes in one way.
type Change struct {
	Key  string
	Kind Kind
	// Before and After are the outcomes on the first of the nodes. What differs between nodes is not in Edits.
	Before, After Outcome
	// Edits are what is different in the value.
	Edits []Edit
	// Class is the class of which the key sets a parameter; empty for other keys.
	Class string
}

// Outcome is what a lookup finds.
type Outcome struct {
	// Value is nil where there is none.
	Value *data.Value
	// Failure is why the lookup fails.
	Failure string
	// Default is the default of the class parameter, as it is written, where the key has no value.
	Default string
	// Places are where the value comes from, or where the lookup fails.
	Places []Place
	// Responsible are those of the Places at which the other outcome has nothing, or something else; none where it is nothing that is written there.
	Responsible []Place

	decrypted bool // a part of the value is encrypted where it is written
}

// Finding is a finding of a rule.
type Finding struct {
	Rule     *diagnostic.Descriptor
	Severity diagnostic.Severity
	Was      diagnostic.Severity // on the earlier side, where it differs
	Message  string
	// Key is the path of keys to the place; empty for a whole file.
	Key string
	Place
}

// Dead is data without an effect.
type Dead struct {
	Kind DeadKind
	// Rule is the rule that finds it.
	Rule *diagnostic.Descriptor
	// Key is the path of keys to the place; empty for a file.
	Key string
	Place
}

// DeadKind is why data has no effect.
type DeadKind string

// The kinds of data without an effect.
const (
	UnreadFile  DeadKind = "unread-file"  // no level reads the file
	UnusedKey   DeadKind = "unused-key"   // nothing looks up the key
	HiddenValue DeadKind = "hidden-value" // a higher level always has a value
)

// deadKinds are the kinds for what rules say of the data at their findings.
var deadKinds = map[diagnostic.Dead]DeadKind{
	diagnostic.UnreadFile: UnreadFile, diagnostic.HiddenValue: HiddenValue, diagnostic.UnusedKey: UnusedKey, diagnostic.MisnamedKey: UnusedKey,
}

// Dead is the data that has no effect because of the change, in the order of the findings.
func (i *Impact) Dead() []Dead {
	var all []Dead
	for k := range i.New {
		f := &i.New[k]
		kind, ok := deadKinds[f.Rule.Dead]
		if !ok {
			continue
		}
		d := Dead{kind, f.Rule, f.Key, f.Place}
		if kind == UnreadFile {
			d.Key, d.Line = "", 1
		}
		all = append(all, d)
	}
	return all
}

// Place is a line of a file.
type Place struct {
	Path string
	Line int
}
