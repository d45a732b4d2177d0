package locate

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/serverpath"
)

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
func (l *Locator) resolve(t *levels.Path, r *Reach, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.Text, "/") {
		at = t.Clean(r.Home)
		if rest, ok := l.inOwnModule(t, r); ok {
			t.Text = rest
			return at, true, true
		}
		if !serverpath.StartsOnServer(t.Text, "environments", at, l.IsDir) {
			if home, ok := l.belowVariable(t, r, at, files); ok {
				return home, true, true
			}
			inTree := l.IsWithin(t.FixedDir(at))
			if at == r.Home || !strings.HasPrefix(t.Text, serverpath.MountPoint+"/") || inTree && l.IsDir(filepath.Join(at, serverpath.MountPoint)) {
				return at, false, inTree
			}
		}
	} else {
		t.Text = strings.TrimPrefix(t.Text, "/")
		t.Clean("/")
		if l.IsWithin(t.FixedDir("/")) {
			return "/", false, true
		}
	}
	if home, ok := l.resolveByEnd(t, r, files); ok {
		return home, true, true
	}
	names := strings.Split(t.Text, "/")
	return l.resolveByName(t, r, names[:len(names)-files])
}

// resolveByEnd finds a path of the server in the tree by its end.
func (l *Locator) resolveByEnd(t *levels.Path, r *Reach, files int) (home string, ok bool) {
	names := strings.Split(t.Text, "/")
	home, i, ok := serverpath.FindByEnd(names[:len(names)-files], r.Homes, t.IsOpen, func(home string, rest []string) bool {
		return l.leadsTo(t, home, rest) && !l.isModule(filepath.Join(home, filepath.Join(rest...)), home)
	})
	if ok {
		t.Text = strings.Join(names[i:], "/")
	}
	return home, ok
}

// belowVariable finds the rest of a path in the tree that starts with a variable and leads nowhere at dir, such as
// %{boxen_home}/repo/hiera: the variable may be a directory of the server.
func (l *Locator) belowVariable(t *levels.Path, r *Reach, dir string, files int) (home string, ok bool) {
	names := strings.Split(t.Text, "/")
	dirs := names[:len(names)-files]
	if len(dirs) < 2 || !t.IsOpen(names[0]) || utf8.RuneCountInString(names[0]) != 1 || l.leadsTo(t, dir, dirs) {
		return "", false
	}
	rest := levels.Path{Text: strings.Join(names[1:], "/"), Holes: t.Holes, Wild: t.Wild}
	if home, ok = l.resolveByEnd(&rest, r, files); ok {
		t.Text = rest.Text
	}
	return home, ok
}

// leadsTo reports whether a path exists in dir, as far as it does not depend on variables.
func (l *Locator) leadsTo(t *levels.Path, dir string, names []string) bool {
	for i, name := range names {
		if !t.IsOpen(name) {
			if dir = filepath.Join(dir, name); !l.IsDir(dir) {
				return false
			}
			continue
		}
		rest := names[i+1:]
		if !slices.ContainsFunc(rest, func(name string) bool { return !t.IsOpen(name) }) {
			return true
		}
		f := l.Folder(dir)
		return f != nil && slices.ContainsFunc(f.Entries, func(e worktree.Entry) bool { return e.Dir && l.leadsTo(t, filepath.Join(dir, e.Name), rest) })
	}
	return l.IsDir(dir)
}

// resolveByName finds a directory anywhere in the tree with the last name in a path of the server.
func (l *Locator) resolveByName(t *levels.Path, r *Reach, names []string) (at string, relocated, ok bool) {
	for i, name := range names {
		if t.IsOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		repository := l.RepositoryOf(r.Root.Dir)
		var inside, outside []string // of the repository of the hierarchy
		for _, dir := range l.DirsNamed[name] {
			home := filepath.Dir(dir)
			switch {
			case len(inside) > 1, !l.leadsTo(t, home, names[i:]), !l.HoldsData(dir), l.isModule(dir, ""), l.isDataOfCode(dir, r.Root.Dir):
			case l.RepositoryOf(home) == repository:
				inside = append(inside, home)
			default:
				outside = append(outside, home)
			}
		}
		found := inside
		if len(inside)+len(outside) == 1 && (repository == "" || !l.hasDataIn(repository)) {
			found = slices.Concat(inside, outside)
		}
		if len(found) == 1 {
			t.Text = strings.Join(strings.Split(t.Text, "/")[i:], "/")
			r.Homes = append(r.Homes, found[0])
			return found[0], true, true
		}
	}
	return "", false, false
}

// resolveInEnvironment finds a location in the tree that names its environment itself, such as
// %{environment}/data/common.yaml if the datadir is a directory of environments on the server. from is the number of names in the
// datadir.
func (l *Locator) resolveInEnvironment(t *levels.Path, r *Reach, from int) (home string, ok bool) {
	names := strings.Split(t.Text, "/")
	for i := from; i < len(names)-2; i++ {
		isEnvironment := names[i-1] == "environments" && t.IsOpen(names[i]) || i == from && t.IsVariable(names[i], facter.Environment)
		if !isEnvironment || t.IsOpen(names[i+1]) {
			continue
		}
		for _, home := range r.Homes {
			if dir := filepath.Join(home, names[i+1]); l.IsDir(dir) && !l.isModule(dir, home) {
				t.Text = strings.Join(names[i+1:], "/")
				l.addDatadir(r, dir)
				return home, true
			}
		}
	}
	return "", false
}

// noteFiles records that a location of the server is in a directory of the tree: before it was resolved, it had more
// directories at its start.
func (r *Reach) noteFiles(before, after *levels.Path, dir string) {
	start, ok := strings.CutSuffix(before.Text, "/"+after.Text)
	if !ok || before.Wild {
		return
	}
	pattern := `\A/`
	for _, c := range strings.TrimPrefix(start, "/") {
		if _, open := before.Hole(c); open {
			pattern += `[^/]*`
		} else {
			pattern += regexp.QuoteMeta(string(c))
		}
	}
	r.AddFiles(pattern+"/", dir)
}

// hasDataIn reports whether a repository, or what is in none, has a directory with the name of a data directory.
func (l *Locator) hasDataIn(repository string) bool {
	return slices.ContainsFunc(recognize.UsualDatadirs, func(name string) bool {
		return slices.ContainsFunc(l.DirsNamed[name], func(dir string) bool {
			return l.RepositoryOf(dir) == repository && !l.isModule(filepath.Dir(dir), "") && l.HoldsData(dir)
		})
	})
}

// inOwnModule reports whether a relative datadir leads into the module that contains the
// configuration, by its name in the modulepath: modules/hieradata/data in the repository of the
// module hieradata.
func (l *Locator) inOwnModule(t *levels.Path, r *Reach) (rest string, ok bool) {
	names := strings.SplitN(t.Text, "/", 3)
	if len(names) < 3 || !serverpath.StartsOnServer(t.Text, "modules", r.Home, l.IsDir) || !l.Folder(r.Home).HasFile("metadata.json") {
		return "", false
	}
	return names[2], l.leadsTo(t, r.Home, strings.Split(names[2], "/"))
}

// isDataOfCode reports whether a directory is the one for the data of a module with manifests, which is not that of a server unless
// the configuration is in the module too.
func (l *Locator) isDataOfCode(dir, config string) bool {
	module := filepath.Dir(dir)
	return filepath.Base(dir) == "data" && classify.HasManifest(l.Sub(l.Folder(module), "manifests")) && l.Kind(l.Folder(module)) == classify.ModuleFolder && !rooted.IsBelow(config, module)
}

// isModule reports whether a directory is a module of an environment, so that having the name of a
// directory on the server means nothing. The home of a configuration may be one.
func (l *Locator) isModule(dir, home string) bool { return dir != home && l.Modules[l.Real(dir)] }
