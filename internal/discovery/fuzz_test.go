package discovery_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// FuzzLoad loads a tree with an arbitrary hiera.yaml and environment.conf: all files are in the
// tree, and Load returns.
func FuzzLoad(f *testing.F) {
	dir := filetree.Write(f, map[string]string{
		"repo/data/common.yaml": "a: 1\n", "repo/data/nodes/web01.yaml": "", "repo/hieradata/x.json": "{}", "repo/modules/m/hiera.yaml": common,
		"repo/modules/m/data/common.yaml": "", "repo/data/loop -> .": "", "outside/data/common.yaml": "",
	})
	repo := filepath.Join(dir, "repo")
	for _, seed := range []struct{ hiera, conf string }{
		{v5, ""},
		{common, "modulepath = modules:../outside"},
		{"version: 5\nhierarchy:\n  - {name: a, datadir: ../outside/data, path: common.yaml}\n", "modulepath = ../*"},
		{"version: 5\nhierarchy:\n  - {name: a, datadir: /, glob: '**/*.yaml'}\n", ""},
		{"version: 5\nhierarchy:\n  - {name: a, datadir: '%{x}/%{y}', globs: ['{a,b}/%{x}*', '[%{x}']}\n", ""},
		{"version: 5\nhierarchy:\n  - {name: a, mapped_paths: [x, y, '%{y}/../%{y.z}.yaml']}\n", ""},
		{"version: 4\nhierarchy:\n  - {name: 'nodes/%{x}', backend: yaml}\n", ""},
		{":backends: [yaml, json]\n:hierarchy: ['%{::x}', common]\n:yaml: {:datadir: '/var/lib/hiera/%{environment}/hieradata'}\n", "x"},
		{"version: 5\nhierarchy:\n  - {name: a, path: '%{lookup(''x'')}%{', datadir: /etc/puppetlabs/code/environments/%{environment}/data}\n", ""},
	} {
		f.Add(seed.hiera, seed.conf)
	}
	f.Fuzz(func(t *testing.T, hiera, conf string) {
		p, err := discovery.Load(context.Background(), []string{repo}, discovery.Options{Overlay: map[string][]byte{
			filepath.Join(repo, "hiera.yaml"):       []byte(hiera),
			filepath.Join(repo, "environment.conf"): []byte(conf),
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range p.Files {
			if rel, err := filepath.Rel(repo, file.Path); err != nil || !filepath.IsLocal(rel) {
				t.Errorf("%s is outside the tree", file.Path)
			}
			if (len(file.Matches) == 0) != (file.Stray != project.NotStray) {
				t.Errorf("%s: %d matches, stray: %d", file.Path, len(file.Matches), file.Stray)
			}
		}
	})
}
