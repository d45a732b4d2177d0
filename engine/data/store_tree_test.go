package data

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestDirectoriesComeAndGo adds a file in a directory that is not on disk, and hides all files of
// another one.
func TestDirectoriesComeAndGo(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"old/a/b/x.pp": "", "old/a/y.pp": "", "kept/x.pp": "", "kept/y.pp": "", "replaced/x.pp": "",
		"link -> old/a": "", "dangling -> new/c/z.pp": "",
	})
	s := NewStore()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"new/c/z.pp", "replaced/z.pp"} {
		s.Overlay(at(name), []byte("# "+name))
	}
	s.Hide(at("old/a/b/x.pp"), at("old/a/y.pp"), at("kept/x.pp"), at("replaced/x.pp"))
	for name, want := range map[string]string{
		".": "dangling kept link new replaced", "kept": "y.pp", "replaced": "z.pp", "new": "c", "new/c": "z.pp", "old": "none", "old/a": "none", "old/a/b": "none", "link": "none",
	} {
		var got []string
		entries, err := s.ReadDir(at(name))
		for _, e := range entries {
			got = append(got, e.Name())
			info, err := s.Lstat(at(name + "/" + e.Name()))
			if err != nil || info.Mode().Type() != e.Type() {
				t.Errorf("%s/%s: %v is %v in its directory: %v", name, e.Name(), info, e, err)
			}
		}
		if errors.Is(err, fs.ErrNotExist) != (want == "none") || err == nil && strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, %v, want %s", name, got, err, want)
		}
		if info, err := s.Stat(at(name)); (err == nil) != (want != "none") || err == nil && !info.IsDir() {
			t.Errorf("Stat of %s: %v, %v", name, info, err)
		}
	}
	for name, want := range map[string]string{"dangling": "new/c/z.pp", "new/c": "new/c", "link": "", "old/a/y.pp": "", "kept/y.pp": "kept/y.pp"} {
		real, err := s.EvalSymlinks(at(name))
		if (err == nil) != (want != "") || err == nil && real != at(want) {
			t.Errorf("EvalSymlinks of %s: %s, %v, want %q", name, real, err, want)
		}
	}
	if text, err := fs.ReadFile(s.Dir(dir), "dangling"); err != nil || string(text) != "# new/c/z.pp" {
		t.Errorf("a link to an added file: %q, %v", text, err)
	}
	if found, err := fs.Glob(s.Dir(dir), "*/*.pp"); err != nil || !slices.Equal(found, []string{"kept/y.pp", "replaced/z.pp"}) {
		t.Errorf("Glob: %q, %v", found, err)
	}
}
