package facts

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

func TestParse(t *testing.T) {
	tests := []struct{ name, path, text, want string }{
		{"facter, JSON", "web01.example.com.json", `{"os":{"family":"Debian"}}`, `web01.example.com "" {"os"=>{"family"=>"Debian"}}`},
		{"facter, YAML", "a.yaml", "os:\n  family: Debian\n", `a "" {"os"=>{"family"=>"Debian"}}`},
		{"facter, file name is not a certname", "facts.json", `{"networking":{"fqdn":"Web01.example.com"}}`, `web01.example.com "" {"networking"=>{"fqdn"=>"Web01.example.com"}}`},
		{"facter before 4", "debian-12.1.json", `{"fqdn":"web01.example.com"}`, `web01.example.com "" {"fqdn"=>"web01.example.com"}`},
		{"the file name is the certname", "web01.example.com.json", `{"fqdn":"ip-10-0-0-1.internal"}`, `web01.example.com "" {"fqdn"=>"ip-10-0-0-1.internal"}`},
		{"clientcert", "a.json", `{"clientcert":"x.example.com"}`, `x.example.com "" {"clientcert"=>"x.example.com"}`},
		{"puppet facts", "a.json", `{"name":"n.example.com","values":{"a":1},"timestamp":"t"}`, `n.example.com "" {"a"=>1}`},
		{"puppet's own YAML", "a.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: n.example.com\nvalues:\n  a: 1\n", `n.example.com "" {"a"=>1}`},
		{"inventory", "i.json", `[{"certname":"n","environment":"dev","facts":{"a":1},"trusted":{"certname":"n"}}]`, `n "dev" {"a"=>1} {"certname"=>"n"}`},
		{"factsets", "f.json", `[{"certname":"n","environment":"dev","facts":{"href":"h","data":[{"name":"a","value":1}]}}]`, `n "dev" {"a"=>1}`},
		{"facts of PuppetDB", "f.json", `[{"certname":"n","name":"a","value":1},{"certname":"m","name":"a","value":2},{"certname":"n","name":"b","value":3}]`,
			`n "" {"a"=>1, "b"=>3}; m "" {"a"=>2}`},
		{"a fact named facts", "a.json", `{"facts":"none"}`, `a "" {"facts"=>"none"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nodes, err := Parse(tt.path, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for i, n := range nodes {
				if i > 0 {
					got += "; "
				}
				got += n.Certname + ` "` + n.Environment + `" ` + rubytext.Inspect(n.Facts)
				if n.Trusted != nil {
					got += " " + rubytext.Inspect(n.Trusted)
				}
			}
			if got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestClassification(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"Foreman", "---\nclasses:\n  profile::web: {port: 80}\n  Ntp: \nparameters: {role: web}\nenvironment: dev\n", `dev {} {"role"=>"web"} [ntp profile::web]`},
		{"an array of classes", "classes: [ntp]\n", ` {} nil [ntp]`},
		{"only parameters", "parameters: {role: web}\n", ` {} {"role"=>"web"} []`},
		{"no classes", "classes: {}\nenvironment: dev\n", `dev {} nil []`},
		{"a fact named classes", "classes: [a]\nkernel: Linux\n", ` {"classes"=>["a"], "kernel"=>"Linux"} nil []`},
		{"a fact named environment", "environment: dev\n", ` {"environment"=>"dev"} nil []`},
		{"facts and classification", "certname: n\nfacts: {a: 1}\nclasses: [Profile::Web, '::b', b]\n", ` {"a"=>1} nil [b profile::web]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			nodes, err := Parse("n.yaml", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			n, vars := nodes[0], "nil"
			if n.Vars != nil {
				vars = rubytext.Inspect(n.Vars)
			}
			if got := fmt.Sprint(n.Environment, " ", rubytext.Inspect(n.Facts), " ", vars, " ", n.Classes); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestOmitted checks that facts listed as omitted are unknown, and that other missing facts do not exist.
func TestOmitted(t *testing.T) {
	t.Parallel()
	nodes, err := Parse("n.json", []byte(`{"certname": "n", "facts": {"os": {"family": "Debian"}, "kernel": "Linux"},
		"omitted": {"facts": ["kernel", "os.name", "os.'a.b'.c", "disks", "kernel.x", "..", "", 1], "trusted": ["extensions.pp_role"], "vars": "none"}}`))
	if err != nil {
		t.Fatal(err)
	}
	n := nodes[0]
	for name, want := range map[string]string{
		"os.family": "Debian", "kernel": "Linux", "os.name": "unknown: os.name", "os.'a.b'.c": "unknown: os.'a.b'.c", "disks": "unknown: disks",
		"disks.sda": "unknown: disks", "os.release": "none", "mtu": "none", "kernel.x": "none",
	} {
		got, v := "none", n.Facts
		for _, s := range Segments(name) {
			inner, ok := v.Get(s)
			if !ok {
				break
			}
			v = inner
			if v.IsUnknown() {
				break
			}
		}
		if u, ok := outcome.AsUnknown(v); ok {
			got = "unknown: " + u.Subject
		} else if v.Kind() == data.String && !strings.Contains(name, "kernel.") {
			got = v.Text()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if !n.KnowsExtensions() || n.Vars != nil {
		t.Errorf("got trusted %v, vars %v", n.Trusted, n.Vars)
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		segments []string
		want     string // "" if the segments have no name
	}{
		{[]string{"os", "family"}, "os.family"}, {[]string{"mountpoints", "/"}, "mountpoints./"}, {[]string{"a.b", "c"}, `"a.b".c`},
		{[]string{"a b"}, `"a b"`}, {[]string{`a"b`}, `'a"b'`}, {[]string{`a"b'c`}, ""}, {[]string{"disks", "0"}, "disks.0"},
	} {
		got, ok := Name(tt.segments)
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%q: got %s, %t, want %s", tt.segments, got, ok, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ path, text, want string }{
		{"a.json", `[1]`, "a.json: element 1 of the array is not a hash"},
		{"a.json", `[{}]`, "a.json: element 1 of the array has no certname"},
		{"a.json", `[{"certname":"n"}]`, "a.json: element 1 of the array is neither a node nor a fact as exported by PuppetDB"},
		{"a.yaml", `text`, "a.yaml: facts must be a hash, or an array as exported by PuppetDB"},
	}
	for _, tt := range tests {
		if _, err := Parse(tt.path, []byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestReadDirectory(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"b.json": `{"x":1}`, "a.yaml": "x: 2", "README.md": "no facts", ".hidden.json": "{", "a-push-facts.yaml": "Facts from this host were last pushed"})
	nodes, err := Read(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes) != 2 || nodes[0].Certname != "a" || nodes[1].Certname != "b" {
		t.Errorf("got %v", nodes)
	}
	if _, err := Read(t.Context(), t.TempDir(), 0); err == nil {
		t.Error("directory without facts: got no error")
	}
}

func TestCorpus(t *testing.T) {
	nodes, err := Read(t.Context(), filepath.Join(reference.Dir(t), "corpus", "facts"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes) < 20 {
		t.Errorf("got %d nodes, want at least 20", len(nodes))
	}
	for _, n := range nodes {
		if n.Trusted == nil || n.Facts.Len() == 0 || n.Environment == "" {
			t.Errorf("%s: %+v", n.Path, n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.json", []byte(`[{"certname":"n","facts":{"data":[{"name":"a","value":1}]}}]`))
	f.Add("a.yaml", []byte("--- !ruby/object:Puppet::Node::Facts\nname: n\nvalues: {a: 1}\n"))
	f.Add("a", []byte(`{"facts":[]}`))
	f.Add("a.json", []byte(`{"facts":{"a":1},"omitted":{"facts":["b.c","b"],"vars":["x"]},"classes":{"a":1}}`))
	f.Add("a.yaml", []byte("classes: [a]\nparameters: {a: 1}\n"))
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		nodes, err := Parse(path, text)
		if err == nil {
			for _, n := range nodes {
				if n.Facts == nil {
					t.Error("got a node without facts")
				}
				n.Scope()
			}
		}
	})
}

// TestSyntaxErrorQuotesNothing checks that the error of a file that is not JSON contains nothing of it, since it may be
// another file, to which a link leads.
func TestSyntaxErrorQuotesNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"machine x login y password hunter2\n", `{"a": hunter2}`, "{\"a\": 1,\nhunter2", "[hunter2"} {
		_, err := Parse("f.json", []byte(text))
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
