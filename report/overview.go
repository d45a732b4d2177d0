package report

import "github.com/hieralint/hieralint/engine/source"

// Overview shows the data that was checked: what is read in which order, and where each key is
// defined. Paths are as in Diagnostics.
type Overview struct {
	// Scopes are shown separately: lookups search the hierarchies of one scope.
	Scopes []Scope
	// Unread lists files that look like data but that no level reads.
	Unread []string
}

// Scope is a group of hierarchies that a lookup searches.
type Scope struct {
	Name string
	// Hierarchies are in the order in which they are searched.
	Hierarchies []Hierarchy
	// LeftOut is the number of hierarchies that are omitted because their data was installed.
	LeftOut int
	// Nodes is the number of nodes known by name; 0 for none.
	Nodes int
	// Columns are the columns of the table of keys, highest priority first.
	Columns []Column
	// Keys are sorted by name.
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

// Level is a level of a hierarchy.
type Level struct {
	Name string
	// Column is its index in Scope.Columns; -1 for none.
	Column int
	// Part is the list of levels that contains it, unless that is `hierarchy`.
	Part string
	// Locations are the templates of its paths.
	Locations [][]Piece
	// Function is its data function.
	Function string
	// Unseen is the reason why some of what it reads is unknown; "" if everything is known.
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
	// When holds the conditions under which it is read: all conditions of at least one list. An
	// empty list is always met.
	When [][]Condition
	// Nodes are the names of the nodes that read it, as far as nodes are known.
	Nodes []string
	// Keys is the number of keys that it defines.
	Keys int
}

// Condition is a value of a variable; an empty value means that the variable is undefined.
type Condition struct{ Variable, Value string }

// Column is a level in the table of keys.
type Column struct {
	Name string
	// Detail is a longer description.
	Detail string
}

// Key is a key with all its values.
type Key struct {
	Name string
	// Merge is the merge strategy; "" if the value with the highest priority is used.
	Merge    string
	Settings []Setting
}

// Setting is a value of a key in one file.
type Setting struct {
	// Column is an index of Scope.Columns.
	Column int
	// File and Span are the position, from the key to the end of the value.
	File *source.File
	Span source.Span
	// Aliased are the positions of other values in the file that the value refers to by aliases.
	Aliased []source.Span
	// Value is the value in short form. It is "" for secrets; Withheld is then their kind.
	Value    string
	Withheld string
	Effect   Effect
}

// Effect says whether a value is used.
type Effect uint8

// The effects.
const (
	Used       Effect = iota // used wherever it is read
	UsedInPart               // used where it is read, unless one with a higher priority is also read
	Unused                   // wherever it is read, one with a higher priority is also read
	Merged                   // merged with others
	Unread                   // none of the known nodes reads it
)
