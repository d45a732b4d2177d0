package runner_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/rules/binding"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/options"
)

// mistakes is a tree in which lookups fail in every way that depends on several files.
var mistakes = map[string]string{
	"hiera.yaml": "version: 5\nhierarchy:\n" +
		"  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n" +
		"  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n" +
		"  - {name: Common, path: common.yaml}\n",
	"data/nodes/web01.yaml": "m::unique: {a: 1}\nm::cycle::b: \"%{lookup('m::cycle::a')}\"\nm::port: http\n",
	"data/role/web.yaml":    "m::hash: [a]\nm::good: 2\nm::dug: {list: [1]}\n",
	"data/role/db.yaml":     "m::hash: {b: 2}\nm::alias: \"x %{alias('m::good')}\"\n",
	"data/common.yaml": "lookup_options:\n  m::hash: {merge: hash}\n  m::unique: {merge: unique}\n  m::port: {convert_to: Integer}\n" +
		"m::hash: {c: 3}\nm::unique: [b]\nm::port: '80'\nm::good: 1\nm::alias: \"%{alias('m::good')}\"\n" +
		"m::cycle::a: \"%{lookup('m::cycle::b')}\"\nm::cycle::b: fine\nm::dug: {list: {x: 1}}\n" +
		"m::digs: \"%{lookup('m::dug.list.x')}\"\nm::uses: \"%{lookup('m::cycle::a')}\"\nm::fact: \"%{facts.role}\"\n",
}

var mistakenNodes = []string{
	`{"certname": "web01", "environment": "production", "facts": {"role": "web"}}`,
	`{"certname": "web02", "environment": "production", "facts": {"role": "web"}}`,
	`{"certname": "db01", "environment": "production", "facts": {"role": "db"}}`,
	`{"certname": "mail01", "environment": "production", "facts": {"role": "mail"}}`,
}

// TestAgreement checks that the engine and real Puppet agree on which lookups fail on which nodes,
// that each failure has a finding at its cause, and that no finding claims a failure that does not
// occur.
func TestAgreement(t *testing.T) {
	puppet := oracle.Start(t)
	t.Run("mistakes", func(t *testing.T) {
		dir, nodes := filetree.Write(t, mistakes), map[string]string{}
		for i, text := range mistakenNodes {
			nodes[fmt.Sprintf("%d.json", i)] = text
		}
		if failing := agree(t, puppet, dir, filetree.Write(t, nodes)); failing < 7 {
			t.Errorf("%d lookups fail, want at least 7", failing)
		}
	})
	corpus := filepath.Join(reference.Dir(t), "corpus")
	repos, err := os.ReadDir(filepath.Join(corpus, "control"))
	if err != nil {
		t.Fatal(err)
	}
	for _, repo := range repos {
		nodes := filepath.Join(corpus, "facts", repo.Name())
		if _, err := os.Stat(nodes); err == nil {
			t.Run(repo.Name(), func(t *testing.T) { agree(t, puppet, filepath.Join(corpus, "control", repo.Name()), nodes) })
		}
	}
	modules, err := os.ReadDir(filepath.Join(corpus, "modules"))
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range modules {
		t.Run(module.Name(), func(t *testing.T) {
			agree(t, puppet, filepath.Join(corpus, "modules", module.Name()), filepath.Join(corpus, "facts", "modules"))
		})
	}
}

// outcome is the result of looking up a key on a node.
type outcome struct {
	env  *nodes.Fleet
	node *facts.Node
	key  string
	c    *nodes.Case
}

func agree(t *testing.T, puppet *oracle.Oracle, dir, nodesPath string) (failing int) {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := facts.Read(t.Context(), nodesPath, 0)
	if err != nil {
		t.Fatal(err)
	}
	found, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 7, Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	for _, crash := range found.Crashes {
		t.Errorf("%v\n%s", crash, crash.Cause.Stack)
	}
	explained := map[*diagnostic.Diagnostic]bool{}
	all := outcomes(t, p, nodes)
	asked := map[outcome]bool{}
	for _, o := range reference.Sample(all) {
		asked[o] = true
	}
	for _, o := range all {
		if o.c.Err == nil && !asked[o] {
			continue
		}
		answer := puppet.Ask(request(t, dir, o))
		puppetFails := answer.Error != nil && !strings.Contains(answer.Error.Message, "did not find a value for the name")
		switch fails := o.c.Err != nil; {
		case puppetFails && !fails && (len(o.c.Result.Unknown) > 0 || isUnseen(answer.Error.Message)):
			continue // the summary of a run mentions what cannot be evaluated here
		case puppetFails != fails:
			t.Errorf("%s on %s: Puppet %s, the engine's error: %v", o.key, o.node.Certname, said(answer), o.c.Err)
		case answer.Error != nil && !puppetFails && !o.c.NotFound:
			t.Errorf("%s on %s: Puppet does not find it, the engine's value: %v", o.key, o.node.Certname, o.c.Result.Value)
		case fails:
			failing++
			causes := causesOf(found.Diagnostics, o)
			if len(causes) == 0 {
				t.Errorf("%s on %s: %v: no finding at its cause", o.key, o.node.Certname, o.c.Err)
			}
			for _, d := range causes {
				explained[d] = true
			}
		}
	}
	for i := range found.Diagnostics {
		d := &found.Diagnostics[i]
		claims := d.Rule == binding.LookupFails.Descriptor() || d.Rule == interpolation.InterpolationCycle.Descriptor() || d.Rule == options.LookupOptionsMergeConflict.Descriptor() && strings.Contains(d.Detail, "fails")
		if claims && !explained[d] {
			t.Errorf("%s:%d: %s: no lookup fails because of it", d.File.Path, d.File.Pos(d.Span.Start).Line, d.Message)
		}
	}
	return failing
}

// isUnseen reports whether a message of Puppet says that it lacks files or keys that only a real
// server has.
func isUnseen(message string) bool {
	return strings.Contains(message, "Unable to find '") || strings.Contains(message, "hiera-eyaml backend error decrypting")
}

func said(a oracle.Answer) string {
	if a.Error != nil {
		return "fails with " + a.Error.Message
	}
	return "answers " + string(a.Value)
}

func outcomes(t *testing.T, p *project.Project, known []*facts.Node) []outcome {
	t.Helper()
	byName := map[string]*facts.Node{}
	for _, n := range known {
		byName[n.Certname] = n
	}
	var mu sync.Mutex
	var all []outcome
	for _, env := range nodes.New(p, nodes.Options{Puppet: 7, Nodes: known, Workers: 2}).Fleets {
		if env.Project.Own == nil && env.Project.Dir != "" {
			continue // the oracle needs an environment
		}
		err := env.Keys(context.Background(), env.Names(), func(k *nodes.Key) {
			mu.Lock()
			defer mu.Unlock()
			for _, c := range k.Cases {
				if c.Count > len(c.Nodes) {
					t.Errorf("%s: a case has more nodes than are listed", k.Name)
				}
				for _, n := range c.Nodes {
					all = append(all, outcome{env, byName[n.Name], k.Name, c})
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(all, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.node.Certname, b.node.Certname))
	})
	return all
}

func request(t *testing.T, dir string, o outcome) oracle.Request {
	t.Helper()
	r := oracle.Request{EnvDir: o.env.Project.Dir, Key: o.key, Node: o.node.Certname, Environment: o.env.Project.Name, Facts: plain(t, o.node.Facts), Trusted: plain(t, o.node.Scope().Trusted)}
	if o.node.Environment != "" {
		r.Environment = o.node.Environment
	}
	if o.node.Vars != nil {
		r.Vars = plain(t, o.node.Vars)
	}
	if r.EnvDir == "" { // a module without an environment
		env := t.TempDir()
		name := o.env.Project.Modules[0].Module
		if err := os.MkdirAll(filepath.Join(env, "modules"), 0o755); err != nil {
			t.Fatal(err)
		}
		filetree.Symlink(t, dir, filepath.Join(env, "modules", name))
		r.EnvDir = env
	}
	return r
}

func plain(t *testing.T, v *data.Value) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(tagged.Append(nil, v), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// causesOf returns the errors at the cause of a failed lookup: at the value or reference where it
// failed, or at a value of the key.
func causesOf(all []diagnostic.Diagnostic, o outcome) []*diagnostic.Diagnostic {
	var causes []*diagnostic.Diagnostic
	var nodes []*data.Node
	add := func(n *data.Node) {
		if n != nil {
			nodes = append(nodes, n)
		}
	}
	add(o.c.Err.Node)
	for _, h := range o.c.Err.Hops {
		add(h.Node)
	}
	for _, v := range o.c.Values {
		add(v.Key.Node())
	}
	for i := range all {
		d := &all[i]
		if d.Severity != diagnostic.Error {
			continue
		}
		for _, n := range nodes {
			if n.Doc.File == d.File && n.Span.Start <= d.Span.End && d.Span.Start <= n.Span.End {
				causes = append(causes, d)
				break
			}
		}
	}
	return causes
}
