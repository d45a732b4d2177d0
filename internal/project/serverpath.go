package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/rooted"
)

// Paths on a server, such as /etc/puppetlabs/code/environments/production/data, are mapped to the
// tree by their end: when a project is loaded, with variables in place of some names, and in
// lookups, with their values.

// homes returns the directories in which paths of the server are searched for: home, the directory
// of the configuration, and the enclosing ones.
func (d *disk) homes(dir, home string) []string {
	homes := []string{home}
	for ; d.tree.within(d.tree.real(dir)); dir = filepath.Dir(dir) {
		if dir != home {
			homes = append(homes, dir)
		}
		if !d.tree.closed || filepath.Dir(dir) == dir || d.folder(dir).has(".git") {
			break // directories around a repository do not belong to it
		}
	}
	return homes
}

// findByEnd finds the directory with these names on a server in one of the homes. The longest end
// that leads to a directory is used; it starts at name i. isOpen reports whether a name depends on
// variables.
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

// mountPoint is where Vagrant mounts the repository: /vagrant is not a directory of it. Since Vagrant copies a hiera.yaml
// to a directory below /tmp, ../../vagrant is the same.
const mountPoint = "vagrant"

// mayBegin reports whether the end of a server's path from name i on may be in the tree: what
// follows environments/<name> is in the environment; other names must exist.
func mayBegin(names []string, i int, isOpen func(name string) bool) bool {
	if i == 0 && len(names) > 0 && names[0] == mountPoint {
		return false
	}
	inEnvironment := i >= 2 && names[i-2] == "environments"
	return inEnvironment || i < len(names) && !isOpen(names[i])
}

// startsOnServer reports whether a relative path starts with a directory that exists only on the
// server: the configuration is copied to the code directory before it is used, and the path is
// relative to that.
func startsOnServer(path, folder, dir string, isDir func(path string) bool) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == folder && !isDir(filepath.Join(dir, first))
}

// resolve finds the directory that a datadir or absolute location is relative to, and shortens it to
// the rest of the path:
//
//   - A relative path refers to the home of the configuration.
//   - An absolute path that leads into the tree refers to the root of the file system.
//   - Any other absolute path is one of a server, such as
//     /etc/puppetlabs/code/environments/%{environment}/data. It is searched for in the tree by its end,
//     as are relative paths that lead through a directory that only the server has. relocated reports
//     that it was found.
//
// ok is false if the path leads out of the tree. files is the number of names at the end of the text
// that are those of files.
func (l *locator) resolve(t *pathTemplate, r *reach, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.text, "/") {
		at = t.clean(r.home)
		if rest, ok := l.inOwnModule(t, r); ok {
			t.text = rest
			return at, true, true
		}
		if !startsOnServer(t.text, "environments", at, l.isDir) {
			if home, ok := l.belowVariable(t, r, at, files); ok {
				return home, true, true
			}
			inTree := l.isWithin(t.fixedDir(at))
			if at == r.home || !strings.HasPrefix(t.text, mountPoint+"/") || inTree && l.isDir(filepath.Join(at, mountPoint)) {
				return at, false, inTree
			}
		}
	} else {
		t.text = strings.TrimPrefix(t.text, "/")
		t.clean("/")
		if l.isWithin(t.fixedDir("/")) {
			return "/", false, true
		}
	}
	if home, ok := l.resolveByEnd(t, r, files); ok {
		return home, true, true
	}
	names := strings.Split(t.text, "/")
	return l.resolveByName(t, r, names[:len(names)-files])
}

// resolveByEnd finds a path of the server in the tree by its end.
func (l *locator) resolveByEnd(t *pathTemplate, r *reach, files int) (home string, ok bool) {
	names := strings.Split(t.text, "/")
	home, i, ok := findByEnd(names[:len(names)-files], r.homes, t.isOpen, func(home string, rest []string) bool {
		return l.leadsTo(t, home, rest) && !l.isModule(filepath.Join(home, filepath.Join(rest...)), home)
	})
	if ok {
		t.text = strings.Join(names[i:], "/")
	}
	return home, ok
}

// belowVariable finds the rest of a path in the tree that starts with a variable and leads nowhere at dir, such as
// %{boxen_home}/repo/hiera: the variable may be a directory of the server.
func (l *locator) belowVariable(t *pathTemplate, r *reach, dir string, files int) (home string, ok bool) {
	names := strings.Split(t.text, "/")
	dirs := names[:len(names)-files]
	if len(dirs) < 2 || !t.isOpen(names[0]) || utf8.RuneCountInString(names[0]) != 1 || l.leadsTo(t, dir, dirs) {
		return "", false
	}
	rest := pathTemplate{text: strings.Join(names[1:], "/"), holes: t.holes, wild: t.wild}
	if home, ok = l.resolveByEnd(&rest, r, files); ok {
		t.text = rest.text
	}
	return home, ok
}

// leadsTo reports whether a path exists in dir, as far as it does not depend on variables.
func (d *disk) leadsTo(t *pathTemplate, dir string, names []string) bool {
	for i, name := range names {
		if !t.isOpen(name) {
			if dir = filepath.Join(dir, name); !d.isDir(dir) {
				return false
			}
			continue
		}
		rest := names[i+1:]
		if !slices.ContainsFunc(rest, func(name string) bool { return !t.isOpen(name) }) {
			return true
		}
		f := d.folder(dir)
		return f != nil && slices.ContainsFunc(f.entries, func(e entry) bool { return e.dir && d.leadsTo(t, filepath.Join(dir, e.name), rest) })
	}
	return d.isDir(dir)
}

// resolveByName finds a directory anywhere in the tree with the last name in a path of the server.
func (l *locator) resolveByName(t *pathTemplate, r *reach, names []string) (at string, relocated, ok bool) {
	for i, name := range names {
		if t.isOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		repository := l.repositoryOf(r.root.Dir)
		var inside, outside []string // of the repository of the hierarchy
		for _, dir := range l.dirsNamed[name] {
			home := filepath.Dir(dir)
			switch {
			case len(inside) > 1, !l.leadsTo(t, home, names[i:]), !l.holdsData(dir), l.isModule(dir, ""):
			case l.repositoryOf(home) == repository:
				inside = append(inside, home)
			default:
				outside = append(outside, home)
			}
		}
		found := inside
		if len(inside)+len(outside) == 1 && !l.hasDataIn(repository) {
			found = slices.Concat(inside, outside)
		}
		if len(found) == 1 {
			t.text = strings.Join(strings.Split(t.text, "/")[i:], "/")
			r.homes = append(r.homes, found[0])
			return found[0], true, true
		}
	}
	return "", false, false
}

// resolveInEnvironment finds a location in the tree that names its environment itself, such as
// %{environment}/data/common.yaml if the datadir is the server's directory of environments. from is the number of names in
// the datadir.
func (l *locator) resolveInEnvironment(t *pathTemplate, r *reach, from int) (home string, ok bool) {
	names := strings.Split(t.text, "/")
	for i := from; i < len(names)-2; i++ {
		if names[i-1] != "environments" || !t.isOpen(names[i]) || t.isOpen(names[i+1]) {
			continue
		}
		for _, home := range r.homes {
			if dir := filepath.Join(home, names[i+1]); l.isDir(dir) && !l.isModule(dir, home) {
				t.text = strings.Join(names[i+1:], "/")
				l.addDatadir(r, dir)
				return home, true
			}
		}
	}
	return "", false
}

// noteFiles records that a location of the server is in a directory of the tree: before it was resolved, it had more
// directories at its start.
func (r *reach) noteFiles(before, after *pathTemplate, dir string) {
	start, ok := strings.CutSuffix(before.text, "/"+after.text)
	if !ok || before.wild {
		return
	}
	pattern := `\A/`
	for _, c := range strings.TrimPrefix(start, "/") {
		if _, open := before.isHole(c); open {
			pattern += `[^/]*`
		} else {
			pattern += regexp.QuoteMeta(string(c))
		}
	}
	pattern += "/"
	if !slices.ContainsFunc(r.files, func(m mapping) bool { return m.written == pattern && m.dir == dir }) {
		r.files = append(r.files, mapping{pattern, regexp.MustCompile(pattern), dir}) //nolint:forbidigo // the pattern depends on the data
	}
}

// hasDataIn reports whether a repository has a directory with the name of a data directory.
func (l *locator) hasDataIn(repository string) bool {
	return repository != "" && slices.ContainsFunc(usualDatadirs, func(name string) bool {
		return slices.ContainsFunc(l.dirsNamed[name], func(dir string) bool {
			return l.repositoryOf(dir) == repository && !l.isModule(filepath.Dir(dir), "") && l.holdsData(dir)
		})
	})
}

// inOwnModule reports whether a relative datadir leads into the module that contains the
// configuration, by its name in the modulepath: modules/hieradata/data in the repository of the
// module hieradata.
func (l *locator) inOwnModule(t *pathTemplate, r *reach) (rest string, ok bool) {
	names := strings.SplitN(t.text, "/", 3)
	if len(names) < 3 || !startsOnServer(t.text, "modules", r.home, l.isDir) || !l.folder(r.home).hasFile("metadata.json") {
		return "", false
	}
	return names[2], l.leadsTo(t, r.home, strings.Split(names[2], "/"))
}

// isModule reports whether a directory is a module of an environment, so that having the name of a
// directory on the server means nothing. The home of a configuration may be one.
func (l *locator) isModule(dir, home string) bool { return dir != home && l.modules[l.tree.real(dir)] }

// Relocate maps a data directory of the server, given its path with all values, to the tree by its
// end, as when the hierarchies were matched with the files. A directory that is already in the
// tree, or not found, is returned unchanged.
func (e *Environment) Relocate(dir string) string {
	for _, root := range []*Root{e.Own, e.Global} {
		if root == nil {
			continue
		}
		if at, ok := root.relocate(dir, e.isDir); ok {
			return at
		}
	}
	return dir
}

// relocate maps a directory; ok is false if it is not found.
func (r *Root) relocate(dir string, isDir func(path string) bool) (string, bool) {
	for _, m := range r.mappings {
		if m.values.MatchString(dir) {
			return m.dir, true
		}
	}
	if slices.ContainsFunc(r.elsewhere, func(e *regexp.Regexp) bool { return e.MatchString(dir) }) {
		return "", false
	}
	if rooted.Is(dir) && isDir(dir) || !rooted.Is(dir) && isDir(filepath.Join(r.home, dir)) {
		return dir, true
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(dir), filepath.ToSlash(r.Dir)+"/"); ok {
		if r.home == r.Dir && !startsOnServer(rest, "environments", r.Dir, isDir) && !startsOnServer(rest, "modules", r.Dir, isDir) {
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

// RelocatesFiles reports whether locations of a server in no data directory lead into the tree.
func (e *Environment) RelocatesFiles() bool {
	return slices.ContainsFunc(e.Roots(), func(r *Root) bool { return len(r.files) > 0 })
}

// RelocateFile maps a data file of the server, given its path with all values, to the tree in the same way as Relocate does if
// the directory is not a data directory.
func (e *Environment) RelocateFile(path string) string {
	for _, root := range []*Root{e.Own, e.Global} {
		if root == nil {
			continue
		}
		for _, m := range root.files {
			if at := m.values.FindStringIndex(path); at != nil {
				return filepath.Join(m.dir, path[at[1]:])
			}
		}
	}
	return path
}

// Home returns the directory that relative data directories of the hierarchy refer to: that of the
// configuration, unless it is copied to its data.
func (r *Root) Home() string { return r.home }
