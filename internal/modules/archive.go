package modules

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The maximum size of a module in bytes, and the number of its files.
const (
	maxUnpacked = 1 << 30
	maxFiles    = 100_000
)

// errTooLarge is the error of a module that exceeds these limits.
var errTooLarge = fmt.Errorf("the module has more than %d files, or more than %d GiB", maxFiles, maxUnpacked>>30)

// writer writes the files of a module to a new directory. As by r10k, symbolic links are left out, and the module's tests.
type writer struct {
	dir   string
	files int
	bytes int64
}

// write writes a file, whose name has slashes.
func (w *writer) write(name string, content io.Reader) error {
	local, err := filepath.Localize(name)
	if err != nil {
		return fmt.Errorf("the module has a file with an invalid path: `%s`", name)
	}
	if isOmitted(name) {
		return nil
	}
	if w.files++; w.files > maxFiles {
		return errTooLarge
	}
	path := filepath.Join(w.dir, local)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // others may read modules
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // others may read modules, and nobody runs them
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(content, maxUnpacked-w.bytes+1))
	if w.bytes += n; err == nil && w.bytes > maxUnpacked {
		err = errTooLarge
	}
	return errors.Join(err, f.Close())
}

// isOmitted reports whether a file of a module is left out.
func isOmitted(name string) bool {
	first, _, isBelow := strings.Cut(name, "/")
	return isBelow && first == "spec" || strings.Contains("/"+name+"/", "/.git/")
}

// unpack writes the files of a compressed archive. Those of a release are in a directory of its name.
func (w *writer) unpack(archive []byte, isRelease bool) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return fmt.Errorf("the archive cannot be read: %w", err)
	}
	r := tar.NewReader(unzipped)
	for {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("the archive cannot be read: %w", err)
		}
		name := strings.TrimPrefix(header.Name, "./")
		if isRelease {
			_, name, _ = strings.Cut(name, "/")
		}
		if header.Typeflag != tar.TypeReg || name == "" {
			continue
		}
		if err := w.write(name, r); err != nil {
			return err
		}
	}
	if w.files == 0 {
		return errors.New("the archive has no files")
	}
	return nil
}

// copyFrom writes the files in another directory.
func (w *writer) copyFrom(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path) //nolint:gosec // it is a regular file that we wrote
		if err != nil {
			return err
		}
		return errors.Join(w.write(filepath.ToSlash(name), f), f.Close())
	})
}
