package layout

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// AddLooseData adds data without a hierarchy: a repository may contain only data, or data in
// addition to that of its hierarchy, and nothing is known about the levels of an invalid
// hiera.yaml. Such files are checked, but what reads them is unknown.
func (s *Survey) AddLooseData(unread *UnreadFinder) {
	for _, root := range s.Roots {
		switch {
		case root.Config.Doc.Err == nil:
		case slices.Contains(recognize.UsualDatadirs, filepath.Base(root.Dir)):
			s.addLooseBelow(root.Dir)
		default:
			s.addLoose(s.Folder(root.Dir), namedDatadirs(root)...)
		}
	}
	for _, m := range s.bare {
		if !slices.ContainsFunc(unread.Installed, func(dir string) bool { return rooted.IsBelow(m.Dir, dir) }) {
			s.addBareModule(m)
		}
	}
	s.addLooseArguments()
	s.addLooseBeside()
	for _, dir := range s.dirsWithoutDatadir(unread) {
		for _, path := range unread.pathsBelow(dir) {
			s.Loose[path] = true
		}
	}
}

// datadirLine matches a data directory in the text of a hiera.yaml.
var datadirLine = lazyregexp.New(`(?m)^[ \t]*:?datadir:[ \t]+["']?([^"'\s]+)`)

// namedDatadirs returns the names that the data directories of a hiera.yaml that cannot be parsed probably have: the usual ones, and
// those in its text.
func namedDatadirs(root *project.Root) []string {
	names := []string{"data", "hieradata"}
	for _, m := range datadirLine().FindAllSubmatch(root.Config.Doc.File.Text, -1) {
		name := path.Base(string(m[1]))
		if !strings.ContainsAny(name, "%{.") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// dirsWithoutDatadir returns the requested directories, or those around requested files, if no hierarchy has a data directory in
// the tree, or those of their repositories that have nothing to do with any of these hierarchies.
func (s *Survey) dirsWithoutDatadir(unread *UnreadFinder) []string {
	roots := lists.Filter(s.Roots, s.hasDatadir)
	var dirs []string
	for _, a := range s.Args {
		dir := a.Path
		if !a.Dir {
			dir = s.Top(filepath.Dir(a.Path))
		}
		if len(roots) == 0 {
			dirs = append(dirs, dir)
			continue
		}
		dirs = append(dirs, lists.Filter(unread.repositories(dir), func(dir string) bool {
			return !slices.ContainsFunc(roots, func(r *project.Root) bool { return isNear(r.Dir, dir) })
		})...)
	}
	return dirs
}

// hasDatadir reports whether a hierarchy of an environment or the global layer has a data directory in
// the tree.
func (s *Survey) hasDatadir(root *project.Root) bool {
	return root.Layer != config.Module && slices.ContainsFunc(s.Datadirs, func(p UsedDatadir) bool { return p.Root == root && s.IsDir(p.Dir) })
}

// addLooseBeside adds the data of directories with such names that no hierarchy reads: obsolete
// data, or data of a server whose configuration is elsewhere.
func (s *Survey) addLooseBeside() {
	for _, name := range recognize.HieraDatadirs {
		for _, dir := range s.DirsNamed[name] {
			isBelow := func(at UsedDatadir) bool { return rooted.IsBelow(at.Dir, dir) }
			if !s.IsPassedOver(dir) && !s.InDatadir(dir) && !slices.ContainsFunc(s.Datadirs, isBelow) {
				s.addLooseBelow(dir)
			}
		}
	}
}

// hieraDatadirs returns the names that only Hiera data directories have. In f, `hiera` is one of them if it contains a file that
// hierarchies usually end with.
func (s *Survey) hieraDatadirs(f *worktree.Folder) []string {
	if sub := s.Sub(f, "hiera"); sub != nil && s.hasLowestLevel(sub) {
		return append(slices.Clip(recognize.HieraDatadirs), "hiera")
	}
	return recognize.HieraDatadirs
}

// addLoose adds the data in the subdirectories of f with the given names that are not modules.
func (s *Survey) addLoose(f *worktree.Folder, names ...string) {
	for _, name := range names {
		if f.HasDir(name) && !f.Find(name).Link && s.Kind(s.Sub(f, name)) != classify.ModuleFolder {
			s.addLooseBelow(filepath.Join(f.Dir, name))
		}
	}
}

// addLooseBelow adds all data files below dir.
func (s *Survey) addLooseBelow(dir string) {
	arrays := 0
	for _, path := range s.OwnDataBelow(dir) {
		if arrays < maxArrays && s.isArray(path) {
			arrays++
			if f := s.Folder(filepath.Dir(dir)); f != nil && s.codeMentions(f, "/"+filepath.Base(path)) {
				continue // not for Hiera: `loadyaml("…/data/sites.yaml")`
			}
		}
		s.Loose[path] = true
	}
}

// maxArrays limits the files that are searched for in code.
const maxArrays = 20

// isArray reports whether the top level of a file is an array, which Hiera rejects.
func (s *Survey) isArray(path string) bool {
	start, err := s.Store.ReadStart(path, recognize.StartSize)
	return err == nil && recognize.StartsWithArray(start)
}

// addLooseArguments adds the data of requested directories without a hierarchy. Since not every
// YAML file is data, the directory must have the name of a data directory, be in one, or contain
// one of the files that hierarchies usually end with, as a hash: other programs also have a `defaults.yaml`.
func (s *Survey) addLooseArguments() {
	for _, a := range s.Args {
		if !a.Dir || s.hasRootBelow(a.Path) {
			continue
		}
		f := s.Folder(a.Path)
		if f == nil || !s.InDataFolder(a.Path) && !isCalledLikeData(f) && !s.hasLowestLevel(f) {
			continue
		}
		if kind := s.Kind(f); kind == classify.OtherFolder && !s.InDatadir(a.Path) {
			s.addLooseBelow(a.Path)
		}
	}
}

// isCalledLikeData reports whether a directory has a common name of data directories. A repository called `data` may contain anything.
func isCalledLikeData(f *worktree.Folder) bool {
	return recognize.IsDataFolder(filepath.Base(f.Dir)) && (filepath.Base(f.Dir) != "data" || !f.Has(".git"))
}

// hasLowestLevel reports whether a directory contains a file that hierarchies usually end with.
func (s *Survey) hasLowestLevel(f *worktree.Folder) bool {
	return slices.ContainsFunc([]string{"common.yaml", "common.eyaml", "global.yaml", "defaults.yaml", "default.yaml"}, func(name string) bool {
		return f.HasFile(name) && !s.isArray(filepath.Join(f.Dir, name))
	})
}

// addBare records a module without a hiera.yaml, unless its metadata.json names what provides its data.
func (s *Survey) addBare(m *environment.Module) {
	if m.DataProvider() == nil {
		s.bare = append(s.bare, m)
	}
}

// addBareModule adds the data of a module without a hiera.yaml: files in its directory data that set
// keys of the module. Other files there may be for anything. With a hiera.yaml of its own, the
// directory is that of module_data, a backend of Hiera 3. If code of the module mentions the
// directory, the code may read the files: `loadyaml("${module_path}/data/networks.yaml")`. A
// directory hieradata is that of a hierarchy elsewhere, such as one for tests.
func (s *Survey) addBareModule(m *environment.Module) {
	const name = "data" // the default of hiera.yaml
	f := s.Folder(m.Dir)
	own, err := regexp.Compile(`(?m)^["']?` + regexp.QuoteMeta(m.Name) + `::\w`)
	if f == nil || m.Name == "" || err != nil {
		return
	}
	datadir := s.Sub(f, name)
	if datadir == nil || f.Find(name).Link || datadir.HasFile(environment.ConfigName) {
		return
	}
	if s.codeMentions(f, name+"/") {
		s.readByCode = append(s.readByCode, datadir.Dir)
		return
	}
	lacking := s.Store.Name(filepath.Join(m.Dir, environment.ConfigName))
	for _, path := range s.OwnDataBelow(datadir.Dir) {
		if recognize.IsExample(filepath.Base(path)) {
			continue
		}
		if start, err := s.Store.ReadStart(path, recognize.StartSize); err == nil && own.Match(start) {
			s.Loose[path] = true
			s.BareData[path] = lacking
		}
	}
}

// codeMentions reports whether code of a module or environment contains a text.
func (s *Survey) codeMentions(f *worktree.Folder, text string) bool {
	return slices.ContainsFunc([]string{"manifests", "functions", "lib", "site", "site-modules", "modules"}, func(name string) bool {
		sub := s.Sub(f, name)
		return sub != nil && s.filesMention(sub, text)
	})
}

// filesMention reports whether a file in a directory or its subdirectories contains a text.
func (s *Survey) filesMention(f *worktree.Folder, text string) bool {
	return slices.ContainsFunc(f.Entries, func(e worktree.Entry) bool {
		switch {
		case e.Link || e.Err != nil:
			return false
		case e.Dir:
			sub := s.Sub(f, e.Name)
			return sub != nil && s.filesMention(sub, text)
		}
		content, err := s.Store.Text(filepath.Join(f.Dir, e.Name))
		return err == nil && bytes.Contains(content, []byte(text))
	})
}

func (s *Survey) hasRootBelow(dir string) bool {
	return slices.ContainsFunc(s.Roots, func(r *project.Root) bool { return rooted.IsBelow(r.Dir, dir) })
}
