package config

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Effect is what Puppet does about a problem.
type Effect uint8

// The effects.
const (
	Silent Effect = iota // nothing is said; the file does not do what it seems to
	Warns
	Fails // no key of the layer can be looked up
)

// Outcome is what one version of Puppet does about a problem.
type Outcome struct {
	Effect Effect
	// Text is what Puppet says, word for word, with the file as Document.File names it; "" when
	// it says nothing or crashes.
	Text string
}

// Stage is when Puppet finds a problem.
type Stage uint8

// The stages.
const (
	// AtRead is when the file is read, on the first lookup that comes to the layer.
	AtRead Stage = iota
	// AtUse is when the hierarchy is made from it, right after that, with the facts of a node.
	AtUse
	// AtCall is when a level is asked: always for a level without location, else once a file of
	// the level exists.
	AtCall
)

// Problem is something wrong with a hiera.yaml.
type Problem struct {
	Code Code
	// Span is the exact key or value concerned, Node what it belongs to; nil when it concerns no
	// node.
	Span source.Span
	Node *data.Node
	// Related is another place that belongs to it, such as the first of two equal names; zero
	// when there is none.
	Related source.Span

	Stage Stage
	// Puppet7 and Puppet8 are what Puppet does with default settings; OpenVox 9 is like Puppet 8
	// except for the product's name in texts about reserved options.
	Puppet7, Puppet8 Outcome
	// Issue tells that Puppet's error has an issue code. Errors without one that arise in the
	// global layer reach the user as `Lookup of key 'lookup_options' failed: …`.
	Issue bool

	// Cause says in a sentence what is wrong, Help what to write instead; Help may be "".
	Cause, Help string
	// Suggestion is the name that was probably meant by an unknown one; "" when none is near.
	Suggestion string
}

// Code tells problems apart.
type Code uint8

// The problems of a hiera.yaml.
const (
	Unreadable                  Code = iota // the document does not parse
	NotAHash                                // the file is empty, a list, a text
	VersionMissing                          // no version: Puppet takes the file for version 3
	VersionUnknown                          // neither 3, 4 nor 5, or not a number at all
	VersionNotAllowed                       // version 4 in the global layer, version 3 elsewhere
	VersionDeprecated                       // version 3 or 4 where Puppet still reads it
	WrongType                               // a value is not what the schema asks for
	UnknownKey                              // a key that the schema does not know
	MissingKey                              // a key that the schema asks for
	SeveralFunctions                        // more than one of data_hash, lookup_key, data_dig, hiera3_backend
	NoFunctionGiven                         // none of them, neither at the level nor in defaults
	Hiera3BackendNotGlobal                  // hiera3_backend outside the global layer
	Hiera3BackendReplaced                   // hiera3_backend: yaml instead of data_hash: yaml_data
	SeveralLocations                        // more than one of path, paths, glob, …
	ReservedOption                          // option `path` or `uri`
	DefaultHierarchyNotInModule             // default_hierarchy outside a module
	DuplicateName                           // two levels with the same name
	DuplicateBackend                        // version 3: a backend given twice
	UnknownBackend                          // version 4: a backend other than yaml, json, hocon
	MethodInTemplate                        // %{lookup('x')} in a location, datadir or option
	TemplateSyntax                          // a token that Puppet cannot read
	UnclosedToken                           // a %{ without }, left as text
	UselessOptions                          // options on yaml_data, json_data or hocon_data
	NoLocationGiven                         // a built-in function that needs a path has none
	WrongFunctionKind                       // lookup_key: yaml_data, data_hash: eyaml_lookup_key
	VariableNotBare                         // mapped_paths: ['%{facts.x}', …]
	PathsWin                                // version 4: path beside paths is ignored
)

// Err is what Puppet of the given major version fails with when it uses the file: the first
// problem in the order in which Puppet checks, or nil when it accepts the file.
func (c *Config) Err(puppetVersion int) *Error { return c.firstError(puppetVersion) }

// Error is an error of Puppet about a hiera.yaml.
type Error struct {
	// Text is what Puppet says, word for word.
	Text string
	// Problems are what it is about: several when the type check finds several mismatches.
	Problems []*Problem
}

// Error is Puppet's text.
func (e *Error) Error() string { return e.Text }
