package views_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/filetree"
)

// At any offset in any file there are proposals or none, and what they replace ends there.
func TestProposeEverywhere(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":                  "version: 5\nhierarchy:\n  - name: a\n    path: \"%{facts.role}.yaml\"\n    data_hash: yaml_data\n",
		"data/common.yaml":            "a::b: true\nc: \"%{lookup('a::b')} %{scope('x')} %{tru\n  - d: [\nlookup_options:\n  a::b:\n    merge:\n      strategy: deep\n  '^a': {merge: hash}\n😀: 1\r\n- \n",
		"modules/a/manifests/init.pp": "class a (Boolean $b, Variant[Enum['x'], Boolean] $c) {\n  lookup('a::b')\n}\n",
		"environment.conf":            "modulepath = modules\n",
	}
	dir := filetree.Write(t, files)
	x := inspector(t, dir)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		file := source.New(filepath.ToSlash(path), []byte(text))
		for offset := range len(text) + 1 {
			if found := x.Propose(file, path, offset); found != nil && (found.Span.End != offset || found.Span.Start < 0) {
				t.Errorf("%s at %d: %+v", name, offset, found.Span)
			}
		}
	}
	file := source.New(filepath.ToSlash(filepath.Join(dir, "data", "common.yaml")), []byte("a::c: "))
	var texts []string
	for _, p := range x.Propose(file, filepath.FromSlash(file.Path), len(file.Text)).All {
		texts = append(texts, p.Text)
	}
	if want := []string{"x", "true", "false"}; !slices.Equal(texts, want) {
		t.Errorf("proposed are %q, not %q", texts, want)
	}
}
