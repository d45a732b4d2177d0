package rule

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
)

// Known is what is known of the site.
func (p *Pass) Known() *Knowledge {
	if p.Subject.Known == nil {
		return &Knowledge{}
	}
	return p.Subject.Known
}

// Pass is what a rule may look at, and where it reports.
type Pass struct {
	// Project is all there is.
	Project *project.Project
	// PuppetVersion is the major version of Puppet whose behaviour counts: 7 or 8.
	PuppetVersion int

	rule    *Rule
	chosen  Chosen
	Subject *Subject
	report  func(*Rule, diagnostic.Diagnostic)
}

// Subject is what the rules of one scope look at: a data file, a hiera.yaml, or neither for the
// project as a whole. What several rules want to know about it is found out once. A Subject is
// used by one goroutine at a time.
type Subject struct {
	// File is the data file; nil in other scopes.
	File *project.File
	// Root is the hierarchy of a hiera.yaml; nil in other scopes.
	Root *project.Root
	// Key is a key that was evaluated; nil in other scopes.
	Key *nodes.Key
	// Housekeeping is what the runner knows of comments and configuration; nil in other scopes.
	Housekeeping *Housekeeping
	// Known is what is known of the site, the same for all subjects; nil when nothing is.
	Known *Knowledge

	inspected bool
	Survey    survey
	options   *data.Node
	problems  []lookupoptions.Problem
}

// NewPass is a pass over a subject, which serves one rule after the other. report is told what they find.
func NewPass(p *project.Project, puppetVersion int, s *Subject, report func(*Rule, diagnostic.Diagnostic)) *Pass {
	return &Pass{Project: p, PuppetVersion: puppetVersion, Subject: s, report: report}
}

// Run lets a rule look at the subject, with the options that were chosen.
func (p *Pass) Run(r *Rule, chosen Chosen) {
	p.rule, p.chosen = r, chosen
	r.Run(p)
}

// scope is the scope that the subject belongs to.
func (s *Subject) scope() Scope {
	switch {
	case s.File != nil:
		return DataFile
	case s.Root != nil:
		return ConfigFile
	case s.Key != nil:
		return Evaluation
	case s.Housekeeping != nil:
		return Hygiene
	default:
		return Everything
	}
}

// Concerns tells whether the rule looks at subjects of this kind.
func (r *Rule) Concerns(s *Subject) bool { return r.Scope&s.scope() != 0 }

// Report records a finding. The rule, its severity and the file of the subject are filled in
// where they are not set.
func (p *Pass) Report(d diagnostic.Diagnostic) {
	d.Rule = p.rule.Descriptor()
	if d.Severity == 0 {
		d.Severity = p.rule.Severity
	}
	if d.File == nil {
		d.File = p.Source()
	}
	d.Fixes = slices.DeleteFunc(d.Fixes, func(f diagnostic.Fix) bool { return slices.ContainsFunc(f.Edits, p.isInHOCON) })
	p.report(p.rule, d)
}

// isInHOCON tells whether an edit is one of a HOCON file: fixes are made for YAML and JSON.
func (p *Pass) isInHOCON(e diagnostic.TextEdit) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool { return f.Doc.File == e.File && f.Doc.Format == data.HOCON })
}

// Doc is the data file of the pass.
func (p *Pass) Doc() *data.Document { return p.Subject.File.Doc }

// Document is the data file or the hiera.yaml of the pass.
func (p *Pass) Document() *data.Document {
	if p.Subject.Root != nil {
		return p.Subject.Root.Config.Doc
	}
	return p.Subject.File.Doc
}

// Config is the hiera.yaml of the pass; nil when it looks at something else.
func (p *Pass) Config() *config.Config {
	if p.Subject.Root == nil {
		return nil
	}
	return p.Subject.Root.Config
}

// Source is the text of the subject.
func (p *Pass) Source() *source.File {
	if p.Subject.Root != nil {
		return p.Subject.Root.Config.Doc.File
	}
	return p.Subject.File.Doc.File
}

// Key is what the key of the pass is worth on each node that differs.
func (p *Pass) Key() *nodes.Key { return p.Subject.Key }

// Code is what the manifests and templates of the environment of the key say; nil where they were not
// read.
func (p *Pass) Code() *manifest.Index { return p.Known().Code[p.Key().Environment.Project] }

// Texts are the strings of the data file in which Puppet interpolates tokens.
func (p *Pass) Texts() []Text {
	p.Inspect()
	if !p.interpolates() {
		return nil
	}
	return p.Subject.Survey.texts
}

// Options is the value of the lookup_options of the data file that counts; nil when there is none.
func (p *Pass) Options() *data.Node {
	p.Inspect()
	return p.Subject.options
}

// OptionProblems is what the engine finds wrong with the lookup_options of the data file.
func (p *Pass) OptionProblems() []lookupoptions.Problem {
	p.Inspect()
	return p.Subject.problems
}

// Module is the module whose data the file is, and "" for data of an environment.
func (p *Pass) Module() string {
	for _, r := range p.Subject.File.Readers {
		if r.Root.Layer != config.Module {
			return ""
		}
	}
	if names := p.Subject.File.Modules(); len(names) > 0 {
		return names[0]
	}
	return ""
}

func (p *Pass) Inspect() {
	s := p.Subject
	if s.inspected {
		return
	}
	s.inspected = true
	root := s.File.Doc.Root
	if root == nil || root.Kind != data.Mapping {
		return
	}
	s.Survey.take(root)
	for i := 0; i+1 < len(root.Children); i += 2 {
		if IsKey(root.Children[i], OptionsKey) {
			s.options = root.Children[i+1] // of several the last one counts
		}
	}
	if s.options != nil {
		s.problems = lookupoptions.Check(s.options.Value, p.Module())
	}
}
