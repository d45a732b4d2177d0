package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/golden"
)

// problemTests are files with what a person is told about them in testdata/problems.golden.
var problemTests = []struct {
	name  string
	layer Layer
	text  string
}{
	{"empty", Environment, ""},
	{"a list", Global, "- version: 5\n"},
	{"not YAML", Environment, "version: 5\nhierarchy: [\n"},
	{"no version", Environment, "hierarchy:\n  - name: Common\n    path: 1\n"},
	{"no version, of old", Module, ":backends: [yaml]\n:hierarchy: [common]\n"},
	{"version 3", Environment, "version: 3\nhierarchy: [\"%{lookup('x')}\"]\n"},
	{"version 3 in its place", Global, ":version: 3\n:backends: [yaml, yaml, foo]\n:yaml:\n  :datadir: 5\n:json: {}\n:merge_behavior: deepest\n:hierarchy: [a, 1, '%{a..b}']\n"},
	{"version 4", Environment, "version: 4\ndatadir: '%{x}/data'\nhierarchy:\n  - name: A\n    backend: eyaml\n    path: a\n    paths: [b]\n  - name: B\n    glob: x\n"},
	{"version 4 in the global layer", Global, "version: 4\n"},
	{"version 6", Environment, "version: 6\n"},
	{"text as version", Environment, "version: '5'\n"},
	{"unknown keys", Environment, `version: 5
hierachy: []
lookup_options: {}
datadir: data
backends: [yaml]
frobnicate: 1
1: x
defaults: {2: x, pth: x}
`},
	{"unknown keys below", Environment, `version: 5
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
	{"wrong types", Environment, `version: 5
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
	{"several of each", Environment, `version: 5
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
	{"not allowed in an environment", Environment, `version: 5
hierarchy:
  - name: A
    hiera3_backend: json
default_hierarchy:
  - name: A
    path: a
`},
	{"defaults without a function", Environment, `version: 5
defaults:
  datadir: data
hierarchy:
  - name: A
    path: a
  - name: B
    path: b
`},
	{"names", Module, `version: 5
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
	{"templates", Environment, `version: 5
defaults:
  data_hash: yaml_data
  datadir: "%{facts['os']}"
hierarchy:
  - name: A
    path: "nodes/%{trusted.certname}/%{lookup('role')}.yaml"
  - name: B
    paths: ["%{$role}.yaml", '%{lookup(role)}', '%{role', '%{scope("x")}']
  - name: C
    mapped_paths: ['%{facts.groups}', g, "%{lookup('x')}"]
  - name: D
    mapped_paths: ['a..b', g, '%{g']
  - name: E
    lookup_key: m::fn
    uri: http://x/a b
`},
	{"calls", Environment, `version: 5
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

// TestProblems compares what a person is told, all at once and each at its place.
func TestProblems(t *testing.T) {
	var b strings.Builder
	for _, tt := range problemTests {
		fmt.Fprintf(&b, "======== %s (%s)\n", tt.name, tt.layer)
		writeProblems(&b, read(tt.layer, tt.text))
	}
	golden.Check(t, "problems", []byte(b.String()))
}

// writeProblems writes a file with each problem below the line where it begins.
func writeProblems(b *strings.Builder, c *Config) {
	f := c.Doc.File
	for n := 1; n <= f.Lines(); n++ {
		line := f.Line(n)
		if n < f.Lines() || line.Len() > 0 {
			fmt.Fprintf(b, "%s\n", f.Slice(line))
		}
		for _, p := range c.Problems {
			start := f.Pos(p.Span.Start)
			if start.Line != n {
				continue
			}
			width := max(1, min(p.Span.End, line.End)-p.Span.Start)
			fmt.Fprintf(b, "%s%s %s: %s", strings.Repeat(" ", start.Column-1), strings.Repeat("^", width), effects(p), p.Cause)
			if p.Help != "" {
				fmt.Fprintf(b, " | %s", p.Help)
			}
			if p.Related.End > 0 {
				fmt.Fprintf(b, " (see line %d)", f.Pos(p.Related.Start).Line)
			}
			b.WriteString("\n")
		}
	}
}

// effects is what Puppet 7 and 8 do about a problem.
func effects(p *Problem) string {
	words := map[Effect]string{Silent: "silent", Warns: "warning", Fails: "error"}
	if p.Puppet7.Effect == p.Puppet8.Effect {
		return words[p.Puppet7.Effect]
	}
	return words[p.Puppet7.Effect] + "/" + words[p.Puppet8.Effect]
}
