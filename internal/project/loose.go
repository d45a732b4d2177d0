package project

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// addLooseData adds data without a hierarchy: a repository may contain only data, or data in
// addition to that of its hierarchy, and nothing is known about the levels of an invalid
// hiera.yaml. Such files are checked, but what reads them is unknown.
func (s *survey) addLooseData(unread *unreadFinder) {
	for _, root := range s.roots {
		switch {
		case root.Config.Doc.Err == nil:
		case slices.Contains(usualDatadirs, filepath.Base(root.Dir)):
			s.addLooseBelow(root.Dir)
		default:
			s.addLoose(s.folder(root.Dir), namedDatadirs(root)...)
		}
	}
	for _, m := range s.bare {
		if !slices.ContainsFunc(unread.installed, func(dir string) bool { return rooted.IsBelow(m.Dir, dir) }) {
			s.addBareModule(m)
		}
	}
	s.addLooseArguments()
	s.addLooseBeside()
	for _, dir := range s.dirsWithoutDatadir(unread) {
		for _, path := range unread.pathsBelow(dir) {
			s.loose[path] = true
		}
	}
}

// datadirLine matches a data directory in the text of a hiera.yaml.
var datadirLine = lazyregexp.New(`(?m)^[ \t]*:?datadir:[ \t]+["']?([^"'\s]+)`)

// namedDatadirs returns the names that the data directories of a hiera.yaml that cannot be parsed probably have: the usual ones, and
// those in its text.
func namedDatadirs(root *Root) []string {
	names := []string{"data", "hieradata"}
	for _, m := range datadirLine().FindAllSubmatch(root.Config.Doc.File.Text, -1) {
		name := path.Base(string(m[1]))
		if !strings.ContainsAny(name, "%{.") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// dirsWithoutDatadir returns the requested directories if no hierarchy has a data directory in the
// tree, or those of their repositories that have nothing to do with any of these hierarchies.
func (s *survey) dirsWithoutDatadir(unread *unreadFinder) []string {
	roots := lists.Filter(s.roots, s.hasDatadir)
	var dirs []string
	for _, a := range s.args {
		switch {
		case !a.dir:
		case len(roots) == 0:
			dirs = append(dirs, a.path)
		default:
			dirs = append(dirs, lists.Filter(unread.repositories(a.path), func(dir string) bool {
				return !slices.ContainsFunc(roots, func(r *Root) bool { return isNear(r.Dir, dir) })
			})...)
		}
	}
	return dirs
}

// hasDatadir reports whether a hierarchy of an environment or the global layer has a data directory in
// the tree.
func (s *survey) hasDatadir(root *Root) bool {
	return root.Layer != config.Module && slices.ContainsFunc(s.datadirs, func(p usedDatadir) bool { return p.root == root && s.isDir(p.dir) })
}

// hieraDatadirs lists names that only Hiera data directories have.
var hieraDatadirs = []string{"hieradata", "hiera-data", "hiera_data"}

// addLooseBeside adds the data of directories with such names that no hierarchy reads: obsolete
// data, or data of a server whose configuration is elsewhere.
func (s *survey) addLooseBeside() {
	for _, name := range hieraDatadirs {
		for _, dir := range s.dirsNamed[name] {
			isBelow := func(at usedDatadir) bool { return rooted.IsBelow(at.dir, dir) }
			if !s.isPassedOver(dir) && !s.inDatadir(dir) && !slices.ContainsFunc(s.datadirs, isBelow) {
				s.addLooseBelow(dir)
			}
		}
	}
}

// addLoose adds the data in the subdirectories of f with the given names that are not modules.
func (s *survey) addLoose(f *folder, names ...string) {
	for _, name := range names {
		if f.hasDir(name) && !f.find(name).link && s.kind(s.sub(f, name)) != moduleFolder {
			s.addLooseBelow(filepath.Join(f.dir, name))
		}
	}
}

// addLooseBelow adds all data files below dir.
func (s *survey) addLooseBelow(dir string) {
	arrays := 0
	s.walkData(dir, func(path string) {
		if arrays < maxArrays && s.isArray(path) {
			arrays++
			if f := s.folder(filepath.Dir(dir)); f != nil && s.codeMentions(f, "/"+filepath.Base(path)) {
				return // not for Hiera: `loadyaml("…/data/sites.yaml")`
			}
		}
		s.loose[path] = true
	})
}

// maxArrays limits the files that are searched for in code.
const maxArrays = 20

// arrayStart matches the start of a YAML or JSON file with an array at the top level.
var arrayStart = lazyregexp.New(`\A(?:---[ \t]*\r?\n|[ \t]*(?:#[^\n]*)?\r?\n)*(?:- |\[)`)

// isArray reports whether the top level of a file is an array, which Hiera rejects.
func (s *survey) isArray(path string) bool {
	start, err := s.store.ReadStart(path, maxDataStart)
	return err == nil && arrayStart().Match(start)
}

// walkData calls visit for the data files in a directory and its subdirectories. It does not follow
// symbolic links, since their targets are found anyway.
func (d *disk) walkData(dir string, visit func(path string)) {
	f := d.folder(dir)
	if f == nil || !d.enter(dir) {
		return
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		_, isData := data.FormatOf(e.name)
		switch {
		case e.link || strings.HasPrefix(e.name, "."):
		case e.dir:
			d.walkData(path, visit)
		case isData:
			visit(path)
		}
	}
}

// addLooseArguments adds the data of requested directories without a hierarchy. Since not every
// YAML file is data, the directory must have the name of a data directory, be in one, or contain
// the files that hierarchies usually end with.
func (s *survey) addLooseArguments() {
	for _, a := range s.args {
		if !a.dir || s.hasRootBelow(a.path) {
			continue
		}
		f := s.folder(a.path)
		if f == nil || !isDataFolder(a.path) && !f.hasFile("common.yaml", "common.eyaml", "global.yaml", "defaults.yaml", "default.yaml") {
			continue
		}
		if kind := s.kind(f); kind == otherFolder && !s.inDatadir(a.path) {
			s.addLooseBelow(a.path)
		}
	}
}

// addBare records a module without a hiera.yaml, unless its metadata.json names what provides its data.
func (s *survey) addBare(m *environment.Module) {
	if m.DataProvider() == nil {
		s.bare = append(s.bare, m)
	}
}

// addBareModule adds the data of a module without a hiera.yaml: files in its data directory that set
// keys of the module. Other files there may be for anything. With a hiera.yaml of its own, the
// directory is that of module_data, a backend of Hiera 3. If code of the module mentions the
// directory, the code may read the files: `loadyaml("${module_path}/data/networks.yaml")`.
func (s *survey) addBareModule(m *environment.Module) {
	f := s.folder(m.Dir)
	own, err := regexp.Compile(`(?m)^["']?` + regexp.QuoteMeta(m.Name) + `::\w`)
	if f == nil || m.Name == "" || err != nil {
		return
	}
	lacking := s.store.Name(filepath.Join(m.Dir, environment.ConfigName))
	for _, name := range usualDatadirs {
		datadir := s.sub(f, name)
		if datadir == nil || f.find(name).link || datadir.hasFile(environment.ConfigName) || s.codeMentions(f, name+"/") {
			continue
		}
		s.walkData(datadir.dir, func(path string) {
			if isExample(filepath.Base(path)) {
				return
			}
			if start, err := s.store.ReadStart(path, maxDataStart); err == nil && own.Match(start) {
				s.loose[path] = true
				s.bareData[path] = lacking
			}
		})
	}
}

// codeMentions reports whether code of a module or environment contains a text.
func (s *survey) codeMentions(f *folder, text string) bool {
	return slices.ContainsFunc([]string{"manifests", "functions", "lib", "site", "site-modules", "modules"}, func(name string) bool {
		sub := s.sub(f, name)
		return sub != nil && s.filesMention(sub, text)
	})
}

// filesMention reports whether a file in a directory or its subdirectories contains a text.
func (s *survey) filesMention(f *folder, text string) bool {
	return slices.ContainsFunc(f.entries, func(e entry) bool {
		switch {
		case e.link || e.err != nil:
			return false
		case e.dir:
			sub := s.sub(f, e.name)
			return sub != nil && s.filesMention(sub, text)
		}
		content, err := s.store.Text(filepath.Join(f.dir, e.name))
		return err == nil && bytes.Contains(content, []byte(text))
	})
}

// findUnclaimed assigns data that no level reads to the innermost environment that contains it, or
// to the only one next to it, if that has no hierarchy. Data next to a directory of environments
// belongs to their global layer. Files that only a function in the tree reads belong to the
// environments whose hierarchy names it.
func findUnclaimed(d *disk, y *layout, files []*File) {
	for _, f := range files {
		if len(f.Matches) > 0 || f.Stray != Unclaimed {
			continue
		}
		if f.Datadir != nil {
			assignToFunctions(y, f)
			continue
		}
		path := d.absolute(f.Path)
		home := y.enclosingEnvironment(path)
		if home == nil {
			home = onlyEnvironmentBeside(d, y, path)
		}
		if home == nil {
			for _, env := range y.environments {
				if isInEnvironments(env.Dir) && rooted.IsBelow(path, filepath.Dir(filepath.Dir(env.Dir))) && isUnknown(env.Global) {
					env.Unclaimed = append(env.Unclaimed, f)
				}
			}
		} else if isUnknown(home.Global) && isUnknown(home.Own) {
			home.Unclaimed = append(home.Unclaimed, f)
		}
	}
}

// onlyEnvironmentBeside returns the only environment in the innermost directory around a path that
// contains environments, in the same repository; nil if there are several. A directory
// `environments` has a global layer instead.
func onlyEnvironmentBeside(d *disk, y *layout, path string) *Environment {
	repository := d.repositoryOf(path)
	for dir := range d.upwards(filepath.Dir(path)) {
		if d.repositoryOf(dir) != repository {
			break
		}
		if all := y.environmentsBelow(dir); len(all) > 0 {
			if len(all) == 1 && !isInEnvironments(all[0].Dir) && d.repositoryOf(all[0].Dir) == repository {
				return all[0]
			}
			break
		}
	}
	return nil
}

// assignToFunctions assigns a file that functions read to the environments whose hierarchy names
// them.
func assignToFunctions(y *layout, f *File) {
	if !slices.ContainsFunc(f.Functions, (*DataFunction).Known) {
		return
	}
	for _, env := range y.environments {
		if env.Global == f.Datadir || env.Own == f.Datadir {
			env.Unclaimed = append(env.Unclaimed, f)
		}
	}
}

// isUnknown reports whether there is no hierarchy, or one that cannot be parsed.
func isUnknown(root *Root) bool { return root == nil || root.Config.Doc.Err != nil }

// isDataFolder reports whether a part of the path is a common name of data directories.
func isDataFolder(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool {
		return name == "data" || slices.Contains(hieraDatadirs, name)
	})
}

func (s *survey) hasRootBelow(dir string) bool {
	return slices.ContainsFunc(s.roots, func(r *Root) bool { return rooted.IsBelow(r.Dir, dir) })
}
