package inspect_test

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/session/sessiontest"
)

func inspector(t *testing.T, dir string) *inspect.Inspector {
	t.Helper()
	return sessiontest.Check(t, session.Options{Dir: dir, NoConfig: true}).Inspector()
}

// TestSecretsOfKeys checks that values are shown, except for secrets: those with a secret name or
// form, and values that refer to them.
func TestSecretsOfKeys(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": "lookup_options: {app::salt: {convert_to: Sensitive}}\napp::password: hunter2\napp::url: \"db://%{lookup('app::password')}\"\napp::deep: {a: {api_token: hunter2}}\n" +
			"app::salt: hunter2\napp::enc: ENC[PKCS7,hunter2]\napp::far: [\"%{lookup('app::url')}\"]\napp::port: 80\n",
	})
	x := inspector(t, dir)
	for _, key := range []string{"password", "url", "deep", "salt", "enc", "far"} {
		facts, err := x.Key(context.Background(), "app::"+key)
		if err != nil || len(facts) != 1 || len(facts[0].Outcomes) != 1 {
			t.Fatalf("%s: %+v, %v", key, facts, err)
		}
		o := facts[0].Outcomes[0]
		if text := fmt.Sprintf("%+v", *o); strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s", key, text)
		}
	}
	facts, err := x.Key(context.Background(), "app::port")
	if err != nil || facts[0].Outcomes[0].Value != "80" || facts[0].Outcomes[0].Nodes != "every node" {
		t.Errorf("port: %+v, %v", facts, err)
	}
}

// TestSecretsInDefaults checks that the default of a class parameter with a secret name is withheld, unless it contains
// no string or an empty one.
func TestSecretsInDefaults(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n", "data/common.yaml": "app::password: x\napp::token: x\napp::secret: x\napp::port: 1\n", "environment.conf": "",
		"modules/app/manifests/init.pp": "class app ($password = 'hunter2', $token = undef, $secret = '', $port = '80') {}\n",
	})
	x := inspector(t, dir)
	for key, want := range map[string]string{"password": "(secret)", "token": "undef", "secret": "''", "port": "'80'"} {
		facts, err := x.Key(context.Background(), "app::"+key)
		if err != nil || len(facts) != 1 || facts[0].Parameter == nil {
			t.Fatalf("%s: %+v, %v", key, facts, err)
		}
		if got := cmp.Or(facts[0].Parameter.Default, facts[0].Parameter.Withheld.String()); got != want {
			t.Errorf("%s: default %q, want %q", key, got, want)
		}
	}
}

// TestReleasedParameter checks what is known about the parameter of a release of a module that is not in the tree.
func TestReleasedParameter(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n", "data/common.yaml": "ntp::burst: true\n", "manifests/site.pp": "", "Puppetfile": "mod 'puppetlabs/ntp', '9.2.2'\n",
	})
	facts, err := inspector(t, dir).Key(context.Background(), "ntp::burst")
	if err != nil || len(facts) != 1 || facts[0].Parameter == nil {
		t.Fatalf("%+v, %v", facts, err)
	}
	if got, want := *facts[0].Parameter, (inspect.ParameterFacts{Class: "ntp", Release: "puppetlabs/ntp 9.2.2", Type: "Boolean"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestSubjectsEverywhere checks that any offset in any file has a subject within the file, or none.
func TestSubjectsEverywhere(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":                  "version: 5\nhierarchy:\n  - {name: a, path: \"%{facts.role}.yaml\"}\n  - {name: b, mapped_paths: [facts.x, y, \"%{y}.yaml\"]}\n",
		"data/common.yaml":            "a::b: &x\n  - \"%{lookup('a.b')} %{}\"\n  - %{x}\nlookup_options: {'^a(': {merge: deep}, b: }\n? [c]\n: *x\n",
		"data/x.yaml":                 "a: [\n",
		"modules/a/manifests/init.pp": "class a ($b, $c = \"${b}\") {\n  lookup(\"a::${b}\")\n}\n$",
		"environment.conf":            "modulepath = modules\n",
	})
	x := inspector(t, dir)
	for _, name := range []string{"hiera.yaml", "data/common.yaml", "data/x.yaml", "modules/a/manifests/init.pp", "environment.conf"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		for offset := range 300 {
			file := x.File(path)
			if file == nil || offset > len(file.Text) {
				break
			}
			s := x.SubjectAt(path, offset)
			if s == nil {
				continue
			}
			if s.Span.Start < 0 || s.Span.End > len(file.Text) || s.Span.Start > s.Span.End {
				t.Errorf("%s at %d: %+v", name, offset, s)
			}
			x.Target(s)
			x.References(s.Name, true)
			x.Variable(s.Name)
			if _, err := x.Key(context.Background(), s.Name); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestTargetOfLevel checks that a path, glob, or token in a level leads to the files of its path,
// and the level itself to all of its files.
func TestTargetOfLevel(t *testing.T) {
	t.Parallel()
	const hierarchy = "version: 5\nhierarchy:\n  - name: level\n    paths: &all\n      - \"role/%{facts.role}.yaml\"\n      - \"zone/%{facts.zone}.yaml\"\n" +
		"  - name: other\n    datadir: more\n    paths: *all\n  - name: g\n    glob: \"zone/*.yaml\"\n"
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": hierarchy, "data/role/web.yaml": "a: 1\n", "data/zone/a.yaml": "a: 1\n", "data/zone/b.yaml": "a: 1\n", "more/zone/c.yaml": "a: 1\n",
	})
	x := inspector(t, dir)
	path := filepath.Join(dir, "hiera.yaml")
	for at, want := range map[string]string{
		"level":       "data/role/web.yaml data/zone/a.yaml data/zone/b.yaml",
		"paths: &all": "data/role/web.yaml data/zone/a.yaml data/zone/b.yaml",
		"role/":       "data/role/web.yaml",
		"facts.role":  "data/role/web.yaml",
		"zone/%":      "data/zone/a.yaml data/zone/b.yaml more/zone/c.yaml",
		"facts.zone":  "data/zone/a.yaml data/zone/b.yaml more/zone/c.yaml",
		"more":        "more/zone/c.yaml",
		"zone/*":      "data/zone/a.yaml data/zone/b.yaml",
		"version":     "",
	} {
		s := x.SubjectAt(path, strings.Index(hierarchy, at)+1)
		var files []string
		if s != nil {
			for _, spot := range x.Target(s) {
				name, err := filepath.Rel(dir, filepath.FromSlash(spot.File.Path))
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, filepath.ToSlash(name))
			}
		}
		if got := strings.Join(files, " "); got != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
}
