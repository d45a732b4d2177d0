package session_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// TestRevisionEdits makes random edits to each tree, and adds and removes data files. The new
// findings since the commit must be the same whether the committed tree is checked as a change of
// the working tree, or is exported, which a change of what Git ignores requires.
func TestRevisionEdits(t *testing.T) {
	t.Parallel()
	for _, tree := range withoutFacts(t) {
		t.Run(tree.name, func(t *testing.T) {
			t.Parallel()
			tree.commit(t)
			options := session.Options{Paths: []string{tree.dir}, Profile: settings.Strict}
			e := newEditor(t, tree.name, check(t, open(t, options), session.Request{}).Files)
			fresh := func() []string {
				w := open(t, options)
				known, err := w.Compare(context.Background(), session.Comparison{Revision: "HEAD"})
				if err != nil {
					t.Fatal(err)
				}
				return describe(check(t, w, session.Request{Known: known}).Findings)
			}
			for i := range reference.SlowCases(12) {
				for range 3 {
					change := e.edit()
					replace(t, change.Path, string(change.Text))
				}
				switch i % 3 {
				case 1:
					e.comeOrGo(t)
				case 2:
					e.editOther(t, tree.dir)
				}
				got := fresh()
				other := filepath.Join(tree.dir, "unknown")
				filetree.Add(t, other, map[string]string{".gitignore": "unknown"})
				want := fresh()
				if err := os.RemoveAll(other); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("checked as a change (+) and exported (-):%s", differences(got, want))
				}
			}
		})
	}
}

// TestRemovedKeys removes the only definition of keys that code needs, from a file or with it, in a project of which a level
// is elsewhere.
func TestRemovedKeys(t *testing.T) {
	t.Parallel()
	want := []string{"interpolation-missing-key", "lookup-missing-key", "missing-required-data"}
	for _, left := range []string{"", "b: 1\n", "b: 1\nshop::port: 80\nshop_name: x\n"} {
		for _, other := range []string{"README.md", ".gitignore"} {
			dir := filetree.Write(t, map[string]string{
				"hiera.yaml":           "version: 5\nhierarchy:\n  - {name: Secrets, path: /etc/secrets.yaml}\n  - {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Common, path: common.yaml}\n",
				"data/nodes/web1.yaml": "url: \"http://%{lookup('shop_name')}/\"\ngone: \"%{lookup('never_here')}\"\nshop::only: 1\nonly_here: 1\n", "data/common.yaml": "b: 1\nshop::port: 80\nshop_name: x\n",
				"data/nodes/web2.yaml":           "some: \"%{lookup('only_here')}\"\n",
				"modules/shop/manifests/init.pp": "class shop(Integer $port, Integer $only) {\n  lookup('shop_name')\n  lookup('never')\n}\n", "manifests/site.pp": "include shop\nlookup('url')\n",
			})
			filetree.Commit(t, dir)
			common := filepath.Join(dir, "data", "common.yaml")
			if left != "" {
				replace(t, common, left)
			} else if err := os.Remove(common); err != nil {
				t.Fatal(err)
			}
			filetree.Add(t, dir, map[string]string{other: "x\n"})
			w := open(t, session.Options{Paths: []string{dir}, NoConfig: true})
			known, err := w.Compare(context.Background(), session.Comparison{Revision: "HEAD"})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range check(t, w, session.Request{Known: known}).Findings {
				if d.Severity == diagnostic.Warning {
					got = append(got, d.Rule.Name)
				}
			}
			slices.Sort(got)
			if removed := !strings.Contains(left, "shop"); removed != slices.Equal(got, want) || !removed && len(got) > 0 {
				t.Errorf("with %q left, and %s added: warnings of %v", left, other, got)
			}
		}
	}
}

// TestDiffEdits makes random edits to each tree, and adds and removes data files. The result of diff
// must be the same whether the earlier revision is loaded as a change of the later one, or is
// exported, which a change of what Git ignores requires.
func TestDiffEdits(t *testing.T) {
	t.Parallel()
	for _, tree := range withoutFacts(t) {
		t.Run(tree.name, func(t *testing.T) {
			t.Parallel()
			tree.commit(t)
			options := session.Options{Paths: []string{tree.dir}}
			diff := func(from string) string {
				found, err := open(t, options).Diff(context.Background(), session.DiffRequest{From: from, To: "HEAD"})
				if err != nil {
					t.Fatal(err)
				}
				found.Before, found.After = impact.Revision{}, impact.Revision{}
				var b bytes.Buffer
				if err := impactreport.WriteJSON(&b, found); err != nil {
					t.Fatal(err)
				}
				return b.String()
			}
			e := newEditor(t, "diff "+tree.name, check(t, open(t, options), session.Request{}).Files)
			other := filepath.Join(tree.dir, "unknown")
			for i := range reference.SlowCases(6) {
				for range 2 {
					change := e.edit()
					replace(t, change.Path, string(change.Text))
				}
				if i%3 == 2 {
					e.editOther(t, tree.dir)
				} else {
					for range i % 3 {
						e.comeOrGo(t)
					}
				}
				replace(t, filepath.Join(tree.dir, "CASES.md"), strconv.Itoa(i)) // edits may cancel each other out
				filetree.Commit(t, tree.dir, "-f")
				got := diff("HEAD~")
				filetree.Add(t, other, map[string]string{".gitignore": "unknown"})
				filetree.Commit(t, tree.dir, "-f")
				want := diff("HEAD~2")
				if err := os.RemoveAll(other); err != nil {
					t.Fatal(err)
				}
				filetree.Commit(t, tree.dir, "-f")
				if got != want {
					t.Fatalf("loaded as a change (+) and exported (-):%s", differences(strings.Split(got, "\n"), strings.Split(want, "\n")))
				}
			}
		})
	}
}

// TestDiffOfDataWithOddName edits a data file whose name looks like that of a log.
func TestDiffOfDataWithOddName(t *testing.T) {
	t.Parallel()
	for _, also := range []string{"", "c: 2\n"} {
		dir := filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Site, path: site.log}\n  - {name: Common, path: common.yaml}\n", "data/site.log": "b: 1\n", "data/common.yaml": "c: 1\n",
		})
		filetree.Commit(t, dir)
		replace(t, filepath.Join(dir, "data", "site.log"), "b: 2\n")
		if also != "" {
			replace(t, filepath.Join(dir, "data", "common.yaml"), also)
		}
		found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(context.Background(), session.DiffRequest{From: "HEAD"})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := impactreport.WriteJSON(&b, found); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), `"key": "b"`) {
			t.Errorf("also edited %q: the change of `b` is missing: %s", also, &b)
		}
	}
}

// TestDiffOfRelease updates a module whose new release lacks a parameter that data sets.
func TestDiffOfRelease(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "ntp::autoupdate: false\n",
		"manifests/site.pp": "include ntp\n", "Puppetfile": "mod 'puppetlabs/ntp', '4.2.0'\n",
	})
	filetree.Commit(t, dir)
	replace(t, filepath.Join(dir, "Puppetfile"), "mod 'puppetlabs/ntp', '9.2.2'\n")
	found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(context.Background(), session.DiffRequest{From: "HEAD"})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.New) != 1 || found.New[0].Rule.Name != "unknown-class-parameter" || len(found.Groups) > 0 {
		t.Errorf("new findings %v, %d groups of changes", found.New, len(found.Groups))
	}
}

// TestDiffOfPuppetfile updates modules that are not in the tree: this does not require comparing
// all keys, even if other files than data have changed.
func TestDiffOfPuppetfile(t *testing.T) {
	t.Parallel()
	for _, other := range []string{"README.md", "manifests/site.pp", "spec/hiera_spec.rb"} {
		dir := filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "b: 1\nc: 1\n",
			"Puppetfile": "mod 'puppetlabs/stdlib', '9.4.0'\n",
		})
		filetree.Commit(t, dir)
		replace(t, filepath.Join(dir, "Puppetfile"), "mod 'puppetlabs/stdlib', '9.5.0'\n")
		replace(t, filepath.Join(dir, "data", "common.yaml"), "b: 1\nc: 2\n")
		filetree.Add(t, dir, map[string]string{other: "# other\n"})
		found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(context.Background(), session.DiffRequest{From: "HEAD"})
		if err != nil {
			t.Fatal(err)
		}
		if found.Keys != 1 || len(found.Groups) != 1 {
			t.Errorf("with %s: %d keys compared, %d groups of changes; want 1 of each", other, found.Keys, len(found.Groups))
		}
	}
}
