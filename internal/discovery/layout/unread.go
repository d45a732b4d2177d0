package layout

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// UnreadFinder finds files that look like data but that no level reads.
type UnreadFinder struct {
	*Survey
	Installed []string                 // directories of modules that were installed
	Files     map[string]*project.File // the known data files by path
	Renamed   map[string]bool          // see ReadIfRenamed
	sniffs    int                      // number of files whose content was checked
}

// BelowArguments returns the unread files in the requested directories, sorted, as shown to users.
func (u *UnreadFinder) BelowArguments() []string {
	var found []string
	for _, a := range u.Args {
		if a.Dir {
			found = append(found, u.Below(a.Path)...)
		}
	}
	return lists.Distinct(found)
}

// DirsWithoutHierarchy returns the requested directories that contain data, if no hierarchy reads any of it. Each
// repository, and each environment that does not share the hierarchy of others, is considered separately.
func (u *UnreadFinder) DirsWithoutHierarchy(files []*project.File, notUsed []project.NotUsed) []project.WithoutHierarchy {
	var asked, repositories []string
	for _, a := range u.Args {
		if a.Dir && !u.Excluded(a.Path) {
			asked = append(asked, a.Path)
			repositories = append(repositories, u.repositories(a.Path)...)
		}
	}
	if !u.readsData(files) {
		return u.describeDirs(asked, notUsed, nowhere)
	}
	if !slices.ContainsFunc(u.Environments, isOfTree) {
		return u.describeDirs(asked, notUsed, u.isOfModule)
	}
	if len(repositories) < 2 {
		return nil
	}
	around := map[string]bool{} // the directories around data that a hierarchy reads
	isRead := u.isRead()
	for _, f := range files {
		if isRead(f) {
			for dir := filepath.Dir(u.Absolute(f.Path)); !around[dir]; dir = filepath.Dir(dir) {
				around[dir] = true
			}
		}
	}
	return u.describeDirs(slices.DeleteFunc(repositories, func(dir string) bool { return around[dir] }), notUsed, nowhere)
}

// isOfTree reports whether an environment has a directory. One that consists of a standalone module has none.
func isOfTree(e *project.Environment) bool { return e.Dir != "" }

// nowhere excludes no file.
func nowhere(string) bool { return false }

// isOfModule reports whether a file is in a module of an environment.
func (u *UnreadFinder) isOfModule(path string) bool {
	return slices.ContainsFunc(u.Environments, func(e *project.Environment) bool {
		return slices.ContainsFunc(e.Environment.Modules(), func(m *environment.Module) bool { return rooted.IsBelow(path, m.Dir) })
	})
}

// FilesWithoutHierarchy describes the requested files that look like data but that no level reads. For
// directories without any hierarchy, and for files in data directories, that is a finding.
func (u *UnreadFinder) FilesWithoutHierarchy(files []*project.File) []notseen.Part {
	var unread []string
	readsData := u.readsData(files)
	for _, a := range u.Args {
		switch {
		case a.Dir:
			return nil
		case u.isUnread(a.Path) && !u.lacksConfig(a.Path) && (!readsData || u.isOutside(a.Path)):
			unread = append(unread, u.Store.Name(a.Path))
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
func (u *UnreadFinder) readsData(files []*project.File) bool {
	return slices.ContainsFunc(files, u.isRead())
}

// isRead returns a function that reports whether a hierarchy of an environment or the global layer
// reads a file, or what it is decrypted into. A standalone module has none.
func (u *UnreadFinder) isRead() func(*project.File) bool {
	inEnvironment := slices.ContainsFunc(u.Environments, isOfTree)
	return func(f *project.File) bool {
		isOf := func(r *project.Root) bool { return r.Layer != config.Module || !inEnvironment }
		return f.Decrypted && isOf(f.Datadir) || slices.ContainsFunc(f.Matches, func(m project.Match) bool { return isOf(m.Root) })
	}
}

// describeDirs returns those of some directories without a hierarchy that contain data other than that in
// excluded files.
func (u *UnreadFinder) describeDirs(dirs []string, notUsed []project.NotUsed, isExcluded func(path string) bool) []project.WithoutHierarchy {
	var all []project.WithoutHierarchy
	for _, dir := range dirs {
		unread := slices.DeleteFunc(u.Below(dir), func(name string) bool {
			path := u.Absolute(name)
			return u.lacksConfig(path) || isExcluded(path)
		})
		if len(unread) == 0 {
			continue
		}
		b := project.WithoutHierarchy{Unread: unread}
		if i := slices.IndexFunc(u.Roots, func(r *project.Root) bool { return r.Layer != config.Module && isNear(r.Dir, dir) }); i >= 0 {
			b.Config = u.Roots[i]
		}
		for _, n := range notUsed {
			path := u.Absolute(n.Path)
			isForModule := u.PurposeOf(path) != "" && u.isPartOfModule(path)
			if isNear(path, dir) && !u.IsPassedOver(filepath.Dir(path)) && !isForModule {
				b.Candidates = append(b.Candidates, n.Root)
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
func (u *UnreadFinder) repositories(dir string) []string {
	f := u.Folder(dir)
	if f == nil || u.Excluded(dir) || slices.Contains(u.Installed, dir) {
		return nil
	}
	if kind := u.Kind(f); isControlRepo(kind) || kind == classify.ConfigFolder || kind == classify.ModuleFolder {
		return append([]string{dir}, u.ownEnvironments(dir)...)
	}
	var found []string
	for _, e := range f.Entries {
		if e.Dir && e.Err == nil && !e.Link && !u.IsHidden(filepath.Join(dir, e.Name)) && !recognize.PassedOver[e.Name] {
			found = append(found, u.repositories(filepath.Join(dir, e.Name))...)
		}
	}
	if f.Has(".git") {
		return append([]string{dir}, lists.Filter(found, u.isSeparate)...)
	}
	return found
}

// isSeparate reports whether a directory in a Git repository is a control repo that is in no directory
// with the hierarchy of others.
func (u *UnreadFinder) isSeparate(dir string) bool {
	isAbove := func(r *project.Root) bool {
		return r.Layer != config.Module && dir != r.Dir && rooted.IsBelow(dir, r.Dir)
	}
	return isControlRepo(u.Kind(u.Folder(dir))) && !slices.ContainsFunc(u.Roots, isAbove)
}

func isControlRepo(kind classify.FolderKind) bool {
	return kind == classify.EnvironmentFolder || kind == classify.CodeFolder
}

// ownEnvironments returns the directories of environments below dir that share no hierarchy: they have a
// hiera.yaml, or there is none for them at all.
func (u *UnreadFinder) ownEnvironments(dir string) []string {
	var found []string
	for _, env := range u.Environments {
		if (env.Own != nil || env.Global == nil && isOfTree(env) && u.isSeparate(env.Dir)) && env.Dir != dir && rooted.IsBelow(env.Dir, dir) {
			found = append(found, env.Dir)
		}
	}
	return found
}

// Below returns the files in a directory that look like data but that no level reads, sorted.
// Installed files, tests, and examples are excluded.
func (u *UnreadFinder) Below(dir string) []string {
	found := lists.Map(u.pathsBelow(dir), func(path string) string { return u.Store.Name(path) })
	slices.Sort(found)
	return found
}

// maxSniffed is the maximum number of files whose content is checked.
const maxSniffed = 50_000

// withTests lists names of directories whose parts for tests are searched, too: these are environments, or levels.
var withTests = append([]string{"environments"}, recognize.HieraDatadirs...)

// pathsBelow returns the same files by path.
func (u *UnreadFinder) pathsBelow(dir string) []string {
	f := u.Folder(dir)
	if f == nil || slices.Contains(u.Installed, dir) || u.sniffs > maxSniffed || u.Err() != nil {
		return nil
	}
	var found []string
	isModule := u.Modules[u.Real(dir)] || u.Kind(f) == classify.ModuleFolder
	for _, e := range f.Entries {
		path := filepath.Join(dir, e.Name)
		switch {
		case e.Err != nil || e.Link || u.IsHidden(path):
		case e.Dir && (recognize.PassedOver[e.Name] && !slices.Contains(withTests, filepath.Base(dir)) || isModule && !slices.Contains(recognize.UsualDatadirs, e.Name)):
		case e.Dir:
			found = append(found, u.pathsBelow(path)...)
		case u.isUnread(path):
			found = append(found, path)
		}
	}
	return found
}

// isUnread reports whether a file looks like data that no level reads.
func (u *UnreadFinder) isUnread(path string) bool {
	if _, ok := data.FormatOf(path); !ok || u.ByPath[path] != nil || u.Excluded(path) {
		return false
	}
	if f := u.Files[path]; f != nil {
		return len(f.Matches) == 0 && len(f.Functions) == 0 && !f.Decrypted && (f.Datadir == nil || f.Datadir.Layer != config.Module)
	}
	isBelow := func(dir string) bool { return rooted.IsBelow(path, dir) }
	if recognize.IsExample(filepath.Base(path)) || slices.ContainsFunc(u.readByCode, isBelow) {
		return false
	}
	if u.Renamed[path] {
		return true
	}
	u.sniffs++
	return u.HasQualifiedKey(path)
}

// isOutside reports whether a file with qualified keys is in no data directory of a hierarchy.
func (u *UnreadFinder) isOutside(path string) bool {
	f := u.Files[path]
	return (f == nil || f.Datadir == nil) && u.HasQualifiedKey(path)
}

// lacksConfig reports whether it is known which hiera.yaml is missing for a file.
func (u *UnreadFinder) lacksConfig(path string) bool {
	f := u.Files[path]
	return f != nil && f.LacksConfig != ""
}
