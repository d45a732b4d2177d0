package interpreter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// ErrNotFound reports that a function ended with `$context.not_found`.
var ErrNotFound = errors.New("the function has no value for the key")

// Kind is what an Error is to Puppet.
type Kind uint8

// The kinds.
const (
	// Evaluation is an error in the code, with its place.
	Evaluation Kind = iota
	// Argument reports that a function cannot be called with its arguments.
	Argument
	// Assertion reports that a function returned what it must not.
	Assertion
)

// Error is a call that Puppet ends with an error.
type Error struct {
	Kind Kind
	// Text is Puppet's text, with the place.
	Text string
	// File and Span are where it happened; File is nil when there is no place.
	File *source.File
	Span source.Span
}

func (e *Error) Error() string { return e.Text }

// UnsupportedError reports something that Puppet can do and this package cannot.
type UnsupportedError struct {
	// What it is, as in "the function `merge`".
	What string
	// File and Span are where it is asked for; File is nil when there is no place.
	File *source.File
	Span source.Span
}

func (u *UnsupportedError) Error() string {
	if u.File == nil {
		return u.What + " is not evaluated here"
	}
	return fmt.Sprintf("%s is not evaluated here (%s:%d)", u.What, u.File.Path, u.File.Pos(u.Span.Start).Line)
}

// NotKnownError reports that the code needs a value that is not known.
type NotKnownError struct{ Value data.Unknown }

func (n *NotKnownError) Error() string { return n.Value.NotKnown() }

// lookupError is the error of a lookup.
type lookupError interface {
	error
	// IsLookup reports whether Puppet passes it on as it is; other errors get the place of the call.
	IsLookup() bool
}

// The ways in which code leaves what it is in.
type (
	nextSignal   struct{ value *data.Value } //nolint:errname // it is no failure
	returnSignal struct{ value *data.Value } //nolint:errname // it is no failure
	breakSignal  struct{}                    //nolint:errname // it is no failure
)

func (nextSignal) Error() string   { return "next" }
func (returnSignal) Error() string { return "return" }
func (breakSignal) Error() string  { return "break" }

// unsupported is an *UnsupportedError at a place.
func (s *scope) unsupported(at place, what string) error {
	return &UnsupportedError{What: what, File: s.file, Span: at.Span()}
}

// fail is an error of the code at a place.
func (s *scope) fail(at place, format string, args ...any) error {
	return s.failAt(at.Span().Start, format, args...)
}

func (s *scope) failAt(offset int, format string, args ...any) error {
	return &Error{
		Text: "Evaluation Error: " + fmt.Sprintf(format, args...) + s.position(offset),
		File: s.file, Span: source.Span{Start: offset, End: offset},
	}
}

// position is how Puppet names a place in its errors.
func (s *scope) position(offset int) string { return position(s.file, offset) }

func position(file *source.File, offset int) string {
	pos := file.Pos(offset)
	return fmt.Sprintf(" (file: %s, line: %d, column: %d)", file.Path, pos.Line, pos.Column)
}

// inCall is an error of a function that was called at an offset. what is what the call is, in Puppet's
// words. Errors that have a place already, and those of lookups, stay as they are.
func (s *scope) inCall(offset int, what string, err error) error {
	var (
		placed      *Error
		unsupported *UnsupportedError
		unknown     *NotKnownError
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
	default:
		return false
	}
}

// withArticle is a noun with its article.
func withArticle(noun string) string {
	if strings.ContainsRune("AEIOUaeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
