package project_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestEditBeyondLimit checks that an edit after which the files are too large together requires loading the project
// again, which succeeds once they are smaller.
func TestEditBeyondLimit(t *testing.T) {
	t.Parallel()
	files := map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, glob: '*.yaml'}\n" + strings.Repeat("# comment\n", 100)}
	for i := range 6 {
		files["data/"+string(rune('a'+i))+".yaml"] = "k: '" + strings.Repeat("x", 1<<20-10) + "'\n"
	}
	files["data/small.yaml"], files["data/other.yaml"] = "k: 1\n", "k: 1\n"
	dir := filetree.Write(t, files)
	o := discovery.Options{MaxFileSize: 1 << 20, Overlay: map[string][]byte{}}
	var err error
	if o.Before, err = discovery.Load(t.Context(), []string{dir}, o); err != nil {
		t.Fatal(err)
	}
	large := []byte(files["data/a.yaml"])
	for _, name := range []string{"small.yaml", "other.yaml"} {
		changed := map[string][]byte{filepath.Join(dir, "data", name): large}
		o.Overlay[filepath.Join(dir, "data", name)] = large
		if next := o.Before.With(changed); next != nil {
			o.Before = next
		} else if _, err := discovery.Load(t.Context(), []string{dir}, o); err == nil {
			t.Fatal("got no error")
		}
	}
	o.Overlay[filepath.Join(dir, "data", "small.yaml")] = []byte("k: 2\n")
	p, err := discovery.Load(t.Context(), []string{dir}, o)
	if err != nil || p.Store.Err() != nil {
		t.Errorf("after the edit: %v", err)
	}
}

// TestWithSameContents checks that opening or closing a buffer without changes does not require
// loading the project again.
func TestWithSameContents(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"environment.conf": "modulepath = modules\n", "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a::b: 1\n", "modules/a/manifests/init.pp": "class a ($b) {}\n",
	}
	dir := filetree.Write(t, files)
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	const code = "modules/a/manifests/init.pp"
	read, err := p.Store.File(at(code)) // as the indexer does
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		for _, content := range [][]byte{[]byte(text), nil} {
			with := p.With(map[string][]byte{at(name): content})
			if with == nil || with.Files[0] != p.Files[0] || !with.IsEditOf(p) {
				t.Errorf("%s: unchanged content counts as an edit", name)
			}
		}
		with := p.With(map[string][]byte{at(name): []byte(text + "# more\n")})
		if isData := name == "data/common.yaml"; (with != nil) != isData {
			t.Errorf("%s: With after an edit: got %v", name, with)
		}
	}
	with := p.With(map[string][]byte{at(code): []byte(files[code])})
	if again, err := with.Store.File(at(code)); err != nil || again != read {
		t.Errorf("the code was read again: %v", err)
	}
	filetree.Add(t, dir, map[string]string{code: "class a ($c) {}\n"})
	if p.With(map[string][]byte{at(code): nil}) != nil {
		t.Error("changed code on disk was not noticed")
	}
	if again, err := with.Store.File(at(code)); err != nil || again != read {
		t.Errorf("the buffer was ignored: %v", err)
	}
}

// TestWithOtherVersions edits a Puppetfile: other versions of the same modules do not require
// loading the project again, unless their classes are known.
func TestWithOtherVersions(t *testing.T) {
	t.Parallel()
	const before = `forge 'https://forge.puppet.com'
mod 'acme/stdlib', '9.4.0'
mod "acme/sudo", "8.0.0"
mod 'puppetlabs/ntp', '9.2.2'
mod 'web',
  :git => 'https://example.com/web.git',
  :ref => 'v1.0'
mod 'db', git: 'https://example.com/db.git', branch: 'main'
`
	dir := filetree.Write(t, map[string]string{
		"Puppetfile": before, "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "a::b: 1\n",
	})
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		old, new string
		same     bool
	}{
		{"9.4.0", "10.0.0-rc1", true},
		{`"8.0.0"`, `"latest"`, true},
		{"v1.0", "0123abc", true},
		{"'main'", "'feature/x'", true},
		{"'9.4.0'", "\"#{version}\"", false},
		{"acme/sudo", "acme/ssh", false},
		{"9.2.2", "9.2.1", false}, // known releases, which may have other classes
		{"mod 'web',", "mod 'web', :local => true,", false},
		{"example.com/web", "example.com/other", false},
		{"https://forge.puppet.com", "https://forge.example.com", false},
		{", '9.4.0'", "", false},
	} {
		text := strings.Replace(before, tt.old, tt.new, 1)
		with := p.With(map[string][]byte{filepath.Join(dir, "Puppetfile"): []byte(text)})
		if (with != nil) != tt.same {
			t.Errorf("%s instead of %s: kept the project: got %v, want %v", tt.new, tt.old, with != nil, tt.same)
		}
		if with == nil {
			continue
		}
		if file, err := with.Store.File(filepath.Join(dir, "Puppetfile")); err != nil || string(file.Text) != text {
			t.Errorf("%s instead of %s: the project does not have the new Puppetfile (%v)", tt.new, tt.old, err)
		}
	}
}
