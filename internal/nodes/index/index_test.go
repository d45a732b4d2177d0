package index_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

const hierarchy = "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n"

// load returns the project in a directory, and its hierarchies.
func load(t *testing.T, dir string) (*project.Project, map[*project.Root]bool) {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	roots := map[*project.Root]bool{}
	for _, e := range p.Environments {
		roots[e.Own] = true
	}
	return p, roots
}

// describe returns a line for each root key: the files that define it, what its values reference and read, and what its evaluation may
// read.
func describe(x *index.Index) []string {
	var all []string
	for name, r := range x.All() {
		var files, reads, closure []string
		for _, d := range r.Definitions {
			files = append(files, filepath.Base(d.File.Path))
		}
		for _, k := range r.Variables {
			reads = append(reads, k.Text)
		}
		for _, of := range r.Closure.Roots {
			closure = append(closure, of.Name)
		}
		all = append(all, fmt.Sprintf("%s in %v references %v reads %v closure %v merged %v", name, files, r.References, reads, closure, r.Merged))
	}
	slices.Sort(all)
	return all
}

func TestNew(t *testing.T) {
	t.Parallel()
	p, roots := load(t, filetree.Write(t, map[string]string{
		"hiera.yaml": hierarchy,
		"data/common.yaml": "lookup_options: {list: {merge: unique}}\nlist: [\"%{lookup('a.b')}\"]\na: \"%{alias('nowhere')}\"\nplain: 1\n" +
			"'not.found': 1\nfact: \"%{facts.role} %{facts.role}\"\n",
		"data/role/web.yaml": "a: \"%{lookup('list')}\"\n",
	}))
	x := index.New(p.Files, roots, nil, nil)
	want := []string{
		"a in [common.yaml web.yaml] references [nowhere list] reads [] closure [a nowhere list] merged false",
		"fact in [common.yaml] references [] reads [facts.role] closure [fact] merged false",
		"list in [common.yaml] references [a] reads [] closure [list a nowhere] merged true",
		"nowhere in [] references [] reads [] closure [nowhere] merged false",
		"plain in [common.yaml] references [] reads [] closure [plain] merged false",
	}
	if diff := cmp.Diff(want, describe(x)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "fact", "list", "plain"}, x.ToEvaluate()); diff != "" {
		t.Error(diff)
	}
	x.Want("required", nil)
	x.Recount()
	if !slices.Contains(x.ToEvaluate(), "required") || slices.Contains(x.Defined, "required") {
		t.Errorf("evaluated %v, defined %v", x.ToEvaluate(), x.Defined)
	}
}

// TestWith checks that the index after an edit is that of the edited tree.
func TestWith(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera.yaml":         hierarchy,
		"data/common.yaml":   "a: \"%{lookup('b')}\"\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"data/role/web.yaml": "b: 2\nweb: \"%{lookup('a')}\"\n",
	}
	for name, text := range map[string]string{
		"value":           "a: \"%{lookup('b')}\"\nb: 2\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"new key":         "a: \"%{lookup('b')}\"\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\ne: 1\n",
		"no key":          "a: \"%{lookup('b')}\"\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"reference":       "a: \"%{lookup('c')}\"\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"no reference":    "a: 1\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"undefined":       "a: \"%{lookup('nowhere')}\"\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"circle":          "a: \"%{lookup('web')}\"\nb: 1\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
		"other variables": "a: \"%{lookup('b')}\"\nb: \"%{facts.role}\"\nc: \"%{facts.role}\"\nd: \"%{facts.role}\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			edited := maps.Clone(tree)
			edited["data/common.yaml"] = text
			before, roots := load(t, filetree.Write(t, tree))
			after, afterRoots := load(t, filetree.Write(t, edited))
			x := index.New(before.Files, roots, nil, nil)
			original := describe(x)
			with := x.With(roots, &project.Changes{Files: []project.FileChange{{Before: common(before), After: moved(common(after), common(before))}}})
			if with == nil {
				t.Fatal("a new index is necessary")
			}
			fresh := index.New(after.Files, afterRoots, nil, nil)
			if diff := cmp.Diff(describe(fresh), describe(with)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(fresh.Defined, with.Defined); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(fresh.ToEvaluate(), with.ToEvaluate()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(original, describe(x)); diff != "" {
				t.Errorf("the edit changed the index before it: %s", diff)
			}
		})
	}
}

// TestWithout checks that there is no index after an edit that may affect every key.
func TestWithout(t *testing.T) {
	t.Parallel()
	p, roots := load(t, filetree.Write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": "a: 1\n"}))
	x := index.New(p.Files, roots, nil, nil)
	for _, c := range []*project.Changes{{Options: true}, {Broken: true}} {
		if x.With(roots, c) != nil {
			t.Errorf("an index after %+v", c)
		}
	}
}

// common returns the file common.yaml of a project.
func common(p *project.Project) *project.File {
	return p.Files[slices.IndexFunc(p.Files, func(f *project.File) bool { return strings.HasSuffix(f.Path, "common.yaml") })]
}

// moved returns a file as nodes of another project read it.
func moved(f, as *project.File) *project.File {
	is := *f
	is.Path, is.Matches = as.Path, as.Matches
	return &is
}
