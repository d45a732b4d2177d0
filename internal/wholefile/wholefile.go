// Package wholefile writes files atomically: readers see either the old or the new content, even if the process is
// killed or the disk is full.
package wholefile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// ErrChanged is returned if the content of a file is not as expected.
var ErrChanged = errors.New("the file has changed since it was checked; it was left as it is")

// Write creates a file or replaces its content. It follows symbolic links, and keeps mode and owner. It writes directly
// to anything other than regular files, such as /dev/stdout or a pipe.
func Write(path string, text []byte, mode fs.FileMode) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeTo(path, text)
	}
	target, err := filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replace(path, text, mode, nil, nil)
	case err != nil:
		return about(path, err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	return overwrite(target, text, info, nil)
}

// Replace replaces the content of a file. It follows symbolic links, and keeps mode and owner. The error is ErrChanged
// if the current content differs from old.
func Replace(path string, old, text []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	changed := &fs.PathError{Op: "write", Path: path, Err: ErrChanged}
	if !info.Mode().IsRegular() {
		return changed // a pipe would wait for a reader
	}
	return overwrite(target, text, info, func() error {
		now, err := os.ReadFile(target)
		if err == nil && !bytes.Equal(now, old) {
			err = changed
		}
		return err
	})
}

func overwrite(path string, text []byte, info fs.FileInfo, check func() error) error {
	// Replacing a file needs no write permission on it, which its owner may have removed on purpose.
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

// replace writes a new file and renames it to path if check allows it. dress sets its attributes to those of the old
// file.
func replace(path string, text []byte, mode fs.FileMode, dress func(*os.File) error, check func() error) error {
	removeLeft(filepath.Dir(path))
	f, err := create(filepath.Dir(path), mode)
	if err != nil {
		return about(path, err)
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
		_ = os.Remove(f.Name()) // a later run removes it otherwise
		return about(path, err)
	}
	return nil
}

// about returns an error of a temporary file as one of the file that the user knows.
func about(path string, err error) error {
	var file *fs.PathError
	var rename *os.LinkError
	switch {
	case errors.Is(err, ErrChanged):
		return err
	case errors.As(err, &rename):
		return &fs.PathError{Op: "write", Path: path, Err: rename.Err}
	case errors.As(err, &file):
		return &fs.PathError{Op: file.Op, Path: path, Err: file.Err}
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}

// prefix and suffix are those of the temporary file's name, in the same directory.
const prefix, suffix = ".hieralint-", ".tmp"

// create creates a file with a mode to which the umask applies, which os.CreateTemp does not do.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(filepath.Join(dir, prefix+rand.Text()+suffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// abandoned is the age from which a temporary file is considered left over from a killed process.
const abandoned = time.Hour

// searched holds the directories that removeLeft has searched.
var searched sync.Map

// removeLeft removes the temporary files that killed processes left in a directory, once.
func removeLeft(dir string) {
	if _, is := searched.LoadOrStore(dir, true); is {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, e.Name())) // another process may have removed it
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
