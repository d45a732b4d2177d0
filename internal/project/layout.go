package project

import (
	"path/filepath"
	"slices"
)

// layout is what a survey finds: environments with their hierarchies, and where in the tree those read their data.
type layout struct {
	environments []*Environment
	roots        []*Root
	byPath       map[string]*Root // the roots by their hiera.yaml, and nil for one that cannot be read

	locations []*location
	places    []dataPlace
	isPlace   map[string]bool // directories of places

	loose     map[string]bool // data files of which no hierarchy is known that reads them, see loose.go
	named     map[string]bool // files that were asked for
	unknown   []string        // files among them of which it is not known what they are
	templates map[string]bool // templates of configurations, as people name them
}

// dataPlace is a data directory: what looks like data below it is data.
type dataPlace struct {
	dir  string
	root *Root
}

// inPlace reports whether path lies in a data directory of a hierarchy.
func (y *layout) inPlace(path string) bool {
	for dir, last := path, ""; dir != last; dir, last = filepath.Dir(dir), dir {
		if y.isPlace[dir] {
			return true
		}
	}
	return false
}

// environmentAround is the nearest environment at or around a directory; nil when there is none.
func (y *layout) environmentAround(dir string) *Environment {
	var nearest *Environment
	for _, env := range y.environments {
		if env.Dir != "" && below(dir, env.Dir) && (nearest == nil || len(env.Dir) > len(nearest.Dir)) {
			nearest = env
		}
	}
	return nearest
}

// environmentsBelow are the environments in a directory, that for production first.
func (y *layout) environmentsBelow(dir string) []*Environment {
	var all []*Environment
	for _, env := range y.environments {
		if env.Dir != "" && below(env.Dir, dir) {
			all = append(all, env)
		}
	}
	slices.SortStableFunc(all, func(a, b *Environment) int { return compareBool(a.Name != "production", b.Name != "production") })
	return all
}

// environmentIn is the environment in a directory; nil when there is none.
func (y *layout) environmentIn(dir string) *Environment {
	for _, env := range y.environments {
		if env.Dir == dir {
			return env
		}
	}
	return nil
}
