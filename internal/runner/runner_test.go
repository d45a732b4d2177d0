package runner_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/rules/hierarchy"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/yaml"
)

func load(t testing.TB, paths ...string) *project.Project {
	t.Helper()
	p, err := discovery.Load(context.Background(), paths, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, p *project.Project, o runner.Options) *runner.Result {
	t.Helper()
	if o.Rules == nil {
		o.Rules = rules.All()
	}
	if o.PuppetVersion == 0 {
		o.PuppetVersion = 8
	}
	result, err := runner.Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// lines formats each finding on one line.
func lines(dir string, r *runner.Result) []string {
	var all []string
	for _, d := range r.Diagnostics {
		path, err := filepath.Rel(dir, d.File.Path)
		if err != nil {
			path = d.File.Path
		}
		at := d.File.Pos(d.Span.Start)
		all = append(all, fmt.Sprintf("%s:%d:%d: %s: %s [%s]", filepath.ToSlash(path), at.Line, at.Column, d.Severity, d.Message, d.Rule.Name))
	}
	return all
}

// manyFiles returns a tree whose findings would be in another order if the order depended on the
// timing of the workers.
func manyFiles() map[string]string {
	files := map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: All, glob: '*.yaml'}\n"}
	for i := range 60 {
		files[fmt.Sprintf("data/%02d.yaml", i)] = strings.Repeat("# filler\n", i*7%13) +
			"a: \"b %{alias('c')} %{lookups('d')}\"\na: %{x}\nlookup_options: {a: {merge: deeep, mergee: hash}}\n"
	}
	return files
}

func TestOrderDoesNotDependOnWorkers(t *testing.T) {
	dir := filetree.Write(t, manyFiles())
	p := load(t, dir)
	want := lines(dir, run(t, p, runner.Options{Workers: 1}))
	if len(want) < 200 {
		t.Fatalf("got only %d findings", len(want))
	}
	for range 5 {
		if got := lines(dir, run(t, load(t, dir), runner.Options{Workers: 8})); !reflect.DeepEqual(got, want) {
			t.Fatal("the findings depend on the number of workers")
		}
	}
}

// TestManyFindings checks that a rule stops at 10,000 findings in a file, and that other rules and
// files are not affected.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: All, paths: [a.yaml, b.yaml]}]\n",
		"data/a.yaml": strings.Repeat("k: 1\n", 10_500) + "k: !ruby/regexp /x/\n", "data/b.yaml": "k: 1\nk: 2\n",
	})
	counts := map[string]int{}
	last := ""
	for _, d := range run(t, load(t, dir), runner.Options{}).Diagnostics {
		counts[filepath.Base(d.File.Path)+" "+d.Rule.Name]++
		if d.Rule.Name == "yaml-duplicate-key" && filepath.Base(d.File.Path) == "a.yaml" {
			last = d.Message
		}
	}
	want := map[string]int{"a.yaml yaml-duplicate-key": 10_001, "a.yaml yaml-unsupported-tag": 1, "b.yaml yaml-duplicate-key": 1}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if !strings.Contains(last, "more than 10,000 findings of this rule") {
		t.Errorf("the last one says %q", last)
	}
}

// TestManyFindingsForAKey checks that a rule stops at 10,000 findings for a key.
func TestManyFindingsForAKey(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy: [{name: All, path: all.yaml}]\n", "data/all.yaml": "m::x:\n" + strings.Repeat("  - {a: 1}\n", 200) + "m::y: 1\n",
		"environment.conf": "", "modules/m/manifests/init.pp": "class m(Array[Integer] $x, String $y) {}\n",
	})
	noisy := &rule.Rule{ID: "HL9999", Name: "noisy", Family: &rule.Family{}, Severity: diagnostic.Error, CheckKey: func(p *rule.KeyPass) {
		at := p.Project.Definitions(p.Key.Name)[0]
		for i := range 20_000 {
			p.Report(diagnostic.Diagnostic{File: at.File.Doc.File, Span: source.Span{Start: i % 2000, End: i%2000 + 1 + i/2000}, Message: "again"})
		}
	}}
	found := run(t, load(t, dir), runner.Options{Rules: []*rule.Rule{noisy}}).Diagnostics
	messages := map[string]int{}
	for _, d := range found {
		messages[d.Message]++
	}
	want := map[string]int{"again": 10_000, "the key has more than 10,000 findings of this rule; the others are not reported": 1}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestIncludedFindings checks that a finding replaces those of the rule it names in its span, and no others.
func TestIncludedFindings(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: [one, two, three]\n"})
	reporting := func(id, name string, instead []string, spans ...source.Span) *rule.Rule {
		return &rule.Rule{ID: id, Name: name, Family: &rule.Family{}, Severity: diagnostic.Error, CheckFile: func(p *rule.FilePass) {
			for _, span := range spans {
				p.Report(diagnostic.Diagnostic{Span: span, Message: string(p.Source().Slice(span)), Instead: instead})
			}
		}}
	}
	one, two, three := source.Span{Start: 4, End: 7}, source.Span{Start: 9, End: 12}, source.Span{Start: 14, End: 19}
	found := run(t, load(t, dir), runner.Options{Rules: []*rule.Rule{
		reporting("HL9997", "word", nil, one, source.Span{Start: 10, End: 12}, source.Span{Start: 10, End: 13}, three),
		reporting("HL9998", "name", []string{"word"}, two, three),
		reporting("HL9999", "other", nil, two),
	}})
	var got []string
	for _, d := range found.Diagnostics {
		got = append(got, d.Rule.Name+" "+d.Message)
	}
	if diff := cmp.Diff([]string{"word one", "name two", "other two", "word wo,", "name three"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestTooManyFindings checks that a run ends with an error if it has more findings than the setting allows.
func TestTooManyFindings(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": strings.Repeat("a: 1\n", 101)})
	for size, want := range map[int64]string{0: "", 32_000: "", 31_500: "there are more than 98 findings; hieralint reports more if the setting `max_file_size` is larger"} {
		s := settings.Default("", settings.Recommended)
		s.MaxFileSize = size
		_, err := runner.Run(t.Context(), load(t, dir), runner.Options{Rules: []*rule.Rule{yaml.YAMLDuplicateKey}, Settings: s})
		if got := fmt.Sprint(err); err != nil && got != want || err == nil && want != "" {
			t.Errorf("%d: %v, want %q", size, err, want)
		}
	}
}

// TestCrash checks that the crash of a rule affects only its own findings.
func TestCrash(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"b %{alias('c')}\"\n"})
	broken := &rule.Rule{ID: "HL9999", Name: "broken", Family: &rule.Family{}, Severity: diagnostic.Error, CheckFile: func(p *rule.FilePass) {
		p.Report(diagnostic.Diagnostic{Message: "half of a finding"})
		panic("out of cheese")
	}}
	result := run(t, load(t, dir), runner.Options{Rules: []*rule.Rule{broken, interpolation.AliasNotWholeValue}})
	if len(result.Crashes) != 1 || !strings.Contains(result.Crashes[0].Error(), "hieralint crashed on rule broken on ") || !strings.Contains(result.Crashes[0].Error(), "the type string at ") {
		t.Errorf("crashes: %v", result.Crashes)
	}
	if got := lines(dir, result); len(got) != 1 || !strings.Contains(got[0], "alias-not-whole-value") {
		t.Errorf("findings: %q", got)
	}
}

// TestNoSecretInCrash checks that crashes of rules on files and keys show neither values nor names that contain a secret.
func TestNoSecretInCrash(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
		"data/common.yaml": "a::password: hunter2\nhttp://user:hunter3@host/x: hunter4\n",
	})
	broken := &rule.Rule{
		ID: "HL9999", Name: "broken", Family: &rule.Family{}, Severity: diagnostic.Error,
		CheckFile: func(p *rule.FilePass) { panic(string(p.Source().Text)) },
		CheckKey:  func(p *rule.KeyPass) { panic(p) },
	}
	result := run(t, load(t, dir), runner.Options{Rules: []*rule.Rule{broken}})
	const files, keys = 2, 2
	if len(result.Crashes) < keys+1 || len(result.Crashes) > files+keys {
		t.Errorf("%d crashes", len(result.Crashes))
	}
	for _, crashed := range result.Crashes {
		if text := crashed.Error() + string(crashed.Cause.Stack); strings.Contains(text, "hunter") {
			t.Errorf("shows a secret: %s", text)
		}
	}
}

// cheese is a value that panics when it is formatted.
type cheese struct{}

func (cheese) String() string { panic("out of cheese") }

// TestCrashOfEvaluation checks that a crash of the evaluation affects only the findings about the
// key or the node.
func TestCrashOfEvaluation(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
		"data/common.yaml": "bad: \"%{facts.hole}\"\nwrong: \"%{lookup('no::such::key')}\"\n",
	})
	node := func(name string, hole *data.Value) *facts.Node {
		return &facts.Node{Certname: name, Facts: data.NewHash([]data.Entry{{Key: data.NewString("hole"), Value: hole}})}
	}
	tests := []struct {
		name, crash string
		nodes       []*facts.Node
	}{
		{"a key", "hieralint crashed on the key bad: panic with a value of the type string at ", []*facts.Node{node("a.example.com", data.NewRich(cheese{}))}},
		{"a node", "hieralint crashed on the node a.example.com: ", []*facts.Node{node("a.example.com", nil), node("b.example.com", data.NewString("x"))}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := run(t, load(t, dir), runner.Options{Nodes: tt.nodes})
			if len(result.Crashes) != 1 || !strings.Contains(result.Crashes[0].Error(), tt.crash) {
				t.Errorf("crashes: %v", result.Crashes)
			}
			if got := strings.Join(lines(dir, result), "\n"); !strings.Contains(got, "interpolation-missing-key") {
				t.Errorf("findings: %s", got)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	dir := filetree.Write(t, manyFiles())
	ctx, cancel := context.WithCancel(context.Background())
	p := load(t, dir)
	cancel()
	if _, err := runner.Run(ctx, p, runner.Options{Rules: rules.All(), PuppetVersion: 8}); err == nil {
		t.Error("no error from a canceled run")
	}
}

// TestVariableOfSomeNodes checks that only variables that all nodes lack are reported in a hierarchy. Nodes that read the
// same values of a key are evaluated once, so the evaluation of none of them may have the variable.
func TestVariableOfSomeNodes(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    paths: [\"tier/%{tier}.yaml\", \"zone/%{facts.zone}.yaml\", \"rack/%{facts.rack.name}.yaml\", common.yaml]\n",
		"data/common.yaml": "a: 1\n",
	})
	node := func(name, facts, vars string) *facts.Node {
		return realNode(t, `{"certname": "`+name+`", "facts": `+facts+`, "vars": `+vars+`}`)
	}
	got := lines(dir, run(t, load(t, dir), runner.Options{
		Rules: []*rule.Rule{hierarchy.HierarchyPathUndefinedVariable},
		Nodes: []*facts.Node{node("a", `{"rack": {}}`, `{"tier": null}`), node("b", `{"rack": {"name": "r1"}}`, `{"tier": "web"}`)},
	}))
	if len(got) != 1 || !strings.Contains(got[0], "`facts.zone` is undefined on both nodes") {
		t.Errorf("findings: %q", got)
	}
}

// TestRequestedRule checks that a rule in the configuration, whose findings that are only reported on request do not depend on pairs of
// values, does not cause more evaluations.
func TestRequestedRule(t *testing.T) {
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Zone, path: 'zone/%{facts.zone}.yaml'}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "site::motd: \"%{lookup('site::name')}\"\nsite::name: none\n",
	}
	for i := range 20 {
		files[fmt.Sprintf("data/role/r%d.yaml", i)] = fmt.Sprintf("site::motd: \"r%d %%{lookup('site::name')}\"\n", i)
		files[fmt.Sprintf("data/zone/z%d.yaml", i)] = fmt.Sprintf("site::name: z%d\nsite::motd: z%d\n", i, i)
	}
	p := load(t, filetree.Write(t, files))
	evaluations := func(config string) int {
		configured, err := settings.Parse(source.New(settings.Name, []byte(config)), settings.Name, settings.Recommended)
		if err != nil {
			t.Fatal(err)
		}
		for _, phase := range run(t, p, runner.Options{Settings: configured, Measure: true}).Statistics.Phases {
			if phase.Name == "evaluate keys" {
				return phase.Count
			}
		}
		t.Fatal("no keys were evaluated")
		return 0
	}
	without, with := evaluations("{}"), evaluations("rules: {lookup-fails: warning}")
	if without > 100 || with != without {
		t.Errorf("%d evaluations, and %d with a rule in the configuration", without, with)
	}
}

// TestModulesOfRealNodes checks that keys of modules with and without data can be evaluated at the same time on nodes with
// facts, which is what the race detector is for.
func TestModulesOfRealNodes(t *testing.T) {
	files := map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n"}
	options, values := "lookup_options:\n", ""
	for i := range 200 {
		files[fmt.Sprintf("modules/with%d/hiera.yaml", i)] = "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n"
		files[fmt.Sprintf("modules/with%d/data/common.yaml", i)] = fmt.Sprintf("with%d::a: [1]\n", i)
		files[fmt.Sprintf("modules/without%d/manifests/init.pp", i)] = fmt.Sprintf("class without%d(Array $a) { }\n", i)
		options += fmt.Sprintf("  with%d::a: {merge: unique}\n  without%d::a: {merge: unique}\n", i, i)
		values += fmt.Sprintf("with%d::a: [\"%%{facts.zone}\"]\nwithout%d::a: [2]\n", i, i)
	}
	files["data/common.yaml"] = options + values
	var known []*facts.Node
	for i := range 40 {
		known = append(known, realNode(t, fmt.Sprintf(`{"certname": "n%d", "facts": {"zone": "z%d"}}`, i, i)))
	}
	p := load(t, filetree.Write(t, files))
	for range 3 {
		run(t, p, runner.Options{Nodes: known})
	}
}

// TestCorpus lints every control repo and module of the reference data: no rule crashes, the span
// of every finding is in its file, and the errors are the known ones.
func TestCorpus(t *testing.T) {
	dir := reference.Dir(t)
	for _, kind := range []string{"control", "modules"} {
		repos, err := filepath.Glob(filepath.Join(dir, "corpus", kind, "*"))
		if err != nil || len(repos) == 0 {
			t.Fatalf("no repos: %v", err)
		}
		for _, repo := range repos {
			t.Run(filepath.Base(repo), func(t *testing.T) {
				result := run(t, load(t, repo), runner.Options{})
				for _, f := range result.Crashes {
					t.Errorf("%v\n%s", f, f.Cause.Stack)
				}
				var errors []string
				for i, d := range result.Diagnostics {
					if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(d.File.Text) {
						t.Errorf("%s: span %v is not in the file", d.Rule.Name, d.Span)
					}
					if d.Severity == diagnostic.Error {
						errors = append(errors, lines(repo, result)[i])
					}
				}
				if got, want := strings.Join(errors, "\n"), strings.Join(knownErrors[filepath.Base(repo)], "\n"); got != want {
					t.Errorf("errors:\n%s\nwant:\n%s", got, want)
				}
			})
		}
	}
}

// knownErrors are the errors in the corpus, which were verified by hand.
var knownErrors = map[string][]string{
	"ComputeCanada--puppet-magic_castle": {
		"data/software_stack/computecanada.yaml:22:1: error: duplicate key `lookup_options` [yaml-duplicate-key]",
	},
}
