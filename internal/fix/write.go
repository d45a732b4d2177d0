package fix

import (
	"errors"
	"io/fs"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hieralint/hieralint/internal/wholefile"
)

// Write replaces the file on disk atomically. It keeps the mode, and follows a symbolic link. The error is
// wholefile.ErrChanged if the file has changed in the meantime.
func (c *Change) Write() error {
	err := wholefile.Replace(c.File.Abs(), c.File.Text, c.New)
	var path *fs.PathError
	if errors.As(err, &path) && errors.Is(err, wholefile.ErrChanged) {
		return &fs.PathError{Op: "fix", Path: c.File.Path, Err: wholefile.ErrChanged}
	}
	return err
}

// Diff returns the change as a unified diff, including secrets. name is the path in the diff.
func (c *Change) Diff(name string) []byte {
	return diff.Diff("a/"+name, c.File.Text, "b/"+name, c.New)
}
