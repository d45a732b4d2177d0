package data

import (
	"fmt"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// syntaxError is the reason why libyaml rejects a text.
type syntaxError struct {
	problem string
	at      int // where it was found
	context string
	started int         // the start of what context names
	quoted  source.Span // the last quoted scalar
	code    ProblemCode
}

func (e *syntaxError) Error() string { return e.problem }

// fail panics: problem was found at offset at, in something that starts at started. If the scanner
// has passed an invalid byte, libyaml reports that first.
func (s *scanner) fail(problem string, at int, context string, started int) {
	s.checkReadable()
	panic(&syntaxError{problem: problem, at: at, context: context, started: started, quoted: s.quotes})
}

// message returns Psych's message. Psych prints the position where the context starts, or the start
// of the file for problems without a context.
func (e *syntaxError) message(text string) string {
	if e.code == TooDeep {
		return e.problem
	}
	problem := e.problem
	if e.context != "" {
		problem += " " + e.context
	}
	line, column := mark(text, e.started)
	return fmt.Sprintf("%s at line %d column %d", problem, line, column)
}

// explained returns the error as a problem with its probable mistake, without Puppet's message.
func (e *syntaxError) explained(text string) *Problem {
	x := explain(text, e)
	return &Problem{Code: x.code, Span: x.span, Reason: x.reason, Subject: x.subject}
}

// mark returns the line and column of an offset as libyaml counts them, from 1: a byte order mark
// is a column, and NEL and the Unicode separators end a line. The end of the text is on a line of
// its own.
func mark(text string, offset int) (line, column int) {
	line, start := 1, 0
	for i := 0; i < offset; {
		if width := breakWidth(text, i); width > 0 {
			i += width
			line, start = line+1, i
		} else {
			i++
		}
	}
	if offset == len(text) && start < offset {
		return line + 1, 1
	}
	return line, utf8.RuneCountInString(text[start:offset]) + 1
}
