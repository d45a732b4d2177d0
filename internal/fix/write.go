package fix

import (
	"errors"
	"io/fs"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hieralint/hieralint/internal/wholefile"
)

// Write replaces the file on disk: as a whole, with its mode, and behind a symbolic link where the
// path is one. The error is wholefile.ErrChanged unless the file is what it was.
func (c *Change) Write() error {
	err := wholefile.Replace(absolute(c.File), c.File.Text, c.New)
	var path *fs.PathError
	if errors.As(err, &path) && errors.Is(err, wholefile.ErrChanged) {
		return &fs.PathError{Op: "fix", Path: c.File.Path, Err: wholefile.ErrChanged}
	}
	return err
}

// Diff is the change as a unified diff, with the secrets of the file. name is the path of the file in it.
func (c *Change) Diff(name string) []byte {
	return diff.Diff("a/"+name, c.File.Text, "b/"+name, c.New)
}
