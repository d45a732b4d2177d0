package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHieraConfigMisnamed(t *testing.T) {
	t.Parallel()
	const (
		levels = "hierarchy: [{name: common, path: common.yaml}]\n"
		right  = "version: 5\n" + levels
		wrong  = "version: 5 # want warning \"not read\"\n" + levels
		values = "app::port: 1\n"
		class  = "class app($port = 80) { }\n"
	)
	trees := map[string]map[string]string{
		"another extension": {"environment.conf": "", "hiera.yml": wrong, "data/common.yaml": values},
		"no data":           {"environment.conf": "", "hiera.yml": wrong},
		"swapped letters":   {"environment.conf": "", "heira.yaml": wrong, "data/common.yaml": values},
		"a capital letter":  {"manifests/site.pp": "node default { }\n", "Hiera.yaml": wrong, "data/common.yaml": values},
		"in a module":       {"hiera.yaml": right, "data/common.yaml": "a: 1\n", "modules/app/hiera.yml": wrong, "modules/app/data/common.yaml": values, "modules/app/manifests/init.pp": class},
		"in a module, with values that contain slashes in other data": {
			"environment.conf": "", "hiera.yaml": "version: 5\nhierarchy: [{name: os, path: 'os/%{facts.os.name}-%{facts.os.release.major}.yaml'}]\n",
			"data/os/Debian-11.yaml": "a: 1\n", "data/os/Debian-12.yaml": "a: 1\n", "data/os/Rocky-9.yaml": "a: 1\n",
			"modules/app/heira.yaml":       "version: 5 # want warning \"not read\"\nhierarchy: [{name: os, path: 'os/%{facts.os.name}/%{facts.os.release.major}.yaml'}, {name: common, path: common.yaml}]\n",
			"modules/app/data/common.yaml": values, "modules/app/data/os/Debian/12.yaml": values, "modules/app/manifests/init.pp": class,
		},
		"in a module alone":          {"metadata.json": `{"name": "x-app"}`, "hiera.yml": wrong, "data/common.yaml": values, "manifests/init.pp": class},
		"in one of the environments": {"environments/a/hiera.yaml": right, "environments/a/data/common.yaml": values, "environments/b/environment.conf": "", "environments/b/hiera.yml": wrong, "environments/b/data/common.yaml": values},
		"mentioned in documentation": {"environment.conf": "", "hiera.yml": wrong, "data/common.yaml": values, "README.md": "Levels are in hiera.yml.\n"},
		"next to the right name":     {"environment.conf": "", "hiera.yaml": right, "hiera.yml": right, "data/common.yaml": values},
		"the right name":             {"environment.conf": "", "hiera.yaml": right, "data/common.yaml": values},
		"another name":               {"environment.conf": "", "hiera5.yaml": right, "data/common.yaml": values},
		"version 3":                  {"environment.conf": "", "hiera.yml": ":backends: [yaml]\n:yaml: {:datadir: data}\n:hierarchy: [common]\n", "data/common.yaml": values},
		"an absolute datadir":        {"environment.conf": "", "hiera.yml": right + "defaults: {datadir: /etc/puppetlabs/code/hieradata}\n", "hieradata/common.yaml": values},
		"next to puppet.conf":        {"puppet.conf": "", "environment.conf": "", "hiera.yml": right, "data/common.yaml": values},
		"named in tests":             {"environment.conf": "", "hiera.yml": right, "data/common.yaml": values, "spec/spec_helper.rb": "RSpec.configure { |c| c.hiera_config = 'hiera.yml' }\n"},
		"named by Vagrant":           {"environment.conf": "", "hiera.yml": right, "data/common.yaml": values, "Vagrantfile": "puppet.hiera_config_path = 'hiera.yml'\n"},
		"named by a program above":   {"Rakefile": "sh 'puppet apply --hiera_config puppet/hiera.yml puppet/manifests/site.pp'\n", "puppet/manifests/site.pp": "node default { }\n", "puppet/hiera.yml": right, "puppet/data/common.yaml": values},
		"for tests":                  {"manifests/init.pp": class, "metadata.json": `{"name": "x-app"}`, "spec/fixtures/hiera.yml": right, "spec/fixtures/manifests/site.pp": "", "spec/fixtures/data/common.yaml": values},
		"data alone":                 {"hiera.yml": right, "data/common.yaml": values},
	}
	for name, files := range trees {
		trees[name] = map[string]string{}
		for path, content := range files {
			trees[name]["puppet/"+path] = content // where ruletest adds no hiera.yaml
		}
	}
	ruletest.RunAll(t, hierarchy.HieraConfigMisnamed, trees)
}
