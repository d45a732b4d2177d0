package project_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// v3 is a configuration of version 3 with a data directory.
func v3(datadir string) string {
	return ":backends: [yaml]\n:hierarchy:\n  - \"nodes/%{::fqdn}\"\n  - common\n:yaml:\n  :datadir: \"" + datadir + "\"\n"
}

// v5in is a configuration of version 5 with a data directory.
func v5in(datadir string) string {
	return "version: 5\ndefaults: {datadir: \"" + datadir + "\", data_hash: yaml_data}\nhierarchy:\n" +
		"  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
}

// layout is what matters of where things lie: the environments with their hierarchies and modules, what is not used, and data that no
// hierarchy reads.
func layout(p *project.Project, dir string) string {
	var b strings.Builder
	for _, env := range p.Environments {
		place, err := filepath.Rel(dir, env.Dir)
		if err != nil {
			place = "no directory"
		}
		fmt.Fprintf(&b, "%s in %s, modules in %v\n", env.Name, place, env.ModuleDirs)
		for _, r := range env.Roots() {
			files := 0
			for _, f := range p.Files {
				if slices.ContainsFunc(f.Readers, func(reader project.Reader) bool { return reader.Root == r }) {
					files++
				}
			}
			fmt.Fprintf(&b, "  %s %s: %d in %v\n", r.Layer, r.Path, files, r.Datadirs)
		}
	}
	for _, u := range p.NotUsed {
		fmt.Fprintf(&b, "not used %s: %s\n", u.Path, u.Why)
	}
	for _, f := range p.Files {
		if f.Stray != project.NotStray {
			fmt.Fprintf(&b, "%s: %s\n", []string{"", "orphan", "unclaimed", "named"}[f.Stray], f.Path)
		}
	}
	return b.String()
}

// TestLayout has a tree for each kind of repository in which the hierarchy of production is not the hiera.yaml beside
// environment.conf.
func TestLayout(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{
			"a name of its own, for all environments", map[string]string{
				"hiera_cloud.yml": v3("/usr/share/puppet/production/current/hieradata_cloud"), "hieradata_cloud/common.yaml": "", "hieradata_cloud/nodes/a.yaml": "",
				"environments/production/environment.conf": "modulepath = /usr/share/puppet/production/current/modules\n",
				"environments/vagrant/environment.conf":    "modulepath = /var/shop/modules\n",
				"modules/shop/manifests/init.pp":           "class shop { }",
				"spec/fixtures/hiera/hiera.yaml":           v3("spec/fixtures/hieradata"), "spec/fixtures/hieradata/common.yaml": "",
			}, `
production in environments/production, modules in [modules]
  global hiera_cloud.yml: 2 in [hieradata_cloud]
vagrant in environments/vagrant, modules in [modules]
  global hiera_cloud.yml: 2 in [hieradata_cloud]
not used spec/fixtures/hiera/hiera.yaml: it lies in a folder for tests
`,
		},
		{
			"a file that a module gives to the server", map[string]string{
				"environment.conf": "modulepath = ./dist:./modules:$basemodulepath\n", "Puppetfile": "",
				"dist/profile/files/hiera.yaml": v5in("environments/%{environment}/hieradata"), "dist/profile/manifests/init.pp": "class profile { }",
				"hieradata/common.yaml": "", "hieradata/nodes/a.yaml": "",
				"vagrant-docker/hiera.yaml": strings.Replace(v5in("../hieradata"), "common.yaml", "vagrant.yaml", 1), "hieradata/vagrant.yaml": "",
			}, `
production in ., modules in [dist]
  global dist/profile/files/hiera.yaml: 2 in [hieradata]
not used vagrant-docker/hiera.yaml: it lies in a folder for virtual machines
unclaimed: hieradata/vagrant.yaml
`,
		},
		{
			"one for each platform", map[string]string{
				"modules/puppetmaster/files/hiera/production.yaml": v5in("/etc/puppet/hieradata"),
				"modules/puppetmaster/files/hiera/staging.yaml":    v5in("/etc/puppet/hieradata"),
				"modules/puppetmaster/files/hiera/cloud.yaml":      strings.Replace(v5in("/etc/puppet/hieradata"), "common.yaml", "cloud.yaml", 1),
				"modules/puppetmaster/files/hiera/values.yaml":     "profile::a: 1\n", "modules/puppetmaster/manifests/init.pp": "class puppetmaster { }",
				"hieradata/common.yaml": "", "hieradata/cloud.yaml": "", "hieradata/nodes/a.yaml": "", "manifests/site.pp": "",
			}, `
production in ., modules in [modules]
  global modules/puppetmaster/files/hiera/production.yaml: 2 in [hieradata]
production in ., modules in [modules]
  global modules/puppetmaster/files/hiera/cloud.yaml: 2 in [hieradata]
not used modules/puppetmaster/files/hiera/staging.yaml: other hierarchies reach all of the 2 data files that its paths reach
`,
		},
		{
			"in the data that it is for", map[string]string{
				"hieradata/hiera.yaml": v3("/etc/puppet/hieradata"), "hieradata/common.yaml": "", "hieradata/nodes/a.yaml": "",
				"manifests/site.pp": "", "environments/testing/manifests/site.pp": "",
			}, `
testing in environments/testing, modules in []
  global hieradata/hiera.yaml: 2 in [hieradata]
`,
		},
		{
			"in the data, whose directory is a variable", map[string]string{
				"hiera/hiera.yaml": v3("%{::datadir}"), "hiera/common.yaml": "", "hiera/nodes/a.yaml": "", "hiera/other/common.yaml": "", "modules/app/manifests/init.pp": "class app { }",
			}, `
production in ., modules in [modules]
  global hiera/hiera.yaml: 2 in [hiera]
orphan: hiera/other/common.yaml
`,
		},
		{
			"in the data, which is called otherwise on the server", map[string]string{
				"hieradata/hiera.yaml": v3("/etc/hiera"), "hieradata/common.yaml": "", "puppet/environments/production/manifests/site.pp": "",
			}, `
production in puppet/environments/production, modules in []
  global hieradata/hiera.yaml: 1 in [hieradata]
`,
		},
		{
			"a tree that is called otherwise on the server", map[string]string{
				"hiera/hiera.yaml":  strings.ReplaceAll(strings.ReplaceAll(v3("/etc/puppet/infrastructure"), "\"nodes/", "\"hiera/nodes/"), "- common", "- hiera/common"),
				"hiera/common.yaml": "", "hiera/nodes/a.yaml": "", "modules/app/manifests/init.pp": "class app { }",
			}, `
production in ., modules in [modules]
  global hiera/hiera.yaml: 2 in [hiera]
`,
		},
		{
			"data of a module for the backend module_data", map[string]string{
				"app/data/hiera.yaml": ":hierarchy: [common]\n", "app/data/common.yaml": "app::a: 1\n", "app/manifests/init.pp": "class app($a) { }",
			}, `
not used app/data/hiera.yaml: its paths reach no data file of the tree
unclaimed: app/data/common.yaml
`,
		},
		{
			"one that cannot be parsed", map[string]string{
				"hiera/hiera.yaml":       ":backends: yaml\n:hierarchy:\n  - %{::clientcert}\n  - common\n:yaml:\n  :datadir: hiera/data\n",
				"hiera/data/common.yaml": "app::a: 1\n", "modules/app/manifests/init.pp": "class app($a) { }", "manifests/site.pp": "",
			}, `
production in ., modules in [modules]
  global hiera/hiera.yaml: 0 in []
unclaimed: hiera/data/common.yaml
`,
		},
		{
			"a repository of modules", map[string]string{
				".git/HEAD": "", "app/manifests/init.pp": "class app { }", "web/manifests/init.pp": "class web { }", "db/manifests/init.pp": "class db { }",
				"db/data/hiera.yaml": ":hierarchy: [common]\n", "db/data/common.yaml": "db::a: 1\n",
			}, `
production in ., modules in [.]
not used db/data/hiera.yaml: only the backend module_data of old versions, or a function of the site, reads it
unclaimed: db/data/common.yaml
`,
		},
		{
			"data directories elsewhere on the server", map[string]string{
				"modules/puppetmaster/files/production.yaml": v5in("/etc/puppet/hieradata") + "  - {name: Private, datadir: /etc/puppet/private/hieradata, path: \"%{facts.site}.yaml\"}\n",
				"modules/puppetmaster/files/cloud.yaml": strings.Replace(v5in("/etc/puppet/code/environments/%{environment}/hieradata"), "common.yaml", "cloud.yaml", 1) +
					"  - {name: Private, datadir: /etc/puppet/private/hieradata, path: \"%{facts.site}.yaml\"}\n",
				"modules/puppetmaster/manifests/init.pp": "class puppetmaster { }", "modules/puppetmaster/data/common.yaml": "",
				"hieradata/common.yaml": "", "hieradata/cloud.yaml": "", "hieradata/site/b.yaml": "", "hieradata/nodes/a.yaml": "", "manifests/site.pp": "",
			}, `
production in ., modules in [modules]
  global modules/puppetmaster/files/production.yaml: 2 in [hieradata]
production in ., modules in [modules]
  global modules/puppetmaster/files/cloud.yaml: 2 in [hieradata]
orphan: hieradata/site/b.yaml
`,
		},
		{
			"templates", map[string]string{
				"site/modules/bootstrap/templates/hiera.yaml.erb": "---\n:backends:\n  - yaml\n:hierarchy:\n<% @levels.each do |l| -%>\n  - <%= l %>\n<% end -%>\n  - common\n" +
					":yaml:\n  :datadir: \"<%= scope.lookupvar('::settings::confdir') %>/environments/%{environment}/hieradata\"\n",
				"site/modules/bootstrap/manifests/init.pp": "class bootstrap { }", "environment.conf": "", "hieradata/common.yaml": "",
			}, `
production in ., modules in [site/modules]
  global site/modules/bootstrap/templates/hiera.yaml.erb: 1 in [hieradata]
`,
		},
		{
			"settings of the server in the data directory", map[string]string{
				"hiera/hiera-production.yaml": v3("%{::settings::confdir}/data/"), "data/common.yaml": "", "manifests/site.pp": "",
			}, `
production in ., modules in []
  global hiera/hiera-production.yaml: 1 in [data]
`,
		},
		{
			"etc, and a folder below", map[string]string{
				"etc/hiera.yaml": v3("/var/lib/hiera"), "control/hiera/common.yaml": "", "control/environment.conf": "",
			}, `
production in control, modules in []
  global etc/hiera.yaml: 1 in [control/hiera]
`,
		},
		{
			"copies of earlier times and for virtual machines", map[string]string{
				"environment.conf": "", "hiera.yaml": v5in("data"), "data/common.yaml": "",
				"hiera_old.yaml": v5in("data"), "hiera.vagrant.yaml": strings.Replace(v5in("data"), "common", "extra", 1), "data/extra.yaml": "",
				"vagrant/hiera.yaml": v5in("data"), "vagrant/data/common.yaml": "", "other.yaml": v3("/vagrant/data"),
			}, `
production in ., modules in []
  environment hiera.yaml: 1 in [data]
production in vagrant, modules in []
  environment vagrant/hiera.yaml: 1 in [vagrant/data]
not used hiera.vagrant.yaml: it is called as one for virtual machines
not used hiera_old.yaml: other hierarchies reach all of the 1 data file that its paths reach
not used other.yaml: other hierarchies reach all of the 1 data file that its paths reach
unclaimed: data/extra.yaml
`,
		},
		{
			"the only one is for virtual machines", map[string]string{
				"environment.conf": "", "hiera.vagrant.yaml": v3("/vagrant/hieradata"), "hieradata/common.yaml": "", "hieradata/other.yaml": "",
			}, `
production in ., modules in []
  global hiera.vagrant.yaml: 1 in [hieradata]
unclaimed: hieradata/other.yaml
`,
		},
		{
			"files called hiera.yaml that are none", map[string]string{
				"metadata.json": ntp, "hiera.yaml": common, "data/common.yaml": "", "lib/puppet/": "",
				"data/web/hiera.yaml": "---\n:hierarchy:\n  - \"%{title}/default\"\n", "data/web/default.yaml": "", "data/lost.yaml": "",
				"files/hiera.yaml": "packages: [hiera]\n",
			}, `
production in no directory, modules in []
  module hiera.yaml: 1 in [data]
not used data/web/hiera.yaml: its paths reach no data file of the tree
orphan: data/lost.yaml
unclaimed: data/web/default.yaml
`,
		},
		{
			"a broken one in its place", map[string]string{
				"environment.conf": "", "hiera.yaml": ":hiearchy:\n  - common\n", "hieradata/common.yaml": "", "backup/hiera.yaml": ":hiearchy:\n  - common\n",
			}, `
production in ., modules in []
  environment hiera.yaml: 1 in [hieradata]
`,
		},
		{
			"data of modules by a function", map[string]string{
				"hiera.yaml": v3("/etc/puppet/data"), "puppet.conf": "", "data/common.yaml": "",
				"modules/ntp/manifests/init.pp": "class ntp { }", "modules/ntp/data/hiera.yaml": ":hierarchy:\n  - \"%{osfamily}\"\n  - common\n", "modules/ntp/data/common.yaml": "",
			}, `
production in ., modules in [modules]
  global hiera.yaml: 1 in [data]
not used modules/ntp/data/hiera.yaml: only the backend module_data of old versions, or a function of the site, reads it
unclaimed: modules/ntp/data/common.yaml
`,
		},
		{
			"a copy for virtual machines beside the environment", map[string]string{
				"puppet/environment.conf": "", "puppet/hiera.yaml": v5in("data"), "puppet/modules/shop/manifests/init.pp": "class shop { }",
				"puppet/data/common.yaml": "", "puppet/data/vagrant.yaml": "", "puppet/data/commom.yaml": "",
				"vagrant/manifests/default.pp": "node default { }", "vagrant/hiera.yaml": strings.Replace(v5in("data"), "common.yaml", "vagrant.yaml", 1),
			}, `
production in puppet, modules in [puppet/modules]
  environment puppet/hiera.yaml: 1 in [puppet/data]
production in vagrant, modules in []
  environment vagrant/hiera.yaml: 0 in []
orphan: puppet/data/commom.yaml
unclaimed: puppet/data/vagrant.yaml
`,
		},
		{
			"data that is a module", map[string]string{
				"metadata.json": strings.ReplaceAll(ntp, "ntp", "hieradata"), "hiera.yaml": v5in("modules/hieradata/data"), "data/common.yaml": "", "data/nodes/a.yaml": "",
			}, `
production in ., modules in []
  environment hiera.yaml: 2 in [data]
`,
		},
		{
			"a module with the data", map[string]string{
				"environment.conf": "modulepath = modules\n", "hiera.yaml": v5in("modules/hieradata/data"), "modules/hieradata/data/common.yaml": "",
			}, `
production in ., modules in [modules]
  environment hiera.yaml: 1 in [modules/hieradata/data]
`,
		},
		{
			"modules at the top", map[string]string{
				"apache/manifests/init.pp": "class apache { }", "ntp/manifests/init.pp": "class ntp { }", "Puppetfile": "",
				"ntp/hiera.yaml": common, "ntp/data/common.yaml": "",
			}, `
production in ., modules in [.]
  module ntp/hiera.yaml: 1 in [ntp/data]
`,
		},
		{
			"modules in folders of all names", map[string]string{
				"manifests/site.pp": "", "shop-modules/a/manifests/init.pp": "", "shop-modules/b/manifests/init.pp": "", "vendor_modules/c/manifests/init.pp": "",
				"modules/local/d/manifests/init.pp": "", "spec/fixtures/modules/e/manifests/init.pp": "", "spec/fixtures/modules/f/manifests/init.pp": "",
			}, `
production in ., modules in [modules modules/local vendor_modules shop-modules]
`,
		},
		{
			"modules of the server", map[string]string{
				"environments/test/environment.conf": "modulepath = ./modules:/etc/puppet/modules:/etc/puppet/3rdParty\n", "environments/test/modules/a/manifests/init.pp": "",
				"modules/b/manifests/init.pp": "", "3rdParty/c/manifests/init.pp": "",
			}, `
test in environments/test, modules in [environments/test/modules modules 3rdParty]
`,
		},
		{
			"environments and the repository are environments", map[string]string{
				"environment.conf": "modulepath = modules:vendor_modules\n", "environments/production/environment.conf": "", "modules/a/manifests/init.pp": "",
				"vendor_modules/b/manifests/init.pp": "", "modules/a/files/hiera.yaml": v5in("/srv/code/environments/%{::environment}/hieradata"), "hieradata/common.yaml": "",
			}, `
production in ., modules in [modules vendor_modules]
  global modules/a/files/hiera.yaml: 1 in [hieradata]
production in environments/production, modules in [modules vendor_modules]
  global modules/a/files/hiera.yaml: 1 in [hieradata]
`,
		},
		{
			"data in environments", map[string]string{
				"hiera.yaml": v3("/etc/puppet/environments/%{environment}/hieradata"), "environments/a/hieradata/common.yaml": "", "environments/b/hieradata/common.yaml": "",
			}, `
a in environments/a, modules in []
  global hiera.yaml: 2 in [environments/a/hieradata environments/b/hieradata]
b in environments/b, modules in []
  global hiera.yaml: 2 in [environments/a/hieradata environments/b/hieradata]
`,
		},
		{
			"data beside that of the hierarchy", map[string]string{
				"environment.conf": "", "hiera.yaml": v5in("data"), "data/common.yaml": "", "hieradata/nodes/a.yaml": "", "tools/hieradata/x.yaml": "", "spec/fixtures/hieradata/x.yaml": "",
			}, `
production in ., modules in []
  environment hiera.yaml: 1 in [data]
unclaimed: hieradata/nodes/a.yaml
unclaimed: tools/hieradata/x.yaml
`,
		},
		{
			"repositories beside each other", map[string]string{
				"one/.git/HEAD": "", "one/modules/a/templates/hiera.yaml.erb": "version: 5\ndefaults:\n  datadir: <%= @dir %>\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
				"one/modules/a/manifests/init.pp": "", "one/etc/hiera.yaml": v3("/etc/puppet/data"), "two/.git/HEAD": "", "two/data/common.yaml": "", "data/common.yaml": "",
			}, `
production in one, modules in [one/modules]
not used one/etc/hiera.yaml: its paths reach no data file of the tree
not used one/modules/a/templates/hiera.yaml.erb: its paths reach no data file of the tree
`,
		},
		{
			"another usual name", map[string]string{
				"puppet.conf": "", "hiera.yaml": v3("/etc/puppet/code/hiera"), "hieradata/common.yaml": "",
			}, `
production in ., modules in []
  global hiera.yaml: 1 in [hieradata]
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filetree.Write(t, test.files)
			t.Chdir(dir)
			if diff := cmp.Diff(test.want, "\n"+layout(load(t, "."), dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPartsOfLayout asks for parts of a repository: the hierarchy of production is found all the same.
func TestPartsOfLayout(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		".git/HEAD": "", "modules/puppet/files/hiera.yaml": v3("/etc/puppet/values"), "values/common.yaml": "", "values/nodes/a.yaml": "", "values/lost.yaml": "",
		"environments/production/environment.conf": "modulepath = /etc/puppet/modules\n", "modules/puppet/manifests/init.pp": "class puppet { }",
	})
	readers := func(p *project.Project) string {
		var b strings.Builder
		for _, f := range p.Files {
			fmt.Fprintln(&b, strings.TrimPrefix(f.Path, dir+"/"), len(f.Readers), f.Stray)
		}
		return b.String()
	}
	whole := readers(load(t, dir))
	for _, part := range []string{"environments/production", "values", "values/nodes", "values/common.yaml", "values/lost.yaml", "modules/puppet/files"} {
		p := load(t, filepath.Join(dir, part))
		if diff := cmp.Diff(whole, readers(p)); diff != "" {
			t.Errorf("%s: %s", part, diff)
		}
		if len(p.Environments) == 0 || p.Environments[0].Global == nil || len(p.Environments[0].ModuleDirs) != 1 {
			t.Errorf("%s: the hierarchy or the modules were not found:\n%s", part, layout(p, dir))
		}
	}
}

// TestEnvironmentOptions overrides what is found.
func TestEnvironmentOptions(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"environment.conf": "modulepath = modules\n", "modules/a/manifests/init.pp": "", "code/b/manifests/init.pp": "",
		"server/lookup.yaml": v5in("/opt/%{environment}/values"), "elsewhere/common.yaml": "a: 1\n", "hiera_main.yaml": v5in("data"), "data/common.yaml": "",
	})
	t.Chdir(dir)
	p, err := project.Load(context.Background(), []string{"."}, project.Options{Environments: []project.EnvironmentOptions{{
		Dir: ".", HieraConfig: "server/lookup.yaml", Datadirs: map[string]string{"/opt/%{environment}/values": "elsewhere"}, Modulepath: []string{filepath.Join(dir, "code")},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `
production in ., modules in [code]
  global server/lookup.yaml: 1 in [elsewhere]
not used hiera_main.yaml: the configuration of hieralint names another
unclaimed: data/common.yaml
`
	if diff := cmp.Diff(want, "\n"+layout(p, dir)); diff != "" {
		t.Error(diff)
	}
	if got := p.Environments[0].Relocate("/opt/anything/values"); got != filepath.Join(dir, "elsewhere") {
		t.Errorf("relocated to %s", got)
	}
}

// TestDirectories tells where data and modules were found.
func TestDirectories(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"environment.conf":                 "modulepath = site:modules:$basemodulepath\n",
		"hiera.yaml":                       v5 + "  - {name: More, datadir: more, path: x.yaml}\n",
		"data/common.yaml":                 "",
		"more/x.yaml":                      "",
		"site/profile/manifests/a/deep.pp": "class profile::a::deep { }",
	}))
	p := load(t, ".")
	if diff := cmp.Diff([]string{"data", "more"}, p.Roots[0].Datadirs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"site"}, p.Environments[0].ModuleDirs); diff != "" {
		t.Error(diff)
	}
	if !p.Environments[0].HasCode() {
		t.Error("the manifests of the module were not seen")
	}
	t.Chdir(filetree.Write(t, map[string]string{"hiera.yaml": v5, "data/common.yaml": "", "manifests/": ""}))
	if load(t, ".").Environments[0].HasCode() {
		t.Error("there is no code")
	}
}
