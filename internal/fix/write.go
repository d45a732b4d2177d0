package fix

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// ErrChanged is the error of a file that has changed since it was checked.
var ErrChanged = errors.New("the file has changed since it was checked; it was left as it is")

// Write replaces the file on disk: as a whole, with its mode, and behind a symbolic link where the
// path is one. The file must still be what it was.
func (c *Change) Write() error {
	path, err := filepath.EvalSymlinks(absolute(c.File))
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	// Replacing needs no permission to write the file; its owner may have taken that away on purpose.
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".hieralint-*")
	if err != nil {
		return err
	}
	err = fill(temporary, c.New, info)
	if err == nil {
		err = c.unchanged(path)
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}

// fill writes a file that is to take the place of another, and closes it.
func fill(f *os.File, text []byte, like fs.FileInfo) error {
	_, err := f.Write(text)
	if err == nil {
		keepOwner(f, like)
		err = f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (c *Change) unchanged(path string) error {
	now, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(now, c.File.Text) {
		err = &fs.PathError{Op: "fix", Path: c.File.Path, Err: ErrChanged}
	}
	return err
}

// Diff is the change as a unified diff, with the secrets of the file. name is the path of the file in it.
func (c *Change) Diff(name string) []byte {
	return diff.Diff("a/"+name, c.File.Text, "b/"+name, c.New)
}
