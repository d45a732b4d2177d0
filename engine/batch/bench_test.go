package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// repositories are names of real control repositories in the corpus.
var repositories = []string{"ComputeCanada--puppet-magic_castle", "theforeman--foreman-infra"}

// workload is a repository with the lookups to measure: every key of its data, on each of its nodes.
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
	if w.nodes, err = facts.Read(context.Background(), filepath.Join(corpus, "facts", name), 0); err != nil {
		b.Fatal(err)
	}
	for _, n := range w.nodes {
		w.scopes = append(w.scopes, engine.NewScope(n.Scope()))
	}
	line, err := json.Marshal(map[string]any{"envdir": w.dir})
	if err != nil {
		b.Fatal(err)
	}
	m, err := parse(string(line), func(string) string { return "" })
	if err != nil {
		b.Fatal(err)
	}
	r, err := m.whole()
	if err != nil {
		b.Fatal(err)
	}
	if w.keys, err = newServer(Options{Puppet: 7}).allKeys(r); err != nil {
		b.Fatal(err)
	}
	return w
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// requests returns one batch request for each node, asking for all keys of the workload.
func (w *workload) requests(b testing.TB) [][]byte {
	b.Helper()
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
		requests = append(requests, line)
	}
	return requests
}

// look performs lookup number i: every key for the first node, then for the next, and so on.
func (w *workload) look(i int) {
	scope := w.scopes[i/len(w.keys)%len(w.scopes)]
	// Some lookups fail, such as those of secrets whose keys are missing; they count too.
	_, _ = w.engine.Lookup(context.Background(), scope, engine.LookupOptions{}, w.keys[i%len(w.keys)])
}

// lookups returns the number of lookups: keys times nodes.
func (w *workload) lookups() int { return len(w.keys) * len(w.scopes) }

// warm performs all lookups once.
func (w *workload) warm() {
	for i := range w.lookups() {
		w.look(i)
	}
}

// BenchmarkLookup measures one lookup with warm caches.
func BenchmarkLookup(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			w.warm()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				w.look(i)
			}
		})
	}
}

// BenchmarkAnswer measures the answer to one batch request for all keys of a repository.
func BenchmarkAnswer(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			requests := w.requests(b)
			s := newServer(Options{Puppet: 7})
			b.ReportAllocs()
			i := 0
			for ; b.Loop(); i++ {
				s.answer(context.Background(), requests[i%len(requests)])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(i*len(w.keys)), "ns/lookup")
		})
	}
}

// BenchmarkAgainstPuppet performs the same lookups with real Puppet, with the batch server, and with the engine
// directly. It reports the lookups per second of each, and the ratio of the other two to Puppet. All caches are
// warm. One operation is all keys for all nodes in Puppet.
func BenchmarkAgainstPuppet(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the program does
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			requests := w.requests(b)
			o := oracle.Start(b)
			s := newServer(Options{Puppet: 7})
			ask := func() {
				for _, r := range requests {
					o.Line(b, r)
				}
			}
			// The server and the engine are so fast that only several rounds take a measurable time.
			const rounds = 20
			lines := bytes.Repeat(append(bytes.Join(requests, []byte{'\n'}), '\n'), rounds)
			answer := func() {
				if err := s.serve(context.Background(), bytes.NewReader(lines), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			look := func() {
				for i := range rounds * w.lookups() {
					w.look(i)
				}
			}
			contestants := []func(){ask, answer, look}
			for _, run := range contestants {
				run()
			}
			took := make([]time.Duration, len(contestants))
			operations := 0
			for b.Loop() {
				for i, run := range contestants {
					start := time.Now()
					run()
					took[i] += time.Since(start)
				}
				operations++
			}
			perSecond := func(i, rounds int) float64 { return float64(operations*rounds*w.lookups()) / took[i].Seconds() }
			puppet, answered, looked := perSecond(0, 1), perSecond(1, rounds), perSecond(2, rounds)
			b.ReportMetric(puppet, "puppet-lookups/s")
			b.ReportMetric(answered, "batch-lookups/s")
			b.ReportMetric(looked, "engine-lookups/s")
			b.ReportMetric(answered/puppet, "batch-ratio")
			b.ReportMetric(looked/puppet, "engine-ratio")
		})
	}
}

// BenchmarkConcurrent measures one lookup with warm caches, with GOMAXPROCS goroutines that share the engine
// and the nodes.
func BenchmarkConcurrent(b *testing.B) {
	for _, name := range repositories {
		b.Run(name, func(b *testing.B) {
			w := newWorkload(b, name)
			w.warm()
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					w.look(i)
				}
			})
		})
	}
}

// BenchmarkCold measures a lookup with cold caches, which reads all files of a hierarchy.
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
