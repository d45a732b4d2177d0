package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLStrayQuote(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLStrayQuote, map[string]map[string]string{
		"number":              ruletest.Common("a: 30\" # want warning \"at the end of an unquoted string\"\n"),
		"word":                ruletest.Common("a: web' # want \"stray `'`\"\n"),
		"a number of seconds": ruletest.Common("a: check 10s' # want \"stray `'`\"\n"),
		"words":               ruletest.Common("a: allow r path=/volumes/csi\" # want \"stray\"\n"),
		"in a flow sequence":  ruletest.Common("a: ['100', 130', '140'] # want \"stray\"\n"),
		"in a flow mapping":   ruletest.Common("a: {b: x\", c: 'y'} # want \"stray\"\n"),
		"array element":       ruletest.Common("a:\n  - frontend\" # want \"stray\"\n"),
		"root key":            ruletest.Common("a::b\": 1 # want \"stray\"\n"),
		"nested key":          ruletest.Common("a:\n  pull_daily\": 1 # want \"stray\"\n"),
		"after a token":       ruletest.Common("a: x-%{lookup(\"b\")}\" # want \"stray\"\nb: 1\n"),
		"after a quoted part": ruletest.Common("a: cat /x | jq -r 'select(.y) | .z'\" # want \"stray\"\nb: x='\"\n"),
		"folded":              ruletest.Common("a: one # want \"stray\"\n  two\"\n"),
		"lookup_options":      ruletest.Common("lookup_options:\n  a:\n    merge: unique' # want \"stray\"\na: [1]\n"),
		"file no level reads": {"environment.conf": "", "data/nodes/x.yaml": "a: 80' # want \"stray\"\n"},

		"curly": ruletest.Common("a: “debug” # want \"curly quotation marks\"\nb: [‘x y’, z] # want \"curly\"\n“c”: 1 # want \"curly\"\n"),
		"in a path": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Nodes\n    path: nodes/\"%{trusted.certname}\".yaml # want \"quotation marks inside a path\"\n  - name: Roles\n    paths: [\"'role/%{facts.role}'.yaml\", 'role/%{facts.x[\"y\"]}.yaml'] # want \"quotation marks inside a path\"\n  - {name: Common, path: \"common.yaml\"}\n",
			"data/common.yaml": "a: 1\n",
		},
		"in a datadir": {
			"hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: /etc/\"%{environment}\"/data # want \"quotation marks inside a path\"\n:hierarchy:\n  - \"'common'\" # want \"quotation marks inside a path\"\n  - o'brien\n  - '%{facts[\"a\"]}'\n", "data/common.yaml": "a: 1\n", "manifests/site.pp": "",
		},
		"curly in a hiera.yaml": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - name: ‘Common’ # want \"curly\"\n    path: “common.yaml” # want \"curly\"\n  - {name: 'Others', path: others.yaml}\n", "data/others.yaml": "a: 1\n",
		},
		"not around it all": ruletest.Common("a: say “x”\nb: “x” and “y”\nc: x”\nd: '“x”'\ne: “x” - “y”\n"),

		"quoted":             ruletest.Common("a: 'x\"'\nb: \"y'\"\n'c\"': 1\n"),
		"opened in the text": ruletest.Common("a: echo \"x\"\nb: say 'x'\nc: run `id`\nd: x='y'\n"),
		"plural":             ruletest.Common("a: the users'\nb: for all users'\n"),
		"inches":             ruletest.Common("a: 3.5\"\nb: HDD 2.5\"\n"),
		"two marks":          ruletest.Common("a: x''\nb: y\"\"\n"),
		"other marks":        ruletest.Common("a: name=\"\nb: x\\\"\nc: (\"\nd: x, \"\n"),
		"before others":      ruletest.Common("a: x='\"\n"),
		"block scalars":      ruletest.Common("a: |-\n  x\"\nb: >-\n  y'\n"),
		"tagged":             ruletest.Common("a: !!str 30\"\n"),
		"JSON":               {"data/common.json": "{\"a\": \"30'\"}\n"},
		"HOCON":              {"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.conf, data_hash: hocon_data}]\n", "data/a.conf": "a = 30'\n"},
	})
}

func TestYAMLStrayQuoteFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLStrayQuote, false, map[string]string{
		"a: 30\" # want \"stray\"\n":        "a: \"30\"\n",
		"a: [b, inet4'] # want \"stray\"\n": "a: [b, 'inet4']\n",
		"a:\n  b\": 1 # want \"stray\"\n":   "a:\n  \"b\": 1\n",
		"a: “x y” # want \"curly\"\n":       "a: \"x y\"\n",
		"a: ‘x y' # want \"curly\"\n":       "a: 'x y'\n",
		"a: [‘x’] # want \"curly\"\n":       "a: ['x']\n",
	})
}
