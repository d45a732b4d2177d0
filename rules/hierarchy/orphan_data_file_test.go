package hierarchy_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestOrphanDataFile(t *testing.T) {
	t.Parallel()
	const levels = `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, path: "role/%{role}.yaml"}
  - {name: Family, path: "os/%{facts.os.family}.yaml"}
  - {name: Release, path: "os/%{facts.os.family}-%{facts.os.release.major}.yaml"}
  - {name: Common, path: common.yaml}
`
	tests := []struct {
		name  string
		files map[string]string
		help  string
	}{
		{"all is read", map[string]string{
			"data/nodes/web01.example.com.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n", "data/role/common.yaml": "a: 1\n", "data/role/web/front.yaml": "a: 1\n",
			"data/os/RedHat.yaml": "a: 1\n", "data/os/windows.yaml": "a: 1\n", "data/os/Debian-12.yaml": "a: 1\n", "data/common.yaml": "a: 1\n",
		}, ""},
		{"a path without an extension", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Nodes, path: \"nodes/%{facts.networking.hostname}\"}]\n", "data/nodes/web01.yaml": "a::b: 1\n"}, ""},
		{"a path with a wildcard", map[string]string{
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: \"site/*.yaml\"}, {name: B, path: b.yaml}]\n", "data/b.yaml": "a::b: 1\n",
			"data/site/c.yaml": "a::b: 1\n", "data/d/c.yaml": "a::b: 1 # want warning \"no level\"\n",
		}, "add a level"},
		{"another extension", map[string]string{"data/common.yml": "a::b: 1 # want warning \"no level\"\n"}, "data/common.yaml`, which level `Common` reads"},
		{"another extension, and invalid", map[string]string{"data/common.yml": "a::b: [1 # want warning \"no level\"\nc: 2\n"}, "data/common.yaml`, which level `Common` reads"},
		{"nowhere in the hierarchy, and invalid", map[string]string{"data/site/berlin.yaml": "a::b: [1\nc: 2\n"}, ""},
		{"no extension", map[string]string{"data/nodes/web01.example.com": "a::b: 1 # want warning \"no level\"\n"}, "data/nodes/web01.example.com.yaml`, which level `Node` reads"},
		{"a misspelled extension", map[string]string{"data/nodes/web01.ymal": "a::b: 1 # want warning \"no level\"\n"}, "data/nodes/web01.yaml`, which level `Node` reads"},
		{"no extension beside it", map[string]string{"data/nodes/web01.example.com": "a::b: 1 # want warning \"no level\"\n", "data/nodes/web01.example.com.yaml": "a::b: 2\n"}, "data/nodes/web01.example.com.yaml`, which level `Node` reads"},
		{"no extension and no data", map[string]string{
			"data/nodes/readme": "Nodes: one file each\n", "data/nodes/check": "#!/bin/sh\nputs 'a::b'\n", "data/nodes/web.old": "a::b: 1\n", "data/nodes/web01.yaml.1": "a::b: 1\n", "data/nodes/.web01": "a::b: 1\n", "data/more": "a::b: 1\n",
		}, ""},
		{"both extensions", map[string]string{"data/common.yml": "a: 1 # want warning \"no level\"\n", "data/common.yaml": "a: 2\n"}, "data/common.yaml`, which level `Common` reads"},
		{"encrypted, beside plain data", map[string]string{"data/common.eyaml": "a::b: ENC[PKCS7,MIIB] # want warning \"no level\"\n", "data/common.yaml": "a: 2\n"}, "to a level with `lookup_key: eyaml_lookup_key`"},
		{"decrypted into a file that Git ignores", map[string]string{"data/role/web.eyaml": "a::b: ENC[PKCS7,MIIB]\n", ".gitignore": "/data/role/*.yaml\n"}, ""},
		{"encrypted, and misspelled", map[string]string{"data/comon.yaml": "a::b: ENC[PKCS7,MIIB] # want warning \"no level\"\n"}, "data/common.yaml`, which level `Common` reads"},
		{"a family without a release", map[string]string{
			"hiera.yaml":            "version: 5\nhierarchy:\n  - {name: Release, path: \"os/%{facts.os.family}/%{facts.os.release.major}.yaml\"}\n  - {name: Role, path: \"role/%{role}/%{site}.yaml\"}\n",
			"data/os/RedHat.yaml":   "a::b: 1 # want warning \"no level\"\n",
			"data/os/RedHat/9.yaml": "a::b: 2\n",
			"data/role/web.yaml":    "a::b: 3\n",
		}, ""},
		{"a misspelled directory", map[string]string{"data/node/web01.example.com.yaml": "a::b: 1 # want warning \"no level\"\n"}, "data/nodes/web01.example.com.yaml`, which level `Node` reads"},
		{"a missing directory", map[string]string{
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: OS, path: \"os/%{facts.kernel}.yaml\"}\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n",
			"data/windows.yaml": "a::b: 1 # want warning \"no level\"\n",
		}, "data/os/windows.yaml`, which level `OS` reads, or correct the path"},
		{"a missing directory for other files", map[string]string{
			"hiera.yaml":     "version: 5\nhierarchy:\n  - {name: OS, path: \"os/%{facts.kernel}.yaml\"}\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n",
			"data/more.yaml": "a::b: 1 # want warning \"no level\"\n",
		}, "add a level"},
		{"a misspelled directory, and a value with a slash", map[string]string{
			"hiera.yaml":                        "version: 5\nhierarchy: [{name: Groups, mapped_paths: [groups, group, \"hostgroups/%{group}.yaml\"]}]\n",
			"data/hostgroup/worker/condor.yaml": "a::b: 1 # want warning \"no level\"\n",
		}, "data/hostgroups/worker/condor.yaml`, which level `Groups` reads, or correct the path"},
		{"version 3", map[string]string{
			"hiera.yaml":                            "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"nodes/%{::clientcert}\", common]\n",
			"hieradata/node/web01.example.com.yaml": "a::b: 1 # want warning \"no level\"\n", "hieradata/common.yaml": "a: 1\n",
		}, "hieradata/nodes/web01.example.com.yaml`, which path `nodes/%{::clientcert}` reads"},
		{"a backend that reads modules", map[string]string{
			"hiera.yaml":            "---\n:backends: [yaml, module_data]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{zone}/%{zone}_%{site}\", common]\n",
			"hieradata/west/a.yaml": "a::b: 1 # want warning \"no level\"\n", "hieradata/west/west_a.yaml": "a: 1\n", "hieradata/common.yaml": "a: 1\n",
		}, ""},
		{"files that hiera reads first", map[string]string{
			"hiera.yaml":       "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [common]\n",
			"hieradata/s.yaml": "a::b: 1\n", "hieradata/app/x.yaml": "a::b: 1\n", "hieradata/web/x.yaml": "a::b: 1 # want warning \"no level\"\n", "hieradata/common.yaml": "a: 1\n",
			"modules/a/manifests/init.pp": "class a {\n  $x = hiera('a::b', undef, \"app/${facts['app']}\")\n  $y = hiera_array('a::b', [], ['s', $z])\n}\n",
		}, ""},
		{"an unknown backend", map[string]string{
			"hiera.yaml":            "---\n:backends: [yaml, merged_files]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{zone}/%{zone}_%{site}\", common]\n",
			"hieradata/west/a.yaml": "a::b: 1\n", "hieradata/west/west_a.yaml": "a: 1\n", "hieradata/common.yaml": "a: 1\n",
		}, ""},
		{"a misspelled file", map[string]string{"data/comon.yaml": "a::b: 1 # want warning \"no level\"\n"}, "data/common.yaml`, which level `Common` reads"},
		{"nowhere in the hierarchy", map[string]string{"data/site/berlin.yaml": "a::b: 1 # want warning \"no level\"\n"}, "add a level"},
		{"a path that matches no file", map[string]string{
			"hiera.yaml":            "version: 5\nhierarchy: [{name: Roles, path: \"roles/%{facts.role}_role.yaml\"}, {name: Common, path: common.yaml}]\n",
			"data/roles/mac01.yaml": "a::b: 1 # want warning \"no level\"\n", "data/common.yaml": "a::b: 1\n",
		}, "correct the path `roles/%{facts.role}_role.yaml`, which matches no file"},
		{"a path that matches another file", map[string]string{
			"hiera.yaml":            "version: 5\nhierarchy: [{name: Roles, path: \"roles/%{facts.role}_role.yaml\"}, {name: Common, path: common.yaml}]\n",
			"data/roles/mac01.yaml": "a::b: 1 # want warning \"no level\"\n", "data/common.yaml": "a::b: 1\n", "data/roles/mac_role.yaml": "a::b: 1\n",
		}, "add a level that reads it, or remove it"},
		{"a directory that scripts fill", map[string]string{
			"hiera.yaml":                "version: 5\nhierarchy: [{name: All, datadir: /opt/staged/hieradata, data_hash: yaml_data, paths: [host.yaml, system.yaml, personality.yaml, global.yaml]}]\n",
			"hieradata/controller.yaml": "a::b: 1 # want note \"no level\"\n", "hieradata/global.yaml": "a::b: 1\n",
		}, "remove it if nothing copies it"},
		{"class hiera writes another hierarchy", map[string]string{
			"data/site/berlin.yaml": "a::b: 1 # want note \"no level\"\n", "environment.conf": "", "modules/profile/manifests/master.pp": "class profile::master {\n  class { 'hiera': hierarchy => ['common'] }\n}\n",
		}, "put that hierarchy into the repository"},
		{"data for class hiera has another hierarchy", map[string]string{
			"data/site/berlin.yaml": "a::b: 1 # want note \"no level\"\n", "environment.conf": "", "data/common.yaml": "hiera::hierarchy: [\"site/%{literal('%')}{site}\", common]\n",
		}, "put that hierarchy into the repository"},
		{"data for class hiera has the same hierarchy", map[string]string{
			"hiera.yaml":                 ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"node/%{::fqdn}\", common]\n",
			"hieradata/site/berlin.yaml": "a::b: 1 # want warning \"no level\"\n", "hieradata/common.yaml": "hiera::hierarchy: ['node/%%{::}{fqdn}', common]\n",
		}, "add a level"},
		{"does not look like Hiera data", map[string]string{"data/compose/web.yaml": "services: {} # want note \"no level\"\n"}, "add a level"},
		{"a stage called test", map[string]string{"data/role/test.yml": "a::b: 1 # want warning \"no level\"\n"}, "data/role/test.yaml`, which level `Role` reads"},
		{"tests", map[string]string{"data/test.yaml": "a::b: 1\n", "data/role/web-test.yml": "a::b: 1\n", "data/role/example.yml": "a::b: 1\n", "data/common.example.yml": "a::b: 1\n"}, ""},
		{"encrypted", map[string]string{"data/secrets/web.eyaml": "message: hello # want warning \"no level\"\n"}, "add a level"},
		{"keys as data has them", map[string]string{"data/common.yaml": "classes: []\n", "data/more/x.yaml": "classes: [] # want warning \"no level\"\nother: 1\n"}, "add a level"},
		{"a module without hiera.yaml", map[string]string{
			"data/common.yaml": "a::b: 1\n", "modules/app/manifests/init.pp": "class app {}\n",
			"modules/app/data/os/Debian.yaml": "app::port: 81 # want warning \"the module has no hiera.yaml\"\n", "modules/app/data/tables.yaml": "red: 1\n",
		}, "modules/app/hiera.yaml` with a level"},
		{"data of a module that the environment reads", map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy: [{name: M, datadir: modules/app/data, path: common.yaml}]\n",
			"data/common.yaml": "", "modules/app/manifests/init.pp": "class app {}\n", "modules/app/data/common.yaml": "app::port: 80\n",
		}, ""},
		{"data of a module for module_data", map[string]string{
			"data/common.yaml": "a::b: 1\n", "modules/app/manifests/init.pp": "class app {}\n", "modules/app/data/common.yaml": "app::port: 80\n", "modules/app/data/hiera.yaml": ":hierarchy: [common]\n",
		}, ""},
		{"a data directory of an earlier time", map[string]string{"data/common.yaml": "a::b: 1\n", "hieradata/common.yaml": "a::b: 2 # want note \"no hierarchy in the repository reads the data in `.*hieradata`\"\n", "environment.conf": ""}, "move what is still used"},
		{"classes of a node", map[string]string{"data/clientcert/a.yaml": "classes: [role::web, ntp] # want warning \"no level\"\n"}, "add a level"},
		{"classes in the answer of a node classifier", map[string]string{"data/enc/a.yaml": "classes: [role::web] # want note \"no level\"\nenvironment: production\nparameters: {}\n"}, "add a level"},
		{"one key that data has too", map[string]string{"data/common.yaml": "classes: []\n", "data/enc.yaml": "hostname: blight # want note \"no level\"\nipoctet: 236\nclasses: []\n"}, "add a level"},
		{"one key that code looks up", map[string]string{
			"data/site/us.yaml": "excluded: [finger] # want warning \"no level\"\n", "environment.conf": "", "modules/a/manifests/init.pp": "class a {\n  $x = lookup('excluded')\n}\n",
		}, "add a level"},
		{"a doubled extension", map[string]string{"data/common.yaml.yaml": "a::b: 1 # want warning \"no level\"\n", "data/common.yaml": "a: 1\n"}, "data/common.yaml`, which level `Common` reads"},
		{"the extension doubled for a node", map[string]string{"data/nodes/web01.example.com.yaml.yaml": "a: 1 # want warning \"never `web01.example.com.yaml`\"\n"}, "did you mean `web01.example.com`?"},
		{"two extensions for a variable", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Nodes, path: \"nodes/%{facts.networking.hostname}\"}]\n", "data/nodes/web01.yaml.yaml": "a::b: 1\n"}, ""},
		{"a host name with a domain", map[string]string{
			"hiera.yaml":        "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{::hostname}\", common]\n",
			"hieradata/db.yaml": "a: 1\n", "hieradata/common.yaml": "a: 1\n", "hieradata/web.dev.example.com.yaml": "a: 1 # want warning \"`hostname` is never `web.dev.example.com`\"\n",
		}, "did you mean `web`?"},
		{"a host name or a certname", map[string]string{
			"hiera.yaml":                            "version: 5\nhierarchy: [{name: Nodes, paths: [\"nodes/%{facts.networking.hostname}.yaml\", \"nodes/%{trusted.certname}.yaml\"]}]\n",
			"data/nodes/web01.dev.example.com.yaml": "a: 1\n",
		}, ""},
		{"other letters", map[string]string{"data/os/redhat.yaml": "a: 1 # want warning \"`facts.os.family` is never `redhat`\"\n"}, "did you mean `RedHat`?"},
		{"some other letters", map[string]string{"data/os/Redhat.yaml": "a: 1 # want warning \"`facts.os.family` is never `Redhat`\"\n"}, "did you mean `RedHat`?"},
		{"upper case on Windows", map[string]string{"data/os/Windows.yaml": "a: 1 # want warning \"no server reads this file: `facts.os.family` is never `Windows`\"\n"}, "did you mean `windows`?"},
		{"the name in other letters", map[string]string{
			"hiera.yaml":            "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"os/%{::operatingsystem}\", common]\n",
			"hieradata/common.yaml": "a: 1\n", "hieradata/os/Centos.yaml": "a: 2 # want warning \"`operatingsystem` is never `Centos`\"\n", "hieradata/os/Linuxmint.yaml": "a: 3\n",
		}, "did you mean `CentOS`?"},
		{"the release of Ubuntu", map[string]string{
			"hiera.yaml":             "version: 5\nhierarchy: [{name: R, path: \"%{facts.os.name}/%{facts.os.release.major}.yaml\"}]\n",
			"data/Ubuntu/14.yaml":    "a: 1 # want warning \"`facts.os.release.major` is never `14`\"\n",
			"data/Ubuntu/14.04.yaml": "a: 1\n", "data/CentOS/7.yaml": "a: 1\n",
		}, "did you mean `14.04`?"},
		{"the family of Ubuntu", map[string]string{
			"hiera.yaml":          "version: 5\nhierarchy: [{name: R, path: \"%{facts.os.family}/%{facts.os.release.major}.yaml\"}]\n",
			"data/Debian/12.yaml": "a: 1\n",
		}, ""},
		{"certnames are in lower case", map[string]string{"data/nodes/WEB01.example.com.yaml": "a: 1 # want warning \"never\"\n"}, "did you mean `web01.example.com`?"},
		{"a space", map[string]string{"data/nodes/web01.example.com .yaml": "a: 1 # want warning \"`trusted.certname` begins or ends with a space\"\n"}, "did you mean `web01.example.com`?"},
		{"no node", map[string]string{"data/nodes/default.yaml": "a: 1 # want note \"`trusted.certname` is never `default`\"\n"}, "rename the file after a value"},
		{"a variant of the common file", map[string]string{
			"hiera.yaml":            "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{::fqdn}\", common]\n",
			"hieradata/common.yaml": "a: 1\n", "hieradata/common-git.yaml": "a: 1 # want note \"`fqdn` is never `common-git`\"\n", "hieradata/common.example.com.yaml": "a: 2\n",
		}, "rename the file after a value"},
		{"not a value", map[string]string{"data/os/common.yaml": "a: 1 # want note \"`facts.os.family` is never `common`\"\n"}, "rename the file after a value"},
		{"examples", map[string]string{
			"data/example.yaml": "a::b: 1\n", "data/templates/x.yaml": "a::b: 1\n", "data/common.yaml.bak": "x\n", "data/compliance_profiles/x.yaml": "a::b: 1\n",
		}, ""},
		{"a leftover", map[string]string{"data/common-old.yaml": "a::b: 1 # want note \"no level\"\n"}, "remove it"},
		{"a copy", map[string]string{"data/nodes/a.example.com.yaml_back": "a::b: 1 # want note \"no level\"\n", "data/nodes/a.example.com.yaml": "a::b: 1\n"}, "remove it"},
		{"a leftover that is invalid", map[string]string{"data/common-old.yaml": "a::b: [1\nc: 2\n"}, ""},
		{"leftovers of hosts", map[string]string{"data/old/web.yaml": "a: 1 # want note \"no level\"\n"}, "remove it"},
		{"the host old", map[string]string{"data/more/old.example.com.yaml": "a::b: 1 # want warning \"no level\"\n"}, "add a level"},
		{"nothing in it", map[string]string{"data/other.yaml": "{}\n", "data/os/any.yaml": "# nothing\n"}, ""},
		{"an array is not data", map[string]string{"data/list.yaml": "[a]\n"}, ""},
		{"read by another hierarchy if a variable contains a slash", map[string]string{"hiera_vagrant.yaml": "version: 5\nhierarchy: [{name: V, path: \"%{os}/%{release}.yaml\"}]\n", "data/vmware/ubuntu/1404.yaml": "a::b: 1 # want warning \"no level\"\n"}, "add a level"},
		{"read by another hierarchy with variables", map[string]string{"hiera_vagrant.yaml": "version: 5\nhierarchy: [{name: V, path: \"%{virtual}/%{os}/%{release}.yaml\"}]\n", "data/vmware/ubuntu/1404.yaml": "a::b: 1\n"}, ""},
		{"read by another hierarchy", map[string]string{"hiera_vagrant.yaml": "version: 5\nhierarchy: [{name: V, path: vagrant.yaml}]\n", "data/vagrant.yaml": "a::b: 1\n"}, ""},
		{"a function may read it", map[string]string{"hiera.yaml": levels + "  - {name: Code, lookup_key: 'mine::lookup'}\n", "data/site/berlin.yaml": "a::b: 1\n"}, ""},
		{"the path lacks its extension", map[string]string{"hiera.yaml": levels + "  - {name: Other, path: other}\n", "data/other.yaml": "a::b: 1\n"}, ""},
		{"the data directory is in each path", map[string]string{
			"hiera.yaml":           "version: 5\ndefaults: {datadir: ., data_hash: yaml_data}\nhierarchy: [{name: A, paths: [\"data/nodes/%{trusted.certname}.yaml\", data/common/all.yaml]}]\n",
			"hiera.dev.yaml":       "version: 5\ndefaults: {datadir: ., data_hash: yaml_data}\nhierarchy: [{name: A, path: data/common/dev.yaml}]\n",
			"data/common/all.yaml": "a::b: 1\n", "data/common/dev.yaml": "a::b: 1\n", "data/common.yaml": "a::b: 1 # want warning \"no level\"\n", "more/x.yaml": "a::b: 1\n",
		}, "add a level"},
		{"paths into several directories", map[string]string{
			"hiera.yaml":  "version: 5\ndefaults: {datadir: ., data_hash: yaml_data}\nhierarchy: [{name: A, paths: [\"data/%{trusted.certname}.yaml\", common.yaml]}]\n",
			"data/x.yaml": "a::b: 1\n", "data/x/y.yaml": "a::b: 1\n", "common.yaml": "a::b: 1\n",
		}, ""},
		{"outside of the data directory", map[string]string{"docker-compose.yaml": "a: 1\n", "more/x.yaml": "a::b: 1\n", "data/common.yaml": "a: 1\n"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"hiera.yaml": levels}
			maps.Copy(files, tt.files)
			found := ruletest.Run(t, hierarchy.OrphanDataFile, files)
			if tt.help != "" && (len(found) != 1 || !strings.Contains(found[0].Help, tt.help)) {
				t.Errorf("found %+v, want help %q", found, tt.help)
			}
		})
	}
}

// TestFileOfNoRole checks files for roles whose name is nearly that of a class.
func TestFileOfNoRole(t *testing.T) {
	t.Parallel()
	with := func(files map[string]string) map[string]string {
		tree := map[string]string{
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.server_role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/role/db.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n", "data/role/mail.yaml": "a: 1\n", "data/common.yaml": "a: 1\n",
			"modules/role/manifests/db.pp": "class role::db { }\n", "modules/role/manifests/web.pp": "class role::web { }\n",
			"modules/role/manifests/mail.pp": "class role::mail { }\n", "modules/role/manifests/vhost.pp": "class role::vhost { }\n",
		}
		maps.Copy(tree, files)
		return tree
	}
	ruletest.RunAll(t, hierarchy.OrphanDataFile, map[string]map[string]string{
		"misspelled":           with(map[string]string{"data/role/vhst.yaml": "a: 1 # want warning \"no class for role `vhst`, but one for `vhost`\"\n"}),
		"another name":         with(map[string]string{"data/role/cache.yaml": "a: 1\n"}),
		"the other has a file": with(map[string]string{"data/role/vhst.yaml": "a: 1\n", "data/role/vhost.yaml": "a: 1\n"}),
		"others have no class": with(map[string]string{"data/role/vhst.yaml": "a: 1\n", "data/role/cache.yaml": "a: 1\n"}),
		"a number":             with(map[string]string{"data/role/vhost2.yaml": "a: 1\n"}),
		"a plural":             with(map[string]string{"data/role/vhosts.yaml": "a: 1\n"}),
		"of something else":    with(map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Site, path: \"role/%{facts.site}.yaml\"}\n  - {name: Common, path: common.yaml}\n", "data/role/vhst.yaml": "a: 1\n"}),
	})
}

// TestFileOfNoNode checks files for certnames that no node definition has, but nearly.
func TestFileOfNoNode(t *testing.T) {
	t.Parallel()
	with := func(site string, names ...string) map[string]string {
		tree := map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n",
			"environment.conf": "", "manifests/site.pp": site, "data/role/web.yaml": "a: 1\n",
		}
		for _, name := range names {
			name, never := strings.CutSuffix(name, "?")
			name, wanted := strings.CutSuffix(name, "!")
			tree["data/nodes/"+name+".yaml"] = "a: 1\n"
			switch {
			case never:
				tree["data/nodes/"+name+".yaml"] = "a: 1 # want note \"never `" + name + "`\"\n"
			case wanted:
				tree["data/nodes/"+name+".yaml"] = "a: 1 # want warning \"no node definition for `" + name + "`, but one for `puppet\"\n"
			}
		}
		return tree
	}
	domain := "node 'puppet01.example.com' { }\nnode 'puppet02.example.com' { }\nnode 'default' { }\n"
	typo := "node 'puppetmaster.bsd.dev' { }\nnode 'web.bsd.dev' { }\nnode 'mail.bsd.dev', 'db.bsd.dev' { }\n"
	others := []string{"web.bsd.dev", "mail.bsd.dev", "db.bsd.dev"}
	read := with(domain, "puppet01")
	read["hiera.yaml"] = "version: 5\nhierarchy: [{name: Node, paths: [\"nodes/%{trusted.certname}.yaml\", \"nodes/%{trusted.hostname}.yaml\", \"role/%{facts.role}.yaml\"]}]\n"
	anyFolder := with(domain, "puppet01!")
	anyFolder["hiera.yaml"] += "  - {name: Site, path: \"%{facts.site}/%{facts.tier}.yaml\"}\n"
	ruletest.RunAll(t, hierarchy.OrphanDataFile, map[string]map[string]string{
		"a level for any directory":             anyFolder,
		"without a domain":                      with(domain, "puppet01!"),
		"two without a domain":                  with(domain, "puppet01!", "puppet02!"),
		"a path for host names":                 read,
		"others without a domain":               with(domain, "puppet01", "web"),
		"not a node":                            with(domain, "web01"),
		"a value for all":                       with(domain, "default?", "common?", "puppet01!"),
		"nodes without a domain":                with(domain+"node 'laptop' { }\n", "puppet01"),
		"a node without a domain":               with(domain+"node 'puppet01' { }\n", "puppet01"),
		"nodes that match a regular expression": with(domain+"node /^puppet\\d+/ { }\n", "puppet01"),
		"hosts of other names":                  with(domain+"node /^web/ { }\n", "puppet01!"),
		"with the default":                      with(domain+"node 'web.example.com', default { }\n", "puppet01!"),
		"two domains":                           with(domain+"node 'puppet01.example.org' { }\n", "puppet01"),
		"code that cannot be read":              with(domain+"node {\n", "puppet01"),
		"misspelled":                            with(typo, append(others, "puppemaster.bsd.dev!")...),
		"misspelled domain":                     with("node 'puppet.example.com' { }\n"+typo, append(others, "puppet.exmaple.com!")...),
		"misspelled, and few others":            with(typo, others[0], "puppemaster.bsd.dev"),
		"misspelled, and the right name":        with(typo, append(others, "puppemaster.bsd.dev", "puppetmaster.bsd.dev")...),
		"misspelled, and many of the default":   with(typo, append(others, "puppemaster.bsd.dev", "a.bsd.dev", "b.bsd.dev")...),
		"misspelled, and one of the default":    with(typo, append(others, "puppemaster.bsd.dev!", "a.bsd.dev")...),
		"another number":                        with("node 'puppetmaster1.bsd.dev' { }\n"+typo, append(others, "puppetmaster2.bsd.dev", "puppetmaster.bsd.dev")...),
		"another last letter":                   with("node 'puppetb.bsd.dev' { }\n"+typo, append(others, "puppeta.bsd.dev")...),
		"host names in node definitions":        with("node 'puppetmaster.bsd.dev', 'web', 'mail', 'db' { }\n", append(others, "puppemaster.bsd.dev!")...),
	})
}
