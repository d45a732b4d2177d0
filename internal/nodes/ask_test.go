package nodes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/nodes"
)

// answers returns the outcomes of a question, each with its nodes.
func answers(t *testing.T, fleet *nodes.Fleet, q nodes.Question) []string {
	t.Helper()
	k, err := fleet.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if k == nil {
		return nil
	}
	var all []string
	for _, c := range k.Cases {
		if !k.Concerns(c) {
			continue
		}
		text := "not found"
		if !c.NotFound {
			text = rubytext.ToS(c.Result.Value)
		}
		all = append(all, text+": "+k.Extent(func(of *nodes.Case) bool { return of == c }).Text)
	}
	slices.Sort(all)
	return all
}

func where(variable, value string) func(*nodes.Node) bool {
	return func(n *nodes.Node) bool {
		v, ok := n.Value(variable)
		return ok && v == value
	}
}

func TestAsk(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":              hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "tier/%{facts.tier}/%{facts.dc}.yaml"`, `path: "role/%{facts.role}.yaml"`, `path: "dc/%{facts.dc}.yaml"`, "path: common.yaml"),
		"data/nodes/a.b.yaml":     "k: node\n",
		"data/nodes/other.b.yaml": "unrelated: 1\n",
		"data/role/web.yaml":      "k: web\n",
		"data/role/db.yaml":       "k: db\n",
		"data/dc/north.yaml":      "unrelated: 2\nh: {x: {y: north}}\n",
		"data/common.yaml":        "k: common\nh: {x: {y: common}}\nz: common\n",
		"data/dc/east.yaml":       "z: east\n",
		"data/role/mail.yaml":     "z: common\n",
		"data/tier/1/east.yaml":   "unrelated: 3\n",
	}
	tests := []struct {
		name string
		q    nodes.Question
		want []string
	}{
		{"all nodes", nodes.Question{Key: "k"}, []string{
			"common: nodes whose `facts.role` and `trusted.certname` have no file that affects the key", "db: nodes with `facts.role` = `db`", "node: nodes with `trusted.certname` = `a.b`", "web: nodes with `facts.role` = `web`",
		}},
		{"nodes with a file, and nodes with another file that may also read it", nodes.Question{Key: "k", Chosen: where("facts.role", "web")}, []string{
			"node: nodes with `trusted.certname` = `a.b` and `facts.role` = `web`", "web: nodes with `facts.role` = `web`",
		}},
		{"nodes whose file is for a way that decides and another one", nodes.Question{Key: "z", Chosen: where("facts.tier", "1")}, []string{"common: nodes with `facts.role` = `mail`", "east: nodes with `facts.dc` = `east`"}},
		{"nodes that read no file with the key", nodes.Question{Key: "z", Chosen: where("facts.role", "web")}, []string{
			"common: nodes whose `facts.dc` and `facts.role` have no file that affects the key", "east: nodes with `facts.dc` = `east`",
		}},
		{"nodes whose file does not decide", nodes.Question{Key: "k", Chosen: where("facts.dc", "north")}, []string{
			"common: nodes whose `facts.role` and `trusted.certname` have no file that affects the key", "db: nodes with `facts.role` = `db`", "node: nodes with `trusted.certname` = `a.b`", "web: nodes with `facts.role` = `web`",
		}},
		{"a node with all relevant variables known", nodes.Question{Key: "k", Chosen: where("trusted.certname", "a.b")}, []string{"node: nodes with `trusted.certname` = `a.b`"}},
		{"nodes without a file", nodes.Question{Key: "k", Chosen: where("facts.dc", "south")}, nil},
		{"a subkey", nodes.Question{Key: "h.x.y"}, []string{"common: nodes with `facts.dc` = `east`", "north: nodes with `facts.dc` = `north`"}},
		{"a merge", nodes.Question{Key: "k", Chosen: where("facts.role", "web"), Options: engine.LookupOptions{Merge: data.NewString("unique")}}, []string{
			`["node", "web", "common"]: nodes with ` + "`trusted.certname` = `a.b` and `facts.role` = `web`", `["web", "common"]: nodes with ` + "`facts.role` = `web`",
		}},
		{"an undefined key", nodes.Question{Key: "nosuch::key"}, []string{"not found: every node"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := answers(t, only(t, tree), tt.q); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestAskReal checks that real nodes are described by what they have in common.
func TestAskReal(t *testing.T) {
	tree := map[string]string{
		"hiera.yaml":           hierarchy(`path: "nodes/%{trusted.certname}.yaml"`, `path: "%{facts.dc}/%{facts.role}.yaml"`, `path: "role/%{facts.role}.yaml"`, "path: common.yaml"),
		"data/nodes/web7.yaml": "role: own\n",
		"data/role/web.yaml":   "role: web\n",
		"data/north/db.yaml":   "joined: 1\n",
		"data/nodes/db3.yaml":  "some: 1\n",
		"data/nodes/web4.yaml": "some: 1\n",
		"data/common.yaml":     "role: none\njoined: 0\nsome: 0\n",
	}
	var known []*facts.Node
	for i := range 20 {
		role, dc := "web", "north"
		if i%2 == 1 {
			role = "db"
		}
		if i >= 10 {
			dc = "south"
		}
		name := fmt.Sprintf("%s%d", role, i/2)
		known = append(known, &facts.Node{Certname: name, Trusted: facts.Trusted(name), Facts: data.NewHash([]data.Entry{
			{Key: data.NewString("role"), Value: data.NewString(role)}, {Key: data.NewString("dc"), Value: data.NewString(dc)},
		})})
	}
	tests := map[string][]string{
		"role":   {"none: 10 nodes with `facts.role` = `db`", "own: web7", "web: 9 nodes with `facts.role` = `web`, except web7"},
		"joined": {"0: all 20 nodes except those with `facts.dc` = `north` and `facts.role` = `db`", "1: 5 nodes with `facts.dc` = `north` and `facts.role` = `db`"},
		"some":   {"0: all 20 nodes except db3, web4", "1: db3", "1: web4"},
	}
	for key, want := range tests {
		t.Run(key, func(t *testing.T) {
			if got := answers(t, only(t, tree, known...), nodes.Question{Key: key}); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}
