package discovery_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
)

// unreadable returns the reasons why files could not be read, by path.
func unreadable(p *project.Project) map[string]string {
	got := map[string]string{}
	for _, u := range p.Unreadable {
		got[u.File.Path] = u.Reason
		if u.Harmless {
			got[u.File.Path] += " (harmless)"
		}
	}
	return got
}

func paths(p *project.Project) []string {
	var all []string
	for _, f := range p.Files {
		all = append(all, f.Path)
	}
	return all
}

// repository writes a small control repo with further files, and changes to its directory.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	all := map[string]string{"hiera.yaml": v5, "data/common.yaml": "a: 1\n", "data/nodes/web01.yaml": "a: 2\n"}
	maps.Copy(all, files)
	dir := filetree.Write(t, all)
	t.Chdir(dir)
	return dir
}

func TestMissingPaths(t *testing.T) {
	repository(t, map[string]string{"gone.yaml -> nowhere": ""})
	p := load(t, "nope", "data/nope.yaml", "gone.yaml", "data")
	want := map[string]string{
		"nope":           "no such file or directory",
		"data/nope.yaml": "no such file or directory",
		"gone.yaml":      "dangling symbolic link",
	}
	if diff := cmp.Diff(want, unreadable(p)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"data/common.yaml", "data/nodes/web01.yaml"}, paths(p)); diff != "" {
		t.Error(diff)
	}
	for path := range want {
		if !p.Selected(path) {
			t.Errorf("%s was not selected", path)
		}
	}
}

// TestLinks checks that the target of symlinks within the tree is loaded once, and that loops of
// links are not followed.
func TestLinks(t *testing.T) {
	repository(t, map[string]string{
		"data/nodes/gone.yaml -> nowhere.yaml":        "",
		"data/nodes/self.yaml -> self.yaml":           "",
		"data/nodes/gone.txt -> nowhere.txt":          "",
		"data/up -> ..":                               "",
		"data/here -> .":                              "",
		"data/nodes/round/trip -> ../../nodes":        "",
		"data/root -> /":                              "",
		"data/nodes/hosts.yaml -> /etc/hosts":         "",
		"data/nodes/web02.yaml -> ../shared/web.yaml": "",
		"data/nodes/web03.yaml -> web01.yaml":         "",
		"data/shared/web.yaml":                        "a: 3\n",
		"data/zone -> shared":                         "",
		"modules/out -> /usr":                         "",
		"modules/self -> ..":                          "",
		"modules/real/hiera.yaml":                     common,
	})
	p := load(t, ".")
	want := map[string]string{
		"data/nodes/gone.yaml":  "dangling symbolic link",
		"data/nodes/self.yaml":  "circular symbolic link",
		"data/nodes/hosts.yaml": "the symbolic link points outside the tree and is not followed (harmless)",
		"data/root":             "the symbolic link points outside the tree and is not followed (harmless)",
		"modules/out":           "the symbolic link points outside the tree and is not followed (harmless)",
		"data/up":               "the symbolic link points to a directory that contains it, and is not followed (harmless)",
		"modules/self":          "the symbolic link points to a directory that contains it, and is not followed (harmless)",
		"data/here":             "the symbolic link points to a directory that contains it, and is not followed (harmless)",
		"data/nodes/round/trip": "the symbolic link points to a directory that contains it, and is not followed (harmless)",
	}
	if diff := cmp.Diff(want, unreadable(p)); diff != "" {
		t.Error(diff)
	}
	readers := map[string][]string{}
	for _, f := range p.Files {
		for _, m := range f.Matches {
			certname, _ := m.Vars.Get("trusted.certname")
			readers[f.Path] = append(readers[f.Path], certname)
		}
	}
	wantReaders := map[string][]string{
		"data/common.yaml":      {""},
		"data/nodes/web01.yaml": {"web01", "web03"},
		"data/shared/web.yaml":  {"web02"},
	}
	if diff := cmp.Diff(wantReaders, readers); diff != "" {
		t.Error(diff)
	}
}

func TestBrokenConfig(t *testing.T) {
	for name, text := range map[string]string{
		"syntax":      "version: 5\nhierarchy: [\n",
		"empty":       "",
		"list":        "- a\n",
		"version":     "version: 99\nhierarchy: []\n",
		"binary":      "\x00\xff\xfe",
		"wrong types": "version: 5\nhierarchy:\n  - name: 1\n    path: [a]\n  - 7\n  - {name: x, paths: {}}\n  - {name: y, mapped_paths: [a]}\ndefaults: 3\n",
	} {
		t.Run(name, func(t *testing.T) {
			repository(t, map[string]string{"hiera.yaml": text})
			p := load(t, ".")
			if len(p.Roots) != 1 || len(p.Roots[0].Config.Problems) == 0 {
				t.Errorf("roots: %v", p.Roots)
			}
			if p.Roots[0].Config.Doc.Err != nil && len(p.Files) != 2 {
				t.Errorf("files: %v", paths(p))
			}
			for _, f := range p.Files {
				if f.Stray == project.Orphan && p.Roots[0].Config.Doc.Err != nil {
					t.Errorf("%s counts as an orphan, although hiera.yaml does not parse", f.Path)
				}
			}
		})
	}
	t.Run("a directory", func(t *testing.T) {
		dir := repository(t, map[string]string{"sub/hiera.yaml/": ""})
		if p := load(t, dir); len(p.Roots) != 1 {
			t.Errorf("roots: %v", p.Roots)
		}
	})
	t.Run("a dangling symlink", func(t *testing.T) {
		dir := repository(t, map[string]string{"environment.conf": ""})
		if err := os.Remove(filepath.Join(dir, "hiera.yaml")); err != nil {
			t.Fatal(err)
		}
		filetree.Symlink(t, "nowhere", filepath.Join(dir, "hiera.yaml"))
		if p := load(t, dir); len(p.Roots) != 0 || len(p.Environments) != 1 {
			t.Errorf("roots: %v", p.Roots)
		}
	})
}

func TestHugeFile(t *testing.T) {
	dir := repository(t, nil)
	if err := os.WriteFile(filepath.Join(dir, "data/nodes/huge.yaml"), bytes.Repeat([]byte("a: 1\n"), 10<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	p := load(t, ".")
	for _, f := range p.Files {
		if f.Path == "data/nodes/huge.yaml" {
			if f.Doc.Err == nil || f.Doc.Err.Code != data.TooLarge || f.Doc.Err.Message != "the file is larger than 32 MiB (`max_file_size`), so hieralint does not read it" {
				t.Errorf("a file of 50 MB: %+v", f.Doc.Err)
			}
			return
		}
	}
	t.Error("the file is missing")
}

// TestOutside checks that symlinks to directories outside the tree are not followed, wherever a
// directory is expected.
func TestOutside(t *testing.T) {
	top := filetree.Write(t, map[string]string{
		"elsewhere/hiera.yaml":                                                 common,
		"elsewhere/data/common.yaml":                                           "",
		"elsewhere/modules/m/hiera.yaml":                                       common,
		"code/environments/one/environment.conf":                               "",
		"code/environments/one/hiera.yaml":                                     common,
		"code/environments/one/data -> ../../../elsewhere/data":                "",
		"code/environments/one/modules -> ../../../elsewhere/modules":          "",
		"code/environments/two -> ../../elsewhere":                             "",
		"code/environments/three/environment.conf":                             "",
		"code/environments/three/hiera.yaml -> ../../../elsewhere/hiera.yaml":  "",
		"code/environments/three/modules/m -> ../../../../elsewhere/modules/m": "",
	})
	t.Chdir(top)
	p := load(t, "code")
	why := "the symbolic link points outside the tree and is not followed (harmless)"
	want := map[string]string{
		"code/environments/one/modules":      why,
		"code/environments/two":              why,
		"code/environments/three/hiera.yaml": why,
		"code/environments/three/modules/m":  why,
	}
	if diff := cmp.Diff(want, unreadable(p)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"level `Common` of code/environments/one/hiera.yaml (outside the tree)"}, notseen.Texts(p.NotSeen)); diff != "" {
		t.Error(diff)
	}
	if len(p.Files) > 0 {
		t.Errorf("files: %v", paths(p))
	}
}

// TestManyLinks checks that loading terminates if directories link to each other in exponentially
// many ways.
func TestManyLinks(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		for j := range 20 {
			if i != j {
				files[fmt.Sprintf("data/d%d/to%d -> ../d%d", i, j, j)] = ""
			}
		}
	}
	repository(t, files)
	start := time.Now()
	p := load(t, ".")
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
	if len(p.Files) != 2 {
		t.Errorf("files: %v", paths(p))
	}
}

func TestCancelled(t *testing.T) {
	repository(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := discovery.Load(ctx, []string{"."}, discovery.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

// TestOverlay checks that buffers replace files, and may stand for files that do not exist.
func TestOverlay(t *testing.T) {
	dir := repository(t, nil)
	p, err := discovery.Load(context.Background(), []string{"data/nodes/new.yaml"}, discovery.Options{Overlay: map[string][]byte{
		"data/nodes/new.yaml":                  []byte("a: new\n"),
		filepath.Join(dir, "data/common.yaml"): []byte("a: changed\n"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range p.Files {
		texts[f.Path] = string(f.Doc.File.Text)
		if len(f.Matches) == 0 {
			t.Errorf("no level reads %s", f.Path)
		}
	}
	want := map[string]string{"data/common.yaml": "a: changed\n", "data/nodes/new.yaml": "a: new\n", "data/nodes/web01.yaml": "a: 2\n"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
	if len(p.Unreadable) > 0 || !p.Selected("data/nodes/new.yaml") || p.Selected("data/common.yaml") {
		t.Errorf("unreadable %v", unreadable(p))
	}
}

// TestSameBytes checks that the result does not depend on the number of workers.
func TestSameBytes(t *testing.T) {
	for _, repo := range corpus(t) {
		want := summary(load(t, repo), repo)
		for workers := 1; workers <= 8; workers *= 2 {
			p, err := discovery.Load(context.Background(), []string{repo}, discovery.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(p, repo); got != want {
				t.Errorf("%s with %d workers differs:\n%s", repo, workers, cmp.Diff(want, got))
			}
		}
	}
}
