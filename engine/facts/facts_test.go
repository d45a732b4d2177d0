package facts

import (
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

func TestParse(t *testing.T) {
	tests := []struct{ name, path, text, want string }{
		{"facter, JSON", "web01.example.com.json", `{"os":{"family":"Debian"}}`, `web01.example.com "" {"os"=>{"family"=>"Debian"}}`},
		{"facter, YAML", "a.yaml", "os:\n  family: Debian\n", `a "" {"os"=>{"family"=>"Debian"}}`},
		{"facter, in a file of any name", "facts.json", `{"networking":{"fqdn":"Web01.example.com"}}`, `web01.example.com "" {"networking"=>{"fqdn"=>"Web01.example.com"}}`},
		{"facter before 4", "debian-12.1.json", `{"fqdn":"web01.example.com"}`, `web01.example.com "" {"fqdn"=>"web01.example.com"}`},
		{"the file has the name", "web01.example.com.json", `{"fqdn":"ip-10-0-0-1.internal"}`, `web01.example.com "" {"fqdn"=>"ip-10-0-0-1.internal"}`},
		{"clientcert", "a.json", `{"clientcert":"x.example.com"}`, `x.example.com "" {"clientcert"=>"x.example.com"}`},
		{"puppet facts", "a.json", `{"name":"n.example.com","values":{"a":1},"timestamp":"t"}`, `n.example.com "" {"a"=>1}`},
		{"puppet's own YAML", "a.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: n.example.com\nvalues:\n  a: 1\n", `n.example.com "" {"a"=>1}`},
		{"inventory", "i.json", `[{"certname":"n","environment":"dev","facts":{"a":1},"trusted":{"certname":"n"}}]`, `n "dev" {"a"=>1} {"certname"=>"n"}`},
		{"factsets", "f.json", `[{"certname":"n","environment":"dev","facts":{"href":"h","data":[{"name":"a","value":1}]}}]`, `n "dev" {"a"=>1}`},
		{"facts of PuppetDB", "f.json", `[{"certname":"n","name":"a","value":1},{"certname":"m","name":"a","value":2},{"certname":"n","name":"b","value":3}]`,
			`n "" {"a"=>1, "b"=>3}; m "" {"a"=>2}`},
		{"a fact called facts", "a.json", `{"facts":"none"}`, `a "" {"facts"=>"none"}`},
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

func TestParseErrors(t *testing.T) {
	tests := []struct{ path, text, want string }{
		{"a.json", `[1]`, "a.json: element 1 of the list is no hash"},
		{"a.json", `[{}]`, "a.json: element 1 of the list has no certname"},
		{"a.json", `[{"certname":"n"}]`, "a.json: element 1 of the list is neither a node nor a fact as PuppetDB exports it"},
		{"a.yaml", `text`, "a.yaml: facts are a hash, or a list as PuppetDB exports it"},
	}
	for _, tt := range tests {
		if _, err := Parse(tt.path, []byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestReadDirectory(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"b.json": `{"x":1}`, "a.yaml": "x: 2", "README.md": "no facts", ".hidden.json": "{"})
	nodes, err := Read(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes) != 2 || nodes[0].Certname != "a" || nodes[1].Certname != "b" {
		t.Errorf("got %v", nodes)
	}
	if _, err := Read(t.Context(), t.TempDir(), 0); err == nil {
		t.Error("a directory without facts is no error")
	}
}

func TestCorpus(t *testing.T) {
	nodes, err := Read(t.Context(), filepath.Join(reference.Dir(t), "corpus", "facts"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes) < 20 {
		t.Errorf("%d nodes", len(nodes))
	}
	for _, n := range nodes {
		if !n.Named || n.Trusted == nil || n.Facts.Len() == 0 || n.Environment == "" {
			t.Errorf("%s: %+v", n.Path, n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.json", []byte(`[{"certname":"n","facts":{"data":[{"name":"a","value":1}]}}]`))
	f.Add("a.yaml", []byte("--- !ruby/object:Puppet::Node::Facts\nname: n\nvalues: {a: 1}\n"))
	f.Add("a", []byte(`{"facts":[]}`))
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		nodes, err := Parse(path, text)
		if err == nil {
			for _, n := range nodes {
				if n.Facts == nil {
					t.Error("a node without facts")
				}
				n.Scope()
			}
		}
	})
}
