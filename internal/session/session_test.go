package session_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/listing"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/report"
)

const (
	hierarchy = "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n"
	duplicate = "a: 1\na: 2\n"
	clean     = "a: 1\n"
)

// write writes a tree, and returns its directory and a function that returns the path of a file.
func write(t *testing.T, files map[string]string) (dir string, at func(name string) string) {
	t.Helper()
	dir = filetree.Write(t, files)
	return dir, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
}

func open(t *testing.T, o session.Options) *session.Workspace {
	t.Helper()
	w, err := session.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func check(t *testing.T, w *session.Workspace, r session.Request) *session.Report {
	t.Helper()
	found, err := w.Check(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// names returns the rules of the findings, in order.
func names(r *session.Report) []string {
	var all []string
	for i := range r.Findings {
		all = append(all, r.Findings[i].Rule.Name)
	}
	return all
}

func expect(t *testing.T, r *session.Report, want ...string) {
	t.Helper()
	if got := names(r); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func replace(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestUpdate checks after a buffer was opened, edited, and closed, after a file changed on disk,
// and after both.
func TestUpdate(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean})
	ctx := context.Background()
	w := open(t, session.Options{Paths: []string{dir}})
	expect(t, check(t, w, session.Request{}))

	update := func(changes ...session.Change) {
		t.Helper()
		if err := w.Update(ctx, changes...); err != nil {
			t.Fatal(err)
		}
	}
	common := at("data/common.yaml")
	update(session.Change{Path: common, Kind: session.Edited, Text: []byte(duplicate)})
	expect(t, check(t, w, session.Request{}), "yaml-duplicate-key")

	replace(t, common, "a: [\n")
	update(session.Change{Path: common})
	expect(t, check(t, w, session.Request{}), "yaml-duplicate-key") // the buffer overrides the file on disk

	update(session.Change{Path: common, Kind: session.Dropped})
	expect(t, check(t, w, session.Request{}), "yaml-syntax-error")

	update(session.Change{Path: common, Kind: session.Edited, Text: []byte(clean)}, session.Change{Path: at("data/new.yaml"), Kind: session.Edited, Text: []byte(clean)})
	expect(t, check(t, w, session.Request{}), "orphan-data-file")
}

// TestUpdateOfModuleFile checks that a file of a module that data names is looked for again when it
// comes or goes.
func TestUpdateOfModuleFile(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{
		"hiera.yaml": hierarchy, "environment.conf": "modulepath = modules\n", "data/common.yaml": "app::source: puppet:///modules/app/app.conf\n",
		"modules/app/manifests/init.pp": "class app (String $source) { }\n", "modules/app/files/other": "",
	})
	w := open(t, session.Options{Paths: []string{dir}})
	expect(t, check(t, w, session.Request{}), "source-file-missing")
	file := at("modules/app/files/app.conf")
	for _, text := range []string{"x", ""} {
		var want []string
		if replace(t, file, text); text == "" {
			want = []string{"source-file-missing"}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Update(context.Background(), session.Change{Path: file}); err != nil {
			t.Fatal(err)
		}
		expect(t, check(t, w, session.Request{}), want...)
	}
}

// TestUpdateOfDeclaredHierarchy edits a hierarchy that a manifest declares, which Keys and the settings of `config init`
// then name.
func TestUpdateOfDeclaredHierarchy(t *testing.T) {
	t.Parallel()
	const server = "modules/app/manifests/server.pp"
	declares := func(level string) string {
		return "class app::server {\n  class { 'hiera':\n    hierarchy => ['" + level + "'],\n  }\n}\n"
	}
	dir, at := write(t, map[string]string{
		"environment.conf": "modulepath = modules\n", "hieradata/common.yaml": "app::port: eighty\n", server: declares("common"),
		"modules/app/manifests/init.pp": "class app (Integer $port) { }\n",
	})
	w := open(t, session.Options{Paths: []string{dir}})
	expect(t, check(t, w, session.Request{}), "value-type-mismatch")
	if err := w.Update(context.Background(), session.Change{Path: at(server), Kind: session.Edited, Text: []byte(declares("others"))}); err != nil {
		t.Fatal(err)
	}
	expect(t, check(t, w, session.Request{}), "hierarchy-not-found")

	replace(t, at(".hieralint.yaml"), "environments:\n  - path: .\n    hiera_config: "+server+"\n")
	w = open(t, session.Options{Paths: []string{dir}})
	expect(t, check(t, w, session.Request{}), "value-type-mismatch")
}

// TestPrivateTargets checks that nothing of a file outside of the tree is reported to which a link in the tree leads: a
// pull request may add one to a secret of the machine.
func TestPrivateTargets(t *testing.T) {
	t.Parallel()
	outside := filetree.Write(t, map[string]string{"secret": "password hunter2\n\"hunter2\n"})
	target := filepath.Join(outside, "secret")
	for _, link := range []string{
		"environment.conf", "hiera.yaml", "metadata.json", "Puppetfile", ".gitmodules", ".gitignore", "data/common.yaml", "data/new.yaml", "manifests/site.pp", "modules/app/manifests/init.pp",
		"modules/app/manifests/other.pp", "modules/app/functions/f.pp", "modules/app/types/t.pp", "modules/app/metadata.json", "modules/app/hiera.yaml", "modules/app/templates/t.epp",
		"modules/app/lib/puppet/functions/g.rb", "modules/app/facts.d/f.json", "modules/app/data/common.yaml", "bootstrap.sh",
	} {
		files := map[string]string{
			"environment.conf": "modulepath = modules\n", "hiera.yaml": hierarchy, "data/common.yaml": "app::port: 80\nlookup_options: {app::port: {convert_to: App::T}}\n", "manifests/site.pp": "include app\n",
			"modules/app/manifests/init.pp": "class app (App::T $port) { $a = app::f() $b = app::g() }\n", "modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::port: 1\n",
		}
		delete(files, link)
		files[link+" -> "+target] = ""
		dir, _ := write(t, files)
		found := check(t, open(t, session.Options{Paths: []string{dir}}), session.Request{})
		text := fmt.Sprintf("%+v", found.Summary)
		for _, d := range found.Findings {
			text += fmt.Sprintln(d.Message, d.Detail, d.Help, string(d.File.Text))
		}
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s: the report contains the target:\n%s", link, text)
		}
	}
}

// TestNotSeenAfterEdit checks that a key that was not evaluated completely is still mentioned after
// an edit of another key.
func TestNotSeenAfterEdit(t *testing.T) {
	t.Parallel()
	names := "web::names: [" + strings.Repeat("aa, ", 20_000) + "]\n"
	dir, at := write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: All, paths: [names.yaml, common.yaml]}\n",
		"environment.conf": "modulepath = modules\n", "data/names.yaml": names, "data/common.yaml": "other: 1\nmore: 1\n",
		"modules/web/manifests/init.pp": "class web (Array[Pattern[/^(a+)\\1$/]] $names) { }\n",
	})
	w := open(t, session.Options{Paths: []string{dir}})
	first := check(t, w, session.Request{}).Summary.NotSeen
	if err := w.Update(context.Background(), session.Change{Path: at("data/common.yaml"), Kind: session.Edited, Text: []byte("other: 2\nmore: 1\n")}); err != nil {
		t.Fatal(err)
	}
	if then := check(t, w, session.Request{}).Summary.NotSeen; len(first) != 1 || !slices.EqualFunc(first, then, notseen.Part.Equal) {
		t.Errorf("NotSeen: first %q, then %q", first, then)
	}
}

// TestUpdateConfiguration edits the configuration: if it is invalid, Update fails, and the last
// valid one stays in effect.
func TestUpdateConfiguration(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate, ".hieralint.yaml": "rules: {}\n"})
	w := open(t, session.Options{Paths: []string{dir}})
	expect(t, check(t, w, session.Request{}), "yaml-duplicate-key")

	edit := func(text string) error {
		return w.Update(context.Background(), session.Change{Path: at(".hieralint.yaml"), Kind: session.Edited, Text: []byte(text)})
	}
	if err := edit("rules: {yaml-duplicate-key: off}\n"); err != nil {
		t.Fatal(err)
	}
	expect(t, check(t, w, session.Request{}))

	var usage *session.UsageError
	var invalid *settings.InvalidError
	if err := edit("ruls: {}\n"); !errors.As(err, &usage) || !errors.As(err, &invalid) {
		t.Errorf("got error %v, want an InvalidError", err)
	}
	expect(t, check(t, w, session.Request{}))
	if err := edit("rules: {}\n"); err != nil {
		t.Fatal(err)
	}
	expect(t, check(t, w, session.Request{}), "yaml-duplicate-key")
}

// TestConcurrent uses a workspace from several goroutines while files change.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean, "data/other.yaml": duplicate})
	w := open(t, session.Options{Paths: []string{dir}})
	ctx := context.Background()
	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			text := []string{clean, duplicate}[i%2]
			if err := w.Update(ctx, session.Change{Path: at("data/common.yaml"), Kind: session.Edited, Text: []byte(text)}); err != nil {
				t.Error(err)
			}
			r, err := w.Check(ctx, session.Request{Overview: i%3 == 0})
			if err != nil {
				t.Error(err)
			} else if got := names(r); !slices.Contains(got, "orphan-data-file") {
				t.Errorf("found %v", got)
			}
			if _, err := w.Fix(ctx, session.Request{}, true); err != nil {
				t.Error(err)
			}
			if _, err := w.Keys(ctx, listing.KeyFilter{}); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
}

// TestReport checks the results that determine the exit code of the command.
func TestReport(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		files   map[string]string
		reaches diagnostic.Severity // the highest severity
		blind   bool
	}{
		{"clean", map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean}, 0, false},
		{"warning", map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean, "data/new.yaml": clean}, diagnostic.Warning, false},
		{"error", map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": "a: [\n"}, diagnostic.Error, false},
		{"blind", map[string]string{"hieradata/common.yaml": "apache::port: 80\n"}, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, _ := write(t, tt.files)
			r := check(t, open(t, session.Options{Paths: []string{dir}}), session.Request{})
			for _, severity := range []diagnostic.Severity{diagnostic.Note, diagnostic.Warning, diagnostic.Error} {
				if got, want := r.Reaches(severity), severity <= tt.reaches; got != want {
					t.Errorf("reaches %v: %v with %v", severity, got, names(r))
				}
			}
			if r.Reaches(0) || r.LacksHierarchy() != tt.blind || len(r.Unreadable()) > 0 {
				t.Errorf("reaches 0: %v, blind: %v, unreadable: %v", r.Reaches(0), r.LacksHierarchy(), r.Unreadable())
			}
		})
	}
}

// TestUnreadable checks a path that does not exist.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean})
	r := check(t, open(t, session.Options{Paths: []string{dir, at("data/gone.yaml")}}), session.Request{Overview: true, Statistics: true})
	if len(r.Unreadable()) != 1 || r.Unreadable()[0].Message == "" {
		t.Errorf("%v", names(r))
	}
	if r.Overview == nil || r.Statistics == nil || r.Statistics.Phases[0].Name != "load the project" {
		t.Error("overview or statistics missing")
	}
}

// TestUsageErrors checks the types of errors of Open and Compare.
func TestUsageErrors(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{
		"hiera.yaml": hierarchy, "data/common.yaml": clean,
		"wrong.yaml": "environments: [{path: gone}]\n", "facts.yaml": "facts: [gone.json]\n", "baseline.json": "{}",
	})
	ctx := context.Background()
	var facts *session.FactsError
	var missing *session.NoBaselineError
	var revision *session.RevisionError
	opening := func(o session.Options) func() error {
		o.Paths = []string{dir}
		return func() error { _, err := session.Open(ctx, o); return err }
	}
	comparing := func(c session.Comparison) func() error {
		return func() error { _, err := open(t, session.Options{Paths: []string{dir}}).Compare(ctx, c); return err }
	}
	for name, tt := range map[string]struct {
		do   func() error
		as   any
		text string
	}{
		"environment": {opening(session.Options{Config: at("wrong.yaml")}), new(*settings.InvalidError), "no directory `gone`"},
		"facts":       {opening(session.Options{Facts: []string{at("gone.json")}}), &facts, "gone.json"},
		"configured":  {opening(session.Options{Config: at("facts.yaml")}), nil, "`facts` in the configuration: "},
		"config":      {opening(session.Options{Config: at("gone.yaml")}), nil, "gone.yaml"},
		"baseline":    {comparing(session.Comparison{Baseline: at("gone.json")}), &missing, "no baseline "},
		"no baseline": {comparing(session.Comparison{Baseline: at("baseline.json")}), nil, "is not a baseline"},
		"revision":    {comparing(session.Comparison{Revision: "HEAD"}), &revision, ""},
		"prune": {func() error {
			_, err := open(t, session.Options{Paths: []string{dir}}).WriteBaseline(ctx, session.BaselineRequest{Path: at("gone.json"), Prune: true})
			return err
		}, &missing, "to prune"},
	} {
		err := tt.do()
		var usage *session.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), tt.text) || tt.as != nil && !errors.As(err, tt.as) {
			t.Errorf("%s: %T %v", name, err, err)
		}
	}
}

// TestBaseline writes a baseline, checks that it hides all findings, and prunes it.
func TestBaseline(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate, "data/new.yaml": clean})
	ctx := context.Background()
	w := open(t, session.Options{Paths: []string{dir}})
	written, err := w.WriteBaseline(ctx, session.BaselineRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if written.Entries != 2 || written.Files != 2 || written.Path != at(settings.BaselineName) {
		t.Errorf("%d entries in %d files in %s", written.Entries, written.Files, written.Path)
	}

	w = open(t, session.Options{Paths: []string{dir}})
	known, err := w.Compare(ctx, session.Comparison{})
	if err != nil {
		t.Fatal(err)
	}
	r := check(t, w, session.Request{Known: known})
	expect(t, r)
	if r.Summary.Known != 2 || len(r.Suppressed) != 2 {
		t.Errorf("%+v", r.Summary)
	}
	if known, err = w.Compare(ctx, session.Comparison{NoBaseline: true}); err != nil {
		t.Fatal(err)
	}
	expect(t, check(t, w, session.Request{Known: known}), "yaml-duplicate-key", "orphan-data-file")

	replace(t, at("data/common.yaml"), clean)
	if err := w.Update(ctx, session.Change{Path: at("data/common.yaml")}); err != nil {
		t.Fatal(err)
	}
	written, err = w.WriteBaseline(ctx, session.BaselineRequest{Prune: true})
	if err != nil {
		t.Fatal(err)
	}
	if written.Entries != 1 {
		t.Errorf("%d entries, want 1", written.Entries)
	}
}

// TestRevision checks that only findings since a revision are reported.
func TestRevision(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate, ".hieralint.yaml": "exclude: [data/skipped/**]\n"})
	filetree.Commit(t, dir, "-f")
	replace(t, at("data/new.yaml"), clean)
	w := open(t, session.Options{Paths: []string{dir}})
	known, err := w.Compare(context.Background(), session.Comparison{Revision: "HEAD"})
	if err != nil {
		t.Fatal(err)
	}
	r := check(t, w, session.Request{Known: known})
	expect(t, r, "orphan-data-file")
	if r.Summary.Older != 1 {
		t.Errorf("%d older findings, want 1", r.Summary.Older)
	}
}

// TestRemovedSinceRevision checks that data is missing, not kept elsewhere, if its file existed at the
// revision that the tree is compared with, whether the tree then is an edit of the current one or
// loaded separately, which a change of a hiera.yaml requires.
func TestRemovedSinceRevision(t *testing.T) {
	t.Parallel()
	const levels = "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, paths: [common.yaml, other.yaml]}\n"
	for name, change := range map[string]string{"an edit": levels, "loaded separately": levels + "# changed\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, at := write(t, map[string]string{"hiera.yaml": levels, "data/role/web.yaml": "a: \"%{lookup('b')}\"\n", "data/common.yaml": "b: 1\n", "data/other.yaml": "c: 1\n"})
			filetree.Commit(t, dir)
			if err := os.Remove(at("data/common.yaml")); err != nil {
				t.Fatal(err)
			}
			replace(t, at("hiera.yaml"), change)
			filetree.Commit(t, dir)
			ctx := context.Background()
			w := open(t, session.Options{Paths: []string{dir}})
			expect(t, check(t, w, session.Request{}))
			known, err := w.Compare(ctx, session.Comparison{Revision: "HEAD~"})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, check(t, w, session.Request{Known: known}), "interpolation-missing-key")
			if err := w.Update(ctx, session.Change{Path: at("hiera.yaml"), Kind: session.Edited, Text: []byte(levels + "# edited\n")}); err != nil {
				t.Fatal(err)
			}
			expect(t, check(t, w, session.Request{Known: known}), "interpolation-missing-key")
			for _, to := range []string{"", "HEAD"} {
				found, err := open(t, session.Options{Paths: []string{dir}}).Diff(ctx, session.DiffRequest{From: "HEAD~", To: to})
				if err != nil {
					t.Fatal(err)
				}
				if len(found.New) != 1 || found.New[0].Rule.Name != "interpolation-missing-key" {
					t.Errorf("new findings of diff to %q: %+v", to, found.New)
				}
			}
		})
	}
}

// TestFix checks that fixes are written only when they are applied, and not to a file that has
// changed in the meantime.
func TestFix(t *testing.T) {
	t.Parallel()
	const corrected = "a: \"%{facts.os.name}\"\n"
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": "a: %{facts.os.name}\n"})
	ctx := context.Background()
	w := open(t, session.Options{Paths: []string{dir}})
	fixes, err := w.Fix(ctx, session.Request{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if fixes.Fixed != 1 || len(fixes.Changes) != 1 || string(fixes.Changes[0].New) != corrected {
		t.Fatalf("%d fixes, %d changes", fixes.Fixed, len(fixes.Changes))
	}
	if len(fixes.Before.Findings) == 0 || len(fixes.After.Findings) > 0 || fixes.After.Summary.Fixed != 1 || fixes.Before.Summary.Fixed != 0 {
		t.Errorf("before %v, after %v", names(fixes.Before), names(fixes.After))
	}
	if text, _ := os.ReadFile(at("data/common.yaml")); string(text) == corrected {
		t.Error("the file was written before Apply")
	}

	if failed, err := w.Apply(ctx, fixes); err != nil || len(failed) > 0 {
		t.Fatal(failed, err)
	}
	if text, _ := os.ReadFile(at("data/common.yaml")); string(text) != corrected {
		t.Errorf("got %q", text)
	}
	expect(t, check(t, w, session.Request{}))

	failed, err := w.Apply(ctx, fixes)
	if err != nil || len(failed) != 1 || !strings.Contains(failed[0].Error(), "common.yaml is not fixed: ") {
		t.Errorf("%v %v", failed, err)
	}
}

// TestViews checks the environments, nodes, and keys of a tree.
func TestViews(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Node\n    path: \"%{trusted.certname}.yaml\"\n  - name: Common\n    path: common.yaml\n",
		"data/common.yaml": "app::port: 1\nother: 2\n", "data/web01.yaml": "other: 3\n", "data/left/over.yaml": "app::port: 3\n",
	})
	ctx := context.Background()
	w := open(t, session.Options{Paths: []string{dir}})
	environments, _, err := w.Environments(ctx)
	if err != nil || len(environments) != 1 || !slices.Equal(environments[0].Unread, []string{"data/left/over.yaml"}) {
		t.Errorf("%+v %v", environments, err)
	}
	nodes, err := w.Nodes(ctx, at("data/web01.yaml"))
	if err != nil || len(nodes) != 1 || len(nodes[0].Files) != 2 {
		t.Errorf("%+v %v", nodes, err)
	}
	match, _, err := listing.MatchKeys([]string{"^app"})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := w.Keys(ctx, listing.KeyFilter{Match: match, File: at("data/common.yaml")})
	if err != nil || len(keys) != 1 || len(keys[0].Keys) != 1 || keys[0].Keys[0].Name != "app::port" {
		t.Errorf("%+v %v", keys, err)
	}
}

// TestBuffers checks buffers without a file on disk, of data and of a configuration.
func TestBuffers(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate})
	w := open(t, session.Options{Paths: []string{at("data/new.yaml")}, Buffers: map[string][]byte{at("data/new.yaml"): []byte(duplicate)}})
	expect(t, check(t, w, session.Request{}), "orphan-data-file", "yaml-duplicate-key")

	path := filepath.Join(dir, settings.Name)
	_, err := session.Open(context.Background(), session.Options{Paths: []string{path}, Buffers: map[string][]byte{path: []byte("ruls: {}\n")}})
	if invalid := (*settings.InvalidError)(nil); !errors.As(err, &invalid) {
		t.Errorf("%v", err)
	}
	w = open(t, session.Options{Paths: []string{path}, Buffers: map[string][]byte{path: []byte("rules: {}\n")}})
	expect(t, check(t, w, session.Request{})) // a configuration is not data
}

// TestWatch checks that Watch reports again after a file has changed, was created, or removed, and
// after the configuration became invalid and valid.
func TestWatch(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean})
	w := open(t, session.Options{Paths: []string{dir}})
	done := errors.New("done")
	steps := []struct {
		want string // expected rules, or "error"
		then func()
	}{
		{"", func() { replace(t, at("data/common.yaml"), duplicate) }},
		{"yaml-duplicate-key", func() { replace(t, at("data/new.yaml"), clean) }},
		{"yaml-duplicate-key orphan-data-file", func() { replace(t, at(settings.Name), "ruls: {}\n") }},
		{"error", func() { replace(t, at(settings.Name), "rules: {yaml-duplicate-key: off}\n") }},
		{"orphan-data-file", func() {
			if err := os.Remove(at("data/new.yaml")); err != nil {
				t.Error(err)
			}
		}},
		{"", func() {}},
	}
	err := w.Watch(context.Background(), session.Request{}, session.WatchOptions{Every: 5 * time.Millisecond}, func(r *session.Report, err error) error {
		got := "error"
		if err == nil {
			got = strings.Join(names(r), " ")
		}
		if got != steps[0].want {
			t.Errorf("found %q, want %q", got, steps[0].want)
		}
		steps[0].then()
		if steps = steps[1:]; len(steps) == 0 {
			return done
		}
		return nil
	})
	if !errors.Is(err, done) {
		t.Error(err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	err = w.Watch(ctx, session.Request{}, session.WatchOptions{Every: time.Hour}, func(*session.Report, error) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWatchBeyondLimit checks that Watch goes on while the files of a tree are too large together, and that it notices
// permissions that have changed.
func TestWatchBeyondLimit(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate, settings.Name: "max_file_size: 1\n"})
	w := open(t, session.Options{Paths: []string{dir}})
	files := map[string]string{}
	for i := range 10 {
		files[fmt.Sprintf("%d.yaml", i)] = "k: " + strings.Repeat("v", 1_000_000) + "\n"
	}
	big := filetree.Write(t, files) // moved at once
	move := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Error(err)
		}
	}
	done := errors.New("done")
	steps := []func(found string){
		func(found string) {
			if found != "yaml-duplicate-key" {
				t.Errorf("found %q", found)
			}
			move(big, at("data/big"))
		},
		func(found string) {
			if !strings.Contains(found, "larger than") {
				t.Errorf("found %q", found)
			}
			move(at("data/big"), big)
		},
		func(found string) {
			if found != "yaml-duplicate-key" {
				t.Errorf("found %q", found)
			}
			if err := os.Chmod(at("data/common.yaml"), 0o400); err != nil {
				t.Error(err)
			}
		},
		func(string) {},
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := w.Watch(ctx, session.Request{}, session.WatchOptions{Every: 100 * time.Millisecond}, func(r *session.Report, err error) error {
		found := fmt.Sprint(err)
		if err == nil {
			found = strings.Join(names(r), " ")
		}
		steps[0](found)
		if steps = steps[1:]; len(steps) == 0 {
			return done
		}
		return nil
	})
	if !errors.Is(err, done) {
		t.Error(err)
	}
}

// TestWatchBaseline checks that Watch notices a new baseline, and its removal.
func TestWatchBaseline(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate})
	other := open(t, session.Options{Paths: []string{dir}})
	w := open(t, session.Options{Paths: []string{dir}})
	known, err := w.Compare(t.Context(), session.Comparison{})
	if err != nil {
		t.Fatal(err)
	}
	done := errors.New("done")
	var found []string
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err = w.Watch(ctx, session.Request{Known: known}, session.WatchOptions{Every: 100 * time.Millisecond}, func(r *session.Report, err error) error {
		if err != nil {
			return err
		}
		switch found = append(found, strings.Join(names(r), " ")); len(found) {
		case 1:
			_, err = other.WriteBaseline(ctx, session.BaselineRequest{})
		case 2:
			err = os.Remove(at(settings.BaselineName))
		default:
			err = done
		}
		return err
	})
	if want := []string{"yaml-duplicate-key", "", "yaml-duplicate-key"}; !errors.Is(err, done) || !slices.Equal(found, want) {
		t.Errorf("%v, found %q", err, found)
	}
}

// TestCanceled checks that a workspace is still usable after a canceled check.
func TestCanceled(t *testing.T) {
	t.Parallel()
	dir, _ := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate})
	w := open(t, session.Options{Paths: []string{dir}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Check(ctx, session.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	expect(t, check(t, w, session.Request{}), "yaml-duplicate-key")
}

// TestCanceledMidway cancels checks at random moments: a check fails or finds everything, and later
// checks are correct.
func TestCanceledMidway(t *testing.T) {
	t.Parallel()
	text := "web::x: 1\nweb::y: \"" + strings.Repeat("%{lookup('web::x')}", 20) + "\"\nweb::z: \"" + strings.Repeat("%{lookup('web::y')}", 200) + "\"\n"
	files := map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": text}
	dir, _ := write(t, files)
	path := filepath.Join(dir, "data/common.yaml")
	whole := names(check(t, open(t, session.Options{Paths: []string{dir}}), session.Request{}))
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		w := open(t, session.Options{Paths: []string{dir}, Workers: 1})
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.IntN(6000))*time.Microsecond)
		r, err := w.Check(ctx, session.Request{})
		cancel()
		if err == nil && !slices.Equal(names(r), whole) {
			t.Fatalf("found %q, want %q", names(r), whole)
		}
		if err := w.Update(context.Background(), session.Change{Path: path, Text: []byte(text + "# edited\n")}); err != nil {
			t.Fatal(err)
		}
		if got := names(check(t, w, session.Request{})); !slices.Equal(got, whole) {
			t.Fatalf("after an edit: found %q, want %q", got, whole)
		}
	}
}

// TestWrite writes the findings of a check in a format.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir, _ := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": duplicate})
	r := check(t, open(t, session.Options{Paths: []string{dir}}), session.Request{})
	var b strings.Builder
	if err := report.Compact(&b, r.Report, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "common.yaml:2:1") {
		t.Errorf("%s", b.String())
	}
}

// TestVerifySettings checks the verification of invalid settings, directories that do not exist,
// and unreadable files.
func TestVerifySettings(t *testing.T) {
	t.Parallel()
	_, at := write(t, map[string]string{"valid.yaml": "rules: {}\n", "invalid.yaml": "ruls: {}\n", "missing.yaml": "environments: [{path: gone}]\n"})
	for name, want := range map[string]int{"valid.yaml": 0, "invalid.yaml": 1, "missing.yaml": 1} {
		problems, err := session.VerifySettings(at(name))
		if err != nil || len(problems) != want {
			t.Errorf("%s: %v %v", name, problems, err)
		}
	}
	if _, err := session.VerifySettings(at("gone.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestWriteSettings checks that the written configuration is valid, and replaces an existing one
// only on request.
func TestWriteSettings(t *testing.T) {
	_, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean})
	t.Chdir(at(""))
	ctx := context.Background()
	if err := session.WriteSettings(ctx, settings.Strict, false); err != nil {
		t.Fatal(err)
	}
	if problems, err := session.VerifySettings(settings.Name); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	if err := session.WriteSettings(ctx, settings.Strict, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if err := session.WriteSettings(ctx, settings.Minimal, true); err != nil {
		t.Fatal(err)
	}
	s, err := session.ReadSettings(&session.Options{})
	if err != nil || s.Profile != settings.Minimal {
		t.Errorf("%+v %v", s, err)
	}
}

// TestDir opens a workspace whose paths are relative to another directory than the working
// directory: findings have absolute paths.
func TestDir(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{
		"repo/hiera.yaml": hierarchy, "repo/data/common.yaml": duplicate, "repo/data/new.yaml": clean,
		"other.yaml": "rules: {orphan-data-file: error}\n",
	})
	w := open(t, session.Options{Dir: dir, Paths: []string{"repo"}, Config: "other.yaml"})
	r := check(t, w, session.Request{})
	expect(t, r, "yaml-duplicate-key", "orphan-data-file")
	if got := r.Findings[0].File.Path; got != filepath.ToSlash(at("repo/data/common.yaml")) || r.Dir != dir {
		t.Errorf("%s in %s", got, r.Dir)
	}
	if err := w.Update(context.Background(), session.Change{Path: "repo/data/common.yaml", Kind: session.Edited, Text: []byte(clean)}); err != nil {
		t.Fatal(err)
	}
	r = check(t, w, session.Request{})
	expect(t, r, "orphan-data-file")
	if r.Findings[0].Severity != diagnostic.Error {
		t.Error("the configuration was not used")
	}
	expect(t, check(t, open(t, session.Options{Dir: at("repo"), NoConfig: true}), session.Request{}), "yaml-duplicate-key", "orphan-data-file")
}

// TestDirBaseline uses the path of a baseline that is relative to another directory than the
// working directory.
func TestDirBaseline(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"repo/hiera.yaml": hierarchy, "repo/data/common.yaml": duplicate})
	w := open(t, session.Options{Dir: dir, Paths: []string{"repo"}, NoConfig: true})
	written, err := w.WriteBaseline(context.Background(), session.BaselineRequest{Path: "known.json"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(at("known.json")); err != nil || written.Path != at("known.json") {
		t.Errorf("written to %s: %v", written.Path, err)
	}
	known, err := w.Compare(context.Background(), session.Comparison{Baseline: "known.json"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, check(t, w, session.Request{Known: known}))
}

// TestDirConfiguration checks that a finding in the configuration has its absolute path.
func TestDirConfiguration(t *testing.T) {
	dir, at := write(t, map[string]string{
		"repo/hiera.yaml": hierarchy, "repo/data/common.yaml": clean, ".hieralint.yaml": "rules: {no-such-rule: error}\n",
	})
	t.Chdir(dir)
	r := check(t, open(t, session.Options{Dir: dir}), session.Request{})
	if i := slices.IndexFunc(r.Findings, func(d diagnostic.Diagnostic) bool { return d.File.Path == filepath.ToSlash(at(".hieralint.yaml")) }); i < 0 {
		t.Errorf("no finding in %s: %v", at(".hieralint.yaml"), describe(r.Findings))
	}
}
