package project

import (
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/source"
)

// argument is a path that was asked for.
type argument struct {
	path string // absolute
	dir  bool
	// whole means that the path is an environment, a code directory or a module with all that
	// belongs to it, not a part of one.
	whole bool
}

// request is what a load was asked for.
type request struct {
	options Options    // with absolute paths of environments
	paths   []string   // absolute
	args    []argument // those of the paths that exist
	bases   []string   // the folders in which to look for what belongs to them, see lookAround
}

// newRequest finds out what the paths are, and sets the bounds of the tree. It notes those that do not exist.
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
		if !d.tree.overlay[abs] {
			info, err := os.Stat(abs)
			if err != nil {
				if _, linkErr := os.Lstat(abs); linkErr == nil && os.IsNotExist(err) {
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
		}
		c.lookAround(&a)
		c.args = append(c.args, a)
	}
	// What was seen on the way up was seen without bounds.
	d.tree.closed = true
	for _, link := range dangling {
		_, err := d.tree.follow(link)
		d.unreadable(link, err)
	}
	clear(d.folders)
	return c.request
}

// lookAround finds the folders in which to look for what belongs to an argument.
//
// A folder that is an environment, a code directory or a repository is looked through by itself, as
// it is what its owner calls the project. Around anything else, a file or a folder in between, the
// project is looked for upwards: up to the top of the Git repository, so that checking one file of a
// commit finds what checking the repository finds, or else to the environment around it. A module in
// an environment is looked at together with it, also when it is a repository of its own.
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
		base, a.whole = first(s.env, start), true
	case s.git != "" && !inModule:
		base = s.git
	default:
		base = first(s.env, s.code, s.module, start)
	}
	c.bases = append(c.bases, base)
	for _, dir := range []string{base, s.git} {
		if dir != "" {
			c.tree.bind(dir)
		}
	}
	if parent := filepath.Dir(base); filepath.Base(parent) == "environments" {
		// The modules and the global hiera.yaml of the code directory.
		c.tree.bind(filepath.Dir(parent))
	}
	// What was asked for is looked at even in a folder that is passed over otherwise.
	if home := first(s.env, s.module); home != "" {
		c.bases = append(c.bases, home)
	}
	if a.dir {
		c.bases = append(c.bases, start)
	}
}

// surroundings are the nearest folders of some kinds at or above a folder; "" where there is none.
type surroundings struct{ module, env, code, git string }

func (c *classifier) surroundings(start string) surroundings {
	var s surroundings
	for dir, last := start, ""; dir != last && !isShared(dir); dir, last = filepath.Dir(dir), dir {
		f := c.folder(dir)
		if f == nil {
			continue
		}
		if s.git != "" && s.git != s.module {
			break // what lies around the repository does not belong to it
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

// isShared reports whether dir is a place for many things that have nothing to do with each other: a
// hiera.yaml in it is no sign of an environment, and a Git repository there holds dot files.
func isShared(dir string) bool {
	home, err := os.UserHomeDir()
	return filepath.Dir(dir) == dir || dir == filepath.Clean(os.TempDir()) || err == nil && dir == filepath.Clean(home)
}

// first is the first of the strings that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
