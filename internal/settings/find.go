package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/rooted"
)

// The names of files that are searched for.
const (
	// Name is the name of a configuration.
	Name = ".hieralint.yaml"
	// BaselineName is the name of a baseline.
	BaselineName = ".hieralint-baseline.json"
)

// names lists the names that a configuration may have.
var names = []string{Name, ".hieralint.yml"}

// IsConfiguration reports whether a file is a configuration, judging by its name.
func IsConfiguration(path string) bool {
	base := filepath.Base(path)
	return base == names[0] || base == names[1]
}

// Finder finds and reads configurations.
type Finder struct {
	// Profile is the profile of configurations that specify none.
	Profile Profile
	// Buffers are the contents of files that replace those on disk, by absolute path.
	Buffers map[string][]byte
	// Absolute makes File.Path of configurations absolute, even below the working directory.
	Absolute bool
}

// Load reads the configuration file at path.
func (f Finder) Load(path string) (*Settings, error) {
	text, err := f.read(path)
	if err != nil {
		return nil, err
	}
	s, err := Parse(source.New(f.display(path), text), path, f.Profile)
	if err == nil && s.Baseline == "" {
		s.Baseline = existing(filepath.Join(s.Dir, BaselineName))
	}
	return s, err
}

func (f Finder) read(path string) ([]byte, error) {
	if text, ok := f.buffer(path); ok {
		return text, nil
	}
	return source.ReadFile(path, 0)
}

func (f Finder) buffer(path string) ([]byte, bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, false
	}
	text, ok := f.Buffers[abs]
	return text, ok
}

// Find reads the configuration for some files and directories: the first one in the directory that
// contains them all, or in an enclosing one. The search ends at the top of a Git repository. If
// there is none, it returns the default settings for the repository or the directory.
func (f Finder) Find(paths []string) (*Settings, error) {
	start, err := common(paths)
	if err != nil {
		return nil, err
	}
	var baseline string
	top := start
	for dir := range rooted.Up(start) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if _, err := os.Lstat(path); err == nil { // a dangling link differs from a missing configuration
				return f.Load(path)
			} else if _, ok := f.buffer(path); ok {
				return f.Load(path)
			} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				return nil, err
			}
		}
		if baseline == "" {
			baseline = existing(filepath.Join(dir, BaselineName))
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			top = dir
			break
		}
	}
	s := Default(top, f.Profile)
	s.Baseline = baseline
	return s, nil
}

// existing returns path if there is such a file, otherwise "".
func existing(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// common returns the directory that contains all paths, or the top of the drive of the first one; if
// there are none, the working directory.
func common(paths []string) (string, error) {
	if len(paths) == 0 {
		return os.Getwd()
	}
	var dir string
	for i, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			abs = filepath.Dir(abs)
		}
		if i == 0 {
			dir = abs
		}
		for !rooted.IsBelow(abs, dir) && dir != filepath.Dir(dir) { // on Windows, they may be on different drives
			dir = filepath.Dir(dir)
		}
	}
	return dir, nil
}

// display returns a path as shown to users.
func (f Finder) display(path string) string {
	if f.Absolute {
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		return filepath.ToSlash(path)
	}
	return rooted.Shown(path)
}
