package discovery_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// TestCustomBackends checks that a version 3 hiera.yaml that has only custom backends is used as
// the hierarchy of the data directories that it names, in any section.
func TestCustomBackends(t *testing.T) {
	const hierarchy = ":hierarchy: ['hosts/%{::hostname}', 'regex/%{::fqdn}', common, 'private/common']\n"
	files := map[string]string{"hieradata/common.yaml": "app::port: 80\n", "hieradata/hosts/web01.yaml": "app::port: 81\n", "hieradata/regex.yaml": "x: {a: 1}\n", "manifests/site.pp": "include app\n"}
	for name, test := range map[string]struct {
		config string
		want   int
	}{
		"its own section":         {":backends: [nuyaml]\n:nuyaml: \n  :datadir: /etc/puppet/hieradata\n:private: \n  :datadir: /etc/puppet/private/hieradata\n" + hierarchy, 2},
		"another section":         {":backends: [nuyaml3, http]\n:nuyaml: \n  :datadir: /etc/puppet/hieradata\n:private: \n  :datadir: /etc/puppet/private/hieradata\n" + hierarchy, 2},
		"an extension":            {":backends: [nuyaml]\n:nuyaml: \n  :datadir: /etc/puppet/hieradata\n  :extension: json\n" + hierarchy, 0},
		"a built-in backend, too": {":backends: [yaml, nuyaml3]\n:yaml: \n  :datadir: /srv/other\n:nuyaml: \n  :datadir: /etc/puppet/hieradata\n" + hierarchy, 0},
	} {
		t.Run(name, func(t *testing.T) {
			files["modules/puppetmaster/files/production.hiera.yaml"] = test.config
			t.Chdir(filetree.Write(t, files))
			p := load(t, ".")
			matched := 0
			for _, f := range p.Files {
				if len(f.Matches) == 0 {
					continue
				}
				matched++
				if m := f.Matches[0]; m.Root.Unseen(m.Level) != project.ByCode {
					t.Errorf("%s: level %s, unseen: got %v, want ByCode", f.Path, m.Level.Name, m.Root.Unseen(m.Level))
				}
			}
			if matched != test.want || len(p.WithoutHierarchy) > 0 != (test.want == 0) {
				t.Errorf("%d matched files, blind: %v", matched, p.WithoutHierarchy)
			}
		})
	}
}
