package discovery_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestExclude checks which files Exclude selects. Excluded files are still loaded, since their keys
// count elsewhere.
func TestExclude(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":           "version: 5\nhierarchy: [{name: All, globs: ['**/*.yaml']}]\n",
		"data/common.yaml":     "a: 1\n",
		"data/gen/a.yaml":      "b: 1\n",
		"data/gen/deep/b.yaml": "c: 1\n",
	})
	t.Chdir(dir)
	generated := filepath.Join(dir, "data", "gen")
	exclude := func(path string) bool {
		return path == generated || strings.HasPrefix(path, generated+string(filepath.Separator))
	}
	for _, tt := range []struct {
		name  string
		paths []string
		force bool
		want  []string
	}{
		{"the tree", []string{"."}, false, []string{"data/common.yaml", "hiera.yaml"}},
		{"a named file", []string{"data/gen/a.yaml"}, false, []string{"data/gen/a.yaml"}},
		{"a named directory", []string{"data/gen"}, false, []string{"data/gen/a.yaml", "data/gen/deep/b.yaml"}},
		{"a named subdirectory", []string{"data/gen/deep"}, false, []string{"data/gen/deep/b.yaml"}},
		{"a parent directory", []string{"data"}, false, []string{"data/common.yaml"}},
		{"a file and a parent directory", []string{"data", "data/gen/a.yaml"}, false, []string{"data/common.yaml", "data/gen/a.yaml"}},
		{"ForceExclude", []string{"data/gen/a.yaml", "data/common.yaml"}, true, []string{"data/common.yaml"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := discovery.Load(context.Background(), tt.paths, discovery.Options{Exclude: exclude, ForceExclude: tt.force})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range p.Files {
				if p.Selected(f.Path) {
					got = append(got, f.Path)
				}
			}
			for _, r := range p.Roots {
				if p.Selected(r.Path) {
					got = append(got, r.Path)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("selected %q, want %q", got, tt.want)
			}
			if p.Checked() != len(tt.want) {
				t.Errorf("Checked: got %d, want %d", p.Checked(), len(tt.want))
			}
			for _, key := range []string{"a", "b", "c"} {
				if !p.HasKey(key) {
					t.Errorf("key %s is missing", key)
				}
			}
		})
	}
}
