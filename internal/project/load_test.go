package project_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
)

const (
	v5     = "version: 5\nhierarchy:\n  - name: Nodes\n    path: nodes/%{trusted.certname}.yaml\n  - name: Common\n    path: common.yaml\n"
	common = "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n"
	ntp    = `{"name": "puppetlabs-ntp", "version": "1.0.0", "author": "p", "license": "x", "source": "s", "dependencies": []}`
)

// TestLoad looks at whole trees. An argument that is not given is the tree as a whole.
func TestLoad(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		args  []string
		want  string
	}{
		{
			name: "control repo with modules",
			files: map[string]string{
				"environment.conf":                        "modulepath = site-modules:modules:$basemodulepath\n",
				"Puppetfile":                              "forge 'x'\nmod 'puppetlabs/ntp', '1.0'\nmod 'mine', local: true\n# mod 'profile'\n",
				"hiera.yaml":                              v5,
				"data/common.yaml":                        "",
				"data/nodes/web01.yaml":                   "",
				"data/nodes/web02.yml":                    "",
				"data/README.md":                          "",
				"data/nodes/hiera.yaml":                   "",
				"data/.travis.yml":                        "",
				".github/workflows/ci.yaml":               "",
				".sync.yml":                               "",
				"examples/hiera.yaml":                     v5,
				"spec/fixtures/hiera.yaml":                v5,
				"spec/fixtures/data/common.yaml":          "",
				"spec/fixtures/modules/self -> ../../..":  "",
				"vendor/bundle/hiera.yaml":                v5,
				"site-modules/profile/hiera.yaml":         common + "default_hierarchy:\n  - name: Last\n    path: last.yaml\n",
				"site-modules/profile/data/common.yaml":   "",
				"site-modules/profile/data/last.yaml":     "",
				"site-modules/role/data/common.yaml":      "", // no hiera.yaml
				"modules/ntp/metadata.json":               ntp,
				"modules/ntp/hiera.yaml":                  common,
				"modules/ntp/data/common.yaml":            "",
				"modules/ntp/spec/fixtures/hiera.yaml":    v5,
				"modules/mine/hiera.yaml":                 common,
				"modules/mine/data/common.yaml":           "",
				"modules/released/hiera.yaml":             common,
				"modules/released/checksums.json":         "{}",
				"modules/released/data/common.yaml":       "",
				"modules/puppetlabs-apt/hiera.yaml":       common, // not a name that Puppet finds
				"modules/puppetlabs-apt/metadata.json":    strings.ReplaceAll(ntp, "ntp", "apt"),
				"modules/puppetlabs-apt/data/common.yaml": "",
			},
			want: `
environment production in ., module mine, module ntp, module profile, module released
environment production, module apt
root hiera.yaml: environment, because it lies beside environment.conf
root modules/mine/hiera.yaml: module mine, because it lies in a module of the modulepath
root modules/ntp/hiera.yaml: module ntp, installed, because it lies in a module of the modulepath (not selected)
root modules/puppetlabs-apt/hiera.yaml: module apt, because it lies in a module
root modules/released/hiera.yaml: module released, installed, because it lies in a module of the modulepath (not selected)
root site-modules/profile/hiera.yaml: module profile, because it lies in a module of the modulepath
data/common.yaml
  hiera.yaml, Common, common.yaml
data/nodes/hiera.yaml
  hiera.yaml, Nodes, nodes/%{trusted.certname}.yaml, trusted.certname=hiera
data/nodes/web01.yaml
  hiera.yaml, Nodes, nodes/%{trusted.certname}.yaml, trusted.certname=web01
data/nodes/web02.yml: orphan
modules/mine/data/common.yaml
  modules/mine/hiera.yaml, Common, common.yaml
modules/ntp/data/common.yaml (not selected)
  modules/ntp/hiera.yaml, Common, common.yaml
modules/puppetlabs-apt/data/common.yaml
  modules/puppetlabs-apt/hiera.yaml, Common, common.yaml
modules/released/data/common.yaml (not selected)
  modules/released/hiera.yaml, Common, common.yaml
site-modules/profile/data/common.yaml
  site-modules/profile/hiera.yaml, Common, common.yaml
site-modules/profile/data/last.yaml
  site-modules/profile/hiera.yaml, default_hierarchy, Last, last.yaml
`,
		},
		{
			name: "code directory",
			files: map[string]string{
				"hiera.yaml":                                   common,
				"data/common.yaml":                             "",
				"modules/base/hiera.yaml":                      common,
				"modules/base/data/common.yaml":                "",
				"environments/production/hiera.yaml":           v5,
				"environments/production/data/common.yaml":     "",
				"environments/test/environment.conf":           "",
				"environments/test/hiera.yaml":                 common,
				"environments/test/data/common.yaml":           "",
				"environments/alias -> production":             "",
				"environments/.hidden/hiera.yaml":              common,
				"environments/test/modules/ntp/metadata.json":  ntp,
				"environments/test/modules/ntp/manifests/x.pp": "class ntp::x { }",
			},
			want: `
environment production in environments/production, module base
environment test in environments/test, module base
root environments/production/hiera.yaml: environment, because it lies in an environment
root environments/test/hiera.yaml: environment, because it lies beside environment.conf
root hiera.yaml: global, because it lies in the code directory, beside ` + "`environments`" + `
root modules/base/hiera.yaml: module base, because it lies in a module of the modulepath
data/common.yaml
  hiera.yaml, Common, common.yaml
environments/production/data/common.yaml
  environments/production/hiera.yaml, Common, common.yaml
environments/test/data/common.yaml
  environments/test/hiera.yaml, Common, common.yaml
modules/base/data/common.yaml
  modules/base/hiera.yaml, Common, common.yaml
`,
		},
		{
			name: "one environment of a code directory",
			files: map[string]string{
				"hiera.yaml":                               common,
				"data/common.yaml":                         "",
				"environments/production/hiera.yaml":       v5,
				"environments/production/data/common.yaml": "",
				"environments/test/hiera.yaml":             common,
				"environments/test/data/common.yaml":       "",
			},
			args: []string{"environments/production"},
			want: `
environment production in environments/production
root environments/production/hiera.yaml: environment, because it lies in an environment
root hiera.yaml: global, because it lies in the code directory, beside ` + "`environments`" + ` (not selected)
data/common.yaml (not selected)
  hiera.yaml, Common, common.yaml
environments/production/data/common.yaml
  environments/production/hiera.yaml, Common, common.yaml
`,
		},
		{
			name: "version 3 for a server",
			files: map[string]string{
				"puppet/hiera.yaml":                 ":backends:\n  - eyaml\n  - yaml\n:hierarchy:\n  - nodes/%{::fqdn}\n  - common\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{::environment}/hieradata\n:eyaml:\n  :datadir: /etc/puppet/hieradata\n",
				"puppet/hieradata/common.yaml":      "",
				"puppet/hieradata/common.eyaml":     "",
				"puppet/hieradata/nodes/web01.yaml": "",
				"puppet/hieradata/nodes/web02.yml":  "",
			},
			want: `
environment production in puppet
root puppet/hiera.yaml: global, because its paths reach 3 data files of the tree
puppet/hieradata/common.eyaml
  puppet/hiera.yaml, eyaml, common (assumed)
puppet/hieradata/common.yaml
  puppet/hiera.yaml, yaml, common (assumed)
puppet/hieradata/nodes/web01.yaml
  puppet/hiera.yaml, yaml, nodes/%{::fqdn}, fqdn=web01 (assumed)
puppet/hieradata/nodes/web02.yml: orphan
`,
		},
		{
			name: "version 3 with a setting",
			files: map[string]string{
				"hiera.yaml":         ":yaml:\n  :datadir: \"%{::settings::modulepath}/../data\"\n:hierarchy: defaults\n",
				"data/defaults.yaml": "",
			},
			want: `
environment production in .
root hiera.yaml: global, because it has version 3
data/defaults.yaml
  hiera.yaml, yaml, defaults (assumed)
`,
		},
		{
			name: "version 3 in an environment",
			files: map[string]string{
				"environment.conf":      "",
				"hiera.yaml":            ":hierarchy: common\n",
				"hieradata/common.yaml": "",
				"hieradata/other.yaml":  "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because it lies beside environment.conf
hieradata/common.yaml
  hiera.yaml, yaml, common (assumed)
hieradata/other.yaml: unclaimed
`,
		},
		{
			name: "version 4",
			files: map[string]string{
				"hiera.yaml":                 "version: 4\ndatadir: hieradata\nhierarchy:\n  - name: nodes/%{trusted.certname}\n    backend: yaml\n  - name: common\n    backend: json\n",
				"hieradata/common.json":      "{}",
				"hieradata/common.yaml":      "",
				"hieradata/nodes/web01.yaml": "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
hieradata/common.json
  hiera.yaml, common, common
hieradata/common.yaml: orphan
hieradata/nodes/web01.yaml
  hiera.yaml, nodes/%{trusted.certname}, nodes/%{trusted.certname}, trusted.certname=web01
`,
		},
		{
			name: "absolute data directories",
			files: map[string]string{
				"hiera.yaml": "version: 5\nhierarchy:\n" +
					"  - name: A\n    datadir: /etc/puppetlabs/code/environments/%{environment}/data\n    paths: [a.yaml, \"%{environment}.yaml\"]\n" +
					"  - name: B\n    path: /etc/puppetlabs/code/environments/production/data/b.yaml\n" +
					"  - name: C\n    datadir: /srv/hiera/secrets\n    path: c.yaml\n" +
					"  - name: D\n    datadir: /srv/nowhere\n    path: d.yaml\n" +
					"  - name: E\n    path: /%{somewhere}/e.yaml\n",
				"data/a.yaml":    "",
				"data/b.yaml":    "",
				"data/a.yml":     "",
				"secrets/c.yaml": "",
				"secrets/e.yaml": "",
				"etc/motd":       "",
				"other/d.yaml":   "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
data/a.yaml
  hiera.yaml, A, a.yaml (assumed)
  hiera.yaml, A, %{environment}.yaml, environment=a (assumed)
data/a.yml: orphan
data/b.yaml
  hiera.yaml, A, %{environment}.yaml, environment=b (assumed)
  hiera.yaml, B, /etc/puppetlabs/code/environments/production/data/b.yaml (assumed)
secrets/c.yaml
  hiera.yaml, C, c.yaml (assumed)
secrets/e.yaml: orphan
not seen: level ` + "`D`" + ` of hiera.yaml (outside of the tree)
not seen: level ` + "`E`" + ` of hiera.yaml (outside of the tree)
`,
		},
		{
			name: "all kinds of locations",
			files: map[string]string{
				"hiera.yaml": "version: 5\nhierarchy:\n" +
					"  - name: Paths\n    paths: [\"role/%{role}.yaml\", x.yaml]\n" +
					"  - name: Glob\n    glob: \"hosts/%{facts.networking.hostname}/*.yaml\"\n" +
					"  - name: Globs\n    globs: [\"zones/**/*.{yaml,yml}\", \".hidden/*.yaml\"]\n" +
					"  - name: Mapped\n    mapped_paths: [facts.groups, group, \"groups/%{group}/%{site}.yaml\"]\n" +
					"  - name: JSON\n    data_hash: json_data\n    path: data.yaml\n" +
					"  - name: HOCON\n    data_hash: hocon_data\n    path: data.conf\n" +
					"  - name: No extension\n    path: plain\n" +
					"  - name: Code\n    lookup_key: mine::lookup\n    paths: [code.yaml, code.txt]\n" +
					"  - name: URI\n    data_hash: http_data\n    uri: https://hiera.example.com\n" +
					"  - name: Elsewhere\n    datadir: \"more/%{site}\"\n    path: common.yaml\n" +
					"  - name: Method\n    path: \"%{lookup('x')}.yaml\"\n",
				"data/role/web.yaml":        "",
				"data/role/web/front.yaml":  "",
				"data/x.yaml":               "",
				"data/hosts/web01/a.yaml":   "",
				"data/hosts/a.yaml":         "",
				"data/zones/eu/de.yml":      "",
				"data/zones/top.yaml":       "",
				"data/zones/top.json":       "{}",
				"data/.hidden/h.yaml":       "",
				"data/groups/admin/eu.yaml": "",
				"data/data.yaml":            "{}",
				"data/data.conf":            "",
				"data/plain":                "",
				"data/code.yaml":            "",
				"data/code.txt":             "",
				"more/eu/common.yaml":       "",
				"more/eu/other.yaml":        "",
				"more/common.yaml":          "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
data/.hidden/h.yaml
  hiera.yaml, Globs, .hidden/*.yaml
data/code.yaml
  hiera.yaml, Code, code.yaml
data/data.conf
  hiera.yaml, HOCON, data.conf
data/data.yaml
  hiera.yaml, JSON, data.yaml
data/groups/admin/eu.yaml
  hiera.yaml, Mapped, groups/%{group}/%{site}.yaml, group=admin, site=eu
data/hosts/a.yaml
  hiera.yaml, Glob, hosts/%{facts.networking.hostname}/*.yaml, facts.networking.hostname= (no value)
data/hosts/web01/a.yaml
  hiera.yaml, Glob, hosts/%{facts.networking.hostname}/*.yaml, facts.networking.hostname=web01
data/plain
  hiera.yaml, No extension, plain
data/role/web.yaml
  hiera.yaml, Paths, role/%{role}.yaml, role=web
data/role/web/front.yaml
  hiera.yaml, Paths, role/%{role}.yaml, role=web/front (with slashes)
data/x.yaml
  hiera.yaml, Paths, x.yaml
data/zones/eu/de.yml
  hiera.yaml, Globs, zones/**/*.{yaml,yml}
data/zones/top.json: unclaimed
data/zones/top.yaml
  hiera.yaml, Globs, zones/**/*.{yaml,yml}
more/eu/common.yaml
  hiera.yaml, Elsewhere, common.yaml, site=eu
more/eu/other.yaml: unclaimed
not seen: level ` + "`Code`" + ` of hiera.yaml (function ` + "`mine::lookup`" + `)
not seen: level ` + "`URI`" + ` of hiera.yaml (a URI)
`,
		},
		{
			name: "the data directory is the repository",
			files: map[string]string{
				"hiera.yaml":          "version: 5\ndefaults: {datadir: ., data_hash: yaml_data}\nhierarchy:\n  - name: Nodes\n    path: nodes/%{trusted.certname}.yaml\n  - name: All\n    path: \"%{environment}.yaml\"\n",
				"nodes/web01.yaml":    "",
				"nodes/web02.yml":     "",
				"production.yaml":     "",
				"mkdocs.yml":          "",
				"docker/compose.yaml": "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
nodes/web01.yaml
  hiera.yaml, Nodes, nodes/%{trusted.certname}.yaml, trusted.certname=web01
production.yaml
  hiera.yaml, All, %{environment}.yaml, environment=production
`,
		},
		{
			name: "unlikely values",
			files: map[string]string{
				"hiera.yaml":             "version: 5\nhierarchy:\n  - name: OS\n    path: \"os/%{facts.os.family}.yaml\"\n  - name: Release\n    path: \"os/%{facts.os.name}-%{facts.os.release.major}.yaml\"\n",
				"data/os/Debian.yaml":    "",
				"data/os/Debian-12.yaml": "",
				"data/os/debian.yaml":    "",
				"data/os/default.yaml":   "",
				"data/os/.yaml":          "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
data/os/.yaml
  hiera.yaml, OS, os/%{facts.os.family}.yaml, facts.os.family= (no value)
data/os/Debian-12.yaml
  hiera.yaml, Release, os/%{facts.os.name}-%{facts.os.release.major}.yaml, facts.os.name=Debian, facts.os.release.major=12
data/os/Debian.yaml
  hiera.yaml, OS, os/%{facts.os.family}.yaml, facts.os.family=Debian
data/os/debian.yaml
  hiera.yaml, OS, os/%{facts.os.family}.yaml, facts.os.family=debian (unlikely)
data/os/default.yaml
  hiera.yaml, OS, os/%{facts.os.family}.yaml, facts.os.family=default (unlikely)
`,
		},
		{
			name: "a module alone",
			files: map[string]string{
				"puppet-ntp/hiera.yaml":            common,
				"puppet-ntp/manifests/init.pp":     "class ntp { }",
				"puppet-ntp/data/common.yaml":      "",
				"puppet-ntp/data/other.yaml":       "",
				"puppet-ntp/spec/hiera.yaml":       common,
				"puppet-ntp/tasks/init.json":       "{}",
				"puppet-ntp/.fixtures.yml":         "",
				"puppet-ntp/spec/data/common.yaml": "",
			},
			args: []string{"puppet-ntp"},
			want: `
environment production, module ntp
root puppet-ntp/hiera.yaml: module ntp, because it lies in a module
puppet-ntp/data/common.yaml
  puppet-ntp/hiera.yaml, Common, common.yaml
puppet-ntp/data/other.yaml: orphan
`,
		},
		{
			name: "modules without metadata.json",
			files: map[string]string{
				"checkout_7/hiera.yaml":           common,
				"checkout_7/data/common.yaml":     "",
				"checkout_7/manifests/init.pp":    "# class of\nclass ntp (\n) {}",
				"checkout_7/manifests/client.pp":  "class ntp::client { class { 'other': } }",
				"parts/hiera.yaml":                common,
				"parts/data/common.yaml":          "",
				"parts/manifests/install.pp":      "class ::app::install { }",
				"nothing/hiera.yaml":              common,
				"nothing/manifests/none.pp":       "",
				"nothing/lib/facter/x.rb":         "",
				"nothing/data/common.yaml":        "",
				"puppet-named/hiera.yaml":         common,
				"puppet-named/metadata.json":      ntp,
				"puppet-named/manifests/other.pp": "class other {}",
			},
			want: `
environment production, module ntp
environment production, module nothing
environment production, module app
environment production, module ntp
root checkout_7/hiera.yaml: module ntp, because it lies in a module
root nothing/hiera.yaml: module nothing, because it lies in a module
root parts/hiera.yaml: module app, because it lies in a module
root puppet-named/hiera.yaml: module ntp, because it lies in a module
checkout_7/data/common.yaml
  checkout_7/hiera.yaml, Common, common.yaml
nothing/data/common.yaml
  nothing/hiera.yaml, Common, common.yaml
parts/data/common.yaml
  parts/hiera.yaml, Common, common.yaml
`,
		},
		{
			name: "environments that look like modules",
			files: map[string]string{
				"classes/hiera.yaml":           common,
				"classes/manifests/web.pp":     "class profile::web { }",
				"classes/manifests/app.pp":     "class app { }",
				"classes/data/common.yaml":     "",
				"perhost/hiera.yaml":           v5,
				"perhost/manifests/init.pp":    "class web { }",
				"perhost/data/nodes/web1.yaml": "",
				"boltdir/bolt-project.yaml":    "name: shop\n",
				"boltdir/hiera.yaml":           common,
				"boltdir/manifests/init.pp":    "class shop { }",
				"boltdir/data/common.yaml":     "",
			},
			want: `
environment production in boltdir
environment production in classes
environment production in perhost
root boltdir/hiera.yaml: environment, because nothing beside it speaks for another layer
root classes/hiera.yaml: environment, because nothing beside it speaks for another layer
root perhost/hiera.yaml: environment, because nothing beside it speaks for another layer
boltdir/data/common.yaml
  boltdir/hiera.yaml, Common, common.yaml
classes/data/common.yaml
  classes/hiera.yaml, Common, common.yaml
perhost/data/nodes/web1.yaml
  perhost/hiera.yaml, Nodes, nodes/%{trusted.certname}.yaml, trusted.certname=web1
`,
		},
		{
			name: "a module in an environment",
			files: map[string]string{
				"environment.conf":           "",
				"hiera.yaml":                 common,
				"data/common.yaml":           "",
				"modules/a/hiera.yaml":       common,
				"modules/a/data/common.yaml": "",
				"modules/b/hiera.yaml":       common,
				"modules/b/data/common.yaml": "",
				"modules/a/.git":             "gitdir: x",
			},
			args: []string{"modules/a"},
			want: `
environment production in ., module a, module b
root hiera.yaml: environment, because it lies beside environment.conf (not selected)
root modules/a/hiera.yaml: module a, installed, because it lies in a module of the modulepath
root modules/b/hiera.yaml: module b, because it lies in a module of the modulepath (not selected)
data/common.yaml (not selected)
  hiera.yaml, Common, common.yaml
modules/a/data/common.yaml
  modules/a/hiera.yaml, Common, common.yaml
modules/b/data/common.yaml (not selected)
  modules/b/hiera.yaml, Common, common.yaml
`,
		},
		{
			name: "one file of a repository",
			files: map[string]string{
				".git/HEAD":            "",
				"one/environment.conf": "",
				"one/hiera.yaml":       common,
				"one/data/common.yaml": "",
				"one/data/extra.yaml":  "",
				"two/environment.conf": "",
				"two/hiera.yaml":       common,
				"two/data/common.yaml": "",
				"vm/hiera.yaml":        strings.ReplaceAll(common, "common", "extra"),
			},
			args: []string{"one/data/extra.yaml"},
			want: `
environment production in one
root one/hiera.yaml: environment, because it lies beside environment.conf (not selected)
one/data/common.yaml (not selected)
  one/hiera.yaml, Common, common.yaml
one/data/extra.yaml: unclaimed
`,
		},
		{
			name: "a file that belongs to nothing",
			files: map[string]string{
				".git/HEAD":        "",
				"hiera.yaml":       common,
				"data/common.yaml": "",
				"notes/todo.yaml":  "",
				"site.pp":          "",
				"environment.conf": "",
			},
			args: []string{"notes/todo.yaml", "site.pp", "environment.conf"},
			want: `
environment production in .
root hiera.yaml: environment, because it lies beside environment.conf (not selected)
data/common.yaml (not selected)
  hiera.yaml, Common, common.yaml
notes/todo.yaml: named
unreadable site.pp: this is neither a data file (YAML, EYAML, JSON) nor a hiera.yaml; it is not checked (harmless)
`,
		},
		{
			name: "another hiera.yaml",
			files: map[string]string{
				"hiera.yaml":       v5,
				"hiera_old.yaml":   common,
				"data/common.yaml": "",
			},
			args: []string{"hiera_old.yaml"},
			want: `
environment production in .
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer (not selected)
root hiera_old.yaml: global, because Puppet reads a file of this name only if the setting hiera_config names it
data/common.yaml (not selected)
  hiera.yaml, Common, common.yaml
  hiera_old.yaml, Common, common.yaml
`,
		},
		{
			name: "hierarchies for other purposes",
			files: map[string]string{
				"hiera.yaml":                common,
				"hiera_old.yaml":            "version: 5\nhierarchy:\n  - name: Old\n    path: old.yaml\n",
				"spec/fixtures/hiera.yaml":  "version: 5\ndefaults: {datadir: ../../data, data_hash: yaml_data}\nhierarchy:\n  - name: Test\n    path: test.yaml\n",
				"data/common.yaml":          "",
				"data/old.yaml":             "",
				"data/test.yaml":            "",
				"data/orphan.yaml":          "",
				"spec/fixtures/data/x.yaml": "",
			},
			want: `
environment production in .
root hiera.yaml: environment, because nothing beside it speaks for another layer
data/common.yaml
  hiera.yaml, Common, common.yaml
data/old.yaml: unclaimed
data/orphan.yaml: orphan
data/test.yaml: unclaimed
`,
		},
		{
			name: "data without a hierarchy",
			files: map[string]string{
				"common.yaml":        "",
				"nodes/web01.yaml":   "",
				"nodes/.hidden.yaml": "",
				".gitlab-ci.yml":     "",
				"README.md":          "",
			},
			want: `
common.yaml: unclaimed
nodes/web01.yaml: unclaimed
`,
		},
		{
			name: "an environment without hiera.yaml",
			files: map[string]string{
				"environment.conf":       "",
				"hieradata/common.yaml":  "",
				"ops/docker-compose.yml": "",
			},
			want: `
environment production in .
hieradata/common.yaml: unclaimed
`,
		},
		{
			name:  "nothing of Hiera",
			files: map[string]string{"docker-compose.yml": "", "modules/vpc/main.tf": "", "site/content/data/x.yaml": "", "metadata.json": `{"name": "gnome"}`},
			want:  "\nnot seen: Hiera data in `.` (there is neither a hiera.yaml nor a data file)\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filetree.Write(t, test.files)
			t.Chdir(dir)
			args := test.args
			if args == nil {
				args = []string{"."}
			}
			got := "\n" + summary(load(t, args...), dir)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
