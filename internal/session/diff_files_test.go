package session_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffOfFilesThatComeAndGo adds, removes, moves, and edits random data files: the new and fixed
// findings must be the differences between the findings of both sides, each checked in a new
// workspace.
func TestDiffOfFilesThatComeAndGo(t *testing.T) {
	t.Parallel()
	for seed := range uint64(max(6, reference.Cases(20))) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			tree := map[string]string{
				"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role and tier, path: "role/%{facts.role}/%{facts.tier}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Common, path: common.yaml}
`,
				"data/common.yaml":     someFile(random) + "lookup_options:\n  a::merged: {merge: unique}\n",
				"data/nodes/keep.yaml": "keep: 1\n", "data/role/keep.yaml": "keep: 1\n", "data/role/keep/keep.yaml": "keep: 1\n",
				"manifests/site.pp":           "include a\nlookup('plain')\n",
				"modules/a/manifests/init.pp": "class a (Integer $port = 1, Array $merged = [], String $name_of, String $other = 'x') {}\n",
			}
			for range 8 {
				tree[somePath(random)] = someFile(random)
			}
			dir, at := write(t, tree)
			filetree.Commit(t, dir)
			check := func() *session.Report {
				return checkAll(t, open(t, session.Options{Paths: []string{dir}, NoConfig: true}))
			}
			before := check()
			for range 3 {
				paths := slices.DeleteFunc(slices.Sorted(maps.Keys(tree)), func(path string) bool { return !strings.HasPrefix(path, "data/") || strings.Contains(path, "keep") })
				was := paths[random.IntN(len(paths))]
				if random.IntN(3) > 0 && was != "data/common.yaml" {
					if err := os.Remove(at(was)); err != nil {
						t.Fatal(err)
					}
					text := tree[was]
					if delete(tree, was); random.IntN(2) > 0 {
						continue
					}
					was = somePath(random)
					tree[was] = text
				} else if random.IntN(2) > 0 {
					was = somePath(random)
				}
				if tree[was] == "" || random.IntN(2) > 0 {
					tree[was] = someFile(random)
				}
				filetree.Add(t, dir, map[string]string{was: tree[was]})
			}
			after := check()
			found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD", NoMoved: true})
			if err != nil {
				t.Fatal(err)
			}
			r, err := revision.Find(t.Context(), dir, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			renamed, err := r.Renamed(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			known, left := runner.NewBaseline(dir, before.Findings), runner.NewBaseline(dir, after.Findings)
			known.Rename(renamed)
			original := map[string]string{}
			for from, to := range renamed {
				original[to] = from
			}
			left.Rename(original)
			compare(t, dir, "new", found.New, known.New(after.Shown()))
			compare(t, dir, "fixed", found.Fixed, left.New(before.Shown()))
		})
	}
}

// somePath returns the path of one of a few data files.
func somePath(random *rand.Rand) string {
	switch i := random.IntN(6); random.IntN(3) {
	case 0:
		return fmt.Sprintf("data/nodes/n%d.yaml", i)
	case 1:
		return fmt.Sprintf("data/role/r%d.yaml", i)
	default:
		return fmt.Sprintf("data/role/keep/t%d.yaml", i)
	}
}

// someFile returns a data file with some mistakes.
func someFile(random *rand.Rand) string {
	lines := []string{
		"a::port: 80", "a::port: http", "a::merged: [x]", "a::merged: {x: 1}", "a::merged: text", "a::name_of: \"%{lookup('plain')}\"", "a::name_of: \"%{lookup('missing')}\"",
		"plain: \"%{facts.role}\"", "plain: \"%{alias('a::merged')}\"", "a::othr: 1", "b::unknown: 1", "missing: ~", "unused_key: 1", "a::other: \"%{lookup('a::port')}\"",
	}
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	set := map[string]bool{}
	var text strings.Builder
	for _, line := range lines[:3+random.IntN(4)] {
		if key, _, _ := strings.Cut(line, ": "); !set[key] {
			set[key] = true
			text.WriteString(line + "\n")
		}
	}
	return text.String()
}

func checkAll(t *testing.T, w *session.Workspace) *session.Report {
	t.Helper()
	r, err := w.Check(t.Context(), session.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compare(t *testing.T, dir, what string, found []impact.Finding, wanted []diagnostic.Diagnostic) {
	t.Helper()
	var got, want []string
	for _, f := range found {
		got = append(got, fmt.Sprint(f.Rule.Name, " ", f.Path, ":", f.Line, " ", f.Severity, " ", f.Message))
	}
	for _, d := range wanted {
		path, _ := filepath.Rel(dir, d.File.Path)
		want = append(want, fmt.Sprint(d.Rule.Name, " ", filepath.ToSlash(path), ":", d.File.Pos(d.Span.Start).Line, " ", d.Severity, " ", strings.ReplaceAll(d.Message, filepath.ToSlash(dir)+"/", "")))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s findings:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestDiffOfAnotherHierarchy checks that an environment is compared with itself if another hierarchy
// in its directory, such as that of a Bolt project, comes or goes.
func TestDiffOfAnotherHierarchy(t *testing.T) {
	t.Parallel()
	const levels = "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n"
	dir, at := write(t, map[string]string{
		"hiera.yaml": levels, "hiera-bolt.yaml": levels + "  - {name: App, path: \"app/%{app}.yaml\"}\n", "data/app/x.yaml": "b: 1\n", "bolt-project.yaml": "name: shop\nhiera-config: hiera-bolt.yaml\n",
		"environment.conf": "", "data/common.yaml": "a: 1\n",
	})
	filetree.Commit(t, dir)
	for _, name := range []string{"hiera-bolt.yaml", "bolt-project.yaml"} {
		if err := os.Remove(at(name)); err != nil {
			t.Fatal(err)
		}
	}
	filetree.Add(t, dir, map[string]string{"data/common.yaml": "a: 2\n"})
	found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD"})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Groups) != 1 || found.Groups[0].Changes[0].Key != "a" {
		t.Errorf("the changed key is not found: %v", found.Environments)
	}
	if want := []string{"The top-level environment (hiera-bolt.yaml) is gone; its lookups are not compared."}; !slices.Equal(found.Environments, want) {
		t.Errorf("got %q, want %q", found.Environments, want)
	}
}

// TestDiffOnNodesOfOtherEnvironments checks that the report says why no real nodes are compared.
func TestDiffOnNodesOfOtherEnvironments(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{
		"environments/dev/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"environments/dev/data/common.yaml": "a: 1\n", "environments/dev/environment.conf": "",
		"facts/n.json": `{"certname": "n", "environment": "production", "facts": {}}`, "facts/m.json": `{"certname": "m", "environment": "dev", "facts": {}}`,
	})
	filetree.Commit(t, dir)
	filetree.Add(t, dir, map[string]string{"environments/dev/data/common.yaml": "a: 2\n"})
	for name, want := range map[string][]string{
		"n.json": {"compared on derived nodes, since the environments of 1 node with facts are missing"}, "m.json": nil, "": nil,
	} {
		found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true, Facts: []string{at("facts/" + name)}}).Diff(t.Context(), session.DiffRequest{From: "HEAD"})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(found.NotSeen, want) || len(found.Groups) != 1 {
			t.Errorf("%q: got %q and %d groups, want %q", name, found.NotSeen, len(found.Groups), want)
		}
	}
}
