package batch

import (
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
)

// ofKey returns a request for an explained lookup of key; more has names and values of other arguments.
func ofKey(key string, more ...any) map[string]any {
	request := map[string]any{
		"key": key, "explain": true, "show_secrets": true, "environment": "production", "node": "n.example.com", "facts": map[string]any{"role": "web"},
	}
	for i := 0; i < len(more); i += 2 {
		request[more[i].(string)] = more[i+1]
	}
	return request
}

func file(name string, entries ...string) scenarioLevel {
	return scenarioLevel{path: name, file: name, entries: entries}
}

func eyaml(entries ...string) scenarioLevel {
	l := file("secret.yaml", entries...)
	l.format = "eyaml"
	return l
}

const hiera3 = ":backends: [yaml]\n"

// explained are lookups whose explanations or values depend on what Puppet caches or modifies during a lookup.
var explained = []struct {
	name string
	scenario
}{
	{"lookup_options of a key that is only looked up in the global layer", scenario{
		version3: hiera3, version4: true,
		levels:  []scenarioLevel{file("l.yaml", "e: '%{lookup(\"a\")}'")},
		global:  []scenarioLevel{file("g.yaml", "a: '%{lookup(\"b\")}'")},
		request: ofKey("e"),
	}},
	{"lookup_options of the environment apply to a key that is only looked up in the global layer", scenario{
		version3: hiera3, version4: true,
		levels:  []scenarioLevel{file("l.yaml", "lookup_options: {b: {merge: unique}}")},
		global:  []scenarioLevel{file("g.yaml", "a: '%{lookup(\"b\")}'", "b: [1, 1]"), file("h.yaml", "b: [2]")},
		request: ofKey("a"),
	}},
	{"lookup_options of the global layer apply to a module that it used first", scenario{
		version3: hiera3, version4: true,
		levels:  []scenarioLevel{file("l.yaml", "lookup_options: {'m::b': {merge: unique}}", "a: '%{lookup(\"g\")} %{lookup(\"m::b\")}'", "m::b: [1, 1]")},
		module:  []scenarioLevel{file("m.yaml", "m::b: [2]")},
		global:  []scenarioLevel{file("g.yaml", "g: '%{lookup(\"m::c\")}'")},
		request: ofKey("a"),
	}},
	{"lookup_options with a lookup token, for a key that is only looked up in the global layer", scenario{
		version4: true,
		global:   []scenarioLevel{file("g.yaml", "lookup_options: {b: {merge: '%{lookup(\"s\")}'}}", "s: unique", "b: [1, 1]")},
		request:  ofKey("b", "hiera_call", true),
	}},
	{"lookup_options with a lookup token, for a key of a module", scenario{
		version4: true,
		global:   []scenarioLevel{file("g.yaml", "lookup_options: {s: {merge: hash}, 'm::b': {merge: '%{lookup(\"s\")}'}}", "s: unique", "m::b: [1, '%{lookup(\"s\")}']")},
		module:   []scenarioLevel{file("m.yaml", "m::b: [1, 1]")},
		request:  ofKey("m::b", "hiera_call", true),
	}},
	{"recursive lookup in an interpolated fact", scenario{
		levels: []scenarioLevel{file("l.yaml", "a: '%{lookup(\"a\")}'")},
		request: map[string]any{
			"interpolate": "%{evil}", "environment": "production", "node": "n.example.com", "facts": map[string]any{"evil": "%{lookup('a')}"},
		},
	}},
	{"hash key that eyaml_lookup_key has already interpolated", scenario{
		levels:  []scenarioLevel{eyaml("a: '%{lookup(\"b\")} %{lookup(\"b\")}'", "b: {'%{role}': 1}")},
		request: ofKey("a"),
	}},
	{"value that eyaml_lookup_key has cached, with an override", scenario{
		levels:  []scenarioLevel{eyaml("a: '%{lookup(\"b\")} %{lookup(\"b\")}'", "b: ['%{lookup(\"c\")}']")},
		request: ofKey("a", "override", map[string]any{"c": "over"}),
	}},
	{"value that a merge modifies, looked up again", scenario{
		levels:  []scenarioLevel{file("l.yaml", "b: {x: [1, 1]}"), file("m.yaml", "b: ['%{lookup(\"b\")}']")},
		request: ofKey("b.x", "merge", "deep"),
	}},
	{"value that a merge modifies, looked up again with eyaml_lookup_key", scenario{
		levels:  []scenarioLevel{eyaml("b: {x: [1, 1]}"), file("m.yaml", "b: ['%{lookup(\"b\")}']"), file("n.yaml", "b: ['%{lookup(\"b\")}']")},
		request: ofKey("b.x", "merge", "deep"),
	}},
	{"value of eyaml_lookup_key that a merge has modified", scenario{
		levels: []scenarioLevel{
			eyaml("a: '%{lookup(\"b\")} %{lookup(\"b\")}'", "b: ['--d', e]", "lookup_options: {b: {merge: {strategy: deep, knockout_prefix: '--'}}}"),
			file("m.yaml", "b: [d, f]"),
		},
		request: ofKey("a"),
	}},
	{"value of eyaml_lookup_key that a merge has modified, without an explanation", scenario{
		levels: []scenarioLevel{
			eyaml("a: '%{lookup(\"b\")} %{lookup(\"b\")}'", "b: ['--d', e]", "lookup_options: {b: {merge: {strategy: deep, knockout_prefix: '--'}}}"),
			file("m.yaml", "b: [d, f]"),
		},
		request: ofKey("a", "explain", false),
	}},
	{"value of a function in the Puppet language that a merge has modified", scenario{
		levels: []scenarioLevel{
			{kind: "uris", uris: "    lookup_key: m::key\n    uri: x\n"},
			file("m.yaml", "d: '%{lookup(\"b\")} %{lookup(\"b\")}'", "b: {x: [a]}", "lookup_options: {'^[bc]': {merge: {strategy: deep, knockout_prefix: '--'}}}"),
		},
		request: ofKey("d", "explain", false),
	}},
	{"value of an alias that a merge modifies", scenario{
		levels:  []scenarioLevel{file("l.yaml", "b: {x: '%{alias(\"c\")}'}", "c: ['--d', 1, 1]"), file("m.yaml", "b: {x: [d]}")},
		request: ofKey("b", "merge", map[string]any{"strategy": "deep", "knockout_prefix": "--"}),
	}},
	{"string removed by a bare knockout prefix", scenario{
		levels:  []scenarioLevel{file("l.yaml", "b: ['--']"), file("m.yaml", "b: gone")},
		request: ofKey("b", "merge", map[string]any{"strategy": "deep", "knockout_prefix": "--"}),
	}},
	{"values that a merge of three levels modifies", scenario{
		levels:  []scenarioLevel{file("l.yaml", "b: {x: ['--d'], y: [1, 1]}"), file("m.yaml", "b: {x: [e, '--f'], z: [2, 2]}"), file("n.yaml", "b: {x: [f], y: [3], z: [3]}")},
		request: ofKey("b", "merge", map[string]any{"strategy": "deep", "knockout_prefix": "--"}),
	}},
	{"values that reverse_deep modifies", scenario{
		levels:  []scenarioLevel{file("l.yaml", "b: {x: 1}"), file("m.yaml", "b: {y: [1, 1]}")},
		request: ofKey("b", "merge", "reverse_deep"),
	}},
	{"values with unpacked strings", scenario{
		version3: hiera3 + ":merge_behavior: deeper\n:deep_merge_options: {unpack_arrays: ','}\n",
		global:   []scenarioLevel{file("g.yaml", "b: {x: ['1,2'], y: ['1,1']}"), file("h.yaml", "b: {x: ['2,3']}")},
		request:  ofKey("b", "merge", "hash", "hiera_call", true),
	}},
}

func TestExplained(t *testing.T) {
	puppet, version := oracle.StartPuppet(t)
	d := &differential{t: t, oracle: puppet, puppet: version, root: t.TempDir()}
	for _, tt := range explained {
		t.Run(tt.name, func(t *testing.T) {
			if difference := d.compare(&tt.scenario); difference != "" {
				t.Errorf("%s%s", &tt.scenario, difference)
			}
		})
	}
}
