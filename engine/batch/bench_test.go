package batch

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/reference"
)

// repositories are real control repositories of the corpus, by name.
var repositories = []string{"ComputeCanada--puppet-magic_castle", "theforeman--foreman-infra"}

// workload is what is looked up in a repository: every key of its data, on each of its nodes.
type workload struct {
	dir    string
	engine *engine.Engine
	nodes  []*facts.Node
	scopes []*engine.Scope
	keys   []string
}

func newWorkload(b testing.TB, name string) *workload {
	b.Helper()
	corpus := filepath.Join(reference.Dir(b), "corpus")
	w := &workload{dir: filepath.Join(corpus, "control", name)}
	if sub := filepath.Join(w.dir, "puppet"); isDir(sub) {
		w.dir = sub
	}
	store := data.NewStore()
	env, err := environment.Open(w.dir, environment.Options{Store: store, Name: "production"})
	if err != nil {
		b.Fatal(err)
	}
	w.engine = engine.New(engine.Options{Environment: env, Store: store, Puppet: 7})
	if w.nodes, err = facts.Read(filepath.Join(corpus, "facts", name)); err != nil {
		b.Fatal(err)
	}
	for _, n := range w.nodes {
		w.scopes = append(w.scopes, engine.NewScope(n.Scope()))
	}
	line, err := json.Marshal(map[string]any{"envdir": w.dir})
	if err != nil {
		b.Fatal(err)
	}
	var r request
	if r, err = parse(line); err != nil {
		b.Fatal(err)
	}
	w.keys = allKeys(r)
	return w
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// BenchmarkLookup is one warm lookup of the engine, taking the keys of a repository in turn.
func BenchmarkLookup(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			look := func(i int) {
				scope := w.scopes[i/len(w.keys)%len(w.scopes)]
				// Keys without their data, as some secrets, are errors; that is a lookup too.
				_, _ = w.engine.Lookup(context.Background(), scope, engine.LookupOptions{}, w.keys[i%len(w.keys)])
			}
			for i := range len(w.keys) * len(w.scopes) {
				look(i)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				look(i)
			}
		})
	}
}

// BenchmarkOracle is the same with real Puppet: one operation is one lookup.
func BenchmarkOracle(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			o := newOracle(b)
			var requests [][]byte
			for _, n := range w.nodes {
				text, err := os.ReadFile(n.Path)
				if err != nil {
					b.Fatal(err)
				}
				var request map[string]any
				if err := json.Unmarshal(text, &request); err != nil {
					b.Fatal(err)
				}
				request["node"], request["envdir"], request["keys"], request["environment"] = n.Certname, w.dir, w.keys, "production"
				line, err := json.Marshal(request)
				if err != nil {
					b.Fatal(err)
				}
				o.ask(b, line)
				requests = append(requests, line)
			}
			lookups := 0
			for i := 0; b.Loop(); i++ {
				o.ask(b, requests[i%len(requests)])
				lookups += len(w.keys)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(lookups), "ns/lookup")
		})
	}
}

// BenchmarkCold is a lookup of which nothing was read before: the files of a whole hierarchy.
func BenchmarkCold(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			for i := 0; b.Loop(); i++ {
				store := data.NewStore()
				env, err := environment.Open(w.dir, environment.Options{Store: store, Name: "production"})
				if err != nil {
					b.Fatal(err)
				}
				e := engine.New(engine.Options{Environment: env, Store: store, Puppet: 7})
				_, _ = e.Lookup(context.Background(), engine.NewScope(w.nodes[0].Scope()), engine.LookupOptions{}, w.keys[i%len(w.keys)])
			}
		})
	}
}
