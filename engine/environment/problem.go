package environment

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Code identifies a kind of problem.
type Code uint8

// The problems of an environment.conf.
const (
	Unreadable           Code = iota // not a file, or no permission
	BadEncoding                      // not UTF-8
	UnmatchedLine                    // not a setting, section, or comment
	BadFileOption                    // braces in a value: only {owner = …} is allowed
	IgnoredSection                   // a section other than [main]
	UnknownSetting                   // a setting that is unknown in environment.conf
	RepeatedSetting                  // Related is the one that Puppet uses
	UnknownVariable                  // $name of a setting that does not exist
	EnvironmentVariable              // $environment in a modulepath, which is not replaced
	ModulePathNotText                // modulepath = true
	SpaceInModulePath                // `a : b`: the space is part of the directory name
	CommentInValue                   // `a # b`: comments after a value do not exist
	EmptyModulePathEntry             // `a::b`: the environment itself
	TooWideModulePath                // `/*/*/*`: matches too many directories
	TooLongModulePath                // very many entries
)

// The problems of a metadata.json.
const (
	BadMetadata     Code = iota + 64 // cannot be parsed
	NotMetadata                      // an array, a string, or a number
	MissingMetadata                  // source, author, version, license, or dependencies
	BadDependencies                  // not an array
	BadDependency                    // not a hash with a name
	BadModuleName                    // the name is not a string
)

// Effect is what Puppet does if a file has a problem, mildest first.
type Effect uint8

// The effects.
const (
	Silent Effect = iota // nothing is logged, but the file does not do what it seems to
	Warns
	HidesModule // an error is logged, and the module does not exist
	Fails       // all lookups in the environment fail, and no catalog compiles
)

// Outcome is what one version of Puppet does if a file has a problem.
type Outcome struct {
	Effect Effect
	// Text is Puppet's message; "" if there is none, or if Puppet crashes with a message that does
	// not mention the cause. Puppet logs the same message only once.
	Text string
}

// Problem is a mistake in an environment.conf or metadata.json.
type Problem struct {
	Code Code
	// File is nil if the file cannot be read.
	File *source.File
	Span source.Span
	// Related is the position of another part that is involved; zero if there is none.
	Related source.Span

	// Puppet7 and Puppet8 are the outcomes with default settings.
	Puppet7, Puppet8 Outcome

	// Document describes why a metadata.json cannot be parsed; nil if it is empty.
	Document *data.Problem
	// Err is the reason why a file cannot be read.
	Err error
	// Name is the unknown setting or variable, or the missing key. Known lists the valid names; nil
	// if the problem is not about a name.
	Name  string
	Known []string
}

// Outcome returns what the given major version of Puppet does.
func (p *Problem) Outcome(puppetVersion int) Outcome {
	if puppetVersion < 8 {
		return p.Puppet7
	}
	return p.Puppet8
}

// always sets the same outcome for all versions.
func always(p *Problem, effect Effect, text string) *Problem {
	p.Puppet7 = Outcome{effect, text}
	p.Puppet8 = p.Puppet7
	return p
}
