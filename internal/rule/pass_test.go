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

// TestReportKind checks that names, numbers, and nothing else may differ in findings of one kind.
func TestReportKind(t *testing.T) {
	t.Parallel()
	kind := func(message, help string) (kind string) {
		r := &Rule{ID: "HL9999", Name: "example", Family: &Family{}, CheckProject: func(p *ProjectPass) {
			p.Report(diagnostic.Diagnostic{Message: message, Help: help})
		}}
		ProjectSubject(&Site{Project: &project.Project{}}).Check(r, nil, func(d diagnostic.Diagnostic) { kind = d.Kind })
		return kind
	}
	one := kind("key `a` is used 2 times", "remove `a`")
	if other := kind("key `b::c` is used 10 times", "remove `b::c`"); other != one {
		t.Errorf("got %q and %q, want the same", one, other)
	}
	for _, other := range []string{kind("key `a` is unused", "remove `a`"), kind("key `a` is used 2 times", "rename `a`"), kind("key `a` is used 2 times remove `a`", "")} {
		if other == one {
			t.Errorf("got %q twice, want different ones", one)
		}
	}
}
