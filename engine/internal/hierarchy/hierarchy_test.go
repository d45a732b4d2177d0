package hierarchy

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/internal/filetree"
)

// open returns the layers of an environment with the given files.
func open(t *testing.T, files map[string]string) (all *Layers, dir string) {
	t.Helper()
	env, err := environment.Open(filetree.Write(t, files), environment.Options{ModulePath: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	return NewLayers(Options{
		Environment: env, Disk: disk.New(data.NewStore(), ""), Shared: &invocation.Shared{Puppet: 8, Strict: invocation.Strict},
	}), filepath.ToSlash(env.Dir)
}

func node() *scope.Scope {
	return &scope.Scope{Vars: map[string]*data.Value{
		"role": data.NewString("web"), "empty": data.NewString(""), "list": data.NewArray([]*data.Value{data.NewString("x"), data.NewString("y")}),
	}}
}

// locations returns the locations of all levels, with the prefix `-` for missing files and `?` for unknown
// locations.
func locations(h *Hierarchy, dir string) []string {
	var all []string
	for i := range h.Levels {
		for _, at := range h.Levels[i].Locations {
			mark := ""
			switch {
			case at.Unknown != nil:
				mark = "?"
			case !at.Exists && !at.URI:
				mark = "-"
			}
			all = append(all, mark+strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(at.Text, dir)), "/"))
		}
	}
	return all
}

func TestResolve(t *testing.T) {
	t.Parallel()
	files := map[string]string{"data/web.yaml": "", "data/common.yaml": "", "data/x.yaml": "", "data/sub/b.yaml": "", "data/sub/a.yaml": ""}
	for levels, want := range map[string][]string{
		"path: '%{role}.yaml'":                              {"data/web.yaml"},
		"path: '%{none}.yaml'":                              {"-data/.yaml"},
		"paths: [common.yaml, '%{role}/%{role}.yaml']":      {"data/common.yaml", "-data/web/web.yaml"},
		"glob: 'sub/*.yaml'":                                {"data/sub/a.yaml", "data/sub/b.yaml"},
		"globs: ['sub/a*', 'none/*', '%{role}.*']":          {"data/sub/a.yaml", "data/web.yaml"},
		"datadir: 'data/%{empty}sub', path: a.yaml":         {"data/sub/a.yaml"},
		"mapped_paths: [list, e, '%{e}.yaml']":              {"data/x.yaml", "-data/y.yaml"},
		"mapped_paths: [none, e, '%{e}.yaml']":              nil,
		"mapped_paths: [list, '::e', '%{::e}.yaml']":        {"-data/.yaml", "-data/.yaml"},
		"uri: 'http://%{role}/', lookup_key: m::get":        {"http://web/"},
		"uris: ['http://a/', 'http://b/'], data_hash: m::f": {"http://a/", "http://b/"},
	} {
		files["hiera.yaml"] = "version: 5\nhierarchy: [{name: A, " + levels + "}]\n"
		all, dir := open(t, files)
		h := all.Environment().Resolve(node(), false)
		if got := locations(h, dir); h.Err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v; want %q", levels, got, h.Err, want)
		}
	}
}

// TestTooManyMappedPaths maps a list in many levels.
func TestTooManyMappedPaths(t *testing.T) {
	t.Parallel()
	const levels = 10
	for elements, want := range map[int]string{
		maxMapped / levels:   "",
		maxMapped/levels + 1: "with 10001 elements of `many`, `mapped_paths` creates more than 100000 paths, which hieralint does not search",
	} {
		s := node()
		s.Vars["many"] = data.NewArray(slices.Repeat([]*data.Value{data.NewString("x")}, elements))
		hiera := "version: 5\nhierarchy:\n"
		for i := range levels {
			hiera += fmt.Sprintf("  - {name: A%d, mapped_paths: [many, e, '%%{e}.yaml']}\n", i)
		}
		all, _ := open(t, map[string]string{"hiera.yaml": hiera})
		got := ""
		if h := all.Environment().Resolve(s, false); h.Err != nil {
			got = h.Err.Message
		}
		if got != want {
			t.Errorf("%d elements: %q, want %q", elements, got, want)
		}
	}
}

func TestUnknownLocation(t *testing.T) {
	t.Parallel()
	all, dir := open(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: '%{none}.yaml'}, {name: B, path: b.yaml}]\n"})
	s := node()
	s.Partial = true
	h := all.Environment().Resolve(s, false)
	if got := locations(h, dir); len(got) != 2 || got[0][0] != '?' || got[1] != "-data/b.yaml" {
		t.Errorf("got locations %q, want an unknown and a missing one", got)
	}
	if l := &h.Levels[0]; l.IsEmpty(&l.Locations[0], false) || !l.IsEmpty(&l.Locations[0], true) {
		t.Error("IsEmpty of an unknown location must be its second argument")
	}
}

func TestLayers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config string // of the environment
		levels int
		fails  bool
	}{
		"nothing":      {"", 0, false},
		"built-in":     {"version: 5\n", 1, false},
		"two levels":   {"version: 5\nhierarchy: [{name: A, path: a}, {name: B, path: b}]\n", 2, false},
		"not YAML":     {"version: [\n", 0, true},
		"a wrong type": {"version: 5\nhierarchy: 1\n", 0, true},
		"version 3":    {"version: 3\n", 0, true},
	} {
		files := map[string]string{"data/common.yaml": "a: 1\n"}
		if tt.config != "" {
			files["hiera.yaml"] = tt.config
		}
		all, _ := open(t, files)
		l := all.Environment()
		if (l.Err != nil) != tt.fails {
			t.Errorf("%s: got error %v", name, l.Err)
		}
		if l.Err != nil || l.Config == nil {
			if tt.levels > 0 {
				t.Errorf("%s: got no configuration", name)
			}
			continue
		}
		if h := l.Resolve(node(), false); h.Err != nil || len(h.Levels) != tt.levels {
			t.Errorf("%s: got %d levels, %v", name, len(h.Levels), h.Err)
		}
	}
}

func TestMissingModule(t *testing.T) {
	t.Parallel()
	all, _ := open(t, nil)
	if l := all.Module("gone"); !l.Missing || l.Err != nil || l != all.Module("gone") {
		t.Errorf("missing module: got %+v", l)
	}
	if l := all.Global(); l.Config == nil || l.ConfigPath != "" {
		t.Errorf("global layer: got %+v, want the built-in configuration", l)
	}
}
