// Package lazyregexp compiles regular expressions when they are first used.
//
// hieralint is started once for each commit and each saved file, and a run uses few of its
// patterns. Compiled as package variables with [regexp.MustCompile], all of them are compiled at
// each start: about 5 ms, more than it takes to check a small repository.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// inTest is whether the program is a test, which compiles all patterns at once so that an invalid
// one cannot go unnoticed.
var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// New returns a function that returns the regular expression of a pattern. An invalid pattern panics on first use.
func New(pattern string) func() *regexp.Regexp {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	if inTest {
		compiled()
	}
	return compiled
}
