package runner_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/conc/pool"
	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// BenchmarkLint lints the corpus, from discovery to findings, and in turn parses the same files
// with bare yaml.v3 and the same number of workers, both with the garbage collection of the
// command. The metric is the ratio of the two.
//
//	go test ./internal/runner -run '^$' -bench BenchmarkLint
func BenchmarkLint(b *testing.B) {
	b.Run("corpus", func(b *testing.B) {
		var repos []string
		for _, kind := range []string{"control", "modules"} {
			found, err := filepath.Glob(filepath.Join(reference.Dir(b), "corpus", kind, "*"))
			if err != nil {
				b.Fatal(err)
			}
			repos = append(repos, found...)
		}
		compare(b, repos)
	})
	b.Run("repo of 1000 files", func(b *testing.B) { compare(b, []string{filetree.Write(b, largeRepo(1000))}) })
}

// largeRepo is a control repo with so many data files of eight keys each.
func largeRepo(files int) map[string]string {
	tree := map[string]string{"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role in its tier, path: "role/%{facts.role}/%{facts.tier}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Release, path: "os/%{facts.os.name}-%{facts.os.release.major}.yaml"}
  - {name: Common, path: common.yaml}
`}
	for i := range files - 1 {
		var text strings.Builder
		text.WriteString("---\n")
		for key := range 8 {
			fmt.Fprintf(&text, "profile::m%d::key%d:\n  - \"%%{lookup('profile::base::path')}/%d\"\n  - {name: value, port: 80}\n", key, i, key)
		}
		name := fmt.Sprintf("data/nodes/node%04d.example.com.yaml", i)
		if i%10 == 0 {
			name = fmt.Sprintf("data/role/role%04d.yaml", i)
		}
		tree[name] = text.String()
	}
	tree["data/common.yaml"] = "---\nprofile::base::path: /srv\n"
	return tree
}

// compare lints the repositories, and parses their files with bare yaml.v3, in turn. It reports the ratio of
// the best time of each, which other load on the machine disturbs least.
func compare(b *testing.B, repos []string) {
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
	ours, bare := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		p, err := project.Load(context.Background(), repos, project.Options{Workers: workers})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 8, Workers: workers}); err != nil {
			b.Fatal(err)
		}
		ours = min(ours, time.Since(start))

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
		bare = min(bare, time.Since(start))
	}
	b.ReportMetric(float64(ours)/float64(bare), "lint/bare-yaml")
	b.ReportMetric(float64(len(files)), "files")
	b.ReportMetric(float64(size)/1024, "KiB")
}
