package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/internal/views"
	"github.com/hieralint/hieralint/report"
	"github.com/hieralint/hieralint/rules"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "check the data files and hiera.yaml files below the paths",
		ArgsUsage: "[PATH...]",
		Description: "A path may be a control repo, a code directory, a module, a folder or a single file. The project around a path " +
			"is always loaded; single files only select what is reported. Without a path it is the working directory.\n\n" +
			"Exit code: 0 nothing found, 1 findings at or above --fail-on, 2 a mistake on the command line or in the " +
			"configuration, 3 an internal error or an input that could not be read, 4 nothing at or above --fail-on, but no hierarchy " +
			"was found that reads the data.",
		Flags: slices.Concat(inCategory("What is written",
			&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Usage: "write `FORMAT`, or FORMAT=FILE; may be given several times: " + formatNames(), DefaultText: "text"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the last --format that names no file to `FILE`"},
			&cli.StringFlag{Name: "fail-on", DefaultText: "error", Usage: "the mildest `SEVERITY` for exit code 1: error, warning, note or never"},
			colorFlag(),
			&cli.StringFlag{Name: "sarif-category", Usage: "tell runs over the same repository apart in GitHub code scanning by `NAME`"},
			&cli.BoolFlag{Name: "statistics", Usage: "add the time and the counts of each phase and rule to the report (text and json)"},
			&cli.BoolFlag{Name: "sarif-include-suppressed", Usage: "write suppressed findings to SARIF too, marked as such (GitHub shows them as open)"},
		), inCategory("What is mended", fixFlags()...), inCategory("What is left out", knownFlags()...), checkFlags(), inCategory("What is checked, and how",
			&cli.BoolFlag{Name: "stdin", Usage: "read one file from standard input, as an editor does on save"},
			&cli.StringFlag{Name: "stdin-filename", Usage: "the `FILE` that standard input stands for"},
		)),
		Action: lintAction,
	}
}

func lintAction(c *cli.Context) error {
	start := time.Now()
	outputs, err := outputsOf(c)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	failOn, err := failOnOf(c)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	color, err := colorOf(c, c.App.Writer)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	fixing, err := fixingOf(c, outputs)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	stdin, err := readStdin(c)
	if err != nil {
		return exitWith(err)
	}
	k, err := newCheck(c, stdin)
	if err != nil {
		return exitWith(err)
	}
	if !c.IsSet("fail-on") {
		failOn = k.settings.FailOn
	}
	k.lint.Measure = c.Bool("statistics")
	k.pictured = slices.ContainsFunc(outputs, func(o output) bool { return o.format.Overview })
	if err := k.know(c); err != nil {
		return exitWith(err)
	}

	progress := progressOn(c.App.ErrWriter)
	k.lint.Progress = progress
	outcome, err := fixing.run(c, k, stdin)
	progress.Stop()
	if err != nil {
		return exitWith(err)
	}
	r := outcome.report(time.Since(start))
	for _, o := range outputs {
		if o.file == "" && fixing.ownsStdout(stdin) {
			if fixing.diff {
				continue
			}
			o.writer = c.App.ErrWriter
		}
		if err := o.write(c, r, reportOptions(c, color && o.file == "")); err != nil {
			return exitWith(err)
		}
	}
	return outcome.exit(c, failOn)
}

// reportOptions are what the flags say about a report.
func reportOptions(c *cli.Context, color bool) report.Options {
	return report.Options{
		Color: color, CanFix: true, Version: version(), Category: c.String("sarif-category"), Root: repositoryRoot(), Repository: checkedOut(),
		IncludeSuppressed: c.Bool("sarif-include-suppressed"),
	}
}

// progressOn is a line on a terminal that shows how far the run is; nil where w is none.
func progressOn(w io.Writer) *report.Progress {
	if os.Getenv("TERM") == "dumb" || !isTerminal(w) {
		return nil
	}
	return report.StartProgress(w, 0)
}

// outcome is what a run has found and done.
type outcome struct {
	project *project.Project
	checked *runner.Result
	keys    *views.KeyCollector // nil when no report has a picture of them
	fixed   int                 // fixes that were applied
	failed  bool                // something could not be written
	loaded  time.Duration       // the time it took to load the project
}

// report is the outcome for those who write reports.
func (o *outcome) report(took time.Duration) *report.Report {
	shown := runner.United(o.checked.Diagnostics)
	r := &report.Report{
		Diagnostics: shown,
		Rules:       rules.Descriptors(),
		Summary:     report.Count(o.project.Checked(), shown),
		Files:       views.Files(o.project),
		Dir:         workingDirectory(),
	}
	if o.keys != nil {
		r.Overview = views.Overview(o.project, o.keys)
	}
	r.Summary.NotSeen = slices.Concat(o.project.NotSeen, o.checked.NotSeen)
	r.Summary.Duration = took
	r.Statistics = o.statistics()
	r.Summary.Fixed, r.Summary.Older = o.fixed, o.checked.Older
	for _, k := range o.checked.Stale {
		r.Summary.Stale += k.Count
	}
	for _, s := range o.checked.Suppressed {
		if s.By == diagnostic.ByBaseline {
			r.Summary.Known++
		} else {
			r.Summary.Suppressed++
		}
	}
	r.Suppressed = o.checked.Suppressed
	return r
}

// statistics are those that --statistics asks for; nil without it.
func (o *outcome) statistics() *timing.Statistics {
	s := o.checked.Statistics
	if s == nil {
		return nil
	}
	load := timing.Phase{Name: "load the project", Duration: o.loaded, Count: o.project.Checked(), Of: "file"}
	return &timing.Statistics{Rules: s.Rules, Phases: slices.Insert(s.Phases, 0, load)}
}

// exit turns the outcome into an exit code. What hieralint itself could not do weighs more than what
// it found.
func (o *outcome) exit(c *cli.Context, failOn diagnostic.Severity) error {
	o.writeCrashes(c.App.ErrWriter)
	switch {
	case len(o.checked.Crashes) > 0 || o.failed || unreadable(o.checked):
		return cli.Exit("", exitInternal)
	case failOn != 0 && slices.ContainsFunc(o.checked.Diagnostics, func(d diagnostic.Diagnostic) bool {
		return d.Severity >= failOn && d.Rule.Gap != diagnostic.NoHierarchy
	}):
		return cli.Exit("", exitFindings)
	case slices.ContainsFunc(o.checked.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.Rule.Gap == diagnostic.NoHierarchy }):
		return cli.Exit("", exitBlind)
	default:
		return nil
	}
}

// writeCrashes tells of crashes: of each mistake once, however much it costs.
func (o *outcome) writeCrashes(w io.Writer) {
	type mistake struct{ place, value string }
	told := map[mistake]bool{}
	for _, f := range o.checked.Crashes {
		if m := (mistake{f.Cause.Place, fmt.Sprint(f.Cause.Value)}); !told[m] {
			told[m] = true
			fmt.Fprintf(w, "hieralint: %v\n%s\n", f, f.Cause.Stack)
		}
	}
	if more := len(o.checked.Crashes) - len(told); more > 0 {
		fmt.Fprintf(w, "hieralint: it crashed in the same way %s more\n", plural.Count(more, "time"))
	}
}

// unreadable tells whether there is an input that could not be read.
func unreadable(checked *runner.Result) bool {
	return slices.ContainsFunc(checked.Diagnostics, func(d diagnostic.Diagnostic) bool { return isUnreadable(&d) })
}

func isUnreadable(d *diagnostic.Diagnostic) bool {
	return d.Rule.Gap == diagnostic.UnreadableInput && d.Severity == diagnostic.Error
}

func failOnOf(c *cli.Context) (diagnostic.Severity, error) {
	name := c.String("fail-on")
	if name == "" || name == "never" {
		return 0, nil
	}
	severity, ok := diagnostic.ParseSeverity(name)
	if !ok {
		return 0, fmt.Errorf("--fail-on is error, warning, note or never, not `%s`", name)
	}
	return severity, nil
}

// workingDirectory is what paths in reports are relative to; "" when it is not known.
func workingDirectory() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}
