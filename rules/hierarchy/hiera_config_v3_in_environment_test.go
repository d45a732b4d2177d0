package hierarchy_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHieraConfigV3InEnvironment(t *testing.T) {
	t.Parallel()
	const code = "class app($port = 80) { }\n"
	const v3 = "---\n:backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy: [common]\n"
	ruletest.RunAll(t, hierarchy.HieraConfigV3InEnvironment, map[string]map[string]string{
		"in an environment": {
			"environment.conf": "", "hiera.yaml": "version: 3 # want error \".\"\n:hierarchy: [common]\n", "data/common.yaml": "a: 1\n", "modules/app/manifests/init.pp": code,
		},
		"without a version": {
			"environment.conf": "", "hiera.yaml": "--- # want error \".\"\n:backends: [yaml]\n:hierarchy: [common]\n", "data/common.yaml": "a: 1\n", "modules/app/manifests/init.pp": code,
		},
		"in a module": {
			"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n",
			"modules/app/hiera.yaml": "version: 3 # want error \".\"\n", "modules/app/manifests/init.pp": code,
		},
		"for Vagrant": {
			"environment.conf": "", "hiera.yaml": v3, "data/common.yaml": "a: 1\n",
			"Vagrantfile": "config.vm.provision :puppet do |puppet|\n  puppet.hiera_config_path = 'hiera.yaml'\nend\n",
		},
		"for Vagrant, in a directory": {
			"puppet/environment.conf": "", "puppet/hiera.yaml": v3, "puppet/data/common.yaml": "a: 1\n",
			"Vagrantfile": "puppet.hiera_config_path = \"puppet/hiera.yaml\"\n",
		},
		"another for Vagrant": {
			"environment.conf": "", "hiera.yaml": strings.Replace(v3, "---", "--- # want error \".\"", 1), "data/common.yaml": "a: 1\n",
			"Vagrantfile": "# puppet.hiera_config_path = 'hiera.yaml'\npuppet.hiera_config_path = 'vagrant/hiera.yaml'\n",
		},
		"linked in a manifest": {
			"environment.conf": "", "hiera.yaml": v3, "data/common.yaml": "a: 1\n",
			"manifests/site.pp": "file { '/etc/puppet/hiera.yaml': ensure => link, target => '/etc/puppet/environments/production/hiera.yaml' }\n",
		},
		"linked in a manifest, with the target as ensure": {
			"environment.conf": "", "hiera.yaml": v3, "data/common.yaml": "a: 1\n",
			"site/profile/manifests/init.pp": "class profile { " + "file { 'global': ensure => '/etc/puppetlabs/code/environments/production/hiera.yaml', path => '/etc/hiera.yaml' }\n" + "}",
		},
		"linked by name": {
			"environments/production/environment.conf": "", "environments/production/hiera.yaml": v3, "environments/production/data/common.yaml": "a: 1\n",
			"manifests/site.pp": "file { '/etc/puppetlabs/code/hiera.yaml': ensure => link, target => '/etc/puppetlabs/code/environments/production/hiera.yaml' }\n",
		},
		"linked in a script": {
			"environment.conf": "", "hiera.yaml": v3, "data/common.yaml": "a: 1\n",
			"bin/boot": "ln --symbolic --force $PWD/hiera.yaml /etc/puppetlabs/puppet/\n",
		},
		"copied in a script": {
			"environment.conf": "", "hiera.yaml": v3, "data/common.yaml": "a: 1\n",
			"ext/prepare.sh": "cp -f /vagrant/hiera.yaml /etc/puppetlabs/puppet/hiera.yaml\n",
		},
		"another environment is linked": {
			"environments/production/environment.conf": "", "environments/production/hiera.yaml": strings.Replace(v3, "---", "--- # want error \".\"", 1), "environments/production/data/common.yaml": "a: 1\n",
			"manifests/site.pp": "file { '/etc/puppetlabs/code/hiera.yaml': ensure => link, target => '/etc/puppetlabs/code/environments/test/hiera.yaml' }\n",
		},
		"another file is linked": {
			"environment.conf": "", "hiera.yaml": strings.Replace(v3, "---", "--- # want error \".\"", 1), "data/common.yaml": "a: 1\n",
			"manifests/site.pp": "file { '/etc/puppet/hiera.yaml': ensure => link, target => '/etc/puppet/modules/puppet/files/hiera.yaml' }\n",
			"boot":              "ln -s /etc/hiera.yaml /etc/puppet/hiera.yaml\n# ln -s hiera.yaml /etc/puppet/hiera.yaml\n",
		},
		"linked elsewhere": {
			"environment.conf": "", "hiera.yaml": strings.Replace(v3, "---", "--- # want error \".\"", 1), "data/common.yaml": "a: 1\n",
			"manifests/site.pp": "file { '/etc/puppet/environments/test/hiera.yaml': ensure => link, target => '/etc/puppet/environments/production/hiera.yaml' }\n",
		},
		"empty, for Puppet 3": {"hiera.yaml": "", "Puppetfile": "", "manifests/default.pp": ""},
		"empty, beside data":  {"hiera.yaml": "# want error \".\"\n", "Puppetfile": "", "data/common.yaml": "a: 1\n"},
		"of the global layer": {"hiera.yaml": v3, "data/common.yaml": "a: 1\n", "puppet.conf": "", "environments/production/data/common.yaml": "a: 1\n"},
		"version 4":           {"environment.conf": "", "hiera.yaml": "version: 4\ndatadir: data\nhierarchy: [{name: common, backend: yaml}]\n", "data/common.yaml": "a: 1\n"},
		"version 5":           {"environment.conf": "", "hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n"},
		"an unknown version":  {"environment.conf": "", "hiera.yaml": "version: 6\n", "data/common.yaml": "a: 1\n"},
	})
}

// TestHieraConfigV3InEnvironmentByVersion checks what is said of Puppet 7, which ignores the file, and of Puppet 8.
func TestHieraConfigV3InEnvironmentByVersion(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"environment.conf": "", "data/common.yaml": "a: 1\n", "hiera.yaml": "---\n:backends: [yaml]\n:hierarchy: [common]\n"})
	p, err := discovery.Load(t.Context(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int]string{
		7: "Puppet ignores the file, and warns on every run",
		8: "Every lookup that reaches this layer fails; Puppet 7 ignores the file",
	} {
		result, err := runner.Run(t.Context(), p, runner.Options{Rules: []*rule.Rule{hierarchy.HieraConfigV3InEnvironment}, PuppetVersion: version})
		if err != nil || len(result.Diagnostics) != 1 || result.Diagnostics[0].Detail != want {
			t.Errorf("Puppet %d: %v, %+v, want %q", version, err, result, want)
		}
	}
}

// TestHieraConfigV3InEnvironmentFix checks the fix of hierarchies that version 5 can express.
func TestHieraConfigV3InEnvironmentFix(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ old, want string }{
		"relative": {
			"# where\n:backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy:\n  - nodes/%{::clientcert} # first\n  - common\n",
			"# where\nversion: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: yaml\n    paths:\n      - 'nodes/%{::clientcert}.yaml' # first\n      - common.yaml\n",
		},
		"no datadir":   {":backends: [yaml]\n:hierarchy: [common]\n", ""},
		"a Ruby class": {":backends: [mongo]\n:mongo: {datadir: data}\n:hierarchy: [common]\n", ""},
	} {
		files := map[string]string{"environment.conf": "", "data/common.yaml": "a: 1\n", "hiera.yaml": tt.old}
		got := "not found"
		for _, d := range ruletest.Check(t, filetree.Write(t, files)) {
			switch isRule := d.Rule == hierarchy.HieraConfigV3InEnvironment.Descriptor(); {
			case isRule && len(d.Fixes) > 0 && !d.Fixes[0].Safe:
				got = ruletest.Apply(d.Fixes[0])
			case isRule:
				got = ""
			}
		}
		if got != tt.want {
			t.Errorf("%s: fixed %q, want %q", name, got, tt.want)
		}
	}
}
