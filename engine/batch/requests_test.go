package batch

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// TestRequestsAgainstPuppet compares complete answers of the engine and Puppet 7 to requests that the recorded
// lookups do not cover.
func TestRequestsAgainstPuppet(t *testing.T) {
	options := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": "lookup_options: {list: [], number: 5, yes: true, none: ~, text: deep, bad: {merge: deeep}, l: [], n: 5, y: true, b: {merge: deeep}}\n" +
			"list: 1\nnumber: 1\nyes: 1\nnone: 1\ntext: 1\nbad: 1\n",
	})
	version4 := filetree.Write(t, map[string]string{
		"hiera.yaml":                 "version: 5\n",
		"data/common.yaml":           "a: \"%{lookup('m::a')}%{lookup('n::a')}\"\n",
		"modules/m/hiera.yaml":       "version: 4\n",
		"modules/m/data/common.yaml": "m::a: 1\n",
		"modules/n/hiera.yaml":       "version: 4\n",
		"modules/n/data/common.yaml": "n::a: 1\n",
	})
	keys := filetree.Write(t, map[string]string{
		"environment.conf":           "modulepath = site:modules\n",
		"hiera.yaml":                 "version: 5\n",
		"data/common.yaml":           "a: 2024-01-02\nb: 1\n2: x\n1.5: x\ntrue: x\n~: x\n:s: 1\n\"c d\": 1\n",
		"data/ruby.yaml":             "d: !ruby/object:Foo {}\ne: 2024-01-02\n",
		"data/.hidden.yaml":          "f: 1\n",
		"data/.hidden/x.yaml":        "g: 1\n",
		"data/x.eyaml":               "h: 1\nh.i: 1\n",
		"data/x.json":                `{"j": 1}`,
		"site/m/hiera.yaml":          "version: 5\n",
		"site/m/data/common.yaml":    "m::a: 1\n",
		"modules/n/hiera.yaml":       "version: 5\n",
		"modules/n/data/common.yaml": "n::a: 1\n",
	})
	classic := filetree.Write(t, map[string]string{"env/hiera.yaml": "version: 4\n", "data/common.yaml": "a: 1\nsymbol: :s\n"})
	filetree.Add(t, classic, map[string]string{
		"hiera.yaml": ":backends: [yaml]\n:yaml: {:datadir: " + classic + "/data}\n:hierarchy: [common]\n",
		"list.yaml":  ":backends: [json]\n:json: {:datadir: " + classic + "/data}\n:hierarchy: [list]\n", "data/list.json": "[1]",
	})
	large := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\n",
		"data/common.yaml": "lookup_options: {^n: {convert_to: Hash}}\nn1: 190:20:30\nn2: 5\nn3: 1000\n",
	})
	modified := filetree.Write(t, map[string]string{ // merges modify what is looked up again
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - {name: Key, lookup_key: m::key, uris: [x, y]}\n" +
			"  - {name: Secret, lookup_key: eyaml_lookup_key, paths: [s.yaml, t.yaml], options: {pkcs7_private_key: /nowhere, pkcs7_public_key: /nowhere}}\n",
		"data/common.yaml": "lookup_options: {^.: {merge: {strategy: reverse_deep, knockout_prefix: '--'}}}\n",
		"data/s.yaml":      "s: {x: ['--a', 1, 1]}\nss: \"%{lookup('s')} %{lookup('s')} %{role}\"\n",
		"data/t.yaml":      "s: {x: ['--a', 1, 1]}\n",
		"modules/m/functions/key.pp": "function m::key(String $key, Hash $options, Puppet::LookupContext $context) {\n  case $key {\n    'k': { { 'x' => ['--a', 1, 1] } }\n" +
			"    'kk': { $context.interpolate('%{lookup(\"k\")} %{lookup(\"k\")} %{role}') }\n    default: { $context.not_found }\n  }\n}\n",
	})
	requests := []map[string]any{
		{"keys": []string{"n1", "n2", "n3"}, "envdir": large},
		{"allkeys": true, "envdir": keys},
		{"key": "a", "hiera_call": true, "envdir": filepath.Join(classic, "env"), "hiera_config": filepath.Join(classic, "hiera.yaml")},
		{"key": "symbol", "hiera_config": filepath.Join(classic, "hiera.yaml")},
		{"key": "a", "hiera_config": filepath.Join(classic, "list.yaml")},
		{"key": "a", "hiera_config": filepath.Join(classic, "hiera.yaml"), "hiera_call": true, "hiera_override": []string{"x-%{role}"}, "facts": map[string]any{"role": "web"}, "explain": true},
		{"key": "a", "hiera_config": filepath.Join(classic, "hiera.yaml"), "hiera_override": []string{"common"}, "explain": true},
	}
	for _, key := range []string{"list", "number", "yes", "none", "text", "bad", "l", "n", "y", "b"} {
		for _, more := range []map[string]any{{}, {"merge": "unique"}, {"default": 3}, {"merge": "unique", "default": 3}, {"explain": true, "merge": "unique"}} {
			more["key"], more["envdir"] = key, options
			requests = append(requests, more)
		}
	}
	requests = append(requests, map[string]any{"key": "a", "envdir": version4})
	for _, text := range []string{"", "integer", "Array[$x]", "Hash[Integer]", "Any[1]", "Nope['a']", "Integer[", "Integer[9,2]", "Enum[1]", "Pattern[/(/]",
		"Regexp[1]", "Float[[],1]", "Runtime[1,'a']", "Timespan['x']", "class 'a' {}"} {
		requests = append(requests, map[string]any{"key": "k", "override": map[string]any{"k": 1}, "type": text})
	}
	for _, key := range []string{"kk", "ss"} {
		for _, more := range []map[string]any{{}, {"default_values_hash": map[string]any{"role": "web"}}, {"override": map[string]any{"role": "web"}}, {"explain": true, "override": map[string]any{"role": "web"}}} {
			more["key"], more["envdir"], more["fresh"], more["settings"] = key, modified, true, map[string]any{"strict": "off"}
			requests = append(requests, more)
		}
	}
	puppet := oracle.Start(t)
	s := newServer(Options{Puppet: 7})
	for i, request := range requests {
		request["id"], request["node"] = i, "n.example.com"
		line, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		var got, want map[string]any
		if err := json.Unmarshal(s.answer(context.Background(), line), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(puppet.Line(t, line), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", line, diff)
		}
	}
}
