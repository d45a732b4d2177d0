//go:build unix

package revision_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hieralint/hieralint/internal/revision"
)

// TestFilesWithoutEnd checks that Find fails with the name of the file, instead of waiting, if a
// file of Git is a pipe.
func TestFilesWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		".git/HEAD", ".git/config", ".git/commondir", ".git/index", ".git/packed-refs", ".git/shallow", ".git/info/exclude", ".git/info/attributes", ".git/info/grafts",
		".git/objects/info/alternates", ".git/refs/heads/pipe", ".gitattributes", ".gitignore", ".mailmap",
	} {
		dir := repository(t, map[string]string{"data/common.yaml": "a: 1\n"})
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := revision.Find(t.Context(), filepath.Join(dir, "data"), "HEAD"); err == nil || !strings.Contains(err.Error(), "not a regular file") && !strings.Contains(err.Error(), filepath.Base(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPatternsWithoutEnd puts a pipe in the place of a file with patterns in a directory of the working tree.
func TestPatternsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".gitattributes", ".gitignore"} {
		dir := repository(t, map[string]string{"data/a/common.yaml": "a: 1\n"})
		if err := syscall.Mkfifo(filepath.Join(dir, "data", "a", name), 0o600); err != nil {
			t.Fatal(err)
		}
		base, err := revision.Find(t.Context(), dir, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := base.Changed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), name+"`, which git reads, is not a regular file") {
			t.Errorf("%s: %v", name, err)
		}
		if c := new(revision.History).LastChange(t.Context(), filepath.Join(dir, "data", "a", "common.yaml"), 1); c != nil && c.Commit != "" {
			t.Errorf("%s: the line has the commit %v", name, c)
		}
	}
}

// TestSettingsOfFilesWithoutEnd checks that settings of Git that name pipes and devices have no
// effect.
func TestSettingsOfFilesWithoutEnd(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{pipe, "/dev/zero", "pipe"} {
		for _, setting := range []string{"core.excludesFile", "core.attributesFile", "blame.ignoreRevsFile", "mailmap.file"} {
			dir := repository(t, map[string]string{"data/common.yaml": "a: 1\n"})
			if file == "pipe" {
				if err := syscall.Mkfifo(filepath.Join(dir, file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			git(t, dir, "config", setting, file)
			path := filepath.Join(dir, "data", "common.yaml")
			if c := new(revision.History).LastChange(t.Context(), path, 1); (c == nil || c.Commit == "") != (setting == "blame.ignoreRevsFile") {
				t.Errorf("%s = %s: commit of the line: %v", setting, file, c)
			}
			base, err := revision.Find(t.Context(), dir, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := base.Changed(t.Context(), nil); err != nil {
				t.Errorf("%s = %s: %v", setting, file, err)
			}
			tree, err := base.Export(t.Context(), nil)
			if err != nil {
				t.Errorf("%s = %s: %v", setting, file, err)
				continue
			}
			if err := tree.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestNothingIsFetched checks that a partial clone does not fetch missing objects, which runs a
// program that its configuration names.
func TestNothingIsFetched(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"data/common.yaml": "a: 1\n"})
	sprung := filepath.Join(t.TempDir(), "sprung")
	for _, setting := range [][2]string{
		{"core.repositoryFormatVersion", "1"}, {"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"}, {"remote.origin.url", dir},
		{"remote.origin.uploadPack", "touch '" + sprung + "'; git-upload-pack"}, {"protocol.allow", "always"},
	} {
		git(t, dir, "config", setting[0], setting[1])
	}
	base, err := revision.Find(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := filepath.Glob(filepath.Join(dir, ".git", "objects", "??", "*"))
	if err != nil || len(objects) == 0 {
		t.Fatal("no objects", err)
	}
	for _, object := range objects {
		if err := os.Remove(object); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := base.Export(t.Context(), nil); err == nil {
		t.Error("no error for a commit with missing objects")
	}
	if _, err := os.Stat(sprung); err == nil {
		t.Error("Git ran the configured upload-pack")
	}
}

// TestManyFilters checks a repository with more filters than can be disabled.
func TestManyFilters(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"data/common.yaml": "a: 1\n"})
	config, err := os.OpenFile(filepath.Join(dir, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer config.Close()
	for i := range 5000 {
		if _, err := fmt.Fprintf(config, "[filter \"f%d\"]\n clean = x\n", i); err != nil {
			t.Fatal(err)
		}
	}
	base, err := revision.Find(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := base.Changed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "filters") {
		t.Error(err)
	}
}
