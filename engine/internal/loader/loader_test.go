package loader

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/internal/filetree"
)

var tree = map[string]string{
	"environment.conf":                             "modulepath = modules\n",
	"functions/site.pp":                            "function site() { 1 }\n",
	"modules/m/functions/data.pp":                  "function m::data() { 2 }\n",
	"modules/m/functions/both.pp":                  "function m::both() { 3 }\n",
	"modules/m/functions/broken.pp":                "function m::broken( {\n",
	"modules/m/lib/puppet/functions/m/both.rb":     "x\n",
	"modules/m/lib/puppet/functions/plain.rb":      "x\n",
	"modules/m/lib/puppet/parser/functions/old.rb": "x\n",
	"modules/m/lib/puppet/type/thing.rb":           "x\n",
	"modules/m/types/port.pp":                      "type M::Port = Integer[1, 65535]\n",
	"modules/m/manifests/init.pp":                  "class m { }\n",
	"modules/m/manifests/server/config.pp":         "class m::server::config { }\n",
	"modules/empty/metadata.json":                  "{}",
}

func open(t *testing.T, incomplete bool) (l *Loader, dir string) {
	t.Helper()
	dir = filetree.Write(t, tree)
	env, err := environment.Open(dir, environment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(env, disk.New(data.NewStore(), ""), incomplete), env.Dir
}

func TestFunctionFile(t *testing.T) {
	t.Parallel()
	l, dir := open(t, false)
	for name, want := range map[string]string{
		"site": "functions/site.pp", "m::data": "modules/m/functions/data.pp", "m::both": "modules/m/lib/puppet/functions/m/both.rb",
		"plain": "modules/m/lib/puppet/functions/plain.rb", "data": "", "m::none": "", "gone::data": "",
	} {
		got := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(l.FunctionFile(name), dir)), "/")
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if !l.HasLegacyFunction("old") || l.HasLegacyFunction("plain") {
		t.Error("only old must be a legacy function")
	}
	if f, err := l.Function("m::data", l.FunctionFile("m::data")); f == nil || err != nil {
		t.Errorf("m::data: got error %v", err)
	}
	if _, err := l.Function("m::broken", l.FunctionFile("m::broken")); err == nil {
		t.Error("m::broken: got no error")
	}
}

func TestMayHaveFunction(t *testing.T) {
	t.Parallel()
	complete, _ := open(t, false)
	incomplete, _ := open(t, true)
	for name, want := range map[string]bool{"gone::data": true, "empty::data": true, "m::none": false, "anything": true} {
		if got := incomplete.MayHaveFunction(name); got != want {
			t.Errorf("%s: got %t", name, got)
		}
		if complete.MayHaveFunction(name) {
			t.Errorf("%s: got true, but the environment is complete", name)
		}
	}
}

func TestHasClass(t *testing.T) {
	t.Parallel()
	l, _ := open(t, false)
	for name, want := range map[string]bool{"m": true, "m::server::config": true, "m::server": false, "gone": false} {
		if got := l.HasClass(name); got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

func TestType(t *testing.T) {
	t.Parallel()
	l, _ := open(t, true)
	for text, want := range map[string]string{"M::Port": "M::Port = Integer[1, 65535]", "Array[M::Port]": "Array[M::Port]", "Thing": "Thing"} {
		if got, err := l.Type(text); err != nil || got.String() != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"Array[Gone::Port]": "Gone::Port", "M::Port": "", "Integer[": ""} {
		got := ""
		if u := l.MissingType(text); u != nil {
			got = u.Subject
		}
		if got != want {
			t.Errorf("MissingType(%q) = %q, want %q", text, got, want)
		}
	}
}
