package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLTrailingComma(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLTrailingComma, map[string]map[string]string{
		"integer":                ruletest.Common("a: 80, # want warning \"the trailing comma makes `80,` a string\"\n"),
		"negative":               ruletest.Common("a: -1, # want \"`-1,`\"\n"),
		"float":                  ruletest.Common("a: 0.5, # want \"`0.5,`\"\n"),
		"boolean":                ruletest.Common("a: true, # want \"`true,`\"\nb: No, # want \"`No,`\"\n"),
		"null":                   ruletest.Common("a: null, # want \"`null,`\"\nb: ~, # want \"`~,`\"\n"),
		"nested":                 ruletest.Common("a:\n  b:\n    - c: 80, # want \"80\"\n"),
		"pasted JSON":            ruletest.Common("a:\n  \"port\": 80, # want \"80\"\n  \"name\": web, # want \"is part of the string `web,`\"\n  \"tls\": true # no comma\n"),
		"hash of words":          ruletest.Common("a:\n  host: db01, # want \"part of the string `db01,`\"\n  user: app, # want \"`app,`\"\n  name: shop\n"),
		"array of words":         ruletest.Common("a:\n  - one, # want \"one\"\n  - two, # want \"two\"\n  - three\n"),
		"a comma at the end too": ruletest.Common("a:\n  - one, # want \"one\"\n  - two, # want \"two\"\n  - three, # want \"three\"\n"),
		"file no level reads":    {"environment.conf": "", "data/nodes/x.yaml": "a: 80, # want \"80\"\n"},
		"two words of a hash":    ruletest.Common("a:\n  host: db, # want \"`db,`\"\n  user: app, # want \"`app,`\"\n  tables: [x]\n"),
		"names with digits":      ruletest.Common("a:\n  - db01, # want \"`db01,`\"\n  - web\nb: 1:5.30-1+deb9u1, # want \"`1:5.30-1[+]deb9u1,`\"\n"),

		"one word":             ruletest.Common("a: web,\n"),
		"two words":            ruletest.Common("a: [x]\nb:\n  - one,\n  - two\n"),
		"some words":           ruletest.Common("a:\n  - one,\n  - two\n  - three,\n  - four\n"),
		"prose":                ruletest.Common("a: Dear all,\nb:\n  - first of all,\n  - second,\n  - and last\n"),
		"folded prose":         ruletest.Common("a: in 80,\n  or so\nb: the ports\n  80,\n"),
		"quoted":               ruletest.Common("a: '80,'\nb: \"true,\"\n"),
		"tagged":               ruletest.Common("a: !!str 80,\n"),
		"block scalars":        ruletest.Common("a: |-\n  80,\nb: >-\n  80,\n"),
		"flow collections":     ruletest.Common("a: [80, 81,]\nb: {c: 80, d: 81,}\n"),
		"separator":            ruletest.Common("a: b\nseparator: \",\"\n"),
		"JSON":                 {"data/common.json": "{\"a\": \"80,\"}\n"},
		"HOCON":                {"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.conf, data_hash: hocon_data}]\n", "data/a.conf": "a = \"80,\"\n"},
		"interpolation":        ruletest.Common("a: x%{facts.role},\n"),
		"several commas":       ruletest.Common("a: 80,,\nb: 80,443,\nc: 5,10,\n"),
		"numbers without":      ruletest.Common("a: [0644, 80]\nb: one,\n"),
		"keys":                 ruletest.Common("a: {b: c}\nd:\n  80,: x\n  true,: y\n"),
		"lookup_options":       ruletest.Common("lookup_options:\n  a:\n    merge: unique\n    sort: 1,\na: [1]\n"),
		"alias of such values": ruletest.Common("a: &x 80, # want \"80\"\nb: *x\n"),
	})
}

func TestYAMLTrailingCommaFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLTrailingComma, false, map[string]string{"a: 80, # want \"80\"\n": "a: 80\n"})
}
