package project

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
)

// matcher finds the locations that match the candidates.
type matcher struct {
	*collector
	index locationIndex
}

// The limits of all hierarchies together.
const (
	maxMatches  = 250_000    // locations that files match
	maxCompared = 10_000_000 // locations that are compared with files
)

// match matches the candidates. It returns an error if a limit is exceeded.
func match(c *collector, workers int) (*matcher, error) {
	m := &matcher{c, indexLocations(c.locations)}
	var matched, compared atomic.Int64
	work := pool.New().WithMaxGoroutines(workers).WithErrors().WithFirstError()
	for chunk := range slices.Chunk(slices.Collect(maps.Values(m.candidates)), matchedTogether) {
		work.Go(func() error {
			for _, c := range chunk {
				var possible int
				c.matches, possible = m.index.match(c.path)
				if compared.Add(int64(possible)) > maxCompared {
					return fmt.Errorf("all data files together may be at more than %d locations of hierarchies", maxCompared)
				}
				if matched.Add(int64(len(c.matches))) > maxMatches {
					return fmt.Errorf("all data files together match more than %d locations of hierarchies", maxMatches)
				}
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	m.noteDirectories()
	m.weighGlobs()
	return m, nil
}

// The numbers of files that globs match, and of files and directories that they read, which cost as much as a
// location without globs.
const (
	matchedPerLocation = 2
	globbedPerLocation = 50
)

// weighGlobs determines how many locations without globs cost as much as the globs of each hierarchy do on one node.
func (m *matcher) weighGlobs() {
	matched := map[locationID]int{}
	values := map[locationID]map[string]bool{} // those of variables
	for _, c := range m.candidates {
		for i := range c.matches {
			of := &c.matches[i]
			if of.Level.LocationKind != config.Glob {
				continue
			}
			at := of.id()
			if values[at] == nil {
				values[at] = map[string]bool{}
			}
			matched[at]++
			values[at][fmt.Sprint(of.Vars)] = true
		}
	}
	for _, at := range m.locations {
		if at.level.LocationKind == config.Glob {
			same := at.id()
			at.root.globCost += (at.globbed/globbedPerLocation + matched[same]/matchedPerLocation) / max(len(values[same]), 1)
		}
	}
}

// noteDirectories records the directories that levels would read as files. Globs match only files.
func (m *matcher) noteDirectories() {
	for _, path := range m.dirs {
		if slices.ContainsFunc(m.index.matches(path), func(match Match) bool { return isFileName(path, &match) }) {
			m.unreadable(path, source.ErrNotRegular)
		}
	}
}

// isFileName reports whether the level of a match reads a path as a data file. A location that ends
// in a variable matches any directory, except in versions 3 and 4, where Puppet appends an
// extension.
func isFileName(path string, match *Match) bool {
	if match.Fit != glob.Likely || match.Level.LocationKind == config.Glob || formatOf(match.Level) == unknownFormat {
		return false
	}
	extension := filepath.Ext(path)
	return len(match.Vars) == 0 || match.Root.Config.Version < 5 || extension != "" && strings.HasSuffix(match.Level.Locations[match.Location].Text, extension)
}

// locationIndex groups locations by the first directory of their paths, and by the name of the files that they lead
// to; "" if the name varies.
type locationIndex map[locationKey][]*location

type locationKey struct{ dir, name string }

func indexLocations(locations []*location) locationIndex {
	index := locationIndex{}
	for _, at := range locations {
		prefix := at.pattern.Prefix()
		k := locationKey{prefix[:strings.LastIndexByte(prefix, '/')+1], at.pattern.Name()}
		index[k] = append(index[k], at)
	}
	return index
}

// in returns the locations that start with a directory and may lead to a file, in order.
func (x locationIndex) in(dir, name string) []*location {
	named, others := x[locationKey{dir, name}], x[locationKey{dir, ""}]
	switch {
	case len(named) == 0:
		return others
	case len(others) == 0:
		return named
	}
	all := slices.Concat(named, others)
	slices.SortStableFunc(all, func(a, b *location) int { return cmp.Compare(a.order, b.order) })
	return all
}

// matchedTogether is the number of files that one goroutine matches at a time: few enough to share
// the work, and enough to be worth a goroutine.
const matchedTogether = 16

// matches returns the locations that match a file.
func (x locationIndex) matches(path string) []Match {
	matches, _ := x.match(path)
	return matches
}

// match returns the locations that match a file, and the number of those that were compared with it.
func (x locationIndex) match(file string) (matches []Match, compared int) {
	slashed := filepath.ToSlash(file)
	name := path.Base(slashed)
	for end := strings.LastIndexByte(slashed, '/') + 1; end > 0; end = strings.LastIndexByte(slashed[:end-1], '/') + 1 {
		all := x.in(slashed[:end], name)
		compared += len(all)
		for _, at := range all {
			for _, filling := range at.pattern.Find(slashed) {
				matches = append(matches, Match{
					Root: at.root, Hierarchy: at.hierarchy, Level: at.level, Location: at.index,
					Vars: filling.Values, Fit: filling.Fit, Assumed: at.assumed, order: at.order,
				})
			}
		}
	}
	return matches, compared
}

// bestFits removes the matches of each root that fit worse than others of the same root.
func bestFits(matches []Match) []Match {
	best := map[*Root]glob.Fit{}
	for _, m := range matches {
		if fit, ok := best[m.Root]; !ok || m.Fit < fit {
			best[m.Root] = m.Fit
		}
	}
	return slices.DeleteFunc(matches, func(m Match) bool { return m.Fit > best[m.Root] })
}
