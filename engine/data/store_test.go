package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

func TestStore(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("a.yaml", []byte("a: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := NewStore()
	s.SetBaseDir(dir)
	s.Overlay("b.yaml", []byte("b: 1\n"))

	relative, err := s.Document("a.yaml", YAML)
	if err != nil {
		t.Fatal(err)
	}
	absolute, err := s.Document(filepath.Join(dir, "a.yaml"), YAML)
	if err != nil {
		t.Fatal(err)
	}
	if relative != absolute || relative.File.Path != "a.yaml" {
		t.Errorf("got %q and %q, want one document named a.yaml", relative.File.Path, absolute.File.Path)
	}
	if file, err := s.File(filepath.Join(dir, "b.yaml")); err != nil || file.Path != "b.yaml" || string(file.Text) != "b: 1\n" {
		t.Errorf("overlay: %v, %v", file, err)
	}
	if name := s.Name(filepath.Dir(dir)); name != filepath.ToSlash(filepath.Dir(dir)) {
		t.Errorf("got name %q for a path outside the directory", name)
	}
	for _, path := range []string{"missing.yaml", "."} {
		if _, err := s.File(path); err == nil {
			t.Errorf("%s: got no error", path)
		}
	}
}

// TestStoreOverlayBehindLinks checks that an overlay of a file also applies to symlinks to it, and vice versa.
func TestStoreOverlayBehindLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("a: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	filetree.Symlink(t, "a.yaml", filepath.Join(dir, "link.yaml"))
	for _, given := range []string{"a.yaml", "link.yaml"} {
		s := NewStore()
		s.Overlay(filepath.Join(dir, given), []byte("a: 2\n"))
		for _, read := range []string{"a.yaml", "link.yaml"} {
			f, err := s.File(filepath.Join(dir, read))
			if err != nil {
				t.Fatal(err)
			}
			if string(f.Text) != "a: 2\n" {
				t.Errorf("%s has content %q after an overlay of %s", read, f.Text, given)
			}
		}
	}
}

// TestOverlayWhileReading adds overlays while other files are read concurrently.
func TestOverlayWhileReading(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := NewStore()
	var group sync.WaitGroup
	for i := range 100 {
		overlaid, read := filepath.Join(dir, fmt.Sprintf("overlaid%d.yaml", i)), filepath.Join(dir, fmt.Sprintf("read%d.yaml", i))
		if err := os.WriteFile(read, []byte("a: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		group.Add(2)
		go func() {
			defer group.Done()
			store.Overlay(overlaid, []byte("b: 2\n"))
			if doc, err := store.Document(overlaid, YAML); err != nil || doc.Value.Len() != 1 {
				t.Errorf("%s: %v", overlaid, err)
			}
		}()
		go func() {
			defer group.Done()
			if doc, err := store.Document(read, YAML); err != nil || doc.Value.Len() != 1 {
				t.Errorf("%s: %v", read, err)
			}
		}()
	}
	group.Wait()
}

// TestStoreLater checks that a later store keeps the documents of unchanged files, and that the earlier store
// does not change.
func TestStoreLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	document := func(s *Store, name string) *Document {
		t.Helper()
		doc, err := s.Document(at(name), YAML)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	write("same.yaml", "a: 1\n")
	write("written.yaml", "a: 1\n")
	write("opened.yaml", "a: 1\n")
	s := NewStore()
	same, written, opened := document(s, "same.yaml"), document(s, "written.yaml"), document(s, "opened.yaml")

	write("written.yaml", "a: 2\n")
	later := s.Reloaded()
	later.Overlay(at("opened.yaml"), []byte("a: 3\n"))
	if document(later, "same.yaml") != same || document(s, "written.yaml") != written || document(s, "opened.yaml") != opened {
		t.Error("Later: got a new document for an unchanged file")
	}
	for name, want := range map[string]string{"written.yaml": "a: 2\n", "opened.yaml": "a: 3\n"} {
		if got := string(document(later, name).File.Text); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}

	with := later.With(map[string][]byte{at("same.yaml"): []byte("a: 4\n"), at("opened.yaml"): nil})
	if document(with, "written.yaml") != document(later, "written.yaml") || document(later, "same.yaml") != same {
		t.Error("With: got a new document for an unchanged file")
	}
	for name, want := range map[string]string{"same.yaml": "a: 4\n", "opened.yaml": "a: 1\n"} {
		if got := string(document(with, name).File.Text); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestLimitOfNames counts different keys.
func TestLimitOfNames(t *testing.T) {
	t.Parallel()
	s := NewStore()
	s.LimitFiles(1 << 20)
	if err := s.LimitNames(4096); err != nil {
		t.Error(err)
	}
	many := NewStore()
	many.LimitFiles(1 << 20)
	many.totals.docs.Store(1000)
	if err := many.LimitNames(10_000); err != nil {
		t.Errorf("ten for each file: %v", err)
	}
	const want = "the data files of the tree have more than 4096 different keys at their top level"
	if err := s.LimitNames(4097); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestLimitOfAllFiles reads files that are small, but not together.
func TestLimitOfAllFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"bytes", "a: " + strings.Repeat("x", 1<<20-10) + "\n", "the files of the tree are larger than 8 MiB together"},
		{"values", "a: [" + strings.Repeat("1,", 1<<17) + "]\n", "the data files of the tree have more than 87381 keys, values, and interpolation tokens together"},
		{"tokens", "a: '" + strings.Repeat("%{a}", 1<<17) + "'\n", "the data files of the tree have more than 87381 keys, values, and interpolation tokens together"},
		{"keys", manyKeys(1500), "the data files of the tree have more than 4096 keys at their top level together"},
	} {
		files := map[string]string{}
		for i := range 10 {
			files[fmt.Sprintf("%d.yaml", i)] = tt.text
		}
		dir := filetree.Write(t, files)
		s := NewStore()
		s.LimitFiles(1 << 20)
		read := 0
		for name := range files {
			doc, err := s.Document(filepath.Join(dir, name), YAML)
			switch {
			case err != nil:
				t.Fatal(err)
			case doc.Err == nil:
				read++
			case doc.Err.Code != TooLarge || !strings.HasPrefix(doc.Err.Message, tt.want):
				t.Errorf("%s: %+v", tt.name, doc.Err)
			}
		}
		if err := s.Err(); err == nil || !strings.HasPrefix(err.Error(), tt.want) || read == 0 || read > 8 {
			t.Errorf("%s: %d files are read, %v", tt.name, read, err)
		}
		if with := s.With(map[string][]byte{filepath.Join(dir, "0.yaml"): nil}); with.Err() == nil {
			t.Errorf("%s: the limit is forgotten", tt.name)
		}
	}
}

// manyKeys returns a data file with n top-level keys.
func manyKeys(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "key%d: 1\n", i)
	}
	return text.String()
}

// TestSmallFilesAreFree reads many files that are only large together.
func TestSmallFilesAreFree(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("%d.yaml", i)] = manyKeys(40)
	}
	dir := filetree.Write(t, files)
	s := NewStore()
	s.LimitFiles(1 << 20)
	for name := range files {
		if _, err := s.Document(filepath.Join(dir, name), YAML); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Err(); err != nil {
		t.Errorf("200 files with 40 keys each: %v", err)
	}
}

// TestLimitAfterEdits checks that a file that is edited again and again is charged for once.
func TestLimitAfterEdits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	s := NewStore()
	s.LimitFiles(1 << 20)
	for i := range 40 {
		s = s.With(map[string][]byte{path: []byte(fmt.Sprintf("a: %d\n", i) + strings.Repeat("- 1\n", 100_000))})
		if _, err := s.Document(path, YAML); err != nil {
			t.Fatal(err)
		}
		if err := s.Err(); err != nil {
			t.Fatalf("edit %d: %v", i, err)
		}
	}
}

// TestStoreText checks that the content of files that are not kept is that of the store.
func TestStoreText(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"disk.pp": "class disk {}", "changed.pp": "class old {}", "hidden.pp": "class hidden {}"})
	store := NewStore()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"changed.pp", "added.pp"} {
		store.Overlay(at(name), []byte("class new {}"))
	}
	store.Hide(at("hidden.pp"))
	for name, want := range map[string]string{"disk.pp": "class disk {}", "changed.pp": "class new {}", "added.pp": "class new {}", "hidden.pp": "", "missing.pp": ""} {
		text, err := store.Text(at(name))
		start, startErr := store.ReadStart(at(name), 7)
		if string(text) != want || string(start) != want[:min(len(want), 7)] {
			t.Errorf("%s: got %q, starting with %q; want %q", name, text, start, want)
		}
		for _, err := range []error{err, startErr} {
			if errors.Is(err, fs.ErrNotExist) != (want == "") {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
	for _, name := range []string{".", "none"} {
		if _, err := store.ReadStart(filepath.Join(dir, name), 7); err == nil {
			t.Errorf("%s: read, but it is not a file", name)
		}
	}
}
