package session

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/overview"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/report"
	"github.com/hieralint/hieralint/rules"
)

// Request describes a check. The zero value requests all findings.
type Request struct {
	// Known holds findings that are not reported; nil for none.
	Known *Known
	// FindingsOnly omits what is only needed to write reports: Report.Diagnostics, and the number
	// of findings in its Summary.
	FindingsOnly bool
	// Overview enables Report.Overview, which some formats show.
	Overview bool
	// Statistics enables Report.Statistics.
	Statistics bool
	// ShowSecrets leaves passwords, keys, and the like in the report.
	ShowSecrets bool
	// Progress is notified of the progress of the check; may be nil.
	Progress runner.Progress
	// Seen is called when Workspace.Inspector is available, before anything is checked; may be nil.
	Seen func()
	// Early is called with files that were edited since the last check and the findings in them
	// that are already known, if the check takes longer; may be nil.
	Early func(files []*source.File, found []diagnostic.Diagnostic)
}

// Report is the result of a check.
type Report struct {
	// Report is the input of report formats, in which more than a few findings of one cause are
	// combined.
	*report.Report
	// Findings are all reported findings, not combined, including secrets in their texts.
	Findings []diagnostic.Diagnostic
	// Crashes lists crashes of hieralint. Everything else was checked.
	Crashes []*runner.CrashError

	project  *project.Project
	settings *settings.Settings
	site     *rule.Site
	nodes    func() *nodes.Inventory
	redactor *secret.Redactor // nil if secrets are shown
	stale    []runner.KnownFinding
	partial  bool // the check reached a limit
}

// Shown returns Findings without the secrets in their texts, unless the request asks for them.
func (r *Report) Shown() []diagnostic.Diagnostic {
	if r.redactor == nil {
		return r.Findings
	}
	return r.redactor.Findings(r.Findings)
}

// Suppression returns an edit that adds a comment which suppresses a finding of the report, at its
// place or in its whole file. It returns false if the format of the file has no comments.
func (r *Report) Suppression(d *diagnostic.Diagnostic, wholeFile bool) (diagnostic.TextEdit, bool) {
	doc := documentOf(r.project, d.File)
	if doc == nil {
		return diagnostic.TextEdit{}, false
	}
	return runner.NewSuppressor(doc, r.settings).Suppress(d, wholeFile, "")
}

// Inspector returns an Inspector for the workspace as it was checked.
func (r *Report) Inspector() *inspect.Inspector {
	return inspectorOf(r.project, r.site, r.nodes)
}

// documentOf returns the document of a data file or hiera.yaml of a project; nil for other files.
func documentOf(p *project.Project, file *source.File) *data.Document {
	return lists.Find(documentsOf(p), func(doc *data.Document) bool { return doc.File == file })
}

// DistinctCrashes returns the crashes with different causes, and the number of others.
func (r *Report) DistinctCrashes() (distinct []*runner.CrashError, more int) {
	type cause struct{ place, value string }
	seen := map[cause]bool{}
	for _, crashed := range r.Crashes {
		if c := (cause{crashed.Cause.Place, fmt.Sprint(crashed.Cause.Value)}); !seen[c] {
			seen[c] = true
			distinct = append(distinct, crashed)
		}
	}
	return distinct, len(r.Crashes) - len(distinct)
}

// Unreadable returns the findings about inputs that cannot be read.
func (r *Report) Unreadable() []*diagnostic.Diagnostic {
	var all []*diagnostic.Diagnostic
	for i := range r.Findings {
		if d := &r.Findings[i]; d.Rule.Gap == diagnostic.UnreadableInput && d.Severity == diagnostic.Error {
			all = append(all, d)
		}
	}
	return all
}

// Reaches reports whether there is a finding with at least that severity; no finding reaches 0. A
// missing hierarchy does not count; see LacksHierarchy.
func (r *Report) Reaches(severity diagnostic.Severity) bool {
	return severity != 0 && slices.ContainsFunc(r.Findings, func(d diagnostic.Diagnostic) bool { return d.Severity >= severity && !lacksHierarchy(&d) })
}

// LacksHierarchy reports whether there is data but no hierarchy that reads it.
func (r *Report) LacksHierarchy() bool {
	return slices.ContainsFunc(r.Findings, func(d diagnostic.Diagnostic) bool { return lacksHierarchy(&d) })
}

func lacksHierarchy(d *diagnostic.Diagnostic) bool {
	return d.Rule.Gap == diagnostic.NoHierarchy
}

// Check checks the workspace. The error is that of the context, or that there is no working
// directory.
func (w *Workspace) Check(ctx context.Context, r Request) (*Report, error) {
	return w.snapshot().check(ctx, &r)
}

func (s *snapshot) check(ctx context.Context, r *Request) (*Report, error) {
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	o := s.runOptions()
	o.Measure, o.Progress = r.Statistics, r.Progress
	if r.Early != nil {
		o.Early = func(known *runner.EarlyFindings) {
			found := known.Diagnostics
			if !r.ShowSecrets {
				found = s.redactorOf(documentsOf(p)).Findings(found)
			}
			r.Early(known.Files, found)
		}
	}
	if r.Seen != nil {
		o.Seen = func(site *rule.Site, inventory func() *nodes.Inventory) {
			s.see(p, site, inventory)
			r.Seen()
		}
	}
	if r.Known != nil {
		o.Baseline, o.Before, o.KeysBefore = r.Known.baseline, r.Known.before, r.Known.keys
		o.SingleFiles = o.SingleFiles || o.Before != nil // the configuration is not compared
	}
	var keys *overview.KeyCollector
	if r.Overview {
		keys = &overview.KeyCollector{}
		o.Observe = keys.Observe
	}
	found, err := runner.Run(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if found.Memory != nil {
		s.remember(found.Memory)
	}
	report := s.report(p, found, keys, r.FindingsOnly)
	if report.ShowSecrets = r.ShowSecrets; !r.ShowSecrets {
		report.withhold(s)
	}
	return report, nil
}

// runOptions returns the options of a run over the project.
func (s *snapshot) runOptions() runner.Options {
	return runner.Options{
		Rules: rules.All(), PuppetVersion: s.settings.PuppetVersion, Workers: s.options.Workers, Settings: s.settings, Nodes: s.nodes,
		Today: time.Now(), SingleFiles: s.singleFiles, Memory: s.recall(),
	}
}

// report builds the report of a run.
func (s *snapshot) report(p *project.Project, found *runner.Result, keys *overview.KeyCollector, findingsOnly bool) *Report {
	var shown []diagnostic.Diagnostic
	if !findingsOnly {
		shown = runner.CombineRepeated(found.Diagnostics)
	}
	r := &report.Report{
		Diagnostics: shown,
		Suppressed:  found.Suppressed,
		Rules:       rules.Descriptors(),
		Summary:     report.Count(p.Checked(), shown),
		Files:       overview.Files(p),
		Dir:         cmp.Or(s.options.Dir, workingDirectory()),
		Name:        s.name(),
	}
	if keys != nil {
		r.Overview = overview.Of(p, keys)
	}
	if found.Statistics != nil {
		load := timing.Phase{Name: "load the project", Duration: s.took, Count: p.Checked(), Of: "file"}
		r.Statistics = &timing.Statistics{Rules: found.Statistics.Rules, Phases: slices.Insert(found.Statistics.Phases, 0, load)}
	}
	r.Summary.NotSeen = slices.Concat(p.NotSeen, found.NotSeen)
	r.Summary.Older = found.Older
	for _, k := range found.Stale {
		r.Summary.Stale += k.Count
	}
	for i := range found.Suppressed {
		if found.Suppressed[i].By == diagnostic.ByBaseline {
			r.Summary.Known++
		} else {
			r.Summary.Suppressed++
		}
	}
	return &Report{Report: r, Findings: found.Diagnostics, Crashes: found.Crashes, project: p, settings: s.settings, stale: found.Stale, site: found.Site, partial: found.Partial,
		nodes: sync.OnceValue(func() *nodes.Inventory {
			if inventory := found.Inventory; inventory != nil {
				return inventory
			}
			return nodes.New(p, nodes.Options{Puppet: s.settings.PuppetVersion, Nodes: s.nodes})
		}),
	}
}

// withhold removes the secrets from the report.
func (r *Report) withhold(s *snapshot) {
	r.redactor = s.redactorOf(documentsOf(r.project))
	r.Diagnostics = r.redactor.Findings(r.Diagnostics)
	r.Suppressed = slices.Clone(r.Suppressed)
	for i := range r.Suppressed {
		r.redactor.Finding(&r.Suppressed[i].Diagnostic)
	}
	r.Secrets = r.redactor.Spans
}

// workingDirectory returns the directory that paths in reports are relative to; "" if unknown.
func workingDirectory() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return rooted.Real(dir)
}

// name returns the name of the checked directory or file; "" if there are several.
func (s *snapshot) name() string {
	if len(s.paths) != 1 {
		return ""
	}
	path, err := filepath.Abs(s.paths[0])
	if err != nil {
		path = s.paths[0]
	}
	return filepath.Base(path)
}

// RepositoryRoot returns the top of the Git repository that contains the working directory; "" if
// there is none.
func RepositoryRoot() string {
	cwd := workingDirectory()
	if cwd == "" {
		return ""
	}
	for dir := range rooted.Up(cwd) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
	}
	return ""
}
