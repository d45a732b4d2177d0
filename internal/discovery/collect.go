package discovery

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// collector finds the files that may be data.
type collector struct {
	*worktree.Tree
	*layout.Layout
	candidates map[string]*candidate      // by path
	walked     map[string][]*project.Root // visited data directories and those below, with their roots
	names      map[string]int             // number of names under which a directory was visited
	dirs       []string                   // directories below data directories
}

// candidate is a file that may be data.
type candidate struct {
	path   string // absolute
	target string // without symbolic links
	// linked reports that a symbolic link within the data directory leads to it.
	linked  bool
	within  []*project.Root // whose data directories contain it
	matches []project.Match
}

// collect finds the files in data directories, those that locations lead to elsewhere, and those
// without a known hierarchy. It returns an error if globs read too much.
func collect(d *worktree.Tree, y *layout.Layout) (*collector, error) {
	c := &collector{Tree: d, Layout: y, candidates: map[string]*candidate{}, walked: map[string][]*project.Root{}, names: map[string]int{}}
	c.sortByRoot()
	for path := range c.Loose {
		c.candidate(path, c.Real(path), false)
	}
	for _, datadir := range c.Datadirs {
		c.walk(datadir.Dir, c.Real(datadir.Dir), datadir.Root, nil, false)
	}
	if err := c.addLocated(); err != nil {
		return nil, err
	}
	for path := range c.Named {
		if c.candidates[path] == nil {
			c.addFound(path)
		}
	}
	return c, c.Err()
}

// sortByRoot sorts data directories and locations in the order of roots: a file belongs to the first
// one.
func (c *collector) sortByRoot() {
	rank := map[*project.Root]int{}
	for i, root := range c.Roots {
		rank[root] = i
	}
	slices.SortStableFunc(c.Datadirs, func(a, b layout.UsedDatadir) int { return cmp.Compare(rank[a.Root], rank[b.Root]) })
	slices.SortStableFunc(c.Locations, func(a, b *locate.Location) int { return cmp.Compare(rank[a.Root], rank[b.Root]) })
	for i, at := range c.Locations {
		at.Order = i
	}
}

// maxGlobbed is the maximum number of files and directories that the globs of all hierarchies read.
const maxGlobbed = 20_000_000

// addLocated adds the files outside of the visited directories to which locations lead.
func (c *collector) addLocated() error {
	files := c.Store.TreeReadOnce()
	globbed := 0
	for _, at := range c.Locations {
		fixed := at.Text.FixedDir(at.Dir)
		if c.walked[fixed] != nil && !at.Text.Wild {
			continue // the files that it may lead to have been collected
		}
		// A glob may lead through directories that are not visited, such as hidden ones.
		var budget glob.Budget
		found, err := budget.Files(files, at.Text.AsGlob(at.Dir))
		at.Globbed = budget.Entries()
		if globbed += at.Globbed; globbed > maxGlobbed {
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
	target := c.Real(path)
	if c.Within(target) || c.Named[path] {
		c.candidate(path, target, target != filepath.Join(c.Real(filepath.Dir(path)), filepath.Base(path)))
	}
}

// candidate returns the candidate for the file at path, and adds it if it is new.
func (c *collector) candidate(path, target string, linked bool) *candidate {
	return lists.GetOrPut(c.candidates, path, func() *candidate { return &candidate{path: path, target: target, linked: linked} })
}

// maxNames is the maximum number of names under which a directory is visited.
const maxNames = 8

// walk collects the files in a data directory of root. above lists the enclosing directories
// without symbolic links; links back to them are not followed.
func (c *collector) walk(dir, realDir string, root *project.Root, above []string, linked bool) {
	roots, seen := c.walked[dir]
	if slices.Contains(roots, root) || !c.Enter(dir) {
		return
	}
	if !seen {
		// Directories that link to each other have an exponential number of names.
		if c.names[realDir]++; c.names[realDir] > maxNames {
			c.Note(dir, "too many symbolic links point to this directory", true)
			return
		}
	}
	c.walked[dir] = append(roots, root)
	entries, err := c.List(dir)
	if err != nil {
		if !seen {
			c.CannotRead(dir, err)
		}
		return
	}
	above = append(above, realDir)
	for _, e := range entries {
		path, target := filepath.Join(dir, e.Name), filepath.Join(realDir, e.Name)
		if e.Link {
			target = c.Real(path)
		}
		switch {
		case e.Err != nil:
			if _, isData := data.FormatOf(e.Name); !seen && (isData || errors.Is(e.Err, worktree.ErrOutside)) {
				c.CannotRead(path, e.Err)
			}
		case e.Dir && strings.HasPrefix(e.Name, "."):
		case e.Dir && slices.ContainsFunc(above, func(dir string) bool { return rooted.IsBelow(dir, target) }):
			if !seen {
				c.CannotRead(path, worktree.ErrCircle)
			}
		case e.Dir:
			if !seen {
				c.dirs = append(c.dirs, path)
			}
			c.walk(path, target, root, above, linked || e.Link)
		default:
			found := c.candidate(path, target, linked || e.Link)
			found.within = append(found.within, root)
		}
	}
}
