package config

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Effect is what Puppet does if a file has a problem.
type Effect uint8

// The effects.
const (
	Silent Effect = iota // nothing is logged, but the file does not do what it seems to
	Warns
	Fails // every lookup that reaches the layer fails
)

// Outcome is what one version of Puppet does if a file has a problem.
type Outcome struct {
	Effect Effect
	// Text is Puppet's message, in which the file is called Document.File, or Ruby's message if
	// Puppet crashes.
	Text string
}

// Stage is the point at which Puppet finds a problem.
type Stage uint8

// The stages.
const (
	// AtRead is when the file is read, by the first lookup that reaches the layer.
	AtRead Stage = iota
	// AtUse is when the hierarchy is created for the facts of a node, directly after AtRead.
	AtUse
	// AtCall is when a level is searched: always for a level without a location, otherwise only if
	// a file of the level exists.
	AtCall
)

// Problem is a mistake in a hiera.yaml.
type Problem struct {
	Code Code
	// Span is the position of the key or value at fault. Node is the key of an UnknownKey or the
	// value of a WrongType. Both are zero for problems of the whole file, such as a missing
	// version.
	Span source.Span
	Node *data.Node
	// Related is the position of another part that is involved, such as the first of two equal
	// names; zero if there is none.
	Related source.Span

	Stage Stage
	// Puppet7 and Puppet8 are the outcomes with default settings. OpenVox 9 is like Puppet 8,
	// except for the product name in messages about reserved options.
	Puppet7, Puppet8 Outcome

	// The remaining fields are set only for some codes.

	// Document describes why a document cannot be parsed.
	Document *data.Problem
	// Name is the key, option, backend, level, variable, URI, or function. Known lists the valid
	// names, the common ones first, or the keys that are present for SeveralFunctions and
	// SeveralLocations.
	Name  string
	Known []string
	// Place is the place of an UnknownKey or WrongType, Value the value found there, and Mismatch
	// describes the type mismatch.
	Place    Place
	Value    *data.Value
	Mismatch types.MismatchKind
	// Level is the level whose function is called incorrectly.
	Level *Level
	// Token is the token of Template that Puppet rejects.
	Token    *interpolate.Token
	Template *interpolate.Template
}

// Place describes where in a hiera.yaml a value is.
type Place struct {
	Key     string // the key of the value or of the collection that contains it; "" at the top level
	Parent  string // the key that contains Key
	Element bool   // the value is an element of the array under Key
}

// InHierarchy reports whether the place is a hierarchy or one of its levels.
func (p Place) InHierarchy() bool {
	return p.Key == keyHierarchy || p.Key == keyDefaultHierarchy || p.Key == keyPlanHierarchy
}

// InLevel reports whether the place is in a level of a hierarchy.
func (p Place) InLevel() bool { return p.InHierarchy() && p.Element }

// Code identifies a kind of problem.
type Code uint8

// The problems of a hiera.yaml.
const (
	Unreadable                  Code = iota // the document cannot be parsed
	NotAHash                                // the file is empty, an array, or a string; the default of version 3 applies
	VersionMissing                          // no version, in a file that is clearly meant for version 5
	VersionUnknown                          // not 3, 4, or 5, or not a number
	VersionNotAllowed                       // version 4 in the global layer, version 3 elsewhere
	VersionDeprecated                       // version 3 or 4 where Puppet still accepts it
	WrongType                               // a value does not match the schema
	BadKey                                  // a key is not a string, or empty
	BadOptionName                           // invalid option name
	BadBackend                              // version 3: the name of a backend is not a string
	BadDatadir                              // version 3: a datadir is not a string
	UnknownKey                              // a key that the schema does not allow
	MissingKey                              // a required key is missing
	SeveralFunctions                        // more than one of data_hash, lookup_key, data_dig, hiera3_backend
	NoFunctionGiven                         // none of them, in the level or in defaults
	Hiera3BackendNotGlobal                  // hiera3_backend outside the global layer
	Hiera3BackendReplaced                   // hiera3_backend: yaml instead of data_hash: yaml_data
	SeveralLocations                        // more than one of path, paths, glob, …
	ReservedOption                          // option `path` or `uri`
	DefaultHierarchyNotInModule             // default_hierarchy outside a module
	DuplicateName                           // two levels with the same name
	DuplicateBackend                        // version 3: duplicate backend
	UnknownBackend                          // version 4: a backend other than yaml, json, hocon
	MethodInTemplate                        // %{lookup('x')} in a location, datadir, or option
	TemplateSyntax                          // a token that Puppet rejects
	UnclosedToken                           // a %{ without }, which is kept literally
	BadURI                                  // a uri that Ruby rejects
	UselessOptions                          // options of yaml_data, json_data, or hocon_data
	NoLocationGiven                         // a built-in function that needs a path gets none
	WrongFunctionKind                       // lookup_key: yaml_data, data_hash: eyaml_lookup_key
	VariableNotBare                         // mapped_paths: ['%{facts.x}', …]
	PathsWin                                // version 4: paths overrides path
	DatadirNotInterpolated                  // version 4: a token in a datadir is kept literally
)

// check is one of Puppet's checks that the file fails. Checks are kept in Puppet's order.
type check struct {
	stage            Stage
	puppet7, puppet8 Outcome
	class            string
	issue            bool
	deprecation      bool // a warning that strict = off suppresses
	problems         []*Problem
}

// outcome returns what Puppet of a major version does if the check fails.
func (c *check) outcome(puppetVersion int) Outcome {
	if puppetVersion <= 7 {
		return c.puppet7
	}
	return c.puppet8
}

// The Ruby classes of Puppet's errors about a hiera.yaml.
const (
	classLookup        = "Puppet::DataBinding::LookupError"
	classYAML          = "Puppet::Util::Yaml::YamlLoadError"
	classTypeAssertion = "Puppet::Pops::Types::TypeAssertionError"
	classNoMethod      = "NoMethodError"
	classFloatDomain   = "FloatDomainError"
	classRegexp        = "RegexpError"
	classType          = "TypeError"
)

// URIError returns the exception of Ruby's URI class for text; nil if it is a valid URI.
func URIError(text string) *rubytext.Error {
	_, err := rich.NewURI(text)
	var raised *rubytext.Error
	errors.As(err, &raised)
	return raised
}

// checkURI reports a location that is not a valid URI.
func (r *reader) checkURI(at Location) {
	if raised := URIError(at.Text); raised != nil {
		r.crash(AtUse, raised.Class, raised.Message, &Problem{Code: BadURI, Node: at.Node, Name: at.Text})
	}
}
