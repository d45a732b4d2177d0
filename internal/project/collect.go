package project

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/rooted"
)

// collector finds the files that may be data.
type collector struct {
	*disk
	*layout
	candidates map[string]*candidate // by path
	walked     map[string][]*Root    // visited data directories and those below, with their roots
	names      map[string]int        // number of names under which a directory was visited
	dirs       []string              // directories below data directories
}

// candidate is a file that may be data.
type candidate struct {
	path string // absolute
	real string // without symbolic links
	// linked reports that a symbolic link within the data directory leads to it.
	linked  bool
	within  []*Root // whose data directories contain it
	matches []Match
}

// collect finds the files in data directories, those that locations lead to elsewhere, and those
// without a known hierarchy. It returns an error if globs read too much.
func collect(d *disk, y *layout) (*collector, error) {
	c := &collector{disk: d, layout: y, candidates: map[string]*candidate{}, walked: map[string][]*Root{}, names: map[string]int{}}
	c.sortByRoot()
	for path := range c.loose {
		c.candidate(path, c.tree.real(path), false)
	}
	for _, datadir := range c.datadirs {
		c.walk(datadir.dir, c.tree.real(datadir.dir), datadir.root, nil, false)
	}
	if err := c.addLocated(); err != nil {
		return nil, err
	}
	for path := range c.named {
		if c.candidates[path] == nil {
			c.addFound(path)
		}
	}
	return c, c.ctx.Err()
}

// sortByRoot sorts data directories and locations in the order of roots: a file belongs to the first
// one.
func (c *collector) sortByRoot() {
	rank := map[*Root]int{}
	for i, root := range c.roots {
		rank[root] = i
	}
	slices.SortStableFunc(c.datadirs, func(a, b usedDatadir) int { return cmp.Compare(rank[a.root], rank[b.root]) })
	slices.SortStableFunc(c.locations, func(a, b *location) int { return cmp.Compare(rank[a.root], rank[b.root]) })
	for i, at := range c.locations {
		at.order = i
	}
}

// maxGlobbed is the maximum number of files and directories that the globs of all hierarchies read.
const maxGlobbed = 20_000_000

// addLocated adds the files outside of the visited directories to which locations lead.
func (c *collector) addLocated() error {
	files := c.store.TreeReadOnce()
	globbed := 0
	for _, at := range c.locations {
		fixed := at.text.fixedDir(at.dir)
		if c.walked[fixed] != nil && !at.text.wild {
			continue // the files that it may lead to have been collected
		}
		// A glob may lead through directories that are not visited, such as hidden ones.
		var budget glob.Budget
		found, err := budget.Files(files, at.text.asGlob(at.dir))
		at.globbed = budget.Entries()
		if globbed += at.globbed; globbed > maxGlobbed {
			return fmt.Errorf("the globs of all hierarchies together read more than %d files and directories", maxGlobbed)
		}
		if err != nil {
			continue
		}
		for _, path := range found {
			if path = filepath.Clean(path); c.candidates[path] == nil {
				c.addFound(path)
			}
		}
	}
	return nil
}

// addFound adds a file outside of the visited directories.
func (c *collector) addFound(path string) {
	target := c.tree.real(path)
	if c.tree.within(target) || c.named[path] {
		c.candidate(path, target, target != filepath.Join(c.tree.real(filepath.Dir(path)), filepath.Base(path)))
	}
}

// candidate returns the candidate for the file at path, and adds it if it is new.
func (c *collector) candidate(path, real string, linked bool) *candidate {
	known := c.candidates[path]
	if known == nil {
		known = &candidate{path: path, real: real, linked: linked}
		c.candidates[path] = known
	}
	return known
}

// maxNames is the maximum number of names under which a directory is visited.
const maxNames = 8

// walk collects the files in a data directory of root. above lists the enclosing directories
// without symbolic links; links back to them are not followed.
func (c *collector) walk(dir, realDir string, root *Root, above []string, linked bool) {
	roots, seen := c.walked[dir]
	if slices.Contains(roots, root) || !c.enter(dir) {
		return
	}
	if !seen {
		// Directories that link to each other have an exponential number of names.
		if c.names[realDir]++; c.names[realDir] > maxNames {
			c.note(dir, "too many symbolic links point to this directory", true)
			return
		}
	}
	c.walked[dir] = append(roots, root)
	entries, err := c.tree.list(dir)
	if err != nil {
		if !seen {
			c.unreadable(dir, err)
		}
		return
	}
	above = append(above, realDir)
	for _, e := range entries {
		path, target := filepath.Join(dir, e.name), filepath.Join(realDir, e.name)
		if e.link {
			target = c.tree.real(path)
		}
		switch {
		case e.err != nil:
			if _, isData := data.FormatOf(e.name); !seen && (isData || errors.Is(e.err, errOutside)) {
				c.unreadable(path, e.err)
			}
		case e.dir && strings.HasPrefix(e.name, "."):
		case e.dir && slices.ContainsFunc(above, func(dir string) bool { return rooted.IsBelow(dir, target) }):
			if !seen {
				c.unreadable(path, errCircle)
			}
		case e.dir:
			if !seen {
				c.dirs = append(c.dirs, path)
			}
			c.walk(path, target, root, above, linked || e.link)
		default:
			found := c.candidate(path, target, linked || e.link)
			found.within = append(found.within, root)
		}
	}
}
