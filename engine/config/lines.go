package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Puppet does not know where things stand in a hiera.yaml. It looks for a line that seems to fit,
// and says the number of the first one it finds, or none. What follows does the same, so that its
// texts come out word for word; a Problem knows the true place.

// findLine is the number of the first line from number from on that matches, 0 when there is none.
// Puppet cuts each line at its first #, quoted or not.
func (r *reader) findLine(matches func(line string) bool, from int) int {
	if r.lines == nil {
		r.lines = strings.Split(string(r.Doc.File.Text), "\n")
	}
	for i, line := range r.lines {
		if i+1 < from {
			continue
		}
		text, _, _ := strings.Cut(line, "#")
		if matches(text) {
			return i + 1
		}
	}
	return 0
}

// The patterns of Puppet without a name in them.
var (
	defaultHierarchyLine = lazyregexp.New(`(?:^|[\s\v]+)default_hierarchy:`)
	hiera3BackendLine    = lazyregexp.New(`[\s\v]+hiera3_backend:`)
	hiera3ReplacedLine   = map[string]*lazyregexp.Regexp{
		"json":  lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?json(?:\W|$)`),
		"yaml":  lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?yaml(?:\W|$)`),
		"hocon": lazyregexp.New(`[\s\v]+hiera3_backend:[\s\v]*['"]?hocon(?:\W|$)`),
	}
)

// namePattern finds the `name:` of a level, backendPattern the name of a backend. Puppet puts the
// name into the pattern as it is: one with parentheses is not found, and one that is not a regular
// expression crashes Puppet.
func namePattern(name string) string { return `\s+name:\s+['"]?` + name + `(?:[^\w]|$)` }

func backendPattern(name string) string { return `[^\w]` + name + `(?:[^\w]|$)` }

// maxSought is for how many names the lines are looked for: Puppet gets no further than the first that is wrong.
const maxSought = 100

// findPattern is findLine with a Ruby regular expression. ok is false when it is none; text is
// what Ruby says then. The place is left out for names that Puppet does not come to.
func (r *reader) findPattern(pattern string, from int) (line int, text string, ok bool) {
	if r.sought++; r.sought > maxSought {
		return 0, "", true
	}
	re, err := rubyregexp.Compile(pattern)
	var syntax *rubyregexp.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return 0, syntax.Error(), false
	case err != nil: // Ruby knows more of regular expressions; the place is left out then
		return 0, "", true
	}
	return r.findLine(func(line string) bool {
		found, err := re.MatchString(line)
		return found && err == nil
	}, from), "", true
}

// definedTwice is the end of Puppet's text about a name given twice: where the first one is, and
// where the second. When it finds only one line, it takes that for the second.
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
