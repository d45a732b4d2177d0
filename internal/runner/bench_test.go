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

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
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
	for _, files := range []int{1000, 3000, 10000} {
		b.Run(fmt.Sprintf("repo of %d files", files), func(b *testing.B) { compare(b, []string{filetree.Write(b, largeRepo(files))}) })
	}
	for _, tree := range filepath.SplitList(os.Getenv("HIERALINT_TEST_TREES")) {
		b.Run(filepath.Base(tree), func(b *testing.B) { compare(b, []string{tree}) })
	}
}

// BenchmarkGrowth lints pairs of repos, the second of which has more levels or patterns. The ratio
// of their times shows how the cost grows.
//
//	go test ./internal/runner -run '^$' -bench BenchmarkGrowth
func BenchmarkGrowth(b *testing.B) {
	for _, levels := range []int{8, 30} {
		b.Run(fmt.Sprintf("%d levels", levels), func(b *testing.B) { compare(b, []string{filetree.Write(b, deepRepo(levels))}) })
	}
	for _, patterns := range []int{250, 1000} {
		b.Run(fmt.Sprintf("%d patterns", patterns), func(b *testing.B) { compare(b, []string{filetree.Write(b, patternRepo(patterns))}) })
	}
}

// deepRepo returns a control repo with a number of levels, each with its own variable and 20 files.
// Some keys are merged.
func deepRepo(levels int) map[string]string {
	var hiera strings.Builder
	hiera.WriteString("version: 5\nhierarchy:\n")
	tree := map[string]string{"data/common.yaml": "---\nlookup_options:\n  site::packages: {merge: unique}\nsite::packages: [vim]\nsite::domain: example.com\n"}
	for level := range levels {
		fmt.Fprintf(&hiera, "  - {name: Level %d, path: \"level%d/%%{facts.variable%d}.yaml\"}\n", level, level, level)
		for file := range 20 {
			text := fmt.Sprintf("---\nsite::m%d::key%d: \"%%{lookup('site::domain')}\"\nsite::m%d::list: [a, b]\n", level, file, file)
			if file == 0 {
				text += fmt.Sprintf("site::packages: [package%d]\n", level)
			}
			tree[fmt.Sprintf("data/level%d/value%d.yaml", level, file)] = text
		}
	}
	hiera.WriteString("  - {name: Common, path: common.yaml}\n")
	tree["hiera.yaml"] = hiera.String()
	return tree
}

// patternRepo returns a control repo of 300 files with 2,000 keys, and a number of patterns in
// lookup_options, each of which matches a few keys or none.
func patternRepo(patterns int) map[string]string {
	tree := map[string]string{"hiera.yaml": `version: 5
hierarchy:
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Common, path: common.yaml}
`}
	var common strings.Builder
	common.WriteString("---\nlookup_options:\n")
	for i := range patterns {
		fmt.Fprintf(&common, "  '^profile::m%d::list\\d*$': {merge: unique}\n", i)
	}
	for i := range 2000 {
		fmt.Fprintf(&common, "profile::m%d::list%d: [a]\n", i%400, i)
	}
	tree["data/common.yaml"] = common.String()
	for file := range 299 {
		tree[fmt.Sprintf("data/role/role%d.yaml", file)] = fmt.Sprintf("---\nprofile::m%d::list%d: [b]\nprofile::m%d::port: 80\n", file, file, file)
	}
	return tree
}

// largeRepo returns a control repo with a number of data files of eight keys each.
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

// compare lints the repositories, and parses their files with bare yaml.v3, in turn. It reports the
// ratio of the best times, which depend least on other load.
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
	defer debug.SetGCPercent(debug.SetGCPercent(200))
	workers := runtime.GOMAXPROCS(0)
	ours, bare := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	oursSpent, bareSpent := ours, bare
	for b.Loop() {
		runtime.GC()
		start, spent := time.Now(), reference.ProcessorTime(b)
		p, err := discovery.Load(context.Background(), repos, discovery.Options{Workers: workers})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 8, Workers: workers}); err != nil {
			b.Fatal(err)
		}
		ours, oursSpent = min(ours, time.Since(start)), min(oursSpent, reference.ProcessorTime(b)-spent)

		runtime.GC()
		spent = reference.ProcessorTime(b)
		bare = min(bare, reference.BareParse(b, files))
		bareSpent = min(bareSpent, reference.ProcessorTime(b)-spent)
	}
	if bareSpent > 0 {
		b.ReportMetric(float64(oursSpent)/float64(bareSpent), "cpu/bare-yaml-cpu")
		b.ReportMetric(float64(oursSpent.Microseconds())/1000, "cpu-ms/lint")
	}
	b.ReportMetric(float64(ours)/float64(bare), "lint/bare-yaml")
	b.ReportMetric(float64(ours.Microseconds())/1000, "ms/lint")
	b.ReportMetric(float64(len(files)), "files")
	b.ReportMetric(float64(size)/1024, "KiB")
}
