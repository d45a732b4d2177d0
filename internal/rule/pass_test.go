package rule

import (
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
)

func TestReportMeant(t *testing.T) {
	t.Parallel()
	for meant, want := range map[string]string{
		"":       "remove the key",
		"deep":   "did you mean `deep`?",
		"a\n`b`": "did you mean `a 'b'`?",
	} {
		var help string
		r := &Rule{ID: "HL9999", Name: "example", Family: &Family{}, CheckProject: func(p *ProjectPass) {
			p.Report(diagnostic.Diagnostic{Help: "remove the key", Meant: meant})
		}}
		ProjectSubject(&Site{Project: &project.Project{}}).Check(r, nil, func(d diagnostic.Diagnostic) { help = d.Help })
		if help != want {
			t.Errorf("%q: help %q, want %q", meant, help, want)
		}
	}
}
