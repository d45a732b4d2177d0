package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
)

// addLooseData adds data without a hierarchy: a repository may hold the data alone, or beside that of the hierarchy, and a
// hiera.yaml may be broken so that nothing is known of its levels. Such files are checked, but nothing can be
// said about what reads them.
func (l *loader) addLooseData() {
	for _, root := range l.project.Roots {
		if root.Config.Doc.Err != nil {
			l.addLoose(l.folder(root.Dir), "data", "hieradata")
		}
	}
	l.addLooseArguments()
	l.addLooseBeside()
	if slices.ContainsFunc(l.project.Roots, func(r *Root) bool { return r.Layer != config.Module }) {
		return
	}
	for _, a := range l.args {
		if a.dir {
			for _, path := range l.walkUnread(a.path) {
				l.loose[path] = true
				l.candidate(path, l.tree.real(path), false)
			}
		}
	}
}

// dataNames are names that only directories of Hiera data have.
var dataNames = []string{"hieradata", "hiera-data", "hiera_data"}

// addLooseBeside adds the data of directories that are called so and that no hierarchy reads from: of another time, or of a
// server whose configuration is elsewhere.
func (l *loader) addLooseBeside() {
	for _, name := range dataNames {
		for _, dir := range l.dirsNamed[name] {
			isBelow := func(at dataPlace) bool { return below(at.dir, dir) }
			if !l.isPassedOver(dir) && !l.inPlace(dir) && !slices.ContainsFunc(l.places, isBelow) {
				l.addLooseBelow(dir)
			}
		}
	}
}

// addLoose adds the data below the folders of these names in f.
func (l *loader) addLoose(f *folder, names ...string) {
	for _, name := range names {
		if f.hasDir(name) && !f.find(name).link {
			l.addLooseBelow(filepath.Join(f.dir, name))
		}
	}
}

// addLooseBelow adds all data files below dir. Symbolic links are left alone: what they lead to is
// there by itself.
func (l *loader) addLooseBelow(dir string) {
	f := l.folder(dir)
	if f == nil || !l.enter(dir) {
		return
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.link || strings.HasPrefix(e.name, "."):
		case e.dir:
			l.addLooseBelow(path)
		default:
			if _, ok := data.FormatOf(e.name); ok {
				l.loose[path] = true
				l.candidate(path, l.tree.real(path), false)
			}
		}
	}
}

// addLooseArguments adds the data of folders that were asked for and in which there is no hierarchy.
// Not each YAML file is data: the folder must be called like one of data, or lie in one, or have the
// files with which hierarchies mostly end.
func (l *loader) addLooseArguments() {
	for _, a := range l.args {
		if !a.dir || l.hasRootBelow(a.path) {
			continue
		}
		f := l.folder(a.path)
		if f == nil || !isDataFolder(a.path) && !f.hasFile("common.yaml", "common.eyaml", "global.yaml", "defaults.yaml", "default.yaml") {
			continue
		}
		if kind := l.kind(f); kind == otherFolder && !l.inPlace(a.path) {
			l.addLooseBelow(a.path)
		}
	}
}

// findUnclaimed gives each environment without a hierarchy the data in its directory that no level reads. Of environments in
// each other the innermost has it. What only a function in the tree reads belongs to the environments whose hierarchy names it.
func (l *loader) findUnclaimed() {
	for _, f := range l.project.Files {
		if len(f.Readers) > 0 || f.Stray != Unclaimed {
			continue
		}
		if f.Datadir != nil {
			l.giveToFunctions(f)
			continue
		}
		var home *Environment
		for _, env := range l.project.Environments {
			if env.Dir != "" && below(l.absolute(f.Path), env.Dir) && (home == nil || len(env.Dir) > len(home.Dir)) {
				home = env
			}
		}
		if home != nil && isUnknown(home.Global) && isUnknown(home.Own) {
			home.Unclaimed = append(home.Unclaimed, f)
		}
	}
}

// giveToFunctions gives a file that functions read to the environments with the hierarchy that names them.
func (l *loader) giveToFunctions(f *File) {
	if !slices.ContainsFunc(f.Functions, (*DataFunction).Known) {
		return
	}
	for _, env := range l.project.Environments {
		if env.Global == f.Datadir || env.Own == f.Datadir {
			env.Unclaimed = append(env.Unclaimed, f)
		}
	}
}

// isUnknown tells whether there is no hierarchy, or one that cannot be parsed.
func isUnknown(root *Root) bool { return root == nil || root.Config.Doc.Err != nil }

// isDataFolder tells whether a part of the path is a usual name of data directories.
func isDataFolder(path string) bool {
	for _, name := range strings.Split(filepath.ToSlash(path), "/") {
		switch name {
		case "data", "hieradata", "hiera-data", "hiera_data":
			return true
		}
	}
	return false
}

func (l *loader) hasRootBelow(dir string) bool {
	for _, r := range l.project.Roots {
		if below(r.Dir, dir) {
			return true
		}
	}
	return false
}

// inPlace tells whether path lies in a data directory of a hierarchy.
func (l *loader) inPlace(path string) bool {
	for dir, last := path, ""; dir != last; dir, last = filepath.Dir(dir), dir {
		if l.isPlace[dir] {
			return true
		}
	}
	return false
}
