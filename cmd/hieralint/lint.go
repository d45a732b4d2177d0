package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/report"
	"github.com/hieralint/hieralint/rules"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "check Hiera data and hiera.yaml files",
		ArgsUsage: "[PATH...]",
		Description: "  hieralint lint\n" +
			"  hieralint lint --fail-on warning --format text --format sarif=hieralint.sarif\n" +
			"  hieralint lint --fix data/common.yaml\n\n" +
			"A path is a control repo, a code directory, a module, a directory, or a single file; the default is the working directory. The project " +
			"around a path is always loaded; naming a file only limits which findings are reported.\n\n" +
			"Exit codes: 0 no findings at or above --fail-on, 1 findings, 2 invalid usage or configuration, 3 internal error or unreadable input, " +
			"4 instead of 0 if no hierarchy was found for the data.\n\n" +
			"Environment variables set the options that take a value, except --output and --stdin-filename: `HIERALINT_FAIL_ON=warning` is " +
			"`--fail-on warning`. The command line takes precedence.",
		Flags: slices.Concat(
			inCategory("Report", reportFlags()...),
			inCategory("Fixes and suppressions", fixFlags()...),
			inCategory("Selection", fromEnvironment(slices.Concat(ruleFlags(), knownFlags()))...),
			checkFlags(),
			inCategory("Input", stdinFlags()...),
		),
		Action: lintAction,
	}
}

// reportFlags returns the flags for reports and for when a run fails.
func reportFlags() []cli.Flag {
	return append(fromEnvironment([]cli.Flag{
		&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Usage: "write the report as `FORMAT`, or FORMAT=FILE; repeatable: " + strings.Join(formatNames(), ", "), DefaultText: "text"},
		&cli.StringFlag{Name: "min-severity", DefaultText: "warning for text, note for other formats", Usage: "show findings of `SEVERITY` and above: error, warning, or note; others are only counted"},
		&cli.StringFlag{Name: "fail-on", DefaultText: "error", Usage: "exit with 1 for findings of `SEVERITY` and above: error, warning, note, or never"},
		colorFlag(),
		&cli.StringFlag{Name: "sarif-category", Usage: "distinguish this run by `NAME` if a repository uploads several to GitHub code scanning"},
	}),
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the report to `FILE` instead of standard output (that of the last --format without a file)"},
		showSecretsFlag(),
		&cli.BoolFlag{Name: "statistics", Usage: "add times and counts by phase and rule (text and json)"},
		&cli.BoolFlag{Name: "watch", Usage: "report again whenever files change"},
		&cli.BoolFlag{Name: "sarif-include-suppressed", Usage: "include suppressed findings in SARIF, marked as suppressed (GitHub shows them as open)"},
	)
}

func showSecretsFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "show-secrets", Usage: "show passwords, keys, and decrypted values instead of redacting them"}
}

// linting holds what the flags of lint request.
type linting struct {
	outputs     []output
	minSeverity diagnostic.Severity // 0 means the default of the configuration and the formats
	failOn      diagnostic.Severity
	color       bool
	fixing      fixing
	stdin       *stdinFile
	watch       bool
}

func lintingOf(c *cli.Context) (l *linting, err error) {
	l = &linting{}
	if l.outputs, err = outputsOf(c); err != nil {
		return nil, err
	}
	if l.minSeverity, err = minSeverityOf(c); err != nil {
		return nil, err
	}
	if l.failOn, err = failOnOf(c); err != nil {
		return nil, err
	}
	if l.color, err = colorOf(c, c.App.Writer); err != nil {
		return nil, err
	}
	if l.fixing, err = fixingOf(c, l.outputs); err != nil {
		return nil, err
	}
	l.watch = c.Bool("watch")
	if l.watch && (l.fixing != fixing{} || c.Bool("stdin")) {
		return nil, cli.Exit("--watch only reports; leave out --fix, --diff, --unsafe-fixes, and --stdin", exitUsage)
	}
	l.stdin, err = readStdin(c)
	return l, err
}

func lintAction(c *cli.Context) error {
	start := time.Now()
	if err := checkCommand(c); err != nil {
		return err
	}
	l, err := lintingOf(c)
	if err != nil {
		return err
	}
	o, err := options(c)
	if err != nil {
		return err
	}
	o.MinSeverity = l.minSeverity
	if o.Selection, err = selectionOf(c); err != nil {
		return err
	}
	if l.stdin != nil {
		o.Paths, o.Buffers = []string{l.stdin.name}, map[string][]byte{l.stdin.name: l.stdin.text}
	}
	expectMuch()
	w, err := openWith(c, o)
	if err != nil {
		return err
	}
	if !c.IsSet("fail-on") {
		l.failOn = w.Settings().FailOn
	}
	if l.minSeverity == 0 {
		l.minSeverity = w.Settings().MinSeverity
	}
	l.fixing.least = cmp.Or(l.minSeverity, diagnostic.Warning)
	request := session.Request{Overview: slices.ContainsFunc(l.outputs, func(o output) bool { return o.format.Overview }), Statistics: c.Bool("statistics"), ShowSecrets: c.Bool("show-secrets")}
	if request.Known, err = known(c, w); err != nil {
		return err
	}
	if err := checkOutputs(c, w, lists.Map(l.outputs, func(o output) string { return o.file })...); err != nil {
		return err
	}
	if l.watch {
		return l.watchOver(c, w, request)
	}
	progress := progressOn(c.App.ErrWriter)
	request.Progress = progress
	r, incomplete, err := l.fixing.run(c, w, request, l.stdin)
	progress.Stop()
	if err != nil {
		return failed(c, err)
	}
	r.Summary.Duration = time.Since(start)
	if err := l.write(c, r.Report); err != nil {
		return failed(c, err)
	}
	return exit(c, r, l.failOn, incomplete)
}

// write writes the reports. Standard output may be for fixed text or a diff.
func (l *linting) write(c *cli.Context, r *report.Report) error {
	for _, o := range l.outputs {
		if o.file == "" && l.fixing.ownsStdout(l.stdin) {
			if l.fixing.diff {
				continue
			}
			o.writer = c.App.ErrWriter
		}
		options, least := reportOptions(c, &o, l.color), l.leastIn(o.format)
		options.NameAll = least == diagnostic.Note
		if err := o.write(c, r.AtLeast(least), options); err != nil {
			return err
		}
	}
	return nil
}

// leastIn returns the lowest severity that a format shows. What makes a run fail is always shown.
func (l *linting) leastIn(format report.Format) diagnostic.Severity {
	switch {
	case l.minSeverity != 0:
		return l.minSeverity
	case l.failOn != 0:
		return min(l.failOn, format.MinSeverity)
	}
	return format.MinSeverity
}

// ruleFlags returns the flags that select rules.
func ruleFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "select", Usage: "check only `RULES`: a comma-separated list of rule names, ids, and families (" + strings.Join(rules.Families(), ", ") + ")"},
		&cli.StringSliceFlag{Name: "ignore", Usage: "do not check `RULES`, a list as for --select"},
	}
}

// selectionOf returns the rules that the flags select.
func selectionOf(c *cli.Context) (selection settings.Selection, err error) {
	for _, name := range c.StringSlice("select") {
		if err := selection.Select(name); err != nil {
			return selection, cli.Exit(origin("--select", name)+": "+err.Error(), exitUsage)
		}
	}
	for _, name := range c.StringSlice("ignore") {
		if err := selection.Ignore(name); err != nil {
			return selection, cli.Exit(origin("--ignore", name)+": "+err.Error(), exitUsage)
		}
	}
	return selection, nil
}

// knownFlags returns the flags that exclude existing findings.
func knownFlags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "baseline", Usage: "do not report the findings in `FILE`, written by `hieralint baseline`"},
		&cli.BoolFlag{Name: "no-baseline", Usage: "ignore the baseline"},
		&cli.StringFlag{Name: "new-from-rev", Usage: "report only findings introduced since the Git revision `REV`"},
	}
}

// known returns the findings that are known according to the flags.
func known(c *cli.Context, w *session.Workspace) (*session.Known, error) {
	if c.Path("baseline") != "" && c.Bool("no-baseline") {
		return nil, cli.Exit("--baseline and --no-baseline cannot be combined", exitUsage)
	}
	known, err := w.Compare(c.Context, session.Comparison{Baseline: c.Path("baseline"), NoBaseline: c.Bool("no-baseline"), Revision: c.String("new-from-rev")})
	var missing *session.NoBaselineError
	if errors.As(err, &missing) {
		return nil, cli.Exit(fmt.Sprintf("%v; `hieralint baseline --output %s` writes it", missing, missing.Path), exitUsage)
	}
	return known, failed(c, err)
}

// progressOn returns a line on a terminal that shows the progress of the run; nil if w is not a
// terminal.
func progressOn(w io.Writer) *report.Progress {
	if os.Getenv("TERM") == "dumb" || !isTerminal(w) {
		return nil
	}
	return report.StartProgress(w, 0)
}

// exit returns the exit code of a report. Failures of hieralint take precedence over findings;
// incomplete reports that it could not write something.
func exit(c *cli.Context, r *session.Report, failOn diagnostic.Severity, incomplete bool) error {
	writeCrashes(c.App.ErrWriter, r)
	switch {
	case len(r.Crashes) > 0 || incomplete || len(r.Unreadable()) > 0:
		return cli.Exit("", exitInternal)
	case r.Reaches(failOn):
		return cli.Exit("", exitFindings)
	case r.LacksHierarchy():
		return cli.Exit("", exitBlind)
	}
	return nil
}

// writeCrashes reports crashes, each cause once.
func writeCrashes(w io.Writer, r *session.Report) {
	distinct, more := r.DistinctCrashes()
	for _, crashed := range distinct {
		fmt.Fprintf(w, "hieralint: %v\n%s\n", crashed, crashed.Cause.Stack)
	}
	if more > 0 {
		fmt.Fprintf(w, "hieralint: it crashed in the same way %s more\n", plural.Count(more, "time"))
	}
}

// failOnOf returns the lowest severity that makes the run fail; 0 for none.
func failOnOf(c *cli.Context) (diagnostic.Severity, error) {
	name := c.String("fail-on")
	if name == "" || name == never {
		return 0, nil
	}
	return severityOf("fail-on", name, append(severities, never))
}

// minSeverityOf returns the lowest severity that is shown; 0 if the flag is not given.
func minSeverityOf(c *cli.Context) (diagnostic.Severity, error) {
	name := c.String("min-severity")
	if name == "" {
		return 0, nil
	}
	return severityOf("min-severity", name, severities)
}

// never is the value of --fail-on for which no finding makes a run fail.
const never = "never"

var severities = []string{diagnostic.Error.String(), diagnostic.Warning.String(), diagnostic.Note.String()}

func severityOf(flag, name string, choices []string) (diagnostic.Severity, error) {
	severity, ok := diagnostic.ParseSeverity(name)
	if !ok {
		return 0, notOneOf("--"+flag, name, choices)
	}
	return severity, nil
}
