package discovery_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
)

// node is a node of the corpus, as in its facts file.
type node struct {
	Certname    string
	Environment string
	Facts       map[string]any
	Trusted     map[string]any
	Variables   map[string]any
}

func (n node) request(r oracle.Request) oracle.Request {
	r.Node, r.Environment, r.Facts, r.Trusted, r.Vars = n.Certname, n.Environment, n.Facts, n.Trusted, n.Variables
	r.Explain = true
	return r
}

// value returns the value of a variable on the node, as interpolated in a path.
func (n node) value(name string) string {
	segments := strings.Split(name, ".")
	scope := map[string]any{"facts": n.Facts, "trusted": n.Trusted, "environment": n.Environment}
	var v any
	if top, ok := n.Variables[segments[0]]; ok {
		v = top
	} else if top, ok := scope[segments[0]]; ok {
		v = top
	} else {
		v = n.Facts[segments[0]]
	}
	for _, s := range segments[1:] {
		hash, _ := v.(map[string]any)
		v = hash[s]
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

func nodes(t *testing.T, repo string) []node {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(reference.Dir(t), "corpus", "facts", repo, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []node
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var n node
		if err := json.Unmarshal(text, &n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// reading is an existing file in Puppet's explanation, with the level that reads it.
type reading struct {
	layer       config.Layer
	level, path string
}

var (
	providerLine = regexp.MustCompile(`^ *(Global|Environment|Module) .*Data Provider`)
	levelLine    = regexp.MustCompile(`^ *Hierarchy entry "(.*)"$`)
	pathLine     = regexp.MustCompile(`^ *Path "(.*)"$`)
)

// readings returns the existing files in the output of --explain.
func readings(explain string) []reading {
	var all []reading
	var at reading
	add := func(existing bool) {
		if at.path != "" && existing && !slices.Contains(all, at) {
			all = append(all, at)
		}
		at.path = ""
	}
	for line := range strings.SplitSeq(explain, "\n") {
		if m := providerLine.FindStringSubmatch(line); m != nil {
			add(true)
			at.layer = map[string]config.Layer{"Global": config.Global, "Environment": config.Environment, "Module": config.Module}[m[1]]
		} else if m := levelLine.FindStringSubmatch(line); m != nil {
			add(true)
			at.level = m[1]
		} else if m := pathLine.FindStringSubmatch(line); m != nil {
			add(true)
			at.path = filepath.Clean(m[1])
		} else if strings.TrimSpace(line) == "Path not found" {
			add(false)
		}
	}
	add(true)
	return all
}

// knows reports whether the project has a match for a file that Puppet reads on the node.
func knows(p *project.Project, r reading, n node) bool {
	for _, f := range p.Files {
		if f.Path != r.path {
			continue
		}
		for _, m := range f.Matches {
			if m.Root.Layer != r.layer || m.Level.Name != r.level {
				continue
			}
			fits := true
			for _, v := range m.Vars {
				fits = fits && (n.value(v.Name) == v.Text || m.Level.Mapped != nil && m.Level.Mapped.Name == v.Name)
			}
			if fits {
				return true
			}
		}
	}
	return false
}

// TestPuppetReads checks that for each file that Puppet reads on a node of a real repository, the
// project has a match with its level and the values of its variables.
func TestPuppetReads(t *testing.T) {
	puppet := oracle.Start(t)
	total := 0
	for _, repo := range corpus(t) {
		name := filepath.Base(repo)
		t.Run(name, func(t *testing.T) {
			p := load(t, repo)
			if len(p.Roots) == 0 {
				t.Skip("no hiera.yaml")
			}
			request := oracle.Request{Key: "hieralint::nothing"}
			facts := name
			from, to := "", ""
			switch root := p.Roots[0]; root.Layer {
			case config.Module:
				// Puppet derives the name of a module from its directory.
				modules := t.TempDir()
				from, to = filepath.Join(modules, root.Module), repo
				filetree.Symlink(t, repo, from)
				request.EnvDir, request.ModulePath, request.Key, facts = t.TempDir(), []string{modules}, root.Module+"::nothing", "modules"
			case config.Global:
				request.EnvDir, request.HieraConfig = root.Dir, filepath.Join(root.Dir, filepath.Base(root.Path))
			default:
				request.EnvDir = root.Dir
			}
			for _, n := range nodes(t, facts) {
				answer := puppet.Ask(n.request(request))
				if answer.Explain == "" {
					t.Logf("Puppet explains nothing on %s: %+v", n.Certname, answer.Error)
					continue
				}
				for _, r := range readings(answer.Explain) {
					if rest, ok := strings.CutPrefix(r.path, from); ok && from != "" {
						r.path = to + rest
					}
					total++
					if !knows(p, r, n) {
						t.Errorf("%s: no match for %s, which Puppet reads in level %q of the %s layer", n.Certname, r.path, r.level, r.layer)
					}
				}
			}
		})
	}
	t.Logf("%d readings compared", total)
	if total < 100 {
		t.Errorf("Puppet read only %d files", total)
	}
}

// TestPuppetReadsGenerated checks the same for random trees, on nodes with unusual facts.
func TestPuppetReadsGenerated(t *testing.T) {
	puppet := oracle.Start(t)
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	total, exact := 0, 0
	for range reference.Cases(200) {
		dir := filetree.Write(t, nil)
		variable := func() string {
			return pick("%{role}", "%{::site}", "%{facts.os.family}", "%{trusted.certname}", "%{facts.list.0}", "%{environment}", "%{nothing}", "%{}")
		}
		file := func() string {
			return pick("", "nodes/", "os/", variable()+"/", "x/../", "./", "a//") + pick("common", variable(), variable()+"-"+variable(), "web") + pick(".yaml", ".yaml", ".yml", ".json", "")
		}
		glob := func() string {
			return pick("", "nodes/", "**/", variable()+"/", "*/") + pick("*.yaml", variable()+"*.yaml", "{web,"+variable()+"}.yaml", "[a-m]*", "*/*.yaml")
		}
		var hiera strings.Builder
		hiera.WriteString("version: 5\nhierarchy:\n")
		for level := range 1 + r.IntN(4) {
			fmt.Fprintf(&hiera, "  - name: l%d\n", level)
			if r.IntN(3) == 0 {
				fmt.Fprintf(&hiera, "    datadir: %q\n", pick("data", "hiera/"+variable(), ".", "data/nodes", "../"+filepath.Base(dir)+"/data"))
			}
			switch r.IntN(4) {
			case 0:
				fmt.Fprintf(&hiera, "    glob: %q\n", glob())
			case 1:
				fmt.Fprintf(&hiera, "    paths: [%q, %q]\n", file(), file())
			case 2:
				fmt.Fprintf(&hiera, "    mapped_paths: [%s, it, %q]\n", pick("role", "facts.roles", "nothing"), pick("", "os/")+"%{it}"+pick("", "-%{role}")+".yaml")
			default:
				fmt.Fprintf(&hiera, "    path: %q\n", file())
			}
		}
		files := map[string]string{"hiera.yaml": hiera.String()}
		for range 25 {
			name := pick("", "", "nodes/", "os/", "web/", "a/", "Debian/", ".hidden/") + pick("common", "web", "web-eu", "Debian", "a", "app1", "web/front", "", "eu") + pick(".yaml", ".yaml", ".yaml", ".yml", ".json", "")
			if strings.HasSuffix(name, "/") || name == "" || filepath.Ext(name) == "" && filepath.Base(name) != "common" {
				continue // no name, or a directory in other trees
			}
			files[pick("data/", "data/", "data/", "hiera/web/", "hiera/Debian/", "")+name] = pick("{}", "a: 1")
		}
		filetree.Add(t, dir, files)
		p := load(t, dir)
		n := node{
			Certname: pick("web", "a", "app1"), Environment: "production", Variables: map[string]any{"role": pick("web", "web/front", "common", "")},
			Facts: map[string]any{"os": map[string]any{"family": pick("Debian", "web")}, "roles": []any{"web", "Debian", "eu"}, "list": []any{"a"}, "site": pick("eu", "a")},
		}
		n.Trusted = map[string]any{"certname": n.Certname}
		answer := puppet.Ask(n.request(oracle.Request{EnvDir: dir, Key: "nothing"}))
		for _, r := range readings(answer.Explain) {
			if info, err := os.Stat(r.path); err != nil || info.IsDir() || !strings.HasPrefix(r.path, dir) || filepath.Base(r.path) == "hiera.yaml" {
				// Puppet also tries to read directories, and crashes; "%{nothing}/a.yaml" is an absolute path;
				// and a glob may match hiera.yaml.
				continue
			}
			total++
			known, level := knowsGenerated(p, r)
			if level {
				exact++
			}
			if !known {
				t.Errorf("%s\nno match for %+v, where Puppet reads %s in level %q of\n%s", dir, n, r.path, r.level, hiera.String())
			}
		}
	}
	t.Logf("%d readings compared, %d with the level", total, exact)
	if total < reference.Cases(200) || exact < total*9/10 {
		t.Errorf("Puppet read %d files, %d of them have a match with its level", total, exact)
	}
}

// knowsGenerated reports whether the project has a match for a file that Puppet reads, and whether
// a match has the same level, which it may not have for facts like these.
func knowsGenerated(p *project.Project, r reading) (known, level bool) {
	for _, f := range p.Files {
		if f.Path == r.path {
			return len(f.Matches) > 0, slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Level.Name == r.level })
		}
	}
	return false, false
}
