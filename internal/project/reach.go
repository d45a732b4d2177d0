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

// EnvironmentsWith returns the environments that a definition of a root key belongs to: a hierarchy
// reads it, or would if it were not missing. They are in the order of Environments.
func (p *Project) EnvironmentsWith(name string) []*Environment {
	p.readersOnce.Do(p.indexReaders)
	has := make([]bool, len(p.Environments))
	for _, d := range p.Definitions(name) {
		for _, i := range p.unclaimedBy[d.File] {
			has[i] = true
		}
		for m := range d.File.Matches {
			for _, i := range p.readersOf[d.File.Matches[m].Root] {
				has[i] = true
			}
		}
	}
	var with []*Environment
	for i, env := range p.Environments {
		if has[i] {
			with = append(with, env)
		}
	}
	return with
}

// indexReaders records the environments, by index, that read a hierarchy, or an unclaimed file.
func (p *Project) indexReaders() {
	p.readersOf, p.unclaimedBy = map[*Root][]int{}, map[*File][]int{}
	for i, env := range p.Environments {
		for _, root := range append([]*Root{env.Global, env.Own}, env.Modules...) {
			if root != nil {
				p.readersOf[root] = append(p.readersOf[root], i)
			}
		}
		for _, f := range env.Unclaimed {
			p.unclaimedBy[f] = append(p.unclaimedBy[f], i)
		}
	}
}
