//go:build unix

package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// thousand returns a control repo with a thousand data files, or the one of the file in
// $HIERALINT_TEST_BENCH, and the path of a file in it.
func thousand(b *testing.B) (dir, file string) {
	b.Helper()
	if path := os.Getenv("HIERALINT_TEST_BENCH"); path != "" {
		for dir = filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			for _, name := range []string{".git", "environment.conf", "hiera.yaml"} {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					file, err := filepath.Rel(dir, path)
					if err != nil {
						b.Fatal(err)
					}
					return dir, file
				}
			}
		}
		b.Fatalf("%s is in no control repository", path)
	}
	files := map[string]string{
		"environment.conf": "modulepath = site\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n" +
			"  - {name: Common, path: common.yaml}\n",
	}
	common := "base::domain: example.com\n"
	for i := range 200 {
		common += fmt.Sprintf("app%02d::port: %d\napp%02d::url: \"http://localhost:%%{lookup('app%02d::port')}\"\n", i, i, i, i)
		files[fmt.Sprintf("site/app%02d/manifests/init.pp", i)] = fmt.Sprintf("# @param port The port\nclass app%02d (Integer $port, String $url = '') { }\n", i)
	}
	files["data/common.yaml"] = common
	for i := range 50 {
		files[fmt.Sprintf("data/role/role%02d.yaml", i)] = fmt.Sprintf("base::domain: role%02d.example.com\napp%02d::port: 1\n", i, i)
	}
	for i := range 949 {
		files[fmt.Sprintf("data/nodes/node%03d.example.com.yaml", i)] = fmt.Sprintf("app%02d::port: %d\nmotd: \"%%{facts.osfamily}\"\n", i%200, i)
	}
	return filetree.Write(b, files), "data/common.yaml"
}

// latencies reports the median and maximum of the durations, and the average processor time of an
// operation, in milliseconds. Processor time includes that of the client and of garbage collection;
// unlike elapsed time, it hardly depends on other processes.
func latencies(b *testing.B, all []time.Duration, processors time.Duration) {
	b.Helper()
	b.ReportMetric(float64(processors.Microseconds())/1000/float64(len(all)), "cpu-ms")
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "worst-ms")
}

func ready(b *testing.B) (*client, string) {
	b.Helper()
	dir, file := thousand(b)
	c := connect(b, dir, session.Options{NoConfig: true})
	c.start(watching())
	c.open(file)
	c.settle()
	return c, file
}

// BenchmarkStart measures the time from the start of the server to the first diagnostics.
func BenchmarkStart(b *testing.B) {
	dir, _ := thousand(b)
	for b.Loop() {
		c := connect(b, dir, session.Options{NoConfig: true})
		c.start(watching())
		c.settle()
		c.stop()
	}
}

// BenchmarkKeystroke measures the time from a keystroke to the diagnostics: in a value of a file
// with many keys, and in a new line at the top, where the file does not parse until the key is
// complete.
func BenchmarkKeystroke(b *testing.B) {
	for _, place := range []struct {
		name, text      string
		line, character int
	}{
		{"value", "12345", 1, 13},
		{"line", "newkey: \"%{lookup('base::domain')} %{facts.os.family}\"\n", 0, 0},
	} {
		b.Run(place.name, func(b *testing.B) {
			c, file := ready(b)
			var all []time.Duration
			used := processorTime(b)
			before, at := c.texts[file], 0
			for b.Loop() {
				start := time.Now()
				if at == len(place.text) {
					c.replace(file, before)
					at = 0
				} else {
					c.edit(file, map[string]any{"range": rangeOf(place.line, place.character+at, place.line, place.character+at), "text": place.text[at : at+1]})
					at++
				}
				c.settle()
				all = append(all, time.Since(start))
			}
			latencies(b, all, processorTime(b)-used)
			c.stop()
		})
	}
}

// BenchmarkOwnDiagnostics measures the time from an edit to the diagnostics of the edited file, for
// three edits: a syntax error, an interpolated key, and lookup_options that may apply to any key.
func BenchmarkOwnDiagnostics(b *testing.B) {
	c, file := ready(b)
	before := c.texts[file]
	var all []time.Duration
	used := processorTime(b)
	for n := 0; b.Loop(); n++ {
		c.take()
		start := time.Now()
		switch n % 3 {
		case 0:
			c.edit(file, map[string]any{"text": before + "broken_key\nmore: ["})
		case 1:
			c.edit(file, map[string]any{"text": before + "%{typed}: \"%{osfamily}\"\n"})
		case 2:
			c.edit(file, map[string]any{"text": before + "lookup_options: {\"%{osfamily}\": {merge: unique}}\n"})
		}
		for isShown := false; !isShown; time.Sleep(100 * time.Microsecond) {
			c.mu.Lock()
			isShown = slices.ContainsFunc(c.received, func(m message) bool {
				return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), c.uri(file))
			})
			c.mu.Unlock()
		}
		all = append(all, time.Since(start))
		c.settle()
	}
	latencies(b, all, processorTime(b)-used)
	c.stop()
}

// BenchmarkCompletionWhileTyping measures a completion right after a keystroke, before the edit is
// checked.
func BenchmarkCompletionWhileTyping(b *testing.B) {
	c, file := ready(b)
	before, typed := c.texts[file], ""
	const text = "app17::p"
	var all []time.Duration
	used := processorTime(b)
	for b.Loop() {
		if len(typed) == len(text) {
			c.replace(file, before)
			c.settle()
			typed = ""
		}
		at := len(typed)
		typed += text[at : at+1]
		c.edit(file, map[string]any{"range": rangeOf(0, at, 0, at), "text": text[at : at+1]})
		start := time.Now()
		if _, err := c.call("textDocument/completion", map[string]any{
			"textDocument": map[string]any{"uri": c.uri(file)}, "position": map[string]any{"line": 0, "character": at + 1},
		}); err != nil {
			b.Fatal(err)
		}
		all = append(all, time.Since(start))
	}
	latencies(b, all, processorTime(b)-used)
	c.stop()
}

// BenchmarkHoverWhileTyping measures a hover right after a keystroke, before the edit is checked,
// with three edits: in a value, in lookup_options, and one that does not parse.
func BenchmarkHoverWhileTyping(b *testing.B) {
	for name, text := range map[string]string{"value": "typed_key: 1", "lookup_options": "lookup_options: {a: {merge: unique}}\ntyped_key: 1", "broken": "[\ntyped_key: 1"} {
		b.Run(name, func(b *testing.B) {
			c, file := ready(b)
			before, n := c.texts[file], 0
			var all []time.Duration
			used := processorTime(b)
			for b.Loop() {
				n++
				c.edit(file, map[string]any{"text": fmt.Sprintf("%s%d\n%s", text, n, before)})
				start := time.Now()
				if _, err := c.call("textDocument/hover", map[string]any{
					"textDocument": map[string]any{"uri": c.uri(file)}, "position": map[string]any{"line": strings.Count(text, "\n"), "character": 2},
				}); err != nil {
					b.Fatal(err)
				}
				all = append(all, time.Since(start))
			}
			latencies(b, all, processorTime(b)-used)
			c.stop()
		})
	}
}

// BenchmarkRequest measures requests in a file with many keys.
func BenchmarkRequest(b *testing.B) {
	for _, request := range []struct {
		method          string
		line, character int
	}{
		{"textDocument/hover", 0, 3}, {"textDocument/hover", 2, 3}, {"textDocument/completion", 2, 26}, {"textDocument/definition", 0, 3}, {"textDocument/references", 0, 3},
	} {
		b.Run(fmt.Sprintf("%s/line%d", filepath.Base(request.method), request.line+1), func(b *testing.B) {
			c, file := ready(b)
			var all []time.Duration
			used := processorTime(b)
			for b.Loop() {
				start := time.Now()
				_, err := c.call(request.method, map[string]any{
					"textDocument": map[string]any{"uri": c.uri(file)}, "position": map[string]any{"line": request.line, "character": request.character},
					"context": map[string]any{"includeDeclaration": true},
				})
				if err != nil {
					b.Fatal(err)
				}
				all = append(all, time.Since(start))
			}
			latencies(b, all, processorTime(b)-used)
			c.stop()
		})
	}
}

// processorTime returns the processor time of the process so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
