package outcome

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
)

// Error is the error that Puppet ends a lookup with.
type Error struct {
	// Message is Puppet's text, word for word, so that it can be searched for. Where Puppet crashes, it
	// is Ruby's.
	Message string
	// Class is the Ruby class of the exception.
	Class string
	// Cause is the kind of mistake.
	Cause Cause
	// Name is the undefined variable, where that is the cause.
	Name string
	// NotFound reports that the only thing wrong is that no layer has the key.
	NotFound bool
	// Crash reports that Puppet did not mean to fail: it runs into an exception of Ruby.
	Crash bool
	// Issue reports that Puppet gave the error an issue code. The global layer passes such errors on
	// unchanged.
	Issue bool
	// Node is the value, key or setting at which the lookup failed; nil when there is none.
	Node *data.Node
	// Hops are the references that lead from the key that was asked for to the failure, the first one
	// first.
	Hops []Hop
}

// Error is Puppet's text.
func (e *Error) Error() string { return e.Message }

// Cause distinguishes kinds of failures.
type Cause uint8

// The causes.
const (
	OtherCause        Cause = iota
	BadToken                // a %{…} that Puppet rejects, whatever the data
	Recursion               // a value that refers to itself
	BadMerge                // values that the merge strategy rejects, or an unknown strategy
	BadConversion           // convert_to does not apply to the value
	BadOptions              // lookup_options that Puppet rejects
	BadFile                 // a data file that Puppet cannot read
	BadConfig               // a hiera.yaml that Puppet rejects
	BadValue                // a value that Puppet does not accept as data
	WrongSubKey             // a subkey that does not match the value
	UndefinedVariable       // a variable that the node does not have, under strict
	NoDecryption            // an encrypted value that cannot be decrypted
	BadFunction             // a data function that fails
	TooMuch                 // not Puppet's: the lookup costs more than hieralint spends on one
)

// The Ruby classes of exceptions that decide how Puppet passes an error on.
const (
	ClassLookup        = "Puppet::DataBinding::LookupError"
	ClassRecursive     = "Puppet::DataBinding::RecursiveLookupError"
	ClassPuppet        = "Puppet::Error"
	ClassParse         = "Puppet::ParseError"
	ClassTypeAssertion = "Puppet::Pops::Types::TypeAssertionError"
	ClassYAML          = "Puppet::Util::Yaml::YamlLoadError"
	ClassArgument      = "ArgumentError"
	ClassNoMethod      = "NoMethodError"
	ClassStack         = "SystemStackError"
	ClassSystemCall    = "SystemCallError"
	ClassIsDirectory   = "Errno::EISDIR"
	ClassURI           = "URI::InvalidURIError"
)

// Errorf is a LookupError.
func Errorf(format string, args ...any) *Error {
	return &Error{Class: ClassLookup, Message: fmt.Sprintf(format, args...)}
}

// IssueError is a LookupError with an issue code.
func IssueError(message string) *Error {
	return &Error{Class: ClassLookup, Message: message, Issue: true}
}

// Crashf is an exception of Ruby that Puppet does not expect.
func Crashf(class, format string, args ...any) *Error {
	return &Error{Class: class, Message: fmt.Sprintf(format, args...), Crash: true}
}

// IsLookup reports whether Ruby would rescue e as a LookupError. Only such errors end an explanation:
// any other error ends Puppet, and nothing is explained.
func (e *Error) IsLookup() bool { return e.Class == ClassLookup || e.Class == ClassRecursive }

// IsPuppet reports whether Ruby would rescue e as a Puppet::Error.
func (e *Error) IsPuppet() bool {
	switch e.Class {
	case ClassPuppet, ClassParse, ClassTypeAssertion, ClassYAML:
		return true
	default:
		return e.IsLookup()
	}
}

// Because sets the cause of an error that nobody else has seen yet.
func (e *Error) Because(c Cause) *Error {
	e.Cause = c
	return e
}

// At is e with a place, unless it has one already, which is more exact. Errors are kept with the files
// and layers that they are about, so e itself is not changed.
func (e *Error) At(node *data.Node) *Error {
	if e.Node != nil || node == nil {
		return e
	}
	placed := *e
	placed.Node = node
	return &placed
}

// By is e with the references that led to it, unless it has them already.
func (e *Error) By(hops []Hop) *Error {
	if len(e.Hops) > 0 || len(hops) == 0 {
		return e
	}
	led := *e
	led.Hops = hops
	return &led
}
