package rooted_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/rooted"
)

func TestUp(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, "a", "b")
	if diff := cmp.Diff([]string{path, filepath.Dir(path), root}, slices.Collect(rooted.Up(path))); diff != "" {
		t.Error(diff)
	}
}

func TestCommonDir(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want  string
		files []string
	}{
		{"", nil},
		{"data/", []string{"data/common.yaml"}},
		{"data/", []string{"data/nodes/a.yaml", "data/nodes/b.yaml", "data/role/web.yaml"}},
		{"data/", []string{"data/common.yaml", "data/nodes/a.yaml"}},
		{"", []string{"data/common.yaml", "database/common.yaml"}},
		{"", []string{"common.yaml", "data/common.yaml"}},
		{"/", []string{"/data/a.yaml", "/hieradata/a.yaml"}},
	} {
		if got := rooted.CommonDir(tt.files); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.files, got, tt.want)
		}
	}
}
