package hierarchy_test

import (
	"regexp"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHierarchyFolderMissing(t *testing.T) {
	t.Parallel()
	config := func(levels string) string {
		return "version: 5\nhierarchy:\n" + levels + "  - {name: Common, path: common.yaml}\n"
	}
	zone := config("  - name: Zone\n    path: \"zone/%{facts.zone}.yaml\" # want note \"missing directory `.*data/zone`\"\n")
	ruletest.RunAll(t, hierarchy.HierarchyFolderMissing, map[string]map[string]string{
		"missing":               {"hiera.yaml": zone, "data/common.yaml": "a: 1\n"},
		"there, but empty":      {"hiera.yaml": withoutWants(zone), "data/common.yaml": "a: 1\n", "data/zone/.gitkeep": ""},
		"without data anywhere": {"hiera.yaml": withoutWants(zone)},
		"several, once": {
			"hiera.yaml": config("  - name: Zone\n    paths:\n      - \"zone/%{facts.zone}.yaml\" # want \"missing directories `.*data/zone` and `.*data/rack/row`, so no node finds data at 3 paths$\"\n" +
				"      - \"zone/%{facts.tier}.yaml\"\n      - \"rack/row/%{facts.rack}/a.yaml\"\n      - \"role/%{facts.role}.yaml\"\n"),
			"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n", "data/rack/a.txt": "",
		},
		"misspelled": {
			"hiera.yaml":       config("  - name: Location\n    path: \"loaction/%{facts.location}.yaml\" # want warning \"directory `loaction` has no data, but `location` does\"\n  - {name: Cities, path: \"location/%{facts.city}/x.yaml\"}\n"),
			"data/common.yaml": "a: 1\n", "data/location/berlin/x.yaml": "a: 1\n",
		},
		"misspelled, of single nodes": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Nodes\n    path: \"ndoes/%{::fqdn}.yaml\" # want warning \"directory `ndoes` has no data, but `nodes` does\"\n  - {name: Certificates, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n", "data/nodes/a.example.com.yaml": "a: 1\n",
		},
		"misspelled, short, with data that nothing reads": {
			"hiera.yaml":       config("  - name: Nodes\n    paths:\n      - \"ndoe/%{trusted.certname}.yaml\" # want warning \"directory `ndoe` has no data, but `node` does\"\n      - \"roel/%{facts.role}.yaml\" # want warning \"`role` does\"\n"),
			"data/common.yaml": "a: 1\n", "data/node/a.example.com.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n",
		},
		"a plural, with data that nothing reads": {
			"hiera.yaml":       config("  - name: Node\n    path: \"node/%{trusted.certname}.yaml\" # want warning \"directory `node` has no data, but `nodes` does\"\n  - {name: Tier, path: \"tier1/%{facts.tier}.yaml\"} # want note \"missing directory\"\n"),
			"data/common.yaml": "a: 1\n", "data/nodes/a.example.com.yaml": "a: 1\n", "data/tier2/x.yaml": "a: 1\n",
		},
		"nearly a short name of another level": {
			"hiera.yaml":       config("  - name: Roles\n    path: \"rol/%{facts.role}.yaml\" # want note \"missing directory\"\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n"),
			"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n",
		},
		"misspelled, at the end": {
			"hiera.yaml":                       "version: 5\nhierarchy:\n  - name: Role\n    path: \"site/locatoin/%{facts.role}.yaml\" # want warning \"directory `site/locatoin` has no data, but `site/location` does\"\n  - {name: City, path: \"site/location/%{facts.city}/x.yaml\"}\n",
			"data/site/location/berlin/x.yaml": "a: 1\n",
		},
		"misspelled in version 3, with two backends": {
			"hiera.yaml":       "---\n:backends: [yaml, json]\n:hierarchy:\n  - 'loaction/%{location}' # want warning \"`location` does\"\n  - 'location/%{city}/x'\n  - common\n:yaml:\n  :datadir: data\n:json:\n  :datadir: data\n",
			"data/common.yaml": "a: 1\n", "data/location/berlin/x.yaml": "a: 1\n", "puppet.conf": "",
		},
		"a plural": {
			"hiera.yaml":       config("  - name: Role\n    path: \"roles/%{facts.role}.yaml\" # want note \"missing directory\"\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n"),
			"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n",
		},
		"a misspelled file": {
			"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Host, path: \"%{facts.role}.yaml\"}\n  - name: Defaults\n    path: defauts.yaml # want warning \"`defauts.yaml` does not exist, but `defaults.yaml` does\"\n",
			"data/defaults.yaml": "a: 1\n", "environment.conf": "",
		},
		"a misspelled file that tests read": {
			"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - name: Defaults\n    path: Defaults.yaml # want warning \"`defaults.yaml` does\"\n",
			"spec/hiera.yaml":    "version: 5\nhierarchy:\n  - {name: Role, path: \"../data/role/%{facts.role}.yaml\"}\n  - {name: Defaults, path: ../data/defaults.yaml}\n",
			"data/defaults.yaml": "a: 1\n", "data/role/web.yaml": "a: 1\n", "environment.conf": "",
		},
		"another file": {
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Host, path: \"%{facts.role}.yaml\"}\n  - {name: Secrets, path: secret.yaml}\n  - {name: Local, path: local.yaml}\n  - {name: Locale, path: locale.yaml}\n",
			"data/secrets.yaml": "a: 1\n", "data/locale.yaml": "a: 1\n", "data/common.yaml": "a: 1\n", "environment.conf": "",
		},
		"in the middle":   {"hiera.yaml": config("  - name: Zone\n    path: \"zone/%{facts.zone}/x/%{facts.tier}.yaml\"\n"), "data/common.yaml": "a: 1\n", "data/zone/a/b.yaml": "c: 1\n"},
		"at any depth":    {"hiera.yaml": config("  - name: Zone\n    glob: \"**/zone/%{facts.zone}.yaml\"\n"), "data/common.yaml": "a: 1\n"},
		"of single nodes": {"hiera.yaml": config("  - {name: Nodes, path: \"nodes/%{::fqdn}.yaml\"}\n"), "data/common.yaml": "a: 1\n"},
		"kept elsewhere":  {"hiera.yaml": withoutWants(zone), "data/common.yaml": "a: 1\n", ".gitignore": "/data/zone/\n"},
		"a missing datadir": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Zone, path: \"zone/%{facts.zone}.yaml\", datadir: dta}\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "a: 1\n",
		},
		"of a module": {
			"modules/m/hiera.yaml":       config("  - {name: OS, path: \"os/%{facts.os.name}/%{facts.os.release.major}.yaml\"}\n  - {name: Z, path: \"zone/%{facts.zone}.yaml\"}\n"),
			"modules/m/data/common.yaml": "m::a: 1\n", "modules/m/manifests/init.pp": "class m($a) { }\n",
		},
		"of systems": {"hiera.yaml": config("  - {name: OS, path: \"os/%{facts.os.name}.yaml\"} # want \"data/os\"\n"), "data/common.yaml": "a: 1\n"},
		"once for two backends": {
			"hiera.yaml":       "---\n:backends: [json, yaml]\n:hierarchy:\n  - 'zone/%{zone}' # want \"missing directory `.*data/zone`, so no node finds data here$\"\n  - common\n:yaml:\n  :datadir: data\n:json:\n  :datadir: data\n",
			"data/common.yaml": "a: 1\n",
		},
		"beside code": {
			"hiera.yaml":                       "---\n:backends: [yaml]\n:hierarchy:\n  - '%{environment}/hiera/%{zone}'\n  - 'hieradata/%{environment}/common'\n:yaml:\n  :datadir: /opt/config/production\n",
			"hieradata/production/common.yaml": "a: 1\n", "doc/index.md": "", "manifests/site.pp": "notify { 'a': }\n",
		},
		"version 3": {
			"hiera.yaml": "---\n:backends: [yaml]\n:hierarchy:\n  - 'zone/%{zone}' # want \"zone\"\n  - common\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{environment}/hieradata\n",
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": "notify { 'a': }\n",
		},
	})
}

// withoutWants removes # want comments.
func withoutWants(text string) string {
	return regexp.MustCompile(`(?m)\s*# want .*$`).ReplaceAllString(text, "")
}
