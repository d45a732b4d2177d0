package discovery_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// TestOutdone checks that of two data directories of the server, only the one that the tree has
// under another path is relocated; the private one is outside.
func TestOutdone(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"files/hiera.yaml": "version: 5\ndefaults: {datadir: /etc/puppet/hieradata}\nhierarchy:\n" +
			"  - {name: Private, datadir: /etc/puppet/private/hieradata, path: common.yaml}\n  - {name: Common, path: common.yaml}\n",
		"hieradata/common.yaml": "app::port: 80\n",
	}))
	p := load(t, ".")
	if len(p.Roots) != 1 || len(p.Files) != 1 {
		t.Fatalf("%d hierarchies, files %v", len(p.Roots), paths(p))
	}
	var readers []string
	for _, m := range p.Files[0].Matches {
		readers = append(readers, m.Level.Name)
	}
	if diff := cmp.Diff([]string{"Common"}, readers); diff != "" {
		t.Error(diff)
	}
	root := p.Roots[0]
	if why := root.Unseen(root.Config.Hierarchy[0]); why != project.Outside {
		t.Errorf("private level: unseen: got %v, want Outside", why)
	}
	for dir, want := range map[string]bool{"/etc/puppet/hieradata": true, "/etc/puppet/private/hieradata": false} {
		if got := p.Environments[0].Relocate(dir); (got != dir) != want {
			t.Errorf("Relocate(%s) = %s", dir, got)
		}
	}
}

// TestTreeWithOtherName checks that a data directory of the server under any name is the tree if the paths of the levels
// lead to data in it.
func TestTreeWithOtherName(t *testing.T) {
	for _, datadir := range []string{"/etc/puppet", "/srv/shop/", "/opt/deploy/puppet"} {
		for path, file := range map[string]string{
			"hieradata/common": "hieradata/common.yaml",
			"environments/%{environment}/hieradata/common": "environments/production/hieradata/common.yaml",
			"environments/production/data/%{fqdn}":         "environments/production/data/web1.yaml",
		} {
			t.Run(datadir+" "+path, func(t *testing.T) {
				t.Chdir(filetree.Write(t, map[string]string{
					"hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: " + datadir + "\n:hierarchy: ['" + path + "']\n", file: "app::port: 80\n",
				}))
				p := load(t, ".")
				if len(p.Roots) != 1 || len(p.Files) != 1 || len(p.Files[0].Matches) != 1 {
					t.Fatalf("hierarchies %v, files %v", p.Roots, paths(p))
				}
			})
		}
	}
}

// TestDirectoryWithSameName checks that a directory which only has the last name in common with the data directory of the
// server is not meant if the paths lead to data from the top of the tree.
func TestDirectoryWithSameName(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		".git/HEAD":                              "",
		"modules/puppet/files/hiera.yaml":        ":backends: [yaml]\n:yaml:\n  :datadir: /opt/shop/production\n:hierarchy: ['hieradata/%{environment}/%{fqdn}']\n",
		"modules/puppet/manifests/init.pp":       "class puppet { }\n",
		"hieradata/production/web1.example.yaml": "app::port: 80\n",
	}))
	if p := load(t, "."); len(p.Roots) != 1 || len(p.Files) != 1 || len(p.Files[0].Matches) != 1 {
		t.Errorf("hierarchies %v, files %v", p.Roots, paths(p))
	}
}

// TestVersionAlone checks a hiera.yaml that relies on Puppet's default levels.
func TestVersionAlone(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{"here/hiera.yaml": "version: 5\n", "here/data/common.yaml": "app::port: 80\n"}))
	if p := load(t, "."); len(p.Roots) != 1 || len(p.WithoutHierarchy) != 0 {
		t.Errorf("hierarchies %v, blind %v", p.Roots, p.WithoutHierarchy)
	}
}
