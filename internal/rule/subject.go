package rule

import (
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
)

// Subject is what rules check: a data file, a hiera.yaml, the project, a key, or hieralint's own
// comments and configuration. It caches what several rules need, and is not safe for concurrent
// use.
type Subject struct {
	scope Scope
	check func(*Rule)
	pass  Pass // of the rule that is being run, so that thousands of keys and rules do not need one each

	contents *contents // of a data file
}

func newSubject(site *Site, scope Scope, source *source.File) *Subject {
	return &Subject{scope: scope, pass: Pass{Site: site, source: source}}
}

// FileSubject returns the subject of a data file.
func FileSubject(s *Site, f *project.File) *Subject {
	return fileSubject(s, &contents{file: f, selectors: s.Selectors, isUnreadExample: IsUnreadExample(f)})
}

func fileSubject(site *Site, c *contents) *Subject {
	s := newSubject(site, DataFile, c.file.Doc.File)
	pass := &FilePass{&s.pass, c.file, c}
	s.contents, s.check = c, pass.run
	return s
}

// In returns a subject for the same data file at another site, without collecting its contents
// again.
func (s *Subject) In(site *Site) *Subject { return fileSubject(site, s.contents) }

// ConfigSubject returns the subject of a hiera.yaml.
func ConfigSubject(site *Site, root *project.Root) *Subject {
	s := newSubject(site, ConfigFile, root.Config.Doc.File)
	s.check = func(r *Rule) { r.CheckConfig(&ConfigPass{&s.pass, root}) }
	return s
}

// ProjectSubject returns the subject of the whole project.
func ProjectSubject(site *Site) *Subject {
	s := newSubject(site, WholeProject, nil)
	s.check = func(r *Rule) { r.CheckProject(&ProjectPass{&s.pass}) }
	return s
}

// KeySubject returns the subject of a key.
func KeySubject(site *Site, k *nodes.Key) *Subject {
	s := newSubject(site, Evaluation, nil)
	pass := &KeyPass{&s.pass, k}
	s.check = func(r *Rule) { r.CheckKey(pass) }
	return s
}

// HygieneSubject returns the subject of hieralint's own comments and configuration.
func HygieneSubject(site *Site, h *Housekeeping) *Subject {
	s := newSubject(site, Hygiene, nil)
	s.check = func(r *Rule) { r.CheckHygiene(&HygienePass{&s.pass, h}) }
	return s
}

// IsFile reports whether the subject is a single file.
func (s *Subject) IsFile() bool { return s.pass.source != nil }

// IsKey reports whether the subject is a key.
func (s *Subject) IsKey() bool { return s.scope == Evaluation }

// Concerns reports whether the rule checks such subjects.
func (r *Rule) Concerns(s *Subject) bool { return r.Scope()&s.scope != 0 }

// Check runs a rule, which must concern the subject, with the given options.
func (s *Subject) Check(r *Rule, chosen OptionValues, report func(diagnostic.Diagnostic)) {
	if s.contents != nil && s.contents.isUnreadExample && !r.Family.GuardsSecrets && r.Dead != diagnostic.UnreadFile {
		report = inUnreadExample(report)
	}
	s.pass.rule, s.pass.chosen, s.pass.report = r, chosen, report
	s.check(r)
}

// inUnreadExample returns a function that reports findings in an example that no level reads as
// notes: whatever Puppet would do with such data, it never sees this.
func inUnreadExample(report func(diagnostic.Diagnostic)) func(diagnostic.Diagnostic) {
	return func(d diagnostic.Diagnostic) {
		d.Severity = diagnostic.Note
		d.Detail = "No known level reads this file, so Puppet does not open it"
		report(d)
	}
}
