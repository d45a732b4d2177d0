package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/visible"
)

func fixFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "fix", Usage: "apply safe fixes and report the remaining findings"},
		&cli.BoolFlag{Name: "unsafe-fixes", Usage: "with --fix or --diff: include fixes that may change the meaning of data"},
		&cli.BoolFlag{Name: "diff", Usage: "show what --fix would change, without writing anything"},
		&cli.StringFlag{Name: "add-suppressions", Usage: "add a suppression comment with `REASON` for each finding of severity warning and above (or --min-severity)"},
	}
}

// fixing describes what to do about findings.
type fixing struct {
	fix, diff, unsafe bool
	reason            string              // of suppressions to add; "" for none
	least             diagnostic.Severity // of the findings that they suppress
}

func fixingOf(c *cli.Context, outputs []output) (fixing, error) {
	f := fixing{fix: c.Bool("fix"), diff: c.Bool("diff"), unsafe: c.Bool("unsafe-fixes")}
	if f.unsafe && !f.fix && !f.diff {
		return f, cli.Exit("--unsafe-fixes needs --fix or --diff", exitUsage)
	}
	if c.IsSet("add-suppressions") {
		f.reason = strings.TrimSpace(c.String("add-suppressions"))
		switch {
		case f.reason == "" || strings.ContainsFunc(f.reason, unicode.IsControl):
			return f, cli.Exit("--add-suppressions needs a reason, on one line and without control characters", exitUsage)
		case f.fix || f.diff || c.Bool("stdin") || c.Bool("watch"):
			return f, cli.Exit("--add-suppressions writes comments only; leave out --fix, --diff, --stdin, and --watch", exitUsage)
		}
	}
	if f.diff && c.IsSet("format") && slices.ContainsFunc(outputs, func(o output) bool { return o.file == "" }) {
		return f, cli.Exit("--diff writes to standard output; give each format a file, as in --format sarif=hieralint.sarif", exitUsage)
	}
	return f, nil
}

// ownsStdout reports whether standard output is not for the report.
func (f fixing) ownsStdout(stdin *stdinFile) bool { return f.diff || f.fix && stdin != nil }

// run checks and fixes. incomplete reports that a change could not be made.
func (f fixing) run(c *cli.Context, w *session.Workspace, r session.Request, stdin *stdinFile) (found *session.Report, incomplete bool, err error) {
	var fixes *session.Fixes
	switch {
	case f.reason != "":
		fixes, err = w.Suppress(c.Context, r, f.least, f.reason)
	case f.fix || f.diff:
		fixes, err = w.Fix(c.Context, r, f.unsafe)
	default:
		found, err = w.Check(c.Context, r)
		return found, false, err
	}
	if err != nil {
		return nil, false, err
	}
	for _, refused := range fixes.Refused {
		fmt.Fprintln(c.App.ErrWriter, "hieralint:", visible.Text(refused.Error()))
		incomplete = true
	}
	switch {
	case fixes.Unsettled && fixes.Partial:
		fmt.Fprintln(c.App.ErrWriter, "hieralint: this run reached a limit; run it again to apply the remaining fixes")
		incomplete = true
	case fixes.Unsettled:
		fmt.Fprintln(c.App.ErrWriter, "hieralint: internal error: fixes keep enabling further fixes; run it again to apply the remaining ones")
		incomplete = true
	}
	switch {
	case f.diff:
		return fixes.Before, incomplete, f.show(c, fixes)
	case stdin != nil:
		text := stdin.text
		for _, change := range fixes.Changes {
			text = change.New
		}
		_, err := c.App.Writer.Write(text)
		return fixes.After, incomplete, err
	}
	refused, err := w.Apply(c.Context, fixes)
	if written := len(fixes.Changes) - len(refused); err == nil && f.reason != "" {
		added := "added no suppression comments"
		if written > 0 {
			added = "added suppression comments to " + plural.Count(written, "file")
		}
		fmt.Fprintln(c.App.ErrWriter, "hieralint:", added)
	}
	if err != nil || len(refused) == 0 {
		return fixes.After, incomplete, err
	}
	for _, e := range refused {
		fmt.Fprintln(c.App.ErrWriter, "hieralint:", visible.Text(e.Error()))
	}
	found, err = w.Check(c.Context, r)
	return found, true, err
}

// show writes the changes as a diff, with paths relative to the working directory.
func (f fixing) show(c *cli.Context, fixes *session.Fixes) error {
	color, err := colorOf(c, c.App.Writer)
	if err != nil {
		return err
	}
	withheld := 0
	for _, change := range fixes.Changes {
		text, n := fixes.Diff(change, strings.TrimPrefix(filepath.ToSlash(change.File.Path), "/"))
		withheld += n
		if isTerminal(c.App.Writer) || os.Getenv("CI") != "" { // output that is read by people and not applied
			text = visible.Lines(text)
		}
		if color {
			text = colored(text)
		}
		if _, err := fmt.Fprint(c.App.Writer, text); err != nil {
			return err
		}
	}
	if withheld > 0 {
		fmt.Fprintf(c.App.ErrWriter, "hieralint: %s with secrets redacted; only with --show-secrets can the diff be applied\n", plural.Count(withheld, "line"))
	}
	return nil
}

// colored colors the lines of a diff as Git does.
func colored(diff string) string {
	var b strings.Builder
	for line := range strings.Lines(diff) {
		style := ""
		switch {
		case strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
			style = "1"
		case strings.HasPrefix(line, "@@"):
			style = "36"
		case strings.HasPrefix(line, "-"):
			style = "31"
		case strings.HasPrefix(line, "+"):
			style = "32"
		}
		text := strings.TrimRight(line, "\r\n")
		if style != "" {
			text = "\x1b[" + style + "m" + text + "\x1b[0m"
		}
		b.WriteString(text + line[len(strings.TrimRight(line, "\r\n")):])
	}
	return b.String()
}
