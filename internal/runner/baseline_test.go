package runner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules/yaml"
)

// tree writes a tree with one data file, and changes to its directory.
func tree(t *testing.T, text string) string {
	t.Helper()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": text})
	t.Chdir(dir)
	return dir
}

// TestBaseline checks which findings are new, and which entries are stale, after an edit.
func TestBaseline(t *testing.T) {
	const before = "a: \"" + bad + "\"\nlist:\n  - name: x\n  - name: \"" + bad + "\"\nb: 1\nb: 2\n"
	for _, tt := range []struct {
		name, text string
		found      []string
		stale      int
	}{
		{"the same", before, nil, 0},
		{"lines moved", "# one\n\nnew: 1\n" + before, nil, 0},
		{"entries moved", "b: 1\nb: 2\nlist:\n  - name: x\n  - name: \"" + bad + "\"\na: \"" + bad + "\"\n", nil, 0},
		{"another element above", strings.Replace(before, "  - name: x\n", "  - name: x\n  - name: y\n", 1), nil, 0},
		{"other blanks", strings.Replace(before, "a: ", "a:   ", 1), nil, 0},
		{"other text in the finding", strings.Replace(before, "a: \"%{alias('x')}!", "a: \"%{alias('other')}!", 1), []string{"1:5 alias-not-whole-value"}, 1},
		{"another key", strings.Replace(before, "a: ", "c: ", 1), []string{"1:5 alias-not-whole-value"}, 1},
		{"one more of the same", strings.Replace(before, "  - name: x\n", "  - name: \""+bad+"\"\n", 1), []string{"4:12 alias-not-whole-value"}, 0},
		{"fixed", strings.Replace(before, "b: 1\n", "", 1), nil, 1},
		{"all fixed", "a: 1\n", nil, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, before)
			known := runner.NewBaseline(dir, run(t, load(t, "."), runner.Options{Rules: plainRules}).Diagnostics)
			if known.Len() != 3 || known.Files() != 1 {
				t.Fatalf("baseline has %d findings in %d files", known.Len(), known.Files())
			}
			path := filepath.Join(dir, "baseline.json")
			if err := os.WriteFile(path, known.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			read, err := runner.ReadBaseline(path)
			if err != nil {
				t.Fatal(err)
			}
			if string(read.Bytes()) != string(known.Bytes()) {
				t.Errorf("written\n%sread\n%s", known.Bytes(), read.Bytes())
			}
			if err := os.WriteFile(filepath.Join("data", "common.yaml"), []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			result := run(t, load(t, "."), runner.Options{Rules: plainRules, Baseline: read})
			var found []string
			for _, d := range result.Diagnostics {
				at := d.File.Pos(d.Span.Start)
				found = append(found, fmt.Sprintf("%d:%d %s", at.Line, at.Column, d.Rule.Name))
			}
			if diff := cmp.Diff(tt.found, found); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
			stale := 0
			for _, k := range result.Stale {
				stale += k.Count
			}
			if stale != tt.stale {
				t.Errorf("%d stale entries, want %d", stale, tt.stale)
			}
			pruned := read.Without(result.Stale)
			if got := pruned.Len(); got != 3-tt.stale {
				t.Errorf("%d entries without the stale ones", got)
			}
			if again := run(t, load(t, "."), runner.Options{Rules: plainRules, Baseline: pruned}); len(again.Stale) != 0 || len(again.Diagnostics) != len(tt.found) {
				t.Errorf("without the stale entries: %d stale, %d findings", len(again.Stale), len(again.Diagnostics))
			}
		})
	}
}

// TestStaleEntriesAreLookedFor checks that entries for files and rules that a run leaves out do not
// count as stale.
func TestStaleEntriesAreLookedFor(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: All, globs: ['*.yaml']}]\n",
		"data/common.yaml": "a: \"" + bad + "\"\n", "data/other.yaml": "b: \"" + bad + "\"\n",
	})
	t.Chdir(dir)
	known := runner.NewBaseline(dir, run(t, load(t, "."), runner.Options{Rules: plainRules}).Diagnostics)
	filetree.Add(t, ".", map[string]string{"data/common.yaml": "a: 1\n", "data/other.yaml": "a: 1\n"})
	stale := func(o runner.Options, paths ...string) int {
		o.Baseline = known
		return len(run(t, load(t, paths...), o).Stale)
	}
	if got := stale(runner.Options{Rules: plainRules}, "."); got != 2 {
		t.Errorf("the whole tree: %d stale", got)
	}
	if got := stale(runner.Options{Rules: plainRules}, filepath.Join("data", "other.yaml")); got != 1 {
		t.Errorf("one file: %d stale", got)
	}
	if got := stale(runner.Options{Rules: []*rule.Rule{yaml.YAMLDuplicateKey}}, "."); got != 0 {
		t.Errorf("another rule: %d stale", got)
	}
	off, err := settings.Parse(source.New(settings.Name, []byte("rules: {alias-not-whole-value: off}\n")), settings.Name, settings.Recommended)
	if err != nil {
		t.Fatal(err)
	}
	if got := stale(runner.Options{Rules: plainRules, Settings: off}, "."); got != 0 {
		t.Errorf("the rule is off: %d stale", got)
	}
	if err := os.Remove(filepath.Join("data", "other.yaml")); err != nil {
		t.Fatal(err)
	}
	if got := stale(runner.Options{Rules: plainRules}, "."); got != 2 {
		t.Errorf("a removed file: %d stale", got)
	}
}

// TestBaselineOfNumericKeys checks that a new secret below one numeric key is not taken for the known one
// below another, while array elements may move.
func TestBaselineOfNumericKeys(t *testing.T) {
	secret := &diagnostic.Descriptor{ID: "HL6001", Name: "plaintext-secret", GuardsSecrets: true}
	at := func(step string, isIndex bool) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{
			Rule: secret, File: source.New("a.yaml", []byte("hunter2")), Span: source.Span{End: 7},
			Key: diagnostic.KeyPath{{Name: "hosts"}, {Name: step, IsIndex: isIndex}, {Name: "password"}},
		}
	}
	known := runner.NewBaseline("/x", []diagnostic.Diagnostic{at("10", false), at("0", true)})
	for _, tt := range []struct {
		finding diagnostic.Diagnostic
		isNew   bool
	}{{at("10", false), false}, {at("20", false), true}, {at("5", true), false}} {
		if fresh := known.New([]diagnostic.Diagnostic{tt.finding}); len(fresh) > 0 != tt.isNew {
			t.Errorf("%s: new is %t, want %t", tt.finding.Key, len(fresh) > 0, tt.isNew)
		}
	}
}

// TestBaselineLeavesOut checks that the fingerprint of a secret does not depend on the secret, and
// that unreadable files are not recorded.
func TestBaselineLeavesOut(t *testing.T) {
	secret := &diagnostic.Descriptor{ID: "HL6001", Name: "plaintext-secret", GuardsSecrets: true}
	finding := func(text string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: secret, Key: diagnostic.RootKey("db::password"), File: source.New("a.yaml", []byte(text)), Span: source.Span{Start: 0, End: len(text)}}
	}
	one := runner.NewBaseline("/x", []diagnostic.Diagnostic{finding("hunter2")})
	other := runner.NewBaseline("/x", []diagnostic.Diagnostic{finding("swordfish")})
	if string(one.Bytes()) != string(other.Bytes()) {
		t.Error("the baseline depends on the secret")
	}
	unreadable := diagnostic.Diagnostic{Rule: yaml.FileUnreadable.Descriptor(), File: source.New("a.yaml", nil)}
	if known := runner.NewBaseline("/x", []diagnostic.Diagnostic{unreadable}); known.Len() != 0 {
		t.Error("an unreadable file is in the baseline")
	}
}

func TestBaselineMergeAndRename(t *testing.T) {
	at := func(path string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: yaml.YAMLDuplicateKey.Descriptor(), Key: diagnostic.RootKey("a"), File: source.New(path, []byte("a"))}
	}
	dir := t.TempDir()
	t.Chdir(dir)
	b := runner.NewBaseline(dir, []diagnostic.Diagnostic{at("data/a.yaml"), at("data/b.yaml")})
	fresh := runner.NewBaseline(dir, []diagnostic.Diagnostic{at("data/c.yaml")})
	fresh.Merge(b, func(path string) bool { return filepath.Base(path) == "b.yaml" })
	fresh.Rename(map[string]string{"data/c.yaml": "data/d.yaml"})
	text := string(fresh.Bytes())
	for path, want := range map[string]bool{"data/a.yaml": false, "data/b.yaml": true, "data/c.yaml": false, "data/d.yaml": true} {
		if got := strings.Contains(text, `"`+path+`"`); got != want {
			t.Errorf("%s in the baseline: %t, want %t", path, got, want)
		}
	}
	if fresh.Len() != 2 {
		t.Errorf("%d findings", fresh.Len())
	}
}

func TestBadBaselines(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "it ends where a value should be",
		"{\n  \"version\": 1,\n  x\n}": "'x' in line 3, column 3, where a name in quotes should be",
		`{"version": 2}`:               "its version is 2, not 1",
		`{"version": 1, "findings": [{"rule": "a", "path": "b", "fingerprint": "c", "count": 0}]}`: "finding 1 lacks its rule, path, fingerprint or count",
		`{"version": 1, "findings": {}}`: "its findings are not an array",
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := runner.ReadBaseline(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "`hieralint baseline` writes a new one") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "findings": [{"rule":"a","path":"b","fingerprint":"c","count":1}]}`))
	f.Add([]byte(`{"version": 1, "findings": [{"rule":"a","path":"../b","key":"é\u0000","fingerprint":"c","count":1}, {"rule":"a","path":"../b","fingerprint":"c","count":2}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := runner.ParseBaseline(text)
		if err != nil {
			return
		}
		again, err := runner.ParseBaseline(b.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.Bytes())
		}
		if string(again.Bytes()) != string(b.Bytes()) {
			t.Errorf("got\n%s\nwant\n%s", again.Bytes(), b.Bytes())
		}
	})
}
