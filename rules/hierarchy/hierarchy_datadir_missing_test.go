package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHierarchyDatadirMissing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		fixed string
	}{
		{"misspelled in the defaults, reported once", map[string]string{
			"hiera.yaml":       "version: 5\ndefaults:\n  datadir: dta # want warning \"`dta` does not exist\"\n  data_hash: yaml_data\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, path: b.yaml}\n",
			"data/common.yaml": "a: 1\n",
		}, "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, path: b.yaml}\n"},
		{"misspelled at a level", map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    datadir: 'Data/%{environment}' # want warning \"does not exist\"\n  - {name: B, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n",
		}, "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    datadir: 'data/%{environment}'\n  - {name: B, path: common.yaml}\n"},
		{"the data is called otherwise", map[string]string{
			"hiera.yaml":                "version: 5\nhierarchy:\n  - name: Nodes # want warning \"the default\"\n    path: nodes/%{trusted.certname}.yaml\n  - {name: Common, path: common.yaml}\n",
			"hieradata/nodes/web1.yaml": "a: 1\n",
		}, ""},
		{"data next to the hiera.yaml", map[string]string{
			"hiera.yaml":      "version: 5\nhierarchy:\n  - name: Nodes # want warning \"the default\"\n    path: nodes/%{trusted.certname}.yaml\n  - {name: Common, path: common.yaml}\n",
			"nodes/web1.yaml": "a: 1\n",
		}, ""},
		{"a file next to the hiera.yaml", map[string]string{
			"hiera.yaml":  "version: 5\ndefaults:\n  datadir: hieradata # want warning \"does not exist\"\n  data_hash: yaml_data\nhierarchy:\n  - {name: Nodes, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Common, path: common.yaml}\n",
			"common.yaml": "a: 1\n",
		}, "version: 5\ndefaults:\n  datadir: .\n  data_hash: yaml_data\nhierarchy:\n  - {name: Nodes, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Common, path: common.yaml}\n"},
		{"in a module", map[string]string{
			"modules/foo/hiera.yaml":            "version: 5\nhierarchy:\n  - name: Common # want warning \"does not exist\"\n    path: common.yaml\n",
			"modules/foo/hieradata/common.yaml": "foo::a: 1\n",
			"data/common.yaml":                  "a: 1\n",
		}, ""},
		{"no candidate", map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    datadir: private # want note \"does not exist\"\n  - {name: B, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n",
		}, ""},
		{"comes with the Puppetfile", map[string]string{
			"Puppetfile":       "mod 'private', git: 'https://git.example.com/private', install_path: '.'\n",
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    datadir: private\n  - {name: B, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n",
		}, ""},
		{"only depends on a variable", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    datadir: \"%{environment}/data\"\n",
		}, ""},
		{"no files are read", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, lookup_key: 'mine::lookup'}\n  - {name: B, data_hash: 'mine::data', uri: 'https://example.com'}\n  - {name: C, path: /etc/hiera/c.yaml}\n",
		}, ""},
		{"outside the tree", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: a.yaml, datadir: ../../../../../../hieradata}\n  - {name: B, path: b.yaml, datadir: /var/lib/hiera}\n",
		}, ""},
		{"one of several on a server", map[string]string{
			"hiera.yaml":            ":backends: [eyaml, yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:eyaml:\n  :datadir: /etc/puppet/secrte # want warning \"`/etc/puppet/secrte` does not exist\"\n:hierarchy: ['nodes/%{fqdn}', common]\n",
			"hieradata/common.yaml": "a: 1\n", "secret/common.eyaml": "b: 1\n",
		}, ":backends: [eyaml, yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:eyaml:\n  :datadir: /etc/puppet/secret\n:hierarchy: ['nodes/%{fqdn}', common]\n"},
		{"one of an environment on a server", map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    datadir: '/etc/puppetlabs/code/environments/%{environment}/hierdata/%{site}' # want warning \"does not exist\"\n    path: a.yaml\n  - {name: B, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n", "hieradata/here/a.yaml": "a: 2\n",
		}, "version: 5\nhierarchy:\n  - name: A\n    datadir: '/etc/puppetlabs/code/environments/%{environment}/hieradata/%{site}'\n    path: a.yaml\n  - {name: B, path: common.yaml}\n"},
		{"another one on a server", map[string]string{
			"hiera.yaml":            ":backends: [eyaml, yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:eyaml:\n  :datadir: /etc/puppet/secrets\n:hierarchy: ['nodes/%{fqdn}', common]\n",
			"hieradata/common.yaml": "a: 1\n", "secret/common.eyaml": "b: 1\n",
		}, ""},
		{"no data of the level in one with almost the name", map[string]string{
			"hiera.yaml":            ":backends: [eyaml, yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:eyaml:\n  :datadir: /etc/puppet/secrte\n:hierarchy: ['nodes/%{fqdn}', common]\n",
			"hieradata/common.yaml": "a: 1\n", "secret/other.yaml": "b: 1\n",
		}, ""},
		{"version 3 starts elsewhere", map[string]string{
			"puppet.conf":      "[server]\n",
			"hiera.yaml":       ":backends: [yaml]\n:yaml: {:datadir: dta}\n:hierarchy: [common]\n",
			"data/common.yaml": "a: 1\n",
		}, ""},
		{"for a virtual machine, copied", map[string]string{
			"environment.conf":   "",
			"hiera.yaml":         "version: 5\n",
			"data/common.yaml":   "a: 1\n",
			"vagrant/hiera.yaml": "version: 5\n",
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, hierarchy.HierarchyDatadirMissing, tt.files)
			switch {
			case tt.fixed == "":
				for _, d := range found {
					if len(d.Fixes) > 0 {
						t.Errorf("unexpected fix: %q", ruletest.Apply(d.Fixes[0]))
					}
				}
			case len(found) != 1 || len(found[0].Fixes) != 1:
				t.Error("want one finding with one fix")
			case ruletest.Apply(found[0].Fixes[0]) != tt.fixed || found[0].Fixes[0].Safe:
				t.Errorf("fixed:\n%s", ruletest.Apply(found[0].Fixes[0]))
			}
		})
	}
}

// TestHierarchyDatadirMissingHelp checks what the rule suggests for data in another directory.
func TestHierarchyDatadirMissingHelp(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"common.yaml":           "the data files are next to this file; set `datadir: .` to read them",
		"hieradata/common.yaml": "did you mean `hieradata`?",
	} {
		found := ruletest.Run(t, hierarchy.HierarchyDatadirMissing, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - name: Common # want warning \"the default\"\n    path: common.yaml\n", file: "a: 1\n",
		})
		if len(found) == 1 && found[0].Help != want {
			t.Errorf("%s: help %q, want %q", file, found[0].Help, want)
		}
	}
}
