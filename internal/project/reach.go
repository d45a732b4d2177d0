package project

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// MatchesOf returns the matches of a path, whether or not there is a file. It shows what a file has
// to be called for Puppet to read it.
func (p *Project) MatchesOf(path string) []Match {
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		path = filepath.Join(p.cwd, path)
	}
	c := candidate{path: filepath.Clean(path)}
	c.match(p.locations)
	return bestFits(slices.DeleteFunc(c.matches, func(m Match) bool { return !slices.Contains(p.Roots, m.Root) }))
}

// Definition is a root key of a data file.
type Definition struct {
	File  *File
	Key   *data.Node
	Value *data.Value
}

// Definitions returns the places at which data files define the root key name, in the order of
// paths.
func (p *Project) Definitions(name string) []Definition {
	p.indexKeys()
	return p.definitions[name]
}
