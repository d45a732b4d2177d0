package nearest

import (
	"io/fs"
	"path/filepath"

	"github.com/hieralint/hieralint/internal/lists"
)

// File returns the path that a path to nothing was probably meant to be: one in the same directory with a similar name.
// readDir lists directories. ok is false if there is none.
func File(path string, readDir func(dir string) ([]fs.DirEntry, error)) (nearest string, ok bool) {
	path = filepath.Clean(path)
	entries, err := readDir(filepath.Dir(path))
	if err != nil {
		return "", false
	}
	names := lists.Map(entries, fs.DirEntry.Name)
	name, ok := Name(filepath.Base(path), names)
	return filepath.Join(filepath.Dir(path), name), ok
}
