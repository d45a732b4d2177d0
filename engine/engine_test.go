package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// open returns an engine for an environment with the given files: alternating names and contents.
func open(t testing.TB, o engine.Options, files ...string) *engine.Engine {
	t.Helper()
	tree := map[string]string{}
	for i := 0; i < len(files); i += 2 {
		tree[files[i]] = files[i+1]
	}
	return openDir(t, o, filetree.Write(t, tree))
}

// openDir returns an engine for the environment in dir.
func openDir(t testing.TB, o engine.Options, dir string) *engine.Engine {
	t.Helper()
	o.Store = data.NewStore()
	env, err := environment.Open(dir, environment.Options{Store: o.Store, Name: "production"})
	if err != nil {
		t.Fatal(err)
	}
	o.Environment = env
	return engine.New(o)
}

func hash(pairs ...string) *data.Value {
	var entries []data.Entry
	for i := 0; i < len(pairs); i += 2 {
		entries = append(entries, data.Entry{Key: data.NewString(pairs[i]), Value: data.NewString(pairs[i+1])})
	}
	return data.NewHash(entries)
}

const twoLevels = "version: 5\nhierarchy:\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n"

// unknownPart matches an unknown part in a value formatted by rubytext.
var unknownPart = regexp.MustCompile("#<[^>]*>")

// TestUnknown checks unknown values, which Puppet does not have. Package batch compares the engine with real
// Puppet.
func TestUnknown(t *testing.T) {
	custom := "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: vault::get}\n  - {name: Common, path: common.yaml}\n"
	twoFiles := "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - {name: Low, path: low.yaml}\n"
	customBelow := "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - {name: Vault, lookup_key: vault::get}\n"
	eyaml := "version: 5\nhierarchy:\n  - {name: Secret, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: /nowhere/private.pem, pkcs7_public_key: /nowhere/public.pem}}\n"
	tests := []struct {
		name, config, common, key, merge string
		partial                          bool
		value                            string // "" if it is unknown
		why                              string
	}{
		{"a custom function in a higher-priority level", custom, "a: 1", "a", "", false, "", "the module of the function `vault::get` is not installed"},
		{"merge: other levels are known", custom, "a: [1]", "a", "unique", false, "[1]", "the module of the function `vault::get` is not installed"},
		{"a variable of a partial node", twoLevels, "a: '%{facts.os}'", "a", "", true, "", "the location `role/%{facts.role}.yaml` contains the variable `facts.role`, which is unknown for this node"},
		{"a fact of a partial node", "version: 5\n", "a: 'x %{facts.os.family}'", "a", "", true, "", "the variable `facts.os.family` is unknown for this node"},
		{"a value without facts", "version: 5\n", "a: 'x %{lookup(\"b\")}'\nb: y", "a", "", true, "x y", ""},
		{"an encrypted value", eyaml, "a: 'ENC[PKCS7,MIIB]'", "a", "", false, "", "the value is encrypted, and the private key is missing (/nowhere/private.pem)"},
		{"a value next to an encrypted one", eyaml, "a: {x: 'ENC[PKCS7,MIIB]', y: 1}", "a.y", "", false, "1", ""},
		{"an encrypted part", eyaml, "a: {x: 'ENC[PKCS7,MIIB]', y: 1}", "a", "", false, `{"x"=>?, "y"=>1}`, "the value is encrypted, and the private key is missing (/nowhere/private.pem)"},
		{"a string with a partially known array", eyaml, "a: 'x %{lookup(\"b\")}'\nb: [1, 'ENC[PKCS7,MIIB]']", "a", "", false, "", "the value is encrypted, and the private key is missing (/nowhere/private.pem)"},
		{"an unknown key", "version: 5\n", "a: {'%{facts.x}': 1}", "a", "", true, "", "the variable `facts.x` is unknown for this node"},
		{"lookup_options of an unknown key", "version: 5\n", "lookup_options: {'b::%{facts.x}::c': {merge: unique}}\n'b::y::c': 1", "b::y::c", "", true, "", "the variable `facts.x` is unknown for this node"},
		{"lookup_options of a known key next to an unknown one", "version: 5\n", "lookup_options: {'b::%{facts.x}': {merge: unique}, a: {convert_to: String}}\na: 1", "a", "", true, `1`, ""},
		{"lookup_options that an explicit merge does not need", "version: 5\n", "lookup_options: {'%{facts.x}': {merge: unique}}\na: [1]", "a", "unique", true, "[1]", ""},
		{"a conversion of unknown parts", "version: 5\n", "lookup_options: {a: {convert_to: [String, '%p']}}\na: ['%{facts.x}']", "a", "", true, "", "the variable `facts.x` is unknown for this node"},
		{"hash: an unknown higher-priority level may override", custom, "a: {x: 1}", "a", "hash", false, `{"x"=>?}`, "the module of the function `vault::get` is not installed"},
		{"hash: an unknown lower-priority level cannot override", customBelow, "a: {x: 1}", "a", "hash", false, `{"x"=>1}`, "the module of the function `vault::get` is not installed"},
		{"deep: arrays of lower-priority levels are kept", custom, "a: {x: 1, l: [1], h: {y: 2}}", "a", "deep", false, `{"x"=>?, "l"=>[1], "h"=>{"y"=>?}}`, "the module of the function `vault::get` is not installed"},
		{"reverse_deep: an unknown lower-priority level may override", customBelow, "a: {x: 1, l: [1]}", "a", "reverse_deep", false, `{"x"=>?, "l"=>[1]}`, "the module of the function `vault::get` is not installed"},
		{"deep: a scalar may be overridden", custom, "a: 1", "a", "deep", false, "", "the module of the function `vault::get` is not installed"},
		{"hash merge across layers", custom, "m::a: {x: 1}", "m::a", "hash", false, `{"y"=>?, "x"=>?}`, "the module of the function `vault::get` is not installed"},
		{"an interpolation token with an unknown value", twoFiles, "c: {z: \"%{lookup('v::a')}\"}", "c", "hash", false, `{"w"=>1, "z"=>?}`, "the module of the function `vault::get` is not installed"},
		{"an element of a partially known array", custom, "a: [1, 2]", "a.0", "unique", false, "", "the module of the function `vault::get` is not installed"},
		{"a subkey that an unknown level may define", customBelow, "a: {x: 1}", "a.y", "hash", false, "", "the module of the function `vault::get` is not installed"},
		{"a subkey that an unknown level cannot override", customBelow, "a: {x: 1}", "a.x", "hash", false, "1", "the module of the function `vault::get` is not installed"},
		{"a conversion of a partially known array", custom, "lookup_options: {a: {convert_to: String}}\na: [1]", "a", "unique", false, "", "the module of the function `vault::get` is not installed"},
		{"merge with encrypted parts", eyaml, "a: {x: 'ENC[PKCS7,MIIB]', y: 1}", "a", "hash", false, `{"x"=>?, "y"=>1}`, "the value is encrypted, and the private key is missing (/nowhere/private.pem)"},
		{"a conversion to a type of a missing module", "version: 5\n", "lookup_options: {a: {convert_to: 'Stdlib::Port'}}\na: 80", "a", "", false, "", "the type `Stdlib::Port` is unknown: its module is not installed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, engine.Options{Incomplete: true}, "hiera.yaml", tt.config, "data/common.yaml", tt.common,
				"modules/m/hiera.yaml", "version: 5\n", "modules/m/data/common.yaml", "m::a: {y: 2}\n",
				"data/low.yaml", "c: {w: 1}\n", "modules/v/hiera.yaml", custom,
				"modules/v/data/common.yaml", "v::a: [1]\nlookup_options: {v::a: {merge: unique}}\n")
			o := engine.LookupOptions{}
			if tt.merge != "" {
				o.Merge = data.NewString(tt.merge)
			}
			r, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{Partial: tt.partial}), o, tt.key)
			if err != nil {
				t.Fatal(err)
			}
			value := ""
			if !r.Value.IsUnknown() {
				value = unknownPart.ReplaceAllString(rubytext.ToS(r.Value), "?")
			}
			why := ""
			for _, u := range r.Unknown {
				why += u.String()
			}
			if value != tt.value || why != tt.why {
				t.Errorf("got %q (%s), want %q (%s)", value, why, tt.value, tt.why)
			}
		})
	}
}

func TestProvenance(t *testing.T) {
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\n",
		"data/common.yaml", "a:\n  - x\n  - \"%{lookup('b')}\"\nb: \"%{alias('c')}\"\nc: \"%{lookup('missing\"\nd: \"%{lookup('e')}\"\ne: \"x%{alias('a')}\"\n")
	r, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "a")
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Value.Items()[0].Node(); n == nil || n.Position().Line != 2 {
		t.Errorf("node of the first element: got %+v, want line 2", n)
	}
	_, err = e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "d")
	var failure *outcome.Error
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want an *outcome.Error", err)
	}
	if failure.Node == nil || failure.Node.Position().Line != 7 {
		t.Errorf("%s: got node %+v, want line 7", failure, failure.Node)
	}
	if len(failure.Hops) != 1 || failure.Hops[0].Key != "e" || failure.Hops[0].Node.Position().Line != 6 {
		t.Errorf("got hops %+v, want key e in line 6", failure.Hops)
	}
}

func TestConcurrentLookups(t *testing.T) {
	e := open(t, engine.Options{}, "hiera.yaml", twoLevels,
		"data/common.yaml", "lookup_options: {'^l': {merge: unique}}\nl: [c]\na: \"%{lookup('b')}\"\nb: \"%{facts.role}\"\n",
		"data/role/web.yaml", "l: [web]\n", "data/role/db.yaml", "l: [db]\n")
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			role := []string{"web", "db"}[i%2]
			scope := engine.NewScope(engine.ScopeData{Facts: hash("role", role)})
			for range 50 {
				for key, want := range map[string]string{"a": role, "l": fmt.Sprintf("[%q, \"c\"]", role)} {
					r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, key)
					if err != nil || rubytext.ToS(r.Value) != want {
						t.Errorf("%s on %s: got %v, %v", key, role, r.Value, err)
						return
					}
				}
			}
		}()
	}
	wg.Wait()
}

func TestRecursionEnds(t *testing.T) {
	var chain strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&chain, "k%d: \"%%{lookup('k%d')}\"\n", i, i+1)
	}
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\n", "data/common.yaml", chain.String()+"a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\n")
	scope := engine.NewScope(engine.ScopeData{})
	for key, want := range map[string]string{"a": "Recursive lookup detected in [a, b]", "k0": "stack level too deep"} {
		if _, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", key, err, want)
		}
	}
}

// TestBombsEnd checks that references that grow exponentially fail quickly.
func TestBombsEnd(t *testing.T) {
	t.Parallel()
	var bombs strings.Builder
	bombs.WriteString("text0: " + strings.Repeat("x", 100) + "\nlist0: [x]\nwide0: [x]\n")
	for i := range 60 {
		fmt.Fprintf(&bombs, "text%d: \"%%{lookup('text%d')}%%{lookup('text%d')}\"\n", i+1, i, i)
		fmt.Fprintf(&bombs, "list%d: [\"%%{alias('list%d')}\", \"%%{alias('list%d')}\"]\n", i+1, i, i)
		fmt.Fprintf(&bombs, "wide%d: [%s]\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("\"%%{alias('wide%d')}\",", i), 90), ","))
	}
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\n", "data/common.yaml", bombs.String())
	scope := engine.NewScope(engine.ScopeData{})
	keys := []string{"text60", "list60", "wide60", "text20", "list18", "wide3"}
	if !reference.Long() {
		keys = keys[:3]
	}
	for _, key := range keys {
		start := time.Now()
		if _, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, key); err == nil || !strings.Contains(err.Error(), "which hieralint does not follow") {
			t.Errorf("%s: got %v, want an error about the size", key, err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %s", key, took)
		}
	}
	for _, key := range []string{"text10", "list10", "wide2"} {
		if _, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, key); err != nil {
			t.Errorf("%s: got %v", key, err)
		}
	}
}

func ExampleEngine_Lookup() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"hiera.yaml": "version: 5\n", "common.yaml": "motd: Welcome to %{trusted.certname}\n"} {
		if name == "common.yaml" {
			if err := os.Mkdir(filepath.Join(dir, "data"), 0o750); err != nil {
				panic(err)
			}
			name = "data/" + name
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	env, err := environment.Open(dir, environment.Options{})
	if err != nil {
		panic(err)
	}
	e := engine.New(engine.Options{Environment: env})
	node := engine.NewScope(engine.ScopeData{Trusted: hash("certname", "web01.example.com")})
	result, err := e.Lookup(context.Background(), node, engine.LookupOptions{}, "motd")
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value.Text())
	// Output: Welcome to web01.example.com
}

// TestResultsAreOwn checks that changing a result does not change later ones.
func TestResultsAreOwn(t *testing.T) {
	t.Parallel()
	e := open(t, engine.Options{Strict: engine.Warning}, "hiera.yaml", "version: 5\nhierarchy:\n  - {name: A, path: '%{nope}.yaml'}\n  - {name: B, path: common.yaml}\n", "data/common.yaml", "a: 1\nb: 2\n")
	scope := engine.NewScope(engine.ScopeData{})
	look := func(key string) []string {
		r, err := e.Lookup(t.Context(), scope, engine.LookupOptions{}, key)
		if err != nil {
			t.Fatal(err)
		}
		return r.Warnings
	}
	first := look("a")
	want := slices.Clone(first)
	if len(first) == 0 {
		t.Fatal("no warnings")
	}
	first[0] = "changed"
	if got := look("b"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestParameterOfSeveralKeys checks that automatic parameter lookup returns the first key that is found.
func TestParameterOfSeveralKeys(t *testing.T) {
	t.Parallel()
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\n", "data/common.yaml", "b: 2\nc: 3\n")
	for want, keys := range map[string][]string{"b": {"a", "b", "c"}, "c": {"c", "b"}, "": nil} {
		r, err := e.Lookup(t.Context(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{Mode: engine.ParameterLookup}, keys...)
		var failed *outcome.Error
		if r.Key != want || want == "" && !(errors.As(err, &failed) && failed.NotFound) {
			t.Errorf("%q: got key %q and error %v", keys, r.Key, err)
		}
	}
}

// TestCancellation checks that the error of a lookup wraps that of its context.
func TestCancellation(t *testing.T) {
	t.Parallel()
	e := open(t, engine.Options{}, "hiera.yaml", "version: 5\n", "data/common.yaml", "a: '%{lookup(\"b\")}'\nb: 1\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := e.Lookup(ctx, engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "a")
	var failed *outcome.Error
	if !errors.Is(err, context.Canceled) || !errors.As(err, &failed) {
		t.Errorf("got %v", err)
	}
}
