package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/report"
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
			showSecretsFlag(),
			&cli.BoolFlag{Name: "statistics", Usage: "add the time and the counts of each phase and rule to the report (text and json)"},
			watchFlag(),
			&cli.BoolFlag{Name: "sarif-include-suppressed", Usage: "write suppressed findings to SARIF too, marked as such (GitHub shows them as open)"},
		), inCategory("What is mended", fixFlags()...), inCategory("What is left out", knownFlags()...), checkFlags(), inCategory("What is checked, and how", stdinFlags()...)),
		Action: lintAction,
	}
}

func showSecretsFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "show-secrets", Usage: "show passwords, keys and decrypted values, which are left out otherwise"}
}

// linting is what the flags of lint ask for.
type linting struct {
	outputs []output
	failOn  diagnostic.Severity
	color   bool
	fixing  fixing
	stdin   *stdinFile
	watch   bool
}

func lintingOf(c *cli.Context) (l *linting, err error) {
	l = &linting{}
	if l.outputs, err = outputsOf(c); err != nil {
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
		return nil, cli.Exit("--watch only reports; leave out --fix, --diff, --unsafe-fixes and --stdin", exitUsage)
	}
	l.stdin, err = readStdin(c)
	return l, err
}

func lintAction(c *cli.Context) error {
	start := time.Now()
	l, err := lintingOf(c)
	if err != nil {
		return err
	}
	o, err := options(c)
	if err != nil {
		return err
	}
	if l.stdin != nil {
		o.Paths, o.Buffers = []string{l.stdin.name}, map[string][]byte{l.stdin.name: l.stdin.text}
	}
	w, err := openWith(c, o)
	if err != nil {
		return err
	}
	if !c.IsSet("fail-on") {
		l.failOn = w.Settings().FailOn
	}
	request := session.Request{Overview: slices.ContainsFunc(l.outputs, func(o output) bool { return o.format.Overview }), Statistics: c.Bool("statistics"), ShowSecrets: c.Bool("show-secrets")}
	if request.Known, err = known(c, w); err != nil {
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
		if err := o.write(c, r, reportOptions(c, l.color && o.file == "")); err != nil {
			return err
		}
	}
	return nil
}

// knownFlags are the flags that leave out what was there before.
func knownFlags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "baseline", Usage: "report no findings that are in `FILE`, which `hieralint baseline` writes"},
		&cli.BoolFlag{Name: "no-baseline", Usage: "report what is in the baseline too"},
		&cli.StringFlag{Name: "new-from-rev", Usage: "report only what a change since the Git revision `REV` brings"},
	}
}

// known are the findings that the flags say are known.
func known(c *cli.Context, w *session.Workspace) (*session.Known, error) {
	if c.Path("baseline") != "" && c.Bool("no-baseline") {
		return nil, cli.Exit("--baseline and --no-baseline contradict each other", exitUsage)
	}
	known, err := w.Compare(c.Context, session.Comparison{Baseline: c.Path("baseline"), NoBaseline: c.Bool("no-baseline"), Revision: c.String("new-from-rev")})
	var missing *session.NoBaselineError
	if errors.As(err, &missing) {
		return nil, cli.Exit(fmt.Sprintf("%v; `hieralint baseline --output %s` writes it", missing, missing.Path), exitUsage)
	}
	return known, failed(c, err)
}

// progressOn is a line on a terminal that shows how far the run is; nil where w is none.
func progressOn(w io.Writer) *report.Progress {
	if os.Getenv("TERM") == "dumb" || !isTerminal(w) {
		return nil
	}
	return report.StartProgress(w, 0)
}

// exit turns a report into an exit code. What hieralint itself could not do weighs more than what
// it found; incomplete means that it could not write something.
func exit(c *cli.Context, r *session.Report, failOn diagnostic.Severity, incomplete bool) error {
	writeCrashes(c.App.ErrWriter, r)
	switch {
	case len(r.Crashes) > 0 || incomplete || len(r.Unreadable()) > 0:
		return cli.Exit("", exitInternal)
	case r.Reaches(failOn):
		return cli.Exit("", exitFindings)
	case r.IsBlind():
		return cli.Exit("", exitBlind)
	default:
		return nil
	}
}

// writeCrashes reports crashes: each mistake of hieralint once, however often it was met.
func writeCrashes(w io.Writer, r *session.Report) {
	distinct, more := r.Mistakes()
	for _, crashed := range distinct {
		fmt.Fprintf(w, "hieralint: %v\n%s\n", crashed, crashed.Cause.Stack)
	}
	if more > 0 {
		fmt.Fprintf(w, "hieralint: it crashed in the same way %s more\n", plural.Count(more, "time"))
	}
}

// failOnOf is the mildest severity that makes the run fail; 0 for none.
func failOnOf(c *cli.Context) (diagnostic.Severity, error) {
	name := c.String("fail-on")
	if name == "" || name == "never" {
		return 0, nil
	}
	severity, ok := diagnostic.ParseSeverity(name)
	if !ok {
		return 0, cli.Exit(fmt.Sprintf("--fail-on is error, warning, note or never, not `%s`", name), exitUsage)
	}
	return severity, nil
}
