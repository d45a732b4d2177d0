package nodes_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
)

// variedNodes returns nodes with random facts for variedTrees.
func variedNodes(t *testing.T, n int) []*facts.Node {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	var all []*facts.Node
	for i := range n {
		text := fmt.Sprintf(`{"certname": "node%02d", "facts": {"role": %q, "site": %q, "team": %q, "os": {"name": %q, "release": {"major": %q}}}}`,
			i, pick("web", "db", "mail", "UPPER/case"), pick("osl", "web", "trd"), pick("ops", "web", "none"), pick("Debian", "RedHat", "A"), pick("12", "9"))
		read, err := facts.Parse("nodes.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, read...)
	}
	return all
}

// outcomeOf returns the outcome of a key.
func outcomeOf(c *nodes.Case) string {
	if c.Result.Value == nil {
		return fmt.Sprint(c.NotFound, c.Err)
	}
	return rubytext.Inspect(c.Result.Value)
}

// originOf returns the outcome of a key and where it comes from.
func originOf(c *nodes.Case) string {
	text := outcomeOf(c)
	for _, v := range c.Values {
		text += fmt.Sprintf(" %s %s", v.Layer, v.File.Path)
	}
	return text
}

// alone returns the case of each key on each node, each evaluated without the others.
func alone(t *testing.T, dir string, all []*facts.Node, describe func(*nodes.Case) string) map[string]map[string]string {
	t.Helper()
	p := load(t, dir)
	outcomes := map[string]map[string]string{}
	for _, n := range all {
		fleet := nodes.New(p, nodes.Options{Puppet: 8, Workers: 1, Nodes: []*facts.Node{n}}).Fleets[0]
		for name, k := range keys(t, fleet) {
			if len(k.Cases) != 1 {
				t.Fatalf("%s: %d outcomes on one node", name, len(k.Cases))
			}
			if outcomes[name] == nil {
				outcomes[name] = map[string]string{}
			}
			outcomes[name][n.Certname] = describe(k.Cases[0])
		}
	}
	return outcomes
}

// TestClasses checks that keys have the same outcome on a node whether it is evaluated alone or
// together with others: by a run, by a question, and by a comparison of two hierarchies.
func TestClasses(t *testing.T) {
	t.Parallel()
	known := variedNodes(t, 60)
	names := slices.Sorted(maps.Keys(variedTrees()))
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, variedTrees()[name])
			want := alone(t, dir, known, originOf)
			fleet := nodes.New(load(t, dir), nodes.Options{Puppet: 8, Workers: 2, Nodes: known}).Fleets[0]
			for name, k := range keys(t, fleet) {
				checkExamples(t, k, want[name], known)
			}
			for name := range want {
				k, err := fleet.Ask(t.Context(), nodes.Question{Key: name})
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]string{}
				for _, c := range k.Cases {
					for _, n := range c.Nodes {
						got[n.Name] = originOf(c)
					}
				}
				if diff := cmp.Diff(want[name], got); diff != "" {
					t.Errorf("the question %s (-alone +together):\n%s", name, diff)
				}
			}
			for _, distance := range []int{1, 3} {
				other := filetree.Write(t, variedTrees()[names[(i+distance)%len(names)]])
				compareClasses(t, [2]string{dir, other}, known)
			}
		})
	}
}

// TestFamilies checks that nodes that read the same files with a key are distinguished if they read
// them in another order, or if another file has lookup_options for the key.
func TestFamilies(t *testing.T) {
	t.Parallel()
	known, err := facts.Parse("nodes.json", []byte(`[{"certname": "a", "facts": {"one": "x", "other": "y"}}, {"certname": "b", "facts": {"one": "y", "other": "x"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	for name, levels := range map[string]string{
		"levels":  hierarchy(`path: "%{facts.one}.yaml"`, `path: "%{facts.other}.yaml"`),
		"paths":   hierarchy(`paths: ["%{facts.one}.yaml", "%{facts.other}.yaml"]`),
		"options": hierarchy(`path: "options/%{facts.one}.yaml"`, `paths: [x.yaml, y.yaml]`),
	} {
		k := keys(t, only(t, map[string]string{
			"hiera.yaml": levels, "data/x.yaml": "k: [x]\n", "data/y.yaml": "k: [y]\n", "data/options/x.yaml": "lookup_options: {k: {merge: unique}}\n",
		}, known...))["k"]
		if len(k.Cases) != 2 {
			t.Errorf("%s: %d cases, want 2", name, len(k.Cases))
		}
	}
}

// checkExamples checks that the cases have the first nodes with their outcomes, in order.
func checkExamples(t *testing.T, k *nodes.Key, alone map[string]string, known []*facts.Node) {
	t.Helper()
	byCase := map[string][]string{}
	for _, n := range known {
		byCase[alone[n.Certname]] = append(byCase[alone[n.Certname]], n.Certname)
	}
	count := map[string]int{}
	for _, c := range k.Cases {
		of := originOf(c)
		count[of] += c.Count
		var got []string
		for _, n := range c.Nodes {
			got = append(got, n.Name)
		}
		if !slices.IsSorted(got) || c.Node.Name != got[0] || len(got) != min(c.Count, 8) || slices.ContainsFunc(got, func(n string) bool { return alone[n] != of }) {
			t.Errorf("%s: %s has the examples %q of %d, evaluated on %s", k.Name, of, got, c.Count, c.Node.Name)
		}
		if c.Count == len(byCase[of]) && !slices.Equal(got, byCase[of][:len(got)]) {
			t.Errorf("%s: %s has the examples %q, want the first of %q", k.Name, of, got, byCase[of])
		}
	}
	for of, all := range byCase {
		if count[of] != len(all) {
			t.Errorf("%s: %s on %d nodes, want %d", k.Name, of, count[of], len(all))
		}
	}
}

// compareClasses checks which nodes have different outcomes in two trees.
// TestUnchanged checks that changes are found that leave alone which files set a key on a node, or their contents.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	const (
		role   = `  - {name: Role, path: "role/%{facts.role}.yaml"}` + "\n"
		team   = `  - {name: Team, path: "%{facts.team}/%{facts.site}.yaml"}` + "\n"
		site   = `  - {name: Site, path: "site/%{facts.site}.yaml"}` + "\n"
		common = `  - {name: Common, path: common.yaml}` + "\n"
	)
	levels := func(all ...string) string { return "version: 5\nhierarchy:\n" + strings.Join(all, "") }
	tree := map[string]string{
		"hiera.yaml":                   levels(role, site, common),
		"data/role/web.yaml":           "lookup_options: {list: {merge: unique}}\nk: [web]\nlist: [web]\nsecret: ENC[PKCS7,abc=]\n",
		"data/site/osl.yaml":           "k: [osl]\nlist: [osl]\n",
		"data/common.yaml":             "lookup_options: {'m::x': {merge: unique}}\nk: [common]\nlist: [common]\nname: \"%{environment}\"\nm::x: [own]\n",
		"modules/m/hiera.yaml":         levels(role, site),
		"modules/m/data/role/web.yaml": "m::x: [web]\n",
		"modules/m/data/site/osl.yaml": "m::x: [osl]\n",
	}
	for name, change := range map[string]map[string]string{
		"nothing":               {},
		"a value":               {"data/site/osl.yaml": "k: [other]\nlist: [osl]\n"},
		"the order of levels":   {"hiera.yaml": levels(site, role, common)},
		"the order below":       {"hiera.yaml": levels(role, common, site)},
		"the function":          {"hiera.yaml": levels(strings.Replace(role, "path:", "lookup_key: eyaml_lookup_key, path:", 1), site, common)},
		"a level more":          {"hiera.yaml": levels(role, team, site, common)},
		"a level fewer":         {"hiera.yaml": levels(role, common)},
		"the order in a module": {"modules/m/hiera.yaml": levels(site, role)},
		"where options are":     {"data/role/web.yaml": strings.Replace(tree["data/role/web.yaml"], "list: {", "other: {", 1), "data/site/osl.yaml": "lookup_options: {list: {merge: unique}}\n" + tree["data/site/osl.yaml"]},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := maps.Clone(tree)
			maps.Copy(after, change)
			compareClasses(t, [2]string{filetree.Write(t, tree), filetree.Write(t, after)}, variedNodes(t, 60))
		})
	}
}

func compareClasses(t *testing.T, dirs [2]string, known []*facts.Node) {
	t.Helper()
	var sides [2]*nodes.Fleet
	var outcomes [2]map[string]map[string]string
	for i, dir := range dirs {
		sides[i] = nodes.New(load(t, dir), nodes.Options{Puppet: 8, Workers: 2, Nodes: known}).Fleets[0]
		outcomes[i] = alone(t, dir, known, outcomeOf)
	}
	within := func(dir string) func(string) string {
		return func(path string) string { return strings.TrimPrefix(path, dir) }
	}
	s := &nodes.Sides{Before: sides[0], After: sides[1], NameBefore: within(dirs[0]), NameAfter: within(dirs[1])}
	s.Touched(false)
	differ := func(_ string, before, after *nodes.Case) bool { return outcomeOf(before) != outcomeOf(after) }
	var mu sync.Mutex
	got := map[string][]string{}
	err := s.Keys(t.Context(), slices.Sorted(maps.Keys(outcomes[0])), differ, func(c *nodes.Compared) {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range c.Pairs {
			for _, n := range p.Nodes {
				got[c.Name] = append(got[c.Name], n.Name)
			}
		}
		slices.Sort(got[c.Name])
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for name, before := range outcomes[0] {
		for _, n := range known {
			if before[n.Certname] != outcomes[1][name][n.Certname] {
				want[name] = append(want[name], n.Certname)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nodes with different outcomes (-alone +together):\n%s", diff)
	}
}
