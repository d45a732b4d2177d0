package session_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// TestMemoryOfEdits checks that repeated edits of a file do not let the heap grow. It does not run
// in parallel, since it measures the heap.
func TestMemoryOfEdits(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 2\n", "data/role/db.yaml": "b: 2\n",
	})
	w := open(t, session.Options{Dir: dir, NoConfig: true})
	edit := func(times int) uint64 {
		for i := range times {
			text := fmt.Appendf(nil, "a: %d\nb: \"%%{lookup('a')}\"\n", i)
			if err := w.Update(context.Background(), session.Change{Path: filepath.Join(dir, "data", "common.yaml"), Kind: session.Edited, Text: text}); err != nil {
				t.Fatal(err)
			}
			check(t, w, session.Request{})
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const times, limit = 500, 2 << 20
	before := edit(times)
	if after := edit(times); after > before+limit {
		t.Errorf("heap after %d edits: %d KiB, after %d edits: %d KiB", times, before>>10, 2*times, after>>10)
	}
	runtime.KeepAlive(w)
}

// steps counts the steps of each phase.
type steps map[string]int

func (s steps) Phase(name string, n int) { s[name] += n }
func (s steps) Step(int)                 {}

// TestEditHere edits a file of a tree with a relative path: only keys that the edit may affect are
// evaluated again.
func TestEditHere(t *testing.T) {
	dir := filepath.Join(filetree.Write(t, map[string]string{
		".control/hiera.yaml": "version: 5\n", ".control/data/common.yaml": "a: 1\nb: \"%{lookup('a')}\"\nc: 3\nd: 4\ne: 5\n", "other/README": "",
	}), ".control")
	for from, path := range map[string]string{".": ".", "data": "..", "..": ".control", "../other": "../.control"} {
		t.Run(path, func(t *testing.T) {
			t.Chdir(filepath.Join(dir, from))
			w := open(t, session.Options{Paths: []string{path}, NoConfig: true})
			first, second := steps{}, steps{}
			check(t, w, session.Request{Progress: first})
			text := []byte("a: 2\nb: \"%{lookup('a')}\"\nc: 3\nd: 4\ne: 5\n")
			if err := w.Update(context.Background(), session.Change{Path: filepath.Join(dir, "data", "common.yaml"), Kind: session.Edited, Text: text}); err != nil {
				t.Fatal(err)
			}
			check(t, w, session.Request{Progress: second})
			const phase = "evaluating keys"
			if first[phase] != 5 || second[phase] != 2 {
				t.Errorf("evaluated %d keys at first, and %d after the edit", first[phase], second[phase])
			}
		})
	}
}

// TestEditInEnvironment edits a file in one of several environments: only keys that the edit may
// affect are evaluated again.
func TestEditInEnvironment(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"environments/one/environment.conf": "", "environments/one/hiera.yaml": "version: 5\n", "environments/one/data/common.yaml": "a: 1\nb: 2\n",
		"environments/two/environment.conf": "", "environments/two/hiera.yaml": "version: 5\n", "environments/two/data/common.yaml": "c: 1\nd: 2\ne: 1\nf: 1\n",
	})
	w := open(t, session.Options{Paths: []string{dir}, NoConfig: true})
	first, second := steps{}, steps{}
	check(t, w, session.Request{Progress: first})
	change := session.Change{Path: filepath.Join(dir, "environments", "two", "data", "common.yaml"), Kind: session.Edited, Text: []byte("c: 2\nd: 2\ne: 1\nf: 1\n")}
	if err := w.Update(context.Background(), change); err != nil {
		t.Fatal(err)
	}
	check(t, w, session.Request{Progress: second})
	const phase = "evaluating keys"
	if first[phase] != 6 || second[phase] != 1 {
		t.Errorf("evaluated %d keys at first, and %d after the edit", first[phase], second[phase])
	}
}

// TestEditOfMeantKey removes and adds a key, which decides whether a similar key of another module
// counts as mistyped.
func TestEditOfMeantKey(t *testing.T) {
	t.Parallel()
	const with, without = "rsyslog::server::port: 514\nother: 1\n", "other: 1\n"
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":                    "version: 5\nhierarchy:\n  - {name: Common, paths: [common.yaml, log.yaml]}\n",
		"manifests/site.pp":             "node default { }\n",
		"Puppetfile":                    "mod 'puppet/rsyslog', '7.0.0'\nmod 'puppetlabs/stdlib', '9.0.0'\n",
		"environment.conf":              "",
		"data/log.yaml":                 with,
		"data/common.yaml":              "syslog::server::port: 514\n",
		"modules/app/manifests/init.pp": "class app { }\n",
	})
	w := open(t, session.Options{Dir: dir, NoConfig: true})
	for i, text := range []string{with, without, with} {
		if err := w.Update(context.Background(), session.Change{Path: filepath.Join(dir, "data", "log.yaml"), Kind: session.Edited, Text: []byte(text)}); err != nil {
			t.Fatal(err)
		}
		var mistyped []string
		for _, d := range check(t, w, session.Request{}).Diagnostics {
			if strings.Contains(d.Help, "`rsyslog::server") {
				mistyped = append(mistyped, d.Help)
			}
		}
		if isMeant := text == with; isMeant != (len(mistyped) == 1) {
			t.Errorf("edit %d: findings about mistyped modules: %q", i, mistyped)
		}
	}
}

// TestEditWithNewReference adds the first reference to an undefined key.
func TestEditWithNewReference(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "one: 1\n",
	})
	w := open(t, session.Options{Dir: dir, NoConfig: true})
	check(t, w, session.Request{})
	change := session.Change{Path: filepath.Join(dir, "data", "common.yaml"), Kind: session.Edited, Text: []byte("one: 1\ntwo: \"%{lookup('nothing')}\"\n")}
	if err := w.Update(context.Background(), change); err != nil {
		t.Fatal(err)
	}
	if r := check(t, w, session.Request{}); len(r.Findings) != 1 || r.Findings[0].Rule.Name != "interpolation-missing-key" || len(r.Crashes) > 0 {
		t.Errorf("findings %v, crashes %v", describe(r.Findings), r.Crashes)
	}
}
