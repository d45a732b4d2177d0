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
	site   *Site
	scope  Scope
	source *source.File
	check  func(*Rule, *Pass)

	contents *contents // of a data file
}

// FileSubject returns the subject of a data file.
func FileSubject(s *Site, f *project.File) *Subject {
	return fileSubject(s, &contents{file: f})
}

func fileSubject(s *Site, c *contents) *Subject {
	return &Subject{s, DataFile, c.file.Doc.File, func(r *Rule, p *Pass) { r.CheckFile(&FilePass{p, c.file, c}) }, c}
}

// In returns a subject for the same data file at another site, without collecting its contents
// again.
func (s *Subject) In(site *Site) *Subject { return fileSubject(site, s.contents) }

// ConfigSubject returns the subject of a hiera.yaml.
func ConfigSubject(s *Site, root *project.Root) *Subject {
	return &Subject{s, ConfigFile, root.Config.Doc.File, func(r *Rule, p *Pass) { r.CheckConfig(&ConfigPass{p, root}) }, nil}
}

// ProjectSubject returns the subject of the whole project.
func ProjectSubject(s *Site) *Subject {
	return &Subject{s, WholeProject, nil, func(r *Rule, p *Pass) { r.CheckProject(&ProjectPass{p}) }, nil}
}

// KeySubject returns the subject of a key.
func KeySubject(s *Site, k *nodes.Key) *Subject {
	return &Subject{s, Evaluation, nil, func(r *Rule, p *Pass) { r.CheckKey(&KeyPass{p, k}) }, nil}
}

// HygieneSubject returns the subject of hieralint's own comments and configuration.
func HygieneSubject(s *Site, h *Housekeeping) *Subject {
	return &Subject{s, Hygiene, nil, func(r *Rule, p *Pass) { r.CheckHygiene(&HygienePass{p, h}) }, nil}
}

// IsFile reports whether the subject is a single file.
func (s *Subject) IsFile() bool { return s.source != nil }

// Concerns reports whether the rule checks such subjects.
func (r *Rule) Concerns(s *Subject) bool { return r.Scope()&s.scope != 0 }

// Check runs a rule, which must concern the subject, with the given options.
func (s *Subject) Check(r *Rule, chosen Chosen, report func(diagnostic.Diagnostic)) {
	s.check(r, &Pass{Site: s.site, rule: r, chosen: chosen, source: s.source, report: report})
}
