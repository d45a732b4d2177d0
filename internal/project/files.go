package project

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// candidate is a file that may be data.
type candidate struct {
	path string // absolute
	real string // without symbolic links
	// linked reports that a symbolic link within the data directory leads to it.
	linked  bool
	places  []*Root // whose data directories contain it
	matches []Match
	order   []int // of the location of each match
}

// matcher collects the files that may be data, and finds the locations that match them.
type matcher struct {
	*disk
	*layout
	candidates map[string]*candidate
	walked     map[string][]*Root // visited directories of places, with their roots
	names      map[string]int     // number of names under which a directory was visited
	dirs       []string           // directories within data directories
	index      locationIndex
}

// The limits of all hierarchies together.
const (
	maxMatches  = 250_000    // locations that files match
	maxCompared = 10_000_000 // locations that are compared with files
	maxGlobbed  = 20_000_000 // files and directories that globs read
)

// match finds the files of a layout. It returns an error if a limit is exceeded.
func match(d *disk, y *layout, workers int) (*matcher, error) {
	m := &matcher{disk: d, layout: y, candidates: map[string]*candidate{}, walked: map[string][]*Root{}, names: map[string]int{}}
	if err := m.collect(); err != nil {
		return nil, err
	}
	m.index = indexLocations(m.locations)
	var matched, compared atomic.Int64
	work := pool.New().WithMaxGoroutines(workers).WithErrors().WithFirstError()
	for chunk := range slices.Chunk(slices.Collect(maps.Values(m.candidates)), matchedTogether) {
		work.Go(func() error {
			for _, c := range chunk {
				if compared.Add(int64(c.match(m.index))) > maxCompared {
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
	matched := map[readLocation]int{}
	values := map[readLocation]map[string]bool{} // those of variables
	for _, c := range m.candidates {
		for i := range c.matches {
			of := &c.matches[i]
			if of.Level.LocationKind != config.Glob {
				continue
			}
			at := readLocation{of.Level, of.Location}
			if values[at] == nil {
				values[at] = map[string]bool{}
			}
			matched[at]++
			values[at][fmt.Sprint(of.Vars)] = true
		}
	}
	for _, at := range m.locations {
		if at.level.LocationKind == config.Glob {
			same := readLocation{at.level, at.index}
			at.root.globCost += (at.globbed/globbedPerLocation + matched[same]/matchedPerLocation) / max(len(values[same]), 1)
		}
	}
}

// noteDirectories records the directories that levels would read as files. Globs match only files.
func (m *matcher) noteDirectories() {
	for _, path := range m.dirs {
		named := candidate{path: path}
		named.match(m.index)
		if slices.ContainsFunc(named.matches, func(match Match) bool { return isFileName(path, &match) }) {
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

// collect finds the files in data directories, those that locations lead to elsewhere, and those
// without a known hierarchy. It returns an error if globs read too much.
func (m *matcher) collect() error {
	for path := range m.loose {
		m.candidate(path, m.tree.real(path), false)
	}
	// Roots are sorted; a file belongs to the first one.
	rank := map[*Root]int{}
	for i, root := range m.roots {
		rank[root] = i
	}
	slices.SortStableFunc(m.places, func(a, b dataPlace) int { return cmp.Compare(rank[a.root], rank[b.root]) })
	slices.SortStableFunc(m.locations, func(a, b *location) int { return cmp.Compare(rank[a.root], rank[b.root]) })
	for i, at := range m.locations {
		at.order = i
	}
	for _, place := range m.places {
		m.walk(place.dir, m.tree.real(place.dir), place.root, nil, false)
	}
	files := m.store.TreeReadOnce()
	globbed := 0
	for _, at := range m.locations {
		fixed := at.text.fixedDir(at.dir)
		if m.walked[fixed] != nil && !at.text.wild {
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
			if path = filepath.Clean(path); m.candidates[path] == nil {
				m.addFound(path)
			}
		}
	}
	for path := range m.named {
		if m.candidates[path] == nil {
			m.addFound(path)
		}
	}
	return m.ctx.Err()
}

// addFound adds a file outside of the visited directories.
func (m *matcher) addFound(path string) {
	target := m.tree.real(path)
	if m.tree.within(target) || m.named[path] {
		m.candidate(path, target, target != filepath.Join(m.tree.real(filepath.Dir(path)), filepath.Base(path)))
	}
}

// candidate returns the candidate for the file at path, and adds it if it is new.
func (m *matcher) candidate(path, real string, linked bool) *candidate {
	c := m.candidates[path]
	if c == nil {
		c = &candidate{path: path, real: real, linked: linked}
		m.candidates[path] = c
	}
	return c
}

// maxNames is the maximum number of names under which a directory is visited.
const maxNames = 8

// walk collects the files in a data directory of root. above lists the enclosing directories
// without symbolic links; links back to them are not followed.
func (m *matcher) walk(dir, realDir string, root *Root, above []string, linked bool) {
	roots, seen := m.walked[dir]
	if slices.Contains(roots, root) || !m.enter(dir) {
		return
	}
	if !seen {
		// Directories that link to each other have an exponential number of names.
		if m.names[realDir]++; m.names[realDir] > maxNames {
			m.note(dir, "too many symbolic links point to this directory", true)
			return
		}
	}
	m.walked[dir] = append(roots, root)
	entries, err := m.tree.list(dir)
	if err != nil {
		if !seen {
			m.unreadable(dir, err)
		}
		return
	}
	above = append(above, realDir)
	for _, e := range entries {
		path, target := filepath.Join(dir, e.name), filepath.Join(realDir, e.name)
		if e.link {
			target = m.tree.real(path)
		}
		switch {
		case e.err != nil:
			if _, isData := data.FormatOf(e.name); !seen && (isData || errors.Is(e.err, errOutside)) {
				m.unreadable(path, e.err)
			}
		case e.dir && strings.HasPrefix(e.name, "."):
		case e.dir && slices.ContainsFunc(above, func(dir string) bool { return rooted.IsBelow(dir, target) }):
			if !seen {
				m.unreadable(path, errCircle)
			}
		case e.dir:
			if !seen {
				m.dirs = append(m.dirs, path)
			}
			m.walk(path, target, root, above, linked || e.link)
		default:
			c := m.candidate(path, target, linked || e.link)
			c.places = append(c.places, root)
		}
	}
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

// match finds the locations that match the file, and returns the number of those that may match it.
func (c *candidate) match(index locationIndex) (compared int) {
	slashed := filepath.ToSlash(c.path)
	name := path.Base(slashed)
	for end := strings.LastIndexByte(slashed, '/') + 1; end > 0; end = strings.LastIndexByte(slashed[:end-1], '/') + 1 {
		all := index.in(slashed[:end], name)
		compared += len(all)
		for _, at := range all {
			for _, filling := range at.pattern.Find(slashed) {
				c.matches = append(c.matches, Match{
					Root: at.root, Hierarchy: at.hierarchy, Level: at.level, Location: at.index,
					Vars: filling.Values, Fit: filling.Fit, Assumed: at.assumed,
				})
				c.order = append(c.order, at.order)
			}
		}
	}
	return compared
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

// gatherer converts the candidates that are data to files.
type gatherer struct {
	*matcher
	unused    *unusedConfigs
	functions *functions

	files   []*File
	byName  map[string]*File // by each absolute path of the file
	formats map[*File]data.Format
	// examples lists the files that represent others; see private.go.
	examples []string
}

// gather returns the files, each once.
func gather(m *matcher, unused *unusedConfigs) *gatherer {
	g := &gatherer{
		matcher: m, unused: unused, functions: &functions{disk: m.disk, layout: m.layout, known: map[string]*DataFunction{}},
		byName: map[string]*File{}, formats: map[*File]data.Format{},
	}
	byTarget := map[string][]*candidate{}
	for _, c := range g.candidates {
		byTarget[c.real] = append(byTarget[c.real], c)
	}
	for _, names := range byTarget {
		slices.SortFunc(names, func(a, b *candidate) int {
			return cmp.Or(lists.CompareBool(a.linked, b.linked), strings.Compare(a.path, b.path))
		})
		if f := g.file(names); f != nil {
			g.files = append(g.files, f)
		}
	}
	slices.SortFunc(g.files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	g.excludeExamples()
	return g
}

// file returns the file with the given names; nil if it is not data.
func (g *gatherer) file(names []*candidate) *File {
	type ordered struct {
		Match
		order int
	}
	var all []ordered
	var places []*Root
	for _, c := range names {
		for i, m := range c.matches {
			all = append(all, ordered{m, c.order[i]})
		}
		places = append(places, c.places...)
	}
	if slices.ContainsFunc(names, func(c *candidate) bool { return g.byPath[c.path] != nil || g.unused.paths[c.path] }) {
		return nil // a hiera.yaml whose directory is the data directory
	}
	slices.SortStableFunc(all, func(a, b ordered) int { return cmp.Compare(a.order, b.order) })
	f := &File{Path: g.store.Name(names[0].path)}
	for _, r := range all {
		f.Matches = append(f.Matches, r.Match)
	}
	f.Matches = bestFits(f.Matches)
	format, isData := data.FormatOf(f.Path)
	for _, m := range f.Matches {
		if read, ok := formatOf(m.Level).dataFormat(f.Path); ok {
			format, isData = read, true
			break
		}
		isData = false
	}
	if len(f.Matches) == 0 && len(places) > 0 && g.lacksExtension(names[0].path) {
		format, isData = data.YAML, true
	}
	if !isData {
		return nil
	}
	if len(f.Matches) == 0 {
		hidden := strings.HasPrefix(filepath.Base(names[0].path), ".")
		switch {
		case len(places) > 0 && !hidden:
			f.Datadir = places[0]
			f.Stray = Orphan
			if mayReadAnything(f.Datadir) || f.Datadir.Fallback || g.functions.mayBeExpanded(names[0].path, f.Datadir) || g.isClaimed(names[0].path) {
				f.Stray = Unclaimed
			}
		case g.loose[names[0].path] && !hidden:
			f.Stray, f.LacksConfig = Unclaimed, g.bareData[names[0].path]
		case g.named[names[0].path]:
			f.Stray = Named
		default:
			return nil
		}
	}
	g.formats[f] = format
	for _, c := range names {
		g.byName[c.path] = f
	}
	return f
}

// leftovers lists the extensions of files that are not meant to be read.
var leftovers = []string{".bak", ".disabled", ".dist", ".example", ".off", ".old", ".orig", ".sample", ".save", ".template", ".tmpl"}

// lacksExtension reports whether a file would be read if its name ended in .yaml, such as
// data/nodes/web01.example.com, and contains parameter keys, so that it must be meant for Hiera.
func (g *gatherer) lacksExtension(path string) bool {
	name := filepath.Base(path)
	if _, isData := data.FormatOf(name); isData || strings.HasPrefix(name, ".") || slices.Contains(leftovers, strings.ToLower(filepath.Ext(name))) || strings.Contains(name, ".yaml.") {
		return false
	}
	named := candidate{path: path + ".yaml"}
	named.match(g.index)
	if !slices.ContainsFunc(named.matches, func(m Match) bool { return m.Fit == glob.Likely }) {
		return false
	}
	doc, err := g.store.Document(path, data.YAML)
	return err == nil && doc.Value != nil && doc.Value.Kind() == data.Hash && slices.ContainsFunc(doc.Value.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && strings.Contains(e.Key.Text(), "::")
	})
}

// mayReadAnything reports whether it is unknown what some levels of a hierarchy read. If Puppet
// rejects a hierarchy, its intention is unknown.
func mayReadAnything(root *Root) bool {
	for level, reason := range root.unseen {
		if reason == Obscured || reason == ByCode && level.LocationKind == config.NoLocation {
			return true
		}
	}
	return root.Config.Err(7) != nil || root.Config.Err(8) != nil
}

// isClaimed reports whether a hierarchy that is not used reads a file that no level reads.
func (g *gatherer) isClaimed(path string) bool {
	c := candidate{path: path}
	c.match(g.unused.index)
	for dir := filepath.Dir(path); !g.isPlace[dir] && g.inPlace(dir); dir = filepath.Dir(dir) {
		if g.unused.dirs[dir] {
			return true // a function reads it, according to the configuration next to it
		}
	}
	return len(c.matches) > 0
}
