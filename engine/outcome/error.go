package outcome

import (
	"context"
	"errors"
	"fmt"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
)

// Error is the error with which a lookup fails.
type Error struct {
	// Message is Puppet's error message, or Ruby's if Puppet crashes. It is unchanged, so that
	// users can search for it.
	Message string
	// Class is the Ruby class of the exception.
	Class string
	// Cause is the kind of mistake.
	Cause Cause
	// Name is the name of the undefined variable, if that is the cause.
	Name string
	// NotFound reports that the lookup failed only because no layer has the key.
	NotFound bool
	// Crash reports that Puppet crashes with a Ruby exception.
	Crash bool
	// Issue reports that the error has an issue code in Puppet. The global layer passes such errors
	// on unchanged.
	Issue bool
	// Node is the value, key, or setting at fault; nil if there is none.
	Node *data.Node
	// Hops lists the references that lead from the requested key to the failure, in order.
	Hops []Hop

	ended error // of the context
}

// Error returns Puppet's message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the error of the lookup's context if that has ended; otherwise nil.
func (e *Error) Unwrap() error { return e.ended }

// Cause is the kind of a failure.
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

// The Ruby exception classes that determine how Puppet passes an error on.
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
)

// Errorf returns a LookupError.
func Errorf(format string, args ...any) *Error {
	return &Error{Class: ClassLookup, Message: fmt.Sprintf(format, args...)}
}

// IssueError returns a LookupError with an issue code.
func IssueError(message string) *Error {
	return &Error{Class: ClassLookup, Message: message, Issue: true}
}

// Crashf returns a Ruby exception that Puppet does not expect.
func Crashf(class, format string, args ...any) *Error {
	return &Error{Class: class, Message: fmt.Sprintf(format, args...), Crash: true}
}

// IsLookup reports whether Ruby would rescue e as a LookupError. Only such errors appear in an
// explanation; others end Puppet, and nothing is explained.
func (e *Error) IsLookup() bool { return e.Class == ClassLookup || e.Class == ClassRecursive }

// IsPuppet reports whether Ruby would rescue e as a Puppet::Error.
func (e *Error) IsPuppet() bool {
	switch e.Class {
	case ClassPuppet, ClassParse, ClassTypeAssertion, ClassYAML:
		return true
	}
	return e.IsLookup()
}

// WithCause sets the cause of an error that has not been shared yet.
func (e *Error) WithCause(c Cause) *Error {
	e.Cause = c
	return e
}

// WithNode returns e with a node, unless it already has one, which is more exact. e itself is not
// changed, since errors are cached with the files and layers that they belong to.
func (e *Error) WithNode(node *data.Node) *Error {
	if e.Node != nil || node == nil {
		return e
	}
	placed := *e
	placed.Node = node
	return &placed
}

// WithContext returns e such that it wraps the error of a context that has ended.
func (e *Error) WithContext(ctx context.Context) *Error {
	err := ctx.Err()
	if err == nil {
		return e
	}
	wrapping := *e
	wrapping.ended = err
	return &wrapping
}

// WithHops returns e with the references that led to it, unless it already has some.
func (e *Error) WithHops(hops []Hop) *Error {
	if len(e.Hops) > 0 || len(hops) == 0 {
		return e
	}
	led := *e
	led.Hops = hops
	return &led
}

// From converts err to an *Error. Errors of lower-level packages already have Puppet's messages;
// From adds their Ruby classes.
func From(err error) *Error {
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
		e := Errorf("%s", mismatch.Error()).WithCause(WrongSubKey)
		// Integer and Symbol support [] in Ruby, so they pass Puppet's check.
		if k := mismatch.Value.Kind(); k == data.Integer || k == data.Symbol {
			e.Class, e.Crash = ClassNoMethod, true
		}
		return e.WithNode(mismatch.Value.Node())
	case errors.As(err, &syntax):
		if syntax.Number != "" {
			return Crashf(ClassNoMethod, "undefined method `index' for %s:Integer", syntax.Number).WithCause(BadToken)
		}
		return Errorf("%s", syntax.Error()).WithCause(BadToken)
	case errors.As(err, &merging):
		return &Error{Class: string(merging.Class), Cause: BadMerge, Message: merging.Message}
	case errors.As(err, &options):
		if options.Crash != "" {
			return Crashf(options.Crash, "%s", options.Message).WithCause(BadOptions).WithNode(options.Node)
		}
		cause := BadOptions
		if options.IsOwn {
			cause = TooMuch
		}
		return Errorf("%s", options.Message).WithCause(cause).WithNode(options.Node)
	case errors.As(err, &conf):
		e := &Error{Class: conf.Class, Cause: BadConfig, Message: conf.Text, Issue: conf.Issue}
		e.Crash = !e.IsPuppet()
		for _, p := range conf.Problems {
			e = e.WithNode(p.Node)
		}
		return e
	}
	return &Error{Class: ClassPuppet, Message: err.Error()}
}
