package environment

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// confs are contents of environment.conf that cover edge cases of Puppet's parser.
var confs = []string{
	"",
	"# nothing\n\n  # here\n",
	"modulepath = si*:modules:$basemodulepath",
	"modulepath = 'site:modules:$basemodulepath'\nconfig_version = 'scripts/config_version.sh $environmentpath $environment'\n",
	"modulepath = \"site : modules\"",
	"modulepath = \"site':modules'",
	"modulepath = site':'modules'",
	"modulepath = 'a",
	"modulepath = \"\"",
	"modulepath=",
	"modulepath = modules::x",
	"modulepath = :modules:",
	"modulepath = a\nmodulepath = b",
	"[main]\nmodulepath = a",
	"  [main]  \n  modulepath   =   a  \n",
	"[foo]\nmodulepath = a\n[main]\nmodulepath = b",
	"modulepath = a\n[foo]\n[bar]\n[foo]\nx = 1\n",
	"[main] # x\nmodulepath = a",
	"modulepath a",
	"modulepath: a",
	"  ; comment\nmodulepath = a",
	"modulepath = a # comment",
	"modulepath = {a,b}",
	"modulepath = m{a",
	"modulepath = a{owner=root}",
	"modulepath = a{ owner = root , mode = 0644 , }",
	"modulepath = a{owner=root,mode=rw}",
	"modulepath = a{user=root}",
	"manifest = b{user=root}\nmodulepath = a",
	"modulepath = ${environmentpath}/x",
	"modulepath = $environmentpath/x",
	"modulepath = $nope/x",
	"modulepath = x/$basemodulpath",
	"modulepath = x/$environment",
	"modulepath = mods/*",
	"modulepath = mods/*:modules",
	"modulepath = nope/*:modules",
	"modulepath = $environmentpath/production/mod*",
	"modulepath = mods/[a]",
	"modulepath = [a",
	"modulepath = TRUE:x",
	"modulepath = ../x",
	"modulepath = /abs/x/:./y/../z",
	"\uFEFFmodulepath = a",
	"modulepath = a\r\nmanifest = b\r\n",
	"modulepath = a\xff",
	"# \xff\nmodulepath = a",
	"module-path = a",
	"foo = bar\nbaz = 1\nmodulepath = a\nfoo = 2",
	"MODULEPATH = a",
	"environment_data_provider = 'none'",
	"modulepath =a=b",
	"modul\u00fcepath = a",
	"[m\u00e4in]\nfoo = 1\nnot a line",
	"modulepath = $codedir/modules:$confdir/modules",
	"modulepath = a\v:\u00a0b",
	"environment_timeout = bogus\nmodulepath = a",
}

// puppetConf is a script in which Puppet's environment loader reads each environment.conf.
const puppetConf = `
require 'json'
require 'puppet'
Encoding.default_external = Encoding::UTF_8
Puppet.initialize_settings([])
%w[codedir confdir basemodulepath environmentpath].each { |s| Puppet[s.to_sym] = ARGV[0] + '/' + s }
Puppet[:environmentpath] = ARGV[0]
def Puppet.warn_once(kind, key, message, *_) = $said << message
def Puppet.warning(message) = $said << message
confs = Dir.children(ARGV[0]).grep(/\A\d+\z/).sort_by(&:to_i)
out = confs.map do |name|
  $said = []
  begin
    loader = Puppet::Environments::Directories.new(ARGV[0], [Puppet[:basemodulepath]])
    env = Puppet.override(environments: loader) { loader.get(name.to_sym) }
    { modulepath: env.full_modulepath, said: $said.uniq }
  rescue StandardError => e
    { error: e.message, said: [] }
  end
end
puts JSON.generate(out)
`

// TestPuppet checks that errors, warnings, and the modulepath are the same as in Puppet.
func TestPuppet(t *testing.T) {
	files := map[string]string{}
	for i, conf := range confs {
		dir := itoa(i) + "/"
		files[dir+"environment.conf"] = conf
		files[dir+"mods/a/"], files[dir+"mods/b/"] = "", ""
	}
	top := filetree.Write(t, files)
	var answers []struct {
		ModulePath []string
		Error      string
		Said       []string
	}
	oracle.AskRuby(t, nil, &answers, "-C", t.TempDir(), "-e", puppetConf, top)
	settings := map[string]string{"environmentpath": top}
	for _, name := range []string{"codedir", "confdir", "basemodulepath"} {
		settings[name] = top + "/" + name
	}
	for i, want := range answers {
		env, err := Open(filepath.Join(top, itoa(i)), Options{Settings: settings})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, p := range env.Problems {
			if p.Puppet7.Effect == Warns && !slices.Contains(said, p.Puppet7.Text) {
				said = append(said, p.Puppet7.Text)
			}
		}
		if p := failure(env.Problems, 7); p != nil {
			if p.Puppet7.Text != want.Error {
				t.Errorf("%q:\n got error %q\nwant error %q", confs[i], p.Puppet7.Text, want.Error)
			}
			continue
		}
		if want.Error != "" {
			t.Errorf("%q: got no error, want %q", confs[i], want.Error)
			continue
		}
		slices.Sort(said)
		slices.Sort(want.Said)
		if diff := cmp.Diff(want.Said, said); len(want.Said)+len(said) > 0 && diff != "" {
			t.Errorf("%q: warnings (-Puppet +got)\n%s", confs[i], diff)
		}
		if diff := cmp.Diff(want.ModulePath, env.ModulePath); len(want.ModulePath)+len(env.ModulePath) > 0 && diff != "" {
			t.Errorf("%q: modulepath (-Puppet +got)\n%s", confs[i], diff)
		}
	}
}

func itoa(i int) string {
	text, _ := json.Marshal(i)
	return string(text)
}

func TestConfProblems(t *testing.T) {
	tests := []struct {
		name, conf string
		code       Code
		at         string // the text in the span of the problem
		wrong      string // the name in the problem
	}{
		{"unknown", "modulpath = a", UnknownSetting, "modulpath", "modulpath"},
		{"repeated", "manifest = a\nmanifest = b", RepeatedSetting, "manifest", ""},
		{"section", "[production]\nmodulepath = a", IgnoredSection, "production", ""},
		{"not a setting", "  modulepath site  \n", UnmatchedLine, "modulepath site", ""},
		{"byte order mark", "\uFEFFmodulepath = a", UnmatchedLine, "\uFEFFmodulepath = a", ""},
		{"encoding", "modulepath = a\xff", BadEncoding, "\xff", ""},
		{"braces", "modulepath = ${codedir}/a", BadFileOption, "{codedir}", ""},
		{"variable", "modulepath = a:'$basemodulpath", UnknownVariable, "$basemodulpath", "basemodulpath"},
		{"environment", "modulepath = x/$environment/m", EnvironmentVariable, "$environment", ""},
		{"boolean", "modulepath = true", ModulePathNotText, "true", ""},
		{"space", "modulepath = a : b", SpaceInModulePath, "a ", ""},
		{"comment", "modulepath = a:b # c", CommentInValue, "b # c", ""},
		{"empty entry", "modulepath = a::b", EmptyModulePathEntry, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			env, err := Open(filetree.Write(t, map[string]string{"environment.conf": test.conf}), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(env.Problems) == 0 {
				t.Fatal("got no problem")
			}
			p := env.Problems[0]
			if p.Code != test.code || string(p.File.Slice(p.Span)) != test.at || p.Name != test.wrong {
				t.Errorf("got code %d at %q, name %q", p.Code, p.File.Slice(p.Span), p.Name)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"file": ""})
	for _, path := range []string{"missing", "file"} {
		if _, err := Open(filepath.Join(dir, path), Options{}); err == nil {
			t.Errorf("%s: got no error", path)
		}
	}
	env, err := Open(filetree.Write(t, map[string]string{"environment.conf/": ""}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := failure(env.Problems, 7); p == nil || p.Code != Unreadable {
		t.Errorf("environment.conf as a directory: got %+v, want Unreadable", p)
	}
}

func TestModules(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"code/environments/production/environment.conf":       "modulepath = si*:modules:$basemodulepath:$vardir/modules",
		"code/environments/production/hiera.yaml":             "version: 5",
		"code/environments/production/site/profile/":          "",
		"code/environments/production/site/ntp/":              "",
		"code/environments/production/site/Role/":             "",
		"code/environments/production/site/my-module/":        "",
		"code/environments/production/site/file":              "",
		"code/environments/production/modules/ntp/hiera.yaml": "version: 5",
		"code/environments/production/modules/apt/hiera.yaml": "version: 5",
		"code/modules/stdlib/metadata.json":                   "{}",
		"code/hiera.yaml":                                     "version: 5",
	})
	env, err := Open(filepath.Join(dir, "code/environments/production"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range env.Modules() {
		rel, _ := filepath.Rel(dir, m.Dir)
		names = append(names, m.Name+" "+filepath.ToSlash(rel))
	}
	want := []string{
		"ntp code/environments/production/site/ntp",
		"profile code/environments/production/site/profile",
		"apt code/environments/production/modules/apt",
		"stdlib code/modules/stdlib",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if last := env.Entries[3]; !last.Unknown || last.Text != "$vardir/modules" {
		t.Errorf("entry with an unknown setting: got %+v", last)
	}
	if _, ok := env.Module("ntp").HieraConfig(); ok {
		t.Error("ntp: found the hiera.yaml of a shadowed module")
	}
	if path, ok := env.Module("apt").HieraConfig(); !ok || filepath.Base(path) != "hiera.yaml" {
		t.Errorf("hiera.yaml of apt: %s, %t", path, ok)
	}
	for _, name := range []string{"Role", "my-module", "gone", "", "..", "::ntp", "a/b"} {
		if m := env.Module(name); m != nil {
			t.Errorf("Module(%q) = %+v, want nil", name, m)
		}
	}
}

func TestModulesBehindSymlinks(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"production/modules/apt -> ../../elsewhere/apt": "", "production/modules/gone -> nowhere": "", "elsewhere/apt/hiera.yaml": "version: 5",
	})
	env, err := Open(filepath.Join(dir, "production"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if all := env.Modules(); len(all) != 1 || all[0].Name != "apt" || env.Module("gone") != nil {
		t.Errorf("got modules %v, want only apt", all)
	}
	if _, ok := env.Module("apt").HieraConfig(); !ok {
		t.Error("apt: found no hiera.yaml")
	}
}

func TestNew(t *testing.T) {
	store := data.NewStore()
	m := OpenModule(filetree.Write(t, map[string]string{"hiera.yaml": "version: 5"}), "ntp", store)
	env := New("production", store, m)
	if env.Module("ntp") != m || env.Module("stdlib") != nil || len(env.Modules()) != 1 {
		t.Errorf("got modules %v, want only ntp", env.Modules())
	}
}

func TestAdd(t *testing.T) {
	store := data.NewStore()
	dir := filetree.Write(t, map[string]string{"modules/apt/manifests/init.pp": "", "shop/manifests/init.pp": ""})
	env, err := Open(dir, Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	listed := env.Module("apt")
	shop, apt := OpenModule(filepath.Join(dir, "shop"), "shop", store), OpenModule(filepath.Join(dir, "shop"), "apt", store)
	for _, m := range []*Module{shop, apt} {
		if env.Modules(); env.Module("shop") != nil && m == shop {
			t.Error("found shop before it was added")
		}
		env.Add(m)
	}
	if got := env.Modules(); !slices.Equal(got, []*Module{listed, shop}) || env.Module("shop") != shop || env.Module("apt") != listed {
		t.Errorf("got modules %v, want apt of the modulepath and shop", got)
	}
}

func TestValidName(t *testing.T) {
	for name, want := range map[string]bool{"production": true, "feature_x": true, "Feature1": true, "feature-x": false, "": false, "a.b": false} {
		if ValidName(name) != want {
			t.Errorf("ValidName(%q) = %t", name, !want)
		}
	}
}

// FuzzConf checks that the spans of settings and problems are inside the file.
func FuzzConf(f *testing.F) {
	for _, conf := range confs {
		f.Add(conf)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("environment.conf", []byte(text))
		conf, problems := parseConf(file)
		for _, s := range conf.Settings {
			if string(file.Slice(s.NameSpan)) != s.Name {
				t.Errorf("span of name %q contains %q", s.Name, file.Slice(s.NameSpan))
			}
			if file.Slice(s.ValueSpan) == nil {
				t.Errorf("value of %q has invalid span %v", s.Name, s.ValueSpan)
			}
		}
		for _, p := range problems {
			if file.Slice(p.Span) == nil {
				t.Errorf("problem %d has invalid span %v", p.Code, p.Span)
			}
		}
		if !strings.ContainsAny(text, "*?[{") { // do not search the whole machine
			env := &Environment{Dir: "/e", Conf: conf}
			env.resolveModulePath(map[string]string{})
		}
	})
}
