package project

import (
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rooted"
)

// MatchesOf returns the matches of a path, whether or not there is a file. It shows what a file has
// to be called for Puppet to read it.
func (p *Project) MatchesOf(path string) []Match {
	matches := p.Match(filepath.Clean(rooted.Join(p.Dir, path)))
	return BestFits(slices.DeleteFunc(matches, func(m Match) bool { return !slices.Contains(p.Roots, m.Root) }))
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

// HasKey reports whether any data file defines the root key name.
func (p *Project) HasKey(name string) bool {
	p.indexKeys()
	return len(p.definitions[name]) > 0
}

// MeantKey returns the key that was probably meant by a name; "" if there is no similar one. Keys
// for which except returns true are excluded.
func (p *Project) MeantKey(name string, except func(known string) bool) string {
	p.indexKeys()
	near, _ := p.keyNames().Meant(name, except)
	return near
}

// Keys returns the root keys of data files, sorted. The list is shared and must not be changed.
func (p *Project) Keys() []string {
	p.indexKeys()
	return p.keys
}

func (p *Project) indexKeys() {
	p.keysOnce.Do(func() {
		all := map[string][]Definition{}
		for _, f := range p.Files {
			for name, d := range f.definitions() {
				all[name] = append(all[name], d)
			}
		}
		p.definitions = all
		p.sortKeys()
	})
}

func (p *Project) sortKeys() {
	keys := slices.Sorted(maps.Keys(p.definitions))
	p.keys, p.keyNames = keys, sync.OnceValue(func() *nearest.Names { return nearest.NewNames(keys) })
}

// definitions returns the root keys of the file.
func (f *File) definitions() iter.Seq2[string, Definition] {
	return func(yield func(string, Definition) bool) {
		if f.Doc.Value == nil {
			return
		}
		for _, e := range f.Doc.Value.Entries() {
			if e.Key.Kind() == data.String && !yield(e.Key.Text(), Definition{File: f, Key: e.Key.Node(), Value: e.Value}) {
				return
			}
		}
	}
}

// EnvironmentsWith returns the environments that a definition of a root key belongs to: a hierarchy
// reads it, or would if it were not missing. They are in the order of Environments.
func (p *Project) EnvironmentsWith(name string) []*Environment {
	p.readersOnce.Do(p.indexReaders)
	if len(p.Environments) == 1 { // not worth a cache of all keys
		isRead := func(d Definition) bool {
			return len(p.unclaimedBy[d.File]) > 0 || slices.ContainsFunc(d.File.Matches, func(m Match) bool { return len(p.readersOf[m.Root]) > 0 })
		}
		if slices.ContainsFunc(p.Definitions(name), isRead) {
			return p.Environments
		}
		return nil
	}
	return p.with.Of(name, func() []*Environment {
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
	})
}

// MayInstall reports whether the Puppetfile or metadata.json of an environment lists a module that is
// missing from the tree.
func (p *Project) MayInstall(module string) bool {
	return slices.ContainsFunc(p.Environments, func(e *Environment) bool { return e.Presence(module) == Expected })
}

// FilesOf returns the files that levels of some hierarchies match, in the order of Files.
func (p *Project) FilesOf(roots ...*Root) []*File {
	p.filesOnce.Do(p.indexFiles)
	indexes := lists.FlatMap(roots, func(root *Root) []int { return p.filesOf[root] })
	if len(roots) > 1 {
		indexes = lists.Distinct(indexes)
	}
	return lists.Map(indexes, func(i int) *File { return p.Files[i] })
}

// indexFiles records the files, by index, that levels of a hierarchy match.
func (p *Project) indexFiles() {
	p.filesOf = map[*Root][]int{}
	for i, f := range p.Files {
		for m := range f.Matches {
			root := f.Matches[m].Root
			if of := p.filesOf[root]; len(of) == 0 || of[len(of)-1] != i {
				p.filesOf[root] = append(of, i)
			}
		}
	}
}

// indexReaders records the environments, by index, that read a hierarchy, or an unclaimed file.
func (p *Project) indexReaders() {
	p.readersOf, p.unclaimedBy = map[*Root][]int{}, map[*File][]int{}
	for i, env := range p.Environments {
		for _, root := range env.Roots() {
			p.readersOf[root] = append(p.readersOf[root], i)
		}
		for _, f := range env.Unclaimed {
			p.unclaimedBy[f] = append(p.unclaimedBy[f], i)
		}
	}
}
