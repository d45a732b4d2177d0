package fix_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/fix"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

// load loads the tree in dir with other content for some files.
func load(t *testing.T, dir string, changed map[string][]byte) *project.Project {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{Overlay: changed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run fixes the tree in dir.
func run(t *testing.T, dir string, unsafe bool) *fix.Result {
	t.Helper()
	configured, err := settings.Finder{}.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	var last *project.Project
	look := func(ctx context.Context, changed map[string][]byte) ([]diagnostic.Diagnostic, error) {
		last = load(t, dir, changed)
		result, err := runner.Run(ctx, last, runner.Options{Rules: rules.All(), PuppetVersion: 8, Settings: configured})
		if err != nil {
			return nil, err
		}
		for _, crash := range result.Crashes {
			t.Errorf("%v\n%s", crash, crash.Cause.Stack)
		}
		return result.Diagnostics, nil
	}
	r, err := fix.Run(context.Background(), look, fix.Options{Unsafe: unsafe, May: func(path string) bool { return last.Selected(path) }})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unsettled {
		t.Error("fixes did not settle")
	}
	for _, refused := range r.Refused {
		t.Error(refused)
	}
	return r
}

// fixTree fixes the tree in dir, a copy, and checks that all files still parse, that untouched
// entries keep their values, and that a second run fixes nothing. It returns the number of applied
// fixes, and the root keys that they touched.
func fixTree(t *testing.T, dir string, unsafe bool) (fixed int, touched map[string]bool) {
	t.Helper()
	r := run(t, dir, unsafe)
	touched = map[string]bool{}
	for _, c := range r.Changes {
		before, after := document(c.File, c.File.Text), document(c.File, c.New)
		if before.Err == nil && after.Err != nil {
			t.Errorf("Puppet cannot read %s any more: %s", c.File.Path, after.Err.Message)
		}
		maps.Copy(touched, compare(t, before, after))
		if err := c.Write(); err != nil {
			t.Error(err)
		}
	}
	if again := run(t, dir, unsafe); again.Fixed > 0 || len(again.Changes) > 0 {
		t.Errorf("a second run fixes %d more", again.Fixed)
	}
	return r.Fixed, touched
}

func document(file *source.File, text []byte) *data.Document {
	format, ok := data.FormatOf(file.Path)
	if !ok {
		format = data.YAML
	}
	return data.Parse(source.New(file.Path, text), format)
}

// compare checks that entries whose text a fix did not touch keep their values. It returns the keys
// of the other entries.
func compare(t *testing.T, before, after *data.Document) map[string]bool {
	t.Helper()
	old, new := entries(before), entries(after)
	touched := map[string]bool{}
	for key, entry := range old {
		now, ok := new[key]
		if !ok || entry.text != now.text {
			touched[key] = true
		} else if entry.value != nil && now.value != nil && !data.Eql(entry.value, now.value) {
			t.Errorf("%s: the value of %s changed although its text did not", before.File.Path, key)
		}
	}
	for key := range new {
		if _, ok := old[key]; !ok {
			touched[key] = true
		}
	}
	return touched
}

type entry struct {
	text  string
	value *data.Value
}

// entries returns the entries at the top level of a document. Of entries with the same key, it
// keeps the last.
func entries(d *data.Document) map[string]entry {
	all := map[string]entry{}
	if d.Root == nil || d.Root.Kind != data.Mapping {
		return all
	}
	for i := 0; i+1 < len(d.Root.Children); i += 2 {
		key, value := d.Root.Children[i], d.Root.Children[i+1]
		e := entry{text: string(d.File.Slice(source.Span{Start: key.Span.Start, End: max(key.Span.End, value.Span.End)}))}
		if d.Err == nil {
			e.value = value.Value
		}
		all[key.Text()] = e
	}
	return all
}

// lookups returns, for each key, its distinct outcomes on all nodes.
func lookups(t *testing.T, dir string, known []*facts.Node) map[string][]string {
	t.Helper()
	outcomes := map[string]map[string]bool{}
	var mu sync.Mutex
	for _, env := range nodes.New(load(t, dir, nil), nodes.Options{Puppet: 8, Nodes: known}).Fleets {
		if err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) {
			mu.Lock()
			defer mu.Unlock()
			if outcomes[k.Name] == nil {
				outcomes[k.Name] = map[string]bool{}
			}
			for _, c := range k.Cases {
				switch {
				case c.Err != nil:
					outcomes[k.Name]["fails"] = true
				case c.Result != nil && c.Result.Value != nil:
					outcomes[k.Name][string(tagged.Append(nil, c.Result.Value))] = true
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string][]string{}
	for key, found := range outcomes {
		all[key] = slices.Sorted(maps.Keys(found))
	}
	return all
}

// TestFixExamples fixes the examples of defects in the documentation of the rules.
func TestFixExamples(t *testing.T) {
	fixedBy := map[string]int{}
	for _, r := range rules.All() {
		for i, e := range r.Doc().Examples {
			for _, unsafe := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%d/%t", r.Name, i+1, unsafe), func(t *testing.T) {
					files := map[string]string{"hiera.yaml": "version: 5\n"}
					for name, text := range e.Avoid {
						files[name] = strings.ReplaceAll(text, " "+rule.Want+"\n", "\n")
					}
					dir := filetree.Write(t, files)
					n, _ := fixTree(t, dir, unsafe)
					fixedBy[r.Name] += n
				})
			}
		}
	}
	if len(fixedBy) == 0 {
		t.Error("no rule has examples")
	}
	for _, name := range []string{"yaml-date-value", "interpolation-unquoted", "alias-not-whole-value", "unused-suppression"} {
		if fixedBy[name] == 0 {
			t.Errorf("nothing was fixed in the examples of %s", name)
		}
	}
}

// TestFixFixtures fixes the control repos in testdata, except for Puppet's recorded answers.
func TestFixFixtures(t *testing.T) {
	root := filepath.Join(reference.Root(t), "testdata")
	repos, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, repo := range repos {
		if !repo.IsDir() || repo.Name() == "puppet" {
			continue
		}
		for _, unsafe := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%t", repo.Name(), unsafe), func(t *testing.T) {
				n, _ := fixTree(t, copyTree(t, filepath.Join(root, repo.Name())), unsafe)
				if clean := strings.HasPrefix(repo.Name(), "clean"); clean != (n == 0) {
					t.Errorf("%d fixed", n)
				}
			})
		}
	}
}

// TestFixCorpus fixes copies of real repositories, and checks with the engine that keys that no fix
// touched keep their outcomes.
func TestFixCorpus(t *testing.T) {
	corpus := filepath.Join(reference.Dir(t), "corpus")
	fixed := 0
	for _, kind := range []string{"control", "modules"} {
		repos, err := os.ReadDir(filepath.Join(corpus, kind))
		if err != nil {
			t.Fatal(err)
		}
		for _, repo := range repos {
			t.Run(repo.Name(), func(t *testing.T) {
				from := filepath.Join(corpus, kind, repo.Name())
				nodeDir := filepath.Join(corpus, "facts", "modules")
				if kind == "control" {
					nodeDir = filepath.Join(corpus, "facts", repo.Name())
				}
				nodes, err := facts.Read(t.Context(), nodeDir, 0)
				if err != nil {
					nodes = nil // derive the nodes: the repository has none
				}
				before := lookups(t, from, nodes)
				dir := copyTree(t, from)
				n, touched := fixTree(t, dir, false)
				fixed += n
				after := lookups(t, dir, nodes)
				for key, was := range before {
					if !touched[key] && !slices.Contains(was, "fails") && !slices.Equal(was, after[key]) {
						t.Errorf("%s: got %v after the fixes, want %v", key, was, after[key])
					}
				}
				fixTree(t, copyTree(t, from), true)
			})
		}
	}
	if fixed == 0 {
		t.Error("nothing was fixed")
	}
}

// TestFixInPuppet checks in real Puppet that fixes of real control repos do not change the values
// of untouched keys.
func TestFixInPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	const most = 60 // the maximum number of keys for each repository and node
	corpus := filepath.Join(reference.Dir(t), "corpus")
	repos, err := os.ReadDir(filepath.Join(corpus, "control"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, repo := range repos {
		t.Run(repo.Name(), func(t *testing.T) {
			nodes, err := facts.Read(t.Context(), filepath.Join(corpus, "facts", repo.Name()), 0)
			if err != nil {
				t.Skip("no facts")
			}
			from := filepath.Join(corpus, "control", repo.Name())
			dir := copyTree(t, from)
			n, touched := fixTree(t, dir, false)
			if n == 0 {
				t.Skip("nothing to fix")
			}
			keys := slices.Sorted(maps.Keys(lookups(t, from, nil)))
			step := max(1, len(keys)/most)
			for i := 0; i < len(keys); i += step {
				if touched[keys[i]] {
					continue
				}
				for _, node := range nodes[:min(len(nodes), 2)] {
					ask := func(dir string) oracle.Answer {
						return puppet.Ask(oracle.Request{EnvDir: dir, Key: keys[i], Node: node.Certname, Environment: node.Environment, Facts: plain(t, node.Facts), Trusted: plain(t, node.Trusted), Vars: plain(t, node.Vars)})
					}
					was, is := ask(from), ask(dir)
					asked++
					if was.Error == nil && (is.Error != nil || !sameJSON(t, was.Value, is.Value)) {
						t.Errorf("%s on %s was %s and is %s (%v)", keys[i], node.Certname, was.Value, is.Value, is.Error)
					}
				}
			}
		})
	}
	if asked == 0 {
		t.Error("no lookup was compared")
	}
}

// plain returns a hash in the format of the oracle.
func plain(t *testing.T, v *data.Value) map[string]any {
	t.Helper()
	if v == nil {
		return nil
	}
	var out map[string]any
	if err := json.Unmarshal(tagged.Append(nil, v), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

// copyTree copies a directory to a temporary one.
func copyTree(t *testing.T, from string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), filepath.Base(from))
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, relative)
		switch {
		case e.IsDir():
			return os.MkdirAll(to, 0o755)
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(target, to)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFixMixtures fixes files that combine examples of several rules, so that fixes of different
// rules overlap.
func TestFixMixtures(t *testing.T) {
	var texts []string
	for _, r := range rules.All() {
		for _, e := range r.Doc().Examples {
			if text, ok := e.Avoid["data/common.yaml"]; ok && e.Avoid["hiera.yaml"] == "" {
				texts = append(texts, strings.TrimPrefix(strings.ReplaceAll(text, " "+rule.Want+"\n", "\n"), "---\n"))
			}
		}
	}
	random := rand.New(rand.NewSource(11))
	for i := range reference.Cases(150) {
		var b strings.Builder
		for range 2 + random.Intn(5) {
			b.WriteString(texts[random.Intn(len(texts))])
		}
		text := b.String()
		if random.Intn(4) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		for _, unsafe := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d/%t", i, unsafe), func(t *testing.T) {
				fixTree(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": text}), unsafe)
				if t.Failed() {
					t.Logf("the file:\n%s", text)
				}
			})
		}
	}
}
