// Package report writes findings, with one file for each format: for people, for programs and for hosts that show findings beside
// code. It keeps their order, and says so where it leaves findings out; equal reports give equal bytes. It knows nothing of Hiera.
package report

import (
	"io"
	"slices"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/timing"
)

// Report is the outcome of one run.
type Report struct {
	// Diagnostics are the findings, in the order in which they are to be shown.
	Diagnostics []diagnostic.Diagnostic
	// Rules are all rules that ran, also those without a finding.
	Rules   []*diagnostic.Descriptor
	Summary Summary
	// Suppressed are findings that are not to be shown, in order; only formats that have a way to say
	// so write them.
	Suppressed []diagnostic.Suppressed
	// Files are the paths of the files that were checked, as Diagnostics name them. Formats that
	// name files without a finding need them; they may be left out.
	Files []string
	// Overview shows hierarchies and data. Only formats that say so show it; nil leaves it out.
	Overview *Overview
	// Secrets are the parts of a file that have secrets; nil where none are known. No format shows them, nor what findings
	// of rules about secrets stand on, unless ShowSecrets is set.
	Secrets     func(*source.File) []source.Span
	ShowSecrets bool
	// Statistics are for text and JSON; nil leaves them out.
	Statistics *timing.Statistics
	// hidden are findings that are counted but not shown, see AtLeast.
	hidden []diagnostic.Diagnostic
	// Dir is the working directory, absolute and free of symbolic links: paths in reports are
	// relative to it. When it is empty, paths are shown as they were found.
	Dir string
}

// Summary is a run in numbers.
type Summary struct {
	// Files is how many files were checked.
	Files int
	// Errors, Warnings and Notes count findings. Fixable counts those with a safe fix.
	Errors, Warnings, Notes, Fixable int
	// Repeated is how many findings the others stand for: those with the same cause count as one.
	Repeated int
	// Hidden counts findings that are milder than what is shown.
	Hidden Hidden
	// Fixed is how many fixes were applied before these were left.
	Fixed int
	// Suppressed is how many findings comments or the configuration suppress, Known how many are in
	// the baseline, Older how many the tree had before the change that is checked. Stale is how many
	// entries of the baseline are not found any more.
	Suppressed, Known, Older, Stale int
	// Duration is how long the run took. Zero leaves it out of the report, so that equal runs
	// give equal bytes.
	Duration time.Duration
	// NotSeen names what could not be checked, such as "module `stdlib` (not installed)".
	NotSeen []string
}

// Count makes a Summary of files and findings.
func Count(files int, diagnostics []diagnostic.Diagnostic) Summary {
	s := Summary{Files: files}
	for i := range diagnostics {
		switch d := &diagnostics[i]; d.Severity {
		case diagnostic.Error:
			s.Errors++
		case diagnostic.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
		s.Repeated += max(diagnostics[i].Count, 1) - 1
		if slices.ContainsFunc(diagnostics[i].Fixes, func(f diagnostic.Fix) bool { return f.Safe }) {
			s.Fixable++
		}
	}
	return s
}

// Hidden counts findings that are left out for how mild they are. Errors never are.
type Hidden struct{ Warnings, Notes int }

// AtLeast is the report with the findings of that severity and worse ones. The others are only counted.
func (r *Report) AtLeast(severity diagnostic.Severity) *Report {
	isMilder := func(d diagnostic.Diagnostic) bool { return d.Severity < severity }
	if !slices.ContainsFunc(r.Diagnostics, isMilder) {
		return r
	}
	least := *r
	least.Diagnostics, least.hidden = nil, slices.Clip(r.hidden)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		switch {
		case d.Severity >= severity:
			least.Diagnostics = append(least.Diagnostics, *d)
			continue
		case d.Severity == diagnostic.Warning:
			least.Summary.Warnings--
			least.Summary.Hidden.Warnings++
		default:
			least.Summary.Notes--
			least.Summary.Hidden.Notes++
		}
		least.hidden = append(least.hidden, *d)
	}
	return &least
}

// Options are what a user can choose about a report. Each format takes what it needs.
type Options struct {
	// Color allows the colours of a terminal.
	Color bool
	// Width is the number of columns of the terminal, at which text wraps and source lines are cut. Zero is for outputs that
	// are no terminal.
	Width int
	// CanFix means that there are flags --fix and --unsafe-fixes, for texts to name them.
	CanFix bool

	// Version is that of hieralint.
	Version string
	// Root is the top folder of the repository, absolute and free of symbolic links. Paths in SARIF
	// and in fingerprints are relative to it; when it is empty, to Report.Dir.
	Root string
	// IncludeSuppressed writes suppressed findings to SARIF too.
	IncludeSuppressed bool
	// Category distinguishes SARIF runs over the same repository, as "hieralint/production/": up to
	// its last slash it is GitHub's category.
	Category string
	// Repository says which revision was checked, for SARIF. May be nil.
	Repository *Repository
}

// Repository is a revision of a version controlled tree.
type Repository struct {
	URI, Revision, Branch string
}

// Writer writes a report in one format.
type Writer func(w io.Writer, r *Report, o Options) error

// Format is a way to write reports.
type Format struct {
	// Name is what people give to --format.
	Name string
	// Title says in a few words what the format is for.
	Title string
	Write Writer
	// Overview means that the format shows Report.Overview.
	Overview bool
	// MinSeverity is that of the mildest findings that the format shows unless more are asked for; 0 is all.
	MinSeverity diagnostic.Severity
}

// Formats are all formats, the default first.
var Formats = []Format{
	{Name: "text", Title: "for people, with the source", Write: Text, MinSeverity: diagnostic.Warning},
	{Name: "json", Title: "for programs; docs/schemas/lint-report.schema.json describes it", Write: JSON},
	{Name: "sarif", Title: "for GitHub code scanning and other SARIF viewers", Write: SARIF},
	{Name: "html", Title: "a web page with the findings, the hierarchy and the keys", Write: HTML, Overview: true},
	{Name: "compact", Title: "one line for each finding, as gcc writes them, for editors and grep", Write: Compact},
	{Name: "github", Title: "for annotations by GitHub Actions", Write: GitHub},
	{Name: "gitlab", Title: "for code quality in merge requests of GitLab", Write: GitLab},
	{Name: "checkstyle", Title: "for Jenkins and other build servers", Write: Checkstyle},
	{Name: "junit", Title: "for hosts that show the results of tests", Write: JUnit},
	{Name: "rdjson", Title: "for reviewdog", Write: RDJSON},
}

// Find is the format of that name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}
