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

// Scope is what is asked together.
type Scope struct {
	Name string
	// Hierarchies are in the order in which they are asked.
	Hierarchies []Hierarchy
	// LeftOut is how many hierarchies are not among them, because their data came from elsewhere.
	LeftOut int
	// Nodes is how many nodes are known by name; 0 where none are.
	Nodes int
	// Columns are what the settings of keys are shown by, the most important first.
	Columns []Column
	// Keys are in the order of their names.
	Keys []Key
}

// Hierarchy is a list of levels.
type Hierarchy struct {
	Name string
	// Path is the file that says so.
	Path string
	// Notes say in a sentence each what is special about it.
	Notes []string
	// Levels are the most important first.
	Levels []Level
}

// Level is one step of a hierarchy.
type Level struct {
	Name string
	// Column is its index in Scope.Columns; -1 where it has none.
	Column int
	// Part is the part of the hierarchy that it stands in, where that is not the usual one.
	Part string
	// Locations are the templates of the paths that it reads.
	Locations [][]Piece
	// Function is the data function that reads them.
	Function string
	// Unseen says why it is not known what it reads, or not all of it; "" where it is.
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
	// When are the values of variables for which it is read, of which one list must hold. An empty
	// list always holds.
	When [][]Condition
	// Nodes are the names of those that read it, as far as nodes are known.
	Nodes []string
	// Keys is how many keys it sets.
	Keys int
}

// Condition is a value of a variable; an empty one means that there is none.
type Condition struct{ Variable, Value string }

// Column is a place in the order in which keys are looked up.
type Column struct {
	Name string
	// Detail tells more about it.
	Detail string
}

// Key is a key with all its settings.
type Key struct {
	Name string
	// Merge is how settings are combined; "" where the most important one is taken.
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
	// Value is the value in short. It is "" where it must not be shown; Withheld then says what it is.
	Value    string
	Withheld string
	Effect   Effect
}

// Effect is what becomes of a setting.
type Effect uint8

// The effects.
const (
	Used       Effect = iota // it counts wherever it is read
	UsedInPart               // it counts where it is read, unless a more important one is read as well
	Unused                   // wherever it is read a more important one is read as well
	Merged                   // it is combined with others
	Unread                   // none of the nodes that are known reads it
)
