// Package config reads hiera.yaml: versions 5, 4 and 3, in the global, environment and module
// layer, into one typed hierarchy that knows where each part was written.
//
// It says what Puppet would fail with (Config.Err) and, for people, all that is wrong with the
// file at once (Config.Problems). It knows no facts and opens no files: which data file a level
// leads to on a node is the engine's business.
package config

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// Layer is the place of a hiera.yaml. It decides which versions and keys are allowed in it.
type Layer uint8

// The layers, in the order in which Puppet asks them.
const (
	Global Layer = iota
	Environment
	Module
)

var layerNames = [...]string{"global", "environment", "module"}

// String is the name of the layer as people write it.
func (l Layer) String() string { return layerNames[l] }

// Config is what a hiera.yaml says. When Puppet refuses the file (see Err), it holds the parts
// that could be understood, so that they can be checked as well.
type Config struct {
	// Doc is the file; nil for the built-in configuration of Default.
	Doc   *data.Document
	Layer Layer
	// Version is the format: 3, 4 or 5. It is 0 when Puppet knows no such version.
	Version int
	// VersionNode is the value of `version`; nil when it is not given.
	VersionNode *data.Node

	// Defaults is what a level that does not say otherwise has (version 5).
	Defaults Defaults
	// Hierarchy are the levels, highest priority first. In version 3 each backend is a level.
	// Two levels may have the same name here, although Puppet refuses that.
	Hierarchy []*Level
	// DefaultHierarchy are the levels that are asked when all layers have nothing (version 5 in
	// a module). It is nil when not given.
	DefaultHierarchy []*Level
	// PlanHierarchy are the levels that are used instead of Hierarchy when Bolt runs a plan.
	// It is nil when not given.
	PlanHierarchy []*Level

	// MergeBehavior is that of version 3 for calls of hiera_hash: `native`, `deep` or `deeper`.
	// DeepMergeOptions are its options; nil when not given.
	MergeBehavior    string
	DeepMergeOptions *data.Value

	// Problems is all that is wrong with the file, in order of position.
	Problems []*Problem
	// Templates are the strings with tokens, each once.
	Templates []Template

	checks []*check
}

// Template is a string in which Puppet replaces tokens.
type Template struct {
	Node *data.Node
	*interpolate.Template
}

// Defaults is the `defaults` of version 5, or what stands for it when it is not given.
type Defaults struct {
	// Node is the mapping; nil when it is not given.
	Node     *data.Node
	Function Function
	Datadir  Datadir
	// Options is nil when not given.
	Options     *data.Value
	OptionsNode *data.Node
}

// Level is an entry of a hierarchy.
type Level struct {
	Name string
	// Node is the mapping (version 3: the name of the backend); nil for a built-in level.
	Node *data.Node
	// NameNode is the value of `name`.
	NameNode *data.Node

	Function Function
	Datadir  Datadir

	// LocationKind is which location key is given; LocationNode is its value. A level without
	// location is asked once.
	LocationKind LocationKind
	LocationNode *data.Node
	Locations    []Location
	// Mapped is set for mapped_paths.
	Mapped *MappedPaths
	// Extension, as ".yaml", is added to each interpolated location that does not already end
	// in it. It is "" in version 5, where nothing is added.
	Extension string

	// Options is what the function is given: a Hash whose strings are interpolated without
	// methods; nil when there are none. OptionsNode is where it is written.
	Options          *data.Value
	OptionsNode      *data.Node
	OptionsInherited bool
}

// FunctionKind is how a level is asked.
type FunctionKind uint8

// The kinds of functions.
const (
	NoFunction FunctionKind = iota
	DataHash
	LookupKey
	DataDig
	Hiera3Backend
	V4DataHash // v4_data_hash: meant for Puppet itself, but accepted in files
)

// Function names what gets the data of a level.
type Function struct {
	Kind FunctionKind
	// Name is the function as written, or the backend of a Hiera3Backend.
	Name string
	// Node is where it is named: at the level, or in the defaults when Inherited; nil when it is
	// built in.
	Node *data.Node
	// Inherited means that the level itself names none.
	Inherited bool
}

// Base is what a relative datadir starts from.
type Base uint8

// The bases.
const (
	ConfigDir  Base = iota // the directory of the hiera.yaml
	WorkingDir             // the directory in which Puppet runs: version 3
	CodeDir                // the setting codedir: version 3 without a datadir
)

// Datadir is the directory that relative locations start from.
type Datadir struct {
	Text string
	// Template is the parsed Text; nil when there is nothing to interpolate in it. In version 4
	// it is always nil, as Puppet does not interpolate a datadir there.
	//
	// Puppet makes the datadir absolute first and interpolates then: the value of a variable at
	// its start does not make it absolute.
	Template *interpolate.Template
	Base     Base
	// Node is where it is written: at the level, or in the defaults when Inherited; nil when it
	// is built in.
	Node      *data.Node
	Inherited bool
}

// LocationKind is the key that gives the locations of a level.
type LocationKind uint8

// The kinds of locations. The plural of each key is the same kind.
const (
	NoLocation LocationKind = iota
	Path
	Glob
	URI
	Mapped
)

// Location is one path, glob or uri. For mapped_paths it is the template.
type Location struct {
	Text string
	// Template is the parsed Text; nil when there is nothing to interpolate in it.
	Template *interpolate.Template
	Node     *data.Node
}

// MappedPaths is [variable, name, template]: one path for each element of the variable.
type MappedPaths struct {
	// Variable is a bare dotted name such as `facts.groups`, without %{}.
	Variable     string
	VariableNode *data.Node
	// Name is what an element is called in the template.
	Name     string
	NameNode *data.Node
	Template Location
}
