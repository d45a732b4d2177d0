package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
)

func put(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%s: got %q, %v, want %q", path, got, err, text)
	}
	if info, err := os.Lstat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != mode {
		t.Errorf("%s: got mode %v, %v, want %v", path, info.Mode(), err, mode)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), prefix+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files left: %v, %v", left, err)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "[new].txt")
	if err := Write(path, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, path, "a", 0o600)
	put(t, path, "b", 0o640)
	if err := Write(path, []byte("c"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, path, "c", 0o640)
}

func TestReplace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	put(t, path, "old", 0o640)
	if err := Replace(path, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	check(t, path, "new", 0o640)
	if err := Replace(path, []byte("old"), []byte("newer")); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	check(t, path, "new", 0o640)
	if err := Replace(filepath.Join(t.TempDir(), "none"), nil, []byte("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestSymbolicLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	put(t, path, "old", 0o600)
	filetree.Symlink(t, "a", link)
	if err := Write(link, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, path, "new", 0o600)
	if _, err := os.Readlink(link); err != nil {
		t.Errorf("the symlink was replaced: %v", err)
	}
}

func TestPipe(t *testing.T) {
	t.Parallel()
	if err := Write(os.DevNull, []byte("x"), 0o600); err != nil {
		t.Error(err)
	}
	if err := Replace(os.DevNull, nil, []byte("x")); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := Write("/dev/full", []byte("x"), 0o600); err == nil {
			t.Error("no error for a full device")
		}
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}

// TestErrorNamesFile checks that an error names the file, not the temporary one.
func TestErrorNamesFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "missing", "a")
	if err := Write(path, nil, 0o600); err == nil || !strings.Contains(err.Error(), path+":") {
		t.Errorf("got %v", err)
	}
	loop := filepath.Join(t.TempDir(), "loop")
	filetree.Symlink(t, "loop", loop)
	for _, path := range []string{loop, filepath.Join(loop, "a")} {
		if err := Write(path, nil, 0o600); err == nil || !strings.Contains(err.Error(), path+":") {
			t.Errorf("got %v", err)
		}
	}
	dir := t.TempDir()
	if err := replace(dir, nil, 0o600, nil, nil); err == nil || !strings.Contains(err.Error(), "write "+dir+":") || strings.Contains(err.Error(), prefix) {
		t.Errorf("got %v", err)
	}
}

func TestFailure(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("directories are never read-only on Windows")
	}
	if os.Getuid() == 0 {
		t.Skip("root can write everywhere")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, "old", 0o600)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	err := Write(path, []byte("new"), 0o600)
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err == nil {
		t.Error("no error in a read-only directory")
	}
	check(t, path, "old", 0o600)
}

// TestLeftovers checks that the temporary files of killed runs are removed, and those of other runs
// are kept.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, young, other := filepath.Join(dir, prefix+"A"+suffix), filepath.Join(dir, prefix+"B"+suffix), filepath.Join(dir, ".hieralint.yaml")
	for _, path := range []string{old, young, other} {
		put(t, path, "x", 0o600)
	}
	long := time.Now().Add(-2 * abandoned)
	for _, path := range []string{old, other} {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != ".hieralint-B.tmp .hieralint.yaml a" {
		t.Errorf("got %s", got)
	}
}
