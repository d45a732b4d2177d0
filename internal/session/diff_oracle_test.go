package session_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/listing"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffMatchesPuppet compares the differences that diff reports for commits of real repositories
// with those between two full evaluations by Puppet: of every key on both sides, on a node of each
// kind. HIERALINT_TEST_DIFF_REPOSITORIES lists directories with a hiera.yaml, separated as in PATH,
// and HIERALINT_TEST_DIFF_COMMITS is the number of commits of each, 40 by default.
func TestDiffMatchesPuppet(t *testing.T) {
	list := os.Getenv("HIERALINT_TEST_DIFF_REPOSITORIES")
	if list == "" {
		t.Skip("HIERALINT_TEST_DIFF_REPOSITORIES is not set")
	}
	puppet, major := oracle.StartPuppet(t)
	count := 40
	if n, err := strconv.Atoi(os.Getenv("HIERALINT_TEST_DIFF_COMMITS")); err == nil {
		count = n
	}
	for _, dir := range filepath.SplitList(list) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c := &commitCheck{t: t, dir: dir, puppet: puppet, major: major}
			for _, commit := range dataCommits(t, dir, count) {
				c.check(commit)
			}
			t.Logf("%d commits, %d without lookup changes; %d nodes, %d lookups on each side; %d changes, %d encrypted ones that Puppet cannot see",
				c.commits, c.same, c.nodes, c.lookups, c.changes, c.encrypted)
		})
	}
}

// dataCommits returns commits of a repository that change data, without merges: some that change
// the hierarchy or lookup_options, some that add, remove, or rename data files, some from the whole
// history, and the latest.
func dataCommits(t *testing.T, dir string, count int) []string {
	t.Helper()
	list := func(args ...string) []string {
		command := exec.Command("git", append([]string{"log", "--no-merges", "--format=%H"}, args...)...)
		command.Dir = dir
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	data := []string{"--", "data", "hieradata", "hiera.yaml", "*/data/*.yaml"}
	all := list(data...)
	var spread []string
	for i := 0; i < len(all); i += max(1, 4*len(all)/max(1, count)) {
		spread = append(spread, all[i])
	}
	var commits []string
	add := func(more []string, share int) {
		for _, commit := range more {
			if share == 0 || len(commits) == count {
				break
			}
			if !slices.Contains(commits, commit) {
				commits = append(commits, commit)
				share--
			}
		}
	}
	add(list("--", "hiera.yaml"), count/8)
	add(list(append([]string{"-G", "lookup_options"}, data...)...), count/8)
	add(list(append([]string{"--diff-filter=ADR", "-M"}, data...)...), count/4)
	add(spread, count/4)
	add(all, count)
	return commits
}

type commitCheck struct {
	t      *testing.T
	dir    string
	puppet *oracle.Oracle
	major  int

	commits, same, nodes, lookups, changes, encrypted int
	found                                             map[outcome]string // Puppet's outcomes after the change
}

// outcome identifies the outcome of a key on a node.
type outcome struct{ node, key string }

func (c *commitCheck) check(commit string) {
	c.t.Helper()
	ctx := c.t.Context()
	before, after, _, err := revision.Range(ctx, c.dir, commit+"~", commit)
	if err != nil {
		return // the first commit has no parent
	}
	var trees [2]string
	for i, r := range []*revision.Revision{before, after} {
		tree, err := r.Export(ctx, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		defer func() { _ = tree.Close() }()
		trees[i], _ = tree.Path(c.dir)
		text, err := os.ReadFile(filepath.Join(trees[i], "hiera.yaml"))
		if err != nil || !regexp.MustCompile(`(?m)^version: 5`).Match(text) {
			return
		}
		// Paths of the environment on the server, or in Vagrant, become relative to the tree.
		text = regexp.MustCompile(`/etc/puppetlabs/(?:code|puppet)/environments/(?:%\{[^}]*\}|production)/|/tmp/vagrant-puppet/`).ReplaceAll(text, nil)
		if err := os.WriteFile(filepath.Join(trees[i], "hiera.yaml"), text, 0o600); err != nil {
			c.t.Fatal(err)
		}
		c.stub(trees[i], text)
	}
	changed, err := before.Changed(ctx, after)
	if err != nil {
		c.t.Fatal(err)
	}
	all := c.kinds(trees, changed)
	if len(all) == 0 {
		return // the hierarchy reads no file in the tree
	}
	text, err := json.Marshal(all)
	if err != nil {
		c.t.Fatal(err)
	}
	file := filepath.Join(c.t.TempDir(), "nodes.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		c.t.Fatal(err)
	}
	w, err := session.Open(ctx, session.Options{Paths: []string{c.dir}, NoConfig: true, PuppetVersion: c.major, Facts: []string{file}})
	if err != nil {
		c.t.Fatal(err)
	}
	found, err := w.Diff(ctx, session.DiffRequest{From: commit + "~", To: commit, NoFindings: true, ShowSecrets: true})
	if err != nil {
		c.t.Fatal(err)
	}
	got := map[outcome]*impact.Change{}
	for _, g := range found.Groups {
		if g.Environment != "" && !strings.HasSuffix(g.Environment, "(hiera.yaml)") {
			continue // a hierarchy of Bolt, which Puppet is not asked about
		}
		for _, change := range g.Changes {
			for _, n := range g.Nodes {
				if change.Kind != impact.Default {
					got[outcome{n, change.Key}] = change
				}
			}
		}
	}
	want := c.evaluate(trees, all, slices.Collect(maps.Keys(got)))
	c.commits++
	c.nodes += len(all)
	c.changes += len(want)
	if len(want) == 0 {
		c.same++
	}
	for o, texts := range want {
		if got[o] == nil {
			c.t.Errorf("%s: on %s, %s changes in Puppet, but not here:\n before %s\n after  %s", commit[:10], o.node, o.key, texts[0], texts[1])
		}
	}
	for o, change := range got {
		if _, ok := want[o]; !ok {
			if isEncrypted(change) {
				c.encrypted++
				continue
			}
			c.t.Errorf("%s: on %s, %s changes here, but not in Puppet, which finds %s: %s", commit[:10], o.node, o.key, c.found[o], change.Kind)
		}
	}
}

// stub defines the Ruby data functions that a hierarchy names, which hieralint does not run, as
// functions that find nothing.
func (c *commitCheck) stub(root string, hierarchy []byte) {
	c.t.Helper()
	functions := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^[^#\n]*\b(data_hash|lookup_key|data_dig): *["']?([\w:]+)`).FindAllSubmatch(hierarchy, -1) {
		switch name := string(m[2]); {
		case slices.Contains([]string{"yaml_data", "json_data", "hocon_data", "eyaml_lookup_key"}, name):
		case string(m[1]) == "data_hash":
			functions[name] = "param 'Hash', :options\nparam 'Puppet::LookupContext', :context\nend\ndef find(*args) = {}"
		default:
			functions[name] = "param 'Any', :key\nparam 'Hash', :options\nparam 'Puppet::LookupContext', :context\nend\ndef find(key, options, context) = context.not_found"
		}
	}
	for name, body := range functions {
		path := filepath.Join("puppet", "functions", filepath.FromSlash(strings.ReplaceAll(name, "::", "/"))+".rb")
		paths, _ := filepath.Glob(filepath.Join(root, "*", "*", "lib", path))
		for _, path := range append(paths, filepath.Join(root, "lib", path)) {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				c.t.Fatal(err)
			}
			text := fmt.Sprintf("Puppet::Functions.create_function(:'%s') do\ndispatch :find do\n%s\nend\n", name, body)
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

// isEncrypted reports whether encrypted values change: without their key, Puppet fails in the same
// way on both sides.
func isEncrypted(c *impact.Change) bool {
	if c.Before.Value == nil || c.After.Value == nil {
		return false
	}
	text := fmt.Sprintf("%v %v", c.Before.Value.HasUnknown(), c.After.Value.HasUnknown())
	return strings.Contains(text, "true") || eyaml.IsEncrypted(fmt.Sprint(c.Edits))
}

// fact is a node in the format of PuppetDB's inventory.
type fact struct {
	Certname    string         `json:"certname"`
	Environment string         `json:"environment,omitempty"`
	Facts       map[string]any `json:"facts"`
	Trusted     map[string]any `json:"trusted"`
}

const maxKinds = 5

// kinds returns nodes of different kinds, with facts. Those that read changed files come first.
func (c *commitCheck) kinds(trees [2]string, changed []string) []fact {
	var reading, others []*listing.Nodes
	seen := map[string]bool{}
	for _, tree := range trees {
		w, err := session.Open(c.t.Context(), session.Options{Paths: []string{tree}, Dir: tree, NoConfig: true})
		if err != nil {
			c.t.Fatal(err)
		}
		all, err := w.Nodes(c.t.Context(), "")
		if err != nil {
			c.t.Fatal(err)
		}
		for _, n := range all {
			if id := fmt.Sprint(n.Variables); !seen[id] {
				seen[id] = true
				if slices.ContainsFunc(n.Files, func(f string) bool {
					return slices.ContainsFunc(changed, func(path string) bool { return strings.HasSuffix(f, path) && !strings.Contains(path, "common") })
				}) {
					reading = append(reading, n)
				} else {
					others = append(others, n)
				}
			}
		}
	}
	if len(reading) >= maxKinds {
		reading = reading[:maxKinds-1]
	}
	var nodes []fact
	names := map[string]bool{}
	for i, n := range append(reading, others...) {
		if len(nodes) == maxKinds {
			break
		}
		f := factsOf(n, i)
		f.Environment = cmp.Or(f.Environment, environmentOf(trees[1]))
		if !names[f.Certname] {
			names[f.Certname] = true
			nodes = append(nodes, f)
		}
	}
	return nodes
}

// factsOf returns facts for a derived node.
func factsOf(n *listing.Nodes, i int) fact {
	name := fmt.Sprintf("n%d.example.com", i)
	f := fact{Facts: map[string]any{"kernel": "Linux", "architecture": "x86_64"}, Trusted: map[string]any{"authenticated": "remote", "extensions": map[string]any{}}}
	for _, v := range n.Variables {
		switch path := strings.TrimPrefix(strings.TrimPrefix(v.Name, "::"), "facts."); path {
		case "environment":
			f.Environment = v.Value
		case "trusted.certname", "certname", "clientcert", "fqdn", "networking.fqdn":
			name = v.Value
		default:
			if trusted, ok := strings.CutPrefix(path, "trusted."); ok {
				plant(f.Trusted, strings.Split(trusted, "."), v.Value)
			} else {
				plant(f.Facts, strings.Split(path, "."), v.Value)
			}
		}
	}
	host, domain, _ := strings.Cut(name, ".")
	f.Certname = name
	f.Trusted["certname"], f.Trusted["hostname"], f.Trusted["domain"] = name, host, domain
	for key, value := range map[string]any{"fqdn": name, "hostname": host, "domain": domain, "clientcert": name, "networking": map[string]any{"fqdn": name, "hostname": host, "domain": domain}} {
		if f.Facts[key] == nil {
			f.Facts[key] = value
		}
	}
	return f
}

// environmentOf returns the environment of nodes that specify none, or "" if the tree has it: without
// production, the only one that the tree may be about is its first.
func environmentOf(tree string) string {
	all, _ := filepath.Glob(filepath.Join(tree, "environments", "*"))
	if len(all) == 0 || slices.Contains(all, filepath.Join(tree, "environments", "production")) {
		return ""
	}
	return filepath.Base(all[0])
}

func plant(in map[string]any, path []string, value string) {
	for _, part := range path[:len(path)-1] {
		next, ok := in[part].(map[string]any)
		if !ok {
			next = map[string]any{}
			in[part] = next
		}
		in = next
	}
	in[path[len(path)-1]] = value
}

// evaluate looks up all keys, including those of the given outcomes, on both sides in Puppet, and returns
// the outcomes that differ.
func (c *commitCheck) evaluate(trees [2]string, all []fact, more []outcome) map[outcome][2]string {
	keys := map[string]bool{}
	for _, o := range more {
		keys[o.key] = true // a tree with an invalid hiera.yaml has none
	}
	for _, tree := range trees {
		p, err := session.Open(c.t.Context(), session.Options{Paths: []string{tree}, Dir: tree, NoConfig: true})
		if err != nil {
			c.t.Fatal(err)
		}
		environments, err := p.Keys(c.t.Context(), listing.KeyFilter{})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, e := range environments {
			for _, k := range e.Keys {
				if k.Name != "lookup_options" && !strings.ContainsAny(k.Name, ". '\"") {
					keys[k.Name] = true
				}
			}
		}
	}
	differ := map[outcome][2]string{}
	c.found = map[outcome]string{}
	names := slices.Sorted(maps.Keys(keys))
	if len(names) == 0 {
		return differ
	}
	for _, n := range all {
		var sides [2]map[string]string
		for i, tree := range trees {
			sides[i] = c.ask(tree, n, names)
		}
		for _, key := range names {
			before, after := sides[0][key], sides[1][key]
			c.lookups++
			c.found[outcome{n.Certname, key}] = after
			if before != after {
				differ[outcome{n.Certname, key}] = [2]string{before, after}
			}
		}
	}
	return differ
}

// failurePlaces matches the positions in error messages, which move without a change, directories,
// which may be renamed, and the key file that Puppet cannot read.
var failurePlaces = regexp.MustCompile(`[^\s:(]*/|@ rb_sysopen - .*|\(?(?:file: [^,)]*, )?line:? \d+(?:,? column:? \d+)?\)?|:\d+(?::\d+)?`)

// ask looks up keys on a node in Puppet, and returns the outcomes as strings, which are equal for
// equal outcomes.
func (c *commitCheck) ask(root string, n fact, keys []string) map[string]string {
	environment := cmp.Or(n.Environment, "production")
	request, err := json.Marshal(map[string]any{"envdir": root, "environment": environment, "keys": keys, "node": n.Certname, "facts": n.Facts, "trusted": n.Trusted, "timeout": 600, "fresh": true})
	if err != nil {
		c.t.Fatal(err)
	}
	var answer struct {
		Results map[string]struct {
			Value any `json:"value"`
			Error *struct {
				Message  string `json:"message"`
				NotFound bool   `json:"not_found"`
			} `json:"error"`
		} `json:"results"`
		Error any `json:"error"`
	}
	decoder := json.NewDecoder(strings.NewReader(string(c.puppet.Line(c.t, request))))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		c.t.Fatal(err)
	}
	if len(answer.Results) == 0 {
		c.t.Fatalf("no answer from Puppet for %s: %+v", n.Certname, answer.Error)
	}
	found := map[string]string{}
	for key, r := range answer.Results {
		switch {
		case r.Error != nil && r.Error.NotFound:
			found[key] = "not found"
		case r.Error != nil:
			found[key] = "error: " + failurePlaces.ReplaceAllString(strings.ReplaceAll(r.Error.Message, root+"/", ""), "")
		default:
			text, err := json.Marshal(r.Value) // with sorted keys
			if err != nil {
				c.t.Fatal(err)
			}
			found[key] = string(text)
		}
	}
	return found
}
