package project

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/rooted"
)

// argument is a requested path.
type argument struct {
	path string // absolute
	dir  bool
	// whole reports that the path is an environment, a code directory, or a module, including
	// everything that belongs to it.
	whole bool
}

// request describes what to load.
type request struct {
	options Options    // with absolute paths of environments
	paths   []string   // absolute
	args    []argument // for the paths that exist
	bases   []string   // the directories to search for projects; see lookAround
}

// newRequest classifies the paths and sets the bounds of the tree. It records paths that do not
// exist.
func newRequest(d *disk, paths []string, o Options) *request {
	o.Environments = absoluteEnvironments(d, o.Environments)
	c := newClassifier(d, &request{options: o}, &inventory{})
	var dangling []string
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			d.unreadable(path, err)
			continue
		}
		c.paths = append(c.paths, abs)
		a := argument{path: abs}
		info, err := d.store.Stat(abs)
		if err != nil {
			if _, linkErr := d.store.Lstat(abs); linkErr == nil && os.IsNotExist(err) {
				c.lookAround(&a)
				dangling = append(dangling, abs)
			} else {
				d.unreadable(abs, err)
			}
			continue
		}
		if !info.IsDir() && !info.Mode().IsRegular() {
			d.unreadable(abs, source.ErrNotRegular)
			continue
		}
		a.dir = info.IsDir()
		c.lookAround(&a)
		c.args = append(c.args, a)
	}
	// On the way up, directories were read without bounds.
	d.tree.closed = true
	for _, link := range dangling {
		_, err := d.tree.follow(link)
		d.unreadable(link, err)
	}
	clear(d.folders)
	return c.request
}

// lookAround finds the directories to search for the project of an argument.
//
// A directory that is an environment, a code directory, or a repository is searched by itself. For
// any other file or directory, the project is searched for upwards: in the Git repository, so that
// checking a file finds what checking the repository finds, or otherwise in the enclosing
// environment. A module in an environment is searched together with it, even if the module is a
// repository of its own.
func (c *classifier) lookAround(a *argument) {
	start := a.path
	if !a.dir {
		start = filepath.Dir(start)
	}
	s := c.surroundings(start)
	inModule := s.env != "" && s.git != "" && s.git == s.module
	var base string
	switch {
	case a.dir && (start == s.env || start == s.code || start == s.git && !inModule):
		base, a.whole = start, true
	case a.dir && start == s.module:
		base, a.whole = cmp.Or(s.env, start), true
	case s.git != "" && !inModule:
		base = s.git
	default:
		base = cmp.Or(s.env, s.code, s.module, start)
	}
	c.bases = append(c.bases, base)
	for _, dir := range []string{base, s.git} {
		if dir != "" {
			c.tree.bind(dir)
		}
	}
	if isInEnvironments(base) {
		// The modules and the global hiera.yaml of the code directory.
		c.tree.bind(filepath.Dir(filepath.Dir(base)))
	}
	// A requested directory is searched even if it would otherwise be skipped.
	if home := cmp.Or(s.env, s.module); home != "" {
		c.bases = append(c.bases, home)
	}
	if a.dir {
		c.bases = append(c.bases, start)
	}
}

// surroundings are the nearest enclosing directories of certain kinds; "" if there is none.
type surroundings struct{ module, env, code, git string }

func (c *classifier) surroundings(start string) surroundings {
	var s surroundings
	for dir := range rooted.Up(start) {
		if isShared(dir) {
			break
		}
		f := c.folder(dir)
		if f == nil {
			continue
		}
		if s.git != "" && s.git != s.module {
			break // directories around the repository do not belong to it
		}
		if f.has(".git") && s.git == "" {
			s.git = dir
		}
		switch c.kind(f) {
		case moduleFolder:
			if s.module == "" && s.env == "" {
				s.module = dir
			}
		case environmentFolder, configFolder:
			if s.env == "" {
				s.env = dir
			}
		case codeFolder:
			if s.code == "" {
				s.code = dir
			}
		}
	}
	return s
}

// isShared reports whether dir holds unrelated things, so that a hiera.yaml in it does not indicate
// an environment, and a Git repository contains dotfiles.
func isShared(dir string) bool {
	home, err := os.UserHomeDir()
	return filepath.Dir(dir) == dir || dir == filepath.Clean(os.TempDir()) || err == nil && dir == filepath.Clean(home)
}
