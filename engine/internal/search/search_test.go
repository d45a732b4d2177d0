package search

import (
	"context"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
)

var files = map[string]string{
	"environment.conf":           "modulepath = modules\n",
	"hiera.yaml":                 "version: 5\nhierarchy: [{name: A, path: '%{role}.yaml'}, {name: B, path: common.yaml}]\n",
	"data/web.yaml":              "first: web\nhash: {a: 1}\nm::x: from the environment\nrefers: \"%{lookup('first')}\"\nlist: [1]\n",
	"data/common.yaml":           "first: common\nhash: {a: 2, b: 3}\nlist: [1, 2]\nnumber: '5'\nlookup_options: {hash: {merge: hash}, number: {convert_to: Integer}, '^li': {merge: unique}}\n",
	"modules/m/hiera.yaml":       "version: 5\n",
	"modules/m/data/common.yaml": "m::x: from the module\nm::y: only the module\n",
}

// newNode returns a node of an environment with the given files.
func newNode(t *testing.T) *Node {
	t.Helper()
	return newSpace(t, filetree.Write(t, files)).NewNode(&scope.Scope{Vars: map[string]*data.Value{"role": data.NewString("web")}}, false)
}

// newSpace returns the Space of the environment in dir.
func newSpace(t *testing.T, dir string) *Space {
	t.Helper()
	env, err := environment.Open(dir, environment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, shared := disk.New(data.NewStore(), ""), &invocation.Shared{Puppet: 8, Strict: invocation.Strict}
	l := loader.New(env, d, false)
	return &Space{
		Shared: shared, Loader: l, NoGlobalLayer: true,
		Layers:   hierarchy.NewLayers(hierarchy.Options{Environment: env, Disk: d, Shared: shared}),
		Backends: backend.New(backend.Options{Environment: env, Disk: d, Loader: l, Shared: shared}),
	}
}

func TestFunction(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	for _, tt := range []struct {
		key, want string
		a         invocation.Arguments
		o         Options
	}{
		{key: "first", want: `"web"`},
		{key: "hash", want: `{"a"=>1, "b"=>3}`},
		{key: "hash", a: invocation.Arguments{Merge: data.NewString("first")}, want: `{"a"=>1}`},
		{key: "hash.b", want: "3"},
		{key: "list", want: "[1, 2]"},
		{key: "number", want: "5"},
		{key: "refers", want: `"web"`},
		{key: "m::x", want: `"from the environment"`},
		{key: "m::y", want: `"only the module"`},
		{key: "none", want: "Function lookup() did not find a value for the name 'none'"},
		{key: "none", a: invocation.Arguments{Default: data.NewInteger(7)}, want: "7"},
		{key: "none", o: Options{Defaults: data.NewHash([]data.Entry{{Key: data.NewString("none"), Value: data.NewInteger(8)}})}, want: "8"},
		{key: "first", o: Options{Override: data.NewHash([]data.Entry{{Key: data.NewString("first"), Value: data.NewInteger(9)}})}, want: "9"},
		{key: "first", a: invocation.Arguments{Merge: data.NewString("deeep")}, want: "deeep"},
	} {
		l := n.Begin(context.Background(), tt.o)
		answer, err := l.Function([]string{tt.key}, tt.a)
		switch {
		case err != nil && !strings.Contains(err.Message, tt.want):
			t.Errorf("%s: got error %s, want %s", tt.key, err.Message, tt.want)
		case err == nil && rubytext.Inspect(answer.Value) != tt.want:
			t.Errorf("%s: got %s, want %s", tt.key, rubytext.Inspect(answer.Value), tt.want)
		}
		l.End()
	}
}

func TestParameter(t *testing.T) {
	t.Parallel()
	l := newNode(t).Begin(context.Background(), Options{})
	defer l.End()
	if answer, err := l.Parameter([]string{"m::y"}); err != nil || answer.Value.Text() != "only the module" {
		t.Errorf("m::y: got %+v, %v", answer, err)
	}
	if _, err := l.Parameter([]string{"m::none"}); err == nil || !err.NotFound {
		t.Errorf("m::none: got %v, want NotFound", err)
	}
}

func TestExplanation(t *testing.T) {
	t.Parallel()
	l := newNode(t).Begin(context.Background(), Options{Explain: explain.NewRecorder()})
	defer l.End()
	if _, err := l.Function([]string{"first"}, invocation.Arguments{}); err != nil {
		t.Fatal(err)
	}
	if text := explain.Text(l.Explanation(), nil); !strings.Contains(text, `Hierarchy entry "A"`) || !strings.Contains(text, `Found key: "first" value: "web"`) {
		t.Error(text)
	}
}

func TestEachLevel(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	for module, want := range map[string]string{"": "A B", "m": "Common", "gone": ""} {
		var names []string
		if err := n.EachLevel(module, func(l *backend.Level, _ bool) { names = append(names, l.Config.Name) }); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("module %q: got levels %q, want %q", module, got, want)
		}
	}
}
