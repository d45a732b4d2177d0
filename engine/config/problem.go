package config

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
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
	// Text is what Puppet says, word for word, with the file as Document.File names it. Where it
	// crashes, that is Ruby's text.
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
	// Span is the exact key or value concerned, Node what it belongs to: the key of an
	// UnknownKey, the value of a WrongType. Both are zero for what concerns the file as a whole,
	// such as a missing version.
	Span source.Span
	Node *data.Node
	// Related is another place that belongs to it, such as the first of two equal names; zero
	// when there is none.
	Related source.Span

	Stage Stage
	// Puppet7 and Puppet8 are what Puppet does with default settings; OpenVox 9 is like Puppet 8
	// except for the product's name in texts about reserved options.
	Puppet7, Puppet8 Outcome

	// The rest is what the problem is about, as far as its code has such a thing.

	// Document is what is wrong with a document that does not parse.
	Document *data.Problem
	// Name is the key, option, backend, level, variable, URI or function. Known are the names that Puppet knows in its
	// place, the usual ones first; for SeveralFunctions and SeveralLocations the keys that are given.
	Name  string
	Known []string
	// Place is where an UnknownKey or a WrongType is, Value what is there, Mismatch in what way it is wrong.
	Place    Place
	Value    *data.Value
	Mismatch types.MismatchKind
	// Level is the level whose function is called in a wrong way.
	Level *Level
	// Token is a token that Puppet rejects, of Template.
	Token    *interpolate.Token
	Template *interpolate.Template
}

// Place is where a value is in a hiera.yaml.
type Place struct {
	Key     string // of the value, or of the collection that it is in; "" at the top level of the file
	Parent  string // the key around that
	Element bool   // an element of the array under Key
}

// InHierarchy reports whether the place is a hierarchy or a level of one.
func (p Place) InHierarchy() bool {
	return p.Key == keyHierarchy || p.Key == keyDefaultHierarchy || p.Key == keyPlanHierarchy
}

// InLevel reports whether the place is in a level of a hierarchy.
func (p Place) InLevel() bool { return p.InHierarchy() && p.Element }

// Code distinguishes problems.
type Code uint8

// The problems of a hiera.yaml.
const (
	Unreadable                  Code = iota // the document does not parse
	NotAHash                                // the file is empty, a list, a text: the default of version 3 applies
	VersionMissing                          // no version, in a file that is clearly meant for version 5
	VersionUnknown                          // neither 3, 4 nor 5, or not a number at all
	VersionNotAllowed                       // version 4 in the global layer, version 3 elsewhere
	VersionDeprecated                       // version 3 or 4 where Puppet still reads it
	WrongType                               // a value is not what the schema asks for
	BadKey                                  // a key is not a string, or empty
	BadOptionName                           // an option that has no such name
	BadBackend                              // version 3: the name of a backend is not a string
	BadDatadir                              // version 3: a datadir is not a string
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
	BadURI                                  // a uri that Ruby does not accept
	UselessOptions                          // options on yaml_data, json_data or hocon_data
	NoLocationGiven                         // a built-in function that needs a path has none
	WrongFunctionKind                       // lookup_key: yaml_data, data_hash: eyaml_lookup_key
	VariableNotBare                         // mapped_paths: ['%{facts.x}', …]
	PathsWin                                // version 4: path beside paths is ignored
	DatadirNotInterpolated                  // version 4: a token in a datadir stays text
)

// check is a check of Puppet that the file does not pass. Checks are kept in Puppet's order.
type check struct {
	stage            Stage
	puppet7, puppet8 Outcome
	class            string
	issue            bool
	deprecation      bool // a warning that strict = off silences
	problems         []*Problem
}

// outcome is what Puppet of a major version does about it.
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
	classParse         = "Puppet::ParseError"
	classURI           = "URI::InvalidURIError"
	classNoMethod      = "NoMethodError"
	classFloatDomain   = "FloatDomainError"
	classRegexp        = "RegexpError"
	classType          = "TypeError"
)
