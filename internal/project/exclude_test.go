package project_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// TestExclude reports which files are reported on. All are loaded: what is left out counts for others.
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
		{"a file that is named", []string{"data/gen/a.yaml"}, false, []string{"data/gen/a.yaml"}},
		{"a folder that is named", []string{"data/gen"}, false, []string{"data/gen/a.yaml", "data/gen/deep/b.yaml"}},
		{"a folder in it that is named", []string{"data/gen/deep"}, false, []string{"data/gen/deep/b.yaml"}},
		{"a folder around it", []string{"data"}, false, []string{"data/common.yaml"}},
		{"a file and a folder around it", []string{"data", "data/gen/a.yaml"}, false, []string{"data/common.yaml", "data/gen/a.yaml"}},
		{"by force", []string{"data/gen/a.yaml", "data/common.yaml"}, true, []string{"data/common.yaml"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := project.Load(context.Background(), tt.paths, project.Options{Exclude: exclude, ForceExclude: tt.force})
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
				t.Errorf("reported on %q, want %q", got, tt.want)
			}
			if p.Checked() != len(tt.want) {
				t.Errorf("%d are counted, want %d", p.Checked(), len(tt.want))
			}
			for _, key := range []string{"a", "b", "c"} {
				if !p.HasKey(key) {
					t.Errorf("the key %s is unknown", key)
				}
			}
		})
	}
}
