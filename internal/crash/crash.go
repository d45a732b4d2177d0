// Package crash isolates panics. If a request, file, key, or rule panics, only it fails.
package crash

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
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

func (e *Error) Error() string {
	at := ""
	if e.Place != "" {
		at = " at " + e.Place
	}
	return fmt.Sprintf("internal error: hieralint crashed on %s: %v%s; please report it at %s", e.During, e.Value, at, Issues)
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
