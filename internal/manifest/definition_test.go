package manifest_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/manifest"
)

func TestDefinitions(t *testing.T) {
	x := index(t, map[string]string{"modules/m/manifests/init.pp": `# comment
class m (
  Array[Struct[{ 'a' => Enum["x", 'y'], Optional[b] => Pattern[/\A(a|\/b)\]\z/] }]] $a = [{ 'a' => "${x[1]}" }],
  $b,
  Hash $c = {
    'd' => { e => [1, { f => @(END) }] },
    g
    END
  },
  $d = $facts['x'] ? { /^a,b\)$/ => 1, default => $y.map |$z| { "${z})" } },
  Optional[String] $e = undef, # lint:ignore
) inherits ::m::params {
  class m_inner($f) { }
  define inner::def(Integer $g = 1, ) { }
}
`,
		"modules/m/functions/f.pp": "function m::f(String $a, Integer *$b) >> String { $a }",
	})
	for _, u := range x.Unreadable {
		t.Fatalf("%s: %s", u.File.Path, u.Text)
	}
	type param struct{ Name, Type, Default string }
	params := func(d *manifest.Definition) []param {
		var list []param
		for _, p := range d.Parameters {
			list = append(list, param{p.Name, p.Type(), p.Default()})
			if got := string(d.File.Slice(p.NameSpan)); got != "$"+p.Name {
				t.Errorf("span of the name of %s: got %q", p.Name, got)
			}
			if p.HasDefault() != (p.Default() != "") {
				t.Errorf("%s: HasDefault is %v", p.Name, p.HasDefault())
			}
		}
		return list
	}
	class, presence := x.Class("::M")
	if presence != manifest.Found || class.Parent != "m::params" || class.Module != "m" || string(class.File.Slice(class.NameSpan)) != "m" {
		t.Fatalf("class m: %v, %+v", presence, class)
	}
	want := []param{
		{"a", `Array[Struct[{ 'a' => Enum["x", 'y'], Optional[b] => Pattern[/\A(a|\/b)\]\z/] }]]`, `[{ 'a' => "${x[1]}" }]`},
		{"b", "", ""},
		{"c", "Hash", "{\n    'd' => { e => [1, { f => @(END) }] },\n    g\n    END\n  }"},
		{"d", "", `$facts['x'] ? { /^a,b\)$/ => 1, default => $y.map |$z| { "${z})" } }`},
		{"e", "Optional[String]", "undef"},
	}
	if diff := cmp.Diff(want, params(class)); diff != "" {
		t.Errorf("class m (-want +got):\n%s", diff)
	}
	if class.Kind.String() != "class" || x.Functions[0].Kind.String() != "function" || manifest.Ruby.String() != "Ruby code" {
		t.Error("wrong name of a kind")
	}
	if inner, _ := x.Class("m::m_inner"); inner == nil || len(inner.Parameters) != 1 {
		t.Errorf("class m::m_inner: %v", inner)
	}
	if d, _ := x.DefinedType("m::inner::def"); d == nil || d.Parameter("g") == nil || d.Parameter("h") != nil {
		t.Errorf("define m::inner::def: %v", d)
	}
	if len(x.Functions) != 1 || !slices.Equal(params(x.Functions[0]), []param{{"a", "String", ""}, {"b", "Integer", ""}}) {
		t.Errorf("functions: %+v", x.Functions)
	}
}

func TestParameter(t *testing.T) {
	x := index(t, map[string]string{"modules/m/manifests/a.pp": "class m::a($b) { }"})
	for key, want := range map[string][2]bool{
		"m::a::b": {true, true}, "m::a::c": {true, false}, "m::a": {}, "m::x::b": {}, "a": {}, "::b": {}, "": {}, "M::A::b": {},
	} {
		class, p := x.Parameter(key)
		if got := [2]bool{class != nil, p != nil}; got != want {
			t.Errorf("%q: %v, want %v", key, got, want)
		}
	}
}

func TestPresence(t *testing.T) {
	x := index(t, map[string]string{
		"modules/good/manifests/init.pp":     "class good { }",
		"modules/good/manifests/broken.pp":   "class good::broken(",
		"modules/good/manifests/named.pp":    "class good::named { class inner { }",
		"modules/broken/manifests/init.pp":   "class broken(",
		"modules/broken/manifests/fine.pp":   "class broken::fine { }",
		"modules/data/data/common.yaml":      "a: 1",
		"modules/code/lib/facter/a.rb":       "1",
		"modules/code/functions/broken.pp":   "function",
		"modules/types/types/broken.pp":      "type",
		"modules/types/manifests/defined.pp": "define types::defined() { }",
	})
	for name, want := range map[string]manifest.Presence{
		"good": manifest.Found, "good::missing": manifest.Missing, "good::broken": manifest.Unknown, "good::broken::inner": manifest.Missing, "good::named::inner": manifest.Unknown,
		"good::broken2": manifest.Missing, "broken": manifest.Unknown, "broken::fine": manifest.Found, "broken::other": manifest.Missing,
		"data": manifest.Elsewhere, "data::a": manifest.Elsewhere, "code": manifest.Elsewhere, "nothing": manifest.Elsewhere,
		"types::defined": manifest.Missing, "types::broken": manifest.Missing, "::Good": manifest.Found, "": manifest.Elsewhere,
	} {
		class, got := x.Class(name)
		if got != want || (class != nil) != (got == manifest.Found) {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if _, got := x.DefinedType("types::defined"); got != manifest.Found {
		t.Errorf("types::defined: %v", got)
	}
	if !x.HasModule("code::x") || x.HasModule("data") {
		t.Error("code has code, data has none")
	}
	var paths []string
	for _, u := range x.Unreadable {
		paths = append(paths, u.File.Path+": "+u.Text)
	}
	want := []string{
		"modules/broken/manifests/init.pp: Syntax error at end of input",
		"modules/code/functions/broken.pp: Syntax error at end of input",
		"modules/good/manifests/broken.pp: Syntax error at end of input",
		"modules/good/manifests/named.pp: Syntax error at end of input",
		"modules/types/types/broken.pp: Syntax error at end of input",
	}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHeaderOfUnreadable checks that the parameters in the header of a class are known even if its
// body does not parse.
func TestHeaderOfUnreadable(t *testing.T) {
	x := index(t, map[string]string{
		"modules/a/manifests/init.pp":  "# class a {\nclass a ($b = {}, $c = { 'd' => {} }) inherits a::params {\n  file { '/x': require => Service ['y'] }\n}\n",
		"modules/a/manifests/d.pp":     "define a::d ($e) {\n  file { '/x': require => Service ['y'] }\n}\n",
		"modules/a/manifests/late.pp":  "class a::early { }\nclass a::late ($f) {\n  file { '/x': require => Service ['y'] }\n}\n",
		"modules/a/manifests/other.pp": "class a::wrong ($f) {\n  file { '/x': require => Service ['y'] }\n}\n",
	})
	class, presence := x.Class("a")
	if presence != manifest.Found || class.Parameter("b") == nil || class.Parameter("c") == nil || class.Parent != "a::params" || len(class.Parameters) != 2 {
		t.Errorf("a: %v, %+v", presence, class)
	}
	if d, presence := x.DefinedType("a::d"); presence != manifest.Found || d.Parameter("e") == nil {
		t.Errorf("a::d: %v", presence)
	}
	for name, want := range map[string]manifest.Presence{"a::late": manifest.Unknown, "a::other": manifest.Unknown, "a::inner": manifest.Missing} {
		if _, presence := x.Class(name); presence != want {
			t.Errorf("%s: %v, want %v", name, presence, want)
		}
	}
	if len(x.Unreadable) != 4 {
		t.Errorf("%d unreadable files", len(x.Unreadable))
	}
}

// TestRejected checks files that Puppet parses but rejects: their classes and lookups are known,
// and Unreadable has Puppet's messages.
func TestRejected(t *testing.T) {
	x := index(t, map[string]string{
		"manifests/site.pp":            "class wild { }\nclass a::site { }\ninclude a\n",
		"modules/a/manifests/init.pp":  "class a { }\nclass other { }\n",
		"modules/b/manifests/init.pp":  "class b($x, $x) { include c }\n",
		"modules/b/manifests/late.pp":  "class b::late { $x include c }\n",
		"modules/b/manifests/code.pp":  "include c\n",
		"modules/e/manifests/init.pp":  "class e { }\n",
		"modules/e/manifests/wrong.pp": "class e::elsewhere($x) { }\n",
		"modules/c/manifests/init.pp":  "class c { }\n",
		"modules/c/manifests/sub.pp":   "define sub { }\nclass c::sub { }\n",
		"modules/c/manifests/d/e.pp":   "class c::d::e { class inner { } }\nclass c::d::e::f { }\n",
		"modules/c/functions/f.pp":     "function c::g() { 1 }\n",
		"modules/c/types/t.pp":         "type C::T = Integer\nnotice(1)\n",
		"modules/c/plans/init.pp":      "plan c() { }\n",
		"modules/c/functions/init.pp":  "function c::init() { 1 }\n",
		"functions/f.pp":               "function f() { 1 }\n",
		"modules/c/templates/t.epp":    "<% $x.lookup %><% $Y %>",
	})
	for name, want := range map[string]manifest.Presence{
		"wild": manifest.Found, "a::site": manifest.Found, "a": manifest.Found, "other": manifest.Elsewhere, "b": manifest.Found, "b::late": manifest.Found, "b::code": manifest.Unknown,
		"b::elsewhere": manifest.Missing, "e::elsewhere": manifest.Missing, "c": manifest.Found, "c::sub": manifest.Found, "c::d::e": manifest.Found, "c::d::e::inner": manifest.Found, "c::d::e::f": manifest.Found, "c::x": manifest.Missing,
	} {
		if _, got := x.Class(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if class, path := x.Misplaced("e::elsewhere"); class == nil || class.Parameter("x") == nil || path != "e/manifests/elsewhere.pp" {
		t.Errorf("e::elsewhere: %v in %q", class, path)
	}
	if class, _ := x.Misplaced("c::sub"); class != nil {
		t.Error("c::sub is reported as misplaced")
	}
	var got []string
	for _, u := range x.Unreadable {
		got = append(got, fmt.Sprintf("%s: %q: %s", u.File.Path, u.File.Slice(u.Span), u.Text))
	}
	want := []string{
		`modules/a/manifests/init.pp: "other": Unacceptable location. The name 'other' is unacceptable in file 'modules/a/manifests/init.pp'`,
		`modules/b/manifests/code.pp: "include c": This Function Call is unacceptable as a top level construct in this location`,
		`modules/b/manifests/init.pp: "$x": The parameter 'x' is declared more than once in the parameter list`,
		`modules/b/manifests/late.pp: "$x": This Variable has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)`,
		`modules/c/functions/f.pp: "c::g": Unacceptable location. The name 'c::g' is unacceptable in file 'modules/c/functions/f.pp'`,
		`modules/c/manifests/sub.pp: "sub": Unacceptable location. The name 'sub' is unacceptable in file 'modules/c/manifests/sub.pp'`,
		`modules/c/templates/t.epp: "$Y": Illegal variable name, The given name 'Y' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/`,
		`modules/c/types/t.pp: "notice(1)": This Function Call is unacceptable as a top level construct in this location`,
		`modules/e/manifests/wrong.pp: "e::elsewhere": Unacceptable location. The name 'e::elsewhere' is unacceptable in file 'modules/e/manifests/wrong.pp'`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReason checks that Reason leaves out the code that Puppet's message quotes, which may contain
// a secret.
func TestReason(t *testing.T) {
	for code, want := range map[string]string{
		"class a { $b = \"x$Secret\" }": "Illegal variable name",
		"class a { $b = 'x' Secret' }":  "Unclosed quote",
		"class a { $b = 12secret }":     "Illegal number",
		"class a { $b = c ) }":          "Syntax error",
		"class a($b, $b) { }":           "The parameter 'b' is declared more than once in the parameter list",
	} {
		x := index(t, map[string]string{"modules/a/manifests/init.pp": code})
		if len(x.Unreadable) != 1 || x.Unreadable[0].Reason() != want {
			t.Errorf("%s: %q, want %q", code, x.Unreadable[0].Text, want)
		}
	}
}

// TestUnreadableSite checks that a class may be defined in a manifest of the environment that
// cannot be parsed if its name occurs there.
func TestUnreadableSite(t *testing.T) {
	x := index(t, map[string]string{
		"manifests/site.pp":              "class good::a {\n  class { x_y",
		"modules/good/manifests/init.pp": "class good { }",
	})
	for name, want := range map[string]manifest.Presence{
		"good": manifest.Found, "good::a": manifest.Unknown, "x_y": manifest.Unknown, "good::b": manifest.Missing, "good::x": manifest.Missing, "y": manifest.Elsewhere,
	} {
		if _, got := x.Class(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestEnvironment checks that the manifests of the environment, in the directory or file of the
// setting `manifest`, have priority over modules, and modules have the priority of the modulepath.
func TestEnvironment(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"default":        {"manifests/sub/a.pp": "class a($site) { }"},
		"directory":      {"environment.conf": "manifest = code\n", "code/a.pp": "class a($site) { }", "manifests/a.pp": "class a { } class b { }"},
		"file":           {"environment.conf": "manifest = ./site.pp\n", "site.pp": "class a($site) { }", "manifests/a.pp": "class b { }"},
		"variables":      {"environment.conf": "manifest = $codedir/environments/$environment/code/site.pp\n", "code/site.pp": "class a($site) { }", "manifests/a.pp": "class b { }"},
		"on the server":  {"environment.conf": "manifest = /srv/puppet/environments/production/code\n", "code/site.pp": "class a($site) { }", "manifests/a.pp": "class b { }"},
		"only elsewhere": {"environment.conf": "manifest = $confdir/site.pp\n", "manifests/a.pp": "class a($site) { }"},
		"modules":        {"environment.conf": "modulepath = one:two\n", "one/a/manifests/init.pp": "class a($site) { }", "two/a/manifests/init.pp": "class a { } class b { }"},
	} {
		if name != "modules" {
			files["modules/a/manifests/init.pp"] = "class a($module) { }"
		}
		x := index(t, files)
		if a, _ := x.Class("a"); a == nil || a.Parameter("site") == nil {
			t.Errorf("%s: class a: %+v", name, a)
		}
		if b, _ := x.Class("b"); b != nil {
			t.Errorf("%s: class b was found in %s", name, b.File.Path)
		}
	}
}

func TestLinks(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"elsewhere/b.pp": "class m::a::b { }", "modules/m/manifests/a -> ../../../elsewhere": "", "modules/m/manifests/loop -> .": "",
		"modules/m/manifests/broken.pp -> nothing": "", "modules/m/manifests/c.pp -> ../../../elsewhere/b.pp": "",
	})
	env, err := environment.Open(dir, environment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := manifest.NewIndexer(data.NewStore()).Index(context.Background(), env)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := x.Class("m::a::b"); b == nil {
		t.Error("class behind a symlink not found")
	}
}

// TestManifestsOutside reads an environment whose manifests are a large directory elsewhere, such as the whole disk.
func TestManifestsOutside(t *testing.T) {
	files := map[string]string{"tree/environment.conf": "manifest = ../elsewhere\n"}
	for i := range 2100 {
		files[fmt.Sprintf("elsewhere/%d/a.pp", i)] = "class a { }"
	}
	dir := filetree.Write(t, files)
	tree := filepath.Join(dir, "tree")
	env, err := environment.Open(tree, environment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	store := data.NewStore()
	store.Confine(func(real string) bool { return strings.HasPrefix(real, tree) })
	x, err := manifest.NewIndexer(store).Index(context.Background(), env)
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Unreadable) != 1 || !strings.Contains(x.Unreadable[0].Text, "lead to more than 2000 directories") {
		t.Errorf("unreadable: %+v", x.Unreadable)
	}
}

func TestCancelled(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"manifests/site.pp": "include a"})
	env, err := environment.Open(dir, environment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := manifest.NewIndexer(data.NewStore()).Index(ctx, env); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

// TestReaderIsShared checks that environments that share modules can be read concurrently, and that
// each module is read once.
func TestReaderIsShared(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"shared/m/manifests/init.pp": "class m { $a = lookup('k') }",
		"one/environment.conf":       "modulepath = ../shared\n",
		"two/environment.conf":       "modulepath = ../shared\n",
		"two/manifests/site.pp":      "class n { }",
	})
	reader := manifest.NewIndexer(data.NewStore())
	found := make(chan *manifest.Definition)
	for _, name := range []string{"one", "two", "one", "two"} {
		go func() {
			env, err := environment.Open(filepath.Join(dir, name), environment.Options{})
			if err != nil {
				t.Error(err)
			}
			x, err := reader.Index(context.Background(), env)
			if err != nil {
				t.Error(err)
			}
			if n, _ := x.Class("n"); (n != nil) != (name == "two") {
				t.Errorf("%s: class n: %v", name, n)
			}
			m, _ := x.Class("m")
			found <- m
		}()
	}
	first := <-found
	for range 3 {
		if m := <-found; m == nil || m != first {
			t.Error("a module was read twice")
		}
	}
}
