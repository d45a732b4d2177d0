// Package report writes findings, with one file for each format: for people, for programs, and for
// systems that show findings next to code. It keeps their order, and says so if it omits findings;
// equal reports give equal bytes. It knows nothing about Hiera.
package report

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/timing"
)

// Report is the result of one run.
type Report struct {
	// Diagnostics are the findings, in the order in which they are shown.
	Diagnostics []diagnostic.Diagnostic
	// Rules are all rules that ran, including those without findings.
	Rules   []*diagnostic.Descriptor
	Summary Summary
	// Suppressed are findings that are not shown, in order; only formats that can mark them as such
	// write them.
	Suppressed []diagnostic.Suppressed
	// Files lists the paths of the checked files, as in Diagnostics, for formats that list files
	// without findings; optional.
	Files []string
	// Overview shows hierarchies and data, in formats that support it; nil for none.
	Overview *Overview
	// Secrets returns the parts of a file that contain secrets; nil if none are known. No format
	// shows them, nor the text at findings of rules about secrets, unless ShowSecrets is set.
	Secrets     func(*source.File) []source.Span
	ShowSecrets bool
	// Statistics are for text and JSON; nil omits them.
	Statistics *timing.Statistics
	// hidden are findings that are counted but not shown; see AtLeast.
	hidden []diagnostic.Diagnostic
	// Dir is the working directory, absolute and without symbolic links, that paths in reports are
	// relative to. If empty, paths are shown as they were found.
	Dir string
	// Name is the name of the checked directory or file; empty if there are several.
	Name string
}

// Summary holds the numbers of a run.
type Summary struct {
	// Files is the number of checked files.
	Files int
	// Errors, Warnings, and Notes are numbers of findings, and Fixable the number of those with a
	// safe fix, including those that others represent.
	Errors, Warnings, Notes, Fixable int
	// Repeated is the number of findings that the others represent: those with the same cause count
	// as one.
	Repeated int
	// Hidden is the number of findings below the severity that is shown.
	Hidden Hidden
	// Fixed is the number of fixes that were applied before.
	Fixed int
	// Suppressed is the number of findings that comments or the configuration suppress, Known of
	// those in the baseline, and Older of those that the tree had before the change. Stale is the
	// number of findings in the baseline that no longer exist.
	Suppressed, Known, Older, Stale int
	// Duration is the duration of the run; zero omits it, so that equal runs give equal bytes.
	Duration time.Duration
	// NotSeen lists what could not be checked, such as "module `stdlib` (not installed)".
	NotSeen []notseen.Part
}

// Count returns the Summary of files and findings.
func Count(files int, diagnostics []diagnostic.Diagnostic) Summary {
	s := Summary{Files: files}
	for i := range diagnostics {
		d := &diagnostics[i]
		switch d.Severity {
		case diagnostic.Error:
			s.Errors++
		case diagnostic.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
		s.Repeated += max(d.Count, 1) - 1
		if d.HasSafeFix() {
			s.Fixable += max(d.Count, 1)
		}
	}
	return s
}

// Hidden counts findings that are omitted because of their severity. Errors are never omitted.
type Hidden struct{ Warnings, Notes int }

// AtLeast returns the report with the findings of at least that severity. The others are only
// counted.
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

// Options are the options of a report. Each format uses those that it needs.
type Options struct {
	// Color enables the colors of a terminal.
	Color bool
	// Width is the number of columns of the terminal, at which text is wrapped and source lines are
	// cut; zero if the output is not a terminal.
	Width int
	// NameAll names everything that was not seen in the text, instead of the first few of many.
	NameAll bool
	// CanFix reports that the flags --fix and --unsafe-fixes exist, so that texts may mention them.
	CanFix bool

	// Version is the version of hieralint.
	Version string
	// Root is the top of the repository, absolute and without symbolic links. Paths in SARIF and in
	// fingerprints are relative to it or, if empty, to Report.Dir.
	Root string
	// IncludeSuppressed also writes suppressed findings to SARIF.
	IncludeSuppressed bool
	// Category distinguishes SARIF runs of the same repository, such as "hieralint/production/": up
	// to its last slash, it is GitHub's category.
	Category string
	// Repository is the checked revision, for SARIF; may be nil.
	Repository *Repository
}

// Repository is a revision of a version-controlled tree.
type Repository struct {
	URI, Revision, Branch string
}

// Writer writes a report in one format.
type Writer func(w io.Writer, r *Report, o Options) error

// Format is a report format.
type Format struct {
	// Name is the name for --format.
	Name string
	// Title describes the format in a few words.
	Title string
	Write Writer
	// Overview reports that the format shows Report.Overview.
	Overview bool
	// MinSeverity is the lowest severity that the format shows by default; 0 means all.
	MinSeverity diagnostic.Severity
}

// Formats lists all formats, the default first.
var Formats = []Format{
	{Name: "text", Title: "for people, with source excerpts", Write: Text, MinSeverity: diagnostic.Warning},
	{Name: "json", Title: "for programs; docs/schemas/lint-report.schema.json describes it", Write: JSON},
	{Name: "sarif", Title: "for GitHub code scanning and other SARIF viewers", Write: SARIF},
	{Name: "html", Title: "a web page with the findings, the hierarchy, and the keys", Write: HTML, Overview: true},
	{Name: "compact", Title: "one line per finding, in the format of GCC, for editors and grep", Write: Compact},
	{Name: "github", Title: "annotations in GitHub Actions", Write: GitHub},
	{Name: "gitlab", Title: "code quality in GitLab merge requests", Write: GitLab},
	{Name: "checkstyle", Title: "for Jenkins and other build servers", Write: Checkstyle},
	{Name: "junit", Title: "for CI systems that show test results", Write: JUnit},
	{Name: "rdjson", Title: "for reviewdog", Write: RDJSON},
}

// Find returns the format with that name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// fileGroup holds the findings in one file.
type fileGroup struct {
	path        string
	diagnostics []*diagnostic.Diagnostic
}

// byFile groups the findings of r by file, keeping their order.
func byFile(r *Report) []*fileGroup {
	var groups []*fileGroup
	index := map[string]*fileGroup{}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		group := index[d.File.Path]
		if group == nil {
			group = &fileGroup{path: d.File.Path}
			index[d.File.Path] = group
			groups = append(groups, group)
		}
		group.diagnostics = append(group.diagnostics, d)
	}
	return groups
}

// relative returns the path of a file relative to dir, with slashes, given its path relative to
// from. It does not access the disk.
func relative(file, from, dir string) string {
	file = filepath.FromSlash(file)
	if from != "" && dir != "" {
		if !rooted.Is(file) {
			file = filepath.Join(from, file)
		}
		if short, err := filepath.Rel(dir, file); err == nil {
			file = short
		}
	}
	return filepath.ToSlash(filepath.Clean(file))
}

// path returns the path of a file in a report.
func (r *Report) path(file string) string {
	return relative(file, r.Dir, r.Dir)
}

// pathInRepository returns the path of a file in SARIF and fingerprints.
func (r *Report) pathInRepository(file string, o Options) string {
	root := cmp.Or(o.Root, r.Dir)
	return relative(file, r.Dir, root)
}
