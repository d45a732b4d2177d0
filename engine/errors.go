package engine

import (
	"errors"
	"fmt"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
)

// The classes of Ruby's exceptions that decide how Puppet passes an error on.
const (
	classLookup        = "Puppet::DataBinding::LookupError"
	classRecursive     = "Puppet::DataBinding::RecursiveLookupError"
	classPuppet        = "Puppet::Error"
	classParse         = "Puppet::ParseError"
	classTypeAssertion = "Puppet::Pops::Types::TypeAssertionError"
	classYAML          = "Puppet::Util::Yaml::YamlLoadError"
	classArgument      = "ArgumentError"
	classNoMethod      = "NoMethodError"
	classStack         = "SystemStackError"
	classIsDirectory   = "Errno::EISDIR"
	classURI           = "URI::InvalidURIError"
)

// Error is a lookup that Puppet ends with an error.
type Error struct {
	// Message is the text of Puppet, word for word, so that people can search for it. Where
	// Puppet has none, but crashes, it is that of Ruby.
	Message string
	// Class is the class of the exception in Ruby.
	Class string
	// Cause is what kind of mistake it is.
	Cause Cause
	// NotFound tells that nothing is wrong except that no layer has the key.
	NotFound bool
	// Crash tells that Puppet did not mean to fail: it runs into an exception of Ruby.
	Crash bool
	// Node is the value, key or setting at which it failed; nil when there is none.
	Node *data.Node
	// Hops is the way from the key that was asked for to the failure: each place where one value
	// referred to another, the first hop first.
	Hops []Hop

	// issue tells that Puppet gave the error a code; the global layer then passes it on unchanged.
	issue bool
}

func (e *Error) Error() string { return e.Message }

// Cause tells kinds of failures apart.
type Cause uint8

// The causes.
const (
	OtherCause        Cause = iota
	BadToken                // a %{…} that Puppet refuses, whatever the data
	Recursion               // a value that refers to itself
	BadMerge                // values that the merge strategy refuses, or a strategy that there is not
	BadConversion           // convert_to does not apply to the value
	BadOptions              // lookup_options that Puppet refuses
	BadFile                 // a data file that Puppet cannot read
	BadConfig               // a hiera.yaml that Puppet refuses
	BadValue                // a value that Puppet does not let pass as data
	WrongSubKey             // a sub key that does not fit the value
	UndefinedVariable       // a variable that the node does not have, under strict
	NoDecryption            // an encrypted value that cannot be decrypted
	BadFunction             // a data function that fails
)

func (e *Error) because(c Cause) *Error {
	e.Cause = c
	return e
}

// Hop is one reference of a value to a key or variable.
type Hop struct {
	// Key is what is referred to.
	Key string
	// Node is the text that refers to it; nil when it was computed.
	Node *data.Node
}

// isLookup tells whether Ruby would rescue e as a LookupError.
func (e *Error) isLookup() bool { return e.Class == classLookup || e.Class == classRecursive }

// Explained tells whether `puppet lookup --explain` prints the error as the end of what it
// explains. Any other error ends Puppet, and nothing is explained.
func (e *Error) Explained() bool { return e.isLookup() }

// isPuppet tells whether Ruby would rescue e as a Puppet::Error.
func (e *Error) isPuppet() bool {
	switch e.Class {
	case classPuppet, classParse, classTypeAssertion, classYAML:
		return true
	default:
		return e.isLookup()
	}
}

func lookupError(format string, args ...any) *Error {
	return &Error{Class: classLookup, Message: fmt.Sprintf(format, args...)}
}

func issueError(message string) *Error {
	return &Error{Class: classLookup, Message: message, issue: true}
}

func crash(class, format string, args ...any) *Error {
	return &Error{Class: class, Message: fmt.Sprintf(format, args...), Crash: true}
}

// at is e with a place, unless a more exact one is known. Errors are kept with the files and
// layers that they are about, so e itself stays as it is.
func (e *Error) at(node *data.Node) *Error {
	if e.Node != nil || node == nil {
		return e
	}
	placed := *e
	placed.Node = node
	return &placed
}

// by is e with the references that led to it, unless it has them already.
func (e *Error) by(hops []Hop) *Error {
	if len(e.Hops) > 0 || len(hops) == 0 {
		return e
	}
	led := *e
	led.Hops = hops
	return &led
}

// asError is err as an *Error: those of the packages below know their texts, and this knows the
// classes that go with them.
func asError(err error) *Error {
	var (
		own      *Error
		mismatch *key.MismatchError
		syntax   *key.SyntaxError
		merging  *merge.Error
		options  *lookupoptions.Error
		conf     *config.Error
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &mismatch):
		e := lookupError("%s", mismatch.Error()).because(WrongSubKey)
		// Ruby lets an Integer and a Symbol be subscripted, so they pass Puppet's check.
		if k := mismatch.Value.Kind(); k == data.Integer || k == data.Symbol {
			e.Class, e.Crash = classNoMethod, true
		}
		return e.at(mismatch.Value.Node())
	case errors.As(err, &syntax):
		if syntax.Number != "" {
			return crash(classNoMethod, "undefined method `index' for %s:Integer", syntax.Number).because(BadToken)
		}
		return lookupError("%s", syntax.Error()).because(BadToken)
	case errors.As(err, &merging):
		return &Error{Class: string(merging.Class), Cause: BadMerge, Message: merging.Message}
	case errors.As(err, &options):
		if options.Crash != "" {
			return crash(options.Crash, "%s", options.Message).because(BadOptions).at(options.Node)
		}
		return lookupError("%s", options.Message).because(BadOptions).at(options.Node)
	case errors.As(err, &conf):
		e := &Error{Class: conf.Class, Cause: BadConfig, Message: conf.Text, issue: conf.Issue}
		e.Crash = !e.isPuppet()
		for _, p := range conf.Problems {
			e = e.at(p.Node)
		}
		return e
	default:
		return &Error{Class: classPuppet, Message: err.Error()}
	}
}
