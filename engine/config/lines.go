package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Puppet does not record positions in a hiera.yaml. For its messages, it searches the file for a
// line that looks right and uses the first one that it finds, or none. The following functions do
// the same, to get the same messages. The position in a Problem is exact.

// findLine returns the number of the first matching line at or after line from, or 0. Puppet cuts
// each line at the first #, even a quoted one.
func (r *reader) findLine(matches func(line string) bool, from int) int {
	if r.lines == nil {
		r.lines = strings.Split(string(r.Doc.File.Text), "\n")
	}
	for i, line := range r.lines {
		if i+1 < from {
			continue
		}
		r.searched++
		text, _, _ := strings.Cut(line, "#")
		if matches(text) {
			return i + 1
		}
	}
	return 0
}

// Puppet's patterns that contain no name.
var (
	defaultHierarchyLine = lazyregexp.New(`(?:^|[\s\v]+)default_hierarchy:`)
	hiera3BackendLine    = lazyregexp.New(`[\s\v]+hiera3_backend:`)
	hiera3ReplacedLine   = map[string]func() *regexp.Regexp{
		"json":  lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?json(?:\W|$)`),
		"yaml":  lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?yaml(?:\W|$)`),
		"hocon": lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?hocon(?:\W|$)`),
	}
)

// namePattern matches the `name:` of a level, backendPattern the name of a backend. Puppet inserts
// the name without escaping it: a name with parentheses is not found, and one that is not a valid
// regular expression crashes Puppet.
func namePattern(name string) string { return `\s+name:\s+['"]?` + name + `(?:[^\w]|$)` }

func backendPattern(name string) string { return `[^\w]` + name + `(?:[^\w]|$)` }

// maxSought limits the number of names whose lines are searched for, and maxSearched the number of
// lines that are searched, except for the first name. Puppet stops at the first duplicate.
const (
	maxSought   = 100
	maxSearched = 500_000
)

// findPattern is like findLine, with a Ruby regular expression. If the expression is invalid, ok is
// false and text is Ruby's message. Beyond the limits of searches, the line is 0.
func (r *reader) findPattern(pattern string, from int) (line int, text string, ok bool) {
	if r.sought++; r.sought > maxSought || r.sought > 2 && r.searched > maxSearched {
		return 0, "", true
	}
	re, err := rubyregexp.Compile(pattern)
	var syntax *rubyregexp.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return 0, syntax.Error(), false
	case err != nil: // a Ruby feature that is not supported; the line is omitted
		return 0, "", true
	}
	return r.findLine(func(line string) bool {
		found, err := re.MatchString(line)
		return found && err == nil
	}, from), "", true
}

// definedTwice returns the end of Puppet's message about a duplicate name, with the lines of both
// definitions. If Puppet finds only one line, it takes it for the second definition.
func (r *reader) definedTwice(pattern string) (place, crash string) {
	first, text, ok := r.findPattern(pattern, 1)
	if !ok {
		return "", text
	}
	second := 0
	if first > 0 {
		second, _, _ = r.findPattern(pattern, first+1)
	}
	if second == 0 {
		return r.place(first), ""
	}
	return fmt.Sprintf(" First defined at (line: %d)", first) + r.place(second), ""
}
