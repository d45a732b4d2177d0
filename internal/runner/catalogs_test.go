package runner_test

import (
	"encoding/json"
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
// does not compile, something must be reported, and what is reported to fail in every catalog with a class must fail.
func TestCatalogs(t *testing.T) {
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb")
	from, to := seeds(t, 20)
	failures := 0
	for seed := from; seed < to; seed++ {
		c := newCatalogTree(seed)
		dir := write(t, c.files)
		var nodes []*facts.Node
		for _, f := range catalogNodes {
			text, err := json.Marshal(map[string]any{"certname": f["host"], "facts": f})
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := facts.Parse("nodes.json", text)
			if err != nil {
				t.Fatal(err)
			}
			nodes = append(nodes, parsed...)
		}
		found := run(t, load(t, dir), runner.Options{Nodes: nodes, PuppetVersion: 7}).Diagnostics
		code := []string{c.site}
		for _, class := range c.classes {
			code = append(code, "include "+class)
		}
		failed := map[string]bool{} // by code
		for _, f := range catalogNodes {
			var errors []*string
			puppet.Ask(t, map[string]any{"dir": dir, "facts": f, "code": code}, &errors)
			for i, e := range errors {
				if e == nil {
					continue
				}
				failed[code[i]] = true
				if i > 0 {
					continue
				}
				failures++
				if !ofSubkey.MatchString(*e) && !isExplained(*e, found) {
					t.Errorf("seed %d, node %s: nothing reported about: %s", seed, f["host"], *e)
				}
			}
		}
		for _, d := range found {
			class, _, isParameter := manifest.CutParameter(d.Key.String())
			if d.Severity == diagnostic.Error && isParameter && d.Rule.Family != "interpolation" && !failed[c.site] && !failed["include "+class] {
				t.Errorf("seed %d: false error: %s [%s]", seed, d.Message, d.Rule.Name)
			}
		}
	}
	if failures < int(to-from) {
		t.Errorf("only %d catalogs of %d trees fail", failures, to-from)
	}
}

var (
	// ofSubkey matches Puppet's errors about a subkey, which is reported only if no value has it.
	ofSubkey = regexp.MustCompile(`did not find a value for the name '[\w:]+\.`)
	// wrongParameter matches those about parameters of classes.
	wrongParameter = regexp.MustCompile(`Class\[([\w:]+)\]:\s+(?:expects a value for )?parameter '(\w+)'`)
	// failedLookup matches those about lookups.
	failedLookup = regexp.MustCompile(`did not find a value for the name '([\w:]+)|Lookup of key '([\w:]+)|Could not find class ::(\S+)`)
)

// isExplained reports whether a finding is about what a catalog fails for.
func isExplained(e string, found []diagnostic.Diagnostic) bool {
	key := ""
	if m := wrongParameter.FindStringSubmatch(e); m != nil {
		key = strings.ToLower(m[1]) + "::" + m[2]
	} else if m := failedLookup.FindStringSubmatch(e); m != nil {
		key = m[1] + m[2] + m[3]
	}
	return slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
		return d.Severity >= diagnostic.Warning && (key == "" || strings.Contains(d.Key.String()+" "+d.Message+d.Detail, key))
	})
}
