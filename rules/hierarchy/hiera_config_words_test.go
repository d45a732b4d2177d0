package hierarchy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/golden"
)

// problemTests are files with the findings in testdata/problems.golden.
var problemTests = []struct {
	name  string
	layer config.Layer
	text  string
}{
	{"empty", config.Environment, ""},
	{"an array", config.Global, "- version: 5\n"},
	{"not YAML", config.Environment, "version: 5\nhierarchy: [\n"},
	{"a token without quotes", config.Global, ":hierarchy:\n  - %{clientcert}\n"},
	{"no version", config.Environment, "hierarchy:\n  - name: Common\n    path: 1\n"},
	{"no version, of old", config.Module, ":backends: [yaml]\n:hierarchy: [common]\n"},
	{"version 3", config.Environment, "version: 3\nhierarchy: [\"%{lookup('x')}\"]\n"},
	{"version 3 in its place", config.Global, ":version: 3\n:backends: [yaml, yaml, foo]\n:yaml:\n  :datadir: 5\n:json: {}\n:merge_behavior: deepest\n:hierarchy: [a, 1, '%{a..b}']\n"},
	{"version 4", config.Environment, "version: 4\ndatadir: '%{x}/data'\nhierarchy:\n  - name: A\n    backend: eyaml\n    path: a\n    paths: [b]\n  - name: B\n    glob: x\n"},
	{"version 4 in the global layer", config.Global, "version: 4\n"},
	{"version 6", config.Environment, "version: 6\n"},
	{"text as version", config.Environment, "version: '5'\n"},
	{"unknown keys", config.Environment, `version: 5
hierachy: []
lookup_options: {}
datadir: data
backends: [yaml]
frobnicate: 1
1: x
defaults: {2: x, pth: x}
`},
	{"unknown keys below", config.Environment, `version: 5
defaults:
  data_hash: yaml_data
  datadirs: x
  path: y
hierarchy:
  - name: A
    pth: a.yaml
  - name: B
    backend: yaml
  - Name: C
`},
	{"wrong types", config.Environment, `version: 5
defaults:
  data_hash:
  options: [a]
hierarchy:
  - name: yes
    path: [a, b]
  - name: ''
    paths: a.yaml
  - name: C
    globs: []
  - name: D
    mapped_paths: [a, b]
  - name: E
    uris: [a, 1]
  - common
  - name: F
    options: {a_: 1, b: {2: x}}
`},
	{"several of each", config.Environment, `version: 5
defaults:
  data_hash: yaml_data
  lookup_key: eyaml_lookup_key
  options:
    uri: x
hierarchy:
  - name: A
    path: a
    paths: [b]
  - name: B
    path: a
    glob: b
    data_hash: yaml_data
    data_dig: m::dig
    options:
      path: x
`},
	{"not allowed in an environment", config.Environment, `version: 5
hierarchy:
  - name: A
    hiera3_backend: json
default_hierarchy:
  - name: A
    path: a
`},
	{"defaults without a function", config.Environment, `version: 5
defaults:
  datadir: data
hierarchy:
  - name: A
    path: a
  - name: B
    path: b
`},
	{"names", config.Module, `version: 5
hierarchy:
  - name: A
    path: a
  - name: A
    path: b
default_hierarchy:
  - name: A
    path: c
plan_hierarchy:
  - {name: P, path: a}
  - {name: P, path: a}
`},
	{"templates", config.Environment, `version: 5
defaults:
  data_hash: yaml_data
  datadir: "%{facts['os']}"
hierarchy:
  - name: A
    path: "nodes/%{trusted.certname}/%{lookup('role')}.yaml"
  - name: B
    paths: ["%{$role}.yaml", '%{lookup(role)}', '%{role', '%{scope("x")}']
  - name: Odd
    paths: ['%{{role}}', '%{facts/role}', '%{ facts.role }', '%{facts.''my role''}', '%{my-role}']
  - name: C
    mapped_paths: ['%{facts.groups}', g, "%{lookup('x')}"]
  - name: D
    mapped_paths: ['a..b', g, '%{g']
  - name: E
    lookup_key: m::fn
    uri: http://x/a b
`},
	{"calls", config.Environment, `version: 5
defaults:
  data_hash: yaml_data
  options: {pkcs7_public_key: /key}
hierarchy:
  - name: A
    path: a
  - name: B
    lookup_key: yaml_data
    path: b
  - name: C
    data_hash: eyaml_lookup_key
    path: c
  - name: D
    data_dig: eyaml_lookup_key
    path: c
  - name: E
    lookup_key: eyaml_lookup_key
  - name: F
    data_hash: json_data
    options: {}
  - name: G
    data_hash: '::YAML_data'
    options: {}
    uri: http://x/
  - name: H
    lookup_key: m::vault
`},
}

// TestConfigProblems compares the findings, each shown at its position.
func TestConfigProblems(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range problemTests {
		fmt.Fprintf(&b, "======== %s (%s)\n", tt.name, tt.layer)
		writeProblems(&b, config.Read(data.Parse(source.New("hiera.yaml", []byte(tt.text)), data.YAML), tt.layer))
	}
	golden.Check(t, "problems", []byte(b.String()))
}

// writeProblems writes a file with each problem below its line.
func writeProblems(b *strings.Builder, c *config.Config) {
	f := c.Doc.File
	for n := 1; n <= f.Lines(); n++ {
		line := f.Line(n)
		if n < f.Lines() || line.Len() > 0 {
			fmt.Fprintf(b, "%s\n", f.Slice(line))
		}
		for _, p := range configProblems(c) {
			start := f.Pos(p.Span.Start)
			if start.Line != n {
				continue
			}
			width := max(1, min(p.Span.End, line.End)-p.Span.Start)
			fmt.Fprintf(b, "%s%s %s: %s", strings.Repeat(" ", start.Column-1), strings.Repeat("^", width), effects(p.Problem), p.cause)
			switch {
			case p.meant != "":
				fmt.Fprintf(b, " | did you mean `%s`?", p.meant)
			case p.help != "":
				fmt.Fprintf(b, " | %s", p.help)
			}
			if p.Related.End > 0 {
				fmt.Fprintf(b, " (see line %d)", f.Pos(p.Related.Start).Line)
			}
			b.WriteString("\n")
		}
	}
}

// effects returns what Puppet 7 and 8 do about a problem.
func effects(p *config.Problem) string {
	words := map[config.Effect]string{config.Silent: "silent", config.Warns: "warning", config.Fails: "error"}
	if p.Puppet7.Effect == p.Puppet8.Effect {
		return words[p.Puppet7.Effect]
	}
	return words[p.Puppet7.Effect] + "/" + words[p.Puppet8.Effect]
}

func TestFunctionMeant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		function config.Function
		meant    string
	}{
		{config.Function{Kind: config.DataHash, Name: "yaml_data"}, ""},
		{config.Function{Kind: config.LookupKey, Name: "::YAML_data"}, ""},
		{config.Function{Kind: config.DataHash, Name: "yaml-data"}, "yaml_data"},
		{config.Function{Kind: config.DataHash, Name: "yaml"}, "yaml_data"},
		{config.Function{Kind: config.LookupKey, Name: "eyaml"}, "eyaml_lookup_key"},
		{config.Function{Kind: config.LookupKey, Name: "eyaml_lookupkey"}, "eyaml_lookup_key"},
		{config.Function{Kind: config.LookupKey, Name: "eyaml_lookup"}, "eyaml_lookup_key"},
		{config.Function{Kind: config.DataHash, Name: "toml_data"}, ""},
		{config.Function{Kind: config.LookupKey, Name: "vault::lookup"}, ""},
		{config.Function{Kind: config.Hiera3Backend, Name: "yaml_data"}, ""},
		{config.Function{}, ""},
	} {
		if got := functionMeant(tt.function); got != tt.meant {
			t.Errorf("functionMeant(%q) = %q, want %q", tt.function.Name, got, tt.meant)
		}
	}
}
