package nodes_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestExpensiveKeys checks that whether a key exceeds the limits does not depend on the number of
// workers.
func TestExpensiveKeys(t *testing.T) {
	t.Parallel()
	var common strings.Builder
	first, slow := 24, 2
	if reference.Long() {
		first, slow = 0, 4
	}
	for i := first; i < 40; i++ { // keys below m25 exceed the limit of references in a lookup, the following need fewer and fewer
		fmt.Fprintf(&common, "m%02d: \"%%{lookup('m%02d')}%%{lookup('m%02d')}\"\n", i, i+1, i+1)
	}
	common.WriteString("m40: x\n")
	for i := range slow {
		fmt.Fprintf(&common, "n%d: 1\nq%d: \"%%{lookup('slow%d')}\"\n", i, i, i)
	}
	dir := filetree.Write(t, map[string]string{
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Code, lookup_key: 'm::f'}\n" +
			"  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"modules/m/functions/f.pp": "function m::f(String $key, Hash $o, Puppet::LookupContext $c) {\n" +
			"  if $key =~ /^slow/ { 300000.reduce(0) |$m, $i| { $m + $i } } else { $c.not_found }\n}\n",
		"data/common.yaml":   common.String(),
		"data/role/web.yaml": "m30: \"%{lookup('m31')}\"\n",
	})
	p := load(t, dir)
	known, err := facts.Parse("nodes.json", []byte(`[{"certname": "a", "facts": {"role": "db"}}, {"certname": "b", "facts": {"role": "web"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		nodes   []*facts.Node
		workers []int
	}{{"derived nodes", nil, []int{1, 16}}, {"real nodes", known, []int{1, 2, 16}}} {
		if tt.nodes != nil && !reference.Long() {
			continue
		}
		var want map[string]string
		for _, workers := range tt.workers {
			got := map[string]string{}
			var mu sync.Mutex
			exceeded := map[bool]int{}
			env := nodes.New(p, nodes.Options{Puppet: 8, Workers: workers, Nodes: tt.nodes}).Fleets[0]
			if err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) {
				text := describe(k)
				mu.Lock()
				defer mu.Unlock()
				got[k.Name] = text
				exceeded[k.Cases[0].Result.Exceeded]++
			}); err != nil {
				t.Fatal(err)
			}
			if exceeded[true] == 0 || exceeded[false] == 0 {
				t.Errorf("%s: number of keys by whether they exceed the limits: %v", tt.name, exceeded)
			}
			if want == nil {
				want = got
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: results with %d workers differ:\n%s", tt.name, workers, diff)
			}
		}
	}
}

// TestClosures checks that keys that refer to thousands of others exceed the limits, and that a few
// keys that refer to hundreds do not.
func TestClosures(t *testing.T) {
	t.Parallel()
	chain := func(name string, length int) string {
		var b strings.Builder
		for i := range length {
			fmt.Fprintf(&b, "%s%d: \"%%{alias('%s%d')}\"\n", name, i, name, i+1)
		}
		fmt.Fprintf(&b, "%s%d: end\n", name, length)
		return b.String()
	}
	for _, tt := range []struct {
		name, data string
		isGivenUp  bool
	}{
		{"400", chain("c", 400), false},
		{"8000", chain("c", 8000), true},
	} {
		env := inventory(t, filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": tt.data,
		})).Fleets[0]
		all := keys(t, env)
		first := all["c0"].Cases[0]
		if tt.isGivenUp {
			if first.Err == nil || first.Err.Cause != outcome.TooMuch || !first.Result.Exceeded {
				t.Errorf("%s: first key: got error %v", tt.name, first.Err)
			}
			continue
		}
		if first.Err != nil || first.Result.Value == nil || first.Result.Value.Text() != "end" {
			t.Errorf("%s: first key: got %v, %v", tt.name, first.Result.Value, first.Err)
		}
	}
}

// TestConcurrentEvaluations checks that keys can be evaluated several times at once, as in an editor, with the same
// result. With -race, it checks what they share.
func TestConcurrentEvaluations(t *testing.T) {
	t.Parallel()
	env := only(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n" +
			"  - {name: Site, path: \"site/%{facts.site}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":   "a: {x: 1}\nb: \"%{lookup('a.x')}\"\nlookup_options:\n  a: {merge: hash}\n",
		"data/role/web.yaml": "a: {y: 2}\n", "data/role/db.yaml": "a: {y: 3}\n",
		"data/site/ber.yaml": "a: {z: 4}\n", "data/site/muc.yaml": "a: {z: 5}\n",
	})
	evaluate := func() (map[string]string, error) {
		var mu sync.Mutex
		got := map[string]string{}
		err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) {
			mu.Lock()
			defer mu.Unlock()
			got[k.Name] = describe(k)
		})
		return got, err
	}
	want, err := evaluate()
	if err != nil || len(want) == 0 {
		t.Fatalf("evaluated %d keys, %v", len(want), err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			got, err := evaluate()
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("another result at the same time: %v\n%s", err, diff)
			}
		}()
	}
	all.Wait()
}
