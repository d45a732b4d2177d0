package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
)

// WithoutHierarchy is a requested directory that contains data of which no hierarchy of an environment or the
// global layer reads any.
type WithoutHierarchy struct {
	// Unread lists the files that look like data, sorted, as shown to users.
	Unread []string
	// Config is a hierarchy that was found there; nil if there is none.
	Config *Root
	// Candidates lists configurations that are not used, sorted, except those of tests and examples.
	Candidates []*Root
}

// unreadFinder finds files that look like data but that no level reads.
type unreadFinder struct {
	*survey
	installed []string         // directories of modules that were installed
	files     map[string]*File // the known data files by path
	renamed   map[string]bool  // see readIfRenamed
	sniffs    int              // number of files whose content was checked
}

// belowArguments returns the unread files in the requested directories, sorted, as shown to users.
func (u *unreadFinder) belowArguments() []string {
	var found []string
	for _, a := range u.args {
		if a.dir {
			found = append(found, u.below(a.path)...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// dirsWithoutHierarchy returns the requested directories that contain data, if no hierarchy reads any of it. Each
// repository, and each environment that does not share the hierarchy of others, is considered separately.
func (u *unreadFinder) dirsWithoutHierarchy(files []*File, notUsed []NotUsed) []WithoutHierarchy {
	var asked, repositories []string
	for _, a := range u.args {
		if a.dir && !u.excluded(a.path) {
			asked = append(asked, a.path)
			repositories = append(repositories, u.repositories(a.path)...)
		}
	}
	if !u.readsData(files) {
		return u.describeDirs(asked, notUsed, nowhere)
	}
	if !slices.ContainsFunc(u.environments, isOfTree) {
		return u.describeDirs(asked, notUsed, u.isOfModule)
	}
	if len(repositories) < 2 {
		return nil
	}
	around := map[string]bool{} // the directories around data that a hierarchy reads
	isRead := u.isRead()
	for _, f := range files {
		if isRead(f) {
			for dir := filepath.Dir(u.absolute(f.Path)); !around[dir]; dir = filepath.Dir(dir) {
				around[dir] = true
			}
		}
	}
	return u.describeDirs(slices.DeleteFunc(repositories, func(dir string) bool { return around[dir] }), notUsed, nowhere)
}

// isOfTree reports whether an environment has a directory. One that consists of a standalone module has none.
func isOfTree(e *Environment) bool { return e.Dir != "" }

// nowhere excludes no file.
func nowhere(string) bool { return false }

// isOfModule reports whether a file is in a module of an environment.
func (u *unreadFinder) isOfModule(path string) bool {
	return slices.ContainsFunc(u.environments, func(e *Environment) bool {
		return slices.ContainsFunc(e.Environment.Modules(), func(m *environment.Module) bool { return rooted.IsBelow(path, m.Dir) })
	})
}

// filesWithoutHierarchy describes the requested files that look like data but that no level reads. For
// directories without any hierarchy, and for files in data directories, that is a finding.
func (u *unreadFinder) filesWithoutHierarchy(files []*File) []notseen.Part {
	var unread []string
	readsData := u.readsData(files)
	for _, a := range u.args {
		switch {
		case a.dir:
			return nil
		case u.isUnread(a.path) && !u.lacksConfig(a.path) && (!readsData || u.isOutside(a.path)):
			unread = append(unread, u.store.Name(a.path))
		}
	}
	switch {
	case len(unread) == 0:
		return nil
	case len(unread) == 1:
		return []notseen.Part{{What: "the hierarchy of `" + unread[0] + "` (no hiera.yaml reads it)"}}
	}
	return []notseen.Part{{What: "the hierarchy of " + plural.Count(len(unread), "file") + " (no hiera.yaml reads them)"}}
}

// readsData reports whether a hierarchy of an environment or the global layer reads any file.
func (u *unreadFinder) readsData(files []*File) bool { return slices.ContainsFunc(files, u.isRead()) }

// isRead returns a function that reports whether a hierarchy of an environment or the global layer
// reads a file. A standalone module has none.
func (u *unreadFinder) isRead() func(*File) bool {
	inEnvironment := slices.ContainsFunc(u.environments, isOfTree)
	return func(f *File) bool {
		return slices.ContainsFunc(f.Matches, func(m Match) bool { return m.Root.Layer != config.Module || !inEnvironment })
	}
}

// describeDirs returns those of some directories without a hierarchy that contain data other than that in
// excluded files.
func (u *unreadFinder) describeDirs(dirs []string, notUsed []NotUsed, isExcluded func(path string) bool) []WithoutHierarchy {
	var all []WithoutHierarchy
	for _, dir := range dirs {
		unread := slices.DeleteFunc(u.below(dir), func(name string) bool {
			path := u.absolute(name)
			return u.lacksConfig(path) || isExcluded(path)
		})
		if len(unread) == 0 {
			continue
		}
		b := WithoutHierarchy{Unread: unread}
		if i := slices.IndexFunc(u.roots, func(r *Root) bool { return r.Layer != config.Module && isNear(r.Dir, dir) }); i >= 0 {
			b.Config = u.roots[i]
		}
		for _, n := range notUsed {
			if path := u.absolute(n.Path); isNear(path, dir) && !u.isPassedOver(filepath.Dir(path)) {
				b.Candidates = append(b.Candidates, n.root)
			}
		}
		all = append(all, b)
	}
	return all
}

// isNear reports whether one of two paths is inside the other.
func isNear(a, b string) bool { return rooted.IsBelow(a, b) || rooted.IsBelow(b, a) }

// repositories returns the outermost directories in dir, or dir itself, that are repositories: Git
// repositories, or judging by their contents. The control repos in a Git repository, and the
// environments in all of them, count, too.
func (u *unreadFinder) repositories(dir string) []string {
	f := u.folder(dir)
	if f == nil || u.excluded(dir) || slices.Contains(u.installed, dir) {
		return nil
	}
	if kind := u.kind(f); isControlRepo(kind) || kind == configFolder || kind == moduleFolder {
		return append([]string{dir}, u.ownEnvironments(dir)...)
	}
	var found []string
	for _, e := range f.entries {
		if e.dir && e.err == nil && !e.link && !strings.HasPrefix(e.name, ".") && !passedOver[e.name] {
			found = append(found, u.repositories(filepath.Join(dir, e.name))...)
		}
	}
	if f.has(".git") {
		return append([]string{dir}, lists.Filter(found, u.isSeparate)...)
	}
	return found
}

// isSeparate reports whether a directory in a Git repository is a control repo that is in no directory
// with the hierarchy of others.
func (u *unreadFinder) isSeparate(dir string) bool {
	isAbove := func(r *Root) bool { return r.Layer != config.Module && dir != r.Dir && rooted.IsBelow(dir, r.Dir) }
	return isControlRepo(u.kind(u.folder(dir))) && !slices.ContainsFunc(u.roots, isAbove)
}

func isControlRepo(kind folderKind) bool { return kind == environmentFolder || kind == codeFolder }

// ownEnvironments returns the directories of environments below dir that share no hierarchy: they have a
// hiera.yaml, or there is none for them at all.
func (u *unreadFinder) ownEnvironments(dir string) []string {
	var found []string
	for _, env := range u.environments {
		if (env.Own != nil || env.Global == nil && isOfTree(env) && u.isSeparate(env.Dir)) && env.Dir != dir && rooted.IsBelow(env.Dir, dir) {
			found = append(found, env.Dir)
		}
	}
	return found
}

// below returns the files in a directory that look like data but that no level reads, sorted.
// Installed files, tests, and examples are excluded.
func (u *unreadFinder) below(dir string) []string {
	found := lists.Map(u.pathsBelow(dir), func(path string) string { return u.store.Name(path) })
	slices.Sort(found)
	return found
}

// maxSniffed is the maximum number of files whose content is checked.
const maxSniffed = 50_000

// withTests lists names of directories whose parts for tests are searched, too: these are environments, or levels.
var withTests = append([]string{"environments"}, hieraDatadirs...)

// pathsBelow returns the same files by path.
func (u *unreadFinder) pathsBelow(dir string) []string {
	f := u.folder(dir)
	if f == nil || slices.Contains(u.installed, dir) || u.sniffs > maxSniffed || u.ctx.Err() != nil {
		return nil
	}
	var found []string
	isModule := u.modules[u.tree.real(dir)] || u.kind(f) == moduleFolder
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil || e.link || strings.HasPrefix(e.name, "."):
		case e.dir && (passedOver[e.name] && !slices.Contains(withTests, filepath.Base(dir)) || isModule && !slices.Contains(usualDatadirs, e.name)):
		case e.dir:
			found = append(found, u.pathsBelow(path)...)
		case u.isUnread(path):
			found = append(found, path)
		}
	}
	return found
}

// isUnread reports whether a file looks like data that no level reads.
func (u *unreadFinder) isUnread(path string) bool {
	if _, ok := data.FormatOf(path); !ok || u.byPath[path] != nil || u.excluded(path) {
		return false
	}
	if f := u.files[path]; f != nil {
		return len(f.Matches) == 0 && len(f.Functions) == 0 && (f.Datadir == nil || f.Datadir.Layer != config.Module)
	}
	if isExample(filepath.Base(path)) {
		return false
	}
	if u.renamed[path] {
		return true
	}
	u.sniffs++
	return u.hasQualifiedKey(path)
}

// isOutside reports whether a file with qualified keys is in no data directory of a hierarchy.
func (u *unreadFinder) isOutside(path string) bool {
	f := u.files[path]
	return (f == nil || f.Datadir == nil) && u.hasQualifiedKey(path)
}

// lacksConfig reports whether it is known which hiera.yaml is missing for a file.
func (u *unreadFinder) lacksConfig(path string) bool {
	f := u.files[path]
	return f != nil && f.LacksConfig != ""
}

// qualifiedKey matches a top-level key that belongs to a class or configures lookups. Class names with a hyphen are invalid,
// but frequent.
var qualifiedKey = lazyregexp.New(`(?m)^\s{0,2}["']?(?:[a-z][\w-]*(?:::[a-z][\w-]*)+|lookup_options)["']?\s*:(?:\s|$)`)

// qualifiedKeyInJSON matches the same in JSON, which is often indented further.
var qualifiedKeyInJSON = lazyregexp.New(`(?m)^(?:\s{0,4}|\{\s*)"(?:[a-z][\w-]*(?:::[a-z][\w-]*)+|lookup_options)"\s*:`)

// maxDataStart is the number of bytes of a file that are checked.
const maxDataStart = 16 << 10

func (d *disk) hasQualifiedKey(path string) bool {
	key := qualifiedKey()
	if filepath.Ext(path) == ".json" {
		key = qualifiedKeyInJSON()
	}
	start, err := d.store.ReadStart(path, maxDataStart)
	return err == nil && key.Match(start)
}
