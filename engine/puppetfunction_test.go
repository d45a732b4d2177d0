package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

var functionFacts = map[string]any{"role": "web", "os": map[string]any{"family": "Debian", "list": []any{1, 2}, "release": map[string]any{"major": "12"}}, "n": 5}

// functionBodies returns the lines of testdata/function_bodies.txt, without comments.
func functionBodies(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/function_bodies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var bodies []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			bodies = append(bodies, line)
		}
	}
	return bodies
}

// answerOf returns the value or error of a lookup, in the format of asked.
func answerOf(t *testing.T, e *engine.Engine, scope *engine.Scope, key string, o engine.LookupOptions) (answer, explanation string, unknown bool) {
	t.Helper()
	r, err := e.Lookup(context.Background(), scope, o, key)
	if r.Explanation != nil {
		explanation = r.Explanation.Text()
	}
	if err != nil {
		return "error: " + err.Error(), explanation, false
	}
	return string(tagged.Append(nil, r.Value)), explanation, r.Value.IsUnknown()
}

// asked formats an answer of Puppet.
func asked(t *testing.T, a oracle.Answer) string {
	t.Helper()
	if a.Error != nil {
		return "error: " + a.Error.Message
	}
	v, err := tagged.Parse(a.Value)
	if err != nil {
		t.Fatal(err)
	}
	return string(tagged.Append(nil, v))
}

// TestFunctionBodiesAgainstPuppet checks that functions return the same as in Puppet, or an unknown value.
func TestFunctionBodiesAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	facts, err := json.Marshal(functionFacts)
	if err != nil {
		t.Fatal(err)
	}
	scope := engine.NewScope(engine.ScopeData{
		Certname: "oracle.example.com", Facts: data.Parse(source.New("facts.json", facts), data.JSON).Value, Trusted: hash("certname", "oracle.example.com"),
		ServerFacts: hash("serverversion", "7.23.0", "servername", "puppet.example.com", "serverip", "192.0.2.1"),
	})
	bodies := reference.Sample(functionBodies(t))
	unknown := 0
	for _, body := range bodies {
		text := body
		if !strings.HasPrefix(body, "function ") {
			text = "function m::lk($k,$o,$c) { if $k == \"x\" { " + body + " } else { $c.not_found } }"
		}
		dir := filetree.Write(t, map[string]string{
			"hiera.yaml":                   "version: 5\nhierarchy:\n- {name: A, lookup_key: m::lk, options: {a: b}}\n- {name: C, path: common.yaml}\n",
			"data/common.yaml":             "y: common\nz: {a: [1]}\nw: \"%{role}\"\n",
			"modules/m/functions/lk.pp":    text,
			"modules/m/functions/other.pp": "function m::other(String $a) { $a }",
			"modules/m/functions/h.pp":     "function m::h() { $a }",
			"functions/environment/f.pp":   "function environment::f() { \"envf\" }",
		})
		answer := puppet.Ask(oracle.Request{EnvDir: dir, Key: "x", Facts: functionFacts, Node: "oracle.example.com", Trusted: map[string]any{"certname": "oracle.example.com"}})
		e := openDir(t, engine.Options{Puppet: 7}, dir)
		got, _, isUnknown := answerOf(t, e, scope, "x", engine.LookupOptions{})
		if isUnknown {
			unknown++
			continue
		}
		if want := asked(t, answer); got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
	t.Logf("%d functions, %d of them unknown", len(bodies), unknown)
	if unknown > len(bodies)/10 {
		t.Errorf("%d of %d functions are unknown, want at most 10%%", unknown, len(bodies))
	}
}

// osFunction is a typical data function of a module.
const osFunction = `# @summary data of the module
function m::d(Hash $options, Puppet::LookupContext $context) >> Hash[String, Data] {
  $base = {
    'm::package' => 'pkg',
    'm::tokens'  => "%{facts.role}-${facts['role']}",
    'm::list'    => ['a', 'b'] + $facts['os']['family'],
  }
  $os = case $facts['os']['family'] {
    'Debian': { { 'm::package' => 'deb-pkg', 'm::conf' => "/etc/${facts['os']['release']['major']}" } }
    'RedHat', 'Suse': { { 'm::package' => 'rpm' } }
    default: { {} }
  }
  $base + $os
}
`

// functionTest is a lookup in an environment with functions.
type functionTest struct {
	key, merge string
	files      map[string]string
}

// functionTests returns lookups with data functions in every kind of level and layer.
func functionTests() []functionTest {
	module := "version: 5\nhierarchy:\n- {name: F, data_hash: m::d}\n"
	provider := `{"name":"a-m","version":"1.0.0","author":"a","license":"x","summary":"s","source":"s","dependencies":[],"data_provider":"function"}`
	level := func(keys string) string {
		return "version: 5\nhierarchy:\n- {name: A, " + keys + "}\n- {name: C, path: common.yaml}\n"
	}
	global := "version: 5\nhierarchy:\n- {name: G, lookup_key: m::g}\n"
	inGlobal := func(body string) map[string]string {
		return map[string]string{
			"global/hiera.yaml": global, "hiera.yaml": "version: 5\n", "data/common.yaml": "x: env",
			"modules/m/functions/g.pp": "function m::g($k, $o, $c) { if $k == 'x' { " + body + " } else { $c.not_found } }",
		}
	}
	ofModule := func(body string) map[string]string {
		return map[string]string{"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": module, "modules/m/functions/d.pp": body}
	}
	tests := []functionTest{
		{"m::package", "", ofModule(osFunction)},
		{"m::tokens", "", ofModule(osFunction)},
		{"m::list", "", ofModule(osFunction)},
		{"m::conf", "", ofModule(osFunction)},
		{"m::conf.x", "", ofModule(osFunction)},
		{"m::nope", "", ofModule(osFunction)},
		{"m::x", "", ofModule("function m::d($o,$c) { {'m::x' => {'a' => 1}, 'other' => 2, 'lookup_options' => {'m::x' => {'merge' => 'hash'}}} }")},
		{"m::x", "", ofModule("function m::d($o,$c) { {1 => 2} }")},
		{"m::y", "", ofModule("function m::d($o,$c) { {'m::x' => true, 'm::y' => {true => 1}} }")},
		{"m::y", "", ofModule("function m::d($o,$c) { undef }")},
		{"m::y", "", ofModule("function m::d($o,$c) { $c.not_found }")},
		{"m::y", "", ofModule("function m::d($o,$c) { nope() }")},
		{"m::x", "", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/functions/data.pp": `function m::data() { {'m::x' => "%{role}", 'bad' => 1} }`, "modules/m/metadata.json": provider}},
		{"m::x", "", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/functions/data.pp": "function m::data() { 5 }", "modules/m/metadata.json": provider}},
		{"m::x", "", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/functions/data.pp": "function m::data($a) { {} }", "modules/m/metadata.json": provider}},
		{"m::x", "", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/metadata.json": provider}},
		{"x", "", map[string]string{"environment.conf": "environment_data_provider = function\n", "functions/environment/data.pp": "function environment::data() { {'x' => $role} }"}},
		{"x", "", map[string]string{"hiera.yaml": level("data_hash: environment::d"), "functions/environment/d.pp": "function environment::d($o,$c) { {'x' => $o} }"}},
		{"x", "", map[string]string{"hiera.yaml": level("data_hash: d, options: {a: [1,{b: '%{role}'}]}"), "functions/d.pp": "function d($o,$c) { {'x' => $o} }"}},
		{"x", "unique", map[string]string{
			"hiera.yaml": level("data_hash: d, paths: [p1.yaml, p2.yaml, p3.yaml]"), "functions/d.pp": "function d($o,$c) { {'x' => [regsubst($o['path'], '^.*/', '')]} }",
			"data/p1.yaml": "", "data/p3.yaml": "",
		}},
		{"x", "hash", map[string]string{
			"hiera.yaml": level("lookup_key: d, glob: 'p*.yaml'"), "data/p1.yaml": "", "data/p3.yaml": "",
			"functions/d.pp": `function d($k,$o,$c) { if $k == 'x' { $c.explain || { "hello ${k}" } {$o['path'] =~ /p3/ => 1} } else { $c.not_found } }`,
		}},
		{"x", "", map[string]string{"hiera.yaml": level("lookup_key: d"), "functions/d.pp": "function d($k,$o,$c) { if $k == 'x' { $c.explain || { 1/0 } 5 } else { $c.not_found } }"}},
		{"x", "", map[string]string{"hiera.yaml": level("lookup_key: d"), "data/common.yaml": "y: '%{role}'", "functions/d.pp": "function d($k,$o,$c) { if $k == 'x' { lookup('y') } else { $c.not_found } }"}},
		{"x", "", map[string]string{"hiera.yaml": level("lookup_key: d"), "data/common.yaml": "y: '%{role}'", "functions/d.pp": `function d($k,$o,$c) { if $k == 'x' { $c.interpolate("%{lookup('y')}") } else { $c.not_found } }`}},
		{"x.a.1.b", "", map[string]string{"hiera.yaml": level("data_dig: d"), "functions/d.pp": "function d($k,$o,$c) { if $k[0] == 'x' { $k } else { $c.not_found } }"}},
		{"x.b", "hash", map[string]string{"hiera.yaml": level("data_dig: d"), "data/common.yaml": "x: {b: 2}", "functions/d.pp": "function d($k,$o,$c) { if $k == ['x'] { {'a' => 1} } elsif $k == ['x','b'] { 7 } else { $c.not_found } }"}},
		{"x", "", inGlobal("1/0")},
		{"x", "", inGlobal("lookup('y')")},
		{"x", "", inGlobal("lookup('x')")},
		{"x", "", inGlobal("fail('b')")},
		{"x", "", map[string]string{"global/hiera.yaml": global, "hiera.yaml": "version: 5\n", "modules/m/functions/g.pp": "function m::g($k,$o) { 1 }"}},
		{"x", "", map[string]string{"global/hiera.yaml": global, "hiera.yaml": "version: 5\n", "modules/m/functions/g.pp": "function m::g($k,$o,$c) { "}},
		{"x", "", map[string]string{"global/hiera.yaml": global, "hiera.yaml": "version: 5\n", "modules/m/functions/g.pp": "function m::g($k,$o,$c) { 5 }"}},
		{"x", "", map[string]string{"hiera.yaml": level("data_hash: d"), "functions/d.pp": "function d($o,$c) { {'lookup_options' => {'x' => {'convert_to' => 'Integer'}}, 'x' => '5'} }"}},
		{"x", "", map[string]string{"hiera.yaml": level("data_hash: d"), "data/common.yaml": "y: 1", "functions/d.pp": `function d($o,$c) { {'x' => "%{lookup('y')}"} }`}},
		{"y", "", map[string]string{"hiera.yaml": level("data_hash: d"), "functions/d.pp": `function d($o,$c) { {'x' => Sensitive('a'), 'y' => "%{lookup('x')}"} }`}},
		{"x", "", map[string]string{"hiera.yaml": level("data_hash: d, mapped_paths: [os, o, '%{o.0}.yaml']"), "data/family.yaml": "", "functions/d.pp": "function d($o,$c) { {'x' => $o} }"}},
		{"x", "", map[string]string{"hiera.yaml": "version: 5\ndefaults: {data_hash: d}\nhierarchy:\n- {name: X}\n", "functions/d.pp": "function d($o,$c) { {'x' => 'dflt'} }"}},
		{"m::x", "", map[string]string{
			"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": "version: 5\nhierarchy: []\ndefault_hierarchy:\n- {name: D, data_hash: m::d}\n",
			"modules/m/functions/d.pp": "function m::d($o,$c) { {'m::x' => 'dflt'} }",
		}},
	}
	for _, returns := range []string{"Hash", "Hash[String, Data]", "Data", "Any", "Hash[Integer, Data]", "Optional[Hash]", "Struct[{'m::x' => Integer}]"} {
		tests = append(tests, functionTest{"m::x", "", ofModule("function m::d($o,$c) >> " + returns + " { {'m::x' => 1} }")})
	}
	return tests
}

// TestFunctionsAgainstPuppet checks that values, errors, and explanations are the same as in Puppet.
func TestFunctionsAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	facts, err := json.Marshal(functionFacts)
	if err != nil {
		t.Fatal(err)
	}
	scope := engine.NewScope(engine.ScopeData{Facts: data.Parse(source.New("facts.json", facts), data.JSON).Value})
	for _, tt := range functionTests() {
		dir := filetree.Write(t, tt.files)
		request := oracle.Request{EnvDir: dir, Key: tt.key, Facts: functionFacts, Explain: true}
		o := engine.Options{Puppet: 7}
		if tt.files["global/hiera.yaml"] != "" {
			request.GlobalDir = filepath.Join(dir, "global")
			o.GlobalConfig = filepath.Join(dir, "global", environment.ConfigName)
		}
		lo := engine.LookupOptions{Explain: true}
		if tt.merge != "" {
			request.Merge, lo.Merge = tt.merge, data.NewString(tt.merge)
		}
		answer := puppet.Ask(request)
		got, explanation, _ := answerOf(t, openDir(t, o, dir), scope, tt.key, lo)
		name := functionText(tt.files)
		if want := asked(t, answer); got != want {
			t.Errorf("%s of %s\n got %s\nwant %s", tt.key, name, got, want)
		}
		if diff := cmp.Diff(answer.Explain, explanation); diff != "" {
			t.Errorf("%s of %s: -want +got\n%s", tt.key, name, diff)
		}
	}
}

// functionText returns the Puppet code in files.
func functionText(files map[string]string) string {
	var texts []string
	for name, text := range files {
		if strings.HasSuffix(name, ".pp") {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}
