package project

import (
	"os"
	"path/filepath"
)

// argument is a path that was asked for.
type argument struct {
	path string // absolute
	dir  bool
	// whole tells that the path is an environment, a code directory or a module with all that
	// belongs to it, not a part of one.
	whole bool
}

// arguments finds out what the paths are, and where to look for what belongs to them: l.bases.
// What does not exist is noted.
func (l *loader) arguments(paths []string) {
	var dangling []string
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			l.unreadable(path, err)
			continue
		}
		l.paths = append(l.paths, abs)
		a := argument{path: abs}
		if !l.tree.overlay[abs] {
			info, err := os.Stat(abs)
			if err != nil {
				if _, linkErr := os.Lstat(abs); linkErr == nil && os.IsNotExist(err) {
					l.lookAround(&a)
					dangling = append(dangling, abs)
				} else {
					l.unreadable(abs, err)
				}
				continue
			}
			a.dir = info.IsDir()
		}
		l.lookAround(&a)
		l.args = append(l.args, a)
	}
	// What was seen on the way up was seen without bounds.
	l.tree.closed = true
	for _, link := range dangling {
		_, err := l.tree.follow(link)
		l.unreadable(link, err)
	}
	clear(l.folders)
	clear(l.modulePaths)
}

// lookAround finds the folders in which to look for what belongs to an argument.
//
// A folder that is an environment, a code directory or a repository is looked through by itself, as
// it is what its owner calls the project. Around anything else, a file or a folder in between, the
// project is looked for upwards: up to the top of the Git repository, so that checking one file of a
// commit finds what checking the repository finds, or else to the environment around it. A module in
// an environment is looked at together with it, also when it is a repository of its own.
func (l *loader) lookAround(a *argument) {
	start := a.path
	if !a.dir {
		start = filepath.Dir(start)
	}
	s := l.surroundings(start)
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
	l.bases = append(l.bases, base)
	for _, dir := range []string{base, s.git} {
		if dir != "" {
			l.tree.bind(dir)
		}
	}
	if parent := filepath.Dir(base); filepath.Base(parent) == "environments" {
		// The modules and the global hiera.yaml of the code directory.
		l.tree.bind(filepath.Dir(parent))
	}
	// What was asked for is looked at even in a folder that is passed over otherwise.
	if home := first(s.env, s.module); home != "" {
		l.bases = append(l.bases, home)
	}
	if a.dir {
		l.bases = append(l.bases, start)
	}
}

// surroundings are the nearest folders of some kinds at or above a folder; "" where there is none.
type surroundings struct{ module, env, code, git string }

func (l *loader) surroundings(start string) surroundings {
	var s surroundings
	for dir, last := start, ""; dir != last && !isShared(dir); dir, last = filepath.Dir(dir), dir {
		f := l.folder(dir)
		if f == nil {
			continue
		}
		if s.git != "" && s.git != s.module {
			break // what lies around the repository does not belong to it
		}
		if f.has(".git") && s.git == "" {
			s.git = dir
		}
		switch l.kind(f) {
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

// isShared tells whether dir is a place for many things that have nothing to do with each other: a
// hiera.yaml in it is no sign of an environment, and a Git repository there holds dot files.
func isShared(dir string) bool {
	home, err := os.UserHomeDir()
	return filepath.Dir(dir) == dir || dir == filepath.Clean(os.TempDir()) || err == nil && dir == filepath.Clean(home)
}

// first is the first of the texts that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
