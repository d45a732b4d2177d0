package sources_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/project"
)

func TestFind(t *testing.T) {
	t.Parallel()
	p, err := discovery.Load(context.Background(), []string{filetree.Write(t, map[string]string{
		"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/role/web.yaml": "k: web\n", "data/role/db.yaml": "- not a hash\n", "data/role/mail.yaml": "lookup_options: {k: {merge: unique}}\n",
		"data/common.yaml": "k: common\nother: 1\n",
	})}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	env := p.Environments[0]
	x := index.New(p.Files, map[*project.Root]bool{env.Own: true}, nil, nil)
	finder := sources.NewFinder(&sources.Files{}, x)
	e := engine.New(engine.Options{Environment: env.Environment, Store: p.Store, Puppet: 8, Incomplete: true, SkipUnknown: true, Observe: true})
	find := func(role string) *sources.Sources {
		facts := data.NewHash([]data.Entry{{Key: data.NewString("role"), Value: data.NewString(role)}})
		return finder.Find(e, engine.NewScope(engine.ScopeData{Facts: facts}), "")
	}
	for _, tt := range []struct {
		role     string
		read     []string // the existing files, "!" if lookups may fail at it, "?" if it has lookup_options
		defining []string // those that define k
	}{
		{"web", []string{"web.yaml", "common.yaml"}, []string{"web.yaml", "common.yaml"}},
		{"db", []string{"db.yaml!", "common.yaml"}, []string{"common.yaml"}},
		{"mail", []string{"mail.yaml?", "common.yaml"}, []string{"common.yaml"}},
		{"none", []string{"common.yaml"}, []string{"common.yaml"}},
	} {
		s := find(tt.role)
		var read, defining []string
		for at := range s.All() {
			if at.File == nil || at.File.Doc == nil {
				continue
			}
			name := filepath.Base(at.File.Real)
			if at.File.Broken {
				name += "!"
			}
			if at.File.Options {
				name += "?"
			}
			read = append(read, name)
		}
		for at, i := range sources.Defining(s.Regular, x.Find("k")) {
			if e := at.File.Doc.Value.Entries()[i]; e.Key.Text() != "k" {
				t.Errorf("%s: the entry of k is that of %s", at.File.Real, e.Key.Text())
			}
			defining = append(defining, filepath.Base(at.File.Real))
		}
		if diff := cmp.Diff(tt.read, read); diff != "" {
			t.Errorf("%s reads: %s", tt.role, diff)
		}
		if diff := cmp.Diff(tt.defining, defining); diff != "" {
			t.Errorf("%s has k in: %s", tt.role, diff)
		}
	}
	if a, b := find("none"), find("another"); a.Class != b.Class || a.Marker != b.Marker {
		t.Error("nodes with the same places differ")
	}
	markers := []string{fmt.Sprint(find("web").Marker), fmt.Sprint(find("db").Marker), fmt.Sprint(find("mail").Marker)}
	if slices.Sort(markers); len(slices.Compact(markers)) != 3 {
		t.Errorf("nodes that read different files that affect every lookup have the markers %v", markers)
	}
}
