package hierarchy

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// directories are those with data, and what they contain.
type directories struct {
	dirs     map[string]bool
	in       map[string]*directory
	datadirs map[*project.Root][]string // the data directories of each hierarchy, sorted
}

// directory is a directory with data.
type directory struct {
	dirs    []string // names
	files   map[string]*project.File
	folded  map[string][]string // names of files by their lower-case form
	dirsBy  func() *nearest.Names
	filesBy func() *nearest.Names
}

func directoriesOf(p *rule.Site) *directories {
	type key struct{}
	return rule.Once(p, key{}, func() *directories {
		all := &directories{map[string]bool{}, map[string]*directory{}, map[*project.Root][]string{}}
		datadirs := map[*project.Root]map[string]bool{}
		for _, f := range p.Project.Files {
			dir, name := path.Dir(f.Path), path.Base(f.Path)
			at := all.at(dir)
			at.files[name] = f
			at.folded[strings.ToLower(name)] = append(at.folded[strings.ToLower(name)], name)
			for ; !all.dirs[dir]; dir = path.Dir(dir) {
				all.dirs[dir] = true
				around := all.at(path.Dir(dir))
				around.dirs = append(around.dirs, path.Base(dir))
			}
			for i := range f.Matches {
				m := &f.Matches[i]
				datadir, ok := datadirOf(f.Path, m)
				if !ok {
					continue
				}
				lists.PutIn(datadirs, m.Root, datadir, true)
			}
		}
		for root, dirs := range datadirs {
			all.datadirs[root] = slices.Sorted(maps.Keys(dirs))
		}
		return all
	})
}

func (all *directories) at(dir string) *directory {
	at := all.in[dir]
	if at == nil {
		at = &directory{files: map[string]*project.File{}, folded: map[string][]string{}}
		at.dirsBy = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(slices.Sorted(slices.Values(at.dirs))) })
		at.filesBy = sync.OnceValue(func() *nearest.Names { return nearest.NewNames(slices.Sorted(maps.Keys(at.files))) })
		all.in[dir] = at
	}
	return at
}

// datadirOf returns the data directory in which a path was matched. ok is false if it contains variables or a glob.
func datadirOf(name string, m *project.Match) (string, bool) {
	if m.Location >= len(m.Level.Locations) {
		return "", false
	}
	pattern := m.Level.Locations[m.Location].Text
	if slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return strings.Contains(v.Text, "/") }) {
		return "", false
	}
	above := strings.Count(name, "/") - strings.Count(pattern, "/")
	if above < 0 || strings.Contains(pattern, "*") {
		return "", false
	}
	dir := cmp.Or(strings.Join(strings.Split(name, "/")[:above], "/"), ".")
	return dir, true
}

// similar returns the first part of a path without data, and one beside it that has data and a similar name, both
// relative to the data directory; "" if there is none.
func (all *directories) similar(root *project.Root, datadir, pattern string) (missing, near string) {
	segments := strings.Split(pattern, "/")
	isFixed := true
	if i := slices.IndexFunc(segments, func(s string) bool { return strings.ContainsAny(s, "%*?[{") }); i >= 0 {
		segments, isFixed = segments[:i], false
	}
	at := datadir
	for i, segment := range segments {
		missing = path.Join(at, segment)
		isFile := isFixed && i == len(segments)-1
		if !isFile && all.dirs[missing] {
			at = missing
			continue
		}
		if isFile {
			near = all.similarFile(root, missing)
		} else {
			near = all.similarDir(missing)
		}
		break
	}
	if near == "" {
		return "", ""
	}
	prefix := strings.TrimPrefix(datadir+"/", "./")
	return strings.TrimPrefix(missing, prefix), strings.TrimPrefix(near, prefix)
}

// similarDir returns a directory with data whose name is nearly that of another one, or "". If nothing reads the data, the name
// may also be the plural, or short.
func (all *directories) similarDir(dir string) string {
	at := all.in[path.Dir(dir)]
	if at == nil {
		return ""
	}
	name := path.Base(dir)
	near, ok := at.dirsBy().Nearest(name, func(other string) bool {
		return !nearest.IsTypo(name, other) &&
			(nearest.Distance(name, other, 1) != 1 || nearest.DifferInDigits(name, other) || !all.isUnread(path.Join(path.Dir(dir), other)))
	})
	if !ok {
		return ""
	}
	return path.Join(path.Dir(dir), near)
}

// isUnread reports whether no hierarchy reads the data in a directory.
func (all *directories) isUnread(dir string) bool {
	at := all.in[dir]
	if at == nil {
		return true
	}
	for _, f := range at.files {
		if len(f.Matches) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(at.dirs, func(name string) bool { return !all.isUnread(path.Join(dir, name)) })
}

// similarFile returns a data file whose name is nearly that of a missing one, and that the hierarchy reads only through
// variables, if at all. Other files that no hierarchy reads are reported themselves.
func (all *directories) similarFile(root *project.Root, missing string) string {
	dir, name := path.Dir(missing), path.Base(missing)
	at := all.in[dir]
	if at == nil || at.files[name] != nil {
		return ""
	}
	isExcluded := func(other string) bool {
		f := at.files[other]
		return len(f.Matches) == 0 && f.Stray != project.Unclaimed ||
			slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root && len(m.Vars) == 0 })
	}
	for _, other := range at.folded[strings.ToLower(name)] {
		if path.Ext(other) == path.Ext(name) && !isExcluded(other) {
			return path.Join(dir, other)
		}
	}
	near, ok := at.filesBy().Nearest(name, func(other string) bool { return !isTypoOfFile(name, other) || isExcluded(other) })
	if !ok {
		return ""
	}
	return path.Join(dir, near)
}

// isTypoOfFile reports whether a file name is probably a misspelling of another one with the same extension.
func isTypoOfFile(a, b string) bool {
	ext := path.Ext(a)
	return path.Ext(b) == ext && nearest.IsTypo(strings.TrimSuffix(a, ext), strings.TrimSuffix(b, ext))
}
