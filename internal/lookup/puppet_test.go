package lookup

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

var tree = map[string]string{
	"environments/production/hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Globs, glob: "g/*.yaml"}
  - {name: Mapped, mapped_paths: [facts.list, v, "mapped/%{v}.yaml"]}
  - {name: Common, path: common.yaml}
`,
	"environments/production/data/nodes/n.example.com.yaml": "packages: [nginx, curl]\ndeep: {a: [2, '--1'], b: {d: 2}}\nhash: {c: 1}\n",
	"environments/production/data/g/a.yaml":                 "packages: [g1]\n",
	"environments/production/data/mapped/p.yaml":            "packages: [m1]\n",
	"environments/production/data/common.yaml": `lookup_options:
  packages: {merge: unique}
  deep: {merge: {strategy: deep, knockout_prefix: '--'}}
  secret: {convert_to: Sensitive}
  number: {convert_to: Integer}
  bad: {convert_to: Integer}
packages: [curl]
greeting: "Hello %{facts.hostname}, %{role}"
broken: " %{alias('packages')}"
deep: {a: [1], b: {c: 1}}
hash: {b: 1, a: 2}
secret: s3cret
number: "12"
bad: abc
nothing: ~
text: "a\nb\n"
server: "%{server_facts} %{environment} %{serverversion}"
trusted: "%{trusted}"
undefined: "%{nosuch}"
main: "%{title} %{name} %{module_name}"
port: 80
`,
	"environments/production/modules/m/hiera.yaml":  "version: 5\nhierarchy: [{name: M, path: m.yaml}]\ndefault_hierarchy: [{name: D, path: d.yaml}]\n",
	"environments/production/modules/m/data/m.yaml": "m::y: [1]\nlookup_options: {m::y: {merge: unique}}\n",
	"environments/production/modules/m/data/d.yaml": "m::z: {k: v}\n",
	"facts.json": `{"role": "web", "list": ["p", "q"], "hostname": "n", "domain": "example.com", "fqdn": "n.example.com", "clientcert": "n.example.com", "none": null}`,
	"other.json": `{"role": "web", "list": [], "hostname": "n", "domain": "example.com", "fqdn": "n.example.com", "clientcert": "other.example.org"}`,
}

var requests = []Options{
	{Keys: []string{"packages"}},
	{Keys: []string{"greeting"}},
	{Keys: []string{"hash"}, RenderAs: "s"},
	{Keys: []string{"hash"}, RenderAs: "JSON"},
	{Keys: []string{"nothing"}},
	{Keys: []string{"secret"}},
	{Keys: []string{"secret"}, RenderAs: "json"},
	{Keys: []string{"secret"}, Explain: true},
	{Keys: []string{"server"}},
	{Keys: []string{"trusted"}},
	{Keys: []string{"trusted"}, Facts: "other.json"},
	{Keys: []string{"packages"}, Facts: "other.json"},
	{Keys: []string{"main"}},
	{Keys: []string{"undefined"}},
	{Keys: []string{"undefined"}, Strict: "error", Explain: true},
	{Keys: []string{"nosuch", "number"}},
	{Keys: []string{"nosuch"}, Default: "d", HasDefault: true},
	{Keys: []string{"broken"}, Explain: true},
	{Keys: []string{"bad"}, Explain: true, RenderAs: "json"},
	{Keys: []string{"1.x"}, Explain: true},
	{Keys: []string{"packages"}, Merge: "first"},
	{Keys: []string{"deep"}, Merge: "deep", Prefix: "--", HasPrefix: true},
	{Keys: []string{"packages"}, Merge: "deep", SortMergedArrays: true},
	{Keys: []string{"packages"}, Merge: "deep", MergeHashArrays: true, Explain: true},
	{Keys: []string{"deep"}, Explain: true, RenderAs: "yaml"},
	{Keys: []string{"m::z"}, Explain: true, RenderAs: "yaml"},
	{Keys: []string{"m::y"}, ExplainOptions: true},
	{Keys: []string{"m::y"}, Explain: true, ExplainOptions: true},
	{ExplainOptions: true},
	{Keys: []string{"port"}, Type: "Integer[1, 100]"},
	{Keys: []string{"number"}, Type: "String"},
	{Keys: []string{"packages"}, SortMergedArrays: true},
	{Keys: []string{"packages"}, Merge: "nope"},
}

// arguments returns the options as arguments of `puppet lookup`.
func (o *Options) arguments() []string {
	args := []string{"--node", o.Node, "--facts", o.Facts}
	texts := map[string]string{"--merge": o.Merge, "--type": o.Type, "--render-as": o.RenderAs, "--strict": o.Strict}
	for flag, value := range texts {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	if o.HasPrefix {
		args = append(args, "--knock-out-prefix", o.Prefix)
	}
	if o.HasDefault {
		args = append(args, "--default", o.Default)
	}
	switches := map[string]bool{
		"--explain": o.Explain, "--explain-options": o.ExplainOptions,
		"--sort-merged-arrays": o.SortMergedArrays, "--merge-hash-arrays": o.MergeHashArrays,
	}
	for flag, on := range switches {
		if on {
			args = append(args, flag)
		}
	}
	return append(args, o.Keys...)
}

// TestAgainstPuppetLookup checks that the output, and whether a value was found, agree with `puppet
// lookup`.
func TestAgainstPuppetLookup(t *testing.T) {
	dir := filetree.Write(t, tree)
	var arguments [][]string
	requests := reference.SlowSample(requests)
	for i := range requests {
		o := &requests[i]
		o.Path, o.Puppet = dir, 7
		if o.Facts == "" {
			o.Facts = "facts.json"
		}
		o.Node, o.Facts = "n.example.com", filepath.Join(dir, o.Facts)
		arguments = append(arguments, o.arguments())
	}
	var answers []struct {
		Out, Errors string
		Found       bool
	}
	oracle.AskRuby(t, arguments, &answers, "testdata/puppet_lookup.rb", dir)
	for i, want := range answers {
		var got, messages strings.Builder
		err := Run(context.Background(), requests[i], &got, &messages)
		name := strings.Join(arguments[i][4:], " ")
		if diff := cmp.Diff(want.Out, got.String()); diff != "" {
			t.Errorf("%s (%v, %s): -want +got\n%s", name, err, messages.String(), diff)
		}
		if (err == nil) != want.Found {
			t.Errorf("%s: ended with %v, but Puppet found something: %v\n%s", name, err, want.Found, want.Errors)
		}
	}
}
