package discovery

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/project"
)

// matcher finds the locations that match the candidates.
type matcher struct {
	*collector
	index locate.LocationIndex
}

// The limits of all hierarchies together.
const (
	maxMatches  = 250_000    // locations that files match
	maxCompared = 10_000_000 // locations that are compared with files
)

// match matches the candidates. It returns an error if a limit is exceeded.
func match(c *collector, workers int) (*matcher, error) {
	m := &matcher{c, locate.IndexLocations(c.Locations)}
	var matched, compared atomic.Int64
	work := pool.New().WithMaxGoroutines(workers).WithErrors().WithFirstError()
	for chunk := range slices.Chunk(slices.Collect(maps.Values(m.candidates)), matchedTogether) {
		work.Go(func() error {
			for _, c := range chunk {
				var possible int
				c.matches, possible = m.index.Match(c.path)
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
	matched := map[project.LocationID]int{}
	values := map[project.LocationID]map[string]bool{} // those of variables
	for _, c := range m.candidates {
		for i := range c.matches {
			of := &c.matches[i]
			if of.Level.LocationKind != config.Glob {
				continue
			}
			at := of.ID()
			if values[at] == nil {
				values[at] = map[string]bool{}
			}
			matched[at]++
			values[at][fmt.Sprint(of.Vars)] = true
		}
	}
	for _, at := range m.Locations {
		if at.Level.LocationKind == config.Glob {
			same := at.ID()
			at.Root.GlobCost += (at.Globbed/globbedPerLocation + matched[same]/matchedPerLocation) / max(len(values[same]), 1)
		}
	}
}

// noteDirectories records the directories that levels would read as files. Globs match only files.
func (m *matcher) noteDirectories() {
	for _, path := range m.dirs {
		if slices.ContainsFunc(m.index.Matches(path), func(match project.Match) bool { return isFileName(path, &match) }) {
			m.CannotRead(path, source.ErrNotRegular)
		}
	}
}

// isFileName reports whether the level of a match reads a path as a data file. A location that ends
// in a variable matches any directory, except in versions 3 and 4, where Puppet appends an
// extension.
func isFileName(path string, match *project.Match) bool {
	if match.Fit != glob.Likely || match.Level.LocationKind == config.Glob || levels.FormatOf(match.Level) == levels.Custom {
		return false
	}
	extension := filepath.Ext(path)
	return len(match.Vars) == 0 || match.Root.Config.Version < 5 || extension != "" && strings.HasSuffix(match.Level.Locations[match.Location].Text, extension)
}

// matchedTogether is the number of files that one goroutine matches at a time: few enough to share
// the work, and enough to be worth a goroutine.
const matchedTogether = 16
