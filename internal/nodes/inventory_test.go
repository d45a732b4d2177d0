package nodes_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
)

func load(t testing.TB, dir string) *project.Project {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// only returns the fleet of the only environment of a tree.
func only(t testing.TB, files map[string]string, known ...*facts.Node) *nodes.Fleet {
	t.Helper()
	all := nodes.New(load(t, filetree.Write(t, files)), nodes.Options{Puppet: 8, Workers: 2, Nodes: known}).Fleets
	if len(all) != 1 {
		t.Fatalf("%d environments", len(all))
	}
	return all[0]
}

func keys(t testing.TB, env *nodes.Fleet) map[string]*nodes.Key {
	t.Helper()
	var mu sync.Mutex
	found := map[string]*nodes.Key{}
	if err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) {
		mu.Lock()
		defer mu.Unlock()
		found[k.Name] = k
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

// files returns the base names of the files that a node reads, without extension.
func files(n *nodes.Node) string {
	var names []string
	for _, doc := range n.Files() {
		names = append(names, strings.TrimSuffix(filepath.Base(doc.File.Path), ".yaml"))
	}
	return strings.Join(names, " ")
}

func hierarchy(paths ...string) string {
	text := "version: 5\nhierarchy:\n"
	for i, path := range paths {
		text += fmt.Sprintf("  - {name: l%d, %s}\n", i, path)
	}
	return text
}

func TestCover(t *testing.T) {
	tests := []struct {
		name, config string
		data         []string
		want         []string
	}{
		{"nothing depends on the node", hierarchy("path: common.yaml"), []string{"common"}, []string{"common"}},
		{
			"values of one variable exclude each other", hierarchy(`path: "role/%{facts.role}.yaml"`, "path: common.yaml"),
			[]string{"role/web", "role/db", "common"}, []string{"db common", "web common"},
		},
		{
			"each pair of two variables", hierarchy(`path: "role/%{role}.yaml"`, `path: "dc/%{dc}.yaml"`), []string{"role/web", "role/db", "dc/north", "dc/south"},
			[]string{"db north", "db south", "web north", "web south"},
		},
		{
			"a legacy fact is its structured twin", hierarchy(`path: "a/%{facts.os.family}.yaml"`, `path: "b/%{::osfamily}.yaml"`),
			[]string{"a/Debian", "b/Debian", "b/RedHat"}, []string{"Debian Debian", "RedHat"},
		},
		{
			"an operating system has one family", hierarchy(`path: "name/%{facts.os.name}.yaml"`, `path: "family/%{facts.os.family}.yaml"`),
			[]string{"name/Ubuntu", "family/Debian", "family/RedHat"}, []string{"RedHat", "Ubuntu Debian"},
		},
		{
			"a certname has one host name", hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "hosts/%{trusted.hostname}.yaml"`),
			[]string{"nodes/web01.example.com", "hosts/web01", "hosts/web02"}, []string{"web01.example.com web01", "web02"},
		},
		{
			"a node has several elements of mapped_paths", hierarchy(`mapped_paths: [teams, team, "team/%{team}.yaml"]`),
			[]string{"team/net", "team/web"}, []string{"net web"},
		},
		{
			"several variables in one path", hierarchy(`path: "%{dc}/%{role}.yaml"`, `path: "%{dc}.yaml"`), []string{"north/web", "south/web", "north"},
			[]string{"web", "web north"},
		},
		{"a glob", hierarchy(`glob: "role/%{role}/*.yaml"`), []string{"role/web/a", "role/web/b"}, []string{"a b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := map[string]string{"hiera.yaml": tt.config}
			for _, path := range tt.data {
				tree["data/"+path+".yaml"] = "k: " + path + "\n"
			}
			nodes, err := only(t, tree).Cover(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range nodes {
				got = append(got, files(n))
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("nodes read %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCoverOfManyFiles checks that a large tree has a node for each file, and none for pairs of files.
func TestCoverOfManyFiles(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"hiera.yaml": hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "role/%{facts.role}.yaml"`)}
	for i := range 100 {
		tree[fmt.Sprintf("data/nodes/n%d.yaml", i)] = "k: 1\n"
		tree[fmt.Sprintf("data/role/r%d.yaml", i)] = "k: 2\n"
	}
	all, err := only(t, tree).Cover(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]int{}
	for _, n := range all {
		read[files(n)]++
	}
	if len(all) != 200 || len(read) != 200 {
		t.Errorf("%d nodes read %d different files", len(all), len(read))
	}
}

// TestCoverProperty checks on random trees that the nodes of Cover read every readable file, and
// every pair of files that a node can read.
func TestCoverProperty(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	for range 60 {
		tree := map[string]string{}
		var levels []string
		for range 2 + random.IntN(4) {
			path := pick("nodes", "x", "y") + "/%{" + pick("facts.role", "trusted.certname", "dc", "facts.os.family", "osfamily", "env.tier") + "}"
			if random.IntN(3) == 0 {
				path += "-%{" + pick("dc", "tier", "role") + "}"
			}
			levels = append(levels, fmt.Sprintf("path: %q", path+".yaml"))
		}
		tree["hiera.yaml"] = hierarchy(levels...)
		for range 3 + random.IntN(8) {
			name := pick("nodes", "x", "y") + "/" + pick("web", "db", "Debian", "RedHat", "a.example.com", "north")
			if random.IntN(3) == 0 {
				name += "-" + pick("north", "south")
			}
			tree["data/"+name+".yaml"] = "k: 1\n"
		}
		p := load(t, filetree.Write(t, tree))
		env := nodes.New(p, nodes.Options{Puppet: 8}).Fleets[0]
		nodes, err := env.Cover(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var read []map[*data.Document]bool
		for _, n := range nodes {
			of := map[*data.Document]bool{}
			for _, doc := range n.Files() {
				of[doc] = true
			}
			read = append(read, of)
		}
		for _, a := range p.Files {
			for _, b := range p.Files {
				if env.CanMeet(a, b) && !slices.ContainsFunc(read, func(of map[*data.Document]bool) bool { return of[a.Doc] && of[b.Doc] }) {
					t.Fatalf("%s\nno node reads both %s and %s", tree["hiera.yaml"], a.Path, b.Path)
				}
			}
		}
	}
}

func TestEvaluate(t *testing.T) {
	env := only(t, map[string]string{
		"hiera.yaml":            hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "role/%{facts.role}.yaml"`, "path: common.yaml"),
		"data/nodes/web01.yaml": "top: 1\nmerged: [a]\n",
		"data/role/web.yaml":    "top: 2\nmerged: [b]\nused: 2\n",
		"data/role/db.yaml":     "other: 1\n",
		"data/common.yaml": "lookup_options:\n  merged: {merge: unique}\ntop: 3\nmerged: [c]\nused: 1\nuses: \"%{lookup('used')}\"\n" +
			"fact: \"%{facts.role}\"\nmissing: \"%{lookup('nowhere')}\"\nplain: 1\n",
	})
	found := keys(t, env)
	const another = "nodes whose `facts.role` and `trusted.certname` have no file that affects the key"
	tests := []struct {
		key  string
		want []string
	}{
		{"plain", []string{"1 on every node"}},
		{"top", []string{"3 on " + another, "1 on nodes with `trusted.certname` = `web01`", "2 on nodes with `facts.role` = `web`"}},
		{"used", []string{"1 on nodes with `facts.role` = `db`", "2 on nodes with `facts.role` = `web`"}},
		{"uses", []string{"1 on nodes with `facts.role` = `db`", "2 on nodes with `facts.role` = `web`"}},
		{"merged", []string{
			"[c] on " + another, "[a c] on nodes with `trusted.certname` = `web01`", "[b c] on nodes with `facts.role` = `web`",
			"[a b c] on nodes with `trusted.certname` = `web01` and `facts.role` = `web`",
		}},
		{"other", []string{"nothing on nodes with `facts.role` = `web`", "1 on nodes with `facts.role` = `db`"}},
		{"fact", []string{"unknown on every node"}},
		{"missing", []string{" on every node"}},
	}
	for _, tt := range tests {
		k := found[tt.key]
		if k == nil {
			t.Errorf("%s was not evaluated", tt.key)
			continue
		}
		var got []string
		for _, c := range k.Cases {
			got = append(got, shown(c)+" on "+k.Extent(func(o *nodes.Case) bool { return o == c }).Text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.key, got, tt.want)
		}
	}
	if _, ok := found["lookup_options"]; ok {
		t.Error("lookup_options was evaluated as a key")
	}
}

func shown(c *nodes.Case) string {
	if c.NotFound {
		return "nothing"
	}
	if _, unknown := outcome.AsUnknown(c.Result.Value); unknown {
		return "unknown"
	}
	v := c.Result.Value
	if v.Kind() == data.Array {
		var items []string
		for _, item := range v.Items() {
			items = append(items, item.Text())
		}
		return fmt.Sprint(items)
	}
	if i, ok := v.Int(); ok {
		return fmt.Sprint(i)
	}
	return v.Text()
}

// TestManyCases checks that keys whose values differ on each of many nodes are given up, and that others are not.
func TestManyCases(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera.yaml":       hierarchy("path: common.yaml"),
		"data/common.yaml": "same: 1\nfew: \"%{facts.role}\"\nmany: \"%{facts.id}\"\nmore: \"x%{facts.id}\"\n",
	}
	var all []*facts.Node
	for i := range 600 {
		read, err := facts.Parse("nodes.json", fmt.Appendf(nil, `{"certname": "node%d", "facts": {"role": "r%d", "id": "%d"}}`, i, i%3, i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, read...)
	}
	fleet := only(t, tree, all...)
	fleet.LimitReal(5000)
	found := keys(t, fleet)
	for name, want := range map[string]int{"same": 1, "few": 3} {
		if k := found[name]; len(k.Cases) != want {
			t.Errorf("%s: %d cases, want %d", name, len(k.Cases), want)
		}
	}
	for _, name := range []string{"many", "more"} {
		k := found[name]
		if last := k.Cases[len(k.Cases)-1]; len(k.Cases) < 50 || len(k.Cases) > 200 || !last.Result.Exceeded {
			t.Errorf("%s: %d cases, the last of which is %+v", name, len(k.Cases), last)
		}
	}
}

// TestRealNodes checks the number of cases of each key on nodes with facts: nodes with the same
// relevant facts share a case, unless a fact contains an interpolation token.
func TestRealNodes(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":            hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "role/%{facts.role}.yaml"`, "path: common.yaml"),
		"data/nodes/node7.yaml": "top: 7\nmerged: [a]\n",
		"data/role/web.yaml":    "top: 2\nmerged: [b]\n",
		"data/common.yaml":      "lookup_options:\n  merged: {merge: unique}\ntop: 3\nmerged: [c]\nfact: \"%{facts.role}\"\nevil: \"%{facts.motd}\"\nlist: [1]\n",
	}
	var all []*facts.Node
	for i := range 600 {
		role := []string{"web", "db", "mail"}[i%3]
		text := fmt.Sprintf(`{"certname": "node%d", "facts": {"role": %q, "motd": "%%{lookup('top')}"}}`, i, role)
		read, err := facts.Parse("nodes.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, read...)
	}
	found := keys(t, only(t, tree, all...))
	for key, cases := range map[string]int{"top": 3, "merged": 3, "fact": 3, "evil": 600, "list": 1} {
		k := found[key]
		count := 0
		for _, c := range k.Cases {
			count += c.Count
		}
		if len(k.Cases) != cases || count != len(all) {
			t.Errorf("%s: %d cases of %d nodes, want %d of %d", key, len(k.Cases), count, cases, len(all))
		}
	}
	got := found["top"].Extent(func(c *nodes.Case) bool { return shown(c) == "7" })
	if want := (nodes.Extent{Certain: true, Real: 1, Text: "node7"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestHypothetical checks that an extent is hypothetical if it needs a value of a variable for
// which no file exists.
func TestHypothetical(t *testing.T) {
	for name, tt := range map[string]struct {
		west string
		want bool
	}{
		"each known value has the key":  {"secret: 2\n", true},
		"one known value lacks the key": {"other: 2\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			found := keys(t, only(t, map[string]string{
				"hiera.yaml":          hierarchy(`path: "role/%{facts.role}.yaml"`, `path: "zone/%{facts.zone}.yaml"`, "path: common.yaml"),
				"data/role/web.yaml":  "uses: \"%{lookup('secret')}\"\n",
				"data/zone/east.yaml": "secret: 1\n",
				"data/zone/west.yaml": tt.west,
				"data/common.yaml":    "plain: 1\n",
			}))
			e := found["uses"].Extent(func(c *nodes.Case) bool { return !c.NotFound && shown(c) == "" })
			if e.Hypothetical != tt.want || e.Text != "nodes with `facts.role` = `web`" {
				t.Errorf("%+v, want hypothetical: %v", e, tt.want)
			}
		})
	}
}

// TestHypotheticalInModule checks that data of other modules does not count as a sign that there are nodes with a value.
func TestHypotheticalInModule(t *testing.T) {
	for file, want := range map[string]bool{
		"modules/other/data/Darwin.yaml":  true,
		"modules/icinga/data/Darwin.yaml": false,
		"data/Darwin.yaml":                false,
	} {
		t.Run(file, func(t *testing.T) {
			levels := hierarchy(`path: "%{facts.kernel}.yaml"`, "path: common.yaml")
			found := keys(t, only(t, map[string]string{
				"hiera.yaml": levels, "modules/icinga/hiera.yaml": levels, "modules/other/hiera.yaml": levels,
				"manifests/site.pp": "", "environment.conf": "", "data/common.yaml": "icinga::user: a\n",
				"modules/icinga/manifests/init.pp": "class icinga($user) { }\n", "modules/other/manifests/init.pp": "class other { }\n",
				"modules/icinga/data/Linux.yaml":  "icinga::dir: /var\n",
				"modules/icinga/data/common.yaml": "icinga::certs: \"%{lookup('icinga::dir')}/certs\"\n",
				file:                              "icinga::other: 1\n",
			}))
			e := found["icinga::certs"].Extent(func(c *nodes.Case) bool { return shown(c) == "/certs" })
			if e.Hypothetical != want {
				t.Errorf("%+v, want hypothetical: %v", e, want)
			}
		})
	}
}

// TestGlobalVersion3 checks that a version 3 configuration in a control repo is evaluated as the
// global one, with the data directory of the server found in the tree.
func TestGlobalVersion3(t *testing.T) {
	found := keys(t, only(t, map[string]string{
		"hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: \"/etc/puppetlabs/code/environments/%{::environment}/hieradata\"\n" +
			":hierarchy: [\"nodes/%{::trusted.certname}\", \"environment/%{::environment}\", common]\n",
		"hieradata/nodes/web01.example.com.yaml": "k: 1\n",
		"hieradata/environment/production.yaml":  "k: 2\n",
		"hieradata/common.yaml":                  "k: 3\na: \"%{hiera('k')}\"\n",
	}))
	var got []string
	for _, c := range found["a"].Cases {
		got = append(got, shown(c)+" on "+found["a"].Extent(func(o *nodes.Case) bool { return o == c }).Text)
	}
	want := []string{"3 on nodes whose `environment` and `trusted.certname` have no file that affects the key", "2 on nodes with `environment` = `production`", "1 on nodes with `trusted.certname` = `web01.example.com`"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEnvironmentsOfServer checks in which environments data is looked up that is for an environment without a directory: one of
// those that have neither a hierarchy nor modules of their own.
func TestEnvironmentsOfServer(t *testing.T) {
	const config = ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/hieradata\n:hierarchy: [\"%{environment}\", common]\n"
	for name, tt := range map[string]struct {
		more map[string]string
		want map[string][]string // the values of the key by the name of the environment
	}{
		"shared modules": {want: map[string][]string{"dev": {"dev"}, "production": {"none", "staging"}, "qa": {"none"}}},
		"modules of one": {
			map[string]string{"environments/production/modules/a/manifests/init.pp": "class a { }\n"},
			map[string][]string{"dev": {"dev", "staging"}, "production": {"none"}, "qa": {"none"}},
		},
		"modules of all": {
			map[string]string{
				"environments/production/modules/a/manifests/init.pp": "class a { }\n", "environments/dev/modules/a/manifests/init.pp": "class a { }\n",
				"environments/qa/modules/a/manifests/init.pp": "class a { }\n",
			},
			map[string][]string{"dev": {"dev"}, "production": {"none"}, "qa": {"none"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := map[string]string{
				"hiera.yaml": config, "modules/m/manifests/init.pp": "class m { }\n",
				"hieradata/common.yaml": "k: none\n", "hieradata/dev.yaml": "k: dev\n", "hieradata/staging.yaml": "k: staging\n",
			}
			for env := range tt.want {
				tree["environments/"+env+"/environment.conf"] = "modulepath = modules:../../modules\n"
				tree["environments/"+env+"/manifests/site.pp"] = "include m\n"
			}
			maps.Copy(tree, tt.more)
			got := map[string][]string{}
			for _, env := range nodes.New(load(t, filetree.Write(t, tree)), nodes.Options{Puppet: 8, Workers: 2}).Fleets {
				for _, c := range keys(t, env)["k"].Cases {
					got[env.Project.Name] = append(got[env.Project.Name], shown(c))
				}
				slices.Sort(got[env.Project.Name])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestServerFacts checks that the facts that the server adds, which no facts file has, are unknown
// but defined.
func TestServerFacts(t *testing.T) {
	nodes, err := facts.Parse("web01.example.com.json", []byte(`{"certname": "web01.example.com", "environment": "production", "facts": {"kernel": "Linux"}}`))
	if err != nil {
		t.Fatal(err)
	}
	env := only(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": "a::server: \"%{servername} %{::serverversion}\"\na::address: \"%{server_facts.serverip}\"\n" +
			"a::uses: [\"%{lookup('a::server')}\"]\na::kernel: \"%{facts.kernel}\"\n",
	}, nodes...)
	for name, k := range keys(t, env) {
		for _, c := range k.Cases {
			if c.Err != nil || c.NotFound || len(c.Result.Observations) > 0 {
				t.Fatalf("%s: error %v, not found %v, observed %v", name, c.Err, c.NotFound, c.Result.Observations)
			}
			if unknown := len(outcome.UnknownParts(c.Result.Value)) > 0; unknown != (name != "a::kernel") {
				t.Errorf("%s: %v", name, c.Result.Value)
			}
		}
	}
}

// TestRelocatedDatadirs checks that values are found if the search for layouts has located the data
// directory of a server in the tree: for absolute and relative paths, paths relative to a copied
// configuration, settings, and options.
func TestRelocatedDatadirs(t *testing.T) {
	level := func(datadir string) string {
		return "version: 5\ndefaults: {datadir: \"" + datadir + "\", data_hash: yaml_data}\nhierarchy: [{name: Common, path: common.yaml}]\n"
	}
	for name, config := range map[string]string{
		"absolute":           level("/etc/puppet/hieradata"),
		"in an environment":  level("/etc/puppetlabs/code/environments/%{environment}/hieradata"),
		"relative to a copy": level("hieradata"),
		"environments":       level("environments/%{environment}/hieradata"),
		"a setting":          ":backends: [yaml]\n:yaml:\n  :datadir: \"%{::settings::confdir}/hieradata\"\n:hierarchy: [common]\n",
		"another name":       level("/srv/hiera"),
		"version 3":          ":backends: [yaml]\n:yaml:\n  :datadir: hieradata\n:hierarchy: [common]\n",
		"version 3, default": ":backends: [yaml]\n:hierarchy: [common]\n",
	} {
		t.Run(name, func(t *testing.T) {
			found := keys(t, only(t, map[string]string{
				"manifests/site.pp": "", "modules/server/manifests/init.pp": "class server { }", "modules/server/files/hiera.yaml": config,
				"hieradata/common.yaml": "a: \"%{lookup('b')}\"\nb: right\n",
			}))
			for _, c := range found["a"].Cases {
				if c.Err != nil || c.NotFound || shown(c) != "right" {
					t.Errorf("error %v, not found %v", c.Err, c.NotFound)
				}
			}
			if len(found["a"].Cases) == 0 {
				t.Error("no lookups")
			}
		})
	}
}

// TestDatadirInVariable checks that values are found if the configuration is among the data, and
// its data directory is a variable.
func TestDatadirInVariable(t *testing.T) {
	found := keys(t, only(t, map[string]string{
		"manifests/site.pp": "", "hiera/hiera.yaml": ":backends: [yaml]\n:yaml:\n  :datadir: \"%{::data}\"\n:hierarchy: [common]\n",
		"hiera/common.yaml": "a: right\n",
	}))
	for _, c := range found["a"].Cases {
		if c.Err != nil || c.NotFound || shown(c) != "right" {
			t.Errorf("error %v, not found %v", c.Err, c.NotFound)
		}
	}
	if len(found["a"].Cases) == 0 {
		t.Error("no lookups")
	}
}
