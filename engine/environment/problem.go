package environment

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Code distinguishes problems.
type Code uint8

// The problems of an environment.conf.
const (
	Unreadable           Code = iota // not a file, no permission
	BadEncoding                      // not UTF-8
	UnmatchedLine                    // neither a setting, a section nor a comment
	BadFileOption                    // braces in a value: only {owner = …} may be in them
	IgnoredSection                   // a section other than [main]
	UnknownSetting                   // a setting that environment.conf does not know
	RepeatedSetting                  // Related is the one that counts
	UnknownVariable                  // $name of a setting that does not exist
	EnvironmentVariable              // $environment in a modulepath, where it stays as it is
	ModulePathNotText                // modulepath = true
	SpaceInModulePath                // `a : b`: the space belongs to the directory
	CommentInValue                   // `a # b`: there are no comments behind a value
	EmptyModulePathEntry             // `a::b`: the environment itself
	TooWideModulePath                // `/*/*/*`: it leads to too many directories
)

// The problems of a metadata.json.
const (
	BadMetadata     Code = iota + 64 // does not parse
	NotMetadata                      // a list, a text, a number
	MissingMetadata                  // source, author, version, license or dependencies
	BadDependencies                  // not an array
	BadDependency                    // not a hash with a name
	BadModuleName                    // name is not a text
)

// Effect is what Puppet does about a problem, mildest first.
type Effect uint8

// The effects.
const (
	Silent Effect = iota // nothing is said; the file does not do what it seems to
	Warns
	HidesModule // an error is logged, and the module does not exist
	Fails       // no key can be looked up in the environment; no catalog compiles
)

// Outcome is what one version of Puppet does about a problem.
type Outcome struct {
	Effect Effect
	// Text is what Puppet says, word for word; "" when it says nothing, or crashes with a text
	// that says nothing about the cause. Puppet says the same text only once.
	Text string
}

// Problem is something wrong with an environment.conf or a metadata.json.
type Problem struct {
	Code Code
	// File is nil when the file cannot be read.
	File *source.File
	Span source.Span
	// Related is another place that belongs to it; zero when there is none.
	Related source.Span

	// Puppet7 and Puppet8 are what Puppet does with default settings.
	Puppet7, Puppet8 Outcome

	// Document is what is wrong with a metadata.json that does not parse; nil where it is empty.
	Document *data.Problem
	// Err is why a file cannot be read.
	Err error
	// Name is the name at fault: of an unknown setting or variable, or of a missing key. Known are the names that
	// Puppet knows there; nil when it is no matter of names.
	Name  string
	Known []string
}

// Outcome is what a Puppet of the given major version does about the problem.
func (p *Problem) Outcome(puppetVersion int) Outcome {
	if puppetVersion < 8 {
		return p.Puppet7
	}
	return p.Puppet8
}

// always is a problem about which all versions do the same.
func always(p *Problem, effect Effect, text string) *Problem {
	p.Puppet7 = Outcome{effect, text}
	p.Puppet8 = p.Puppet7
	return p
}
