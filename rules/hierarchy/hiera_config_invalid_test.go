package hierarchy_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHieraConfigFunctions(t *testing.T) {
	t.Parallel()
	level := func(function string) map[string]string {
		return map[string]string{
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n    " + function + "\n",
			"data/common.yaml": "app::port: 80\n",
		}
	}
	with := func(tree map[string]string, more map[string]string) map[string]string {
		maps.Copy(tree, more)
		return tree
	}
	for name, tt := range map[string]struct {
		files      map[string]string
		help, edit string
	}{
		"misspelled":                     {level("data_hash: yaml_dta # want error \"no function `yaml_dta`\""), "did you mean `data_hash: yaml_data`?", "yaml_data"},
		"a format":                       {level("data_hash: yaml # want \"`yaml`\""), "did you mean `data_hash: yaml_data`?", "yaml_data"},
		"another format":                 {level("data_hash: jsn_data # want \"`jsn_data`\""), "did you mean `data_hash: json_data`?", "json_data"},
		"cut":                            {level("lookup_key: eyaml_lookup # want \"`eyaml_lookup`\""), "did you mean `lookup_key: eyaml_lookup_key`?", "eyaml_lookup_key"},
		"of another kind":                {level("data_hash: eyaml # want \"`eyaml`\""), "did you mean `lookup_key: eyaml_lookup_key`?", ""},
		"though a module may be missing": {with(level("data_hash: yaml # want \"`yaml`\""), map[string]string{"Puppetfile": "mod 'a/b', '1.0.0'\n"}), "did you mean `data_hash: yaml_data`?", "yaml_data"},
		"in defaults": {map[string]string{
			"hiera.yaml":       "version: 5\ndefaults:\n  data_hash: yaml # want \"`yaml`\"\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "app::port: 80\n",
		}, "did you mean `data_hash: yaml_data`?", "yaml_data"},

		"the key in defaults": {map[string]string{
			"hiera.yaml":       "version: 5\ndefaults:\n  lookup-key: eyaml_lookup_key # want \"`lookup-key` is not a valid key\"\n  options: {pkcs7_private_key: x}\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "app::port: 80\n",
		}, "did you mean `lookup_key`?", "lookup_key"},
		"in the environment":     {files: with(level("data_hash: yaml_dta"), map[string]string{"lib/puppet/functions/yaml_dta.rb": "x\n"})},
		"in the Puppet language": {files: with(level("data_hash: yaml_dta"), map[string]string{"functions/yaml_dta.pp": "function yaml_dta($o, $c) { {} }\n"})},
		"in a module":            {files: with(level("data_hash: yaml_dta"), map[string]string{"modules/x/lib/puppet/functions/yaml_dta.rb": "x\n", "environment.conf": "modulepath = modules\n"})},
		"of the old kind":        {files: with(level("data_hash: yaml_dta"), map[string]string{"modules/x/lib/puppet/parser/functions/yaml_dta.rb": "x\n", "environment.conf": "modulepath = modules\n"})},
		"of Puppet":              {files: level("data_hash: yaml_data")},
		"Vault":                  {files: level("lookup_key: hiera_vault")},
		"HTTP":                   {files: level("lookup_key: hiera_http")},
		"any lookup":             {files: level("lookup_key: hiera_lookup")},
		"Azure":                  {files: level("lookup_key: azure_key_vault::lookup")},
		"TOML":                   {files: level("data_hash: toml_data")},
		"XML":                    {files: level("data_hash: xml_data")},
		"JSON of another kind":   {files: level("data_hash: hjson_data")},
		"a database":             {files: level("data_dig: sql_data")},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range ruletest.Run(t, hierarchy.HieraConfigInvalid, tt.files) {
				if d.Help != tt.help {
					t.Errorf("help %q", d.Help)
				}
				if (len(d.Fixes) > 0) != (tt.edit != "") || len(d.Fixes) > 0 && d.Fixes[0].Edits[0].New != tt.edit {
					t.Errorf("fixes %+v", d.Fixes)
				}
			}
		})
	}
}

// TestHieraConfigOfVersion3 checks version 3 configurations, including those that Puppet rejects or
// ignores.
func TestHieraConfigOfVersion3(t *testing.T) {
	t.Parallel()
	site := "notify { 'a': }\n"
	found := ruletest.Run(t, hierarchy.HieraConfigInvalid, map[string]string{
		"hiera.yaml": globalV3 + ":puppet: # want error \"puppet\"\n  :datasource: data\n",
		"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
	})
	if want := "remove it, or name the backend `puppet` in `:backends:` as well"; found[0].Help != want {
		t.Errorf("help %q, want %q", found[0].Help, want)
	}
	for written, want := range map[string]string{
		"app::port: # want \"not a valid key\"\n  http: 80\n":    "move it to a file that a level reads; a hiera.yaml contains no data",
		":merge_behavior:\n  - deeper # want \"not an array\"\n": "write it beside its key, without a dash or brackets: `:merge_behavior: deeper`",
		":logger: [console] # want \"not an array\"\n":           "write it beside its key, without a dash or brackets: `:logger: console`",
		":logger: [a, b] # want \"not an array\"\n":              "",
		":json:\n  - data # want \"must be a hash\"\n":           "",
	} {
		found = ruletest.Run(t, hierarchy.HieraConfigInvalid, map[string]string{
			"hiera.yaml": strings.ReplaceAll(globalV3, "[yaml]", "[yaml, json]") + written,
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
		})
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%q: found %v, want help %q", written, found, want)
		}
	}
	found = ruletest.Run(t, hierarchy.HieraConfigInvalid, map[string]string{
		"hiera.yaml": globalV3 + ":merge_behaviour: deep # want error \"merge_behaviour\"\n",
		"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
	})
	if got := found[0].Fixes[0].Edits[0].New; got != ":merge_behavior" {
		t.Errorf("the fix writes %q, want a symbol", got)
	}
	ruletest.RunAll(t, hierarchy.HieraConfigInvalid, map[string]map[string]string{
		"a misspelled key of the global layer": {
			"hiera.yaml": "---\n:backends: [yaml]\n:hiearchy: [common] # want error \"hiearchy\"\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{environment}/hieradata\n",
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
		},
		"sections of the backends of a misspelled key": {
			"hiera.yaml": "---\n:backend: # want error \"backend\"\n  - yaml\n  - json\n:hierarchy: [common]\n:yaml:\n  :datadir: data\n:json:\n  :datadir: data\n:http: # want error \"http\"\n  :datadir: data\n", "data/common.yaml": "a: 1\n",
		},
		"a section of no backend": {
			"hiera.yaml": globalV3 + ":puppetdb: # want error \"puppetdb\"\n  :server: db\n",
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
		},
		"an array for one of a few strings": {
			"hiera.yaml": globalV3 + ":merge_behavior:\n  - deeper # want error \"`merge_behavior` must be `native`, `deep`, or `deeper`, not an array\"\n",
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
		},
		"a section of a backend": {
			"hiera.yaml": "---\n:backends: [yaml, redis]\n:hierarchy: common\n:logger: console\n:merge_behavior: deeper\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{environment}/hieradata\n:redis:\n  :port: 1\n",
			"environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": site,
		},
		"in an environment": {
			"hiera.yaml": "---\n:backends: [yaml]\n:hiearchy: [common] # want error \"hiearchy\"\n:yaml:\n  :datadir: data\n", "data/common.yaml": "a: 1\n", "environment.conf": "modulepath = modules\n",
		},
		"meant for version 5, with another version": {"hiera.yaml": "version: 3\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "a: 1\n", "environment.conf": "modulepath = modules\n"},
		"meant for version 5":                       {"hiera.yaml": "hierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "a: 1\n", "environment.conf": "modulepath = modules\n"},
	})
}

// TestHieraConfigOptions checks options of hiera-eyaml in version 5.
func TestHieraConfigOptions(t *testing.T) {
	t.Parallel()
	config := func(text string) string {
		return "version: 5\nhierarchy:\n  - name: A\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options:\n" + text
	}
	ruletest.RunAll(t, hierarchy.HieraConfigInvalid, map[string]map[string]string{
		"misspelled": {
			"hiera.yaml":       config("      pkcs7_rivate_key: a # want warning \"hiera-eyaml has no option `pkcs7_rivate_key`\"\n      'pkcs7_pubilc_key': b # want \"`pkcs7_pubilc_key`\"\n      gpg_gnughome: c # want \"gpg_gnughome\"\n"),
			"data/common.yaml": "a: 1\n",
		},
		"keys of levels": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - name: A\n    lookup_key: eyaml_lookup_key\n    paths: [a.yaml, b.yaml]\n    options:\n      pkcs7_private_key: a\n" +
				"      lookup_key: eyaml_lookup_key # want warning \"`lookup_key` is inside `options`\"\n      datadir: data # want warning \"`datadir` is inside `options`\"\n",
			"data/a.yaml": "a: 1\n", "data/b.yaml": "a: 1\n",
		},
		"in defaults": {
			"hiera.yaml": "version: 5\ndefaults:\n  lookup_key: eyaml_lookup_key\n  options: {pkcs7_private_ky: x} # want \"`pkcs7_private_ky`\"\n" +
				"hierarchy:\n  - {name: A, path: a.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: 1\n",
		},
		"others": {
			"hiera.yaml":       config("      pkcs7_private_key: a\n      pkcs7_private_key2: a\n      gpg_gnupghome: b\n      gpg_recipients: d\n      private_key: c\n      pkcs7_keysize: 4096\n"),
			"data/common.yaml": "a: 1\n",
		},
		"of another function": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: A, lookup_key: hiera_vault, path: common.yaml, options: {pkcs7_private_ky: x, paths: [y]}}\n",
			"data/common.yaml": "a: 1\n",
		},
	})
}

// TestHieraConfigSections checks settings of version 3 that are indented too far, so that Puppet takes them for options of a
// backend, and misspelled options.
func TestHieraConfigSections(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, hierarchy.HieraConfigInvalid, map[string]map[string]string{
		"in a backend": {
			"hiera.yaml": ":backends: [yaml, json]\n:yaml:\n  :datadir: data\n  :hierarchy: common # want warning \"`hierarchy` is inside `yaml`\"\n  :logger: console # want warning \"`logger`\"\n" +
				":json:\n  datadir: data\n  merge_behavior: deeper # want \"`merge_behavior`\"\n",
			"data/common.yaml": "a: 1\n",
		},
		"misspelled": {
			"hiera.yaml": ":backends: [yaml, eyaml]\n:yaml:\n  :datadsr: data # want warning \"backend `yaml` has no setting `datadsr`\"\n:eyaml:\n  :datadir: data\n" +
				"  :pkcs7_privat_key: a # want warning \"no setting `pkcs7_privat_key`\"\n  :gpg_gnupghome: b\n:hierarchy: [common]\n",
			"data/common.yaml": "a: 1\n",
		},
		"options of other programs": {
			"hiera.yaml":       ":backends: [yaml, http]\n:yaml:\n  :datadir: data\n  :data_dir: x\n  :cache: x\n:http:\n  :datadr: x\n:hierarchy: [common]\n",
			"data/common.yaml": "a: 1\n",
		},
		"options of backends": {
			"hiera.yaml":       ":backends: [yaml, http]\n:yaml:\n  :datadir: data\n:http:\n  :hierarchy: [x]\n:hierarchy: [common]\n",
			"data/common.yaml": "a: 1\n",
		},
	})
}

// TestHieraConfigPaths checks paths that cannot lead to the data that they are meant for.
func TestHieraConfigPaths(t *testing.T) {
	t.Parallel()
	const config = "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n"
	ruletest.RunAll(t, hierarchy.HieraConfigInvalid, map[string]map[string]string{
		"absolute": {
			"hiera.yaml": config + "  - {name: A, path: \"/nodes/%{trusted.certname}.yaml\"} # want warning \"the path is absolute\"\n" +
				"  - {name: B, datadir: /srv/shared, path: \"/site/%{facts.site}.yaml\"} # want \"absolute\"\n  - {name: C, path: \"site/%{facts.site}.yaml\"}\n" +
				"  - {name: D, glob: \"/os/*.yaml\"} # want \"absolute\"\n  - {name: E, path: /common.yaml} # want \"absolute\"\n",
			"data/nodes/web01.example.com.yaml": "a: 1\n", "data/common.yaml": "a: 1\n", "data/os/all.yaml": "a: 1\n",
		},
		"absolute in version 3": {
			"hiera.yaml":       ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy:\n  - /common # want \"absolute\"\n",
			"data/common.yaml": "a: 1\n",
		},
		"elsewhere on the server": {
			"hiera.yaml":       config + "  - {name: A, path: /etc/puppetlabs/puppet/local.yaml}\n  - {name: B, path: \"/%{facts.site}/x.yaml\"}\n  - {name: C, path: common.yaml}\n  - {name: D, uri: \"http://nodes/\", lookup_key: x::y}\n",
			"data/common.yaml": "a: 1\n", "data/nodes/web01.example.com.yaml": "a: 1\n",
		},
		"with the data directory": {
			"hiera.yaml": config + "  - {name: A, path: \"data/nodes/%{trusted.certname}.yaml\"} # want warning \"contains the data directory `data`\"\n" +
				"  - {name: B, path: data/common.yaml} # want \"`data`\"\n  - {name: C, path: common.yaml}\n  - {name: D, path: \"data/%{facts.x}.yaml\"}\n",
			"data/nodes/web01.example.com.yaml": "a: 1\n", "data/common.yaml": "a: 1\n",
		},
		"with a directory of the same name": {
			"hiera.yaml":            config + "  - {name: A, path: \"data/%{trusted.certname}.yaml\"}\n  - {name: B, path: data/common.yaml}\n  - {name: C, path: common.yaml}\n",
			"data/data/common.yaml": "a: 1\n", "data/common.yaml": "a: 1\n",
		},
		"repeated": {
			"hiera.yaml": config + "  - {name: A, paths: [\"nodes/%{trusted.certname}.yaml\", \"%{::role}.yaml\", common.yaml]}\n" +
				"  - {name: B, paths: [\"%{role}.yaml\", os.yaml]} # want note \"level `A` already reads `%{role}.yaml`\"\n" +
				"  - {name: C, datadir: more, path: common.yaml}\n  - {name: D, path: common.yaml, data_hash: json_data}\n  - {name: E, path: common.yaml, data_hash: \"app::data\"}\n",
			"data/common.yaml": "a: 1\n",
		},
		"repeated for encrypted values": {
			"hiera.yaml":       config + "  - {name: A, path: common.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: a, pkcs7_public_key: b}}\n  - {name: B, glob: common.yaml} # want note \"level `A`\"\n",
			"data/common.yaml": "a: 1\n",
		},
		"with a wildcard": {
			"hiera.yaml": config + "  - {name: A, path: \"nodes/*.yaml\"} # want warning \"`path` has no wildcards\"\n" +
				"  - {name: B, paths: [\"common/*.yaml\", common.yaml]} # want \"`paths` has no wildcards\"\n  - {name: C, glob: \"os/*.yaml\"}\n",
			"data/nodes/web01.yaml": "a: 1\n", "data/common/a.yaml": "a: 1\n", "data/common.yaml": "a: 1\n", "data/os/x.yaml": "a: 1\n",
		},
		"with the name of a file": {
			"hiera.yaml":        config + "  - {name: A, path: \"nodes/*.yaml\"}\n  - {name: B, path: common.yaml}\n",
			"data/nodes/*.yaml": "a: 1\n", "data/common.yaml": "a: 1\n",
		},
		"with a space": {
			"hiera.yaml":       config + "  - {name: A, path: \"common.yaml \"} # want warning \"ends in a space\"\n  - {name: B, path: \"my file.yaml\"}\n",
			"data/common.yaml": "a: 1\n",
		},
	})
}

// TestHieraConfigHelp checks the help and the fixes of mistakes that have several causes.
func TestHieraConfigHelp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ help, fixed string }{
		"hierarchy: [common]":                           {"write it as a hash with a `name` and `path: common.yaml`", ""},
		"hierarchy: ['nodes/%{trusted.certname}.json']": {"write it as a hash with a `name` and `path: nodes/%{trusted.certname}.json`", ""},
		"hierarchy: [{name: A, path: a.yaml, lookup_key: eyaml_lookup_key, pkcs7_public_key: /k, options: {x: 1}}]": {"move it to `options`", ""},
		"hierarchy: [{name: A, path: a.yaml, data_hash: yaml_data, lookup_key: eyaml_lookup_key}]":                  {"remove one of them; `eyaml_lookup_key` also reads values that are not encrypted", ""},
		"hierarchy: [{name: A, path: a.yaml, data_hash: yaml_data, data_dig: a::b}]":                                {"remove one of them", ""},
		"hierarchy: [{name: A, path: 'nodes/*.yaml'}]":                                                              {"write `glob`", "hierarchy: [{name: A, glob: 'nodes/*.yaml'}]"},
		"hierarchy: [{name: A, paths: ['a/*.yaml', 'b/*.yaml']}]":                                                   {"write `globs`", "hierarchy: [{name: A, globs: ['a/*.yaml', 'b/*.yaml']}]"},
		"hierarchy: [{name: A, paths: [common.yaml, 'b/*.yaml']}]":                                                  {"read these files in a level of their own, with `globs`", ""},
		"hierarchy: [{name: A, path: 'os/%{$facts.os.family}.yaml'}]":                                               {"write `%{facts.os.family}`", "hierarchy: [{name: A, path: 'os/%{facts.os.family}.yaml'}]"},
	} {
		found := ruletest.Run(t, hierarchy.HieraConfigInvalid, map[string]string{"hiera.yaml": "version: 5\n" + text + " # want\n", "data/common.yaml": "a: 1\n"})
		if len(found) != 1 {
			continue
		}
		fixed := ""
		if len(found[0].Fixes) > 0 {
			fixed = strings.TrimPrefix(strings.TrimSpace(ruletest.Apply(found[0].Fixes[0])), "version: 5\n")
			fixed = strings.TrimSuffix(fixed, " # want")
		}
		if found[0].Help != want.help || fixed != want.fixed {
			t.Errorf("%s: help %q, fixed %q", text, found[0].Help, fixed)
		}
	}
}

func TestHieraConfigUnquotedTokens(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ config, fixed string }{
		"one": {
			"version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - name: OS\n    path: %{facts.os.family}.yaml # want\n",
			"version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - name: OS\n    path: \"%{facts.os.family}.yaml\"\n",
		},
		"several": {
			":hierarchy:\n  - %{::fqdn} # want\n  - %{::role}/%{::env}\n  - common\n:backends: yaml\n",
			":hierarchy:\n  - \"%{::fqdn}\"\n  - \"%{::role}/%{::env}\"\n  - common\n:backends: yaml\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := ruletest.Run(t, hierarchy.HieraConfigInvalid, map[string]string{"hiera.yaml": tt.config, "data/common.yaml": "app::port: 80\n"})
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatalf("found %v", found)
			}
			if got := ruletest.Apply(found[0].Fixes[0]); got != tt.fixed || !found[0].Fixes[0].Safe {
				t.Errorf("fixed: %s", got)
			}
		})
	}
}
