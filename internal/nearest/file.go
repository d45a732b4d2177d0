package nearest

import (
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/internal/lists"
)

// File is the path of the file or folder that a path which leads nowhere was probably meant to be: one in the same folder with a
// name that is near. ok is false when there is none.
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
