package runner_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

// TestNarrowRules checks that rules that claim to depend on a single file have the same findings
// without the other files of the project.
func TestNarrowRules(t *testing.T) {
	t.Parallel()
	repos, err := filepath.Glob(filepath.Join(reference.Dir(t), "corpus", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	strict := settings.Default("", settings.Strict).At("")
	for _, repo := range repos {
		p := load(t, repo)
		site := &rule.Site{Project: p, PuppetVersion: 8, Selectors: rule.SelectorsOf(rules.All())}
		alone := &rule.Site{Project: &project.Project{Contents: project.Contents{Environments: p.Environments, Roots: p.Roots, Store: p.Store}}, PuppetVersion: 8, Selectors: rule.SelectorsOf(rules.All())}
		for _, f := range p.Files {
			for _, r := range rules.All() {
				if r.Scope()&rule.DataFile == 0 || r.Reach != rule.OwnFile {
					continue
				}
				find := func(s *rule.Site) []string {
					var found []string
					rule.FileSubject(s, f).Check(r, strict.Rule(r).Chosen, func(d diagnostic.Diagnostic) { found = append(found, d.Message+d.Detail+d.Help) })
					return found
				}
				if diff := cmp.Diff(find(site), find(alone)); diff != "" {
					t.Errorf("%s: %s (-with +without other files):\n%s", f.Path, r.Name, diff)
				}
			}
		}
	}
}
