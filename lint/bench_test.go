package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/sourcegraph/conc/pool"
	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/lint"
	"github.com/hieralint/hieralint/project"
	"github.com/hieralint/hieralint/rules"
)

// BenchmarkLint lints the corpus, from discovery to findings, and in turn parses the same files
// with bare yaml.v3 and the same number of workers, both with the garbage collection of the
// command. The metric is the ratio of the two.
//
//	go test ./lint -run '^$' -bench BenchmarkLint
func BenchmarkLint(b *testing.B) {
	var repos []string
	for _, kind := range []string{"control", "modules"} {
		found, err := filepath.Glob(filepath.Join(reference.Dir(b), "corpus", kind, "*"))
		if err != nil {
			b.Fatal(err)
		}
		repos = append(repos, found...)
	}
	var files []string
	size := 0
	for _, repo := range repos {
		p := load(b, repo)
		for _, f := range p.Files {
			if f.Doc.Format == data.YAML {
				files = append(files, f.Doc.File.Path)
				size += len(f.Doc.File.Text)
			}
		}
		for _, r := range p.Roots {
			files = append(files, r.Config.Doc.File.Path)
			size += len(r.Config.Doc.File.Text)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	workers := runtime.GOMAXPROCS(0)
	var ours, bare time.Duration
	for b.Loop() {
		start := time.Now()
		p, err := project.Load(context.Background(), repos, project.Options{Workers: workers})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := lint.Run(context.Background(), p, lint.Options{Rules: rules.All(), PuppetVersion: 8, Workers: workers}); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(start)

		start = time.Now()
		work := pool.New().WithMaxGoroutines(workers)
		for _, path := range files {
			work.Go(func() {
				text, err := os.ReadFile(path)
				if err != nil {
					b.Error(err)
				}
				var n yaml.Node
				_ = yaml.Unmarshal(text, &n) // files that do not parse cost time too
			})
		}
		work.Wait()
		bare += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(bare), "lint/bare-yaml")
	b.ReportMetric(float64(len(files)), "files")
	b.ReportMetric(float64(size)/1024, "KiB")
}
