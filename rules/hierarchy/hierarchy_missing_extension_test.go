package hierarchy_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHierarchyMissingExtension(t *testing.T) {
	t.Parallel()
	level := func(text string) string { return "version: 5\nhierarchy:\n  - name: A\n    " + text + "\n" }
	tests := []struct {
		name, config string
		files        map[string]string
		fixed        string
		safe         bool
	}{
		{"the file exists", level("path: common # want \"no extension\""), ruletest.Common("a: 1\n"), level("path: common.yaml"), true},
		{"in quotes", level("path: 'common' # want \"no extension\""), ruletest.Common("a: 1\n"), level("path: 'common.yaml'"), true},
		{"one of several", level("paths: [nodes/x.yaml, 'os/common'] # want \"no extension\""), map[string]string{"data/os/common.yaml": "a: 1\n"},
			level("paths: [nodes/x.yaml, 'os/common.yaml']"), true},
		{"a certname", level("path: \"nodes/%{trusted.certname}\" # want \"no extension\""), map[string]string{"data/nodes/web01.example.com.yaml": "a: 1\n"},
			level("path: \"nodes/%{trusted.certname}.yaml\""), true},
		{"a variable of the site", level("path: \"role/%{role}\" # want \"no extension\""), map[string]string{"data/role/web.yaml": "a: 1\n"},
			level("path: \"role/%{role}.yaml\""), false},
		{"encrypted data", "version: 5\nhierarchy:\n  - {name: A, lookup_key: eyaml_lookup_key, path: common} # want \"no extension\"\n",
			map[string]string{"data/common.eyaml": "a: 1\n"}, "version: 5\nhierarchy:\n  - {name: A, lookup_key: eyaml_lookup_key, path: common.eyaml}\n", true},
		{"two extensions are possible", "version: 5\nhierarchy:\n  - {name: A, lookup_key: eyaml_lookup_key, path: common} # want \"no extension\"\n",
			map[string]string{"data/common.eyaml": "a: 1\n", "data/common.yaml": "b: 1\n"}, "version: 5\nhierarchy:\n  - {name: A, lookup_key: eyaml_lookup_key, path: common.eyaml}\n", false},
		{"JSON", "version: 5\nhierarchy:\n  - {name: A, data_hash: json_data, path: common} # want \"no extension\"\n",
			map[string]string{"data/common.json": "{\"a\": 1}\n", "data/common.yaml": "a: 1\n"}, "version: 5\nhierarchy:\n  - {name: A, data_hash: json_data, path: common.json}\n", true},
		{"mapped paths", level("mapped_paths: [facts.groups, group, 'groups/%{group}'] # want \"no extension\""), map[string]string{"data/groups/admin.yaml": "a: 1\n"},
			level("mapped_paths: [facts.groups, group, 'groups/%{group}.yaml']"), false},
		{"no such file, but no doubt", level("paths: ['nodes/%{trusted.certname}', common.yaml] # want \"no extension\""), ruletest.Common("a: 1\n"),
			level("paths: ['nodes/%{trusted.certname}.yaml', common.yaml]"), false},
		{"a file without an extension", level("path: common"), map[string]string{"data/common": "a: 1\n", "data/common.yaml": "a: 1\n"}, "", false},
		{"files without an extension", level("path: \"nodes/%{trusted.certname}\""), map[string]string{"data/nodes/web01": "a: 1\n"}, "", false},
		{"a variable of the site, nothing known", level("paths: [\"role/%{role}\", common.yaml]"), ruletest.Common("a: 1\n"), "", false},
		{"a variable with a whole name", level("path: \"%{data_file}\""), ruletest.Common("a: 1\n"), "", false},
		{"a part of a custom fact with a whole name", level("path: \"%{facts.site.answer_file}\""), ruletest.Common("a: 1\n"), "", false},
		{"another extension", level("paths: [a.conf, \"%{facts.os.name}.data\"]"), ruletest.Common("a: 1\n"), "", false},
		{"not here", "version: 5\nhierarchy:\n  - {name: A, path: common, datadir: /srv/data}\n", nil, "", false},
		{"another function", "version: 5\nhierarchy:\n  - {name: A, path: common, data_hash: 'mine::data'}\n", ruletest.Common("a: 1\n"), "", false},
		{"a glob", level("glob: 'common*'"), ruletest.Common("a: 1\n"), "", false},
		{"a wildcard", level("path: 'nodes/*'"), map[string]string{"data/nodes/a.yaml": "a: 1\n"}, "", false},
		{"version 4", "version: 4\nhierarchy:\n  - {name: A, backend: yaml, path: common}\n", ruletest.Common("a: 1\n"), "", false},
		{"version 3", ":hierarchy: [common]\n:yaml: {:datadir: data}\n", ruletest.Common("a: 1\n"), "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"hiera.yaml": tt.config}
			maps.Copy(files, tt.files)
			found := ruletest.Run(t, hierarchy.HierarchyMissingExtension, files)
			if tt.fixed == "" || len(found) != 1 {
				return
			}
			if got := ruletest.Apply(found[0].Fixes[0]); got != tt.fixed || found[0].Fixes[0].Safe != tt.safe {
				t.Errorf("fixed, safe %t:\n%s", found[0].Fixes[0].Safe, got)
			}
		})
	}
}
