package project

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// MatchesOf returns the matches that a file at path has or would have, whether it is there or not: for
// the question what a file should be called for Puppet to read it.
func (p *Project) MatchesOf(path string) []Match {
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		path = filepath.Join(p.cwd, path)
	}
	c := candidate{path: filepath.Clean(path)}
	c.match(p.locations)
	return bestFits(slices.DeleteFunc(c.matches, func(m Match) bool { return !slices.Contains(p.Roots, m.Root) }))
}

// Definition is a key at the root of a data file.
type Definition struct {
	File  *File
	Key   *data.Node
	Value *data.Value
}

// Definitions are the places where data files set the key name at their root, in the order of
// paths.
func (p *Project) Definitions(name string) []Definition {
	p.indexKeys()
	return p.definitions[name]
}
