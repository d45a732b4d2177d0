package report

import "github.com/hieralint/hieralint/engine/source"

// Overview is the data that was checked as a picture: what is read in which order, and what each key
// is set to where. Paths are as Diagnostics name them.
type Overview struct {
	// Scopes are shown apart: within each the hierarchies work together.
	Scopes []Scope
	// Unread are files that look like data and that no level reads.
	Unread []string
}

// Scope is a group of hierarchies that one lookup searches.
type Scope struct {
	Name string
	// Hierarchies are in the order in which they are searched.
	Hierarchies []Hierarchy
	// LeftOut is how many hierarchies are not among them, because their data came from elsewhere.
	LeftOut int
	// Nodes is how many nodes are known by name; 0 where none are.
	Nodes int
	// Columns are the columns of the table of keys, that of the highest priority first.
	Columns []Column
	// Keys are in the order of their names.
	Keys []Key
}

// Hierarchy is a list of levels.
type Hierarchy struct {
	Name string
	// Path is the hiera.yaml that defines it.
	Path string
	// Notes are sentences about its peculiarities.
	Notes []string
	// Levels are in order of priority.
	Levels []Level
}

// Level is one step of a hierarchy.
type Level struct {
	Name string
	// Column is its index in Scope.Columns; -1 where it has none.
	Column int
	// Part is the list of levels that it belongs to, unless it is `hierarchy`.
	Part string
	// Locations are the templates of the paths that it reads.
	Locations [][]Piece
	// Function is the data function that reads them.
	Function string
	// Unseen says why it is unknown what it reads, or some of it; "" if it is known.
	Unseen string
	Files  []LevelFile
}

// Piece is a part of a template: plain text, or the name of a variable.
type Piece struct {
	Text     string
	Variable bool
}

// LevelFile is a file that a level reads.
type LevelFile struct {
	Path string
	// When are conditions on variables under which it is read: one of the lists must hold. An empty list always holds.
	When [][]Condition
	// Nodes are the names of those that read it, as far as nodes are known.
	Nodes []string
	// Keys is how many keys it sets.
	Keys int
}

// Condition is a value of a variable; an empty one means that there is none.
type Condition struct{ Variable, Value string }

// Column is a level in the table of keys.
type Column struct {
	Name string
	// Detail is a longer description.
	Detail string
}

// Key is a key with all its settings.
type Key struct {
	Name string
	// Merge is the merge strategy; "" if the setting of the highest priority is used.
	Merge    string
	Settings []Setting
}

// Setting is a value of a key in one file.
type Setting struct {
	// Column is an index of Scope.Columns.
	Column int
	// File and Span are the place, from the key to the end of the value.
	File *source.File
	Span source.Span
	// Value is the value in short. It is "" for secrets; Withheld then says what it is.
	Value    string
	Withheld string
	Effect   Effect
}

// Effect says whether a setting is used.
type Effect uint8

// The effects.
const (
	Used       Effect = iota // it counts wherever it is read
	UsedInPart               // it counts where it is read, unless a more important one is read as well
	Unused                   // wherever it is read a more important one is read as well
	Merged                   // it is combined with others
	Unread                   // none of the nodes that are known reads it
)
