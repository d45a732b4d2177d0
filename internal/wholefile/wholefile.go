// Package wholefile writes files as a whole or not at all: whoever reads one finds the old or the new text, even if the run is killed or the
// disk is full.
package wholefile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrChanged is the error of a file that is not what it was.
var ErrChanged = errors.New("the file has changed since it was checked; it was left as it is")

// Write makes a file, or replaces what it has: behind a symbolic link, with its mode and owner. What is no regular file, such as
// /dev/stdout or a pipe, is written to.
func Write(path string, text []byte, mode fs.FileMode) error {
	target, err := filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replace(path, text, mode, nil, nil)
	case err != nil:
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return writeTo(target, text)
	}
	return overwrite(target, text, info, nil)
}

// Replace puts new text in the place of old text: in the file behind a symbolic link, with its mode and owner. The error is ErrChanged
// if the file has other text than old by now.
func Replace(path string, old, text []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	return overwrite(target, text, info, func() error {
		now, err := os.ReadFile(target)
		if err == nil && !bytes.Equal(now, old) {
			err = &fs.PathError{Op: "write", Path: path, Err: ErrChanged}
		}
		return err
	})
}

func overwrite(path string, text []byte, info fs.FileInfo, check func() error) error {
	// Replacing needs no permission to write the file; its owner may have taken that away on purpose.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	mode := info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	return replace(path, text, mode, func(f *os.File) error {
		keepOwner(f, info)
		return f.Chmod(mode)
	}, check)
}

// replace writes a new file and gives it the name of the old one, if check allows it. dress makes it like the old one.
func replace(path string, text []byte, mode fs.FileMode, dress func(*os.File) error, check func() error) error {
	removeLeft(filepath.Dir(path))
	f, err := create(filepath.Dir(path), mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && dress != nil {
		err = dress(f)
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil && check != nil {
		err = check()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// prefix and suffix are those of the name of the file that has the new text until it takes the place of the old one, beside it.
const prefix, suffix = ".hieralint-", ".tmp"

// create makes a new file with a mode, as far as the umask allows it, which os.CreateTemp would not ask.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(filepath.Join(dir, prefix+rand.Text()+suffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// abandoned is the age from which a temporary file is one of a run that was killed.
const abandoned = time.Hour

// removeLeft removes the temporary files that runs left in a folder which were killed.
func removeLeft(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, e.Name())) // somebody else may have done so
		}
	}
}

func writeTo(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
