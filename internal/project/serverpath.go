package project

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Paths on a server, such as /etc/puppetlabs/code/environments/production/data, are mapped to the
// tree by their end: when a project is loaded, with variables in place of some names, and in
// lookups, with their values.

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

// settle finds the directory that a datadir or absolute location is relative to: the home of the
// configuration or, for an absolute path that leads into the tree, the root of the file system. An
// absolute path of a server, such as /etc/puppetlabs/code/environments/%{environment}/data, is
// searched for in the tree by its end; relocated reports that it was found. ok is false if the path
// leads out of the tree. files is the number of names at the end of the text that are those of
// files.
func (p *placer) settle(t *pathTemplate, r *reach, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.text, "/") {
		at = t.clean(r.home)
		if rest, ok := p.inOwnModule(t, r); ok {
			t.text = rest
			return at, true, true
		}
		if !startsOnServer(t.text, "environments", at, p.isDir) {
			if home, ok := p.belowVariable(t, r, at, files); ok {
				return home, true, true
			}
			if p.isWithin(t.fixedDir(at)) || at == r.home || !strings.HasPrefix(t.text, mountPoint+"/") {
				return at, false, p.isWithin(t.fixedDir(at))
			}
		}
	} else {
		t.text = strings.TrimPrefix(t.text, "/")
		t.clean("/")
		if p.isWithin(t.fixedDir("/")) {
			return "/", false, true
		}
	}
	if home, ok := p.settleByEnd(t, r, files); ok {
		return home, true, true
	}
	names := strings.Split(t.text, "/")
	return p.settleAnywhere(t, r, names[:len(names)-files])
}

// settleDatadir settles the data directory of a level. A directory that only has the last name in
// common with the one on the server is not meant if the hierarchy finds nothing in it, but finds
// data around its configuration.
func (p *placer) settleDatadir(t *pathTemplate, r *reach, level *config.Level) (at string, relocated, ok bool) {
	before := *t
	homes := len(r.homes)
	at, relocated, ok = p.settle(t, r, 0)
	if len(r.homes) > homes && !t.isOpen(t.text) && !p.readsIn(r, filepath.Join(at, t.text), level) && p.isInDatadir(r.root.Dir) && p.readsIn(r, r.root.Dir, level) {
		*t, r.homes = before, r.homes[:homes]
		return "", false, false
	}
	return at, relocated, ok
}

// hasBetterDatadir reports whether a directory of the tree matches another data directory of the hierarchy
// better than the one on the server that was mapped to it. Of /etc/puppet/hieradata and
// /etc/puppet/private/hieradata, only the first can be the hieradata of the tree.
func (p *placer) hasBetterDatadir(r *reach, level *config.Level, at string) bool {
	var others []*config.Level
	for _, other := range r.root.Config.Hierarchy {
		others = append(others, views(r.root.Config, other)...)
	}
	for _, other := range others {
		written := other.Datadir.Text
		if written == level.Datadir.Text || !isCloser(written, level.Datadir.Text) {
			continue
		}
		if t, ok := datadirText(other); ok {
			if home, relocated, ok := p.settleDatadir(&t, r, other); ok && relocated && filepath.Join(home, t.text) == at {
				return true
			}
		}
	}
	return false
}

// isCloser reports whether a data directory of the server matches a directory of the tree better
// than another one with the same end: fewer names precede it, or it is in an environment and the
// other one is not.
func isCloser(written, than string) bool {
	if strings.Contains(written, "/environments/") && !strings.Contains(than, "/environments/") {
		return filepath.Base(written) == filepath.Base(than) && !slices.Contains(serverFolders, filepath.Base(filepath.Dir(than)))
	}
	if strings.Contains(written, "%{") || strings.Contains(than, "%{") {
		return false
	}
	return strings.Count(path.Clean(written), "/") < strings.Count(path.Clean(than), "/")
}

// serverFolders lists the directories of a server in which trees are usually deployed.
var serverFolders = []string{"puppet", "puppetlabs", "code"}

// settleByEnd finds a path of the server in the tree by its end.
func (p *placer) settleByEnd(t *pathTemplate, r *reach, files int) (home string, ok bool) {
	names := strings.Split(t.text, "/")
	home, i, ok := findByEnd(names[:len(names)-files], r.homes, t.isOpen, func(home string, rest []string) bool {
		return p.leadsTo(t, home, rest) && !p.isModule(filepath.Join(home, filepath.Join(rest...)), home)
	})
	if ok {
		t.text = strings.Join(names[i:], "/")
	}
	return home, ok
}

// belowVariable finds the rest of a path in the tree that starts with a variable and leads nowhere at dir, such as
// %{boxen_home}/repo/hiera: the variable may be a directory of the server.
func (p *placer) belowVariable(t *pathTemplate, r *reach, dir string, files int) (home string, ok bool) {
	names := strings.Split(t.text, "/")
	dirs := names[:len(names)-files]
	if len(dirs) < 2 || !t.isOpen(names[0]) || utf8.RuneCountInString(names[0]) != 1 || p.leadsTo(t, dir, dirs) {
		return "", false
	}
	rest := pathTemplate{text: strings.Join(names[1:], "/"), holes: t.holes, wild: t.wild}
	if home, ok = p.settleByEnd(&rest, r, files); ok {
		t.text = rest.text
	}
	return home, ok
}

// settleAnywhere finds a directory anywhere in the tree with the last name in a path of the server.
func (p *placer) settleAnywhere(t *pathTemplate, r *reach, names []string) (at string, relocated, ok bool) {
	for i, name := range names {
		if t.isOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		repository := p.repositoryOf(r.root.Dir)
		var inside, outside []string // of the repository of the hierarchy
		for _, dir := range p.dirsNamed[name] {
			home := filepath.Dir(dir)
			switch {
			case len(inside) > 1, !p.leadsTo(t, home, names[i:]), !p.holdsData(dir), p.isModule(dir, ""):
			case p.repositoryOf(home) == repository:
				inside = append(inside, home)
			default:
				outside = append(outside, home)
			}
		}
		found := inside
		if len(inside)+len(outside) == 1 && !p.hasDataIn(repository) {
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

// hasDataIn reports whether a repository has a directory with the name of a data directory.
func (p *placer) hasDataIn(repository string) bool {
	return repository != "" && slices.ContainsFunc(usualDatadirs, func(name string) bool {
		return slices.ContainsFunc(p.dirsNamed[name], func(dir string) bool {
			return p.repositoryOf(dir) == repository && !p.isModule(filepath.Dir(dir), "") && p.holdsData(dir)
		})
	})
}

// inOwnModule reports whether a relative datadir leads into the module that contains the
// configuration, by its name in the modulepath: modules/hieradata/data in the repository of the
// module hieradata.
func (p *placer) inOwnModule(t *pathTemplate, r *reach) (rest string, ok bool) {
	names := strings.SplitN(t.text, "/", 3)
	if len(names) < 3 || !startsOnServer(t.text, "modules", r.home, p.isDir) || !p.folder(r.home).hasFile("metadata.json") {
		return "", false
	}
	return names[2], p.leadsTo(t, r.home, strings.Split(names[2], "/"))
}

// isModule reports whether a directory is a module of an environment, so that having the name of a
// directory on the server means nothing. The home of a configuration may be one.
func (p *placer) isModule(dir, home string) bool { return dir != home && p.modules[p.tree.real(dir)] }

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

// Home returns the directory that relative data directories of the hierarchy refer to: that of the
// configuration, unless it is copied to its data.
func (r *Root) Home() string { return r.home }

func (e *Environment) isDir(path string) bool {
	info, err := e.Store().Stat(path)
	return err == nil && info.IsDir()
}
