package overview

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/report"
)

// tree writes files to a new directory, and changes to it.
func tree(t testing.TB, files map[string]string) {
	t.Helper()
	t.Chdir(filetree.Write(t, files))
}

// overviewOf returns the overview of the working directory, with known nodes, if any.
func overviewOf(t testing.TB, known ...*facts.Node) *report.Overview {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{"."}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var keys KeyCollector
	for _, env := range nodes.New(p, nodes.Options{Puppet: 8, Nodes: known, Workers: 2}).Fleets {
		if err := env.Keys(context.Background(), env.Names(), keys.Observe); err != nil {
			t.Fatal(err)
		}
	}
	return Of(p, &keys)
}

// dump formats an overview for golden files.
func dump(o *report.Overview) string {
	var b strings.Builder
	for _, s := range o.Scopes {
		fmt.Fprintf(&b, "%s (%d left out)\n", s.Name, s.LeftOut)
		for _, h := range s.Hierarchies {
			fmt.Fprintf(&b, "  %s %s %s\n", h.Name, h.Path, strings.Join(h.Notes, " "))
			for _, l := range h.Levels {
				fmt.Fprintf(&b, "    %d %s %s %s", l.Column, l.Name, l.Part, l.Function)
				for _, pieces := range l.Locations {
					b.WriteString(" ")
					for _, p := range pieces {
						if p.Variable {
							fmt.Fprintf(&b, "<%s>", p.Text)
						} else {
							b.WriteString(p.Text)
						}
					}
				}
				fmt.Fprintf(&b, " %s\n", l.Unseen)
				for _, f := range l.Files {
					fmt.Fprintf(&b, "      %s (%d) %v %v\n", f.Path, f.Keys, f.When, f.Nodes)
				}
			}
		}
		for i, c := range s.Columns {
			fmt.Fprintf(&b, "  column %d: %s, %s\n", i, c.Name, c.Detail)
		}
		for _, k := range s.Keys {
			fmt.Fprintf(&b, "  %s %s\n", k.Name, k.Merge)
			for _, v := range k.Settings {
				effect := [...]string{"used", "used in part", "unused", "merged", "unread"}[v.Effect]
				fmt.Fprintf(&b, "    %d %s:%d %s%s, %s\n", v.Column, v.File.Path, v.File.Pos(v.Span.Start).Line, v.Value, v.Withheld, effect)
			}
		}
	}
	fmt.Fprintf(&b, "unread %v\n", o.Unread)
	return b.String()
}

func TestOverview(t *testing.T) {
	wanted := filepath.Join(reference.Root(t), "internal/overview/testdata/overview.golden")
	tree(t, map[string]string{
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml": `version: 5
defaults: {datadir: data, data_hash: yaml_data}
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, paths: ["role/%{facts.role}-%{facts.tier}.yaml", "role/%{facts.role}.yaml"]}
  - {name: Vault, lookup_key: vault_lookup, uri: "https://vault.example.com"}
  - {name: All, glob: "all/*.yaml"}
  - {name: Common, path: common.yaml}
`,
		"data/nodes/a.example.com.yaml": "all: node\nsome: node\nmerged: [node]\nsecret::password: hunter2\n",
		"data/nodes/b.example.com.yaml": "all: node\nalone: b\nntp::servers: [b]\n",
		"data/role/web.yaml":            "all: role\nrole: web\n",
		"data/role/web-1.yaml":          "role: web 1\n",
		"data/all/1.yaml":               "glob: 1\nmerged: [one]\n",
		"data/all/2.yaml":               "glob: 2\nntp::servers: [all]\n",
		"data/common.yaml":              "lookup_options:\n  merged: {merge: unique}\nall: common\nsome: common\nsecret::password: ENC[PKCS7,MIIBeQ]\nhash: {user: x, password: y, text: \"a\\nb\"}\n",
		"data/forgotten/x.yaml":         "x: 1\n",
		"modules/ntp/hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Defaults, path: common.yaml}\ndefault_hierarchy:\n  - {name: Last, path: last.yaml}\n",
		"modules/ntp/data/common.yaml":  "ntp::servers: [module]\nntp::port: 123\n",
		"modules/ntp/manifests/init.pp": "class ntp($servers, $port) {}\n",
	})
	golden.CheckFile(t, wanted, []byte(dump(overviewOf(t))))
}

func TestOverviewOfModule(t *testing.T) {
	wanted := filepath.Join(reference.Root(t), "internal/overview/testdata/module.golden")
	tree(t, map[string]string{
		"metadata.json":         `{"name": "example-ntp", "version": "1.0.0"}`,
		"manifests/init.pp":     "class ntp($servers) {}\n",
		"hiera.yaml":            "version: 5\nhierarchy:\n  - {name: OS, path: \"%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/Debian.yaml":      "ntp::servers: [debian]\n",
		"data/common.yaml":      "ntp::servers: [common]\n",
		"data/unused/other.yml": "a: 1\n",
	})
	golden.CheckFile(t, wanted, []byte(dump(overviewOf(t))))
}

// TestOverviewOfNodes checks that with facts, the overview shows the files and values of these
// nodes. Nothing overrides the value of the role here, although a node with both files might exist.
func TestOverviewOfNodes(t *testing.T) {
	wanted := filepath.Join(reference.Root(t), "internal/overview/testdata/nodes.golden")
	tree(t, map[string]string{
		"hiera.yaml":                    "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/nodes/a.example.com.yaml": "k: node\n",
		"data/nodes/z.example.com.yaml": "k: nobody\n",
		"data/role/web.yaml":            "k: role\n",
		"data/common.yaml":              "k: common\n",
		"facts/a.example.com.yaml":      "role: db\n",
		"facts/b.example.com.yaml":      "role: web\n",
		"facts/c.example.com.yaml":      "role: web\n",
	})
	var nodes []*facts.Node
	for _, name := range []string{"c", "a", "b"} {
		read, err := facts.Read(t.Context(), "facts/"+name+".example.com.yaml", 0)
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, read...)
	}
	golden.CheckFile(t, wanted, []byte(dump(overviewOf(t, nodes...))))
}

// TestOverviewOfServers checks that hierarchies of several servers for the same environment have different names.
func TestOverviewOfServers(t *testing.T) {
	config := func(dir string) string {
		return "version: 5\ndefaults: {datadir: /etc/puppet/hieradata/" + dir + "}\nhierarchy: [{name: Common, path: common.yaml}]\n"
	}
	tree(t, map[string]string{
		"modules/puppetserver/files/hiera/production.yaml": config("production"), "modules/puppetserver/files/hiera/cloud.yaml": config("cloud"),
		"hieradata/production/common.yaml": "a: 1\n", "hieradata/cloud/common.yaml": "a: 2\n",
		"modules/puppetserver/manifests/init.pp": "class puppetserver { }\n",
	})
	var names []string
	for _, s := range overviewOf(t).Scopes {
		names = append(names, s.Name)
	}
	want := []string{"environment production (modules/puppetserver/files/hiera/production.yaml)", "environment production (modules/puppetserver/files/hiera/cloud.yaml)"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestFiles(t *testing.T) {
	tree(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n", "data/b.yaml": "a: 1\n"})
	for path, want := range map[string]string{
		".":           "data/b.yaml data/common.yaml hiera.yaml",
		"data/b.yaml": "data/b.yaml",
	} {
		p, err := discovery.Load(context.Background(), []string{path}, discovery.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Files(p), " "); got != want || len(Files(p)) != p.Checked() {
			t.Errorf("files of %s: %s, want %s (%d checked)", path, got, want, p.Checked())
		}
	}
}

// BenchmarkObserve has 500 nodes and 50 roles that all define the same 40 keys.
func BenchmarkObserve(b *testing.B) {
	files := map[string]string{"hiera.yaml": `version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Common, path: common.yaml}
`}
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "profile::key%d: {a: 1, b: [x, y]}\n", i)
	}
	for i := range 500 {
		files[fmt.Sprintf("data/nodes/node%d.example.com.yaml", i)] = text.String()
	}
	for i := range 50 {
		files[fmt.Sprintf("data/role/role%d.yaml", i)] = text.String()
	}
	files["data/common.yaml"] = text.String()
	tree(b, files)
	p, err := discovery.Load(context.Background(), []string{"."}, discovery.Options{})
	if err != nil {
		b.Fatal(err)
	}
	env := nodes.New(p, nodes.Options{Puppet: 8}).Fleets[0]
	var evaluated []*nodes.Key
	if err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) { evaluated = append(evaluated, k) }); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var keys KeyCollector
		for _, k := range evaluated {
			keys.Observe(k)
		}
	}
}
