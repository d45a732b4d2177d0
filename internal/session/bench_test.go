package session_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
)

// benchTrees returns the trees for benchmarks, by name: a synthetic control repo of 1,000 files,
// and those in HIERALINT_TEST_TREES.
func benchTrees(b *testing.B) map[string]string {
	b.Helper()
	all := map[string]string{"1000 files": filetree.Write(b, benchRepo(1000))}
	for _, tree := range filepath.SplitList(os.Getenv("HIERALINT_TEST_TREES")) {
		all[filepath.Base(tree)] = tree
	}
	return all
}

// benchRepo returns a control repo with a number of data files: those of roles and nodes override
// some keys of a common file and refer to others.
func benchRepo(files int) map[string]string {
	tree := map[string]string{"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Common, path: common.yaml}
`}
	var common strings.Builder
	common.WriteString("---\nlookup_options:\n  '^profile::m\\d+::users$': {merge: unique}\nprofile::base::path: /srv\n")
	for i := range 400 {
		fmt.Fprintf(&common, "profile::m%d::port: %d\nprofile::m%d::users: [root]\n", i, 1024+i, i)
	}
	tree["data/common.yaml"] = common.String()
	for i := range files - 2 {
		var text strings.Builder
		text.WriteString("---\n")
		for key := range 8 {
			fmt.Fprintf(&text, "profile::own%d::key%d:\n  - \"%%{lookup('profile::base::path')}/%d\"\n  - {name: value, port: 80}\n", key, i, key)
		}
		fmt.Fprintf(&text, "profile::m%d::port: 80\nprofile::m%d::users: [web]\n", i%400, (i*7)%400)
		name := fmt.Sprintf("data/nodes/node%04d.example.com.yaml", i)
		if i%10 == 0 {
			name = fmt.Sprintf("data/role/role%04d.yaml", i)
		}
		tree[name] = text.String()
	}
	return tree
}

// BenchmarkFile checks single files in a new workspace, and in turn parses all files of the tree
// with bare yaml.v3 and the same number of workers. It checks a sample of the files, and the
// largest one.
//
//	go test ./internal/session -run '^$' -bench BenchmarkFile
func BenchmarkFile(b *testing.B) {
	for name, dir := range benchTrees(b) {
		files := checkOnce(b, session.Options{Paths: []string{dir}}).Files
		largest := slices.MaxFunc(files, func(x, y string) int { return size(b, x) - size(b, y) })
		b.Run(name+"/some", func(b *testing.B) { benchFiles(b, spread(files, 10), files) })
		b.Run(name+"/largest", func(b *testing.B) { benchFiles(b, []string{largest}, files) })
	}
}

func benchFiles(b *testing.B, chosen, all []string) {
	b.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // as in the command
	var sum, spentSum time.Duration
	worst, bare, bareSpent := time.Duration(0), time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	checks := 0
	for b.Loop() {
		for _, file := range chosen {
			runtime.GC()
			start, spent := time.Now(), reference.ProcessorTime(b)
			checkOnce(b, session.Options{Paths: []string{file}})
			took := time.Since(start)
			spentSum += reference.ProcessorTime(b) - spent
			sum, worst, checks = sum+took, max(worst, took), checks+1
		}
		runtime.GC()
		spent := reference.ProcessorTime(b)
		bare = min(bare, reference.BareParse(b, all))
		bareSpent = min(bareSpent, reference.ProcessorTime(b)-spent)
	}
	if bareSpent > 0 {
		b.ReportMetric(float64(spentSum)/float64(checks)/float64(bareSpent), "cpu/bare-yaml-cpu")
	}
	mean := sum / time.Duration(checks)
	b.ReportMetric(float64(mean)/float64(bare), "file/bare-yaml")
	b.ReportMetric(float64(mean.Microseconds())/1000, "ms/file")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst")
}

// BenchmarkEdit edits data files in an open workspace, and checks it after each edit. "values" only
// edits values; "mixed" also adds, removes, and changes keys, references, and lookup_options. The
// metrics are the processor times until all findings, and until those of the edited file are
// available.
//
//	go test ./internal/session -run '^$' -bench BenchmarkEdit
func BenchmarkEdit(b *testing.B) {
	for name, dir := range benchTrees(b) {
		w, err := session.Open(context.Background(), session.Options{Paths: []string{dir}})
		if err != nil {
			b.Fatal(err)
		}
		isHierarchy := func(file string) bool { return filepath.Base(file) == environment.ConfigName } // edits of it load the tree again
		files := slices.DeleteFunc(checkWith(b, w).Files, isHierarchy)
		b.Run(name+"/values", func(b *testing.B) { benchEdits(b, w, files, (*editor).editAnyValue) })
		b.Run(name+"/mixed", func(b *testing.B) { benchEdits(b, w, files, (*editor).edit) })
	}
}

func benchEdits(b *testing.B, w *session.Workspace, files []string, edit func(*editor) session.Change) {
	b.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // as in the command
	e := newEditor(b, b.Name(), files)
	var all, own []time.Duration
	for b.Loop() {
		change := edit(e)
		before := readFile(b, change.Path)
		for _, text := range [][]byte{change.Text, before} { // edit, then restore the file
			start, early := reference.ProcessorTime(b), time.Duration(0)
			if err := w.Update(context.Background(), session.Change{Path: change.Path, Kind: session.Edited, Text: text}); err != nil {
				b.Fatal(err)
			}
			request := session.Request{FindingsOnly: true, Early: func([]*source.File, []diagnostic.Diagnostic) { early = reference.ProcessorTime(b) - start }}
			if _, err := w.Check(context.Background(), request); err != nil {
				b.Fatal(err)
			}
			spent := reference.ProcessorTime(b) - start
			all, own = append(all, spent), append(own, cmp.Or(early, spent))
		}
		e.texts[change.Path] = before
	}
	report := func(spent []time.Duration, of string) {
		slices.Sort(spent)
		b.ReportMetric(float64(spent[len(spent)/2].Microseconds())/1000, "cpu-ms/"+of+"median")
		b.ReportMetric(float64(spent[len(spent)*95/100].Microseconds())/1000, "cpu-ms/"+of+"p95")
		b.ReportMetric(float64(spent[len(spent)-1].Microseconds())/1000, "cpu-ms/"+of+"worst")
	}
	report(all, "")
	report(own, "own-")
}

// editAnyValue changes a value in a random file.
func (e *editor) editAnyValue() session.Change {
	for {
		e.last = pick(e, e.files)
		if change, ok := e.editValue(); ok {
			return change
		}
	}
}

// spread returns n files at equal distances.
func spread(files []string, n int) []string {
	if len(files) <= n {
		return files
	}
	some := make([]string, n)
	for i := range some {
		some[i] = files[i*(len(files)-1)/(n-1)]
	}
	return some
}

func checkOnce(b *testing.B, o session.Options) *session.Report {
	b.Helper()
	w, err := session.Open(context.Background(), o)
	if err != nil {
		b.Fatal(err)
	}
	return checkWith(b, w)
}

func checkWith(b *testing.B, w *session.Workspace) *session.Report {
	b.Helper()
	report, err := w.Check(context.Background(), session.Request{})
	if err != nil {
		b.Fatal(err)
	}
	return report
}

func size(b *testing.B, path string) int { return len(readFile(b, path)) }

func readFile(b *testing.B, path string) []byte {
	b.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
