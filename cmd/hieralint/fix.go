package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/fix"
)

func fixFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "fix", Usage: "apply the fixes that are safe, and report what is left"},
		&cli.BoolFlag{Name: "unsafe-fixes", Usage: "with --fix or --diff: also those that may change what the data means"},
		&cli.BoolFlag{Name: "diff", Usage: "show what --fix would change and write nothing"},
	}
}

// fixing is what is to be done about findings.
type fixing struct{ fix, diff, unsafe bool }

func fixingOf(c *cli.Context, outputs []output) (*fixing, error) {
	f := &fixing{fix: c.Bool("fix"), diff: c.Bool("diff"), unsafe: c.Bool("unsafe-fixes")}
	if f.unsafe && !f.fix && !f.diff {
		return nil, errors.New("--unsafe-fixes goes with --fix or --diff")
	}
	if f.diff && c.IsSet("format") && slices.ContainsFunc(outputs, func(o output) bool { return o.file == "" }) {
		return nil, errors.New("the diff goes to standard output; give the formats files: --format sarif=hieralint.sarif")
	}
	return f, nil
}

// ownsStdout tells whether standard output is for something else than the report.
func (f *fixing) ownsStdout(stdin *stdinFile) bool { return f.diff || f.fix && stdin != nil }

// run checks, and fixes as was asked for.
func (f *fixing) run(c *cli.Context, k *check, stdin *stdinFile) (*outcome, error) {
	if !f.fix && !f.diff {
		return k.run(c.Context, nil)
	}
	var first, last *outcome
	look := func(ctx context.Context, changed map[string][]byte) ([]diagnostic.Diagnostic, error) {
		var err error
		if last, err = k.run(ctx, changed); err != nil {
			return nil, err
		}
		if first == nil {
			first = last
		}
		return last.checked.Diagnostics, nil
	}
	fixed, err := fix.Run(c.Context, look, fix.Options{Unsafe: f.unsafe, May: func(path string) bool { return last.project.Selected(path) }})
	if err != nil {
		return nil, err
	}
	o := last
	if f.diff {
		o = first
	}
	for _, refused := range fixed.Refused {
		fmt.Fprintln(c.App.ErrWriter, "hieralint:", refused)
		o.failed = true
	}
	if fixed.Unsettled {
		fmt.Fprintln(c.App.ErrWriter, "hieralint: internal error: the fixes do not come to an end; run it again to go on")
		o.failed = true
	}
	switch {
	case f.diff:
		return o, f.show(c, fixed)
	case stdin != nil:
		text := stdin.text
		for _, change := range fixed.Changes {
			text = change.New
		}
		_, err := c.App.Writer.Write(text)
		o.fixed = fixed.Fixed
		return o, err
	default:
		return f.write(c, k, o, fixed)
	}
}

// write replaces the files. When not all could be, it looks at what there is now.
func (f *fixing) write(c *cli.Context, k *check, o *outcome, fixed *fix.Result) (*outcome, error) {
	o.fixed = fixed.Fixed
	complete := true
	for _, change := range fixed.Changes {
		if err := change.Write(); err != nil {
			var path *fs.PathError
			if errors.As(err, &path) {
				err = path.Err
			}
			fmt.Fprintf(c.App.ErrWriter, "hieralint: %s is not fixed: %v\n", change.File.Path, err)
			complete = false
		}
	}
	if complete {
		return o, nil
	}
	o, err := k.run(c.Context, nil)
	if err == nil {
		o.failed = true
	}
	return o, err
}

// show writes the changes as a diff, with paths relative to the working directory.
func (f *fixing) show(c *cli.Context, fixed *fix.Result) error {
	color, err := colorOf(c, c.App.Writer)
	if err != nil {
		return err
	}
	for _, change := range fixed.Changes {
		text := string(change.Diff(strings.TrimPrefix(filepath.ToSlash(change.File.Path), "/")))
		if color {
			text = colored(text)
		}
		if _, err := fmt.Fprint(c.App.Writer, text); err != nil {
			return err
		}
	}
	return nil
}

// colored paints the lines of a diff as git does.
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
