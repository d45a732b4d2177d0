package project

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Paths of a server, as /etc/puppetlabs/code/environments/production/data, are found in the tree by how they end: while
// a project is loaded, when variables stand for some of the names, and in lookups, when they have values.

// findByEnd finds the directory with these names on a server in one of the homes. The longest end that leads to a directory there counts;
// it begins with name i. isOpen reports whether a name depends on variables.
func findByEnd(names, homes []string, isOpen func(name string) bool, leads func(home string, end []string) bool) (home string, i int, ok bool) {
	for i := range len(names) + 1 {
		if !mayBegin(names, i, isOpen) {
			continue
		}
		for _, home := range homes {
			if leads(home, names[i:]) {
				return home, i, true
			}
		}
	}
	return "", 0, false
}

// mountPoint is where Vagrant mounts the repository: /vagrant is no folder of it.
const mountPoint = "vagrant"

// mayBegin reports whether a path of the server may lie in the tree from its name i on: what follows
// environments/<name> lies in the environment; other names must exist.
func mayBegin(names []string, i int, isOpen func(name string) bool) bool {
	if i == 0 && len(names) > 0 && names[0] == mountPoint {
		return false
	}
	inEnvironment := i >= 2 && names[i-2] == "environments"
	return inEnvironment || i < len(names) && !isOpen(names[i])
}

// startsOnServer reports whether a relative path starts with a folder of the server that is not in the directory that
// it is relative to: the configuration is copied to the code directory before it is used.
func startsOnServer(path, folder, dir string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == folder && !isDir(filepath.Join(dir, first))
}

// settle finds the directory that a datadir or absolute location is relative to: the home of the
// configuration, or for an absolute one the root of the file system when it leads into the tree. An
// absolute path of a server, as /etc/puppetlabs/code/environments/%{environment}/data, is looked for
// in this tree by how it ends; relocated means that it is there. ok is false when it leads out of the
// tree. files is how many names at the end of the text are those of files.
func (p *placer) settle(t *pathTemplate, r *reach, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.text, "/") {
		at = t.clean(r.home)
		if rest, ok := p.inOwnModule(t, r); ok {
			t.text = rest
			return at, true, true
		}
		if !startsOnServer(t.text, "environments", at) {
			return at, false, p.isWithin(t.fixedDir(at))
		}
	} else {
		t.text = strings.TrimPrefix(t.text, "/")
		t.clean("/")
		if p.isWithin(t.fixedDir("/")) {
			return "/", false, true
		}
	}
	names := strings.Split(t.text, "/")
	dirs := names[:len(names)-files]
	home, i, ok := findByEnd(dirs, r.homes, t.isOpen, func(home string, rest []string) bool {
		return p.leadsTo(t, home, rest) && !p.isModule(filepath.Join(home, filepath.Join(rest...)), home)
	})
	if ok {
		t.text = strings.Join(names[i:], "/")
		return home, true, true
	}
	return p.settleAnywhere(t, r, dirs)
}

// settleAnywhere finds the directory that a path of the server ends in by its name, if there is one of
// that name in the tree.
func (p *placer) settleAnywhere(t *pathTemplate, r *reach, names []string) (at string, relocated, ok bool) {
	for i, name := range names {
		if t.isOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		var found []string
		for _, dir := range p.dirsNamed[name] {
			if p.leadsTo(t, filepath.Dir(dir), names[i:]) && p.holdsData(dir) && !p.isModule(dir, "") {
				found = append(found, filepath.Dir(dir))
			}
		}
		if repository := p.repositoryOf(r.root.Dir); len(found) > 1 || p.hasDataIn(repository) {
			found = slices.DeleteFunc(found, func(dir string) bool { return p.repositoryOf(dir) != repository })
		}
		if len(found) == 1 {
			t.text = strings.Join(strings.Split(t.text, "/")[i:], "/")
			r.homes = append(r.homes, found[0])
			return found[0], true, true
		}
	}
	return "", false, false
}

// hasDataIn reports whether a repository has a directory that is called as data directories are.
func (p *placer) hasDataIn(repository string) bool {
	return repository != "" && slices.ContainsFunc(usualDatadirs, func(name string) bool {
		return slices.ContainsFunc(p.dirsNamed[name], func(dir string) bool {
			return p.repositoryOf(dir) == repository && !p.isModule(filepath.Dir(dir), "") && p.holdsData(dir)
		})
	})
}

// inOwnModule reports whether a relative datadir leads into the module that the configuration lies in, as it
// is called in the modulepath: modules/hieradata/data in the repository of the module hieradata.
func (p *placer) inOwnModule(t *pathTemplate, r *reach) (rest string, ok bool) {
	names := strings.SplitN(t.text, "/", 3)
	if len(names) < 3 || !startsOnServer(t.text, "modules", r.home) || !p.folder(r.home).hasFile("metadata.json") {
		return "", false
	}
	return names[2], p.leadsTo(t, r.home, strings.Split(names[2], "/"))
}

// isModule reports whether a directory is a module of an environment: that it is called like a directory of
// the server means nothing. The home of a configuration may be one.
func (p *placer) isModule(dir, home string) bool { return dir != home && p.modules[p.tree.real(dir)] }

// Relocate is where in the tree a data directory of the server lies, given its path with all values: by
// how it ends, as when the hierarchies were matched with the files. A directory that is in the tree
// already, or not at all, stays as it is.
func (e *Environment) Relocate(dir string) string {
	for _, root := range []*Root{e.Own, e.Global} {
		if root == nil {
			continue
		}
		if at, ok := root.relocate(dir); ok {
			return at
		}
	}
	return dir
}

// relocate finds the directory; ok is false where the hierarchy has no place for it.
func (r *Root) relocate(dir string) (string, bool) {
	for _, m := range r.mappings {
		if m.values.MatchString(dir) {
			return m.dir, true
		}
	}
	if slices.ContainsFunc(r.elsewhere, func(e *regexp.Regexp) bool { return e.MatchString(dir) }) {
		return "", false
	}
	if filepath.IsAbs(dir) && isDir(dir) || !filepath.IsAbs(dir) && isDir(filepath.Join(r.home, dir)) {
		return dir, true
	}
	if rest, ok := strings.CutPrefix(dir, r.Dir+"/"); ok {
		if r.home == r.Dir && !startsOnServer(rest, "environments", r.Dir) && !startsOnServer(rest, "modules", r.Dir) {
			return "", false
		}
		if at := filepath.Join(r.home, rest); isDir(at) {
			return at, true
		}
		dir = rest
	}
	names := strings.Split(strings.Trim(dir, "/"), "/")
	isOpen := func(string) bool { return false }
	leads := func(home string, rest []string) bool { return isDir(filepath.Join(home, filepath.Join(rest...))) }
	if home, i, ok := findByEnd(names, r.homes, isOpen, leads); ok {
		return filepath.Join(home, filepath.Join(names[i:]...)), true
	}
	return "", false
}

// Home is the directory that relative data directories of the hierarchy start from: that of the
// configuration, unless it is copied to where its data lies.
func (r *Root) Home() string { return r.home }

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
