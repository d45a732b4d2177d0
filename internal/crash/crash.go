// Package crash isolates panics. If a request, file, key, or rule panics, only it fails.
package crash

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/sourcegraph/conc/panics"

	"github.com/hieralint/hieralint/internal/visible"
)

// Issues is where bugs of hieralint are reported.
const Issues = "https://github.com/hieralint/hieralint/issues"

// Error is a panic, with what hieralint was doing.
type Error struct {
	During string
	Value  any
	// Place is the file and line that panicked, or "" if unknown.
	Place string
	Stack []byte
}

// Error is for reports, which may be public.
func (e *Error) Error() string {
	at := ""
	if e.Place != "" {
		at = " at " + e.Place
	}
	return fmt.Sprintf("internal error: hieralint crashed on %s: %s%s; please report it at %s", visible.Text(e.During), about(e.Value), at, Issues)
}

// about describes the value of a panic. Errors of the Go runtime consist of numbers and types; all others may contain a
// secret of the tree.
func about(value any) string {
	switch value := value.(type) {
	case runtime.Error:
		return value.Error()
	case *panics.Recovered: // in a goroutine
		return about(value.Value)
	case *Error: // passed on
		return about(value.Value)
	}
	return fmt.Sprintf("panic with a value of the type %T", value)
}

// Guard calls f, and returns an error if it panics.
func Guard(during string, f func()) (crash *Error) {
	defer func() {
		if value := recover(); value != nil {
			crash = Of(during, value)
		}
	}()
	f()
	return nil
}

// Of returns the error for a value that recover returned in the function that calls Of.
func Of(during string, value any) *Error {
	return &Error{During: during, Value: value, Place: place(), Stack: debug.Stack()}
}

// place returns the file and line that panicked, from a deferred function.
func place() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	panicking := false
	for {
		frame, more := frames.Next()
		switch inRuntime := strings.HasPrefix(frame.Function, "runtime."); {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case panicking && !inRuntime:
			return fmt.Sprintf("%s:%d", path.Join(path.Base(path.Dir(frame.File)), path.Base(frame.File)), frame.Line)
		}
		if !more {
			return ""
		}
	}
}
