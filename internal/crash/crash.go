// Package crash keeps a mistake of hieralint from ending a run: what panics fails alone, be it a request, a file, a
// key or a rule, and everything else goes on.
package crash

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// Issues is where mistakes of hieralint are reported.
const Issues = "https://github.com/hieralint/hieralint/issues"

// Error is a mistake of hieralint, with what it was doing.
type Error struct {
	During string
	Value  any
	// Place is the file and line that panicked; "" where that is not known.
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

// Guard calls f. When that panics, Guard returns what happened, and nil otherwise.
func Guard(during string, f func()) (crash *Error) {
	defer func() {
		if value := recover(); value != nil {
			crash = Of(during, value)
		}
	}()
	f()
	return nil
}

// Of is the error for a value that recover gave in the function that calls Of.
func Of(during string, value any) *Error {
	return &Error{During: during, Value: value, Place: place(), Stack: debug.Stack()}
}

// place is the file and line that panicked, seen from a deferred function.
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
