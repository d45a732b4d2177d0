package fetch_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/fetch"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/puppetdb"
	"github.com/hieralint/hieralint/internal/session"
)

type silent struct{}

func (silent) Phase(string, int) {}
func (silent) Step(int)          {}

func open(t *testing.T, dir string) *session.Workspace {
	t.Helper()
	w, err := session.Open(t.Context(), session.Options{Paths: []string{dir}, Facts: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func run(t *testing.T, w *session.Workspace, o *fetch.Options) *fetch.Summary {
	t.Helper()
	o.Progress = silent{}
	summary, err := fetch.Run(t.Context(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// contents returns the files of a directory, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// line removes all white space from a file.
func line(text string) string { return strings.Join(strings.Fields(text), "") }

// control is a control repo that uses a few facts.
var control = map[string]string{
	"hiera.yaml": "version: 5\nhierarchy:\n  - {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: r, path: 'role/%{::role}.yaml'}\n" +
		"  - {name: s, mapped_paths: [facts.services, service, '%{service}.yaml']}\n  - {name: c, path: common.yaml}\n",
	"data/common.yaml":               "a::b: '%{osfamily} %{trusted.extensions.pp_zone} %{lookup(\"x\")} %{facts.ssh.rsa.key}'\n",
	"manifests/site.pp":              "include \"profile::${facts['tier']}\"\n",
	"modules/profile/manifests/x.pp": "class profile::x {}\n",
	".hieralint.yaml":                "sensitive_facts: [ssh.rsa, 'services.*.token']\n",
}

// everything is a node with all facts that the control repo uses, and others.
const everything = `{"certname": "web01.example.com", "environment": "dev", "classes": ["profile::x", "A", "apt"],
	"facts": {"role": "web", "osfamily": "Debian", "os": {"name": "Debian", "family": "Debian"}, "services": [{"b": 1, "a": null}], "tier": 1.5,
		"ssh": {"rsa": {"key": "k"}, "dsa": {}}, "trusted": {}, "a.b": 1, "kernel": "Linux"},
	"trusted": {"certname": "web01.example.com", "external": {"x": 1}, "extensions": {"pp_zone": "eu", "pp_role": "w"}, "more": 1}}`

func TestSelection(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		o    fetch.Options
		node string
		want string
	}{
		{"used facts only", fetch.Options{}, everything, `{"certname":"web01.example.com","environment":"dev","classes":["a","profile::x"],
			"facts":{"os":{"family":"Debian"},"osfamily":"Debian","role":"web","services":[{"a":null,"b":1}],"ssh":{},"tier":1.5},
			"trusted":{"certname":"web01.example.com","extensions":{"pp_zone":"eu"},"external":{}},
			"omitted":{"facts":["\"a.b\"","kernel","os.name","ssh.dsa","ssh.rsa"],"trusted":["extensions.pp_role","external.x","more"]},"written_by":"hieralintnodesfetch"}`},
		{"more", fetch.Options{Facts: []string{"kernel", "facts.'a.b'", "trusted.extensions"}}, everything, `{"certname":"web01.example.com","environment":"dev","classes":["a","profile::x"],
			"facts":{"a.b":1,"kernel":"Linux","os":{"family":"Debian"},"osfamily":"Debian","role":"web","services":[{"a":null,"b":1}],"ssh":{},"tier":1.5},
			"trusted":{"certname":"web01.example.com","extensions":{"pp_role":"w","pp_zone":"eu"},"external":{}},
			"omitted":{"facts":["os.name","ssh.dsa","ssh.rsa"],"trusted":["external.x","more"]},"written_by":"hieralintnodesfetch"}`},
		{"all", fetch.Options{All: true}, everything, `{"certname":"web01.example.com","environment":"dev","classes":["a","apt","profile::x"],
			"facts":{"a.b":1,"kernel":"Linux","os":{"family":"Debian","name":"Debian"},"osfamily":"Debian","role":"web","services":[{"a":null,"b":1}],"ssh":{"dsa":{}},"tier":1.5},
			"trusted":{"certname":"web01.example.com","extensions":{"pp_role":"w","pp_zone":"eu"},"external":{"x":1},"more":1},
			"omitted":{"facts":["ssh.rsa"]},"written_by":"hieralintnodesfetch"}`},
		{"a sensitive part of an array", fetch.Options{All: true}, `{"certname": "n", "facts": {"services": [{"token": "s3cr3t"}]}}`,
			`{"certname":"n","facts":{},"omitted":{"facts":["services"]},"written_by":"hieralintnodesfetch"}`},
		{"what was left out before", fetch.Options{All: true}, `{"certname": "n", "facts": {"os": {}}, "omitted": {"facts": ["os.name", "x"], "vars": ["y"]}}`,
			`{"certname":"n","facts":{"os":{}},"vars":{},"omitted":{"facts":["os.name","x"],"vars":["y"]},"written_by":"hieralintnodesfetch"}`},
		{"all without secrets", fetch.Options{All: true}, `{"classes": {}, "parameters": {"root_pw": "s3cr3t", "users": [{"name": "a", "password": "s3cr3t"}], "hosts": {"a": {"api_token": "s3cr3t", "ip": "::"}}}}`,
			`{"certname":"node","classes":[],"facts":{},"vars":{"hosts":{"a":{"ip":"::"}}},"omitted":{"vars":["hosts.a.api_token","root_pw","users"]},"written_by":"hieralintnodesfetch"}`},
		{"a secret that is asked for", fetch.Options{Facts: []string{"root_pw"}}, `{"classes": {}, "parameters": {"root_pw": "s3cr3t"}}`,
			`{"certname":"node","classes":[],"facts":{},"vars":{"root_pw":"s3cr3t"},"written_by":"hieralintnodesfetch"}`},
		{"only facts", fetch.Options{}, `{"role": "web", "clientcert": "n"}`, `{"certname":"n","facts":{"role":"web"},"omitted":{"facts":["clientcert"]},"written_by":"hieralintnodesfetch"}`},
		{"variables of a classifier", fetch.Options{}, `{"classes": {"a": null, "b": {}}, "parameters": {"role": "web", "root_pw": "s3cr3t"}}`,
			`{"certname":"node","classes":["a"],"facts":{},"vars":{"role":"web"},"omitted":{"vars":["root_pw"]},"written_by":"hieralintnodesfetch"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, control)
			from := filetree.Write(t, map[string]string{"node.json": tt.node})
			tt.o.From, tt.o.Into = from, filepath.Join(dir, "facts")
			run(t, open(t, dir), &tt.o)
			for _, text := range contents(t, tt.o.Into) {
				if line(text) != line(tt.want) {
					t.Errorf("got  %s\nwant %s", line(text), line(tt.want))
				}
			}
			// Fetching from the written files changes nothing.
			again := tt.o
			again.From = tt.o.Into
			if summary := run(t, open(t, dir), &again); summary.New+summary.Changed+summary.Removed > 0 || summary.Nodes != 1 {
				t.Errorf("again: %+v", summary)
			}
		})
	}
}

// TestDirectory checks fetching from a directory: new, changed, and removed nodes.
func TestDirectory(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, control)
	into := filepath.Join(dir, "a", "facts")
	from := filetree.Write(t, map[string]string{
		"a.json": `{"certname": "a", "facts": {"role": "web"}}`, "b.yaml": "certname: b\nfacts: {role: db}\n", "evil.json": `{"certname": "../../Evil x", "facts": {}}`,
		// Two files of one node: its facts, and the output of a classifier.
		"facts/c.yaml": "--- !ruby/object:Puppet::Node::Facts\nname: c\nvalues: {role: old}\n", "enc/c.yaml": "classes: {a: }\nparameters: {role: new}\nenvironment: dev\n",
	})
	w, o := open(t, dir), &fetch.Options{From: from, Into: into}
	check := func(want string, files ...string) {
		t.Helper()
		s := run(t, w, o)
		if got := fmt.Sprintf("%d: %d new, %d changed, %d removed", s.Nodes, s.New, s.Changed, s.Removed); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		got := []string{}
		for name := range contents(t, into) {
			got = append(got, name)
		}
		if slices.Sort(got); !slices.Equal(got, files) {
			t.Errorf("got %q", got)
		}
	}
	all := []string{"%2E.%2F..%2FEvil%20x.json", "a.json", "b.json", "c.json"}
	check("4: 4 new, 0 changed, 0 removed", all...)
	check("4: 0 new, 0 changed, 0 removed", all...)
	if got := line(contents(t, into)["c.json"]); got != `{"certname":"c","environment":"dev","classes":["a"],"facts":{"role":"old"},"vars":{"role":"new"},"written_by":"hieralintnodesfetch"}` {
		t.Error(got)
	}
	filetree.Add(t, into, map[string]string{"mine.json": `{"certname": "mine", "facts": {}}`, "README.md": "x", "broken.json": "{"})
	filetree.Add(t, from, map[string]string{"a.json": `{"certname": "a", "facts": {"role": "db"}}`})
	if err := errors.Join(os.Remove(filepath.Join(from, "b.yaml")), os.Remove(filepath.Join(from, "evil.json"))); err != nil {
		t.Fatal(err)
	}
	check("2: 0 new, 1 changed, 2 removed", "README.md", "a.json", "broken.json", "c.json", "mine.json")

	filetree.Add(t, from, map[string]string{"z.json": `{"certname": "mine", "facts": {}}`})
	o.Progress = silent{}
	if _, err := fetch.Run(t.Context(), w, o); err == nil || !strings.Contains(err.Error(), "mine.json was not written by `hieralint nodes fetch`") {
		t.Error(err)
	}
	filetree.Add(t, from, map[string]string{"z.json": `{"certname": "` + strings.Repeat("x", 300) + `", "facts": {}}`})
	if _, err := fetch.Run(t.Context(), w, o); err == nil || !strings.Contains(err.Error(), "is too long for a file") || len(err.Error()) > 200 {
		t.Error(err)
	}
	o.From = filepath.Join(from, "none")
	if _, err := fetch.Run(t.Context(), w, o); err == nil {
		t.Error("no error for a directory that does not exist")
	}
}

// TestOddServer checks that a server that names nodes, and then returns none or something else, does not empty the
// directory.
func TestOddServer(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "facts/web01.yaml": "role: web\n"})
	into := filepath.Join(dir, "nodes")
	run(t, open(t, dir), &fetch.Options{From: filepath.Join(dir, "facts"), Into: into})
	for inventory, want := range map[string]string{
		"[]":                                  "no node was returned, although there are nodes; nothing was changed",
		`[{"certname": "other"}]`:             "the response is not a PuppetDB inventory",
		`[{"certname": "web01", "facts": 5}]`: "the response is not a PuppetDB inventory",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			query, err := io.ReadAll(r.Body)
			answer := "[]"
			switch {
			case err != nil:
				t.Error(err)
			case strings.Contains(string(query), "extract") && strings.HasSuffix(r.URL.Path, "/inventory"):
				answer = `[{"certname": "web01"}]`
			case strings.HasSuffix(r.URL.Path, "/inventory"):
				answer = inventory
			}
			_, _ = io.WriteString(w, answer)
		}))
		_, err := fetch.Run(t.Context(), open(t, dir), &fetch.Options{Server: puppetdb.Config{URL: server.URL}, Into: into, Progress: silent{}})
		server.Close()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", inventory, err)
		}
		if found := contents(t, into); len(found) != 1 {
			t.Errorf("%s: the directory contains %v", inventory, found)
		}
	}
}
