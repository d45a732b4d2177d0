package revision

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// maxGitFile is the maximum size in bytes of a file with settings, patterns or names. Each git
// command reads it as a whole.
const maxGitFile = 4 << 20

// settingFiles and stateFiles are files of a Git directory that git reads whatever it is asked for.
// Those with the state of a repository may be of any size.
var (
	settingFiles = []string{"HEAD", "commondir", "config", "config.worktree", "info/attributes", "info/exclude", "info/grafts", "info/sparse-checkout", "objects/info/alternates"}
	stateFiles   = []string{"index", "packed-refs", "shallow", "logs/HEAD"}
)

// checkRepository returns an error if a file that git would read is one that never ends, such as a pipe or
// a device. dir is a directory of a repository.
func checkRepository(dir string) error {
	for at := range rooted.Up(rooted.Real(dir)) {
		path := filepath.Join(at, ".git")
		info, err := os.Stat(path)
		if err := checkPatterns(at); err != nil {
			return err
		}
		switch {
		case err == nil && info.IsDir():
			return checkGitDir(at, path)
		case err == nil:
			to, err := pointer(path, "gitdir: ")
			if err != nil {
				return err
			}
			return checkGitDir(at, to)
		}
	}
	return nil
}

// checkGitDir does the same for the files in the Git directory of a working tree, and for
// those at its top.
func checkGitDir(top, gitDir string) error {
	dirs := []string{gitDir}
	if shared := filepath.Join(gitDir, "commondir"); exists(shared) {
		to, err := pointer(shared, "")
		if err != nil {
			return err
		}
		dirs = append(dirs, to)
	}
	for _, dir := range dirs {
		for _, name := range settingFiles {
			if err := checkFile(filepath.Join(dir, filepath.FromSlash(name)), maxGitFile); err != nil {
				return err
			}
		}
		for _, name := range stateFiles {
			if err := checkFile(filepath.Join(dir, filepath.FromSlash(name)), math.MaxInt64); err != nil {
				return err
			}
		}
		if err := checkRefs(filepath.Join(dir, "refs")); err != nil {
			return err
		}
	}
	for _, name := range []string{".mailmap", ".gitmodules"} {
		if err := checkFile(filepath.Join(top, name), maxGitFile); err != nil {
			return err
		}
	}
	return nil
}

// checkPatterns does the same for the files with patterns in a directory of a working
// tree.
func checkPatterns(dir string) error {
	for _, name := range []string{".gitattributes", ".gitignore"} {
		if err := checkFile(filepath.Join(dir, name), maxGitFile); err != nil {
			return err
		}
	}
	return nil
}

// maxBelow is the maximum number of files and directories that readableBelow visits.
const maxBelow = 200_000

// checkPatternsBelow does the same for the files with patterns in all directories of a working
// tree. Git reads them when it compares the files there.
func checkPatternsBelow(top string) error {
	left := maxBelow
	return filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		left--
		switch {
		case left < 0:
			return fs.SkipAll
		case err != nil || !e.IsDir():
			return nil //nolint:nilerr // reported by git
		case e.Name() == ".git":
			return fs.SkipDir
		}
		return checkPatterns(path)
	})
}

// maxRefs is the maximum number of entries that readableRefs checks.
const maxRefs = 2000

// checkRefs does the same for the references in a Git directory that are no regular files.
func checkRefs(dir string) error {
	left := maxRefs
	var walk func(dir string) error
	walk = func(dir string) error {
		entries, _ := os.ReadDir(dir) // reported by git
		for _, e := range entries {
			if left--; left < 0 {
				return nil
			}
			path := filepath.Join(dir, e.Name())
			var err error
			switch {
			case e.IsDir():
				err = walk(path)
			case !e.Type().IsRegular():
				err = checkFile(path, maxGitFile)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return walk(dir)
}

// pointer returns the directory that a file of git names after a prefix.
func pointer(path, prefix string) (string, error) {
	text, err := source.ReadFile(path, 1<<20)
	if err != nil {
		return "", &Error{fmt.Sprintf("git cannot read `%s`", path)}
	}
	to := filepath.FromSlash(strings.TrimSpace(strings.TrimPrefix(string(text), prefix)))
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return to, nil
}

// checkFile returns an error for an existing file that is neither a regular file nor a directory, or
// that is larger than maxSize bytes.
func checkFile(path string, maxSize int64) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil //nolint:nilerr // reported by git
	case info.IsDir():
	case !info.Mode().IsRegular():
		return &Error{fmt.Sprintf("`%s`, which git reads, is not a regular file", path)}
	case info.Size() > maxSize:
		return &Error{fmt.Sprintf("`%s`, which git reads, is larger than %d MiB", path, maxSize>>20)}
	}
	return nil
}

// isEndless reports whether a file that a setting of git names is not one that git may read. The
// path is relative to the top of the repository, which is dir or a parent of it.
func isEndless(dir, path string) bool {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return checkFile(path, maxGitFile) != nil
	}
	return lists.Any(rooted.Up(rooted.Real(dir)), func(at string) bool { return checkFile(filepath.Join(at, path), maxGitFile) != nil })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
