// Package report writes what was found, one file for each format: text for people, JSON for
// programs, SARIF for code scanning. It orders nothing and leaves nothing out: what comes in goes
// out, in the same order, with the same bytes for the same input. It knows nothing of Hiera.
package report

import (
	"io"
	"slices"
	"time"

	"github.com/hieralint/hieralint/rules"
)

// Report is the outcome of one run.
type Report struct {
	// Diagnostics are the findings, in the order in which they are to be shown.
	Diagnostics []rules.Diagnostic
	// Rules are all rules that ran, those without a finding too.
	Rules   []*rules.Rule
	Summary Summary
	// Dir is the working directory, absolute and free of symbolic links: paths in reports are
	// relative to it. When it is empty, paths are shown as they were found.
	Dir string
}

// Summary is a run in numbers.
type Summary struct {
	// Files is how many files were looked at.
	Files int
	// Errors, Warnings and Notes count findings. Fixable counts those with a safe fix.
	Errors, Warnings, Notes, Fixable int
	// Duration is how long the run took. Zero leaves it out of the report, so that equal runs
	// give equal bytes.
	Duration time.Duration
	// NotSeen names what could not be looked at, as "module `stdlib` (not installed)".
	NotSeen []string
}

// Count makes a Summary of files and findings.
func Count(files int, diagnostics []rules.Diagnostic) Summary {
	s := Summary{Files: files}
	for i := range diagnostics {
		switch d := &diagnostics[i]; d.Severity {
		case rules.Error:
			s.Errors++
		case rules.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
		if slices.ContainsFunc(diagnostics[i].Fixes, func(f rules.Fix) bool { return f.Safe }) {
			s.Fixable++
		}
	}
	return s
}

// Options are what a user can choose about a report. Each format takes what it needs.
type Options struct {
	// Color allows the colours of a terminal.
	Color bool
	// Width is the number of columns of the terminal; long source lines are cut to it. Zero means
	// unknown.
	Width int
	// CanFix tells that there are flags --fix and --unsafe-fixes, for texts to name them.
	CanFix bool

	// Version is that of hieralint.
	Version string
	// Root is the top folder of the repository, absolute and free of symbolic links. Paths in SARIF
	// and in fingerprints are relative to it; when it is empty, to Report.Dir.
	Root string
	// Category tells SARIF runs over the same repository apart, as "hieralint/production/": up to
	// its last slash it is GitHub's category.
	Category string
	// Repository says which revision was looked at, for SARIF. May be nil.
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
}

// Formats are all formats, the default first.
var Formats = []Format{
	{"text", "for people, with the source", Text},
	{"json", "for programs; docs/schemas/lint-report.schema.json describes it", JSON},
	{"sarif", "for GitHub code scanning and other SARIF viewers", SARIF},
}

// Find is the format of that name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// withheld tells whether the source at a finding must not appear in a report: findings about
// secrets (HL6xxx) often stand on the secret itself, and reports end up in public logs.
func withheld(d *rules.Diagnostic) bool {
	return security(d.Rule)
}

// security tells whether a rule is about secrets.
func security(r *rules.Rule) bool {
	return len(r.ID) > 2 && r.ID[2] == '6'
}
