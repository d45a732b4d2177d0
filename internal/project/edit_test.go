package project_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// A file of any kind that is opened or closed with the content that it had is no edit, and the project need not be loaded again.
func TestWithSameContents(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"environment.conf": "modulepath = modules\n", "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a::b: 1\n", "modules/a/manifests/init.pp": "class a ($b) {}\n",
	}
	dir := filetree.Write(t, files)
	p, err := project.Load(context.Background(), []string{dir}, project.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	const code = "modules/a/manifests/init.pp"
	read, err := p.Store.File(at(code)) // as when the code is indexed
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		for _, content := range [][]byte{[]byte(text), nil} {
			with := p.With(map[string][]byte{at(name): content})
			if with == nil || with.Files[0] != p.Files[0] || !with.IsEditOf(p) {
				t.Errorf("%s with the content that it had is an edit", name)
			}
		}
		with := p.With(map[string][]byte{at(name): []byte(text + "# more\n")})
		if isData := name == "data/common.yaml"; (with != nil) != isData {
			t.Errorf("%s with another content: %v", name, with)
		}
	}
	with := p.With(map[string][]byte{at(code): []byte(files[code])})
	if again, err := with.Store.File(at(code)); err != nil || again != read {
		t.Errorf("the code is another file: %v", err)
	}
	filetree.Add(t, dir, map[string]string{code: "class a ($c) {}\n"})
	if p.With(map[string][]byte{at(code): nil}) != nil {
		t.Error("the code on disk is another one")
	}
	if again, err := with.Store.File(at(code)); err != nil || again != read {
		t.Errorf("the buffer does not count: %v", err)
	}
}
