package backend

import (
	"context"
	"path"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
)

var files = map[string]string{
	"data/a.yaml":        "k: ['%{role}']\nlookup_options: {}\n",
	"data/a.json":        `{"k": {"b": 1}}`,
	"data/a.conf":        "k { b = 2 }",
	"data/x.yaml":        "other: 1\n",
	"data/list.yaml":     "- a\n",
	"data/broken.yaml":   "a: [\n",
	"data/broken.json":   "{",
	"data/blank.json":    " \n",
	"functions/own.pp":   "function own(Hash $options, Puppet::LookupContext $context) { { 'k' => 'from a function' } }\n",
	"functions/fails.pp": "function fails(String $key, Hash $options, Puppet::LookupContext $context) { fail('no') }\n",
	"functions/none.pp":  "function none(String $key, Hash $options, Puppet::LookupContext $context) { $context.not_found() }\n",
}

// opened has the levels of a hierarchy and their backends.
type opened struct {
	Levels
	backends *Backends
}

// open returns the given levels with their backends, and an invocation to look up keys in them.
func open(t *testing.T, levels string, calls []Call, shared *invocation.Shared) (opened, *invocation.Invocation) {
	t.Helper()
	dir := filetree.Write(t, files)
	filetree.Add(t, dir, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [" + levels + "]\n"})
	env, err := environment.Open(dir, environment.Options{ModulePath: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	d := disk.New(data.NewStore(), "")
	s := &scope.Scope{Vars: map[string]*data.Value{"role": data.NewString("web")}}
	h := hierarchy.NewLayers(hierarchy.Options{Environment: env, Disk: d, Shared: shared}).Environment().Resolve(s, false)
	if h.Err != nil {
		t.Fatal(h.Err)
	}
	backends := New(Options{Environment: env, Disk: d, Loader: loader.New(env, d, shared.Incomplete), Shared: shared, Calls: calls})
	return opened{backends.Levels(h.Levels, false), backends}, &invocation.Invocation{
		Context: context.Background(), Shared: shared, Scope: s, Budget: new(budget.Lookup), Record: &invocation.Record{}, Key: "k",
	}
}

// look looks up `k` in the first location of the first level.
func look(t *testing.T, levels opened, inv *invocation.Invocation) string {
	t.Helper()
	parsed, err := key.Parse("k")
	if err != nil {
		t.Fatal(err)
	}
	k := levels.backends.Key(parsed)
	l := levels.All[0]
	var at *Location
	if len(l.Locations) > 0 {
		at = l.Locations[0]
	}
	switch v, found, err := l.Lookup(inv, at, &k); {
	case err != nil:
		return "error: " + err.Message
	case !found:
		return "not found"
	default:
		if u, ok := outcome.AsUnknown(v); ok {
			return "unknown: " + u.Subject
		}
		return rubytext.Inspect(v)
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for level, want := range map[string]string{
		"path: a.yaml":                               `["web"]`,
		"path: a.json, data_hash: json_data":         `{"b"=>1}`,
		"path: a.conf, data_hash: hocon_data":        `{"b"=>2}`,
		"path: a.yaml, lookup_key: eyaml_lookup_key": `["web"]`,
		"path: list.yaml":                            "error: list.yaml: file does not contain a valid yaml hash",
		"path: broken.yaml":                          "error: Unable to parse",
		"path: broken.json, data_hash: json_data":    "error: Unable to parse",
		"path: blank.json, data_hash: json_data":     "error: Unable to parse (blank.json): JSON::ParserError",
		"data_hash: own":                             `"from a function"`,
		"lookup_key: none":                           "not found",
		"lookup_key: fails":                          "error: Evaluation Error: Error while evaluating a Function Call, no (file: ",
		"data_hash: gone::data":                      "error: undefined method `load_typed' for nil:NilClass",
		"data_hash: eyaml_lookup_key, path: a.yaml":  "error: 'eyaml_lookup_key' expects 3 arguments, got 2",
	} {
		levels, inv := open(t, "{name: A, "+level+"}", nil, &invocation.Shared{Puppet: 8, Strict: invocation.Strict})
		got := strings.ReplaceAll(look(t, levels, inv), path.Dir(levels.All[0].Layer.ConfigPath)+"/data/", "")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", level, got, want)
		}
	}
}

func TestIncomplete(t *testing.T) {
	t.Parallel()
	for level, want := range map[string]string{"data_hash: gone::data": "unknown: gone::data", "data_hash: own": `"from a function"`} {
		levels, inv := open(t, "{name: A, "+level+"}", nil, &invocation.Shared{Puppet: 8, Strict: invocation.Strict, Incomplete: true})
		if got := look(t, levels, inv); got != want {
			t.Errorf("%s: got %s, want %s", level, got, want)
		}
	}
}

func TestRecordedCalls(t *testing.T) {
	t.Parallel()
	calls := []Call{{
		Kind: config.LookupKey, Name: "m::get", Key: "k", Options: data.NewHash(nil), Result: data.NewString("recorded"),
	}}
	levels, inv := open(t, "{name: A, lookup_key: m::get}", calls, &invocation.Shared{Puppet: 8})
	if got := look(t, levels, inv); got != `"recorded"` {
		t.Error(got)
	}
	if l := levels.All[0]; !l.backend.traits().isComputed || l.Located {
		t.Errorf("got isComputed %t, Located %t; want true, false", l.backend.traits().isComputed, l.Located)
	}
}

func TestLevels(t *testing.T) {
	t.Parallel()
	levels, _ := open(t, "{name: A, path: gone.yaml}, {name: B, paths: [a.yaml, gone.yaml]}, {name: C, data_hash: own}, {name: D, path: a.json, data_hash: json_data}", nil,
		&invocation.Shared{Puppet: 8})
	if len(levels.All) != 4 || len(levels.Live) != 3 || len(levels.Live[0].Live) != 1 {
		t.Fatalf("got %d levels, %d live", len(levels.All), len(levels.Live))
	}
	if levels.All[3].backend.traits().format != data.JSON || levels.All[0].backend.traits().format != data.YAML {
		t.Error("wrong format of level A or D")
	}
}
