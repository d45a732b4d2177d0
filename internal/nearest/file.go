package nearest

import (
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/internal/lists"
)

// File returns the path that a path to nothing was probably meant to be: one in the same directory with a similar name.
// ok is false if there is none.
func File(path string) (nearest string, ok bool) {
	path = filepath.Clean(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "", false
	}
	names := lists.Map(entries, os.DirEntry.Name)
	name, ok := Name(filepath.Base(path), names)
	return filepath.Join(filepath.Dir(path), name), ok
}
