package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// exampleName matches the name of an example file: `secrets.example.yaml`, `secrets.yaml.sample`.
var exampleName = lazyregexp.New(`\A(.+)\.(example|sample|dist|tmpl|template)(\.(?:ya?ml|eyaml|json|conf))?\z`)

// exampleOf returns the path of the file that an example represents; "" if it is not an example.
func exampleOf(path string) string {
	dir, name := filepath.Split(path)
	m := exampleName().FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	return dir + m[1] + m[3]
}

// standsFor reports whether an example represents a file that is read for these values. A host may
// be called web01.example.
func standsFor(path string, values glob.Values) bool {
	for _, v := range values {
		if facter.IsUniquePerNode(v.Name) && exampleName().FindStringSubmatch(filepath.Base(path))[2] == "example" {
			return false
		}
	}
	return true
}

// isExample reports whether a word in the name of a file says that it is an example, whatever file it
// represents.
func isExample(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_.", r) }), func(word string) bool {
		return word == "example" || word == "sample"
	})
}

// onlyExamples returns the files that a location would read if they existed, and of which the tree
// contains an example.
func (u *unseenFinder) onlyExamples(at *location) []string {
	var missing []string
	for _, path := range u.examples {
		real := exampleOf(path)
		stands := func(f glob.Match) bool { return standsFor(path, f.Values) }
		if !slices.ContainsFunc(at.pattern.Find(filepath.ToSlash(real)), stands) {
			continue
		}
		if !u.exists(real) && u.byName[real] == nil {
			missing = append(missing, real)
		}
	}
	return missing
}

// excludeExamples finds the examples in the data directories. A level that would read them for a
// value such as `production.example` is not meant for them: they are intentionally unread.
func (g *gatherer) excludeExamples() {
	for path := range g.candidates {
		if exampleOf(path) != "" {
			g.examples = append(g.examples, path)
		}
	}
	slices.Sort(g.examples)
	for _, path := range g.examples {
		f := g.byName[path]
		if f == nil {
			continue
		}
		represented := g.index.matches(exampleOf(path))
		f.Matches = slices.DeleteFunc(f.Matches, func(m Match) bool {
			return len(m.Vars) > 0 && standsFor(path, m.Vars) && slices.ContainsFunc(represented, func(of Match) bool { return of.id() == m.id() })
		})
		if len(f.Matches) == 0 {
			f.Stray = Example
		}
	}
}
