package runner_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/runner"
)

var catalogNodes = []map[string]any{
	{"host": "n1", "role": "web", "groups": []string{"g1"}, "os": map[string]any{"family": "Debian"}},
	{"host": "n2", "role": "db", "groups": []string{"g1", "g2"}, "os": map[string]any{"family": "Debian"}},
	{"host": "n3", "role": "db", "os": map[string]any{"family": "RedHat"}},
}

// TestCatalogs compares findings with the catalogs that Puppet compiles for random control repos and nodes: if a catalog
// does not compile, something must be reported, and what is reported to fail must fail.
func TestCatalogs(t *testing.T) {
	c := &catalogs{Ruby: oracle.StartRuby(t, "testdata/catalogs.rb")}
	from, to := seeds(t, 20)
	for seed := from; seed < to; seed++ {
		tree := newCatalogTree(seed, "")
		c.dir, c.errors, c.keys = write(t, tree.files), map[[2]string]*string{}, map[string]bool{}
		p := load(t, c.dir)
		found := run(t, p, runner.Options{Nodes: realNodes(t), PuppetVersion: 7}).Diagnostics
		for _, f := range catalogNodes {
			e := c.compile(t, f, tree.site)
			if e == nil {
				continue
			}
			c.failures++
			if !tree.uncertain && !notCertain.MatchString(*e) && !isExplained(*e, found) {
				t.Errorf("seed %d, node %s: nothing reported about: %s", seed, f["host"], *e)
			}
		}
		for _, d := range found {
			if saysFailure(&d) && !c.mayFail(t, d, tree, catalogNodes) {
				t.Errorf("seed %d: false error: %s [%s]", seed, d.Message, d.Rule.Name)
			}
		}
		for _, text := range including(tree.classes) {
			for _, f := range catalogNodes {
				c.compile(t, f, text)
			}
		}
		for _, d := range run(t, p, runner.Options{PuppetVersion: 7}).Diagnostics {
			switch {
			case saysFailure(&d) && !c.mayFail(t, d, tree, possibleNodes()):
				t.Errorf("seed %d, without facts: false error: %s [%s]", seed, d.Message, d.Rule.Name)
			case slices.Contains(ofUnused, d.Rule.Name) && c.keys[d.Key.String()]:
				t.Errorf("seed %d: false: %s [%s]", seed, d.Message, d.Rule.Name)
			}
		}
	}
	if c.failures < int(to-from) {
		t.Errorf("only %d catalogs of %d trees fail", c.failures, to-from)
	}
}

// TestCatalogsOfParts checks the errors about control repos of which a part is not in the tree, without facts, with catalogs of
// the whole: what is said to fail must fail on some node, and what is said to be unused must not be looked up.
func TestCatalogsOfParts(t *testing.T) {
	c := &catalogs{Ruby: oracle.StartRuby(t, "testdata/catalogs.rb")}
	from, to := seeds(t, 12)
	count := 0
	for seed := from; seed < to; seed++ {
		hidden := []part{privateData, byFunction, modules, code}[seed%4]
		tree := newCatalogTree(seed, hidden)
		whole, seen := map[string]string{}, map[string]string{}
		for file, text := range tree.files {
			path := filepath.Join("production", file)
			whole[path] = text
			if !tree.isHidden(file) {
				seen[path] = text
			}
		}
		c.dir, c.errors, c.keys = filepath.Join(write(t, whole), "production"), map[[2]string]*string{}, map[string]bool{}
		for _, code := range append([]string{tree.site}, including(tree.classes)...) {
			for _, f := range catalogNodes {
				c.compile(t, f, code)
			}
		}
		dir := filepath.Join(write(t, seen), "production")
		for _, nodes := range [][]*facts.Node{nil, realNodes(t)} {
			possible := possibleNodes()
			if nodes != nil {
				possible = catalogNodes
			}
			for _, d := range run(t, load(t, dir), runner.Options{Nodes: nodes, PuppetVersion: 7}).Diagnostics {
				switch {
				case d.Severity == diagnostic.Error && !c.mayFail(t, d, tree, possible):
					t.Errorf("seed %d, %d nodes, without %s: false error: %s [%s]", seed, len(nodes), hidden, d.Message, d.Rule.Name)
				case slices.Contains(ofUnused, d.Rule.Name) && c.keys[d.Key.String()]:
					t.Errorf("seed %d, %d nodes, without %s: false: %s [%s]", seed, len(nodes), hidden, d.Message, d.Rule.Name)
				case d.Severity == diagnostic.Error:
					count++
				}
			}
		}
	}
	if count < int(to-from)/4 {
		t.Errorf("only %d errors in %d trees", count, to-from)
	}
}

// including returns code that includes each of some classes.
func including(classes []string) (code []string) {
	for _, class := range classes {
		code = append(code, "include "+class)
	}
	return code
}

// catalogs compiles catalogs.
type catalogs struct {
	*oracle.Ruby
	dir      string
	errors   map[[2]string]*string // by facts and code
	keys     map[string]bool       // that the code of the tree looks up
	failures int
}

// compile returns Puppet's error, which is nil if the catalog of a node compiles.
func (c *catalogs) compile(t *testing.T, facts map[string]any, code string) *string {
	t.Helper()
	id := [2]string{fmt.Sprint(facts), code}
	e, known := c.errors[id]
	if !known {
		var answer struct {
			Errors []*string
			Keys   []string
		}
		c.Ask(t, map[string]any{"dir": c.dir, "facts": facts, "code": []string{code}}, &answer)
		e = answer.Errors[0]
		c.errors[id] = e
		for _, key := range answer.Keys {
			c.keys[key] = c.keys[key] || code != lookupOf(key)
		}
	}
	return e
}

// mayFail reports whether a catalog or a lookup that an error is about fails on one of the nodes. Errors of which this is
// not known are taken as true.
func (c *catalogs) mayFail(t *testing.T, d diagnostic.Diagnostic, tree *catalogTree, nodes []map[string]any) bool {
	t.Helper()
	var code []string
	if class, _, isParameter := manifest.CutParameter(d.Key.String()); isParameter && d.Rule.Family != "interpolation" && d.Rule.Family != "options" {
		code = []string{tree.site, "include " + class}
	}
	if m := withClass.FindStringSubmatch(d.Detail); m != nil {
		code = []string{tree.site, "include " + m[1]}
	}
	if m := everyLookup.FindStringSubmatch(d.Detail); m != nil {
		code = append(code, lookupOf(m[1]))
	}
	if d.Rule.Name == "resource-entry-invalid" {
		code = append(including(tree.classes), tree.site)
	}
	for _, f := range nodes {
		for _, text := range code {
			if c.compile(t, f, text) != nil {
				return true
			}
		}
	}
	return len(code) == 0
}

// withClass matches the details of findings about values that a class passes on.
var withClass = regexp.MustCompile("^Every catalog with class `([^`]+)` fails")

// saysFailure reports whether a finding says that catalogs certainly fail.
func saysFailure(d *diagnostic.Diagnostic) bool {
	return d.Severity == diagnostic.Error || withClass.MatchString(d.Detail) && !strings.Contains(d.Detail, "unless")
}

// lookupOf returns code that looks up a key.
func lookupOf(key string) string { return "lookup('" + key + "')" }

// realNodes returns the nodes with facts.
func realNodes(t *testing.T) (all []*facts.Node) {
	t.Helper()
	for _, f := range catalogNodes {
		text, err := json.Marshal(map[string]any{"certname": f["host"], "facts": f})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, realNode(t, string(text)))
	}
	return all
}

// realNode returns the node of a file with facts.
func realNode(t *testing.T, text string) *facts.Node {
	t.Helper()
	parsed, err := facts.Parse("nodes.json", []byte(text))
	if err != nil || len(parsed) != 1 {
		t.Fatal(parsed, err)
	}
	return parsed[0]
}

// possibleNodes returns the facts of nodes that read all combinations of files.
func possibleNodes() []map[string]any {
	all := slices.Clone(catalogNodes)
	for _, host := range []string{"n1", "n2", "n4"} {
		for _, role := range []string{"web", "db", "none"} {
			for _, family := range []string{"Debian", "RedHat"} {
				all = append(all, map[string]any{"host": host, "role": role, "os": map[string]any{"family": family}})
			}
		}
	}
	return all
}

// ofUnused are rules that say that nothing looks up a key.
var ofUnused = []string{"unused-key", "unknown-class-parameter", "unknown-class", "misspelled-key", "key-single-colon"}

var (
	// notCertain matches Puppet's errors about a subkey, which is reported only if no value has it, and about several keys.
	notCertain = regexp.MustCompile(`did not find a value for (?:the name '[\w:]+\.|any of the names)`)
	// everyLookup matches details that say which lookups fail.
	everyLookup = regexp.MustCompile("[Ee]very lookup of `([^`]+)` fails")
	// wrongParameter matches those about parameters of classes.
	wrongParameter = regexp.MustCompile(`Class\[([\w:]+)\]:\s+(?:expects a value for )?parameter '(\w+)'`)
	// failedLookup matches those about lookups.
	failedLookup = regexp.MustCompile(`did not find a value for the name '([\w:]+)|Lookup of key '([\w:]+)|Could not find class ::(\S+)`)
)

// isExplained reports whether a finding is about what a catalog fails for.
func isExplained(e string, found []diagnostic.Diagnostic) bool {
	key, variable := "", ""
	if m := wrongParameter.FindStringSubmatch(e); m != nil {
		key, variable = strings.ToLower(m[1])+"::"+m[2], "`$"+m[2]+"`" // the default of the parameter is a lookup
	} else if m := failedLookup.FindStringSubmatch(e); m != nil {
		key = m[1] + m[2] + m[3]
	}
	return slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
		text := d.Key.String() + " " + d.Message + d.Detail
		isReported := d.Severity >= diagnostic.Warning || d.Rule.Name == "interpolation-undefined-variable" // facts may be incomplete
		return isReported && (key == "" || strings.Contains(text, key) || variable != "" && strings.Contains(text, variable))
	})
}
