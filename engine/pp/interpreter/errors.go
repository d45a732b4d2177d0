package interpreter

import (
	"errors"
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// ErrNotFound means that a function called `$context.not_found`.
var ErrNotFound = errors.New("the function has no value for the key")

// Kind is the kind of an Error in Puppet.
type Kind uint8

// The kinds.
const (
	// Evaluation is an error in the code, with its position.
	Evaluation Kind = iota
	// Argument means that a function cannot be called with these arguments.
	Argument
	// Assertion means that a function returned a value of the wrong type.
	Assertion
	// Pattern means that the code has an invalid regular expression.
	Pattern
)

// Error is an error that Puppet raises in a call.
type Error struct {
	Kind Kind
	// Text is Puppet's message with the position.
	Text string
}

func (e *Error) Error() string { return e.Text }

// UnsupportedError is returned for what Puppet supports but this package does not.
type UnsupportedError struct {
	// What names it, as in "the function `merge`".
	What string
	// File and Span are where it is used. File is nil if there is no position.
	File *source.File
	Span source.Span
}

func (u *UnsupportedError) Error() string {
	if u.File == nil {
		return u.What + " is not evaluated here"
	}
	return fmt.Sprintf("%s is not evaluated here (%s:%d)", u.What, u.File.Path, u.File.Pos(u.Span.Start).Line)
}

// UnknownValueError means that the code needs a value that is unknown.
type UnknownValueError struct{ Value data.Unknown }

func (n *UnknownValueError) Error() string { return n.Value.UnknownReason() }

// lookupError is an error of a lookup.
type lookupError interface {
	error
	// IsLookup reports whether Puppet passes on the error unchanged. It adds the position of the call to other errors.
	IsLookup() bool
}

// Non-local exits from blocks and functions.
type (
	nextSignal   struct{ value *data.Value } //nolint:errname // it is no failure
	returnSignal struct{ value *data.Value } //nolint:errname // it is no failure
	breakSignal  struct{}                    //nolint:errname // it is no failure
)

func (nextSignal) Error() string   { return "next" }
func (returnSignal) Error() string { return "return" }
func (breakSignal) Error() string  { return "break" }

// unsupported returns an *UnsupportedError at a place.
func (s *scope) unsupported(at place, what string) error {
	return &UnsupportedError{What: what, File: s.file, Span: at.Span()}
}

// fail returns an error of the code at a place.
func (s *scope) fail(at place, format string, args ...any) error {
	return s.failAt(at.Span().Start, format, args...)
}

func (s *scope) failAt(offset int, format string, args ...any) error {
	return &Error{Text: "Evaluation Error: " + fmt.Sprintf(format, args...) + position(s.file, offset)}
}

func position(file *source.File, offset int) string {
	pos := file.Pos(offset)
	return fmt.Sprintf(" (file: %s, line: %d, column: %d)", file.Path, pos.Line, pos.Column)
}

// inCall returns the error of a function called at an offset. what names the call in Puppet's words. Errors with a
// position and errors of lookups are returned unchanged.
func (s *scope) inCall(offset int, what string, err error) error {
	var (
		placed      *Error
		unsupported *UnsupportedError
		unknown     *UnknownValueError
		lookup      lookupError
	)
	switch {
	case errors.As(err, &placed) && placed.Kind == Evaluation, errors.As(err, &unsupported), errors.As(err, &unknown),
		errors.As(err, &lookup) && lookup.IsLookup(), errors.Is(err, ErrNotFound), s.ctx.Err() != nil, isSignal(err):
		return err
	}
	return s.failAt(offset, "Error while evaluating %s, %s", what, err)
}

func isSignal(err error) bool {
	switch err.(type) {
	case nextSignal, returnSignal, breakSignal:
		return true
	}
	return false
}
