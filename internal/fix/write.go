package fix

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hieralint/hieralint/internal/visible"
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
	return diff.Diff(quoted("a/"+name), c.File.Text, quoted("b/"+name), c.New)
}

// quoted returns a path as Git writes it in a diff: in quotes if it contains a quote, a backslash, or what is not
// visible, so that it is on one line.
func quoted(path string) string {
	if visible.Text(path) == path && !strings.ContainsAny(path, `"\`) {
		return path
	}
	b := []byte{'"'}
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"', c == '\\':
			b = append(b, '\\', c)
		case c < ' ', c > '~':
			b = fmt.Appendf(b, `\%03o`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
