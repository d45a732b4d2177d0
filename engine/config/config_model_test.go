package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// show formats a hierarchy, one level per line, with inherited settings in brackets.
func show(levels []*Level) string {
	var b strings.Builder
	inherited := func(text string, yes bool) string {
		if yes {
			return "[" + text + "]"
		}
		return text
	}
	for _, l := range levels {
		fmt.Fprintf(&b, "%s: %s", l.Name, inherited(l.Function.Kind.String()+" "+l.Function.Name, l.Function.Inherited))
		fmt.Fprintf(&b, ", datadir %s", inherited(l.Datadir.Text, l.Datadir.Inherited))
		switch l.Datadir.Base {
		case WorkingDir:
			b.WriteString(" in working directory")
		case CodeDir:
			b.WriteString(" in codedir")
		}
		b.WriteString(map[LocationKind]string{NoLocation: ", no location", Path: ", path", Glob: ", glob", URI: ", uri", Mapped: ", mapped"}[l.LocationKind])
		for _, at := range l.Locations {
			b.WriteString(" " + at.Text)
		}
		b.WriteString(l.Extension)
		if l.Mapped != nil {
			fmt.Fprintf(&b, " for %s in %s", l.Mapped.Name, l.Mapped.Variable)
		}
		if l.Options != nil {
			b.WriteString(", options " + inherited(rubytext.Inspect(l.Options), l.OptionsInherited))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestHierarchy(t *testing.T) {
	tests := []struct {
		name  string
		layer Layer
		text  string
		want  string
	}{
		{"built in", Environment, "version: 5\n", "Common: [data_hash yaml_data], datadir [data], path common.yaml\n"},
		{"null", Environment, "version: 5\nhierarchy:\ndefaults:\n", "Common: [data_hash yaml_data], datadir [data], path common.yaml\n"},
		{"empty", Environment, "version: 5\nhierarchy: []\n", ""},
		{"each location", Environment, `version: 5
hierarchy:
  - {name: A, path: a}
  - {name: B, paths: [a, b]}
  - {name: C, glob: "*"}
  - {name: D, globs: ["*", "b"]}
  - {name: E, uri: u, data_dig: m::d}
  - {name: F, uris: [u, v], lookup_key: m::l}
  - {name: G, mapped_paths: [facts.list, item, "%{item}.yaml"]}
  - {name: H, v4_data_hash: x}
`, `A: [data_hash yaml_data], datadir [data], path a
B: [data_hash yaml_data], datadir [data], path a b
C: [data_hash yaml_data], datadir [data], glob *
D: [data_hash yaml_data], datadir [data], glob * b
E: data_dig m::d, datadir [data], uri u
F: lookup_key m::l, datadir [data], uri u v
G: [data_hash yaml_data], datadir [data], mapped %{item}.yaml for item in facts.list
H: v4_data_hash x, datadir [data], no location
`},
		{"defaults", Module, `version: 5
defaults:
  datadir: d
  lookup_key: eyaml_lookup_key
  options: {a: 1}
hierarchy:
  - {name: A, path: a}
  - {name: B, path: a, datadir: e, data_hash: yaml_data, options: {b: 2}}
  - {name: C, path: a, options: {}}
default_hierarchy:
  - {name: D, path: d}
`, `A: [lookup_key eyaml_lookup_key], datadir [d], path a, options [{"a"=>1}]
B: data_hash yaml_data, datadir e, path a, options {"b"=>2}
C: [lookup_key eyaml_lookup_key], datadir [d], path a, options {}
default:
D: [lookup_key eyaml_lookup_key], datadir [d], path d, options [{"a"=>1}]
`},
		{"defaults lose the datadir too", Environment, "version: 5\ndefaults: {data_hash: json_data}\n", "Common: [data_hash json_data], datadir [data], path common.yaml\n"},
		{"hiera3_backend", Global, "version: 5\nhierarchy: [{name: A, hiera3_backend: foo, path: x}]\n", "A: hiera3_backend foo, datadir [data], path x\n"},
		{"file with errors", Environment, "version: 5\nhierarchy:\n- {name: 1, path: a}\n- x\n- {name: B, paths: [a, 1], datadir: ~}\n- {name: C, path: a, glob: b, mapped_paths: [a]}\n",
			": [data_hash yaml_data], datadir [data], path a\nB: [data_hash yaml_data], datadir [data], path a\nC: [data_hash yaml_data], datadir [data], path a\n"},
		{"version 4", Environment, "version: 4\n", "common: data_hash yaml_data, datadir [data], path common.yaml\n"},
		{"version 4 levels", Module, `version: 4
datadir: d
hierarchy:
  - {name: A, backend: json}
  - {name: B, backend: yaml, path: b, paths: [c, d]}
  - {name: C, backend: hocon, path: c, datadir: "%{x}"}
`, `A: data_hash json_data, datadir [d], path A.json
B: data_hash yaml_data, datadir [d], path c d.yaml
C: data_hash hocon_data, datadir %{x}, path c.conf
`},
		{"version 3", Global, "--- {}\n", "yaml: data_hash yaml_data, datadir environments/%{::environment}/hieradata in codedir, path nodes/%{::trusted.certname} common.yaml\n"},
		{"not a hash", Global, "", "yaml: data_hash yaml_data, datadir environments/%{::environment}/hieradata in codedir, path nodes/%{::trusted.certname} common.yaml\n"},
		{"version 3 backends", Global, `:backends: [yaml, json, hocon, eyaml, foo]
:hierarchy: "common"
:yaml:
  :datadir: "/data/%{environment}"
  :extension: yml
:eyaml:
  :datadir: e
  :pkcs7_private_key: k
:foo:
  x: 1
`, `yaml: data_hash yaml_data, datadir /data/%{environment} in working directory, path common.yml
json: data_hash json_data, datadir environments/%{::environment}/hieradata in codedir, path common.json
hocon: data_hash hocon_data, datadir environments/%{::environment}/hieradata in codedir, path common.conf
eyaml: lookup_key eyaml_lookup_key, datadir e in working directory, path common.eyaml, options {"datadir"=>"e", "pkcs7_private_key"=>"k"}
foo: hiera3_backend foo, datadir environments/%{::environment}/hieradata in codedir, path common.foo, options {"x"=>1}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(tt.layer, tt.text)
			got := show(c.Hierarchy)
			if c.DefaultHierarchy != nil {
				got += "default:\n" + show(c.DefaultHierarchy)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDefault(t *testing.T) {
	c := Default(Module)
	if got, want := show(c.Hierarchy), "Common: [data_hash yaml_data], datadir [data], path common.yaml\n"; got != want {
		t.Errorf("hierarchy = %s, want %s", got, want)
	}
	if c.Doc != nil || c.Version != 5 || c.Layer != Module || c.Err(8) != nil || c.Warnings(8, true) != nil {
		t.Errorf("Default = %+v", c)
	}
}

// TestPlaces checks that the parts of a hierarchy have the nodes they were read from.
func TestPlaces(t *testing.T) {
	c := read(Environment, `version: 5
defaults:
  datadir: "dir-%{x}"
  data_hash: yaml_data
hierarchy:
  - name: "A"
    paths: ["%{a}", b]
    options: {o: 1}
  - name: B
    data_dig: m::dig
    mapped_paths: [facts.x, y, "%{y}"]
`)
	at := func(n *data.Node) string {
		if n == nil {
			return "nowhere"
		}
		return string(c.Doc.File.Slice(n.Span))
	}
	a, b := c.Hierarchy[0], c.Hierarchy[1]
	got := []string{
		at(c.VersionNode), at(c.Defaults.Datadir.Node), at(c.Defaults.Function.Node),
		at(a.NameNode), at(a.LocationNode), at(a.Locations[0].Node), at(a.Locations[1].Node), at(a.OptionsNode),
		at(a.Datadir.Node), at(a.Function.Node),
		at(b.LocationNode), at(b.Mapped.VariableNode), at(b.Mapped.Template.Node), at(b.Function.Node), at(b.OptionsNode),
	}
	want := []string{
		"5", `"dir-%{x}"`, "yaml_data",
		`"A"`, `["%{a}", b]`, `"%{a}"`, "b", "{o: 1}",
		`"dir-%{x}"`, "yaml_data",
		`[facts.x, y, "%{y}"]`, "facts.x", `"%{y}"`, "m::dig", "nowhere",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if a.Datadir.Template == nil || a.Locations[0].Template == nil || a.Locations[1].Template != nil || b.Mapped.Template.Template == nil {
		t.Error("want templates for exactly the values with interpolation tokens")
	}
	if !strings.HasPrefix(at(a.Node), `name: "A"`) {
		t.Errorf("node of level A = %q", at(a.Node))
	}
}

func TestMergeBehavior(t *testing.T) {
	c := read(Global, ":merge_behavior: deeper\n:deep_merge_options:\n  :knockout_prefix: --\n")
	if c.MergeBehavior != "deeper" || rubytext.Inspect(c.DeepMergeOptions) != `{"knockout_prefix"=>"--"}` {
		t.Errorf("merge behavior %q with %s", c.MergeBehavior, rubytext.Inspect(c.DeepMergeOptions))
	}
	c = read(Global, ":backends: yaml\n")
	if c.MergeBehavior != "native" || c.DeepMergeOptions != nil {
		t.Errorf("default merge behavior %q with %v", c.MergeBehavior, c.DeepMergeOptions)
	}
}

func TestIgnored(t *testing.T) {
	for _, tt := range []struct {
		layer Layer
		text  string
		want  bool
	}{{Global, "version: 3\n", false}, {Environment, "version: 3\n", true}, {Module, "", true}, {Environment, "version: 4\n", false}, {Environment, "version: 5\n", false}} {
		if got := read(tt.layer, tt.text).Ignored(); got != tt.want {
			t.Errorf("%s %q: Ignored() = %t", tt.layer, tt.text, got)
		}
	}
}

func TestErrOfOpenVox(t *testing.T) {
	c := read(Environment, "version: 5\nhierarchy: [{name: A, path: a, options: {path: a}}]\n")
	if got, want := c.Err(9).Text, inFile("Option key 'path' used in hierarchy 'A' is reserved by OpenVox (file: FILE)"); got != want {
		t.Errorf("OpenVox: got error %s", got)
	}
}

func TestErrWithoutText(t *testing.T) {
	err := read(Environment, "version: 5\ndefaults: {2: x}\n").Err(7)
	if err == nil || err.Text != "" || len(err.Problems) != 1 || err.Class != classTypeAssertion {
		t.Errorf("error = %+v, want one without text", err)
	}
}

func TestBuiltin(t *testing.T) {
	for _, tt := range []struct {
		function Function
		builtin  string
	}{
		{Function{Kind: DataHash, Name: "yaml_data"}, "yaml_data"},
		{Function{Kind: LookupKey, Name: "::YAML_data"}, "yaml_data"},
		{Function{Kind: DataHash, Name: "yaml-data"}, ""},
		{Function{Kind: DataHash, Name: "yaml"}, ""},
		{Function{Kind: LookupKey, Name: "eyaml"}, ""},
		{Function{Kind: LookupKey, Name: "eyaml_lookupkey"}, ""},
		{Function{Kind: LookupKey, Name: "eyaml_lookup"}, ""},
		{Function{Kind: DataHash, Name: "toml_data"}, ""},
		{Function{Kind: LookupKey, Name: "vault::lookup"}, ""},
		{Function{Kind: Hiera3Backend, Name: "yaml_data"}, ""},
		{Function{}, ""},
	} {
		if got := tt.function.Builtin(); got != tt.builtin {
			t.Errorf("Builtin() of %q = %q, want %q", tt.function.Name, got, tt.builtin)
		}
	}
}

// TestURIError has errors of URI() in Ruby 3.1.
func TestURIError(t *testing.T) {
	for text, want := range map[string]string{
		"http://x/y?z=%20#f": "", "foo:bar": "", "a/b": "", "": "",
		"a b": `bad URI(is not URI?): "a b"`, "a%": `bad URI(is not URI?): "a%"`, "a%4": `bad URI(is not URI?): "a%4"`, "%zz": `bad URI(is not URI?): "%zz"`,
		"a\"b": `bad URI(is not URI?): "a\"b"`, "{x}": `bad URI(is not URI?): "{x}"`,
		"é \n": `URI must be ascii only "\u00E9 \n"`, "😀": `URI must be ascii only "\u{1F600}"`,
	} {
		got := ""
		if raised := URIError(text); raised != nil {
			got = raised.Message
		}
		if got != want {
			t.Errorf("URIError(%q) = %s, want %s", text, got, want)
		}
	}
	if raised := URIError("mailto:"); raised == nil || raised.Class != "URI::InvalidComponentError" {
		t.Errorf("URIError of mailto: = %#v", raised)
	}
}

func TestDatadirWithoutSetting(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		base       Base
		text, want string
	}{
		{WorkingDir, "%{settings::confdir}/hieradata", "/hieradata"},
		{WorkingDir, "%{::settings::confdir}/hieradata", "/hieradata"},
		{WorkingDir, "%{settings::environmentpath}/%{environment}/data", "/environments/%{environment}/data"},
		{WorkingDir, "/etc/%{settings::confdir}/hieradata", "/etc/%{settings::confdir}/hieradata"},
		{WorkingDir, "%{settings::confdir}-data", "%{settings::confdir}-data"},
		{WorkingDir, "%{environment}/data", "%{environment}/data"},
		{WorkingDir, "%{lookup('settings::confdir')}/data", "%{lookup('settings::confdir')}/data"},
		{WorkingDir, "/data", "/data"},
		{ConfigDir, "%{settings::confdir}/hieradata", "%{settings::confdir}/hieradata"},
	} {
		d := Datadir{Text: tt.text, Template: interpolate.Parse(tt.text), Base: tt.base}.WithoutSetting()
		if d.Text != tt.want || d.Template == nil != (interpolate.Parse(tt.want) == nil) || d.Base != tt.base {
			t.Errorf("%s: %+v", tt.text, d)
		}
	}
}
