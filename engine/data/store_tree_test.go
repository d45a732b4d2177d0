package data

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestStoreTree adds a file that is not on disk and hides one that is, and reads both through a directory and a
// symlink to it.
func TestStoreTree(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"d/a.yaml": "a: 1", "d/b.yaml": "b: 1"})
	s := NewStore()
	if s.Tree() != glob.Disk {
		t.Error("Tree of a store without changes is not glob.Disk")
	}
	s.Overlay(filepath.Join(dir, "d", "a.yaml"), []byte("a: 2"))
	s.Overlay(filepath.Join(dir, "d", "new.yaml"), []byte("n: 1"))
	s.Hide(filepath.Join(dir, "d", "b.yaml"))
	checkStoreTree(t, s, filepath.Join(dir, "d"))
	if _, err := s.Tree().ReadDir(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if exists, known := s.Presence(filepath.Join(dir, "d", "a.yaml")); exists || known {
		t.Errorf("Presence of a file on disk = %v, %v; want false, false", exists, known)
	}
	t.Run("symlinks", func(t *testing.T) {
		filetree.Add(t, dir, map[string]string{"other/x.yaml -> ../d/a.yaml": "", "other/y.yaml -> ../d/b.yaml": "", "link -> d": ""})
		checkStoreTree(t, s, filepath.Join(dir, "link"))
		if file, err := s.File(filepath.Join(dir, "other", "x.yaml")); err != nil || string(file.Text) != "a: 2" {
			t.Errorf("a link with another name: %v, %v", file, err)
		}
		if file, err := s.File(filepath.Join(dir, "other", "y.yaml")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a link with another name to a hidden file: %v, %v", file, err)
		}
	})
}

// checkStoreTree checks the files of TestStoreTree in a directory.
func checkStoreTree(t *testing.T, s *Store, at string) {
	t.Helper()
	for name, want := range map[string]string{"a.yaml": "a: 2", "new.yaml": "n: 1", "b.yaml": "", "none.yaml": ""} {
		path := filepath.Join(at, name)
		file, err := s.File(path)
		switch {
		case want == "":
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", path, err)
			}
		case err != nil || string(file.Text) != want:
			t.Errorf("%s: %v, %v", path, file, err)
		}
		for _, stat := range []func(string) (fs.FileInfo, error){s.Tree().Stat, s.Tree().Lstat} {
			if info, err := stat(path); (err == nil) != (want != "") || err == nil && (info.Name() != name || !info.Mode().IsRegular()) {
				t.Errorf("%s: %v, %v", path, info, err)
			}
		}
	}
	found, err := glob.Files(s.Tree(), filepath.ToSlash(at)+"/*.yaml")
	if want := []string{filepath.ToSlash(at) + "/a.yaml", filepath.ToSlash(at) + "/new.yaml"}; !slices.Equal(found, want) || err != nil {
		t.Errorf("got %v, %v, want %v", found, err, want)
	}
}
