package manifest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// installed returns an environment with the installed third-party modules.
func installed(t testing.TB) *environment.Environment {
	t.Helper()
	store := data.NewStore()
	var modules []*environment.Module
	seen := map[string]bool{}
	for _, dir := range reference.Modules(t) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			// Debian's directories include the name of the author.
			name := e.Name()[strings.LastIndex(e.Name(), "-")+1:]
			if m := environment.OpenModule(filepath.Join(dir, e.Name()), name, store); !seen[name] {
				seen[name] = true
				modules = append(modules, m)
			}
		}
	}
	return environment.New("production", store, modules...)
}

// signature is a definition in the format of testdata/signatures.rb.
type signature struct {
	Kind       string      `json:"kind"`
	Name       string      `json:"name"`
	Parent     string      `json:"parent"`
	Line       int         `json:"line"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default bool   `json:"default"`
}

// TestSignatures checks that the signatures of all classes, defined types, and functions of large
// modules agree with Puppet's.
func TestSignatures(t *testing.T) {
	puppet := oracle.StartRuby(t, "testdata/signatures.rb")
	index := read(t, installed(t))
	if len(index.Unreadable) > 0 {
		t.Errorf("%s cannot be read: %s", index.Unreadable[0].File.Path, index.Unreadable[0].Text)
	}
	got := map[string][]signature{}
	for kind, list := range map[string][]*manifest.Definition{"class": index.Classes, "define": index.DefinedTypes, "function": index.Functions} {
		for _, d := range list {
			s := signature{Kind: kind, Name: d.Name, Parent: d.Parent, Line: d.File.Pos(d.Span.Start).Line, Parameters: []parameter{}}
			for _, p := range d.Parameters {
				s.Parameters = append(s.Parameters, parameter{p.Name, p.Type(), p.HasDefault()})
			}
			got[d.File.Path] = append(got[d.File.Path], s)
		}
	}
	var paths []string
	for _, m := range installed(t).Modules() {
		for _, dir := range []string{"manifests", "functions"} {
			err := filepath.WalkDir(filepath.Join(m.Dir, dir), func(path string, d fs.DirEntry, err error) error {
				if err == nil && strings.HasSuffix(path, ".pp") && d.Type().IsRegular() {
					paths = append(paths, path)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	definitions := 0
	for _, path := range reference.Sample(paths) {
		var want []signature
		if err := json.Unmarshal(puppet.Line(t, []byte(path)), &want); err != nil {
			t.Fatal(err)
		}
		byName := func(a, b signature) int { return strings.Compare(a.Kind+a.Name, b.Kind+b.Name) }
		slices.SortFunc(want, byName)
		slices.SortFunc(got[path], byName)
		definitions += len(want)
		if diff := cmp.Diff(want, got[path], cmp.Transformer("none", func(s []signature) []signature {
			return append([]signature{}, s...)
		})); diff != "" {
			t.Errorf("%s (-Puppet +got):\n%s", path, diff)
		}
	}
	t.Logf("%d definitions in %d files", definitions, len(paths))
}

// TestParameterTypes checks that the types of all parameters are known, except for those of modules
// that are not installed.
func TestParameterTypes(t *testing.T) {
	index := read(t, installed(t))
	for _, d := range slices.Concat(index.Classes, index.DefinedTypes, index.Functions) {
		for _, p := range d.Parameters {
			_, err := index.ParameterType(p)
			if unknown := (*manifest.UnknownTypeError)(nil); errors.As(err, &unknown) {
				if index.HasModule(unknown.Name) {
					t.Errorf("%s::%s: %v: %s", d.Name, p.Name, err, p.Type())
				}
			} else if err != nil {
				t.Errorf("%s::%s: %v: %s", d.Name, p.Name, err, p.Type())
			}
		}
	}
}

func read(t testing.TB, env *environment.Environment) *manifest.Index {
	t.Helper()
	index, err := manifest.NewIndexer(data.NewStore()).Index(context.Background(), env)
	if err != nil {
		t.Fatal(err)
	}
	return index
}
