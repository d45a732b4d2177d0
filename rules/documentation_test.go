package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestRules checks properties of every rule.
func TestRules(t *testing.T) {
	t.Parallel()
	ids, names := map[string]bool{}, map[string]bool{}
	last := ""
	for _, r := range rules.All() {
		if !regexp.MustCompile(`^HL[1-9]\d{3}$`).MatchString(r.ID) || ids[r.ID] || r.ID <= last {
			t.Errorf("%s: id %s is malformed, not unique, or not in order", r.Name, r.ID)
		}
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(r.Name) || names[r.Name] {
			t.Errorf("%s: name %s is malformed or not unique", r.ID, r.Name)
		}
		ids[r.ID], names[r.Name], last = true, true, r.ID
		if r.Severity == 0 || r.Scope() == 0 || r.Family == nil {
			t.Errorf("%s: severity, family, or check missing", r.Name)
		}
		if r.Doc().Title == "" || r.Doc().What == "" || r.Doc().Why == "" || r.Doc().Puppet == "" {
			t.Errorf("%s: the documentation is incomplete", r.Name)
		}
		if strings.HasSuffix(r.Doc().Title, ".") {
			t.Errorf("%s: the title ends in a full stop", r.Name)
		}
		if len(r.Doc().Examples) == 0 && r != yaml.FileUnreadable { // text examples cannot show an unreadable file
			t.Errorf("%s: no example", r.Name)
		}
		if rules.Find(r.ID) != r || rules.Find(r.Name) != r {
			t.Errorf("%s was not found by name and id", r.Name)
		}
	}
}

// TestRuleFiles checks that each rule has its documentation and test next to it.
func TestRuleFiles(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		name := strings.ReplaceAll(r.Name, "-", "_")
		found, err := filepath.Glob("*/" + name + ".go")
		if err != nil || len(found) != 1 {
			t.Errorf("%s: want one file, got %v", r.Name, found)
			continue
		}
		for _, beside := range []string{".txtar", "_test.go"} {
			if _, err := os.Stat(strings.TrimSuffix(found[0], ".go") + beside); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDocumentation checks that docs/rules is up to date; -update rewrites it.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reference.Root(t), "docs", "rules")
	pages := map[string]string{"README.md": index()}
	for _, r := range rules.All() {
		pages[r.Name+".md"] = r.MarkdownWith(func(e rule.Example) []string { return reported(t, r, e) })
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		golden.CheckFile(t, filepath.Join(dir, name), []byte(pages[name]))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("docs/rules/%s does not belong to a rule", e.Name())
		}
	}
}

// reported returns the place and message of each of the rule's findings in an example.
func reported(t *testing.T, r *rule.Rule, e rule.Example) []string {
	dir := filetree.Write(t, tree(e.Avoid))
	var lines []string
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == r.Descriptor() {
			place := fmt.Sprintf("%s:%d", ruletest.Place(dir, d), d.File.Pos(d.Span.Start).Column)
			lines = append(lines, fmt.Sprintf("`%s`: %s: %s", place, d.Severity, strings.ReplaceAll(d.Message, filepath.ToSlash(dir)+"/", "")))
		}
	}
	return lines
}

// example is an example of a rule, with a name.
type example struct {
	rule *rule.Rule
	rule.Example
	name string
}

func examples() []example {
	var all []example
	for _, r := range rules.All() {
		for i, e := range r.Doc().Examples {
			all = append(all, example{r, e, fmt.Sprintf("%s/%d", r.Name, i+1)})
		}
	}
	return all
}

// tree returns the files of an example without their markers, and with a hiera.yaml.
func tree(files map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		out[name] = strings.ReplaceAll(text, " "+rule.Want+"\n", "\n")
	}
	if _, ok := out["hiera.yaml"]; !ok {
		out["hiera.yaml"] = "version: 5\n"
	}
	return out
}

// wanted returns the marked places, as path:line.
func wanted(files map[string]string) []string {
	var places []string
	for name, text := range files {
		for i, line := range strings.Split(text, "\n") {
			if strings.HasSuffix(line, " "+rule.Want) {
				places = append(places, fmt.Sprintf("%s:%d", name, i+1))
			}
		}
	}
	slices.Sort(places)
	return places
}

// TestExamples checks the examples in the documentation: `avoid` must be reported on the marked
// lines, and `prefer` must have no findings.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			dir := filetree.Write(t, tree(e.Avoid))
			var got []string
			isError := false
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == e.rule.Descriptor() {
					got = append(got, ruletest.Place(dir, d))
					isError = isError || d.Severity == diagnostic.Error
				} else if !slices.Contains(e.Also, d.Rule.Name) {
					t.Errorf("avoid: also reported: %s at %s: %s", d.Rule.Name, ruletest.Place(dir, d), d.Message)
				}
			}
			slices.Sort(got)
			if want := wanted(e.Avoid); !slices.Equal(got, want) {
				t.Errorf("avoid: reported at %v, want %v", got, want)
			}
			if isError && e.Fails == "" && e.Value == "" {
				t.Error("the documentation of an error needs Puppet's error message or wrong value")
			}
			dir = filetree.Write(t, tree(e.Prefer))
			for _, d := range ruletest.Check(t, dir) {
				t.Errorf("prefer: reported: %s at %s: %s", d.Rule.Name, ruletest.Place(dir, d), d.Message)
			}
		})
	}
}

// TestExamplesInPuppet checks that Puppet behaves as the documentation says.
func TestExamplesInPuppet(t *testing.T) {
	t.Parallel()
	puppet := oracle.Start(t)
	facts := map[string]any{
		"os":         map[string]any{"family": "Debian", "name": "Debian"},
		"role":       "web",
		"networking": map[string]any{"ip": "192.0.2.7", "fqdn": "web01.example.com"},
	}
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			if e.Lookup == "" {
				t.Skip("the example has no lookup")
			}
			avoid := puppet.Ask(oracle.Request{EnvDir: filetree.Write(t, tree(e.Avoid)), Key: e.Lookup, Facts: facts})
			switch {
			case e.Fails != "" && (avoid.Error == nil || !strings.Contains(avoid.Error.Message, e.Fails)):
				t.Errorf("avoid: want Puppet to fail with %q, but it %s", e.Fails, said(avoid))
			case e.Value != "" && !sameJSON(t, avoid.Value, e.Value):
				t.Errorf("avoid: want %s, but Puppet %s", e.Value, said(avoid))
			}
			prefer := puppet.Ask(oracle.Request{EnvDir: filetree.Write(t, tree(e.Prefer)), Key: e.Lookup, Facts: facts})
			// The keys of encrypted examples were not kept.
			if prefer.Error != nil && !strings.Contains(prefer.Error.Message, "No such file or directory @ rb_sysopen - /etc/puppetlabs/puppet/eyaml/") {
				t.Errorf("prefer: Puppet %s", said(prefer))
			}
			if e.PreferValue != "" && !sameJSON(t, prefer.Value, e.PreferValue) {
				t.Errorf("prefer: want %s, but Puppet %s", e.PreferValue, said(prefer))
			}
		})
	}
}

func said(a oracle.Answer) string {
	if a.Error != nil {
		return "failed with " + a.Error.Message
	}
	return "answered " + string(a.Value)
}

func sameJSON(t *testing.T, got json.RawMessage, want string) bool {
	t.Helper()
	var g, w any
	if len(got) == 0 {
		return false
	}
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("the example's value %s: %v", want, err)
	}
	return reflect.DeepEqual(g, w)
}

// index returns the page that lists all rules.
func index() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n| id | rule | severity | what is wrong |\n|---|---|---|---|\n")
	for _, r := range rules.All() {
		fmt.Fprintf(&b, "| %s | [%s](%s.md) | %s | %s |\n", r.ID, r.Name, r.Name, r.Severity, r.Doc().Title)
	}
	return b.String()
}
