// Package config reads hiera.yaml files of versions 5, 4, and 3, in the global, environment, and
// module layers, into one typed hierarchy in which every part has a position.
//
// Config.Err is the error that Puppet raises. Config.Problems lists everything that is wrong with
// the file. The package knows no facts and opens no data files; package engine determines which
// files a level reads on a node.
package config

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// Layer is the layer that a hiera.yaml belongs to. It determines which versions and keys are
// allowed.
type Layer uint8

// The layers, in the order in which Puppet searches them.
const (
	Global Layer = iota
	Environment
	Module
)

var layerNames = [...]string{"global", "environment", "module"}

// String returns the name of the layer for use in messages.
func (l Layer) String() string { return layerNames[l] }

// Config is the content of a hiera.yaml. If Puppet rejects the file (see Err), it contains the
// parts that could be read, so that they can be checked too.
type Config struct {
	// Doc is the file; nil for the built-in configuration that Default returns.
	Doc   *data.Document
	Layer Layer
	// Version is 3, 4, or 5; 0 if Puppet does not know the version.
	Version int
	// VersionNode is the value of `version`; nil if missing.
	VersionNode *data.Node

	// Defaults applies to levels that do not override it (version 5).
	Defaults Defaults
	// Hierarchy lists the levels, highest priority first. In version 3, each backend is a level.
	// Names of levels are not necessarily unique, although Puppet rejects duplicates.
	Hierarchy []*Level
	// DefaultHierarchy lists the levels that are searched if the key is in none of the layers
	// (version 5, in modules); nil if missing.
	DefaultHierarchy []*Level
	// PlanHierarchy lists the levels that replace Hierarchy when Bolt runs a plan; nil if missing.
	PlanHierarchy []*Level

	// MergeBehavior is the version 3 setting for calls of hiera_hash: `native`, `deep`, or
	// `deeper`. DeepMergeOptions holds its options; nil if missing.
	MergeBehavior    string
	DeepMergeOptions *data.Value

	// Problems lists everything that is wrong with the file, ordered by position.
	Problems []*Problem
	// Templates lists the strings that contain interpolation tokens, without repetitions.
	Templates []Template

	checks []*check
}

// Levels returns the levels that lookups outside of Bolt plans search: those of `hierarchy` and then
// `default_hierarchy`.
func (c *Config) Levels() []*Level { return slices.Concat(c.Hierarchy, c.DefaultHierarchy) }

// AllLevels returns Levels and then those of `plan_hierarchy`.
func (c *Config) AllLevels() []*Level {
	return slices.Concat(c.Hierarchy, c.DefaultHierarchy, c.PlanHierarchy)
}

// Template is a string that Puppet interpolates.
type Template struct {
	Node *data.Node
	*interpolate.Template
}

// Defaults is the `defaults` hash of version 5, or Puppet's built-in defaults if it is missing.
type Defaults struct {
	// Node is the mapping; nil if missing.
	Node     *data.Node
	Function Function
	Datadir  Datadir
	// Options is nil if missing.
	Options     *data.Value
	OptionsNode *data.Node
}

// Level is a level of a hierarchy.
type Level struct {
	Name string
	// Node is the level's mapping (in version 3, the name of the backend); nil for a built-in
	// level.
	Node *data.Node
	// NameNode is the value of `name`.
	NameNode *data.Node

	Function Function
	Datadir  Datadir

	// LocationKind is the location key that the level uses, and LocationNode its value. The
	// function of a level without a location is called once.
	LocationKind LocationKind
	LocationNode *data.Node
	Locations    []Location
	// Mapped is set for mapped_paths.
	Mapped *MappedPaths
	// Extension, such as ".yaml", is appended to each interpolated location that does not end in
	// it. It is "" in version 5.
	Extension string

	// Options holds the options passed to the function, whose strings are interpolated without
	// functions; nil if missing. OptionsNode is the node of its value.
	Options          *data.Value
	OptionsNode      *data.Node
	OptionsInherited bool
}

// FunctionKind is the kind of data function that serves a level.
type FunctionKind uint8

// The kinds of functions.
const (
	NoFunction FunctionKind = iota
	DataHash
	LookupKey
	DataDig
	Hiera3Backend
	V4DataHash // v4_data_hash: internal to Puppet, but accepted in files
)

// Function is the function that provides the data of a level.
type Function struct {
	Kind FunctionKind
	// Name is the name as written in the file, or the backend for Hiera3Backend.
	Name string
	// Node is the name's node, in the level or, if Inherited, in the defaults; nil if the function
	// is built in.
	Node *data.Node
	// Inherited reports that the level itself names no function.
	Inherited bool
}

// Base is the directory that a relative datadir refers to.
type Base uint8

// The bases.
const (
	ConfigDir  Base = iota // the directory of the hiera.yaml
	WorkingDir             // the working directory of the Puppet process (version 3)
	CodeDir                // the setting codedir (version 3 without a datadir)
)

// Datadir is the directory that relative locations refer to.
type Datadir struct {
	Text string
	// Template is the parsed Text; nil if there is nothing to interpolate, and always nil in
	// version 4, where Puppet does not interpolate the datadir.
	//
	// Puppet makes the datadir absolute before interpolating it, so a variable at its start cannot
	// make it absolute.
	Template *interpolate.Template
	Base     Base
	// Node is the datadir's node, in the level or, if Inherited, in the defaults; nil if built in.
	Node      *data.Node
	Inherited bool
}

// WithoutSetting returns a version 3 datadir without the server setting at its start: `/hieradata`
// for `%{settings::confdir}/hieradata`, and `/environments/data` for
// `%{settings::environmentpath}/data`. The values of settings are unknown if the tree is not on the
// server; the rest is sufficient to find the directory in the tree. Other datadirs remain as they are.
func (d Datadir) WithoutSetting() Datadir {
	if d.Base != WorkingDir || d.Template == nil || len(d.Template.Tokens) == 0 {
		return d
	}
	first := d.Template.Tokens[0]
	setting, isSetting := strings.CutPrefix(strings.TrimPrefix(first.Key.Root, "::"), "settings::")
	rest := d.Text[first.Span.End:]
	if first.Span.Start > 0 || first.Kind != interpolate.Variable || !isSetting || !strings.HasPrefix(rest, "/") {
		return d
	}
	if setting == "environmentpath" {
		rest = "/environments" + rest
	}
	d.Text, d.Template = rest, interpolate.Parse(rest)
	return d
}

// LocationKind is the key that specifies the locations of a level.
type LocationKind uint8

// The kinds of locations. The singular and plural forms of a key have the same kind.
const (
	NoLocation LocationKind = iota
	Path
	Glob
	URI
	Mapped
)

// Location is one path, glob, or uri, or the template of mapped_paths.
type Location struct {
	Text string
	// Template is the parsed Text; nil if there is nothing to interpolate.
	Template *interpolate.Template
	Node     *data.Node
}

// MappedPaths is [variable, name, template]. Each element of the variable yields one path.
type MappedPaths struct {
	// Variable is a dotted name such as `facts.groups`, without %{}.
	Variable     string
	VariableNode *data.Node
	// Name is the variable that holds the element in the template.
	Name     string
	Template Location
}

// Source is a place that lookups for one node search for keys. Nodes that share a source get the same
// *Source.
type Source struct {
	Layer Layer
	// Level is the level of the hierarchy.
	Level *Level
	// Path is the path of the file, and Format its format; "" for a level without files.
	Path   string
	Format data.Format
	// Computed reports that a function serves the level that may answer differently on each node.
	Computed bool
}

// SourceGroup holds the sources of a level, or of one location of it. Nodes that share a group get the
// same *SourceGroup.
type SourceGroup struct{ Sources []*Source }
