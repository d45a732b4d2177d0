package search

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestAbsence resolves the levels of many nodes whose paths mostly do not exist, and of nodes derived from
// two others, in one Space. Each node must have the same levels as in a Space of its own.
func TestAbsence(t *testing.T) {
	t.Parallel()
	env := filetree.Write(t, map[string]string{
		"hiera.yaml":               "version: 5\nhierarchy:\n  - {name: A, path: '%{a}/%{b}.yaml'}\n  - {name: B, path: '%{::b}'}\n  - {name: C, paths: ['of/%{a}-%{c.d}.yaml', '%{a}.yaml']}\n  - {name: D, datadir: 'data/%{a}', path: '%{b}.yaml'}\n",
		"data/x/y.yaml":            "",
		"data/x/é.yaml":            "",
		"data/y.yaml":              "",
		"data/z/z/z.yaml":          "",
		"data/of/x-y.yaml":         "",
		"data/of/.yaml":            "",
		"data/UPPER/lower.yaml":    "",
		"data/folder.yaml/file.md": "",
	})
	values := []string{"x", "y", "z", "z/z", "..", ".", "", "é", "UPPER", "upper", "lower", "folder", "../data/x", "a\x00b", "%{a}", "/x"}
	var scopes []*scope.Scope
	for i, a := range values {
		for j, b := range values {
			vars := map[string]*data.Value{}
			if i > 0 {
				vars["a"] = data.NewString(a)
			}
			if j > 1 {
				vars["b"] = data.NewString(b)
			} else if j == 1 {
				vars["c"] = data.NewHash([]data.Entry{{Key: data.NewString("d"), Value: data.NewString(b)}})
			}
			scopes = append(scopes, &scope.Scope{Vars: vars, Partial: true, NoFileForUnknown: true})
		}
	}
	space := newSpace(t, env)
	for at := range 2 * len(scopes) {
		i := (at * 37) % len(scopes)
		alone := paths(newSpace(t, env).NewNode(scopes[i], false))
		if got := paths(space.NewNode(scopes[i], false)); got != alone {
			t.Errorf("%v: got %s, want %s", scopes[i].Vars, got, alone)
		}
	}
	for at := range 400 {
		a, b := scopes[(at*31)%len(scopes)], scopes[(at*57+3)%len(scopes)]
		both := &scope.Scope{Vars: map[string]*data.Value{}, Partial: true, NoFileForUnknown: true}
		agree := true
		for _, s := range []*scope.Scope{a, b} {
			for name, v := range s.Vars {
				agree = agree && (both.Vars[name] == nil || data.Eql(both.Vars[name], v))
				both.Vars[name] = v
			}
		}
		if !agree {
			continue
		}
		alone := paths(newSpace(t, env).NewNode(both, false))
		late := &scope.Scope{Partial: true, NoFileForUnknown: true, Late: func() *scope.Scope { return both }}
		like := space.NewLikeNode(space.NewNode(a, false), space.NewNode(b, false), late)
		if got := paths(like); got != alone {
			t.Errorf("%v: got %s, want %s", both.Vars, got, alone)
		}
		var sources []string
		isKnown := like.EachSource("", func(some *config.SourceGroup, _ bool) {
			for _, s := range some.Sources {
				sources = append(sources, s.Level.Name+" "+s.Path)
			}
		})
		if isKnown && strings.Join(sources, ", ") != alone {
			t.Errorf("%v: got sources %s, want %s", both.Vars, sources, alone)
		}
	}
}

// paths returns the files that a node reads, or the error.
func paths(n *Node) string {
	var all []string
	if err := n.EachLevel("", func(l *backend.Level, _ bool) {
		for _, group := range l.Sources() {
			for _, s := range group.Sources {
				all = append(all, l.Config.Name+" "+s.Path)
			}
		}
	}); err != nil {
		return fmt.Sprint("error: ", err)
	}
	return strings.Join(all, ", ")
}

// TestExplainedAbsence checks that the explanation on each node contains the missing path of that node.
func TestExplainedAbsence(t *testing.T) {
	t.Parallel()
	space := newSpace(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: '%{a}.yaml'}]\n", "data/a.yaml": ""}))
	for _, a := range []string{"x", "y"} {
		n := space.NewNode(&scope.Scope{Vars: map[string]*data.Value{"a": data.NewString(a)}, Partial: true, NoFileForUnknown: true}, false)
		if got := paths(n); got != "" {
			t.Error(got)
		}
		l := n.Fresh().Begin(context.Background(), Options{Explain: explain.NewRecorder()})
		if _, err := l.Function([]string{"k"}, invocation.Arguments{}); err == nil {
			t.Error("got no error")
		}
		if text := explain.Text(l.Explanation(), nil); !strings.Contains(text, "/data/"+a+".yaml") {
			t.Error(text)
		}
		l.End()
	}
}
