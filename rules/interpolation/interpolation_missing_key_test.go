package interpolation_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationMissingKey(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]string{
		"nowhere":     ruletest.Common("a: \"%{lookup('nowhere')}\" # want error \"undefined key `nowhere`$\"\n"),
		"hiera":       ruletest.Common("a: \"x %{hiera('nowhere')}\" # want error \"nowhere\"\n"),
		"alias":       ruletest.Common("a: \"%{alias('nowhere')}\" # want error \"nowhere\"\n"),
		"in a list":   ruletest.Common("a:\n  - b: \"%{lookup('nowhere')}\" # want \"nowhere\"\n"),
		"a sub key":   ruletest.Common("h: {x: 1}\na: \"%{lookup('h.y')}\" # want error \"`h` has no `y`\"\n"),
		"below":       ruletest.Common("h: {x: {}}\na: \"%{lookup('h.x.z')}\" # want error \"`h.x` has no `z`$\"\n"),
		"it exists":   ruletest.Common("a: \"%{lookup('b')} %{lookup('h.x')} %{lookup('l.0')}\"\nb: 1\nh: {x: 1}\nl: [1]\n"),
		"quoted dots": ruletest.Common("a: \"%{lookup('''b.c''')}\"\n'b.c': 1\n"),
		"each once":   ruletest.Common("a: \"%{lookup('b')}\"\nb: \"%{lookup('nowhere')}\" # want \"nowhere\"\nc: \"%{lookup('b')}\"\n"),
		"on all nodes of a role": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "x: 1\n", "data/role/db.yaml": "y: 1\n",
			"data/common.yaml": "a: \"%{lookup('x')}\" # want warning \"`x` is undefined on some nodes that use this value\"\n",
		}),
		"other roles unknown":  ruletest.Roles(map[string]string{"data/role/web.yaml": "x: 1\n", "data/common.yaml": "a: \"%{lookup('x')}\"\n"}),
		"the same role has it": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: \"%{lookup('x')}\"\nx: 1\n", "data/role/db.yaml": "y: 1\n"}),
		"a level in a missing directory": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: OS, path: \"os/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\" # want warning \"undefined key `nowhere`\"\n",
		},
		"a level in a missing directory of secrets": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: OS, path: \"secrets/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\"\n",
		},
		"a path of the server": {
			"environment.conf": "", "hiera.yaml": "version: 5\nhierarchy:\n  - name: All\n    paths: [\"/etc/puppetlabs/code/environments/%{environment}/data/nodes/%{facts.networking.fqdn}.yaml\", /etc/puppetlabs/code/environments/production/data/common.yaml]\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')} %{lookup('b')}\" # want error \"nowhere\"\nb: 1\n", "data/nodes/a.example.com.yaml": "c: \"%{lookup('b')} %{lookup('d')}\" # want error \"undefined key `d`\"\n",
		},
		"of another namespace, and a level is missing": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Private, path: private.yaml, datadir: /etc/private}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "site::a::file: \"%{lookup('site::b::dir')}/x\" # want warning \"undefined key `site::b::dir`\"\nsite::a::dir: /a\n" +
				"site::a::owner: \"%{lookup('site::b::user')}\"\nsite::a::link: \"%{lookup('ntp::dir')}\"\n",
			"manifests/site.pp": "", "Puppetfile": "mod 'puppetlabs/ntp', '1.0.0'\n",
		},
		"of an enclosing namespace, and the environment is missing": {
			"metadata.json": `{"name": "me-site", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "x", "source": "x", "dependencies": []}`, "manifests/init.pp": "class site($dir) {}\n", "manifests/a.pp": "class site::a($dir, $file) {}\n", "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "site::a::dir: \"%{lookup('site::dir')}\"\nsite::a::file: \"%{lookup('site::dir')}/x\"\n",
		},
		"in a file for the calling module": {
			"hiera.yaml":        ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy:\n  - \"roles/%{role}\"\n  - \"modules/%{calling_module}\"\n  - common\n",
			"manifests/site.pp": "", "data/roles/web.yaml": "app::url: \"%{hiera('mirror')}/x\"\nother::url: \"%{hiera('mirror')}/x\" # want \"`mirror` is undefined on\"\nurl: \"%{hiera('mirror')}/x\"\n",
			"data/modules/app.yaml": "mirror: b\n", "data/modules/other.yaml": "other::a: b\n", "data/common.yaml": "c: d\n",
		},
		"a path that names its environment": {
			"hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/environments\n:hierarchy:\n  - \"%{::environment}/data/nodes/%{::fqdn}\"\n  - \"%{::environment}/data/common\"\n", "manifests/site.pp": "",
			"data/common.yaml": "a: \"%{hiera('nowhere')} %{hiera('b')}\" # want error \"nowhere\"\nb: 1\n", "data/nodes/a.example.com.yaml": "c: \"%{hiera('b')} %{hiera('d')}\" # want error \"undefined key `d`\"\n",
		},
		"a path that starts with its environment": {
			"hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: /opt/config/\n:hierarchy:\n  - \"%{::environment}/data/nodes/%{::fqdn}\"\n  - \"%{::environment}/data/common\"\n", "manifests/site.pp": "",
			"data/common.yaml": "a: \"%{hiera('nowhere')} %{hiera('b')}\" # want error \"nowhere\"\nb: 1\n", "data/nodes/a.example.com.yaml": "c: \"%{hiera('b')} %{hiera('d')}\" # want error \"undefined key `d`\"\n",
		},
		"a level by a function": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: vault_lookup}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\"\nsite_netmask: y\nb: \"%{lookup('site_natmask')}\" # want warning \"undefined key `site_natmask`\"\nc: \"%{lookup('site_netmask.x')}\"\n",
		},
		"a generated file, one letter mistyped": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "net_mask: x\nsite_netmask: y\na: \"%{lookup('site_natmask')}\" # want warning \"undefined key `site_natmask`\"\nb: \"%{lookup('site_netmasks')} %{lookup('site_netmask2')}\"\n",
		},
		"a generated file, a letter of a subkey mistyped": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "ips: {home: 1, office1: 2}\na: \"%{lookup('ips.offcie1')}\" # want warning \"`ips` has no `offcie1`\"\nb: \"%{lookup('ips.office2')} %{lookup('ips.cottage')}\"\n",
		},
		"an invalid file": {
			"hiera.yaml":         ruletest.RoleLevels,
			"data/role/web.yaml": "b: [c\n\"d\": 1\n",
			"data/common.yaml":   "a: \"%{lookup('nowhere')} %{lookup('b')} %{lookup('d')} %{lookup('c')}\" # want \"nowhere\" \"undefined key `c`\"\n",
		},
		"a generated file": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('nowhere')}\"\n",
		},
		"a generated file, separator mistyped": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "app::loglevel: x\na: \"%{lookup('app::log_level')}\" # want warning \"undefined key `app::log_level`\"\n",
		},
		"a variable, with a generated file": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{hiera('facts::os::family')} x\" # want warning \"undefined key `facts::os::family`\"\nb: \"%{lookup('trusted.certname')} x\" # want warning \"undefined key `trusted`\"\nc: \"%{lookup('hostname')} x\"\n",
		},
		"a module of that name": {
			"modules/facts/manifests/os.pp": "class facts::os($family) {}\n", "hiera.yaml": "version: 5\nhierarchy:\n  - {name: Made, path: terraform.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{hiera('facts::os::family')}\"\n",
		},
		"a module that is not installed": {
			"Puppetfile": "mod 'puppetlabs/ntp', '9.0.0'\n", "data/common.yaml": "a: \"%{lookup('ntp::servers')}\"\nb: \"%{lookup('nto::servers')}\" # want error \"nto::servers\"\n" +
				"ntp::interfaces: []\nc: \"%{lookup('ntp::interfcaes')}\" # want warning \"undefined key `ntp::interfcaes`\"\n" +
				"e: \"%{lookup('ntp:interfaces')}\" # want error \"undefined key `ntp:interfaces`\"\nntp::a::b: 1\nf: \"%{lookup('ntp::a:b')}\" # want warning \"undefined key `ntp::a:b`\"\nd: \"%{lookup('ntp::interface')}\"\n",
		},
		"a standalone module": {
			"metadata.json":     `{"name": "site-app", "version": "1.0.0", "author": "site", "source": "", "license": "MIT", "dependencies": []}`,
			"manifests/init.pp": "class app($a, $b, $servers, $paths, $c, $user, $group = 'app') {}\n", "hiera.yaml": "version: 5\n",
			"data/common.yaml": "app::a: \"%{lookup('nginx::root')} %{lookup('site')} %{lookup('app::user')} %{lookup('app::paths.log')}\"\n" +
				"app::servers: [a]\napp::b: \"%{lookup('app::serevrs')}\" # want warning \"undefined key `app::serevrs`$\"\napp::paths: {data: /srv}\n" +
				"app::c: \"%{lookup('app::group')}\" # want warning \"undefined key `app::group`$\"\n" +
				"app::db_host: a\napp::db_host1: b\napp::d: \"%{lookup('app::db_hst')}\" # want warning \"undefined key `app::db_hst`$\"\napp::e: \"%{lookup('app::db_host2')}\"\n",
		},
		"a helper of a standalone module, on some nodes": {
			"metadata.json":        `{"name": "site-app", "version": "1.0.0", "author": "site", "source": "", "license": "MIT", "dependencies": []}`,
			"manifests/init.pp":    "class app($url, $root, $port) {}\n",
			"hiera.yaml":           "version: 5\nhierarchy:\n  - {name: Family, path: \"os/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/os/RedHat.yaml":  "app::base: /srv\napp::port: 80\napp::root: \"%{lookup('app::base')}/rh\"\n",
			"data/os/Suse.yaml":    "app::root: \"%{lookup('app::base')}/suse\" # want warning \"`app::base` is undefined on the nodes that use this value$\"\n",
			"data/common.yaml":     "app::url: \"%{lookup('app::port')}\"\n",
			"spec/fixtures/a.yaml": "",
		},
		"unknown modules":               ruletest.Common("a: \"%{lookup('ntp::servers')}\" # want warning \"ntp::servers\"\n"),
		"likely a mistake all the same": ruletest.Common("a: \"%{lookup('ntp::servres')}\" # want error \"ntp::servres\"\nntp::servers: []\n"),
		"a module that is installed": {
			"modules/ntp/hiera.yaml": "version: 5\n", "modules/ntp/data/common.yaml": "ntp::servers: 1\n",
			"data/common.yaml": "a: \"%{lookup('ntp::servers')} %{lookup('ntp::nothing')}\" # want error \"ntp::nothing\"\n",
		},
		"in a file that no system reads": {
			"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: System, path: \"os/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/os/common.yaml": "x: 1\n", "data/common.yaml": "a: \"%{lookup('x')}\"\n",
		},
		"in a missing directory": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Secrets, path: \"secrets/%{facts.location}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('x')}\"\n",
		},
		"in a missing directory of nodes": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{lookup('x')}\" # want error \"undefined key `x`\"\n",
		},
		"nowhere, asked for by a role":        ruletest.Roles(map[string]string{"data/role/web.yaml": "a: \"%{lookup('x')}\" # want error \"undefined key `x`\"\n", "data/role/db.yaml": "b: 1\n", "data/common.yaml": "c: 1\n"}),
		"a near name without parts":           ruletest.Common("dns_servers: text\na: \"%{lookup('dns_serverz.1')}\" # want error \"undefined key `dns_serverz`\"\n"),
		"another rule reports lookup_options": ruletest.Common("a: \"%{lookup('lookup_options')}\"\n"),
	}
	ruletest.RunAll(t, interpolation.InterpolationMissingKey, tests)
	found := ruletest.Run(t, interpolation.InterpolationMissingKey, ruletest.Common("db::host: 1\na: 'x %{lookup(\"db::hots\")} y' # want \"db::hots\"\n"))
	if got := ruletest.Underlined(found[0]); got != "db::hots" {
		t.Errorf("underlined %q", got)
	}
	if got, want := ruletest.Apply(found[0].Fixes[0]), "db::host: 1\na: 'x %{lookup(\"db::host\")} y'\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
	own := ruletest.Run(t, interpolation.InterpolationMissingKey, ruletest.Common("dns_server: '%{lookup(\"dns_servers\")}' # want \"undefined key `dns_servers`\"\n"))
	if len(own[0].Fixes) > 0 || own[0].Help != "define the key, or remove the reference" {
		t.Errorf("help %q with %d fixes for a key like the one that refers to it", own[0].Help, len(own[0].Fixes))
	}
}

// TestInterpolationMissingKeyOfVariable checks references that name a variable instead of a key.
func TestInterpolationMissingKeyOfVariable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ token, help, fixed string }{
		{"%{lookup('facts.os.family')}", "write `%{facts.os.family}` for the variable", "%{facts.os.family}"},
		{"%{hiera(\"facts::os::release::major\")}", "write `%{facts.os.release.major}` for the variable", "%{facts.os.release.major}"},
		{"%{lookup('::facts.os.name')}", "write `%{facts.os.name}` for the variable", "%{facts.os.name}"},
		{"%{lookup('trusted.certname')}", "write `%{trusted.certname}` for the variable", "%{trusted.certname}"},
		{"%{lookup('::fqdn')}", "write `%{facts.networking.fqdn}` for the variable", "%{facts.networking.fqdn}"},
		{"%{lookup('hostname')}", "write `%{facts.networking.hostname}` for the variable", "%{facts.networking.hostname}"},
		{"%{lookup('::environment')}", "write `%{environment}` for the variable", "%{environment}"},
		{"%{lookup('networking.ip')}", "write `%{facts.networking.ip}` for the variable", "%{facts.networking.ip}"},
		{"%{lookup('facts')}", "define the key, or remove the reference", ""},
		{"%{lookup('::other')}", "define the key, or remove the reference", ""},
	} {
		found := ruletest.Run(t, interpolation.InterpolationMissingKey, ruletest.Common("a: 'x "+strings.ReplaceAll(tt.token, "'", "''")+"' # want \"undefined key\"\n"))
		if found[0].Help != tt.help {
			t.Errorf("%s: help %q, want %q", tt.token, found[0].Help, tt.help)
		}
		switch {
		case tt.fixed == "" && len(found[0].Fixes) > 0:
			t.Errorf("%s: fix %q, want none", tt.token, ruletest.Apply(found[0].Fixes[0]))
		case tt.fixed != "" && ruletest.Apply(found[0].Fixes[0]) != "a: 'x "+tt.fixed+"'\n":
			t.Errorf("%s: fixed %q, want %q", tt.token, ruletest.Apply(found[0].Fixes[0]), tt.fixed)
		}
	}
}

// TestInterpolationMissingSubKey checks references to undefined subkeys of existing keys.
func TestInterpolationMissingSubKey(t *testing.T) {
	t.Parallel()
	const elsewhere = "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Site, path: \"sites/%{facts.site}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
	const mounts = "mounts:\n  'Debian 11.3': {name: /media}\n"
	tests := map[string]map[string]string{
		"in the same file": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "a: \"%{lookup('mounts.\\\"Debian 11.2\\\".name')}\" # want error \"`mounts` has no `Debian 11.2` on the way to\"\n",
		},
		"in the same file, merged": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "lookup_options: {mounts: {merge: deep}}\na: \"%{lookup('mounts.x.name')}\"\n",
		},
		"below a value that may be elsewhere": {
			"hiera.yaml":       elsewhere,
			"data/common.yaml": mounts + "a: \"%{lookup('mounts.x.name')}\"\n",
		},
		"in another file": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": "a: \"%{lookup('mounts.x.name')}\"\n",
			"data/common.yaml":      mounts,
		},
		"the key itself is undefined": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "a: \"%{lookup('mount.x.name')}\"\n",
		},
		"of one role": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "h: {x: 1}\na: \"%{lookup('h.y')}\" # want error \"`h` has no `y`$\"\n", "data/role/db.yaml": "b: 1\n",
		}),
		"on some nodes of a role": ruletest.Roles(map[string]string{
			"data/nodes/web01.yaml": "h: {y: 1}\n",
			"data/role/web.yaml":    "h: {x: 1}\na: \"%{lookup('h.y')}\" # want warning \"`h.y` is undefined on some nodes that use this value\"\n", "data/role/db.yaml": "b: 1\n",
		}),
		"in none of the known zones": {
			"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Zone, path: \"zone/%{facts.zone}.yaml\"}\n",
			"data/role/web.yaml":  "a: \"%{lookup('x')}\"\n",
			"data/zone/east.yaml": "x: 1\n", "data/zone/west.yaml": "x: 2\n",
		},
		"parts joined in the data": ruletest.Common("h: {x_y: 1, 'p.q': {r: 1}, x: {z-1: 1}}\na: \"%{lookup('h.p.q.r')}\" # want error \"`h` has no `p` on the way to `h.p.q.r`\"\nb: \"%{lookup('h.x.y')}\" # want error \"`h.x` has no `y`$\"\n"),
		"parts joined in the data, of a module that is not installed": {
			"Puppetfile": "mod 'puppetlabs/ntp', '9.0.0'\n", "data/common.yaml": "ntp::ports: {port_http: 1, username: x}\n" +
				"a: \"%{lookup('ntp::ports.port.http')}\" # want error \"`ntp::ports` has no `port` on the way to `ntp::ports.port.http`\"\nb: \"%{lookup('ntp::ports.port.https')}\"\nc: \"%{lookup('ntp::ports.usernmae')}\" # want error \"no `usernmae`\"\n",
		},
		"of another role": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: \"%{lookup('x')}\" # want warning \"`x` is undefined on the nodes that use this value\"\n", "data/role/db.yaml": "x: 1\n", "data/common.yaml": "c: 1\n",
		}),
	}
	ruletest.RunAll(t, interpolation.InterpolationMissingKey, tests)
	for name, want := range map[string]string{
		"in the same file":         "did you mean `Debian 11.3`?",
		"parts joined in the data": "did you mean `h.'p.q'.r`?",
		"parts joined in the data, of a module that is not installed": "did you mean `ntp::ports.port_http`?",
	} {
		found := ruletest.Run(t, interpolation.InterpolationMissingKey, tests[name])
		if got := found[0].Help; got != want {
			t.Errorf("%s: help %q, want %q", name, got, want)
		}
	}
}

// TestMissingKeyOfOtherPurpose checks that a hierarchy for virtual machines says nothing about the data of production.
func TestMissingKeyOfOtherPurpose(t *testing.T) {
	t.Parallel()
	const levels = "version: 5\nhierarchy: [{name: A, path: common.yaml, datadir: "
	ruletest.RunAll(t, interpolation.InterpolationMissingKey, map[string]map[string]string{
		"data of production": {"vagrant/hiera.yaml": levels + "../hieradata}]\n", "hieradata/common.yaml": "a: '%{lookup(\"b\")}'\n"},
		"its own data":       {"vagrant/hiera.yaml": levels + "hieradata}]\n", "vagrant/hieradata/common.yaml": "a: '%{lookup(\"b\")}' # want error \"undefined key\"\n"},
	})
}
