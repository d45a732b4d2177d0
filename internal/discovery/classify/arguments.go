package classify

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/rooted"
)

// NewRequest classifies the paths and sets the bounds of the tree. It records paths that do not
// exist.
func NewRequest(tree *worktree.Tree, paths []string, o worktree.Options) *Request {
	o.Environments = absoluteEnvironments(tree, o.Environments)
	c := newClassifier(tree, &Request{Options: o, shown: map[string]bool{}})
	var dangling []string
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			tree.CannotRead(path, err)
			continue
		}
		c.Paths = append(c.Paths, abs)
		a := Argument{Path: abs}
		info, err := tree.Store.Stat(abs)
		if err != nil {
			if _, linkErr := tree.Store.Lstat(abs); linkErr == nil && os.IsNotExist(err) {
				c.lookAround(&a)
				dangling = append(dangling, abs)
			} else {
				tree.CannotRead(abs, err)
			}
			continue
		}
		if !info.IsDir() && !info.Mode().IsRegular() {
			tree.CannotRead(abs, source.ErrNotRegular)
			continue
		}
		a.Dir = info.IsDir()
		c.lookAround(&a)
		c.Args = append(c.Args, a)
	}
	// On the way up, directories were read without bounds.
	tree.Close()
	for _, a := range c.Args {
		dir := a.Path
		if !a.Dir {
			dir = filepath.Dir(dir)
		}
		c.show(dir, tree.Top(dir))
	}
	for _, link := range dangling {
		_, err := tree.Follow(link)
		tree.CannotRead(link, err)
	}
	return c.Request
}

// lookAround finds the directories to search for the project of an argument.
//
// A directory that is an environment, a code directory, or a repository is searched by itself. For
// any other file or directory, the project is searched for upwards: in the Git repository, so that
// checking a file finds what checking the repository finds, or otherwise in the enclosing
// environment. A module in an environment is searched together with it, even if the module is a
// repository of its own.
func (c *Classifier) lookAround(a *Argument) {
	start := a.Path
	if !a.Dir {
		start = filepath.Dir(start)
	}
	s := c.surroundings(start)
	inModule := s.env != "" && s.git != "" && s.git == s.module
	var base string
	switch {
	case a.Dir && (start == s.env || start == s.code || start == s.git && !inModule):
		base, a.Whole = start, true
	case a.Dir && start == s.module:
		base, a.Whole = cmp.Or(s.env, start), true
	case s.git != "" && !inModule:
		base = s.git
	default:
		base = cmp.Or(s.env, s.code, s.module, start)
	}
	c.Bases = append(c.Bases, base)
	for _, dir := range []string{base, s.git} {
		if dir != "" {
			c.Bind(dir)
		}
	}
	if IsInEnvironments(base) {
		// The modules and the global hiera.yaml of the code directory.
		c.Bind(filepath.Dir(filepath.Dir(base)))
	}
	// A requested directory is searched even if it would otherwise be skipped.
	if home := cmp.Or(s.env, s.module); home != "" {
		c.Bases = append(c.Bases, home)
	}
	if a.Dir {
		c.Bases = append(c.Bases, start)
	}
}

// surroundings are the nearest enclosing directories of certain kinds; "" if there is none.
type surroundings struct{ module, env, code, git string }

func (c *Classifier) surroundings(start string) surroundings {
	var s surroundings
	for dir := range rooted.Up(start) {
		if isShared(dir) {
			break
		}
		f := c.Folder(dir)
		if f == nil {
			continue
		}
		if s.git != "" && s.git != s.module {
			break // directories around the repository do not belong to it
		}
		if f.Has(".git") && s.git == "" {
			s.git = dir
		}
		switch c.Kind(f) {
		case ModuleFolder:
			if s.module == "" && s.env == "" {
				s.module = dir
			}
		case EnvironmentFolder, ConfigFolder:
			s.env = cmp.Or(s.env, dir)
		case CodeFolder:
			s.code = cmp.Or(s.code, dir)
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

// absoluteEnvironments returns options with absolute paths.
func absoluteEnvironments(tree *worktree.Tree, all []worktree.EnvironmentOptions) []worktree.EnvironmentOptions {
	all = slices.Clone(all)
	for i := range all {
		o := &all[i]
		o.Dir = tree.Absolute(o.Dir)
		if o.HieraConfig != "" {
			o.HieraConfig = tree.Absolute(o.HieraConfig)
		}
		o.Datadirs = maps.Clone(o.Datadirs)
		for written, dir := range o.Datadirs {
			o.Datadirs[written] = tree.Absolute(dir)
		}
	}
	return all
}
